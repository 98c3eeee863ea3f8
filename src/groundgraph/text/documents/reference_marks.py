"""Marks of an encyclopedia's notes within its text, "[12]" and "[citation needed]", left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import rewritten
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.documents.plain_text import PlainText

_SAYS = (
    r"(?:citation|clarification|verification|source|better source) needed|edit|who\?|when\?"
    r"|by whom\?|according to whom\?|note \d{1,2}"
)
_MARK = re.compile(
    rf"(?<=[^\s\[({{=])\[(?:\d{{1,3}}|[a-z]|(?i:{_SAYS}))\](?=[\s.,;:!?)\"”\[]|\Z)(?!:\S)"
)
_SURELY = re.compile(rf"[.!?,;)\"”’]\[\d{{1,3}}\](?:\s|\[|\Z)|\[(?i:{_SAYS})\]")
"""What only notes are; "x[0]" alone is an item of a list in code."""


def without_reference_marks(text: str) -> PlainText | None:
    """Read a text without the marks of its notes; ``None`` where it has none.

    >>> without_reference_marks("It was founded in 1998[3] by Mara Voss.[4][5]").text
    'It was founded in 1998 by Mara Voss.'
    >>> without_reference_marks("The first is x[0], the last is x[9].") is None
    True
    """
    if "[" not in text or _SURELY.search(text) is None:
        return None
    return rewritten(text, ((Span(*mark.span()), "") for mark in _MARK.finditer(text)))
