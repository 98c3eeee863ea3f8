"""What comes back of a sum handed over: "change from a 50" beside "TOTAL 34.50"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_CHANGE, _BACK = frozenset({"change"}), frozenset({"back"})
_PAYING = frozenset("pay pays paid hand hands handed give gives gave note bill".split())
_GIVEN = frozenset("a an the from with of".split())
_NOTES = frozenset({5, 10, 20, 50, 100, 200, 500})
_BEHIND = frozenset("note notes bill bills".split())
_TOTAL = frozenset(map(stem, "total sum altogether pay due owing".split()))
_FIT = 0.8


def change_due(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield what is left of a note after a total, where a claim or question asks for change.

    Args:
        claim: The claim.
        amount: Its amount.
    """
    said = claim.lower | claim.asked
    back = not _BACK.isdisjoint(said) and not _PAYING.isdisjoint(said)
    if not (back or not _CHANGE.isdisjoint(claim.asked)):
        return
    if amount.dimension and not amount.dimension.startswith("money"):
        return
    given = _given(claim)
    totals = [r for r in claim.index.readings if _is_total(r)]
    values = {(r.amount.value, r.amount.unit) for r in totals}
    if len(given) != 1 or len(values) != 1:
        return
    [note], total = given, totals[0]
    if note > total.amount.value:
        unit = total.amount.unit if total.amount.unit is not COUNT else amount.unit
        made = value_amount(note - total.amount.value, unit, total.amount.step)
        terms = (note, " − ", total.amount.value)
        yield Derivation(made, terms, (total,), _FIT, "difference", whole=True, sole=True)


def _given(claim: ReadClaim) -> set[Fraction]:
    """Return the notes of question and claim, else those that the evidence says are notes."""
    for sentence in (claim.question, claim.sentence):
        found = {
            other.value
            for other in sentence.amounts
            if other.value in _NOTES and other.first
            and sentence.tokens[other.first - 1].text in _GIVEN
        }  # fmt: skip
        if found:
            return found
    told = (r for r in claim.index.readings if r.amount.value in _NOTES)
    return {r.amount.value for r in told if not _BEHIND.isdisjoint(r.after)}


def _is_total(reading: EvidenceQuantity) -> bool:
    plain = reading.amount.kind == "count" and reading.amount.bound in NO_LIMITS
    money = reading.amount.unit is COUNT or reading.amount.dimension.startswith("money")
    return plain and money and not reading.amount.per and bool(_TOTAL & reading.own)
