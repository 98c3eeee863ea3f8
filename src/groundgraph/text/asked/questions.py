"""A question as the statement that answers it, with a gap where the answer goes.

"Where was she born?" becomes "She was born … ". The rules read one question; of what they do not
know they return nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from groundgraph.text.asked.plain_questions import case_before, plain_question
from groundgraph.text.asked.question_words import (
    AUXILIARIES,
    DO,
    MANY,
    RELATIVES,
    Words,
    clauses_within,
    first_verb,
    is_linked,
    subject_end,
)
from groundgraph.text.asked.subjects import (
    SUBORDINATE,
    asks_for_subject,
    has_time,
    is_comparative,
    is_compound,
    names_itself,
    opens_clause,
    owns,
)
from groundgraph.text.english.inflection import past, third_person
from groundgraph.text.english.tagging import SAID, lexicon, tags
from groundgraph.text.english.tokens import tokens
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
        case: What its writer says of himself before such a question: "I'm 22"; or "".
    """

    wanted: Wanted
    before: str
    after: str
    noun: str = ""
    measure: str = ""
    link: str = ""
    auxiliary: str = ""
    case: str = ""

    @property
    def clause(self) -> str:
        """The case as the end of ``after``: "if I'm 22"; or ""."""
        return f"if {_small(self.case)}" if self.case else ""


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
_CHOICE = re.compile(r"[,:] (?:the )?[^,?:]{1,60}(?:, [^,?]{1,60})?,? or [^,?]{1,60}\Z")
_NAMING = frozenset("call name dub nickname".split())
_OBJECTS = frozenset("me you him us them".split())
_ADVERB = re.compile(
    r"(?:(?:also|still|always|often|just|already|even|[a-z]{3,12}ally|[a-z]{3,12}tly) )+(?=[a-z])"
)
"""What may stand between a subject and its verb."""
_SHARES = frozenset("share percentage proportion percent part fraction".split())
OWNER = "'s "
"""What stands before the noun of a question with "whose"."""
_LONGEST = 60
"""Words of a question that is read; a longer one is a task, not a question."""


@lru_cache(maxsize=1024)
def statement_form(question: str) -> Form | None:
    """Return the statement that answers a question, ``None`` where no rule fits it.

    >>> form = statement_form("How many speakers were there in Porto?")
    >>> form.before, form.noun, form.after
    ('There were', 'speakers', 'in Porto')
    >>> statement_form("Where did she study?").before
    'She studied'
    """
    case, question = case_before(question)
    text, fronted = plain_question(question)
    read = tokens(text, Span(0, len(text)))
    if not read or len(read) > _LONGEST:
        return None
    words = Words(text, read, tags(read))
    found = _polar(words) if words.lower(0) in AUXILIARIES else _open(words) or _in_place(words)
    found = found or _imperative(text)
    if found is None:
        return None
    found = found._replace(case=case)
    after = " ".join(filter(None, [found.after, fronted, found.clause]))
    return found._replace(before=_capital(found.before), after=after)


def _small(text: str) -> str:
    """Return a text with its first letter small, but "I"."""
    return text if text.startswith(("I ", "I'", "I’")) else text[:1].lower() + text[1:]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Yes or no


def _polar(words: Words) -> Form | None:
    auxiliary = words.lower(0)
    start = 1 + (words.tag(1) == "NEG")
    end = subject_end(words, start, auxiliary, polar=True)
    if end is None:
        return None
    if auxiliary in DO and words.tag(end) in {"IN", "TO"}:  # "Did anyone in class 8B | miss it?"
        end = next((n for n in range(end, len(words.tokens)) if _is_base(words, n)), end)
    ever = words.lower(end - 1) == "ever" and end - 1 > start
    lone = end == start + 1  # "Has he | not paid?"
    told = end + (words.lower(end) == "ever" or (lone and words.lower(end) == "not"))
    subject, rest = words.between(start, end - ever), words.between(told, len(words.tokens))
    return Form("yes or no", subject, rest, auxiliary=auxiliary)


def _is_base(words: Words, at: int) -> bool:
    """Say whether a word is a verb as it stands behind "did", and no noun of a phrase."""
    article = words.tag(at - 1) in {"DT", "PRP$", "JJ", "IN"}
    return not article and (
        words.tag(at) in {"VB", "VBP"} or lexicon().get(words.lower(at), "")[:1] == "V"
    )


# Who, what, where, when, why, how


