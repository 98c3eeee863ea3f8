"""One sentence for a reader about a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.scope.findings import Check
    from groundgraph.types import Passage

_LONGEST = 160


def sentence_for(check: Check, passages: Sequence[Passage]) -> str:
    """Return what a check found, in words, with the sentence of the evidence; passages by id."""
    if check.line is None or check.span is None:
        return f"{check.told}."
    text = passages[check.passage].text
    around = check.line.span.of(text)
    shown = around if len(around) <= _LONGEST else check.span.of(text)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST].rsplit(' ', 1)[0]} …"
    shown = " ".join(shown.split())
    return f"{check.told}: “{shown}” (passage {passages[check.passage].id})."
