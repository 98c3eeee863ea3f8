"""HTML read as text: what a reader of the page sees, with the places it was read from.

The tags are found by one regular expression in which no part of the page is gone over twice,
whatever it holds: `html.parser` of the Python versions supported takes quadratic time over
unclosed tags and comments (CVE-2025-6069). Entities are those of `html`.
"""

from __future__ import annotations

import html
import re
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.furniture import says_nothing
from groundgraph.text.documents.plain_text import PlainText, PlainWriter, write_table
from groundgraph.text.documents.table_shape import Spanning, joined, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAG = re.compile(
    r"<!--(?:[^<]|<(?!!--))*?-->|<![A-Za-z][^<>]*>"
    r"|<(/?)([A-Za-z][A-Za-z0-9]*)(?=[\s/>])((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>"
)
_PIECE = re.compile(r"\s+|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|[^\s&]+|&")
_RAW = frozenset({"script", "style", "noscript", "template", "svg", "math", "iframe", "object"})
_DROPPED = _RAW | {"head", "nav", "select", "button"}
_TABLE = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th"})
_BLOCKS = frozenset(
    "html body main article section aside header footer div p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd "
    "blockquote pre address figure figcaption caption form fieldset legend hr center details "
    "summary hgroup table tr title".split()
)
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q "
    "s samp small span strike strong sub sup time tt u var wbr br picture source video audio "
    "colgroup col option textarea link meta base area map".split()
)
_KNOWN = _DROPPED | _TABLE | _BLOCKS | _INLINE
PAGE = frozenset(
    "html body head div span p br hr b i u em strong font h1 h2 h3 h4 h5 h6 ul ol li dl dt dd "
    "blockquote pre table thead tbody tr td th img form fieldset script style svg".split()
)
"""Elements that no record has: where one stands, a text is a page or prose."""
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_STRUCK = frozenset({"del", "s", "strike"})
_ABOVE = 2
"""Rows that a table has at least below what it is called."""
_ALONE = frozenset({"br", "hr"})
_SPANS = re.compile(r"\b(col|row)span ?= ?[\"']?([1-9]\d{0,2})(?!\d)", re.IGNORECASE)
_FOOT = re.compile(r"</footer\b", re.IGNORECASE)


class _Tag(NamedTuple):
    """A tag of a known name, or a comment, which has none.

    Attributes:
        name: In small letters; "" for a comment or declaration.
        closing: Whether it ends an element.
        start: Where it begins.
        stop: One past its end.
        spans: How many columns and rows a cell takes up.
    """

    name: str
    closing: bool
    start: int
    stop: int
    spans: tuple[int, int] = (1, 1)


class _Cell(NamedTuple):
    """A cell of a table while it is read."""

    words: PlainWriter
    is_head: bool
    spans: tuple[int, int]

    def read(self) -> Spanning:
        return Spanning(self.words.collected().stripped(), *self.spans)


def html_text(text: str) -> PlainText | None:
    r"""Read a text that holds HTML elements; ``None`` where it holds none.

    Scripts, styles, the head, navigation, comments, struck-out words and footers without a sentence
    or number are left out; other elements that stand alone begin a line, headings with their marks
    of Markdown; entities are decoded. The rows of a table become records, see
    `groundgraph.text.documents.plain_text.write_table`.

    >>> html_text("<p>Fees &amp; hours</p><p>Open at <b>nine</b>.</p>").text
    'Fees & hours\n\nOpen at nine.'
    >>> html_text("The share is a < b, and b > c.") is None
    True
    """
    if "<" not in text:
        return None
    tags = [_tag(match) for match in _TAG.finditer(text)]
    tags = [tag for tag in tags if tag.name in _KNOWN or not tag.name]
    return _Page(text, tags).read() if _has_elements(tags) else None


def _tag(match: re.Match[str]) -> _Tag:
    name = (match[2] or "").lower()
    told = dict(_SPANS.findall(match[3].lower())) if name in {"td", "th"} else {}
    spans = int(told.get("col", 1)), int(told.get("row", 1))
    return _Tag(name, match[1] == "/", match.start(), match.end(), spans)


def _has_elements(tags: Sequence[_Tag]) -> bool:
    """Say whether an element is opened and closed, or broken by a line break.

    One tag alone is more likely one that a text speaks of, or code.
    """
    opened: set[str] = set()
    for tag in tags:
        if tag.closing and tag.name in opened:
            return True
        if not tag.closing:
            opened.add(tag.name)
    return bool(opened & _ALONE) or sum(tag.name == "p" for tag in tags) > 1


def _struck(tags: Sequence[_Tag]) -> set[int]:
    """Return where elements of struck-out words begin that end before another of them begins."""
    found: set[int] = set()
    after: dict[str, bool] = {}
    for tag in reversed(tags):
        if tag.name in _STRUCK:
            if not tag.closing and after.get(tag.name):
                found.add(tag.start)
            after[tag.name] = tag.closing
    return found


def _heads(rows: Sequence[Sequence[_Cell]]) -> int:
    """Return how many of the first rows of a table name its columns."""
    named = takewhile(lambda row: len(row) > 1 and all(cell.is_head for cell in row), rows)
    found = len([*named])
    return found if found < len(rows) else 0


