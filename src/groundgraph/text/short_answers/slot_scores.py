"""How near values of a kind stand to the words of a question, in sentences that hold it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.answer_values import (
    Value,
    alike,
    are_of_two_currencies,
    measured_by,
    periods,
    values,
)
from groundgraph.text.asked.questions import OWNER
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.inquiries import is_question
from groundgraph.text.larger_places import is_country, with_larger
from groundgraph.text.outdated import is_over, speaks_of_now_alone
from groundgraph.text.polarity import polarity
from groundgraph.text.short_answers.sides import (
    is_of_somebody_else,
    is_of_the_other,
    is_of_the_other_side,
)
from groundgraph.text.words import stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.words import Word

    Weight = Callable[[str], float]
    """How rare a stem is, at least 0."""

_CARRIED = 0.5
"""What a word of the question counts that stands in the sentence before: "It costs 12 euros."."""
_HANDED_ON = 0.85
"""What is left where the word stands before a break: what opens a sentence is said of all that
follows ("The basic plan costs $9, the pro plan $29")."""
_LATER = 0.15
"""What is left where it stands behind one."""
_CARRIED_ON = 0.8
"""What counts of the sentence before one that opens with "It" or "They"."""
_LEFT = 0.5
"""What counts for a place behind "from", where it is asked what is there."""
_FALL = 12.0
"""Words over which nearness falls to a half."""
_LINKED = 0.15
"""What counts for a preposition that the question asks with: "made of", "in which city"."""
_PERIODS = frozenset({"century", "decade"})
_TIMES = frozenset({"date", "hour"})
_COLOUR = frozenset({"colour", "color"})
_BETWEEN = frozenset("the a an its their his her dr mr mrs ms prof professor sir dame".split())
"""Words that may stand between a preposition and a value."""
_BREAKS = re.compile(r"[,;:—–]|\b(?:and|but|while|whereas|or)\b", re.IGNORECASE)
_ARTICLES = frozenset({"the", "a", "an"})
_BEFORE = 40
_LEAST = 1.0
"""What the commonest word of a question counts, beside its rarity."""
_DOES = 2.0
"""What the verb counts of a question for who does it."""
_DECIDES = 3.0
"""What "first", "last" or "highest" counts, which tells two values of one sentence apart."""
_NAMED = 1.5
"""What a name in a question counts beside its other words."""
_PLACE_LINKS = frozenset("in at from to near into on".split())
_PREPOSITIONS = _PLACE_LINKS | frozenset("of by with for under over between after before".split())
_STOPS = re.compile(r"[,;:—–]")
_TIME = r"(?:days?|weeks?|months?|years?)\b"
_COUNTED_ON = re.compile(
    rf"\b{_TIME} (?:later|after|afterwards|thereafter)\b"
    rf"|\b(?:in|of|for|lasts?|within|is|another|every) (?:[\w-]+ ){{1,2}}{_TIME}",
    re.IGNORECASE,
)
"""What may lead on from a date to another: "fixed two days later", "returns every 76 years"."""
_IN_A_WHILE = re.compile(r"\bin (?:[\w-]+ ){1,2}(?:second|minute|hour)s?\b", re.IGNORECASE)
"""What leads on from a time of day to what is to come: "03:10 retry scheduled in 30 minutes"."""
TINY = 1e-9
COMPARES = re.compile(
    r"\b(?:most|least|fewest|more|less|fewer|than|first|last|final|finally|total|sum|altogether|left|"
    r"remain(?:s|ing)?|average|difference|change|[a-z]{2,12}est)\b",
    re.IGNORECASE,
)
"""Questions whose answer follows from several values."""
PRONOUN = re.compile(r"(?:it|he|she|they|this|these)\b", re.IGNORECASE)


@lru_cache(maxsize=2048)
def words_in(text: str) -> list[Word]:
    """Return the words of a text by their base forms: "wrote" and "written" are one."""
    return [
        word._replace(stem=stem(lemma(text[word.start : word.end].lower()))) for word in words(text)
    ]


class Held(NamedTuple):
    """A value of the evidence that may answer the question.

    Attributes:
        value: The value.
        place: The number of its unit.
        share: Of the question, its words weighed, what the unit holds with the one before.
        near: How near it stands to each word of the question, weighed, of sum 1 at most; last the
            preposition that the question asks with.
    """

    value: Value
    place: int
    share: float
    near: tuple[float, ...]

    @property
    def score(self) -> float:
        """How near it stands in all."""
        return sum(self.near)

    @property
    def nearest(self) -> float:
        """The most that a word of the question adds."""
        return max(self.near)


def share_of(wanted: dict[str, float], stems: set[str]) -> float:
    """Return the share of a question's words, weighed, that are among some stems."""
    return sum(w for s, w in wanted.items() if s in stems) / max(sum(wanted.values()), TINY)


