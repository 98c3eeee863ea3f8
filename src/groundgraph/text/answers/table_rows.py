"""Lines of an answer that are rows of a table, or rules, and the pipes between cells."""

from __future__ import annotations

import re
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(r"[^\n]*\n?")
_RULE = re.compile(r"(?:[-*_=][ \t]*){3,}|`{3}\w*|\|?[ \t]*:?--[-:| \t]*")
_AROUND = " \t*_`"
"""What stands around a cell's words."""


def is_rule(line: str) -> bool:
    """Say whether a line only parts what stands above from what stands below."""
    return _RULE.fullmatch(line.strip()) is not None


def is_row(line: str) -> bool:
    """Say whether a line is a row of a table; the one above a rule is its header."""
    row = line.strip()
    return row.startswith("|") and row.endswith("|") and row.count("|") > 1


def pipes(answer: str) -> Iterator[tuple[Span, str]]:
    """Yield the pipes of tables and what is read in their place: a colon, then commas.

    Each cell but the first stands behind what its column is called: "Basic: price 9, seats 2".
    """
    lines = [*_LINE.finditer(answer)] if "|" in answer else []
    heads: list[str] = []
    for line, after in zip_longest(lines, lines[1:]):
        if not is_row(line[0]):
            heads = []
            continue
        bars = [i for i, c in enumerate(line[0], line.start()) if c == "|"]
        cells = [answer[start + 1 : end].strip(_AROUND) for start, end in pairwise(bars)]
        is_head = after is not None and is_rule(after[0])
        is_plain = is_head or is_rule(line[0]) or len(heads) != len(cells)
        names = [""] * len(cells) if is_plain else heads
        yield Span(bars[0], bars[0] + 1), ""
        for number, (place, name, cell) in enumerate(
            zip(bars[1:-1], names[1:], cells[1:], strict=True)
        ):
            mark = "," if number else ":"
            yield Span(place, place + 1), f"{mark} {name}" if name and cell else mark
        yield Span(bars[-1], bars[-1] + 1), ""
        heads = cells if is_head else heads
