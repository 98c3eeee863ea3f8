"""What the evidence says in the place of an answer that names, counts or dates something.

The answer is compared with the other values of its kind, by the words of the question that tell
them apart, and how near they stand.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.answer_values import Value, periods, values
from groundgraph.text.asked.sought import marks, sought
from groundgraph.text.english.tagging import lexicon
from groundgraph.text.inquiries import is_question
from groundgraph.text.larger_places import asks_for_country, is_country
from groundgraph.text.outdated import asks_of_before, asks_of_now
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.amounts import amounts_of
from groundgraph.text.quantities.written.tokens import tokens as amount_tokens
from groundgraph.text.quantities.written.unit_table import MONEY_BEFORE
from groundgraph.text.short_answers.field_answers import named_length
from groundgraph.text.short_answers.keys import key_of, tells
from groundgraph.text.short_answers.reckoned import may_be_reckoned
from groundgraph.text.short_answers.record_fields import numbering
from groundgraph.text.short_answers.slot_scores import (
    COMPARES,
    TINY,
    Asked,
    Held,
    are_same,
    goes_on,
    period_asked,
    scored,
    share_of,
    wanted_words,
    words_in,
)
from groundgraph.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from groundgraph.text.asked.questions import Form
    from groundgraph.text.passage_units import Unit
    from groundgraph.text.short_answers.slot_scores import Weight
    from groundgraph.types import Span


COVERED = 0.6
"""The share of a question, its words weighed by rarity, that a sentence must hold to be read."""
COVERED_OTHER = 0.75
"""The same where it gives another value than the answer."""
_ELSEWHERE = 0.3
"""The share of a question beside which an answer may stand in a way that is not looked for."""
_BESIDE = 0.4
"""What the nearest word of the question must add where a phrase of any kind stands instead."""
_LEAST_APART = 0.08
"""By how much two values must differ in all."""
_NEARLY = 0.2
"""By how much a value may stand further from the question's words and still be the one meant."""
_SEVERAL = 2
_LISTS = re.compile(r",|\band\b")
_COUNTED = re.compile(r"\s*(?:\d{1,3}|[A-Za-z]{2,9})(?: [a-z]{1,20})?:\s")
"""How many things a list names that follows."""
_MULTIPLES = frozenset(map(stem, "each every twice double times half quarter rest others".split()))
_OF_CODES = re.compile(r"\b(?:version|release|build|revision|firmware)\b", re.IGNORECASE)
"""Kinds of things that a number names."""
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,9})?")
_OF_OTHERS = re.compile(r"\s(?:[a-z-]{2,} )?[a-z-]{2,}s\b(?! (?:of|in|at)\b)")
"""What is counted behind a number: "8 bank holidays"."""
_SIGNED = frozenset("$€£¥%")
_CLAUSE = re.compile(r"\(?\d{1,2}(?:\.\d{1,2}){0,3}[.)]? (?=[A-Z])")
_FIELD = re.compile(r"[^.:?!\n]{1,80}: \S")
_OF_LIFE = frozenset({"bear", "die"})
_PERSON = re.compile(r"(?:and |so )?(?:who|whom|whose)\b", re.IGNORECASE)


class Found(NamedTuple):
    """What the evidence says of a short answer.

    Attributes:
        kind: "slot" for a value, "polar" for yes or no, "option" for one of several that the
            question offers.
        lead: How much nearer the answer stands to the question's words than any other value of its
            kind, in [-1, 1]; for yes or no 1 where the evidence says the same, -1 where it says the
            other; so for options, of which the evidence holds one. 0 where it decides nothing.
        passage_id: Where it says so.
        span: In that passage; ``None`` for a fact of data.
        text: The sentence.
        instead: The other value, "" where there is none.
        whole: Whether that is all that the answer says: a yes or no alone, an option, a time that
            the sentence tells of another event than the birth or death that is asked for.
        sure: Whether it is right, or wrong, whatever else is looked at: a no to what is told in
            reverse, what opening hours or a field of data decide.
        several: Whether more values of the kind stand there, of which another may be meant.
    """

    kind: Literal["slot", "polar", "option"]
    lead: float
    passage_id: str = ""
    span: Span | None = None
    text: str = ""
    instead: str = ""
    whole: bool = False
    sure: bool = False
    several: bool = False


def in_slot(
    question: str, answer: str, form: Form, units: Sequence[Unit], weight: Weight
) -> Found | None:
    """Return what the evidence says in the place of an answer that is no yes or no."""
    wanted = wanted_words(question, answer, form, weight)
    given = _as_held(_given(answer, form), units)
    listed = given is not None and given.kind == "name" and form.wanted == "number"
    if given is None or listed or not wanted or " or " in question:
        return None
    ask = Asked(
        wanted,
        form,
        key=key_of(form),
        person=_PERSON.match(question) is not None,
        compares=frozenset(found[0].lower() for found in COMPARES.finditer(question)),
        country=(form.wanted == "place" or asks_for_country(form.noun)) and is_country(answer),
        now=asks_of_now(question),
        before=asks_of_before(question),
    )
    said = [given, *_others(answer, given)]
    event = sought(question).last if form.wanted == "time" else ""
    found = [_of_value(value, said, ask, units, event) for value in said]
    against = [each for each in found if each is not None and each.lead < 0]
    if against:
        worst = min(against, key=lambda each: each.lead)
        return None if _are_converted(answer, worst.instead) else worst
    if len(said) == 1:
        return found[0]
    known = [each for each in found if each is not None]
    return min(known, key=lambda each: each.lead) if len(known) == len(said) else None


