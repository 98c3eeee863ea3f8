"""Lines that a mail or Markdown quotes, "> like this", read without their marks."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from groundgraph.text.documents.plain_text import PlainText, rewritten
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_QUOTED = re.compile(r"[ \t]{0,3}(?P<marks>>(?:[ \t]?>)*)(?:[ \t]|(?=[^\s>=])|$)")
_LINE = re.compile(r"[^\n]+")
_WORDS = re.compile(r"[ \t]*(?:[-*•+][ \t]+)?[\"'“‘(*_]{0,3}[^\W\d_]")


def unquoted(text: str) -> PlainText | None:
    r"""Read quoted lines as paragraphs of their own; ``None`` where there are none.

    Such a paragraph begins with a capital letter: else ">" may mark bounds, "> 5 kg", or items.

    >>> unquoted("Yes.\n> Shall we meet\n> at nine?\nBo").text
    'Yes.\n\nShall we meet\nat nine?\n\nBo'
    >>> unquoted("Fees:\n> 5 kg: 3 euros\n> 9 kg: 4 euros") is None
    True
    """
    if ">" not in text:
        return None
    lines = [(line, _QUOTED.match(text, *line.span())) for line in _LINE.finditer(text)]
    return rewritten(text, _pieces(text, lines))


def _pieces(
    text: str, lines: Sequence[tuple[re.Match[str], re.Match[str] | None]]
) -> Iterator[tuple[Span, str]]:
    """Yield the marks, left out, and what parts lines of one depth from those around."""
    after_quote = False
    for _, run in groupby(lines, key=lambda each: each[1] and each[1]["marks"].count(">")):
        held = [*run]
        marks = [mark for _, mark in held if mark is not None]
        words = [found for mark in marks if (found := _WORDS.match(text, mark.end()))]
        quotes = bool(words) and words[0][0][-1].isupper()
        start = held[0][0].start()
        if (quotes or after_quote) and text[max(0, start - 2) : start].strip("\n"):
            yield Span(start, start), "\n"
        if quotes:
            yield from ((Span(*mark.span()), "") for mark in marks)
        after_quote = quotes
