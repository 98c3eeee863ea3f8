"""What the evidence says where a check decides, for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.judgements import Saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.evidence_texts import EvidenceText
    from groundgraph.text.scope.findings import Check

_LONGEST = 160


def saying_of(check: Check, texts: Sequence[EvidenceText]) -> Saying:
    """Return what a check found, with the sentence of the evidence."""
    told = texts[check.passage]
    around = check.line.span.of(told.text)
    shown = around if len(around) <= _LONGEST else check.span.of(told.text)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST].rsplit(' ', 1)[0]} …"
    return Saying(check.told, " ".join(shown.split()), told.name(check.span))
