"""Regular expressions that are asked only of texts that may hold what they find."""

from __future__ import annotations

import re
from typing import NamedTuple


class Hinted(NamedTuple):
    """A regular expression, and strings that are quicker to look for.

    Attributes:
        finds: What finds it.
        hints: Where it finds anything, the text in lower case holds one of these.
    """

    finds: re.Pattern[str]
    hints: tuple[str, ...]

    def search(self, text: str, lower: str) -> re.Match[str] | None:
        """Return the first match in a text; ``lower`` is the text in lower case."""
        for hint in self.hints:
            if hint in lower:
                return self.finds.search(text)
        return None


def hinted(finds: str, hints: str, flags: int = 0) -> Hinted:
    r"""Compile a pattern; the hints are parted by spaces.

    >>> pattern = hinted(r"\bfree wi-?fi\b", "wifi wi-fi", re.IGNORECASE)
    >>> [pattern.search(text, text.lower()) is not None for text in ("Free Wi-Fi", "free")]
    [True, False]
    """
    return Hinted(re.compile(finds, flags), tuple(hints.split()))
