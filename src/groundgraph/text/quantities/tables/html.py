"""The rows of HTML tables, as cells with their places."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG = re.compile(r"<(/?)(table|tr|th|td|caption)\b[^<>]{0,300}>", re.IGNORECASE)
ANY_TAG = re.compile(r"<[^<>]{0,300}>")

Written = tuple[str, Span]


def html_tables(text: str) -> Iterator[tuple[list[list[Written]], Span]]:
    """Yield the rows of each table, and its range.

    Args:
        text: HTML.
    """
    rows: list[list[Written]] = []
    start = opened = None
    for tag in _TAG.finditer(text):
        closing, name = bool(tag[1]), tag[2].lower()
        if opened is not None and (name != "table" or closing):
            rows[-1].append(_html_cell(text, opened, tag.start()))
            opened = None
        if name == "table" and not closing:
            rows, start = [], tag.start()
        elif name == "tr" and not closing:
            rows.append([])
        elif name in {"td", "th"} and not closing and rows:
            opened = tag.end()
        elif name == "table" and start is not None:
            yield [row for row in rows if row], Span(start, tag.end())
            rows, start = [], None


def _html_cell(text: str, start: int, end: int) -> Written:
    written = text[start:end]
    inner = written.strip()
    first = start + len(written) - len(written.lstrip())
    return html.unescape(ANY_TAG.sub(" ", inner)).strip(), Span(first, first + len(inner))
