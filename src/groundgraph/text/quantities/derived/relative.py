"""Amounts told by others: "800 fewer than last year", "four years younger", "shrunk by 0.4"."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.derived.products import is_base
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.text.vocabulary.directions import FALLS, RISES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_UP = frozenset(
    """more higher longer older taller heavier dearer later greater bigger larger deeper
    wider""".split()
)
_DOWN = frozenset(
    "fewer less lower shorter younger cheaper lighter earlier smaller narrower".split()
)
_FELL = FALLS | {"cut"}
_ROSE = RISES | {"raised"}
_SINCE = frozenset({"since", "from", "over", "in", "within", "than"})
_LINES = 1


def relatives(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what something else is, told by how much more or less it is."""
    same = [
        r for r in readings if r.cell is None and (is_base(claim, r.amount) or _is_age(claim, r))
    ]
    for difference in same:
        told = _told(difference)
        if told is None:
            continue
        sign, of_other = told
        for base in _bases(difference, same, of_other=of_other):
            yield _derivation(base, difference, -sign if of_other else sign, wanted)
        if "than" in difference.after:
            for base in _behind(difference, same):
                if not _is_of_the_other(wanted, difference, base):
                    yield _derivation(base, difference, sign, wanted)


def _is_age(claim: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a bare number may be an age: "she is 24, four years younger than …"."""
    amount = reading.amount
    bare = amount.unit is COUNT and not amount.noun and not amount.weak and amount.kind == "count"
    return bare and claim.unit.name == "years" and bool(reading.near & {"is", "was", "aged"})


def _told(reading: EvidenceQuantity) -> tuple[int, bool] | None:
    """Return the sign of a difference, and whether it tells of what stands after "than"."""
    behind = {*reading.after}
    if behind & (_UP | _DOWN):
        return (1 if behind & _UP else -1), "than" in reading.near
    if reading.near & (_FELL | _ROSE) and "by" in reading.near and reading.near & _SINCE:
        return (1 if reading.near & _ROSE else -1), True  # what it was before
    return None


def _bases(
    difference: EvidenceQuantity, same: Sequence[EvidenceQuantity], *, of_other: bool
) -> Iterator[EvidenceQuantity]:
    """Yield the amount that a difference is reckoned from: the nearest one before it."""
    before = [
        r
        for r in same
        if r.passage == difference.passage
        and 0 <= difference.line - r.line <= _LINES
        and r.span.start < difference.span.start
        and _told(r) is None
        and (r.amount.unit.factor == difference.amount.unit.factor or r.amount.unit is COUNT)
    ]
    yield from before[-1:]
    if not of_other and len(before) > 1:
        yield before[0]


def _behind(
    difference: EvidenceQuantity, same: Sequence[EvidenceQuantity]
) -> Iterator[EvidenceQuantity]:
    """Yield what the other is that is told behind: "20 euros more than Basic, which costs 49"."""
    after = (
        r
        for r in same
        if r.passage == difference.passage
        and 0 <= r.line - difference.line <= _LINES
        and r.span.start > difference.span.start
        and _told(r) is None
    )
    yield from islice(after, 1)


def _is_of_the_other(wanted: Wanted, difference: EvidenceQuantity, base: EvidenceQuantity) -> bool:
    """Say whether a claim speaks of what is told behind in one sentence, Basic, and not of Pro."""
    if base.line != difference.line:
        return False
    first = {word for word in difference.own if base.words.get(word, 0.0) < 1}
    return first.isdisjoint(wanted.words)


def _derivation(
    base: EvidenceQuantity, difference: EvidenceQuantity, sign: int, wanted: Wanted
) -> Derivation:
    more = difference.amount.value
    if base.amount.unit is not COUNT:
        more *= difference.amount.unit.factor / base.amount.unit.factor  # "12 cm", "1.60 m"
    value = base.amount.value + sign * more
    unit = difference.amount.unit if base.amount.unit is COUNT else base.amount.unit
    amount = value_amount(value, unit, min(base.amount.step, difference.amount.step))
    terms = (base.amount.value, " + " if sign > 0 else " − ", more)
    fit = wanted.share(base, difference)
    return Derivation(amount, terms, (base, difference), fit, "extra")
