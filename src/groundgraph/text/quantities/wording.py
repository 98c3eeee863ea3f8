"""One sentence for a reader about a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.model import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.findings import Check
    from groundgraph.text.quantities.model import Event

_LONGEST = 160


def sentence_for(check: Check, texts: Sequence[str]) -> str:
    """Return what a supported or contradicted check found, in words.

    >>> from groundgraph.text.quantities.findings import Check
    >>> sentence_for(Check("supported", "derivation", "42", told="24 + 18 = 42"), [])
    '24 + 18 = 42.'
    """
    if check.told:
        return f"{_told(check)}{_where(check)}."
    if not check.held:
        return ""
    if check.kind in {"order", "comparison"}:
        return _compared(check, texts)
    first = check.held[0]
    if check.outcome == "supported":
        return f"“{check.said}” agrees with {_source(first, texts)}."
    if isinstance(first, Reading) and first.cell is not None:
        return f"“{check.said}” is not what the table says: {_source(first, texts)}."
    return f"“{check.said}” differs from {_source(first, texts)}."


def _told(check: Check) -> str:
    return (
        check.told if check.outcome == "supported" else f"“{check.said}” is not right: {check.told}"
    )


def _where(check: Check) -> str:
    numbers = sorted({item.passage + 1 for item in check.held})
    if not numbers:
        return ""
    if len(numbers) == 1:
        return f" (passage {numbers[0]})"
    return f" (passages {', '.join(map(str, numbers[:-1]))} and {numbers[-1]})"


def _compared(check: Check, texts: Sequence[str]) -> str:
    agrees = "agrees with" if check.outcome == "supported" else "goes against"
    parts = list(dict.fromkeys(_source(item, texts) for item in check.held))
    return f"“{check.said}” {agrees} {' and '.join(parts)}."


def _source(item: Reading | Event, texts: Sequence[str]) -> str:
    value = item.span.of(texts[item.passage])
    if item.cell is not None:
        row = f"{item.cell.row}, " if item.cell.row else ""
        return f"{row}{item.cell.column}: {value} (passage {item.passage + 1})"
    around = item.around.of(texts[item.passage])
    around = around if len(around) <= _LONGEST else value
    return f"“{around}” (passage {item.passage + 1})"
