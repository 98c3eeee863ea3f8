"""What charges told in a row come to: "32 a month, a set-up fee of 20, less a credit of 10".

Each charge but the first must stand behind a word that says that it is added or taken off.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, is_of_each, value_amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_PAID = frozenset("first total altogether all together comes come pay pays initially".split())
_TAKEN = re.compile(r"\b(?:less|minus|deducted|off|credit|discount|rebate|voucher)\b")
_ADDED = re.compile(
    r"\b(?:plus|fees?|charges?|surcharge|deposit|postage|shipping|added|adds|top)\b"
)
_FEWEST, _MOST, _LINES = 3, 5, 1
_FIT = 0.55
"""Fit of what charges come to, where a claim names none of them."""


def bills(
    claim: ReadClaim, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what the charges of one passage come to, of those that measure what a claim does."""
    if _PAID.isdisjoint(claim.lower | claim.asked):
        return
    sums = [r for r in readings if r.cell is None and _is_money(r)]
    for passage, told in groupby(sums, key=lambda reading: reading.passage):
        members = sorted(told, key=lambda reading: reading.span)
        near = all(after.line - one.line <= _LINES for one, after in pairwise(members))
        alike = len({member.amount.unit for member in members}) == 1
        each = is_of_each(*(member.amount for member in members))
        if near and alike and not each and _FEWEST <= len(members) <= _MOST:
            yield from _bill(claim.index.passages[passage].text, members, wanted)


def _is_money(reading: EvidenceQuantity) -> bool:
    unit = reading.amount.unit
    return unit.dimension.startswith("money") or unit.name == "pounds"


def _bill(text: str, members: Sequence[EvidenceQuantity], wanted: Wanted) -> Iterator[Derivation]:
    value = members[0].amount.value
    terms: list[Fraction | str] = [value]
    for before, member in pairwise(members):
        between = text[before.span.end : member.span.start].lower()
        taken = _TAKEN.search(between) is not None
        if not taken and _ADDED.search(between) is None:
            return
        value += -member.amount.value if taken else member.amount.value
        terms += [" − " if taken else " + ", member.amount.value]
    step = min(member.amount.step for member in members)
    amount = value_amount(value, members[0].amount.unit, step)
    fit = max(_FIT, wanted.share(*members))
    yield Derivation(amount, tuple(terms), tuple(members), fit, "extra")
