"""Lines for a terminal: wrapped behind a margin, in letters that it can show."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rich.console import Console, ConsoleOptions

# C0 and C1 controls, line separators, and the marks that reorder what follows them.
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class Glyphs(NamedTuple):
    """Signs of which a terminal may lack some."""

    icons: Mapping[str, str]
    ellipsis: str
    dot: str
    quotes: tuple[str, str]
    bar: str
    levels: str


UNICODE = Glyphs(
    {"hallucinated": "✗", "grounded": "✓", "unverifiable": "?", "error": "×"},
    "…",
    "·",
    ("“", "”"),
    "  │ ",
    "▁▂▃▄▅▆▇█",
)
ASCII = Glyphs(
    {"hallucinated": "x", "grounded": "+", "unverifiable": "?", "error": "!"},
    "...",
    "-",
    ('"', '"'),
    "  | ",
    "_.:-=+*#",
)


def printable(text: str) -> str:
    r"""Replace, one for one, the characters that a terminal would obey.

    >>> printable("red \x1b[31m and \ud800")
    'red ␛[31m and �'
    """
    return _CONTROL.sub(_stand_in, text)


def _stand_in(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code == 0x0D:
        return " "
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


class Page:
    """What one rendering needs to know of the terminal."""

    def __init__(self, console: Console, options: ConsoleOptions) -> None:
        self._console = console
        self._options = options
        self.glyphs = ASCII if options.ascii_only else UNICODE
        self.plain = console.no_color or console.color_system is None

    def text(self, words: str, style: str = "") -> Text:
        """Return words as the terminal can show them."""
        return Text(encodable(printable(words), self._options), style=style)

    def quoted(self, words: str, style: str = "") -> Text:
        """Return words on one line between quotation marks."""
        left, right = self.glyphs.quotes
        return self.text(f"{left}{' '.join(words.split())}{right}", style)

    def lines(
        self, text: Text, margin: str = "", *, hang: int = 0, most: int | None = None
    ) -> Iterator[Text]:
        """Wrap a text behind a margin; blank lines become one, what is beyond ``most`` is cut."""
        width = max(self._options.max_width - len(margin) - hang, 20)
        wrapped = _without_repeated_blanks(text.wrap(self._console, width, overflow="fold"))
        for number, line in enumerate(wrapped[:most], 1):
            if number == most and len(wrapped) > number:
                line.truncate(width - len(self.glyphs.ellipsis))
                line.append(self.glyphs.ellipsis)
            start = Text()
            start.append(margin + " " * (hang if number > 1 else 0), style="dim")
            start.append_text(line)
            start.rstrip()
            yield start


def _without_repeated_blanks(lines: Iterable[Text]) -> list[Text]:
    kept: list[Text] = []
    for line in lines:
        if line.plain.strip() or (kept and kept[-1].plain.strip()):
            kept.append(line)
    return kept


def encodable(text: str, options: ConsoleOptions) -> str:
    """Spell out what the output's encoding cannot hold, instead of failing on it."""
    return text.encode(options.encoding, "backslashreplace").decode(options.encoding)