class Asked(NamedTuple):
    """What a question asks: its words with their weights, the kind, its key, what it compares by.

    Only a country stands in the place of one that is given where it is asked for one, or for a
    place; what is over answers no question of how things are now, nor what is so now one of what
    was before.
    """

    wanted: dict[str, float]
    form: Form
    person: bool
    key: str = ""
    compares: frozenset[str] = frozenset()
    country: bool = False
    now: bool = False
    before: bool = False

    @property
    def noun(self) -> str:
        """The stem of what kind of thing is asked for, or ""."""
        return stem(self.form.noun.lower().rpartition(" ")[2])

    @property
    def names(self) -> frozenset[str]:
        """The stems of its names."""
        asked = words_in(f"{self.form.before} {self.form.after}")
        return frozenset(word.stem for word in asked if word.capital and word.content)

    @property
    def does(self) -> str:
        """The verb of a question for who does it, "" of others."""
        if self.form.before or not self.person:
            return ""
        return next((word.stem for word in words_in(self.form.after) if word.content), "")

    @property
    def happens(self) -> str:
        """The verb of a question for a time, "" of others."""
        told = f"{self.form.before} {self.form.after}"
        words = words_in(told) if self.form.wanted == "time" else []
        return next((word.stem for word in reversed(words) if word.content), "")

    def is_of_other(self, text: str) -> bool:
        """Say whether a sentence compares nothing, or tells of now, where it should not."""
        if self.compares and not self.compares <= set(text.lower().split()):
            return True  # what is most, first or left follows from several values
        return self.before and speaks_of_now_alone(text)

    def places(self, lead: str) -> bool:
        """Say whether a value behind a word, a preposition perhaps, may be what is asked for."""
        if self.form.wanted == "place" and lead not in _PLACE_LINKS:
            return False
        if lead == "by" and self.form.link in _PLACE_LINKS:
            return False
        return not (self.person and lead in _PLACE_LINKS - {"to", "from"})


def wanted_words(question: str, answer: str, form: Form, weight: Weight) -> dict[str, float]:
    """Return the words of a question as a statement has them ("died" for "did … die")."""
    said = {word.stem for word in words_in(answer)} if form.wanted != "number" else set()
    noun = (
        "" if form.noun.lower() in _COLOUR or period_asked(form) else form.noun.removeprefix(OWNER)
    )
    asked = f"{form.before} {form.after} {noun}"
    capitals = {word.stem for word in words_in(question) if word.capital and word.start}
    compares = {stem(found[0].lower()) for found in COMPARES.finditer(asked)}
    does = [word.stem for word in words_in(form.after) if word.content][: not form.before]
    return {
        word.stem: (weight(word.stem) + _LEAST)
        * (_NAMED if word.stem in capitals else 1.0)
        * (_DOES if word.stem in does else 1.0)
        * (_DECIDES if word.stem in compares else 1.0)
        for word in words_in(asked)
        if (word.content or word.stem in compares) and word.stem not in said
    }


def period_asked(form: Form) -> str:
    """Return which stretch of years a question asks for, "" where for none."""
    noun = form.noun.lower().rpartition(" ")[2]
    return noun if noun in _PERIODS else ""


