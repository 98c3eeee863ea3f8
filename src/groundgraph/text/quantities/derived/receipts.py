"""What a list of things bought comes to: "2 x lamp at 35.00; 1 x rug at 80.00. 10% off goods".

Each line is so many of something at a price. A percentage that is told to come off, or on top, is
of all lines; what is told for sending them is added last.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_LINE = re.compile(
    r"(?<![\w.])(\d{1,3}) ?[x×] ?(?:[A-Za-z][\w'’&-]{0,20},? {1,12}){1,7}?"
    r"((?:at|@|à) )?[$€£]?(\d{1,5}(?:\.\d\d)?)(?![\d.]*[\d%])(?: ?(?:EUR|GBP|USD|CHF|€|£))?"
    r"( (?:each|apiece|a piece|per))?"
)
_PERCENT = re.compile(r"(\d{1,2}(?:\.\d)?) ?(?:%|per ?cent)([^.;\n]{0,48})", re.IGNORECASE)
_OFF = re.compile(r"\b(?:off|discount|reduction|rebate|deducted)\b")
_ON = re.compile(r"\b(?:service|added|tip|surcharge|on top|tax|vat)\b")
_SENDING = re.compile(
    r"\b(?:shipping|delivery|postage)\b:? (?:is |costs )?[$€£]?(\d{1,4}(?:\.\d\d)?)(?![\d.]*[\d%])",
    re.IGNORECASE,
)
_GOODS = frozenset("goods items subtotal before without excluding net alone itself".split())
"""Words by which a sum is told without what comes off or on top."""
_FEWEST, _MOST = 2, 8
_FIT = 0.75


_Terms = tuple[Fraction | str, ...]


class _Bought(NamedTuple):
    """A line: what it comes to, or may, as it is told of one or of all; and how that is told."""

    ways: tuple[tuple[Fraction, _Terms], ...]
    at: int


def receipts(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield what the lines of a passage come to, as they stand and with what comes off and on top.

    Args:
        claim: The claim.
        amount: Its amount.
    """
    if amount.kind != "count" or not (amount.unit is COUNT or amount.dimension.startswith("money")):
        return
    for passage in claim.index.passages:
        lines = [_bought(match) for match in _LINE.finditer(passage.text)]
        if not _FEWEST <= len(lines) <= _MOST:
            continue
        held = [r for r in passage.readings if any(r.span.start >= line.at for line in lines)]
        for ways in product(*(line.ways for line in lines)):
            goods = sum((value for value, _ in ways), Fraction(0))
            told = [term for _, terms in ways for term in (" + ", *terms)]
            yield from _with_charges(claim, amount, (goods, tuple(told[1:])), held[:_MOST])


def _bought(line: re.Match[str]) -> _Bought:
    number, price = int(line[1]), Fraction(line[3])
    each: _Terms = (price,) if number == 1 else (Fraction(number), " × ", price)
    if line[2] or line[4] or number == 1:
        return _Bought(((number * price, each),), line.start())
    return _Bought(((number * price, each), (price, (price,))), line.start())


def _with_charges(
    claim: ReadClaim,
    amount: Quantity,
    bought: tuple[Fraction, _Terms],
    held: Sequence[EvidenceQuantity],
) -> Iterator[Derivation]:
    """Yield a sum of goods with the one percentage that is told of it, and sent; or alone."""
    goods, terms = bought
    text = " ".join(each.text for each in claim.index.passages)
    shares = [_share(match) for match in _PERCENT.finditer(text)]
    added = [share for share in shares if share]
    factor = 1 + added[0] if len(added) == 1 else Fraction(1)
    sending = [Fraction(match[1]) for match in _SENDING.finditer(text)]
    sent = sending[0] if len(sending) == 1 else Fraction(0)
    percent = goods * (factor - 1)
    paid = {goods: terms}
    if percent:
        terms = (*terms, " − " if percent < 0 else " + ", abs(percent))
        paid[goods + percent] = terms
    if sent:
        paid[goods + percent + sent] = (*terms, " + ", sent)
    said = claim.lower | claim.asked
    every = [*paid.items()]
    for value, told in every if not _GOODS.isdisjoint(said) else every[-1:]:
        made = value_amount(value, amount.unit, Fraction(1, 100))
        yield Derivation(made, told, tuple(held), _FIT, "extra")


def _share(found: re.Match[str]) -> Fraction:
    """Return a percentage as it is added, 0 where nothing says that it is."""
    share, behind = Fraction(found[1]) / 100, found[2].lower()
    if _OFF.search(behind):
        return -share
    return share if _ON.search(behind) else Fraction(0)
