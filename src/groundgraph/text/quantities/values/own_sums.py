"""What a claim reckons before our eyes: "180 for the van and 220 for two helpers, so 400 in all".

Its sum is held against its own parts, and a rise "from 640 to 832" against what it says that comes
to. A sum that its parts do not make is wrong, where neither evidence nor question tells what else
it may have taken in.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.values.made import SIMPLE
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.numbers import written
from groundgraph.text.quantities.written.roles import role_of
from groundgraph.text.quantities.written.unit_table import COUNT, PERCENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_SUMS = frozenset(
    """total totals totalling altogether together sum sums making makes make pay pays owe owes so
    overall =""".split()
)
_BEHIND = frozenset("altogether together total overall all".split())
"""Words before and behind an amount by which it is what others come to."""
_OFF = frozenset("less minus off deducted deduct discount deduction rebate voucher credit".split())
_NO_PARTS = frozenset("than instead against versus from each per between if average rather".split())
"""Words by which amounts of a claim are no parts of a sum."""
_CLOSING = frozenset(
    ", . ; ) and so plus in altogether together for you we i they the it which that".split()
)
_LED, _AHEAD, _BETWEEN, _FEWEST, _MOST = 4, 2, 3, 2, 6


def with_own_sums(claim: ReadClaim, checks: list[Check]) -> list[Check]:
    """Return the checks of amounts, with what the claim reckons itself decided.

    Args:
        claim: The claim.
        checks: What was found of its amounts.
    """
    amounts = claim.sentence.amounts
    if len(amounts) <= _FEWEST or not any(map(_is_untold, checks)):
        return checks
    return [_of_own_parts(claim, checks, c) if _is_untold(c) else c for c in checks]


def _is_untold(check: Check) -> bool:
    """Say whether an amount is told nowhere, or goes against a sum that may have left out more."""
    other = check.outcome == "contradicted" and check.kind == "derivation"
    return check.outcome == "absent" or other


def _of_own_parts(claim: ReadClaim, checks: Sequence[Check], check: Check) -> Check:
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    course = _of_a_course(claim, checks, check, amount) if check.outcome == "absent" else None
    return course or _of_a_sum(claim, checks, check, amount)


def _of_a_course(
    claim: ReadClaim, checks: Sequence[Check], check: Check, amount: Quantity
) -> Check | None:
    """Hold a change against "from 640 to 832", both of which the evidence tells."""
    if role_of(claim.sentence, amount) not in {"difference", "change"}:
        return None
    told = {each.at for each in checks if each.outcome == "supported"}
    for one, other in pairwise(claim.sentence.amounts):
        if not {one.span, other.span} <= told or not _is_course(claim, one, other):
            continue
        ways = list(_changes(amount, one, other))
        if not ways:
            continue
        value, unit, same = next((way for way in ways if way[2]), ways[0])
        if amount.bound not in NO_LIMITS and not same:
            return None
        told_how = f"from {written(one.value, one.unit)} to {written(other.value, other.unit)}"
        how = f"{told_how} = {written(value, unit)}"
        held = next((each.held for each in checks if each.at == other.span), ())
        return Check(decided(right=same), "derivation", check.at, held, 1.0, how, "change")
    return None


def _changes(
    amount: Quantity, one: Quantity, other: Quantity
) -> Iterator[tuple[Fraction, MeasureUnit, bool]]:
    """Yield what a change from one amount to another may be told as, and whether it is so told.

    A share of the first, or how much lies between: "from 1.8% to 0.6%" is by two thirds, and by 1.2
    points.
    """
    first, last = one.base, other.base
    if amount.dimension == "share" and first > 0:
        value = 100 * abs(last - first) / first
        yield value, PERCENT, abs(value - amount.base * 100) <= max(amount.step / 2, Fraction(1, 2))
    if amount.dimension == one.dimension:
        value = abs(last - first) / one.unit.factor
        same = abs(value * one.unit.factor - amount.base) <= amount.step * amount.unit.factor / 2
        yield value, one.unit, same


def _is_course(claim: ReadClaim, one: Quantity, other: Quantity) -> bool:
    """Say whether two amounts of one unit are told as "from 640 to 832"."""
    tokens = claim.sentence.tokens
    before = tokens[one.first - 1].text if one.first else ""
    between = [token.text for token in tokens[one.after : other.first]]
    return before == "from" and between[-1:] == ["to"] and one.unit == other.unit


def _of_a_sum(claim: ReadClaim, checks: Sequence[Check], check: Check, amount: Quantity) -> Check:
    parts = _parts(claim, amount)
    if not _FEWEST <= len(parts) <= _MOST:
        return check
    signed = [-one.base if _is_off(claim, one) else one.base for one in parts]
    value = sum(signed, Fraction(0))
    terms = [written(one.value, one.unit) for one in parts]
    signs = ["", *(" − " if each < 0 else " + " for each in signed[1:])]
    how = "".join(sign + term for sign, term in zip(signs, terms, strict=True))
    how += f" = {written(value / amount.unit.factor, amount.unit)}"
    right = {each.at for each in checks if each.outcome == "supported"}
    held = tuple(one for each in checks if each.at in right for one in each.held[:1])
    if value == amount.base:
        if all(one.span in right for one in parts):
            return Check("supported", "derivation", check.at, held, 1.0, how, "sum")
        return replace(check, outcome="absent", plausible=max(check.plausible, SIMPLE))
    if check.outcome != "absent" or not held or _may_have_more(claim, amount, signed):
        return check
    return Check("contradicted", "derivation", check.at, held, 1.0, how, "sum")


def _parts(claim: ReadClaim, amount: Quantity) -> list[Quantity]:
    """Return what a claim tells before a sum, where its words say that it is one."""
    tokens = claim.sentence.tokens
    before = {token.text for token in tokens[max(0, amount.first - _LED) : amount.first]}
    behind = {token.text for token in tokens[amount.after : amount.after + _AHEAD]}
    if before.isdisjoint(_SUMS) and behind.isdisjoint(_BEHIND):
        return []
    parts = [
        one
        for one in claim.sentence.amounts
        if one.first < amount.first and one.unit == amount.unit and not one.weak
        and one.kind == "count" and _is_alone(claim, one)
    ]  # fmt: skip
    alike = [
        one
        for one in claim.sentence.amounts
        if one.unit == amount.unit and not one.weak and _is_alone(claim, one)
    ]
    if (
        not parts
        or len(alike) != len(parts) + 1
        or any(one.bound not in NO_LIMITS for one in alike)
    ):
        return []
    said = {token.text for token in tokens[: amount.first]}
    return parts if said.isdisjoint(_NO_PARTS) else []


def _is_alone(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount has a unit, or no noun behind it: not "two helpers"."""
    if amount.unit is not COUNT:
        return True
    tokens = claim.sentence.tokens
    return amount.after >= len(tokens) or tokens[amount.after].text in _CLOSING


def _is_off(claim: ReadClaim, part: Quantity) -> bool:
    """Say whether a word near an amount takes it off: "the voucher takes off 15"."""
    tokens = claim.sentence.tokens
    near = tokens[max(0, part.first - _BETWEEN) : part.first]
    behind = tokens[part.after : part.after + 1]
    return not _OFF.isdisjoint(token.text for token in (*near, *behind))


def _may_have_more(claim: ReadClaim, amount: Quantity, signed: Sequence[Fraction]) -> bool:
    """Say whether a sum may be of some parts alone, or have what evidence or question tells."""
    if any(
        amount.base == sum(chosen)
        for many in range(1, len(signed))
        for chosen in combinations(signed, many)
    ):
        return True
    missing = abs(amount.base - sum(signed))
    told = [reading.amount for reading in claim.index.readings] + claim.question.amounts
    return any(one.base == missing or one.base == amount.base for one in told)
