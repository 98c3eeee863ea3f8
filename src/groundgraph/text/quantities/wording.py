"""One sentence for a reader about a check."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
    from groundgraph.types import Passage

_LONGEST = 160
_STOP = re.compile(r"(?<!\.\w)[.!?]$")
"""What ends a sentence, and no abbreviation such as "p.m."."""


def sentence_for(claim: str, check: Check, passages: Sequence[Passage]) -> str:
    """Return what a supported or contradicted check found, in words; passages by their ids.

    >>> from groundgraph.text.quantities.evidence.findings import Check
    >>> from groundgraph.types import Span
    >>> told = Check("supported", "derivation", Span(13, 15), told="24 + 18 = 42")
    >>> sentence_for("Both, that is 42", told, [])
    '24 + 18 = 42.'
    """
    words = check.at.of(claim).strip()
    words = words if check.kind == "row" else _STOP.sub("", words)
    said = f"“{words}”"
    if check.told:
        told = check.told if check.outcome == "supported" else f"{said} is not right: {check.told}"
        return f"{told}{_where(check, passages)}."
    if not check.held:
        return ""
    if check.kind in {"order", "comparison"}:
        agrees = "agrees with" if check.outcome == "supported" else "goes against"
        parts = dict.fromkeys(_source(item, passages) for item in check.held)
        return f"{said} {agrees} {' and '.join(parts)}."
    first = check.held[0]
    if check.kind == "limit":
        within = "falls under" if check.outcome == "supported" else "goes against"
        return f"{said} {within} {_source(first, passages)}."
    if check.kind == "code":
        instead = " ".join(first.span.of(passages[first.passage].text).split())
        told = _source(first, passages)
        return f"{said} is not what the evidence names: “{instead}”, in {told}."
    if check.outcome == "supported":
        return f"{said} agrees with {_source(first, passages)}."
    if first.cell is not None and check.kind in {"amount", "row"}:
        every = check.held if check.kind == "row" else check.held[:1]
        told = " and ".join(dict.fromkeys(_source(item, passages) for item in every))
        return f"{said} is not what the table says: {told}."
    same = words.lower() == first.span.of(passages[first.passage].text).lower()
    differs = "goes against" if same else "differs from"
    return f"{said} {differs} {_source(first, passages)}."


def _where(check: Check, passages: Sequence[Passage]) -> str:
    ids = {passages[item.passage].id for item in check.held}
    numbers = sorted(ids, key=lambda name: (len(name), name))
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f" (passage {numbers[0]})"
    return f" (passages {', '.join(numbers[:-1])} and {numbers[-1]})"


def _source(item: EvidenceQuantity | Event, passages: Sequence[Passage]) -> str:
    value = " ".join(item.span.of(passages[item.passage].text).split())
    if item.cell is not None:
        names = (item.cell.row.strip(" :"), item.cell.column.strip(" :"))
        return f"{', '.join(filter(None, names))}: {value} (passage {passages[item.passage].id})"
    around = " ".join(item.around.of(passages[item.passage].text).split())
    around = around if len(around) <= _LONGEST else value
    return f"“{around}” (passage {passages[item.passage].id})"
