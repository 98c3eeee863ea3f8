"""Times that two clocks of one row or sentence tell: a train's from departure and arrival."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
from groundgraph.text.quantities.written.moments import gap
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STARTS = frozenset(
    map(stem, "leave leaves departs depart dep departure start begin opens open".split())
)
_ENDS = frozenset(
    map(stem, "reach reaches arrive arrives arr arrival ends end finish closes close lands".split())
)
_WORDS = (
    "tak",
    "trip",
    "journe",
    "last",
    "long",
    "fast",
    "duration",
    "time",
    "tim",
    "need",
    "travel",
)
_LONGEST = 1440


def durations(events: Sequence[Event]) -> Iterator[EvidenceQuantity]:
    """Yield the time between the two clocks of a row or sentence that say start and end."""
    lines: defaultdict[tuple[int, int], list[Event]] = defaultdict(list)
    for event in events:
        if event.moment.minutes:
            lines[event.passage, event.line].append(event)
    for members in lines.values():
        for first in members:
            if _STARTS & _own(first):
                second = next((e for e in members if e is not first and _follows(first, e)), None)
                if second is not None:
                    yield from _reading(first, second)


def _own(event: Event) -> frozenset[str]:
    return frozenset(word for word, weight in event.words.items() if weight >= 1.0)


def _follows(first: Event, second: Event) -> bool:
    if not _ENDS & _own(second) or (_STARTS & _own(second) and second.cell is not None):
        return False
    return second.span.start > first.span.start


def _reading(first: Event, second: Event) -> Iterator[EvidenceQuantity]:
    both = gap(first.moment, second.moment)
    if both is None or both[0] != both[1] or not 0 < both[0] < _LONGEST:
        return
    words = {**second.words, **first.words, **dict.fromkeys(_WORDS, 1.0)}
    span = first.span
    amount = Quantity(span, Fraction(both[0]), Fraction(1), BY_WORD["minutes"])
    own = _own(first) | _own(second) | frozenset(_WORDS)
    yield EvidenceQuantity(
        amount, words, first.passage, span, first.around, first.line, first.cell, own=own, near=own
    )
