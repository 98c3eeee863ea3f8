"""Passages read sentence by sentence, and the sentences that say nearly what a claim says."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.inquiries import leaves_open
from groundgraph.text.once import kept, once
from groundgraph.text.passage_sentences import pieces
from groundgraph.text.scope.model import Line
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

_DATA = re.compile(r"\s*[{\[]\s*[\"{\[]")
_FIELD = re.compile(r"[\"']: ?[\"']")
_END = re.compile(r"[\"'](?:, ?[\"']|[}\]])")
_LONG_VALUE = 40
_NEAR = 2
_KEPT = 4


class Aligned(NamedTuple):
    """A sentence of the evidence and how much of some words it holds.

    Attributes:
        line: The sentence.
        held: Share of the words' weight that it holds, in [0, 1].
    """

    line: Line
    held: float


@dataclass(frozen=True, eq=False)
class Index:
    """The sentences of some passages.

    Attributes:
        texts: The passages.
        lines: Their sentences, in order.
        postings: Numbers of the sentences that hold a key.
    """

    texts: tuple[str, ...]
    lines: tuple[Line, ...]
    postings: dict[str, list[int]]

    def weight(self, key: str) -> float:
        """Return how much a key tells; one that no sentence holds tells most."""
        return _weight(len(self.postings.get(key, ())), len(self.lines))

    def nearest(self, keys: AbstractSet[str]) -> list[Aligned]:
        """Return the sentences that hold most of some keys, the best first, four at most."""
        found: dict[int, float] = {}
        total = 0.0
        for key in sorted(keys):
            weight = self.weight(key)
            total += weight
            for number in self.postings.get(key, ()):
                found[number] = found.get(number, 0.0) + weight
        best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:_KEPT]
        return [Aligned(self.lines[number], held / total) for number, held in best]

    def around(self, line: Line) -> frozenset[str]:
        """Return the keys of the sentences next to one of the same passage, and of its first."""
        if line.number not in self._around:
            self._around[line.number] = self._keys_around(line)
        return self._around[line.number]

    @once
    def _around(self) -> dict[int, frozenset[str]]:
        return {}

    def _keys_around(self, line: Line) -> frozenset[str]:
        near = self.lines[max(0, line.number - _NEAR) : line.number + 2]
        kept = [other.keys for other in near if other.passage == line.passage]
        return frozenset().union(*kept)


@lru_cache(maxsize=1 << 12)
def _weight(held: int, lines: int) -> float:
    return math.log1p(lines / (held or 0.5))


@kept
def index_of(texts: tuple[str, ...]) -> Index:
    """Read some passages."""
    lines: list[Line] = []
    for passage, text in enumerate(texts):
        for span in _sentences(text):
            lines.append(Line(text, span, passage, len(lines)))
    postings: defaultdict[str, list[int]] = defaultdict(list)
    for line in lines:
        for key in () if leaves_open(line.text, line.span) else line.keys:
            postings[key].append(line.number)
    return Index(texts, tuple(lines), dict(postings))


def _sentences(text: str) -> Iterator[Span]:
    """Return the sentences of prose, and of the long values of data."""
    if not _DATA.match(text):
        yield from pieces(text)
        return
    for span in pieces(text):
        inner = span.of(text)
        start = max((match.end() for match in _FIELD.finditer(inner)), default=0)
        end = _END.search(inner, start)
        stop = end.start() if end else len(inner)
        if stop - start >= _LONG_VALUE:
            yield Span(span.start + start, span.start + stop)
