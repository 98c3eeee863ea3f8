"""Whether the evidence says yes or no to a question that asks for either.

A clause answers that holds all that the question says of its subject, or the opposite of one word
of it, where the subject stands before or beside it. What a clause leaves out is not answered: "open
on Sundays" by "open on weekdays", "all its games" by "nine of its ten games". What says it of two
things the other way round says no.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.asked.questions import affirmation
from groundgraph.text.calendar_words import MONTHS, WEEKDAYS
from groundgraph.text.cases import may_leave_out
from groundgraph.text.english.tagging import FINITE, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.inquiries import is_question
from groundgraph.text.polarity import polarity
from groundgraph.text.short_answers.base_forms import base, base_words, content, opposed
from groundgraph.text.short_answers.clauses import CLAUSE_ENDS, Clause, clauses_of
from groundgraph.text.short_answers.field_answers import affirms, marked, named_length
from groundgraph.text.short_answers.record_fields import is_free, records_of
from groundgraph.text.short_answers.replies import replied
from groundgraph.text.statements.judge import bearing_of
from groundgraph.text.vocabulary.small_words import BE
from groundgraph.text.words import KIND_LETTER, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.words import Word

_LETTERS = re.compile(r"[^\s,;:()]+")
_TWO = re.compile(r"\b(?:both|same|than|or)\b", re.IGNORECASE)
"""Questions that one clause does not answer."""
LIMITED = re.compile(
    r"\b(?:only|except|unless|none but|all but|contrary|free of|if|until|till|unless|unlike"
    r"|in contrast to)\b",
    re.IGNORECASE,
)
_SOME_DAYS = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|other|alternate|one|two|some|most|certain)"
    r" (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekday|weekend|day|month|week)s?\b",
    re.IGNORECASE,
)
"""Days of a kind, not all of them: "the first Sunday of each month"."""
_BUT_NOT = re.compile(r"\b(?:but|and|though) not\b([^,;:.]{1,80})", re.IGNORECASE)
_GROUP = re.compile(
    r"\W*(?:the |all )?\w+ (?:with|without|of|from|aged|over|under) (?:an? |the )?(\w+(?: \w+)?)",
    re.IGNORECASE,
)
"""How a clause of some persons opens: "guests with a voucher"."""
_RELATIONS = frozenset(
    """after before within until without during all every each always never still only most over
    under above below between more less least first last again already yet no any longer""".split()
)
"""Words on which a yes or no turns: what lacks them answers another question."""
_ANY = frozenset({"any", "no", "yet", "again", "already"})
_LEAD = 30
"""Characters before a verb in which "will" or "to" may stand."""
_PRONOUN = re.compile(r"(?:it|he|she|they|this|these)\b", re.IGNORECASE)
_PERSONS = frozenset({"he", "she"})
_NOUNS = frozenset({"NN", "NNS", "NNP", "JJ"})
_FREE, _STILL = base("free"), {base("still")}
_PAST = frozenset(map(base, ("former", "formerly", "previous", "previously", "deputy", "acting")))
"""A former head is not the head."""
_ASKS_PAST = frozenset({"has", "have", "had", "did", "was", "were"})
_AHEAD = re.compile(
    r"(?:\b(?:will|would|shall|won['’]t|to)|['’]ll)(?: (?:not|never|be|have|also|soon|then))* \Z",
    re.IGNORECASE,
)
"""What stands before the verb of what is not done yet: "will", "would be", "has yet to"."""
_PRICE = re.compile(
    r"[$€£]\s?[1-9]|(?<![\d.,])[1-9][\d.,]{0,12}\s?(?:euros?|dollars?|pounds?|cents?|pence)\b"
)
"""A price, which is no "free"."""


class Said(NamedTuple):
    """What the evidence says to a question for yes or no.

    Attributes:
        yes: Whether it says yes.
        place: The number of the unit that says so.
        reverse: Whether it says no as it tells what is asked the other way round.
        surely: Whether nothing else that is told can say otherwise.
    """

    yes: bool
    place: int
    reverse: bool = False
    surely: bool = False


def says_yes(made: Statement, units: Sequence[Unit]) -> Said | None:
    """Return what the evidence says to the question of a claim, ``None`` where it leaves it open.

    Args:
        made: The claim that a yes or no makes of its question.
        units: The evidence.

    >>> from groundgraph.text.asked.declaratives import statement
    >>> from groundgraph.text.passage_units import Unit
    >>> unit = Unit("1", None, "The tour starts at the museum and ends at the harbour.", None)
    >>> made = statement("Does the tour start at the museum?", "Yes.")
    >>> says_yes(made, [unit])
    Said(yes=True, place=0, reverse=False, surely=False)
    >>> says_yes(statement("Does the tour pass the harbour?", "Yes."), [unit]) is None
    True
    """
    form = made.form
    assert form is not None
    asked = f"{form.before} {form.after}"
    if _TWO.search(asked):
        return None
    sought = _Sought.of(form)
    if not sought.predicate:
        return None
    denied = any(word.negation for word in words(asked))
    said = frozenset(asked.lower().split())
    answers = {
        (yes, place)
        for place, yes in _answers(sought, units)
        if not may_leave_out(frozenset(_LETTERS.findall(units[place].text.lower())), said)
    }
    told = affirmation(form)
    bearing = {place: bearing_of(_around(place, units), told) for _, place in answers}
    reverse = {(yes, place) for yes, place in answers if yes and bearing[place] == "reverse"}
    if reverse and reverse == answers:
        return Said(denied, min(place for _, place in reverse), reverse=True)
    kept = {(yes, place) for yes, place in answers - reverse if yes or bearing[place] != "same"}
    if len({yes for yes, _ in kept}) != 1:
        return None  # nothing, or both
    yes, place = min(kept, key=lambda each: each[1])
    return Said(yes is not denied, place)


def _around(place: int, units: Sequence[Unit]) -> str:
    """Return a unit, behind the one that its first pronoun points back to."""
    text = units[place].text
    return f"{units[place - 1].text} {text}" if _points_back(place, units) else text


def _points_back(place: int, units: Sequence[Unit]) -> bool:
    """Say whether a unit begins with a pronoun and follows another of its passage."""
    beside = place > 0 and units[place - 1].passage_id == units[place].passage_id
    return beside and _PRONOUN.match(units[place].text) is not None


class _Sought(NamedTuple):
    """What a question asks.

    Attributes:
        subject: The base forms of its subject.
        predicate: Those of what it says of it.
        relations: Its small words on which the answer turns.
        verb: The base form of the verb behind its auxiliary, "" of a question with "is".
        person: Whether its subject is "he" or "she".
        some_days: Whether it is of some days of a kind, such as the first Sunday of a month.
        past: Whether it asks what was done.
        letters: Letters by which it tells things of a kind apart: "S" of "the S model".
    """

    subject: frozenset[str]
    predicate: frozenset[str]
    relations: frozenset[str]
    verb: str = ""
    person: bool = False
    some_days: bool = False
    past: bool = False
    letters: frozenset[str] = frozenset()

    @classmethod
    def of(cls, form: Form) -> _Sought:
        subject, said = content(form.before), content(form.after)
        small = frozenset(f"{form.before} {form.after}".lower().split())
        first = next((word.stem for word in base_words(form.after) if word.content), "")
        verb = "" if form.auxiliary.lower() in BE else first
        person = form.before.lower() in _PERSONS
        some_days = _SOME_DAYS.search(form.after) is not None
        relations = (small & _RELATIONS) - _ANY
        past = form.auxiliary.lower() in _ASKS_PAST
        letters = frozenset(KIND_LETTER.findall(f"{form.before} {form.after}"))
        return cls(subject, said - subject, relations, verb, person, some_days, past, letters)

    def of_now(self) -> _Sought:
        """Return it without "still": a field tells what is so now."""
        now = self.relations - {"still"}
        return self._replace(predicate=self.predicate - _STILL, relations=now)

    def is_same(self, other: _Sought) -> bool:
        """Say whether another question asks the same."""
        said = [(each.subject | each.predicate, each.relations) for each in (self, other)]
        return said[0] == said[1]


def _answers(sought: _Sought, units: Sequence[Unit]) -> Iterator[tuple[int, bool]]:
    """Yield the units that answer, and whether they say yes."""
    records = records_of(units)
    for place, unit in enumerate(units):
        if is_question(unit.text):
            told = replied(units, place)
            if told and sought.is_same(_Sought.of(told[0])):
                yield place + 1, told[1]
            continue
        before = records.get(place, frozenset[str]())
        if _points_back(place, units):
            before = frozenset(word.stem for word in base_words(units[place - 1].text))
        for yes in _of_unit(sought, unit, before):
            yield place, yes


def _of_unit(sought: _Sought, unit: Unit, before: frozenset[str]) -> Iterator[bool]:
    """Yield whether clauses of a unit say yes, behind the words of what it goes on from."""
    if unit.fact is not None:
        free = is_free(unit.fact, sought.predicate | sought.subject, before)
        if free is not None:
            yield free
        sought = sought.of_now()
    last = before if unit.fact is not None else frozenset[str]()
    split = base_words(unit.text)
    said = polarity(unit.text, split)
    denied = said.negated | _behind(unit.text, split)
    none = frozenset(s for name, s in said.quantified if name == "none")
    named = named_length(unit.fact, unit.text)
    for clause in clauses_of(unit.text, split):
        if answer := _of_clause(sought, clause, (before, last), unit.text):
            turned = answer == "turned"
            no = bool(clause.stems & sought.predicate & (denied | none))
            no = no or bool(clause.stems & sought.subject & none)
            holds: bool | None = True
            if unit.fact is not None and clause.words[-1].end <= named:
                holds = affirms(unit.fact, sought.predicate)
            elif (field := _field(sought, clause, unit.text)) is not None:
                no, holds = False, field
            if holds is not None:
                yield (no is turned) is holds
        elif _denies_again(sought, clause, before):
            yield False
        before |= clause.stems
        last = clause.stems


def _field(sought: _Sought, clause: Clause, text: str) -> bool | None:
    """Return the yes or no of the field that names what is asked: "Heated: no"."""
    named = [word.end for word in clause.words if word.stem in sought.predicate]
    return marked(text, named[-1]) if named and ":" in text else None


def _of_clause(
    sought: _Sought, clause: Clause, told: tuple[frozenset[str], frozenset[str]], text: str
) -> str:
    """Return "held", "turned" where one word has its opposite, or "" where neither is so.

    Args:
        sought: What is asked.
        clause: A clause.
        told: The stems of all clauses before it, and of the last one.
        text: What it stands in.
    """
    before, last = told
    done = _done(sought, clause, text)
    missing = [s for s in sought.predicate if s not in (done if s == sought.verb else clause.stems)]
    own = text[max(0, clause.words[0].start - 1) : clause.words[-1].end]
    priced = sought.subject <= clause.stems | last and _PRICE.search(own) is not None
    turned = [
        s
        for s in missing
        if opposed(s, done if s == sought.verb else clause.stems) or (priced and s == _FREE)
    ]
    if len(turned) != len(missing) or len(turned) > 1:
        return ""
    alone = clause.stems if sought.predicate <= _times() else clause.stems | before
    if not sought.subject <= alone:
        return ""  # "Ann works Monday to Thursday, on Fridays Lee covers for her"
    if _SOME_DAYS.search(own) and not sought.some_days:
        return ""
    if not sought.letters <= frozenset(KIND_LETTER.findall(own)):
        return ""
    if not turned and _opposed_within(sought, clause):
        return ""
    if sought.past and _is_ahead(sought, clause, text):
        return ""
    if _is_of_some(sought, clause, own, text):
        return ""
    if not _PAST.isdisjoint(clause.stems - sought.predicate - sought.subject):
        return ""
    if not sought.relations <= frozenset(own.lower().split()) or LIMITED.search(text):
        return ""
    return "turned" if turned else "held"


@cache
def _times() -> frozenset[str]:
    """Return the base forms of days and months, which say when and not what."""
    return frozenset(base(f"{name}{s}") for name in (*WEEKDAYS, *MONTHS) for s in ("", "s"))


def _is_ahead(sought: _Sought, clause: Clause, text: str) -> bool:
    """Say whether a clause tells what is asked as something to be done: "said she would resign"."""
    told = [word for word in clause.words if word.stem in sought.predicate]
    return any(_AHEAD.search(text[max(0, word.start - _LEAD) : word.start]) for word in told)


def _is_of_some(sought: _Sought, clause: Clause, own: str, text: str) -> bool:
    """Say whether a clause tells of a case, or of persons, that the question does not name.

    "Pets may stay on the terrace but not indoors" does not answer whether pets may stay.
    """
    asked = sought.subject | sought.predicate
    denied = _BUT_NOT.search(text, clause.words[0].start)
    beside = denied is not None and denied.start() < clause.words[-1].end
    if denied and beside and not content(own) - content(denied[1]) <= asked:
        return True
    group = None if sought.subject else _GROUP.match(own)
    return group is not None and not content(group[1]) <= asked


def _done(sought: _Sought, clause: Clause, text: str) -> frozenset[str]:
    """Return the words of a clause that may be the verb of a question: "the pass mark" has none.

    What a thing does is not what "she" does.
    """
    nouns = _nouns(text)
    verbs = [word for word in clause.words if word.start not in nouns]
    if not sought.person:
        return frozenset(word.stem for word in verbs)
    done: set[str] = set()
    for word in verbs:
        ahead = [other for other in clause.words if other.start < word.start]
        names = [o for o in ahead if o.capital and o.content]
        who = names or [o for o in ahead if text[o.start : o.end].lower() in _PERSONS]
        if who or not any(other.content for other in ahead):
            done.add(word.stem)
    return frozenset(done)


@lru_cache(maxsize=2048)
def _nouns(text: str) -> frozenset[int]:
    """Return where words stand that could be verbs and are nouns: "the pass", "a call centre is".

    In "no charge" the noun says what the verb does.
    """
    read = tokens(text, Span(0, len(text)))
    found = [*tags(read), "."]
    nouns: set[int] = set()
    for at, token in enumerate(read):
        if found[at] not in {"NN", "NNS", "VB"}:
            continue
        first, stop = at, at + 1
        while first and found[first - 1] in _NOUNS:
            first -= 1
        while found[stop] in _NOUNS:
            stop += 1
        opened = first > 0 and found[first - 1] in {"DT", "PRP$"}
        if not opened:
            is_noun = found[at] == "VB" and found[at + 1] == "BE"
        elif read[first - 1].lower in _ANY:
            is_noun = False
        else:
            is_noun = first == at or found[at - 1] == "JJ" or found[stop] in FINITE
        if is_noun:
            nouns.add(token.start)
    return frozenset(nouns)


def _denies_again(sought: _Sought, clause: Clause, before: frozenset[str]) -> bool:
    """Say whether a clause denies what one before it said: "Dogs are welcome, but cats are not"."""
    closing = clause.words[-1].negation and sought.subject <= clause.stems
    return closing and sought.predicate <= before - clause.stems


def _opposed_within(sought: _Sought, clause: Clause) -> bool:
    """Say whether a clause holds a word and its opposite too, so that either may be meant."""
    return any(opposed(word, clause.stems - {word}) for word in sought.predicate)


def _behind(text: str, split: Sequence[Word]) -> frozenset[str]:
    """Return the words that a "not" at the end of its clause denies: "cats are not"."""
    found: set[str] = set()
    for at, word in enumerate(split):
        end = split[at + 1].start if at + 1 < len(split) else len(text)
        closing = at + 1 == len(split) or re.search(r"[,;.]", text[word.end : end])
        if not (word.negation and closing):
            continue
        for other in reversed(split[:at]):
            if CLAUSE_ENDS.search(text[other.end : word.start]):
                break
            found.add(other.stem)
    return frozenset(found)
