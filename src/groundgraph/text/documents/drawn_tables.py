"""Tables that programs draw with characters: frames of databases, boxes of graph shells."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, rewritten
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[ \t]*[+|╭╒┌╔┏├╞╟╠┡┝└╘╰╚┗─═━=+|┬╤╦┳┼╪╬╇┿┴╧╩┻┤╡╢╣┩┥┐╕╮╗┓┘╛╯╝┛-]{3,}[ \t]*")
_DRAWN = re.compile(r"[+╭╒┌╔┏├╞╟╠┡┝└╘╰╚┗┬╤╦┳┼╪╬╇┿┴╧╩┻─═━]")
"""Signs of which a rule holds one that Markdown's have not."""
_BAR = re.compile(r"[|│║┃]")
_QUOTED = re.compile(r"[ \t]*(\")[^\"\n]*(\")[ \t]*")
_LEAST_ROWS = 2


class _Line(NamedTuple):
    """A line of a table.

    Attributes:
        span: Where it stands.
        bars: Where its bars stand; none for a rule.
    """

    span: Span
    bars: Sequence[int] = ()


def drawn_tables(text: str) -> PlainText | None:
    r"""Read tables that a program drew in Markdown's way; ``None`` where there are none.

    >>> print(drawn_tables("┌──────┬─────┐\n│ \"Rex\"│ fee │\n├──────┼─────┤\n│ Zoë  │ 4   │").text)
    | Rex| fee |
    |---|---|
    | Zoë  | 4   |
    >>> print(drawn_tables(" id | fee\n----+-----\n  7 | 4\n").text.rstrip())
    | id | fee|
    |---|---|
    |  7 | 4|
    """
    if _DRAWN.search(text) is None or _BAR.search(text) is None:
        return None
    return rewritten(text, [piece for table in _tables(text) for piece in _written(text, table)])


def _tables(text: str) -> Iterator[list[_Line]]:
    """Yield runs of neighbouring rows and rules with a rule behind the first row."""
    run: list[_Line] = []
    for match in _LINE.finditer(text):
        line = _line(match)
        apart = bool(run) and text.count("\n", run[-1].span.end, match.start()) > 1
        if apart or line is None:
            yield from _whole(text, run)
            run = []
        if line is not None:
            run.append(line)
    yield from _whole(text, run)


def _line(match: re.Match[str]) -> _Line | None:
    span = Span(*match.span())
    if _RULE.fullmatch(match[0]):
        return _Line(span)
    bars = [span.start + bar.start() for bar in _BAR.finditer(match[0])]
    return _Line(span, bars) if bars else None


def _whole(text: str, run: list[_Line]) -> Iterator[list[_Line]]:
    """Yield a run where its rows have as many bars, and a drawn rule stands behind the first."""
    first = next((at for at, line in enumerate(run) if line.bars), len(run))
    rows = [line for line in run if line.bars]
    rules = [line for line in run[first + 1 : first + 2] if not line.bars]
    if len(rows) < _LEAST_ROWS or not any(_DRAWN.search(line.span.of(text)) for line in rules):
        return
    if len({len(line.bars) for line in rows}) == 1:
        yield run


def _written(text: str, table: Sequence[_Line]) -> Iterator[tuple[Span, str]]:
    first = next(at for at, line in enumerate(table) if line.bars)
    header = table[first]
    framed = text[slice(*header.span)].strip()[:1] in {"|", "│", "║", "┃"}
    columns = len(header.bars) - 1 if framed else len(header.bars) + 1
    for at, line in enumerate(table):
        if line.bars:
            yield from _row(text, line, framed=framed)
        elif at == first + 1:
            yield line.span, "|" + "---|" * columns
        else:
            yield Span(line.span.start, min(line.span.end + 1, len(text))), ""


def _row(text: str, line: _Line, *, framed: bool) -> Iterator[tuple[Span, str]]:
    start, end = line.span
    while text[end - 1] in " \t":
        end -= 1
    edges = [*line.bars] if framed else [start - 1, *line.bars, end]
    if not framed:
        yield Span(start, start), "|"
    for before, bar in pairwise(edges):
        quoted = _QUOTED.fullmatch(text, before + 1, bar)
        if quoted:
            yield Span(*quoted.span(1)), ""
            yield Span(*quoted.span(2)), ""
    for bar in line.bars:
        if text[bar] != "|":
            yield Span(bar, bar + 1), "|"
    if not framed:
        yield Span(end, end), "|"