def _are_converted(answer: str, other: str) -> bool:
    """Say whether an answer gives the same amount as another in another unit."""
    ours, theirs = (amounts_of(amount_tokens(text), text) for text in (answer, other))
    return any(
        one.unit.name != two.unit.name and agreement(one, two) in {"equal", "near"}
        for one in ours
        for two in theirs
    )


def _others(answer: str, given: Value) -> list[Value]:
    """Return the other names of an answer that lists several."""
    if given.kind != "name" or not _LISTS.search(answer):
        return []
    named = [v for v in values(answer.strip(), phrases_too=False) if v.kind == "name"]
    return [name for name in named if not are_same(given, name)]


def _of_value(
    given: Value, said: Sequence[Value], ask: Asked, units: Sequence[Unit], event: str
) -> Found | None:
    """Return what the evidence has in the place of one of the values that an answer gives."""
    wanted = ask.wanted
    every = list(scored(given, ask, units))
    near = [
        each
        for each in _of_event(every, event, units)
        if not _is_of_a_name(units[each.place], each.value, wanted)
    ]
    near = _of_what_is_counted(near, given, ask, units)
    held = [each for each in near if are_same(given, each.value)]
    other = [each for each in near if not any(are_same(one, each.value) for one in said)]
    best = max(held, key=lambda each: each.score, default=None)
    rival = max(other, key=lambda each: each.score, default=None)
    top = _better(best, rival)
    if top is None or top.share < (COVERED if top is best else COVERED_OTHER):
        return None
    if top is rival and not _is_plain(given, top, units, wanted, held=best is not None):
        return None
    unit = units[top.place]
    if not _tells_it(ask.key, units, top.place):
        return None
    lead = _lead(best, rival)
    instead = top.value.span.of(unit.text).rstrip(".,;:") if top is rival else ""
    told = [each for each in every if each.place == top.place and are_same(given, each.value)]
    whole = top is rival and bool(told) and not any(each in near for each in told)
    found = Found("slot", lead, unit.passage_id, unit.span, unit.text, instead, whole)
    return found._replace(several=top is rival and _has_more(top, other))


def _of_what_is_counted(
    near: list[Held], given: Value, ask: Asked, units: Sequence[Unit]
) -> list[Held]:
    """Leave out numbers of others beside one of what a question counts: "25 days, 8 holidays"."""
    counted = stem(ask.form.noun.partition(" of ")[0].rpartition(" ")[2].lower())
    if given.kind != "count" or given.unit not in {"", counted}:
        return near
    places = {each.place for each in near if each.value.unit == counted != ""}
    return [
        each
        for each in near
        if each.value.unit == counted
        or each.place not in places
        or not _OF_OTHERS.match(units[each.place].text, each.value.span.end)
    ]


def _has_more(top: Held, other: Sequence[Held]) -> bool:
    """Say whether a unit has more values that stand nearly as well in the place of an answer."""
    return any(
        each.place == top.place
        and not are_same(top.value, each.value)
        and each.score >= top.score - _NEARLY
        for each in other
    )


def _tells_it(key: str, units: Sequence[Unit], place: int) -> bool:
    """Say whether a unit tells what a question asks, or goes on from one that does.

    A field, "Garden Room — Banquet: 96", has no verb.
    """
    if units[place].fact is not None or _FIELD.match(units[place].text):
        return True
    told = units[place - goes_on(units, place) : place + 1]
    return not key or any(tells(unit.text, key) for unit in told)


def _is_of_a_name(unit: Unit, value: Value, wanted: Container[str]) -> bool:
    """Say whether a value of a field is no answer: words of its name, or what only numbers it.

    So is the currency in a name, "1 EUR thousand: Goodwill", and "A-77" of "order id: A-77" where
    no id is asked for.
    """
    if unit.fact is None:
        return False
    begins = named_length(unit.fact, unit.text)
    if value.span.end <= begins and value.kind == "phrase":
        return True
    number = numbering(unit.fact)
    if number and value.span.start >= begins:
        return stem(number) not in wanted
    if value.span.of(unit.text).lower() not in MONEY_BEFORE:
        return False
    return value.span.end <= len(unit.text) - len(str(unit.fact.value))


