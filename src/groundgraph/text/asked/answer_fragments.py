"""What an answer is by itself: a yes or no, an echo of its question, a fragment or a sentence."""

from __future__ import annotations

import re

from groundgraph.text.asked.questions import statement_form
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.english.tagging import CLOSED, lexicon, may_be_verb, tags
from groundgraph.text.english.tokens import Token, tokens
from groundgraph.text.statements.lexicon import synonyms
from groundgraph.types import Span

LONGEST = 16
"""Words of an answer without a verb that is read as part of its question; longer ones are lists."""
_BEFORE_REASON = re.compile(
    r"\s*[,;:—–-]\s*(?=\w)(?!(?:but|and|or|not|only|if|when|unless|except|until|although|though)\b)",
    re.IGNORECASE,
)
_ECHO_OF_VERB = re.compile(
    r"[,.! ]{0,3}(?:it|they|he|she|there|you|we|i|this|that|these|those) "
    r"(?:(?:can|could|will|would|may|might|must|has|have|had) )?(?P<verb>[a-z]+)"
    r"(?: (?:it|them|so|that))?[.! ]{0,3}",
    re.IGNORECASE,
)
_MANY = frozenset("people police children men women staff".split())
_ABOUT = frozenset("about around roughly approximately nearly almost over under only".split())
_PARTICLES = frozenset({"in", "up", "out", "off"})
_CURRENCIES = frozenset("$€£¥")
_TIMES = frozenset("year years month months week weeks day days hours minutes time".split())
_LESS = frozenset({"less", "more", "fewer", "nothing"})
_TELLS = re.compile(
    r"[\s,;:—–-]{0,3}(?:please |just |simply )?(?P<verb>[A-Za-z]{2,20})"
    r" (?P<object>it|them|him|her|your?|yourself|the|an?|this|that|these|those|my|our|us|me)\b"
    r" ?(?=\w|\Z)",
    re.IGNORECASE,
)
_GO = re.compile(
    r"[\s,;:—–-]{0,3}(?:please |just |simply )?(?:go to|click|log in|sign in|fill in|fill out"
    r"|visit) (?:\w|http)|(?:e-?mail|message|text|write to) [\w.+-]+@\w",
    re.IGNORECASE,
)
_NO_ORDERS = frozenset("march may double triple round".split())
"""Words that may be verbs, and stand before "the" in other senses: "march the 5th"."""
_BEHIND_MODAL = frozenset("VB BE HAVE DO RB NEG PRP NN NNS NNP DT IN".split())
"""Tags behind a modal that opens a text: "May be refused"."""
_OBJECTS = frozenset({"it", "them"})


def says_yes_or_no(answer: str, question: str = "") -> bool:
    """Say whether an answer begins with yes or no, and has no sentence of its own behind it.

    >>> says_yes_or_no("Yes, it knew.", "Did the firm know?"), says_yes_or_no("Yes, it knew.")
    (True, False)
    """
    said = POLAR.match(answer.strip())
    if said is None:
        return False
    rest = answer.strip()[said.end() :]
    return echoes(rest, question) or is_fragment(rest)


ECHO = re.compile(
    r"[,.! ]*(?:(?:(?:it|they|he|she|there|you|we|i|this|that|these|those)\s+)?"
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|may|might|must)"
    r"(?:n['’]t|not| not)?[.! ]*)?\Z",
    re.IGNORECASE,
)
POLAR = re.compile(
    r"(?P<yes>(?:yes|yeah|yep|yup|correct|indeed|affirmative|true)\b"
    r"|(?:absolutely|definitely|certainly|of course)\b(?! not\b))"
    r"|(?P<no>no(?! (?:one|more than|less than|fewer than)\b)"
    r"|nope|not (?:really|at all)|not|incorrect|negative|false"
    r"|(?:absolutely|definitely|certainly|of course|(?:i['’]m |i am )?afraid) not"
    r"|never(?=[.! ]*\Z))\b",
    re.IGNORECASE,
)


def asks_yes_or_no(question: str) -> bool:
    """Say whether a question asks for yes or no."""
    form = statement_form(question)
    return form is not None and form.wanted == "yes or no"


def echoes(text: str, question: str) -> bool:
    """Say whether a text says again what a yes or no does: "it does", "they sold it"."""
    if ECHO.match(text):
        return True
    said = _ECHO_OF_VERB.fullmatch(text)
    form = statement_form(question) if said else None
    if said is None or form is None or not asks_yes_or_no(question):
        return False
    told = lemma(said["verb"].lower())
    return any(told in synonyms(lemma(word.lower())) for word in form.after.split())


def yes_or_no_before(question: str, answer: str) -> Span | None:
    """Return what stands between a yes or no and the sentence that gives its reason.

    >>> yes_or_no_before("Does it need a key?", "No, it runs offline.")
    Span(start=2, end=4)
    """
    said = POLAR.match(answer)
    if said is None or says_yes_or_no(answer, question):
        return None
    between = _BEFORE_REASON.match(answer, said.end())
    form = statement_form(question)
    if between is None or form is None or form.wanted != "yes or no":
        return None
    return Span(said.end(), between.end())


