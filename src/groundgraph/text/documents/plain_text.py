"""Readable words of a text with markup, each character with the place that it was read from."""

from __future__ import annotations

import re
import unicodedata
from array import array
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.tables.heads import is_unit, naming_column
from groundgraph.text.quantities.written.table_cells import unmarked
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SPACE = r"[\u00a0\u2000-\u200a\u202f\u205f\u3000]"
_UNSEEN = r"[\u200b\u2060\ufeff]|\u00ad(?![ \t]*\r?\n)"
_WIDE = r"[０-９Ａ-Ｚａ-ｚ％＄＋－／]|(?<=[０-９])[：．，](?=[０-９])"
_WRITTEN_ELSE = re.compile(rf"(?P<space>{_SPACE})|(?P<unseen>{_UNSEEN})|(?P<wide>{_WIDE})")
_NARROW = 0xFEE0
"""How far a full-width sign stands behind its own in Unicode."""
_COMPARES = re.compile(
    r"(?:(?<=[\s(\[:,;|/])|^|(?<=[A-Za-z])(?!>\d))(?P<sign>[<>]=?|[≤≥])"
    r"(?=[^\S\n]?[-−]?[$€£]?\d)(?!\d{1,9}>)"
)
"""Signs before a number; no end of a tag."""
_COMPARISONS = {"<": "less than", ">": "more than", "≤": "at most", "≥": "at least"}
_COMPARISONS |= {"<=": "at most", ">=": "at least"}
_SIGNS = frozenset("<>≤≥")
_OPENING = frozenset("`'(\"")
_ACCENTED = re.compile(r"[^\u0300-\u036f]?[\u0300-\u036f]+")
_MOST_REPEATED, _MOST_TIMES = 100_000, 10
"""What the names of columns and rows may add to a table: characters, and times its own."""


class PlainText(NamedTuple):
    """Words without their markup.

    Attributes:
        text: The words.
        starts: Where each character's source begins in the text with markup, shape
            ``(len(text),)``.
        ends: One past the last character of that source; the start itself for what was put in
            between, such as the line break after a paragraph. The same shape.
    """

    text: str
    starts: array[int]
    ends: array[int]

    def original(self, span: Span) -> Span:
        """Return where the words at ``span`` stand in the text with markup."""
        start, stop = span
        if stop <= start:
            at = self.starts[start] if start < len(self.starts) else max(self.ends, default=0)
            return Span(at, at)
        return Span(min(self.starts[start:stop]), max(self.ends[start:stop]))

    def part(self, start: int, stop: int) -> PlainText:
        """Return some of the characters."""
        return PlainText(self.text[start:stop], self.starts[start:stop], self.ends[start:stop])

    def stripped(self) -> PlainText:
        """Return it without white space at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def after(self, first: PlainText) -> PlainText:
        """Return the same words with places in the text that ``first`` was read from."""
        last = first.ends[-1] if first.ends else 0
        begins = [*first.starts, last]
        starts = array("q", (begins[at] for at in self.starts))
        ends = array(
            "q",
            (
                first.ends[end - 1] if end > start else begins[start]
                for start, end in zip(self.starts, self.ends, strict=True)
            ),
        )
        return PlainText(self.text, starts, ends)


class PlainWriter:
    """Collects the words of a text with markup."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._pieces: list[str] = []
        self._starts = array("q")
        self._ends = array("q")
        self.last = ""

    def keep(self, start: int, stop: int) -> None:
        """Add ``source[start:stop]`` as it is."""
        if stop > start:
            self._add(self._source[start:stop], range(start, stop), range(start + 1, stop + 1))

    def put(self, words: str, start: int, stop: int) -> None:
        """Add words that stand for ``source[start:stop]``, which may be empty."""
        if words:
            self._add(words, [start] * len(words), [stop] * len(words))

    def paste(self, part: PlainText) -> None:
        """Add words that were collected elsewhere."""
        if part.text:
            self._add(part.text, part.starts, part.ends)

    def collected(self) -> PlainText:
        """Return all that was added."""
        return PlainText("".join(self._pieces), self._starts[:], self._ends[:])

    @property
    def parted(self) -> bool:
        """Whether what was added ends with a blank line."""
        ends = "".join(self._pieces[-2:])[-2:]
        return ends == "\n\n"

    def _add(self, words: str, starts: Sequence[int], ends: Sequence[int]) -> None:
        self._pieces.append(words)
        self._starts.extend(starts)
        self._ends.extend(ends)
        self.last = words[-1]


def composed(text: str) -> PlainText | None:
    r"""Read a text in Unicode's form NFC, with plain spaces and digits; ``None`` where it is so.

    >>> composed("Pa\u0308l\u00a0H., ４２ kg").text
    'Päl H., 42 kg'
    """
    return rewritten(text, characters(text))


def rewritten(text: str, pieces: Iterable[tuple[Span, str]]) -> PlainText | None:
    """Read a text with other words in some places; ``None`` where there are none."""
    apart = sorted(pieces)
    if not apart:
        return None
    out = PlainWriter(text)
    place = 0
    for span, instead in apart:
        out.keep(place, span.start)
        out.put(instead, *span)
        place = span.end
    out.keep(place, len(text))
    return out.collected()


def characters(text: str) -> Iterator[tuple[Span, str]]:
    """Yield where characters stand that a reader sees otherwise, and as what.

    They are letters with accents of their own, spaces that hold a line together, digits and letters
    of full width, and signs without any.
    """
    if text.isascii():
        return
    yield from _accents(text)
    for match in _WRITTEN_ELSE.finditer(text):
        wide = chr(ord(match[0]) - _NARROW) if match["wide"] else ""
        yield Span(*match.span()), " " if match["space"] else wide


