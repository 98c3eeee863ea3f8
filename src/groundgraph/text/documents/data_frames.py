"""Tables that pandas prints: columns that end where their heads do, behind each row's index."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEAD = re.compile(r"[ \t]{2,}\S[^\n|,;:]*")
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_WORD = re.compile(r"\S+")
_BESIDE = re.compile(r"\S+(?: \S+)*")
_NAME = re.compile(r"[\w.-]{1,40}[ \t]*")
_NOTE = re.compile(r"\[?\d+ rows x \d+ columns\]?[ \t]*")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LEAST_COLUMNS, _LEAST_ROWS = 2, 2


def data_frames(text: str) -> PlainText | None:
    r"""Read frames that pandas printed in Markdown's way; ``None`` where there are none.

    >>> print(data_frames("      name  age\n0  Zoe Kay    4\n1   Bo Lim   16\n").text)
    | index | name | age |
    |---|---|---|
    | 0 | Zoe Kay | 4 |
    | 1 | Bo Lim | 16 |
    """
    if "  " not in text:
        return None
    spans = [Span(*match.span()) for match in _LINE.finditer(text) if match[0]]
    out = PlainWriter(text)
    at, place, changed = 0, 0, False
    while at < len(spans):
        rows, stop = _frame(text, spans, at)
        if rows:
            out.keep(place, spans[at].start)
            _write(out, rows, text)
            at, place, changed = stop, spans[stop - 1].end, True
        else:
            at += 1
    out.keep(place, len(text))
    return out.collected().stripped() if changed else None


def _frame(text: str, spans: Sequence[Span], at: int) -> tuple[list[list[Span]], int]:
    """Return the cells of the frame that begins at a line, its heads first, and the line after."""
    head = text[slice(*spans[at])].rstrip()
    if not _HEAD.fullmatch(head):
        return [], at
    names = [*_WORD.finditer(head)]
    edges = [name.end() for name in names]
    index = Span(spans[at].start, spans[at].start)
    stop = at + 1
    if stop < len(spans) and _NAME.fullmatch(text[slice(*spans[stop])].rstrip("\n")):
        index = _stripped(text, spans[stop])
        stop += 1
    rows: list[list[Span]] = []
    while stop < len(spans) and (cells := [*_cells(text, spans[stop], edges)]):
        rows.append(cells)
        stop += 1
    if len(rows) < _LEAST_ROWS or len(names) < _LEAST_COLUMNS:
        return [], at
    if stop < len(spans) and _NOTE.fullmatch(text[slice(*spans[stop])].strip()):
        stop += 1
    start = spans[at].start
    heads = [index, *(Span(start + name.start(), start + name.end()) for name in names)]
    return [heads, *rows], stop


def _cells(text: str, line: Span, edges: Sequence[int]) -> Iterator[Span]:
    """Yield the index of a row and its cells, none where a word crosses the end of a column."""
    said = text[slice(*line)].rstrip()
    words = [*_BESIDE.finditer(said)]
    if not said[:1].strip():
        return
    if len(words) == len(edges) + 1:  # each is parted from the next by two blanks or more
        yield from (Span(line.start + w.start(), line.start + w.end()) for w in words)
        return
    if len(said) != edges[-1]:
        return
    crossed = any(word.start() < edge < word.end() for edge in edges for word in words)
    first = words[0]
    if crossed or first.end() > edges[0]:
        return
    begins = [first.end(), *edges[:-1]]
    cells = [said[start:edge].strip() for start, edge in zip(begins, edges, strict=True)]
    if not all(cells):
        return
    yield Span(line.start, line.start + first.end())
    for start, edge in zip(begins, edges, strict=True):
        yield _stripped(text, Span(line.start + start, line.start + edge))


def _stripped(text: str, span: Span) -> Span:
    said = text[slice(*span)]
    return Span(span.start + len(said) - len(said.lstrip()), span.start + len(said.rstrip()))


def _write(out: PlainWriter, rows: Sequence[Sequence[Span]], text: str) -> None:
    counted = all(row[0].of(text).isdecimal() for row in rows[1:])
    letters = [cell.of(text) for cell in rows[0][1:]]
    if counted and letters == [*_LETTERS[: len(letters)]] and len(rows) > _LEAST_ROWS:
        rows = [row[1:] for row in rows[1:]]  # a sheet, with its letters and numbers
    for number, row in enumerate(rows):
        start = row[-1].start
        for cell in row:
            place = cell.start if cell.end > cell.start else start
            out.put("| ", place, place)
            if cell.end > cell.start:
                out.keep(*cell)
            else:
                out.put("index" if counted else "name", place, place)
            out.put(" ", cell.end, cell.end)
        end = row[-1].end
        rule = "" if number else f"{'|---' * len(row)}|\n"
        out.put(f"|\n{rule}", end, end)
