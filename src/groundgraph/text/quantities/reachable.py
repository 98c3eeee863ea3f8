"""How simply an amount of a claim that stands nowhere can be reckoned from what the evidence tells.

This is no derivation: nothing but words around them ties the numbers to the claim, so it may fit by
chance. It only moves the score of what stays open.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.reach import Reach
from groundgraph.text.quantities.terms import CLOCK, Term, points_of, targets, terms_of
from groundgraph.text.quantities.unit_table import BY_WORD, COUNT
from groundgraph.text.quantities.units import unit_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import Event, EvidenceQuantity, Sentence
    from groundgraph.text.quantities.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.unit_table import MeasureUnit

_MOST, _MOST_DATES, _MOST_OWN = 8, 4, 3
"""Numbers that are tried: of the evidence, its dates, and the other numbers of claim and question."""
_LEAST = 1.0
_CHEAP, _DEAR = 0.5, 4.5
"""Costs from which a way is no simpler than another, and of which one says nothing."""
_UNFITTING = 0.3
"""What is taken off where no word of the claim is of the numbers."""
_EACH = frozenset(
    """each every per apiece average averaged equal equally times twice thrice split share shared
    divide divided multiply respectively both double doubled halved half""".split()
)
_PERIODS = {"hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week"}
_PERIODS |= {"monthly": "month", "quarterly": "quarter", "yearly": "year", "annual": "year"}
_PERIODS |= {"annually": "year", "fortnightly": "fortnight"}
_LENT_COST = 0.3
_DOT_CLOCK = re.compile(
    r"\b(?:at|from|to|until|till|by|before|after|and)\s+([01]?\d|2[0-3])\.([0-5]\d)\b(?![.\d%])"
)


def simplicity(claim: ReadClaim, number: int) -> float:
    """Return how simply an amount of a claim follows from numbers of the evidence, in [0, 1]."""
    amount = claim.sentence.amounts[number]
    wanted = claim.wanted(number)
    held = _nearest(wanted, claim.index.readings)
    dates = _dated(claim, held) if amount.dimension in {"", "time"} else []
    own = _own(claim, amount)
    units = _units(claim, held, amount)
    operands = _numbers(claim, held, dates, own, units)
    reach = Reach(operands, cued=bool(_EACH & claim.lower) or _says_each(claim, held))
    return _best(reach, amount, [r.amount.unit for r in held], units, wanted, held)


def _best(reach, amount, seen, units, wanted, held) -> float:
    best = 0.0
    for axes, low, high, cost in targets(amount, {*units, *seen} - {COUNT}):
        way = reach.to(axes, low, high)
        if way is None:
            continue
        used = [r for at, r in enumerate(held) if way[1] >> at & 1]
        simple = 1 - (max(_CHEAP, way[0] + cost) - _CHEAP) / (_DEAR - _CHEAP)
        fit = wanted.share(*used) if used else 0.0
        best = max(best, simple - _UNFITTING * (1 - fit))
    return max(0.0, best)


def _nearest(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> list[EvidenceQuantity]:
    """Return the numbers that fit a claim's words best, in the order of the text."""
    plain = [
        r for r in readings if not r.amount.weak or r.amount.kind != "count" or r.amount.dimension
    ]
    if len(plain) <= _MOST:
        return plain
    best = sorted(plain, key=lambda r: -wanted.share(r))[:_MOST]
    return [r for r in plain if r in best]


def _dated(claim: ReadClaim, held: Sequence[EvidenceQuantity]) -> list[Event]:
    events = [e for e in claim.index.events if points_of(e.moment, 1)]
    if len(events) > _MOST_DATES:
        words = claim.sentence.words.keys() | claim.question.words.keys()
        events.sort(key=lambda e: -sum(e.words.get(word, 0.0) for word in words))
    return events[:_MOST_DATES]


def _own(claim: ReadClaim, amount: Quantity) -> list[Quantity]:
    told = [*claim.sentence.amounts, *claim.question.amounts]
    kept = [a for a in told if a is not amount and (not a.weak or a.dimension)]
    return kept[:_MOST_OWN]


def _units(claim: ReadClaim, held: Sequence[EvidenceQuantity], amount: Quantity) -> set[MeasureUnit]:
    """Return units that a bare number may be told in."""
    seen = {r.amount.unit for r in held} | {amount.unit}
    for sentence in (claim.question,):
        for at, token in enumerate(sentence.tokens):
            if at and token.kind == "word" and sentence.tokens[at - 1].text == "in":
                unit = unit_at(sentence.tokens, at, sentence.text)
                if unit is not None:
                    seen.add(unit[0])
    return {u for u in seen if u.dimension not in {"", "share"}}


def _says_each(claim: ReadClaim, held: Sequence[EvidenceQuantity]) -> bool:
    for r in held:
        if r.cell is None:
            line = claim.index.passages[r.passage].sentences[r.line]
            if not _EACH.isdisjoint(line.letters):
                return True
    return False


def _numbers(claim, held, dates, own, units) -> list[list[Term]]:
    """Return what each number may stand for, those of the evidence first."""
    found = [terms_of(r.amount, 1 << at, units) for at, r in enumerate(held)]
    bit = 1 << len(held)
    for event in dates:
        found.append(points_of(event.moment, bit))
        bit <<= 1
    for amount in own:
        found.append(terms_of(amount, bit, ()))
        bit <<= 1
    for value in _calendar(claim, held):
        found.append([Term(value, 0, bit, _LENT_COST)])
        bit <<= 1
    for passage in claim.index.passages:
        for hour, minute in _DOT_CLOCK.findall(passage.text)[:3]:
            found.append([Term(int(hour) * 3600.0 + int(minute) * 60, CLOCK, bit, _LENT_COST)])
            bit <<= 1
    return found


def _calendar(claim: ReadClaim, held: Sequence[EvidenceQuantity]) -> Iterator[float]:
    """Yield how many of the evidence's periods one of the claim's is: 7 for days and weeks."""
    own = _periods([claim.sentence, claim.question])
    lines = {(r.passage, r.line) for r in held if r.cell is None}
    theirs = _periods([claim.index.passages[p].sentences[at] for p, at in sorted(lines)])
    found = {
        float(BY_WORD[one].factor / BY_WORD[other].factor)
        for one in own
        for other in theirs
        if BY_WORD[one].factor > BY_WORD[other].factor
    }
    for value in sorted(found):
        yield round(value) if value > 1.5 else value


def _periods(sentences: Sequence[Sentence]) -> set[str]:
    found = set()
    for sentence in sentences:
        for word in sentence.letters:
            name = _PERIODS.get(word) or word.removesuffix("s")
            unit = BY_WORD.get(name)
            if unit is not None and unit.dimension == "time" and len(name) > 2:
                found.add(name)
    return found
