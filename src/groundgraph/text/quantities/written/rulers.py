"""Names that a number tells from others of the name: "George V", "George the Fifth"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ORDINALS
from groundgraph.text.quantities.written.numbered_parts import roman
from groundgraph.text.words import STOP_WORDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERED = re.compile(
    r"\b([A-Z][a-zà-ÿ]{2,15}) (?:([IVX]{1,6})|the ([A-Z][a-z]{4,10})(?! [A-Z]))(?![\w'’-]|\.\w)"
)


def rulers(text: str) -> Iterator[tuple[str, Span]]:
    """Yield the names of a text that are numbered, with digits, and where.

    >>> [name for name, _ in rulers("George the Fifth was followed by Edward VIII in 1936.")]
    ['george 5', 'edward 8']
    """
    for match in _NUMBERED.finditer(text):
        number = roman(match[2]) if match[2] else ORDINALS.get(match[3].lower(), 0)
        name = match[1].lower()
        if number and name not in STOP_WORDS:
            yield f"{name} {number}", Span(*match.span())
