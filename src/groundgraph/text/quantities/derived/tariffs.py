"""What prices for a time come to over the time that is asked: "over twelve months", "five days".

"£32 a month, or £320 for the year" saves £64 a year; a payment that goes up "from $975 to $1,056" a
month costs $972 more; "20p a day each" is £3 for three books and five days.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, step_of, value_amount
from groundgraph.text.quantities.derived.products import period_of
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_TO = re.compile(r"\s*to\s*")
_EACH = re.compile(r" (?:a|per) [a-z]{1,10} (?:each|apiece)\b")
_FIT = 0.7
"""Fit of what two prices of one sentence come to, and of a price for each of several a day."""
_PAIR = 2


def savings(
    claim: ReadClaim, amount: Quantity, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield by how much the two prices of a sentence differ over the time that is asked.

    Args:
        claim: The claim.
        amount: Its amount, a difference.
        readings: What measures the same.
    """
    over, own = _time_asked(claim, amount)
    priced = [
        r for r in readings if r.cell is None and period_of(r) and r.amount.bound in NO_LIMITS
    ]
    if over is None or not amount.dimension.startswith("money"):
        return
    for (passage, _), line in groupby(priced, key=lambda r: (r.passage, r.line)):
        prices = list(line)
        text = claim.index.passages[passage].text
        moved = [
            [one, two]
            for one, two in pairwise(prices)
            if _TO.fullmatch(text[one.span.end : two.span.start])
        ]
        first, second = moved[0] if moved else (prices * _PAIR)[:_PAIR]
        alike = first.amount.unit == second.amount.unit
        of_two = bool(moved) or (len(prices) == _PAIR and period_of(first) != period_of(second))
        if of_two and alike:
            yield replace(_difference(first, second, over), supposed=own)


def _difference(first: EvidenceQuantity, second: EvidenceQuantity, over: Fraction) -> Derivation:
    """Return by how much one price comes to more than the other over a time, in seconds."""
    counts = [over / BY_WORD[period_of(one)].factor for one in (first, second)]
    sums = [n * r.amount.value for n, r in zip(counts, (first, second), strict=True)]
    terms: list[Fraction | str] = []
    both = zip(counts, (first, second), sums, strict=True)
    for number, price, _ in sorted(both, key=lambda one: -one[2]):
        terms += [" − ", *((number, " × ") if number != 1 else ()), price.amount.value]
    held = (first, second)
    made = value_amount(abs(sums[0] - sums[1]), first.amount.unit, step_of(held))
    return Derivation(made, tuple(terms[1:]), held, _FIT, "difference", sole=True)


def _time_asked(claim: ReadClaim, amount: Quantity) -> tuple[Fraction | None, tuple[Quantity, ...]]:
    """Return the one time that a claim and its question tell, in seconds, and where the claim."""
    own = tuple(a for a in claim.sentence.amounts if a.dimension == "time" and a is not amount)
    asked = [a for a in claim.question.amounts if a.dimension == "time"]
    times = {a.base for a in (*own, *asked)}
    return (times.pop() if len(times) == 1 else None), own


def for_each(
    claim: ReadClaim, amount: Quantity, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what the one price a day "each" comes to for the time and the number asked."""
    over, own = _time_asked(claim, amount)
    prices = [r for r in readings if r.cell is None and r.amount.per and _is_of_each(claim, r)]
    counts = {
        a.value
        for a in claim.question.amounts
        if a.unit is COUNT and a.kind == "count" and not a.weak and a.value > 1
    }
    if over is None or len(prices) != 1 or len(counts) != 1 or not period_of(prices[0]):
        return
    [price], [number] = prices, counts
    days = over / BY_WORD[period_of(price)].factor
    made = value_amount(number * days * price.amount.value, price.amount.unit, price.amount.step)
    terms = (number, " × ", days, " × ", price.amount.value)
    yield Derivation(made, terms, (price,), _FIT, "product", supposed=own, sole=True)


def _is_of_each(claim: ReadClaim, price: EvidenceQuantity) -> bool:
    behind = claim.index.passages[price.passage].text[price.span.end :]
    return _EACH.match(behind) is not None