def _open(words: Words) -> Form | None:
    link = ""
    at = 0
    if words.lower(1) in _OPEN and words.tag(0) in {"IN", "TO", "SUB"}:
        link, at = words.lower(0), 1
    word = words.lower(at)
    if word not in _OPEN or words.lower(at + 1) == "to":
        return None
    measures = word == "how" and words.lower(at + 1) not in AUXILIARIES  # "how long"
    verb = first_verb(words, at + 1 + measures)
    if verb and any(words.lower(n) in RELATIVES for n in range(at + 2, verb)):
        verb = first_verb(words, clauses_within(words, at + 1).last)
    if verb is None or _opens_clause(words, at, verb):
        return _counting(words, at)
    if word not in {"what", "which", "whose", "how"} and verb > at + 1:  # "tell me when it opens"
        form = _asked_for(word, "", link)
        return form._replace(before=words.between(at + 1, len(words.tokens)))
    noun = words.between(at + 1, verb)
    if noun.lower() == "age" and words.lower(verb) not in BE:
        link = link or "at"  # "What age did she retire?"
    form = _asked_for(word, noun, link)
    text = words.text
    choice = _CHOICE.search(text)
    if choice:  # "Who is older, Ana or Ben?"
        kept = [token for token in words.tokens if token.end <= choice.start()]
        words = Words(text[: choice.start()], kept, words.tags[: len(kept)])
    return _with_verb(words, verb, word, form)


def _opens_clause(words: Words, at: int, verb: int) -> bool:
    """Say whether the first verb is that of a clause: "how many tries until it is locked"."""
    many = words.lower(at + 1) in {"many", "much"}
    return many and any(words.lower(n) in SUBORDINATE for n in range(at + 2, verb))


def _in_place(words: Words) -> Form | None:
    """Read "The song was written by whom?", which is a statement but for its question word."""
    places = [at for at in range(2, len(words.tokens)) if words.lower(at) in _IN_PLACE]
    if len(places) != 1 or words.lower(places[0] + 1) in AUXILIARIES:
        return None
    if words.lower(0) in _OPEN or (words.lower(1) in _OPEN and is_linked(words, 1)):
        return None
    [at] = places
    end = at + 1
    while end < len(words.tokens) and words.tag(end) in {"NN", "NNS", "NNP", "JJ"}:
        end += 1
    linked = words.lower(at - 1) if is_linked(words, at) else ""
    form = _asked_for(words.lower(at), words.between(at + 1, end), linked)._replace(link="")
    before, after = words.between(0, at), words.between(end, len(words.tokens))
    return form._replace(before=before, after=after)


def _counting(words: Words, at: int) -> Form | None:
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
    many = last in MANY or (last.endswith("s") and not last.endswith(("ss", "us", "is")))
    return Form("name", f"{thing} {'are' if many else 'is'}", "")


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
    if noun.lower() == "age" and not link:
        return Form("number", "", "", measure="old")
    if word == "whose":
        return Form("name", "", "", noun=f"{OWNER}{noun}", link=link)
    share = noun.partition(" of ")
    if first in _SHARES and share[2]:
        return Form("number", "", "", noun=f"of {share[2]}", link=link)
    return Form("name", "", "", noun=noun, link=link)


def _of_how(first: str, counted: str, link: str) -> Form:
    if first == "much" and is_comparative(counted.lower()):
        return Form("number", "", counted, link=link)
    if first in {"many", "much"}:
        return Form("number", "", "", noun=counted, link=link)
    if not first:
        return Form("manner", "", "")
    if counted.partition(" ")[0] in {"before", "after"}:  # "how long before the start"
        return Form("number", "", counted)
    return Form("number", "", "", measure=first)


def _with_verb(words: Words, verb: int, word: str, form: Form) -> Form | None:
    """Put the words behind the question word in the order of a statement."""
    auxiliary, end = words.lower(verb), len(words.tokens)
    if (
        auxiliary not in AUXILIARIES
        or owns(words, verb)
        or asks_for_subject(words, verb, word, form.link)
    ):
        return form._replace(after=words.between(verb, end))
    if words.lower(verb + 1) == "it" and words.lower(verb + 2) == "that":
        return form._replace(before=words.between(verb + 3, end))
    start = verb + 1
    named = auxiliary in BE and not (form.noun or form.link)
    if named and names_itself(words, verb, word):
        return form._replace(before=f"{words.between(start, end)} {auxiliary}")
    if auxiliary in BE and words.lower(start) == "there":
        return form._replace(before=f"there {auxiliary}", after=words.between(start + 1, end))
    form, words = _compared(words, start, form)
    end = len(words.tokens)
    clause = next((at for at in range(start + 1, end - 1) if opens_clause(words, at)), end)
    told_of = any(words.lower(at) in RELATIVES for at in range(start + 1, clause))
    besides = form.measure or form.link or form.wanted in {"place", "time"}
    if clause < end and besides and not told_of:  # "when she joined the firm"
        form = form._replace(after=words.between(clause, end))
        words, end = words.until(clause), clause
    close = _subject_close(words, start, word, form)
    return None if close is None else _ordered(words, (verb, start, close), form)


def _compared(words: Words, start: int, form: Form) -> tuple[Form, Words]:
    """Return a form and its words without "than Ben" of "How much older is Ana than Ben?"."""
    end = len(words.tokens)
    than = next((at for at in range(start + 1, end) if words.lower(at) == "than"), end)
    if not form.after or than == end:
        return form, words
    return form._replace(after=f"{form.after} {words.between(than, end)}"), words.until(than)


