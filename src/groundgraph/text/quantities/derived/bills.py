"""What charges told in a row come to: "32 a month, a set-up fee of 20, less a credit of 10".

Each charge but the first must stand behind a word that says that it is added or taken off. One in
percent, "VAT of 20% is added", is of what has come so far, and the word may stand behind it too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, is_of_each, value_amount
from groundgraph.text.quantities.written.model import EvidenceQuantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted

_PAID = frozenset("first total altogether all together comes come pay pays initially".split())
_TAKEN = re.compile(r"\b(?:less|minus|deducted|off|credit|discount|rebate|voucher)\b")
_ADDED = re.compile(
    r"\b(?:plus|fees?|charges?|surcharge|deposit|postage|shipping|added|adds|top|excluding|tips?"
    r"|bonus)\b"
)
_CLAUSE = re.compile(r"[.;] ")
_WITH = frozenset("gross including inclusive with total altogether together".split())
_SURELY = _WITH - {"total", "altogether", "together"}
_WITHOUT = frozenset("net without excluding before exclusive".split())
"""Words by which a claim has what comes on top in percent, surely, and such as leave it out."""
_FEWEST, _MOST, _LINES = 3, 5, 1
_BEHIND = 60
"""Characters behind a percentage that may say that it is added."""
_FIT = 0.55
"""Fit of what charges come to, where a claim names none of them."""


def bills(
    claim: ReadClaim, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what the charges of one passage come to, of those that measure what a claim does."""
    sums = [r for r in readings if r.cell is None and _is_money(r)]
    shares = [r for r in claim.index.readings if r.cell is None and _is_share(r)]
    told = sorted([*sums, *shares], key=lambda reading: (reading.passage, reading.span))
    for passage, found in groupby(told, key=lambda reading: reading.passage):
        members, text = list(found), claim.index.passages[passage].text
        plain = [member for member in members if not _is_share(member)]
        whole = _bill(text, members, wanted) if len(members) > len(plain) else None
        if whole is not None:
            yield from _with_shares(claim, whole, wanted)
        elif len(plain) >= _FEWEST and not _PAID.isdisjoint(claim.lower | claim.asked):
            paid = _bill(text, plain, wanted)
            yield from [paid] if paid is not None else []


def _is_money(reading: EvidenceQuantity) -> bool:
    unit = reading.amount.unit
    return unit.dimension.startswith("money") or unit.name == "pounds"


def _is_share(reading: EvidenceQuantity) -> bool:
    return reading.amount.dimension == "share"


def _with_shares(claim: ReadClaim, bill: Derivation, wanted: Wanted) -> Iterator[Derivation]:
    """Yield a bill with charges in percent, or the only charge where a claim names that alone."""
    base, *charges = [one for one in bill.held if isinstance(one, EvidenceQuantity)]
    own = [one.own - base.words.keys() for one in charges if _is_share(one)]
    named = any(words & wanted.words.keys() for words in own)
    charge = abs(bill.amount.value - base.amount.value)
    paid = not _PAID.isdisjoint(claim.lower | claim.asked)
    if not claim.lower.isdisjoint(_WITHOUT):
        return
    if not claim.lower.isdisjoint(_WITH):
        sure = not claim.lower.isdisjoint(_SURELY) and bool(base.own & wanted.words.keys())
        sure = sure and [a.value == charge for a in claim.sentence.amounts] == [False]
        yield replace(bill, operation="balance") if sure else bill
    elif paid:
        yield bill
    elif named and len(charges) == 1:
        amount = value_amount(charge, base.amount.unit, Fraction(0))
        yield replace(bill, amount=amount, terms=bill.terms[2:], operation="part")


def _bill(text: str, members: Sequence[EvidenceQuantity], wanted: Wanted) -> Derivation | None:
    """Return what charges come to; ``None`` where they are no bill."""
    near = all(after.line - one.line <= _LINES for one, after in pairwise(members))
    sums = [member.amount for member in members if not _is_share(member)]
    alike = len({amount.unit for amount in sums}) == 1
    if not near or not alike or _is_share(members[0]) or len(members) > _MOST:
        return None
    if is_of_each(*(member.amount for member in members)):
        return None
    value = members[0].amount.value
    terms: list[Fraction | str] = [value]
    for before, member in pairwise(members):
        between = _CLAUSE.split(text[before.span.end : member.span.start].lower())[-1]
        share = _is_share(member)
        if share:
            between += re.split(r"[.,;\n]", text[member.span.end :][:_BEHIND])[0].lower()
        taken = _TAKEN.search(between) is not None
        if not (taken or _ADDED.search(between)) or (share and "includ" in between):
            return None
        terms += [" − " if taken else " + ", member.amount.base if share else member.amount.value]
        terms += [" × ", value] if share else []
        more = member.amount.base * value if share else member.amount.value
        value += -more if taken else more
    exact = len(sums) < len(members)
    step = Fraction(0) if exact else min(amount.step for amount in sums)
    amount = value_amount(value, members[0].amount.unit, step)
    fit = max(_FIT, wanted.share(*members))
    return Derivation(amount, tuple(terms), tuple(members), fit, "extra")
