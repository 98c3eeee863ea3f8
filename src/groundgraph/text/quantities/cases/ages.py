"""How old somebody was when something happened, by birth and the other date."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.births import is_age, is_age_when
from groundgraph.text.quantities.written.full_years import full_years
from groundgraph.text.quantities.written.model import read
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
    asked = _AGE_ASKED.search(claim.question.text) is not None
    told = _ages_told(claim, asked=asked)
    if not told or claim.sentence.mentions:
        return []
    named = _named(claim, claim.sentence) or (_named(claim, claim.question) if asked else set())
    birth = _birth_of(claim, named) or (_beginning_of(claim) if asked else None)
    event = _event_of(claim, named, birth, asked=asked) if birth is not None else None
    if birth is None and not _DIED.isdisjoint({*claim.sentence.words, *claim.question.words}):
        birth, event = _life_of(claim, named) or (None, None)
    if birth is None or event is None:
        return []
    years = full_years(birth.moment, event.moment)
    if years is None:
        return []
    low, high = years
    right = {_is_of_age(amount, low) or _is_of_age(amount, high) for amount in told}
    if len(right) != 1:
        return []
    begin, end = (e.span.of(claim.index.passages[e.passage].text) for e in (birth, event))
    reckoned = f"{begin} to {end} = {low if low == high else f'{low} or {high}'} years old"
    at = Span(told[0].span.start, told[-1].span.end)
    return [Check(decided(right=right.pop()), "derivation", at, (birth, event), _SURE, reckoned)]


def _ages_told(claim: ReadClaim, *, asked: bool) -> list[Quantity]:
    """Return the age that a claim tells, or both of "was 78 or 79"; nothing where it tells more."""
    sentence = claim.sentence
    found = [a for a in sentence.amounts if is_age(sentence, a) or is_age_when(sentence, a)]
    if asked and not found and claim.lower.isdisjoint(_APART):
        found = [a for a in sentence.amounts if _may_be_age(a)]
    two = next((two for two in pairwise(sentence.amounts) if _are_either(sentence, *two)), ())
    if two and any(amount in two for amount in found):
        found = [*two, *(amount for amount in found if amount not in two)]
    return found if len(found) == (len(two) or 1) else []


def _are_either(sentence: Sentence, one: Quantity, other: Quantity) -> bool:
    between = [token.text for token in sentence.tokens[one.after : other.first]]
    return between == ["or"]


def _is_of_age(amount: Quantity, age: int) -> bool:
    told = replace(amount, unit=BY_WORD["years"], per="", noun=(), weak=False)
    return agreement(told, _years_old(age)) == "equal"


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
    theirs = [sum(event.words.get(name, 0.0) for name in named) for event in births]
    own = [e for e, held in zip(births, theirs, strict=True) if 0 < held == max(theirs)]
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
    theirs = [sum(event.words.get(name, 0.0) for name in named) for event in leading]
    leading = [e for e, own in zip(leading, theirs, strict=True) if own == max(theirs)]
    moments = {event.moment for event in leading}
    return leading[0] if best >= _HELD and len(moments) == 1 else None
