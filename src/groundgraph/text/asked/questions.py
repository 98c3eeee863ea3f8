"""A question as the statement that answers it, with a gap where the answer goes.

"Where was she born?" becomes "She was born … ". The rules read one question; of what they do not
know they return nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from groundgraph.text.asked.plain_questions import plain_question
from groundgraph.text.english.inflection import past, third_person
from groundgraph.text.english.phrases import Phrase, phrases
from groundgraph.text.english.tagging import FINITE, lexicon, may_be_verb, tags
from groundgraph.text.english.tokens import Token, tokens
from groundgraph.text.vocabulary.small_words import BE, MODALS
from groundgraph.types import Span

Wanted = Literal["yes or no", "number", "place", "time", "reason", "manner", "name"]


class Form(NamedTuple):
    """The statement that answers a question.

    Attributes:
        wanted: What the answer gives.
        before: The words before the answer.
        after: The words behind it.
        noun: What a number counts, or which kind of thing is asked for: "speakers", "city"; or "".
        measure: What an amount is: "long" of "how long is"; or "".
        link: The preposition that the question gives: "in" of "in which year"; or "".
        auxiliary: Of a question for yes or no: the verb between ``before`` and ``after``.
    """

    wanted: Wanted
    before: str
    after: str
    noun: str = ""
    measure: str = ""
    link: str = ""
    auxiliary: str = ""


_RELATIVES = frozenset({"that", "which", "who", "whom", "whose", "where"})
"""Words that open a clause within a subject, which has a verb of its own."""
_DO = frozenset("do does did".split())
_HAVE = frozenset("has have had".split())
AUXILIARIES = BE | _DO | _HAVE | MODALS
_BASES = frozenset("be have do".split())
_PLACES = frozenset("place".split())
_TIMES = frozenset("year date day month time season century decade".split())
_MEASURES = frozenset("long old tall high deep wide thick".split())
_IN_PLACE = frozenset("whom who what which".split())
_OPEN = frozenset("who whom what which whose where when why how".split())
_IMPERATIVE = re.compile(
    r"(?:please )?(?:name|list|give(?: me)?|state|identify|specify|provide|tell me) "
    r"(?:me )?(?:all (?:of )?)?(?=(?:the|its|their|his|her|your|two|three|four|five|\w+['’]s)\b)",
    re.IGNORECASE,
)
_COMPARATIVE = re.compile(r"[a-z]{3,}er|more|less|better|worse")
_SUBORDINATE = frozenset("when while if because after before since until unless once".split())
_CHOICE = re.compile(r"[,:] (?:the )?[^,?:]{1,60}(?:, [^,?]{1,60})?,? or [^,?]{1,60}\Z")
_SUBJECT_ENDS = frozenset({"NN", "NNS", "NNP", "PRP", "CD", "POS", "RB", "''", ")"})
_ADVERBS = frozenset("first last ever also still likely probably really".split())
_MANY = frozenset("people police children men women staff".split())
_SHARES = frozenset("share percentage proportion percent part fraction".split())
_VERBS = FINITE | {"VBN"}
OWNER = "'s "
"""What stands before the noun of a question with "whose"."""
_LONGEST = 60
"""Words of a question that is read; a longer one is a task, not a question."""


class _Words(NamedTuple):
    """The words of a question, from left to right, without its question mark."""

    text: str
    tokens: list[Token]
    tags: list[str]

    def lower(self, at: int) -> str:
        return self.tokens[at].lower if at < len(self.tokens) else ""

    def tag(self, at: int) -> str:
        return self.tags[at] if 0 <= at < len(self.tags) else "."

    def until(self, end: int) -> _Words:
        """Return the words before one."""
        text = self.text[: self.tokens[end - 1].end]
        return _Words(text, self.tokens[:end], self.tags[:end])

    def between(self, first: int, last: int) -> str:
        """Return the words from one up to another as written."""
        if first >= last:
            return ""
        return self.text[self.tokens[first].start : self.tokens[last - 1].end]


@lru_cache(maxsize=1024)
def statement_form(question: str) -> Form | None:
    """Return the statement that answers a question, ``None`` where no rule fits it.

    >>> form = statement_form("How many speakers were there in Porto?")
    >>> form.before, form.noun, form.after
    ('There were', 'speakers', 'in Porto')
    >>> statement_form("Where did she study?").before
    'She studied'
    """
    text, fronted = plain_question(question)
    read = tokens(text, Span(0, len(text)))
    if not read or len(read) > _LONGEST:
        return None
    words = _Words(text, read, tags(read))
    found = _polar(words) if words.lower(0) in AUXILIARIES else _open(words) or _in_place(words)
    found = found or _imperative(text)
    if found is None:
        return None
    after = " ".join(filter(None, [found.after, fronted]))
    return found._replace(before=_capital(found.before), after=after)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Yes or no


def _polar(words: _Words) -> Form | None:
    auxiliary = words.lower(0)
    start = 1 + (words.tag(1) == "NEG")
    end = _subject_end(words, start, auxiliary, polar=True)
    if end is None:
        return None
    subject, rest = words.between(start, end), words.between(end, len(words.tokens))
    return Form("yes or no", subject, rest, auxiliary=auxiliary)


def _subject_end(words: _Words, start: int, auxiliary: str, *, polar: bool) -> int | None:
    """Return where the subject of a question ends that its auxiliary stands before."""
    if words.lower(start) == "there" or words.tag(start) == "PRP":
        return start + 1
    told = _clauses_within(words, start)
    find = _base_verb if auxiliary in _DO | MODALS else _predicate
    before = words.until(told.first) if told.last else words
    verb = find(before, start, 0)
    verb = find(words, start, told.last) if verb is None and told.last else verb
    if verb is not None or auxiliary in _DO | MODALS:
        return verb
    if polar and not told.last:
        return _noun_end(words, start)
    return _name_end(words, start) if auxiliary in BE else len(words.tokens)


class _Clauses(NamedTuple):
    """Where clauses within a subject begin, and where the last of their verbs ends, or 0 and 0."""

    first: int
    last: int


def _clauses_within(words: _Words, start: int) -> _Clauses:
    """Find clauses that tell of a subject, whose verbs are not the question's.

    "the firm that bought Acme", "the museum that Ana founded"
    """
    first = end = 0
    for at in range(start + 1, len(words.tokens)):
        if words.lower(at) not in _RELATIVES or (
            words.lower(at) == "that" and _is_linked(words, at)
        ):
            continue
        first = first or at
        verbs = (v for v in range(max(at + 1, end), len(words.tokens)) if words.tag(v) in _VERBS)
        end = next(verbs, len(words.tokens) - 1) + 1
        while words.tag(end - 1) in {"BE", "HAVE", "MD", "DO"} and words.tag(end)[:2] in {
            "VB",
            "BE",
        }:
            end += 1
    return _Clauses(first, end)


def _is_linked(words: _Words, at: int) -> bool:
    return words.tag(at - 1) in {"IN", "TO"}


def _name_end(words: _Words, start: int) -> int:
    """Return where a name ends that a noun is said of: "Tom Berg | mayor of Ulvik"."""
    at = start
    while words.tag(at) == "NNP":
        at += 1
    is_said = at > start and words.tag(at) == "NN" and words.tag(at + 1) == "IN"
    return at if is_said else len(words.tokens)


def _base_verb(words: _Words, start: int, told: int) -> int | None:
    found = [
        at
        for at in range(max(start + 1, told), len(words.tokens))
        if (
            at == told
            or words.tag(at - 1) in _SUBJECT_ENDS
            or (at == start + 1 and words.tag(start) == "VBG")
            or words.lower(at - 1) in _ADVERBS
        )
        and _is_base(words, at)
    ]
    sure = [at for at in found if words.tag(at) == "VB" or words.lower(at) in _BASES]
    closing = [at for at in found if words.tag(at + 1) not in {"NN", "NNS", "NNP"}]
    return next(iter(sure or closing or found), None)


def _is_base(words: _Words, at: int) -> bool:
    lower = words.lower(at)
    if lower in _BASES:
        return True
    known = lexicon().get(lower, "")
    return words.tag(at) == "VB" or (known[:1] == "V" or known in {"NV", "AV"})


def _predicate(words: _Words, start: int, told: int) -> int | None:
    """Return the participle or adjective that "is", "was", "has" go with, behind the subject."""
    for at in range(max(start + 1, told), len(words.tokens)):
        tag, before = words.tag(at), words.tag(at - 1)
        adverb = at - 1 > start and (before == "RB" or words.lower(at - 1) in _ADVERBS)
        if before not in _SUBJECT_ENDS and not adverb and at != told:
            continue
        if tag in {"VBN", "VBG", "VBD", "BE"} or (tag == "JJ" and _closes(words, at)):
            return at - 1 if adverb and words.tag(at - 2) in _SUBJECT_ENDS else at
    return None


def _closes(words: _Words, at: int) -> bool:
    return words.tag(at + 1) in {".", "IN", "TO", "CC", "RB", ",", "SUB", "WRB", "CD", "DT"}


def _noun_end(words: _Words, start: int) -> int | None:
    """Return where the first noun phrase ends, with those that "and" or "or" joins to it."""
    found = [p for p in phrases(words.tokens, words.tags) if p.first >= start]
    at = 0
    while at + 2 < len(found) and found[at + 1].kind == "CC" and found[at + 2].kind == "NP":
        at += 2
    if not found or found[at].kind != "NP":
        return None
    end = found[at].last
    if end < len(words.tokens):
        return end
    return _two_nouns(words, found[at])


def _two_nouns(words: _Words, phrase: Phrase) -> int | None:
    """Return where "Ana and Ben" ends in "Ana and Ben siblings", read as one phrase."""
    for at in range(phrase.last - 1, phrase.first, -1):
        if words.tag(at - 1) == "NNP" and words.tag(at) in {"NN", "NNS", "CD"}:
            return at
    lone = phrase.last - 1  # "the jacket waterproof": an adjective that is not known
    return lone if lone - phrase.first >= 1 + (words.tag(phrase.first) == "DT") else None


# Who, what, where, when, why, how


def _open(words: _Words) -> Form | None:
    link = ""
    at = 0
    if words.lower(1) in _OPEN and words.tag(0) in {"IN", "TO", "SUB"}:
        link, at = words.lower(0), 1
    word = words.lower(at)
    if word not in _OPEN or words.lower(at + 1) == "to":
        return None
    measures = word == "how" and words.lower(at + 1) not in AUXILIARIES  # "how long"
    verb = _first_verb(words, at + 1 + measures)
    if verb and any(words.lower(n) in _RELATIVES for n in range(at + 2, verb)):
        verb = _first_verb(words, _clauses_within(words, at + 1).last)
    if verb is None or _opens_clause(words, at, verb):
        return _counting(words, at)
    if word not in {"what", "which", "whose", "how"} and verb > at + 1:  # "tell me when it opens"
        form = _asked_for(word, "", link)
        return form._replace(before=words.between(at + 1, len(words.tokens)))
    form = _asked_for(word, words.between(at + 1, verb), link)
    text = words.text
    choice = _CHOICE.search(text)
    if choice:  # "Who is older, Ana or Ben?"
        kept = [token for token in words.tokens if token.end <= choice.start()]
        words = _Words(text[: choice.start()], kept, words.tags[: len(kept)])
    return _with_verb(words, verb, word, form)


def _opens_clause(words: _Words, at: int, verb: int) -> bool:
    """Say whether the first verb is that of a clause: "how many tries until it is locked"."""
    many = words.lower(at + 1) in {"many", "much"}
    return many and any(words.lower(n) in _SUBORDINATE for n in range(at + 2, verb))


def _in_place(words: _Words) -> Form | None:
    """Read "The song was written by whom?", which is a statement but for its question word."""
    places = [at for at in range(2, len(words.tokens)) if words.lower(at) in _IN_PLACE]
    if len(places) != 1 or words.lower(places[0] + 1) in AUXILIARIES:
        return None
    if words.lower(0) in _OPEN or (words.lower(1) in _OPEN and _is_linked(words, 1)):
        return None
    [at] = places
    end = at + 1
    while end < len(words.tokens) and words.tag(end) in {"NN", "NNS", "NNP", "JJ"}:
        end += 1
    form = _asked_for(words.lower(at), words.between(at + 1, end), "")
    before, after = words.between(0, at), words.between(end, len(words.tokens))
    return form._replace(before=before, after=after)


def _counting(words: _Words, at: int) -> Form | None:
    """Read "how many floors", which has no verb."""
    if words.lower(at) != "how" or words.lower(at + 1) not in {"many", "much"}:
        return None
    counted = words.between(at + 2, len(words.tokens))
    verb = "are" if words.lower(at + 1) == "many" else "is"
    return Form("number", f"there {verb}", "", noun=counted) if counted else None


def _imperative(text: str) -> Form | None:
    """Read "Name the two founders": what follows are they."""
    told = _IMPERATIVE.match(text)
    if told is None:
        return None
    thing = text[told.end() :]
    head = re.split(r" (?:of|in|on|at|for|from|with|that|who|which|to|by)\b", thing, maxsplit=1)[0]
    last = head.rpartition(" ")[2].lower()
    many = last in _MANY or (last.endswith("s") and not last.endswith(("ss", "us", "is")))
    return Form("name", f"{thing} {'are' if many else 'is'}", "")


def _first_verb(words: _Words, start: int) -> int | None:
    for at in range(start, len(words.tokens)):
        if words.lower(at) in AUXILIARIES:
            return at
        noun = (
            at + 1 < len(words.tokens) and words.lower(at + 1) in AUXILIARIES
        )  # "which films did"
        if words.tag(at) in {"VBD", "VBZ"} and not noun:
            return at
        if at > start and words.tag(at) == "VBN" and words.tag(at - 1) in _SUBJECT_ENDS:
            return at
    plural = [at for at in range(start, len(words.tokens)) if words.tag(at) == "VB"]
    if may_be_verb(words.lower(start) or "-"):  # "What causes it?", read as a noun
        plural.append(start)
    for at in range(start + 1, len(words.tokens) - 1):  # "How many staff work in Graz?"
        behind = words.tag(at + 1) in {"IN", "TO", "RP", "DT", "NNP", "PRP", "EX", "RB"}
        behind = behind or words.lower(at + 1) in {"there", "here"}
        subject = words.tag(at - 1) in _SUBJECT_ENDS or words.lower(at - 1) in _MANY
        if behind and subject and may_be_verb(words.lower(at)):
            plural.append(at)
    return plural[0] if plural else None


def _asked_for(word: str, noun: str, link: str) -> Form:
    """Return what is asked for, by the question word and what stands between it and the verb."""
    first, _, rest = noun.lower().partition(" ")
    if word == "how":
        return _of_how(first, noun.partition(" ")[2] if rest else "", link)
    if word == "where" or first in _PLACES:
        return Form("place", "", "", link=link)
    if word == "when" or noun.lower().rpartition(" ")[2] in _TIMES:
        return Form("time", "", "", noun=noun, link=link)
    if word == "why" or (link == "for" and noun.lower() == "reason"):
        return Form("reason", "", "")
    if word == "whose":
        return Form("name", "", "", noun=f"{OWNER}{noun}", link=link)
    share = noun.partition(" of ")
    if first in _SHARES and share[2]:
        return Form("number", "", "", noun=f"of {share[2]}", link=link)
    return Form("name", "", "", noun=noun, link=link)


def _of_how(first: str, counted: str, link: str) -> Form:
    if first in {"many", "much"}:
        return Form("number", "", "", noun=counted, link=link)
    if not first:
        return Form("manner", "", "")
    if counted.partition(" ")[0] in {"before", "after"}:  # "how long before the start"
        return Form("number", "", counted)
    return Form("number", "", "", measure=first)


def _with_verb(words: _Words, verb: int, word: str, form: Form) -> Form | None:
    """Put the words behind the question word in the order of a statement."""
    auxiliary, end = words.lower(verb), len(words.tokens)
    owns = auxiliary in _HAVE and not {"VBN", "VBD", "BE"} & {*words.tags[verb + 1 :]}
    if auxiliary not in AUXILIARIES or owns or _asks_for_subject(words, verb, word):
        return form._replace(after=words.between(verb, end))
    if words.lower(verb + 1) == "it" and words.lower(verb + 2) == "that":
        return form._replace(before=words.between(verb + 3, end))
    start = verb + 1
    if auxiliary in BE and words.lower(start) == "there":
        return form._replace(before=f"there {auxiliary}", after=words.between(start + 1, end))
    clause = next((at for at in range(start + 1, end) if words.lower(at) in _SUBORDINATE), end)
    told_of = any(words.lower(at) in _RELATIVES for at in range(start + 1, clause))
    apart = form.measure or form.link or form.wanted in {"place", "time"}
    if clause < end and apart and not told_of:  # "when she joined the firm"
        form = form._replace(after=words.between(clause, end))
        words, end = words.until(clause), clause
    close = _subject_end(words, start, auxiliary, polar=False)
    if close is None:
        return None
    if form.measure == "far":  # "How far is the hotel | from the station?"
        close = next((at for at in range(start + 1, close) if words.lower(at) == "from"), close)
    if auxiliary in BE and close == end > start + 2 and (form.link or word in {"where", "when"}):
        close -= words.tag(end - 1) == "VBN"  # "Where was the director of Up | born?"
    inner = [at for at in range(start + 1, close) if words.lower(at) in _RELATIVES]
    if inner and close < end and auxiliary in BE and words.lower(close) in AUXILIARIES:
        close = end  # "… where the firm that bought Acme | is based?"
    return _ordered(words, (verb, start, close), form)


def _asks_for_subject(words: _Words, verb: int, word: str) -> bool:
    """Say whether what is asked for is who does it: "Who was elected?", "What has caused it?"."""
    if word in {"where", "when", "why"} or (word == "how" and verb < 2):
        return False
    follows = words.tag(verb + 1)
    if words.lower(verb) in _DO:
        return False
    if verb + 2 == len(words.tokens) and _COMPARATIVE.fullmatch(words.lower(verb + 1)):
        return True
    if follows in {"VBN", "VBG", "VBD", "JJ", "NEG", "BE", "IN", "TO", "RP"}:
        return True
    if follows == "RB":
        return words.lower(verb + 1) != "there" and words.tag(verb + 2) in {
            "VBN",
            "VBG",
            "JJ",
            "IN",
        }
    return words.lower(verb) in MODALS and follows in {"VB", "BE", "HAVE"}


def _ordered(words: _Words, places: tuple[int, int, int], form: Form) -> Form:
    verb, start, close = places
    auxiliary, end = words.lower(verb), len(words.tokens)
    if close == end > start + 1 and words.tag(end - 1) in {"IN", "RP", "TO"}:
        close = end - 1  # "Which city is the depot in?"
    subject = words.between(start, close)
    if auxiliary in _DO and close < end:
        said = finite(auxiliary, words.lower(close))
        behind = close + 1
    else:
        said, behind = auxiliary, close
        while behind < end and words.tag(behind) in {"VBN", "VBG", "VBD", "VB", "BE", "RB"}:
            behind += 1
        said = " ".join(filter(None, [said, words.between(close, behind)]))
    if (
        words.tag(behind) in {"IN", "TO"}
        and words.tag(behind + 1) in {"IN", "TO"}
        and not form.link
    ):
        said = f"{said} {words.between(behind, behind + 1)}"  # "did she work for | in 2010?"
        behind += 1
    rest = words.between(behind, end)
    spans = said.partition(" ")[0] in {"takes", "took", "take"} and words.tag(behind) == "TO"
    apart = auxiliary in BE and words.tag(behind) == "IN" and form.measure == "far"
    if form.measure and behind < end and (spans or apart):
        after = " ".join(filter(None, [rest, form.after]))
        return form._replace(before=f"{subject} {said}", after=after)
    last = words.tag(end - 1) in {"IN", "TO", "RP"} and behind < end
    if last or form.wanted not in {"name", "number"} or form.link or form.measure:
        return form._replace(before=" ".join(filter(None, [subject, said, rest])))
    after = " ".join(filter(None, [rest, form.after]))
    return form._replace(before=f"{subject} {said}", after=after)


def finite(auxiliary: str, verb: str) -> str:
    """Return a verb as a statement has it that a question has behind "did", "does" or "do".

    >>> finite("did", "win"), finite("does", "open")
    ('won', 'opens')
    """
    return {"did": past, "does": third_person}.get(auxiliary, str)(verb)
