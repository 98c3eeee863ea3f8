"""How old somebody was when something happened, by birth and the other date."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.births import is_age, is_age_when
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.moments import DAY, ends
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event, Sentence

_BORN = frozenset(map(stem, ("born", "birth", "birthdate", "birthday")))
_BEGAN = frozenset(
    map(
        stem,
        "built opened founded established completed launched erected constructed begun".split(),
    )
)
_AGE_ASKED = re.compile(r"\b(?:how old|(?:what|which) age)\b", re.IGNORECASE)
_APART = frozenset("since passed later earlier before after ago between for lasted took".split())
"""Words beside years that lie between two things and are no age."""
_DIED = frozenset(map(stem, ("died", "death", "dead", "lived", "passed")))
_DASHES = frozenset({"-", "–", "—"})
_HELD = 0.5
_SURE = 0.9


def check_ages(claim: ReadClaim) -> list[Check]:
    """Hold "was 38 when she won", "won at the age of 38" against birth and date.

    The question may ask for the age, of a thing too: "How old was the mill when it burned down?"
    """
    sentence = claim.sentence
    found = [a for a in sentence.amounts if is_age(sentence, a) or is_age_when(sentence, a)]
    asked = _AGE_ASKED.search(claim.question.text) is not None
    if asked and not found and claim.lower.isdisjoint(_APART):
        found = [a for a in sentence.amounts if _may_be_age(a)]
    if len(found) != 1 or claim.sentence.mentions:
        return []
    [amount] = found
    named = _named(claim, claim.sentence) or (_named(claim, claim.question) if asked else set())
    birth = _birth_of(claim, named) or (_beginning_of(claim) if asked else None)
    event = _event_of(claim, named, birth, asked=asked) if birth is not None else None
    if birth is None and not _DIED.isdisjoint({*sentence.words, *claim.question.words}):
        birth, event = _life_of(claim, named) or (None, None)
    if birth is None or event is None:
        return []
    low, high = _ages(birth, event)
    told_age = replace(amount, unit=BY_WORD["years"], per="", noun=(), weak=False)
    right = any(agreement(told_age, _years_old(age)) == "equal" for age in (low, high))
    begin, end = (e.span.of(claim.index.passages[e.passage].text) for e in (birth, event))
    told = f"{begin} to {end} = {low if low == high else f'{low} or {high}'} years old"
    return [Check(decided(right=right), "derivation", amount.span, (birth, event), _SURE, told)]


def _may_be_age(amount: Quantity) -> bool:
    """Say whether an amount may be the age that is asked for: "She was 37"."""
    bare = amount.unit is COUNT and amount.kind == "count" and not amount.noun
    return (bare or amount.unit.name == "years") and amount.value > 0


def _years_old(age: int) -> Quantity:
    return Quantity(Span(0, 0), Fraction(age), Fraction(1), BY_WORD["years"])


def _named(claim: ReadClaim, sentence: Sentence) -> set[str]:
    """Return the names of a sentence."""
    named = {word for word, name in sentence.words.items() if name}
    return named | {word for word in sentence.words if word in claim.index.names}


def _birth_of(claim: ReadClaim, named: set[str]) -> Event | None:
    """Return the one birth of who is named, or the only one of all."""
    births = [event for event in claim.index.events if _is_birth(event)]
    own = [event for event in births if named & event.words.keys()] if named else []
    chosen = own or (births if not named or claim.strange_names == [] else [])
    if len({event.moment for event in chosen}) != 1 or (named and not own):
        return None
    return chosen[0]


def _life_of(claim: ReadClaim, named: set[str]) -> tuple[Event, Event] | None:
    """Return birth and death of who is named, told in brackets: "(12 May 1901 – 3 April 1979)"."""
    found = []
    for birth, death in pairwise(claim.index.events):
        text = claim.index.passages[birth.passage].text
        between = text[birth.span.end : death.span.start].strip()
        opens = text[: birth.span.start].rstrip().endswith("(")
        beside = birth.passage == death.passage and opens and text[death.span.end :][:1] == ")"
        if beside and between in _DASHES and (not named or named & birth.words.keys()):
            found.append((birth, death))
    return found[0] if len(found) == 1 else None


def _beginning_of(claim: ReadClaim) -> Event | None:
    """Return when that began whose age is asked, of the event that most of its words tell."""
    subject = read(claim.question.text.lower().partition(" when ")[0]).words
    begun = [
        (sum(event.words.get(word, 0.0) for word in subject), event)
        for event in claim.index.events
        if _is_year(event) and max(event.words.get(word, 0.0) for word in _BEGAN) >= 1
    ]
    most = max((share for share, _ in begun), default=0.0)
    chosen = [event for share, event in begun if share == most]
    return chosen[0] if len({event.moment for event in chosen}) == 1 else None


def _is_birth(event: Event) -> bool:
    born = max((event.words.get(word, 0.0) for word in _BORN), default=0.0)
    return _is_year(event) and born >= 1


def _is_year(event: Event) -> bool:
    return event.moment.year is not None and event.moment.years == 1


def _event_of(claim: ReadClaim, named: set[str], birth: Event, *, asked: bool) -> Event | None:
    """Return the one dated event that the rest of a claim, or of the question, speaks of."""
    wanted = {word for word in claim.sentence.words if word not in named}
    if asked:
        told = claim.question.text.lower().partition(" when ")[2]
        spoken = read(told).words if told else claim.question.words
        wanted = {word for word in spoken if word not in named}
    wanted -= {"age", "year", "old", *_BORN}
    if not wanted:
        return None
    found = [
        (sum(event.words.get(word, 0.0) for word in wanted) / len(wanted), event)
        for event in claim.index.events
        if _is_year(event) and not _is_birth(event) and event.moment != birth.moment
    ]
    best = max((share for share, _ in found), default=0.0)
    leading = [event for share, event in found if share == best]
    moments = {event.moment for event in leading}
    return leading[0] if best >= _HELD and len(moments) == 1 else None


def _ages(birth: Event, event: Event) -> tuple[int, int]:
    """Return the least and the most years between birth and event."""
    born, then = ends(birth.moment), ends(event.moment)
    assert born is not None
    assert then is not None
    return _years(_day(born[1]), _day(then[0])), _years(_day(born[0]), _day(then[1]))


def _day(minutes: int) -> dt.date:
    return dt.date.fromordinal(max(1, minutes // DAY + 1))


def _years(born: dt.date, day: dt.date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