def spoken(text: str) -> PlainText | None:
    """Read signs that compare with a number in words; ``None`` where there are none.

    >>> spoken("ferritin <15 and pH ≥ 7").text
    'ferritin less than 15 and pH at least 7'
    """
    return rewritten(text, comparisons(text))


def comparisons(text: str) -> Iterator[tuple[Span, str]]:
    """Yield where signs stand that compare with a number, and their words; no quoted lines."""
    if _SIGNS.isdisjoint(text):
        return
    for match in _COMPARES.finditer(text):
        start, end = match.span()
        opens = start == 0 or text[start - 1] == "\n"
        if opens and match["sign"] == ">" and text[end].isspace():
            continue  # "> 12 people came": a line that is quoted
        before = " " if start and text[start - 1].isalpha() else ""
        after = "" if text[end].isspace() else " "
        yield Span(start, end), f"{before}{_COMPARISONS[match['sign']]}{after}"


def _accents(text: str) -> Iterator[tuple[Span, str]]:
    """Yield where a letter and its accents stand as characters of their own, and both as one."""
    if unicodedata.is_normalized("NFC", text):
        return
    for match in _ACCENTED.finditer(text):
        yield Span(*match.span()), unicodedata.normalize("NFC", match[0])


def write_table(
    out: PlainWriter,
    header: Sequence[PlainText] | None,
    rows: Sequence[Sequence[PlainText]],
) -> None:
    """Write the rows of a table as records, a line for each cell: "row key — column: value".

    The first cell of a row is its key; the name of that column is written only where it is a unit
    or scale of all values, as a paragraph before the rows, and where a row does not fit the header,
    and then with the other names on a line before the rows. A row
    of two cells without a header is "key: value"; any other row that the header does not fit is its
    cells in order, so that no value comes to stand under the name of another column.

    Args:
        out: Where to.
        header: The names of the columns, if it has any.
        rows: The cells of each row.
    """
    if header is not None and (at := naming_column(_texts(header), [*map(_texts, rows)])):
        header, *rows = ([row[at], *row[:at], *row[at + 1 :]] for row in (header, *rows))
    if header is not None and not _can_be_repeated(header, rows):
        rows = [header, *rows]
        header = None
    if header is not None and not all(len(row) == len(header) > 1 for row in rows):
        _write_joined(out, header, "; ")
    elif header is not None and is_unit(header[0].text):
        _write_joined(out, header[:1], "")
        out.put("\n", header[0].ends[-1], header[0].ends[-1])
    for row in rows:
        if header is not None and len(row) == len(header) and any(c.text for c in row[1:]):
            _write_fields(out, header, row)
        else:
            pair = header is None and len(row) == 2
            _write_joined(out, row, ": " if pair else "; ")


def write_pipes(
    out: PlainWriter, header: Sequence[PlainText], rows: Sequence[Sequence[PlainText]]
) -> None:
    """Write a table in the way of Markdown, which is data where a text holds nothing else.

    Args:
        out: Where to.
        header: The names of the columns; none is empty.
        rows: The cells of each row; those without words have no place of their own.
    """
    for number, row in enumerate([header, *rows]):
        place = row[0].starts[0] if row[0].starts else 0
        for cell in row:
            place = cell.starts[0] if cell.starts else place
            out.put("| ", place, place)
            out.paste(cell)
            place = cell.ends[-1] if cell.ends else place
            out.put(" ", place, place)
        out.put("|\n" if number else f"|\n{'|---' * len(header)}|\n", place, place)


def _texts(row: Sequence[PlainText]) -> list[str]:
    return [cell.text for cell in row]


def _can_be_repeated(header: Sequence[PlainText], rows: Sequence[Sequence[PlainText]]) -> bool:
    """Say whether column names and row keys may stand before every cell: unless they are huge."""
    names = sum(len(cell.text) for cell in header)
    keys = sum(len(row[0].text) for row in rows if row)
    cells = sum(len(cell.text) for row in rows for cell in row)
    repeated = names * len(rows) + keys * len(header)
    return repeated <= _MOST_REPEATED + _MOST_TIMES * (names + cells)


def _write_fields(out: PlainWriter, header: Sequence[PlainText], row: Sequence[PlainText]) -> None:
    key = unmarked(row[0].text.strip("`"))
    for head, cell in zip(header[1:], row[1:], strict=True):
        if cell.text:
            name = unmarked(head.text.strip("`"))
            lead = f"{key} — {name}" if key and name else key or name
            place = cell.starts[0]
            _begin_line(out, lead or cell.text, place)
            out.put(f"{lead}: " if lead else "", place, place)
            out.paste(cell)
            out.put("\n", cell.ends[-1], cell.ends[-1])


def _write_joined(out: PlainWriter, row: Sequence[PlainText], between: str) -> None:
    cells = [cell for cell in row if cell.text]
    if cells:
        _begin_line(out, cells[0].text, cells[0].starts[0])
    for number, cell in enumerate(cells):
        out.put(between if number else "", cell.starts[0], cell.starts[0])
        out.paste(cell)
    if cells:
        out.put("\n", cells[-1].ends[-1], cells[-1].ends[-1])


def _begin_line(out: PlainWriter, words: str, place: int) -> None:
    """Part a line from the one before, whose rest it would be: with a small letter, or a mark."""
    if out.last == "\n" and (words[:1].islower() or words[:1] in _OPENING):
        out.put("\n", place, place)
