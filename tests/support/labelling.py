"""Labels put on examples."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.types import Example


def labelled(examples: Iterable[Example], labels: Sequence[Any]) -> list[Example]:
    """Return copies of the examples with these labels."""
    return [replace(e, label=bool(label)) for e, label in zip(examples, labels, strict=True)]
