"""What the evidence says where a check decides, for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.judgements import Saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.scope.findings import Check
    from groundgraph.types import Passage

_LONGEST = 160


def saying_of(check: Check, passages: Sequence[Passage]) -> Saying:
    """Return what a check found, with the sentence of the evidence."""
    passage = passages[check.passage]
    around = check.line.span.of(passage.text)
    shown = around if len(around) <= _LONGEST else check.span.of(passage.text)
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST].rsplit(' ', 1)[0]} …"
    return Saying(check.told, " ".join(shown.split()), passage.id)
