"""Where a value that is derived is no reason to call a claim's amount wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.operands import are_of_two_kinds
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.labels import APART
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import OF_DIFFERENCES
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from groundgraph.text.quantities.derived.derivations import Derivation
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.roles import Role

_PAID = frozenset("rent salary pay wage wages fee fees premium income".split())
_FARTHEST = 12
"""Times that a derived value is the claim's at most, to be what it got wrong."""
_MODIFIERS = frozenset("discount discounted tax vat net without excluding except voucher".split())
"""Words by which a value may be reckoned in more steps than one."""


def is_doubtful(claim: ReadClaim, amount: Quantity, role: Role, best: Derivation) -> bool:
    """Say whether an amount need not be the derived value that fits best."""
    if claim.lower & _MODIFIERS or not is_of_its_size(amount, best):
        return True
    if _is_size_of_each(claim, amount) or (role == "total" and _is_sum_of_own(claim, amount)):
        return True
    if _is_operand_of_own(claim, amount, best):
        return True
    if best.operation == "difference":
        if _is_between_differences(best):
            return True
        apart = _is_how_long_after(claim, amount) or _is_beyond_own(claim, amount)
        return apart or _is_of_several(claim, amount, best)
    return best.operation == "sum" and are_of_two_kinds(claim, best.held)


def _is_size_of_each(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount says how large each of several is: "three 250 g bags"."""
    return any(other.after == amount.first for other in claim.sentence.amounts)


def _is_of_several(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim counts what an operand is told of one: "30 less than two singles"."""
    own = {word for held in best.held for word in getattr(held, "own", ())}
    others = [a for a in claim.sentence.amounts if a is not amount and a.unit is COUNT]
    return any(a.kind == "count" and a.value > 1 and own & {*a.noun} for a in others)


def _is_how_long_after(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a time tells when something is, not what it has more: "two hours later"."""
    behind = {t.text for t in claim.sentence.tokens[amount.after : amount.after + 1]}
    return amount.dimension == "time" and bool(behind & APART) and "than" not in claim.lower


def _is_beyond_own(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a difference is that of an amount of the claim: "over two kilos by 100 grams"."""
    own = [a for a in claim.sentence.amounts if a is not amount and not a.weak]
    return any(
        one.dimension == reading.amount.dimension == amount.dimension
        and abs(reading.amount.base - one.base) == amount.base
        for one in own
        for reading in claim.index.readings
    )


def is_of_its_size(amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim's amount could be a slip of a derived one, and not another thing."""
    low, high = sorted((abs(amount.approx), abs(best.amount.approx)))
    return high <= _FARTHEST * low


def _is_operand_of_own(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether a claim tells an operand beside what it makes: "seven: three, then four"."""
    held = [one.amount for one in best.held if isinstance(one, EvidenceQuantity)]
    others = [a for a in claim.sentence.amounts if a is not amount]
    if not any(agreement(amount, one) == "equal" for one in held):
        return False
    return any(agreement(a, one) == "equal" for a in others for one in (*held, best.amount))


def _is_between_differences(best: Derivation) -> bool:
    """Say whether both operands are differences themselves: 42 minutes before, 19 later."""
    held = [one for one in best.held if isinstance(one, EvidenceQuantity)]
    return len(held) == len(best.held) and all(
        one.near & (OF_DIFFERENCES | APART if one.amount.dimension == "time" else OF_DIFFERENCES)
        for one in held
    )


def _is_sum_of_own(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a claim tells itself what makes its sum: "Six in total: five … and one …"."""
    own = [a for a in claim.sentence.amounts if a is not amount and a.kind == "count"]
    values = [a.value for a in own if a.dimension == amount.dimension]
    return len(values) > 1 and sum(values) == amount.value


def is_a_period_of_pay(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a time tells a sum: "the same as one month's rent"."""
    owned = amount.span.of(claim.text)[-2:] in {"'s", "’s", "s'", "s’"}
    following = [token.text for token in claim.sentence.tokens[amount.after - 2 : amount.after + 2]]
    return amount.value == 1 and owned and not _PAID.isdisjoint(following)
