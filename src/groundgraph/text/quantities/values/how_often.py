"""How often something is done: "bd", "twice a day" and "every 12 hours" are one scale."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.evidence.slots import ranked
from groundgraph.text.quantities.values.candidates import MARGIN
from groundgraph.text.quantities.values.clauses import is_of_the_other_of_two
from groundgraph.text.quantities.values.told import is_in_range
from groundgraph.text.quantities.written.dosing import is_once
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.types import Span

_DAY = Fraction(86400)
_FITS, _FIRM = 0.4, 0.65
"""Fits from which a reading may be, and surely is, of what the claim speaks of."""
_DOSES = frozenset({"mass", "volume", "substance", "effect"})
_OF_DOSES = frozenset("tablet tablets capsule capsules puff puffs drops dose doses".split())


def check_how_often(claim: ReadClaim, number: int) -> Check | None:
    """Hold how often a claim says that something is done against what the evidence says.

    Times a day are compared of whatever there is, hours from one to the next only of doses: a bus
    every two hours does not run twelve times a day.
    """
    amount = claim.sentence.amounts[number]
    said = _times_a_day(claim.sentence, amount)
    if said is None or claim.strange_names:
        return None
    told = [(r, line_of(claim, r)) for r in claim.index.readings if r.amount.bound == "exact"]
    rates = {
        id(r): rate
        for r, line in told
        if line is not None and (rate := _times_a_day(line, r.amount)) is not None
        and (_is_interval(r.amount) == _is_interval(amount) or _is_of_doses(line))
    }  # fmt: skip
    slots = ranked(claim.wanted(number), [r for r, _ in told if id(r) in rates])
    if not slots or slots[0].score < _FITS:
        return None
    equal = [slot for slot in slots if rates[id(slot.held)] == said]
    best, rival = slots[0], equal[0].score if equal else 0.0
    nearest = (best.held.amount, *(slot.held.amount for slot in equal[:1]))
    if _is_interval(amount) and any(map(_is_interval, nearest)):
        return None  # two intervals are times, and compared as such
    if equal and rival >= best.score - MARGIN:
        outcome: CheckOutcome = "supported" if rival == best.score else "open"
        return Check(outcome, "amount", amount.span, held=(equal[0].held,), fit=rival)
    others = [slot.held for slot in equal if slot.score >= _FITS]
    words = {*claim.sentence.words, *(stem(r.amount.per) for r in (best.held, *others))}
    apart = all(is_of_the_other_of_two(words, best.held, other) for other in others)
    if best.score < _FIRM or not apart:
        return None
    return Check("contradicted", "amount", amount.span, held=(best.held,), fit=best.score)


def is_once_in_a_time(claim: ReadClaim, at: Span) -> bool:
    """Say whether an amount of a claim is "once a day"."""
    number = claim.numbers.get(at)
    return number is not None and is_once(
        claim.sentence.tokens, claim.sentence.amounts[number].first
    )


def _times_a_day(sentence: Sentence, amount: Quantity) -> Fraction | None:
    """Return how often a day something is done; ``None`` where no such thing is told."""
    if amount.bound != "exact" or not amount.value or is_in_range(sentence, amount):
        return None
    tokens, first = sentence.tokens, amount.first
    if _is_interval(amount):
        every = first > 0 and tokens[first - 1].text == "every"
        return _DAY / amount.base if every else None
    unit = BY_WORD.get(amount.per)
    if unit is None or unit.dimension != "time" or amount.dimension:
        return None
    times = amount.kind == "times" or any(t.text == "times" for t in tokens[first : amount.after])
    return amount.value * _DAY / unit.factor if times else None


def _is_interval(amount: Quantity) -> bool:
    return amount.dimension == "time"


def _is_of_doses(line: Sentence) -> bool:
    doses = any(a.dimension in _DOSES for a in line.amounts)
    return doses or not _OF_DOSES.isdisjoint(line.letters)