class _Page:
    """One page while it is read."""

    def __init__(self, text: str, tags: Sequence[_Tag]) -> None:
        self._text = text
        self._tags = tags
        self._out = PlainWriter(text)
        self._last_end = {tag.name: tag.start for tag in tags if tag.closing}
        self._struck = _struck(tags)
        self._dropped, self._drop_depth = "", 0
        self._blocks = self._pre = self._tables = 0
        self._mark = ""
        self._rows: list[list[_Cell]] = []
        self._cell: _Cell | None = None

    def read(self) -> PlainText:
        place = 0
        for tag in self._tags:
            self._words(place, tag.start)
            self._element(tag)
            place = tag.stop
        self._words(place, len(self._text))
        self._end_table(len(self._text))
        return self._out.collected().stripped()

    def _element(self, tag: _Tag) -> None:
        if self._dropped:
            self._dropping(tag)
        elif tag.name in _DROPPED or (tag.name == "footer" and self._is_empty_footer(tag)):
            # A part that never ends is read: to drop the rest of the page would lose evidence.
            if not tag.closing and self._last_end.get(tag.name, -1) > tag.start:
                self._dropped, self._drop_depth = tag.name, 1
            self._break(tag.start)
        elif tag.start in self._struck:
            self._dropped, self._drop_depth = tag.name, 1
        elif tag.name in _TABLE:
            self._table_part(tag)
        elif tag.name == "br":
            self._break(tag.start, "\n")
        elif tag.name in _BLOCKS:
            self._block(tag)

    def _is_empty_footer(self, tag: _Tag) -> bool:
        foot = None if tag.closing else _FOOT.search(self._text, tag.stop)
        if foot is None:
            return False
        inside = self._text[tag.stop : foot.start()]
        return says_nothing(html.unescape(piece) for piece in re.split(r"<[^<>]*>", inside))

    def _dropping(self, tag: _Tag) -> None:
        if tag.name == self._dropped and tag.closing:
            self._drop_depth -= 1
        elif tag.name == self._dropped and self._dropped not in _RAW:
            self._drop_depth += 1
        unfinished = self._last_end.get(self._dropped, -1) <= tag.start
        if self._drop_depth == 0 or unfinished or (self._dropped, tag.name) == ("head", "body"):
            self._dropped = ""

    def _block(self, tag: _Tag) -> None:
        self._break(tag.start)
        self._mark = "" if tag.closing else _HEADINGS.get(tag.name, "")
        step = -1 if tag.closing else 1
        if tag.name == "pre":
            self._pre = max(0, self._pre + step)
        elif tag.name != "hr":
            self._blocks = max(0, self._blocks + step)

    def _table_part(self, tag: _Tag) -> None:
        if tag.name == "table":
            self._tables = max(0, self._tables + (-1 if tag.closing else 1))
            if tag.closing and self._tables == 0:
                self._end_table(tag.start)
            else:
                self._break(tag.start)
        elif self._tables > 1:  # a table within a cell is that cell's words
            self._space(tag.start)
        elif tag.name in {"td", "th"} and not tag.closing:
            self._cell = _Cell(PlainWriter(self._text), tag.name == "th", tag.spans)
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append(self._cell)
        else:
            self._cell = None
            if tag.name == "tr" and not tag.closing:
                self._rows.append([])

    def _end_table(self, place: int) -> None:
        rows, self._rows, self._cell = [row for row in self._rows if row], [], None
        if not rows:
            return
        self._break(place)
        while len(rows) > _ABOVE and len(rows[0]) == 1 < len(rows[1]):  # what the table is called
            write_table(self._out, None, [[rows.pop(0).pop().words.collected().stripped()]])
        heads = _heads(rows)
        cells = spread([[cell.read() for cell in row] for row in rows], heads)
        header = None
        if heads and len({*map(len, cells[:heads])}) == 1 and len(cells[0]) > 1:
            header = [joined(names) for names in zip(*cells[:heads], strict=True)]
            cells = cells[heads:]
        write_table(self._out, header, cells)
        self._out.put("\n", place, place)

    def _words(self, start: int, stop: int) -> None:
        if self._dropped:
            return
        out = self._cell.words if self._cell else self._out
        flowing = self._cell is not None or (self._blocks > 0 and not self._pre)
        for piece in _PIECE.finditer(self._text, start, stop):
            if piece[0].isspace():
                if not flowing:
                    if out.last != "\n":
                        out.keep(*piece.span())
                elif out.last and not out.last.isspace():
                    out.put(" ", *piece.span())
                continue
            if self._mark and self._cell is None:
                out.put(self._mark, piece.start(), piece.start())
                self._mark = ""
            if piece[0][0] == "&" and len(piece[0]) > 1:
                decoded = html.unescape(piece[0]).replace("\xa0", " ")
                out.put(decoded, *piece.span())
            else:
                out.keep(*piece.span())

    def _space(self, place: int) -> None:
        out = self._cell.words if self._cell else self._out
        if out.last and not out.last.isspace():
            out.put(" ", place, place)

    def _break(self, place: int, lines: str = "\n\n") -> None:
        if self._cell:
            self._space(place)
        elif self._out.last and self._out.last != "\n":
            self._out.put(lines, place, place)
        elif self._out.last and lines == "\n\n" and not self._out.parted:
            self._out.put("\n", place, place)