def is_fragment(answer: str) -> bool:
    """Say whether a text has no verb of its own, so that only a question makes it a claim.

    >>> [is_fragment(text) for text in ("42", "In Porto", "It closed.", "The man who won")]
    [True, True, False, True]
    >>> is_fragment("Download it from the site.")
    False
    """
    read = tokens(answer, Span(0, len(answer)))
    if len(read) > LONGEST or _tells_to(answer):
        return False
    found = tags(read)
    return not any(_is_verb(read, found, at) for at in range(len(read)))


def _tells_to(answer: str) -> bool:
    """Say whether a text tells one to do something: "give your child …", "Go to the desk"."""
    if _GO.match(answer):
        return True
    found = _TELLS.match(answer)
    verb = found["verb"].lower() if found else ""
    inflected = verb.endswith("s") and not verb.endswith("ss")  # "Costs the firm paid"
    if found is None or inflected or verb in CLOSED or verb in _NO_ORDERS:
        return False
    return may_be_verb(verb) or found["object"].lower() in _OBJECTS


def _is_verb(read: list[Token], found: list[str], at: int) -> bool:
    """Say whether a word is the verb of its own sentence."""
    tag, token = found[at], read[at]
    if tag in {"VB", "VBN"} and _has_an_object(read, found, at):
        return not is_relative(found, at)
    many = at > 0 and (found[at - 1] == "NNS" or read[at - 1].lower in _MANY)
    base = token.kind == "word" and may_be_verb(token.lower) and not token.lower.endswith("s")
    if many and base:  # "people live in Faro"
        return tag not in {"IN", "VBN", "VBG"}
    if tag == "NNS" and _governs(read, found, at):
        return True
    if at and base and _of_many(read, found, at):
        return True
    if tag == "VB":
        return (at == 0 and len(read) > 1) or (
            at > 0 and found[at - 1] in {"PRP", "NNS", "MD", "DO", "RB"}
        )
    if tag not in {"VBZ", "VBD", "MD", "BE", "HAVE", "DO"}:
        return False
    return not _only_looks_finite(read, found, at) and not is_relative(found, at)


def _only_looks_finite(read: list[Token], found: list[str], at: int) -> bool:
    """Say whether a word looks like the verb of a sentence, and is a name, or part of another."""
    token = read[at]
    if token.text[:1].isupper() and at > 0:  # of a title: "The Day It Was"
        return True
    if at and token.lower in {"am", "m"} and found[at - 1] == "CD":  # "9 am"
        return True
    if at == 0 and found[0] == "MD":  # "May or June"
        return _BEHIND_MODAL.isdisjoint(found[1:2])
    return token.lower in {"being", "been", "be", "having", "doing", "done"}


def _of_many(read: list[Token], found: list[str], at: int) -> bool:
    """Say whether many of a kind, who open a text, do something: "Refunds take ten days"."""
    opens = read[0].lower
    plural = opens.endswith("s") and not opens.endswith(("ss", "us", "is"))
    if not (plural or opens in _MANY) or at + 1 == len(read):
        return False
    does = lexicon().get(read[at].lower) == "VB"
    return does and ((at == 1 and found[0] == "NNP") or found[at - 1] == "CD")


def _governs(read: list[Token], found: list[str], at: int) -> bool:
    """Say whether what looks like a noun governs one: "a late payment costs a fee".

    "Two rooms a floor" and "10 miles a day" tell how many there are of each.
    """
    following = read[at + 1 : at + 3]
    if not at or len(following) < 2 or found[at - 1] in {"CD", "DT"}:
        return False
    if found[max(0, at - 2) : at] == ["CD", "JJ"]:
        return False
    article = following[0].lower in {"a", "an", "the"} and following[1].lower not in _TIMES
    return article and read[at].text[:1].islower() and may_be_verb(read[at].lower)


def is_relative(found: list[str], at: int) -> bool:
    """Say whether a verb is that of a clause that tells of a noun: "the man who won"."""
    return any(found[i] in {"WP", "WDT", "THAT", "WRB", "SUB"} for i in range(max(0, at - 4), at))


def _has_an_object(read: list[Token], found: list[str], at: int) -> bool:
    """Say whether a verb stands between a noun and what it governs: "The store sold 56,100"."""
    if at == 0 or found[at - 1] not in {"NNP", "NN", "NNS", ")"} or read[at].text[:1].isupper():
        return False
    behind = at + 1
    following = read[behind : behind + 2]
    if len(following) > 1 and (
        following[0].lower in _ABOUT
        or (following[0].lower in _PARTICLES and following[1].text[:1] in _CURRENCIES)
    ):  # "sold about 400", "brought in $92m"; "built in 1920" has no object
        behind += 1
    if behind >= len(read) or any(t.lower in _TIMES for t in read[behind : behind + 3]):
        return False  # "the cup won two years ago"
    return found[behind] in {"DT", "CD", "PRP$", "NNP"} or read[behind].lower in _LESS