def _of_event(held: list[Held], event: str, units: Sequence[Unit]) -> list[Held]:
    """Leave out the times of something else where a sentence tells when somebody was born, or died.

    "Ann Orr (born 1952) founded Tolm in 1987" tells one time of each.
    """
    if event not in _OF_LIFE:
        return held
    kept: list[Held] = []
    for place, group in groupby(held, lambda each: each.place):
        text = units[place].text
        told = marks(text)
        own = [(told.distance(event, _stems(each.value.span.of(text))), each) for each in group]
        nearest = min((apart for apart, _ in own if apart is not None), default=None)
        kept += [each for apart, each in own if apart == nearest]
    return kept


def _stems(text: str) -> frozenset[str]:
    return frozenset(marks(text).stems)


def _better(best: Held | None, rival: Held | None) -> Held | None:
    if best is None or rival is None:
        return best or rival
    return best if best.score >= rival.score else rival


def _lead(best: Held | None, rival: Held | None) -> float:
    """Return how much more of what tells two values apart speaks for the first, in [-1, 1].

    Words that are as near to one as to the other tell nothing; 0 where all together tell little.
    """
    if best is None or rival is None:
        return 1.0 if rival is None else -1.0
    apart = [one - other for one, other in zip(best.near, rival.near, strict=True)]
    if abs(sum(apart)) < _LEAST_APART:
        return 0.0
    return sum(apart) / max(sum(map(abs, apart)), TINY)


def _is_plain(
    given: Value,
    rival: Held,
    units: Sequence[Unit],
    wanted: dict[str, float],
    *,
    held: bool,
) -> bool:
    """Say whether another value surely stands where the answer should.

    Its own sentence holds the question, and a number that stands nowhere
    cannot be reckoned from several that do.
    """
    place = rival.place
    stems = {word.stem for word in words_in(units[place].text)}
    if goes_on(units, place):
        stems |= {word.stem for word in words_in(units[place - 1].text)}
    if share_of(wanted, stems) < COVERED_OTHER:
        return False
    if given.kind == "phrase" and rival.value.kind == "phrase":
        return held and rival.nearest >= _BESIDE
    if given.kind == "phrase" and not (held and rival.value.kind == "name"):
        return False
    if held:
        return True
    if given.kind == "name":  # it may stand in a place where such a value is not looked for
        return not any(
            given.keys <= stems_ and share_of(wanted, stems_) >= _ELSEWHERE
            for stems_ in ({word.stem for word in words_in(unit.text)} for unit in units)
        )
    if given.kind != "count":
        return True
    near = (units[at] for at in range(max(0, place - 1), min(place + 2, len(units))))
    told = [v for u in near if not is_question(u.text) for v in _told_in(u.text)]
    counts = [v for v in told if v.kind == "count" and v.unit in {"", rival.value.unit}]
    if not _MULTIPLES.isdisjoint(stems):
        return False
    return len(counts) < _SEVERAL or not _is_reckonable(given, counts)


def _told_in(text: str) -> list[Value]:
    """Return the values of a sentence, without the number of a clause: "2.1 The deposit is"."""
    numbered = _CLAUSE.match(text)
    first = numbered.end() if numbered else 0
    return [value for value in values(text, phrases_too=False) if value.span.start >= first]


def _is_reckonable(given: Value, counts: Sequence[Value]) -> bool:
    """Say whether a number may be made of some that stand together."""
    told = {float(key) for each in counts for key in each.keys if _NUMBER.fullmatch(key)}
    own = [float(key) for key in given.keys if _NUMBER.fullmatch(key)]
    signed = given.unit in _SIGNED
    return not own or any(may_be_reckoned(n, sorted(told), counts=not signed) for n in own)


def _as_held(given: Value | None, units: Sequence[Unit]) -> Value | None:
    """Return an answer of one word as what the evidence has it for: a name or another phrase."""
    if given is None or given.kind not in {"name", "phrase"}:
        return given
    kinds = [v.kind for u in units for v in values(u.text, phrases_too=True) if are_same(given, v)]
    return given._replace(kind=kinds[0]) if kinds else given


def _given(answer: str, form: Form) -> Value | None:
    """Return the value that an answer gives: its first, of the kind that is asked for."""
    if period := period_asked(form):
        return next(iter(periods(answer, period)), None)
    small = answer[:1].lower() + answer[1:]
    lone = answer.istitle() and small.strip(" .") not in lexicon()
    before = "to " if lone or " " in answer else ""  # a capital that opens a text is no name
    found = list(values(before + answer.strip(), phrases_too=True))
    if form.wanted == "number":
        found = [v for v in found if v.kind in {"count", "hour"}] or found
    elif form.wanted == "time":
        found = [v for v in found if v.kind in {"date", "hour"}] or found
    elif _COUNTED.match(answer):  # "Five: biology, French, …"
        found = [v for v in found if v.kind != "count"]
    if not found or (form.wanted == "time" and found[0].kind == "name"):
        return None
    first = found[0]
    if first.kind == "count" and form.wanted == "name" and _OF_CODES.search(form.noun):
        return Value(first.span, "name", first.keys)  # "3.4" counts nothing
    if first.kind == "count" and not first.unit and form.noun:
        return first._replace(unit=stem(form.noun.lower().rpartition(" ")[2]))
    return first
