"""Things told one after the other, each behind its name: "Basic: 3 seats. Team: 10 seats."."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEGMENT = re.compile(r"[;\n]|\.(?=\s+[^\W_]|\s*\Z)")
_ENTRY = re.compile(
    r"\s*(?:[-*•] )?(?P<name>[^\W_][\w'’&+./-]{0,24}(?:,? [\w'’&+()/-]{1,24}){0,6}): "
    r"(?P<body>\S.{2,400})"
)
_FEWEST = 2


class NamedEntry(NamedTuple):
    """What is told behind a name: where the name stands in the text, and where the rest."""

    name: Span
    body: Span


class Entries(NamedTuple):
    """Entries that stand one after the other.

    Attributes:
        members: In the order of the text, two at least.
        outside: What of the text stands before and behind them.
    """

    members: tuple[NamedEntry, ...]
    outside: tuple[Span, ...]


@lru_cache(maxsize=512)
def named_entries(text: str) -> tuple[Entries, ...]:
    """Return the runs of entries of a text.

    >>> [(found)] = named_entries("Two plans. Basic: mail. Pro: mail, chat.")
    >>> [entry.name.of("Two plans. Basic: mail. Pro: mail, chat.") for entry in found.members]
    ['Basic', 'Pro']
    """
    if text.count(": ") < _FEWEST:
        return ()
    segments = list(_segments(text))
    found: list[Entries] = []
    run: list[tuple[int, NamedEntry]] = []
    for at, segment in enumerate([*segments, None]):
        entry = None if segment is None else _entry(text, segment)
        if entry is not None:
            run.append((at, entry))
            continue
        if len(run) >= _FEWEST:
            inside = {number for number, _ in run}
            outside = (own for number, own in enumerate(segments) if number not in inside)
            found.append(Entries(tuple(each for _, each in run), tuple(outside)))
        run = []
    return tuple(found)


def _entry(text: str, segment: Span) -> NamedEntry | None:
    match = _ENTRY.fullmatch(text, *segment)
    return match and NamedEntry(Span(*match.span("name")), Span(*match.span("body")))


def _segments(text: str) -> Iterator[Span]:
    start = 0
    for match in _SEGMENT.finditer(text):
        if text[start : match.start()].strip():
            yield Span(start, match.start())
        start = match.end()
    if text[start:].strip():
        yield Span(start, len(text))
