"""One sentence for a reader about a check."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from groundgraph.types.sources import source_of, sources_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
    from groundgraph.types import Passage

_LONGEST = 160
_STOP = re.compile(r"(?<!\.\w)[.!?]$")
"""What ends a sentence, and no abbreviation such as "p.m."."""


def sentence_for(
    claim: str, check: Check, passages: Sequence[Passage], *, said: str = "", unnamed: str = ""
) -> str:
    """Return what a supported or contradicted check found, in words; passages by their ids.

    Args:
        claim: The claim.
        check: What was found.
        passages: The evidence.
        said: What is quoted of the claim; "" for what the check is of.
        unnamed: The id of a passage that is not named.

    >>> from groundgraph.text.quantities.evidence.findings import Check
    >>> from groundgraph.types import Span
    >>> told = Check("supported", "derivation", Span(13, 15), told="24 + 18 = 42")
    >>> sentence_for("Both, that is 42", told, [])
    '24 + 18 = 42.'
    """
    words = words_of(claim, check)
    said = f"“{said or words}”"
    source = partial(_source, passages=passages, unnamed=unnamed)
    if check.told:
        told = check.told if check.outcome == "supported" else f"{said} is not right: {check.told}"
        return f"{told}{_where(check, passages, unnamed)}."
    if not check.held:
        return ""
    if check.kind in {"order", "comparison"}:
        agrees = "agrees with" if check.outcome == "supported" else "goes against"
        parts = dict.fromkeys(source(item) for item in check.held)
        return f"{said} {agrees} {' and '.join(parts)}."
    first = check.held[0]
    if check.kind == "limit":
        within = "falls under" if check.outcome == "supported" else "goes against"
        return f"{said} {within} {source(first)}."
    if check.kind == "code" and check.outcome != "supported":
        instead = " ".join(first.span.of(passages[first.passage].text).split())
        told = source(first)
        return f"{said} is not what the evidence names: “{instead}”, in {told}."
    if check.outcome == "supported":
        shown = next((held for held in check.held if not _names_a_row(held)), first)
        return f"{said} agrees with {source(shown)}."
    if first.cell is not None and check.kind in {"amount", "row"}:
        every = check.held if check.kind == "row" else check.held[:1]
        told = " and ".join(dict.fromkeys(source(item) for item in every))
        return f"{said} is not what the table says: {told}."
    same = words.lower() == first.span.of(passages[first.passage].text).lower()
    differs = "goes against" if same else "differs from"
    return f"{said} {differs} {source(first)}."


def _names_a_row(item: EvidenceQuantity | Event) -> bool:
    return item.cell is not None and item.cell.value == item.cell.row


def words_of(claim: str, check: Check) -> str:
    """Return the words of a claim that a check is of."""
    return _STOP.sub("", check.at.of(claim).strip())


def _where(check: Check, passages: Sequence[Passage], unnamed: str) -> str:
    ids = {passages[item.passage].id for item in check.held}
    named = [] if ids == {unnamed} else sorted(ids, key=lambda name: (len(name), name))
    return f" ({sources_of(named)})" if named else ""


def _source(item: EvidenceQuantity | Event, passages: Sequence[Passage], unnamed: str) -> str:
    passage = passages[item.passage]
    where = "" if passage.id == unnamed else f" ({source_of(passage.id)})"
    value = " ".join(item.span.of(passage.text).split())
    if item.cell is not None:
        names = (item.cell.row.strip(" :"), item.cell.column.strip(" :"))
        unit = f" {item.cell.unit}" if item.cell.unit and value[-1:].isdigit() else ""
        return f"{', '.join(filter(None, names))}: {value}{unit}{where}"
    around = " ".join(item.around.of(passage.text).split())
    around = around if len(around) <= _LONGEST else value
    return f"“{around if where else around.removesuffix('.')}”{where}"
