"""Values that are normal, told beside one that was found: "13.8, in the reference range"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

OF_NORMALS = frozenset(
    """reference ref normal normally range ranges limit limits bound bounds upper lower above below
    between within from to than exceed exceeds exceeded threshold cutoff should must""".split()
)
"""Words by which a text speaks of the values that are normal."""
STEMS_OF_NORMALS = frozenset(map(stem, OF_NORMALS))
_NORMALS = re.compile(
    r"(?:/[^\W\d_]{1,4})?"
    r"(?: ?[(\[](?:the )?|[ ,;(]{1,3}(?:(?:which|and|this) is )?"
    r"(?:(?:with)?in|inside|outside|below|under|above|over|beyond) (?:(?:the|its|a) )?)"
    r"(?:(?:lab|laboratory|normal) )?(?:reference|ref|normal|range)\b",
    re.IGNORECASE,
)
"""What stands behind a value that is set beside normal ones."""


def is_before_normals(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether a value is told first, and then which are normal: "13.8 (reference 13–17)"."""
    before = sentence.tokens[: amount.first]
    return OF_NORMALS.isdisjoint(token.text for token in before) and bool(
        _NORMALS.match(sentence.text, amount.span.end)
    )
