"""How many things a list or table of the evidence holds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

CUES = frozenset("listed lists list table schedule named mentioned enumerated entries rows".split())
_ITEM = re.compile(r"(?:[-*•]|\d{1,2}[.)])\s")
_BETWEEN_ITEMS = re.compile(r",|;|\band\b|\bor\b")
_FITS, _LEAST = 0.7, 2
"""Fit of a list's length, which has no words of its own; and its entries at least."""


def counts(claim: ReadClaim) -> Iterator[Derivation]:
    """Yield the number of rows of each table and of items of each list, where a cue asks."""
    if not CUES & (claim.lower | claim.asked):
        return
    for passage in claim.index.passages:
        for number, held in (*_rows(passage), *_items(passage)):
            amount = value_amount(Fraction(number), COUNT)
            yield Derivation(amount, ("the list's length",), (held,), _FITS, "count", whole=True)


def counts_its_own(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount counts what a claim lists behind it: "two colours: red and blue".

    Without a colon what stands before the first comma may be none of them: "two close, A and B".
    """
    behind = claim.text[amount.span.end : claim.sentence.span.end]
    _, sign, listed = behind.partition(":")
    items = [i for i in _BETWEEN_ITEMS.split((listed or behind).strip(" .")) if i.strip()]
    numbers = {len(items)} if sign else {len(items), len(items) - 1}
    return amount.unit is COUNT and amount.value > 1 and amount.value in numbers


def occurrences(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield how often something was done, where a claim counts it: "fined twice", "two fines"."""
    deeds = {*claim.noun, *(deed for noun in claim.noun for deed in _DEEDS.get(noun, ()))}
    for reading in readings:
        amount = reading.amount
        often = amount.kind == "times" or reading.after[:1] == ("times",)
        if often and amount.unit is COUNT and any(_is_done(d, reading.own) for d in deeds):
            told = value_amount(amount.value, COUNT)
            fit = wanted.share(reading)
            yield Derivation(told, (amount.value, " times"), (reading,), fit, "count")


def _is_done(deed: str, own: AbstractSet[str]) -> bool:
    """Say whether a clause has the verb of a noun: "postponed" of "postponements"."""
    return any(w == deed or (len(w) > _SHORT and deed.startswith(w)) for w in own)


_SHORT = 4
_DEEDS = {"goal": ("scor",), "title": ("win",), "dos": ("giv", "administer", "inject")}
"""Stems of verbs that tell by themselves what is counted."""


def _rows(passage: PassageReading) -> Iterator[tuple[int, Event]]:
    cells = passage.tables.cells
    for table in sorted({cell.table for cell in cells}):
        own = [cell for cell in cells if cell.table == table]
        number = len(own) if own[0].alone else len({cell.at[0] for cell in own})
        if number >= _LEAST:
            span = own[0].span._replace(end=own[-1].span.end)
            yield number, Event(Moment(), {}, passage.number, span, span, 0, None)


def _items(passage: PassageReading) -> Iterator[tuple[int, Event]]:
    items = [s.span for s in passage.sentences if _ITEM.match(passage.text, s.span.start)]
    if len(items) >= _LEAST:
        span = items[0]._replace(end=items[-1].end)
        yield len(items), Event(Moment(), {}, passage.number, span, span, 0)