def are_same(given: Value, other: Value) -> bool:
    """Say whether two values are one, however they are written."""
    if given.kind in {"name", "phrase"} and other.kind not in {"name", "phrase"}:
        return False
    if given.kind == other.kind == "count" and are_of_two_currencies(given, other):
        return False
    if given.kind == other.kind == "count" and alike(given, other):
        return True
    if given.kind == other.kind == "name" and _shortened(given.keys, other.keys):
        return True
    if given.kind in {"name", "phrase", "date"}:
        return given.keys <= other.keys or (bool(other.keys) and other.keys <= given.keys)
    return not given.keys.isdisjoint(other.keys)


def _shortened(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether one of two names has initials for what the other spells: "J. K. Rowling"."""
    ours, theirs = one - other, other - one
    if any(map(str.isdigit, ours | theirs)):  # "Phase II" and "Phase I"
        return False
    initials = {each for each in ours | theirs if len(each) == 1}
    spelled = (ours | theirs) - initials
    whole = spelled <= ours or spelled <= theirs
    return bool(one & other and initials and whole and {each[0] for each in spelled} & initials)


def scored(given: Value, ask: Asked, units: Sequence[Unit]) -> Iterable[Held]:
    """Yield each value of the kind that may answer the question.

    A value that the question names itself is none that answers it.
    """
    wanted, form = ask.wanted, ask.form
    total = sum(wanted.values())
    link = form.link or form.before.rpartition(" ")[2].lower()
    link = link if link in _PREPOSITIONS else ""
    before: frozenset[str] = frozenset()
    for place, unit in enumerate(units):
        split = words_in(unit.text)
        stems = frozenset(word.stem for word in split)
        same = place > 0 and units[place - 1].passage_id == unit.passage_id
        earlier = before if same else frozenset()
        before = stems
        if ask.is_of_other(unit.text) or is_question(unit.text):
            continue
        share = sum(w for s, w in wanted.items() if s in stems or s in earlier) / total
        carried = _carried(units, place)
        denied = polarity(unit.text, split).negated
        told = _told(unit.text, given, form) if share > 0 else ()
        for value in with_larger(unit.text, told, form.noun) if given.kind == "name" else told:
            if ask.country and not is_country(value.span.of(unit.text)):
                continue
            lead = _word_before(unit.text, value.span)
            if not (_is_rival(given, value, ask) and _fits(given, value, ask) and ask.places(lead)):
                continue
            other = ask.now and is_over(unit.text, value.span)
            other = other or _leads_on(given, value, unit.text, ask)
            if other or _is_of_another(value, ask, unit.text, split):
                continue
            if ask.does and not _may_do(ask.does, value.span, lead, split):
                continue
            near = {s: _nearness(unit.text, split, s, value.span) for s in wanted if s in stems}
            if lead == "of" != link and _is_of(unit.text, value.span, wanted):
                continue
            if any(near.get(s, 0.0) > _LATER for s in denied):
                continue  # "Switzerland is not covered"
            stays = form.wanted == "place" or link in _PLACE_LINKS - {"from"}
            left = _LEFT if lead == "from" and stays else 1.0
            own = [
                left * w * (near[s] if s in near else carried * (s in earlier)) / total
                for s, w in wanted.items()
            ]
            yield Held(value, place, share, (*own, _LINKED * (lead == link != "")))


def _is_of_another(value: Value, ask: Asked, text: str, split: Sequence[Word]) -> bool:
    """Say whether a time is told of another thing than is asked for, or a number of other votes."""
    if value.kind not in {"count", *_TIMES}:
        return False
    if is_of_somebody_else(text, value.span, split, ask.names):
        return True
    if value.kind == "count":
        return is_of_the_other_side(text, value.span, ask.form.after)
    return is_of_the_other(text, value.span, split, ask.wanted)


def _leads_on(given: Value, value: Value, text: str, ask: Asked) -> bool:
    """Say whether a date is one from which a text counts on to what is asked for.

    It is no rival of another date then, nor right itself where the verb of the question stands
    behind it: "began in May 2022 and will be completed in three years".
    """
    to_come = given.kind == "hour" and " will " in f" {ask.form.before} "
    if value.kind != given.kind or not (given.kind == "date" or to_come):
        return False
    if not are_same(given, value):
        return (_IN_A_WHILE if to_come else _COUNTED_ON).search(text) is not None
    told = _COUNTED_ON.search(text, value.span.end)
    if told is None or not ask.happens:
        return False
    asked = [word for word in words_in(text) if word.stem == ask.happens]
    return bool(asked) and all(value.span.end <= w.start <= told.end() for w in asked)


def _carried(units: Sequence[Unit], place: int) -> float:
    """Return what words of the sentence before a unit count for it."""
    if place and is_question(units[place - 1].text):
        return 1.0
    return _CARRIED_ON if PRONOUN.match(units[place].text) else _CARRIED


def goes_on(units: Sequence[Unit], place: int) -> bool:
    """Say whether a unit is said of what the one before it names: "It …", a reply to a question."""
    if not place or units[place].passage_id != units[place - 1].passage_id:
        return False
    return PRONOUN.match(units[place].text) is not None or is_question(units[place - 1].text)


def _told(text: str, given: Value, form: Form) -> Sequence[Value]:
    """Return what a sentence gives that may stand in the place of an answer."""
    if period := period_asked(form):
        return periods(text, period)
    return values(text, phrases_too=given.kind == "phrase")


def _is_of(text: str, span: Span, wanted: Container[str]) -> bool:
    """Say whether a value is what something that is asked for is of: "the capital of Norland"."""
    before = [w for w in text[: span.start][-_BEFORE:].lower().split() if w not in _ARTICLES]
    return before[-1:] == ["of"] and any(stem(lemma(word)) in wanted for word in before[-2:-1])


def _may_do(does: str, span: Span, lead: str, split: list[Word]) -> bool:
    """Say whether who stands somewhere may do what a verb says: before it, or behind its "by"."""
    before = [word for word in split if word.end <= span.start]
    if lead == "by":
        verbs = [word.stem for word in before if word.content]
        return does in verbs[-2:]
    return all(word.stem != does for word in before)


def _is_rival(given: Value, value: Value, ask: Asked) -> bool:
    """Say whether a value is of the answer's kind; a name, where a person is asked for."""
    if ask.form.noun.lower() in _COLOUR:
        return value.kind == "colour"
    if ask.noun in given.keys - value.keys:
        return False  # "Oslo" is no rival of "Ulvik Hospital" where a hospital is asked for
    return value.kind == given.kind or (
        ask.person and given.kind == "phrase" and value.kind == "name"
    )


def _fits(given: Value, value: Value, ask: Asked) -> bool:
    """Say whether a value may answer what an answer of its kind does."""
    if value.kind == "name":
        return are_same(given, value) or value.keys.isdisjoint(ask.wanted)
    if value.kind == "phrase":
        return not value.keys <= ask.wanted.keys()
    if value.kind == "count" and given.unit and value.unit != given.unit:
        if measured_by(given.unit) or measured_by(value.unit):
            return measured_by(given.unit) == measured_by(value.unit)
        return given.unit in ask.wanted and not value.unit
    return True


def _nearness(text: str, split: list[Word], wanted: str, span: Span) -> float:
    """Return how near a value stands to a word of the question, in [0, 1]."""
    best = 0.0
    for word in split:
        if word.stem != wanted:
            continue
        if word.start >= span.start and word.end <= span.end:
            return 1.0
        first, last = sorted([(word.start, word.end), tuple(span)])
        between = text[first[1] : last[0]]
        subject = (
            word.capital and _word_before(text, Span(word.start, word.end)) not in _PREPOSITIONS
        )
        if subject and word.end <= span.start:  # a subject is that of all that follows
            best = max(best, _HANDED_ON if _STOPS.search(between) else 1.0)
            continue
        breaks = len(_BREAKS.findall(between))
        gap = between.count(" ")
        kept = _HANDED_ON if word.end <= span.start else _LATER
        kept = kept if breaks else 1.0
        best = max(best, kept * _FALL / (_FALL + gap))
    return best


def _word_before(text: str, span: Span) -> str:
    said = re.findall(r"[^\W\d_]+", text[: span.start][-24:].lower())
    while said and said[-1] in _BETWEEN:
        said.pop()
    return said[-1] if said else ""
