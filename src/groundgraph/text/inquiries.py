"""Questions within evidence, as pages of frequent questions have them; they assert nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundgraph.types import Span

_MARKS = " \t\n*_#>"
_LABEL = r"[\W_]{0,9}(?:[A-Za-z0-9][\w .]{0,24}:|[A-Za-z]?\d{1,3}[.)])?[\W_]{0,9}"
"""What may stand before a question or its answer: "Q:", "2.", "1 answer:", "Anna:"."""
_LABELLED = re.compile(_LABEL)
_ASKS = re.compile(
    rf"{_LABEL}(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may"
    r"|might|must)(?:n['’]t)?\b",
    re.IGNORECASE,
)
_AFFIRMS = re.compile(
    rf"\s{{0,9}}{_LABEL}(?:yes|yeah|yep|correct|true|certainly|of course)\b", re.IGNORECASE
)
_BEHIND = 80


def is_question(text: str) -> bool:
    """Say whether a sentence asks, so that it asserts nothing."""
    return text.rstrip(_MARKS).endswith("?")


def leaves_open(text: str, span: Span) -> bool:
    """Say whether a sentence of a text asks for yes or no, and no yes stands behind it.

    >>> from groundgraph.types import Span
    >>> told = "Is it heated? Yes. Is it free? No."
    >>> leaves_open(told, Span(0, 13)), leaves_open(told, Span(19, 30))
    (False, True)
    """
    if text.rfind("?", span.start, span.end) < 0:
        return False  # as most do
    asked = span.of(text)
    if not is_question(asked) or _ASKS.match(asked) is None:
        return False
    return _AFFIRMS.match(text[span.end : span.end + _BEHIND]) is None


def unlabelled(text: str) -> str:
    """Return a line without what numbers it, or says who speaks: "Q: Is it free?"."""
    label = _LABELLED.match(text)
    return text[label.end() :].rstrip(_MARKS) if label else text