def _subject_close(words: Words, start: int, word: str, form: Form) -> int | None:
    """Return where the subject ends that stands behind the verb of a question."""
    auxiliary, end = words.lower(start - 1), len(words.tokens)
    close = subject_end(words, start, auxiliary, polar=False)
    if close is None:
        return None
    if auxiliary in BE and word == "what" and not form.noun and is_compound(words, close):
        return end
    if form.measure == "far":  # "How far is the hotel | from the station?"
        close = next((at for at in range(start + 1, close) if words.lower(at) == "from"), close)
    if auxiliary in BE and close == end > start + 2 and (form.link or word in {"where", "when"}):
        ends = words.tag(end - 1) == "VBN" and clauses_within(words, start).last < end
        close -= ends  # "Where was the director of Up | born?"
    inner = [at for at in range(start + 1, close) if words.lower(at) in RELATIVES]
    if inner and close < end and auxiliary in BE and words.lower(close) in AUXILIARIES:
        close = end  # "… where the firm that bought Acme | is based?"
    return close


def _ordered(words: Words, places: tuple[int, int, int], form: Form) -> Form:
    verb, start, close = places
    auxiliary, end = words.lower(verb), len(words.tokens)
    if close == end > start + 1 and words.tag(end - 1) in {"IN", "RP", "TO"}:
        close = end - 1  # "Which city is the depot in?"
    subject = words.between(start, close)
    if auxiliary in DO and close < end:
        said = finite(auxiliary, words.lower(close))
        behind = close + 1
    else:
        said, behind = auxiliary, close + (auxiliary in MODALS and close < end)
        while behind < end and words.tag(behind) in {"VBN", "VBG", "VBD", "VB", "BE", "RB"}:
            behind += 1
        said = " ".join(filter(None, [said, words.between(close, behind)]))
    if words.lower(behind) in _OBJECTS and form.wanted in {"name", "number"}:
        said = f"{said} {words.between(behind, behind + 1)}"  # "does it cost you | 5 euros"
        behind += 1
    if (
        words.tag(behind) in {"IN", "TO"}
        and words.tag(behind + 1) in {"IN", "TO"}
        and words.lower(behind + 1) != "once"
        and not form.link
    ):
        said = f"{said} {words.between(behind, behind + 1)}"  # "did she work for | in 2010?"
        behind += 1
    if _is_told_of_subject(words, (start, close, behind), form):
        subject, behind = f"{subject} {words.between(behind, end)}", end
    rest = words.between(behind, end)
    spans = said in {"takes", "took", "take"} and words.tag(behind) == "TO"
    spans = spans or (form.measure == "long" and has_time(words, said, behind))
    apart = auxiliary in BE and words.tag(behind) == "IN" and form.measure == "far"
    if form.measure and behind < end and (spans or apart):
        after = " ".join(filter(None, [rest, form.after]))
        return form._replace(before=f"{subject} {said}", after=after)
    last = words.tag(end - 1) in {"IN", "TO", "RP"} and behind < end
    times = form.noun.lower() == "times" or words.lower(close) in {"more", "less"}
    times = times or (auxiliary in DO and not form.noun and words.lower(close) in _NAMING)
    if last or form.wanted not in {"name", "number"} or form.link or form.measure or times:
        return form._replace(before=" ".join(filter(None, [subject, said, rest])))
    parts = [rest, form.after]
    if form.after and is_comparative(
        form.after.partition(" than ")[0]
    ):  # "starts … quicker from cold"
        parts.reverse()
    return form._replace(before=f"{subject} {said}", after=" ".join(filter(None, parts)))


def _is_told_of_subject(words: Words, places: tuple[int, int, int], form: Form) -> bool:
    """Say whether a clause behind the verb tells of the subject before it.

    "When was the college | founded | where Ann teaches?"
    """
    start, close, behind = places
    asks = form.wanted in {"place", "time"} and words.tag(start) != "PRP"
    says = words.lower(behind - 1) in SAID  # "When does it say | that a deed is void?"
    return asks and close < behind and words.lower(behind) in RELATIVES and not says


def finite(auxiliary: str, verb: str) -> str:
    """Return a verb as a statement has it that a question has behind "did", "does" or "do".

    >>> finite("did", "win"), finite("does", "open")
    ('won', 'opens')
    """
    return {"did": past, "does": third_person}.get(auxiliary, str)(verb)


def verb_of(form: Form) -> tuple[str, str]:
    """Return the verb of a question for yes or no as a statement has it, and what follows."""
    if form.auxiliary not in DO:
        return form.auxiliary, form.after
    adverb = _ADVERB.match(form.after)
    before = adverb[0] if adverb else ""
    verb, _, rest = form.after[len(before) :].partition(" ")
    return f"{before}{finite(form.auxiliary, verb.lower())}", rest


def affirmation(form: Form) -> str:
    """Return what a question for yes or no asks about, as a statement.

    >>> affirmation(statement_form("Did Ortega buy Halden?"))
    'Ortega bought Halden.'
    """
    return f"{' '.join(filter(None, [form.before, *verb_of(form)]))}."
