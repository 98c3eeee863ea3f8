"""Words of a passage that a judge by rule names as what decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundgraph.types import Span


@dataclass(frozen=True)
class Place:
    """Words of a passage.

    Attributes:
        passage: The passage's id; of a passage given as a string its number, from 1.
        span: Where in the passage.
        text: The words.
    """

    passage: str
    span: Span
    text: str
