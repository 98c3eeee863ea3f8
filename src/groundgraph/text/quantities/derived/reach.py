"""Whether a value can be reckoned from some numbers, and how simply.

Sums and differences are tried of what measures the same, products and quotients of anything; of two
numbers, of a third with two, and of two with two. No words tie the numbers to the value, so it may
be reached by chance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.terms import CLOCK, DAY, POINT, RATIO, TIME, YEAR, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NEVER = 9.0
_STEP = 1.0
"""What no way costs, and what a sum or difference does."""
_FAR, _CUED = 1.7, 1.0
"""What it costs to multiply or divide bare counts, without and with a word such as "each"."""
_PARTLY, _INVERSE, _MEASURED = 1.3, 1.4, 1.2
"""And a bare count with a measure, by a part, and two measures."""
_MOST_COST = 2.8
"""Up to which two numbers go on being reckoned with two others."""
_TOTAL = 0.8
_SHORTEST_RUN, _MORE = 3, 0.1
"""Of a list: how many it has at least, and what each costs."""

Way = tuple[float, int]
"""What it costs to reach a value, and the numbers that this takes in, as bits."""


class Reach:
    """What some numbers make in twos, and in lists of the same kind, made for look-up.

    Args:
        numbers: What each of at most a dozen numbers may stand for.
        ways: 1 for the first of them where they say what came, -1 where they say what went, else 0.
        lone: What is not reckoned with.
        cued: Whether words say that something is for each of several.
    """

    def __init__(
        self,
        numbers: Sequence[Sequence[Term]],
        ways: Sequence[int] = (),
        lone: Sequence[Term] = (),
        *,
        cued: bool,
    ) -> None:
        self._ones = [term for terms in numbers for term in terms]
        self._lone = lone
        self._of_counts = _CUED if cued else _FAR
        self._rows: defaultdict[int, list[tuple[float, int, float]]] = defaultdict(list)
        for first, second in combinations(numbers, 2):
            for one in first:
                for other in second:
                    for term in self._joined(one, other):
                        self._add(term)
        for term in self._ones:
            for made in self._alone(term):
                self._add(made)
        firsts = [terms[0] for terms in numbers]
        for made in (*_runs(firsts), *_totals(numbers[: len(ways)], ways)):
            self._add(made)
        for rows in self._rows.values():
            rows.sort()

    def _add(self, term: Term) -> None:
        self._rows[term.axes].append((term.value, term.held, term.cost))

    def to(self, axes: int, low: float, high: float, *, made: bool = False) -> Way | None:
        """Return the cheapest way to a value within bounds, ``None`` without one.

        Args:
            axes: What it measures.
            low: The least that it may be.
            high: The most.
            made: Whether it must be reckoned, from two numbers at least.
        """
        ones = [] if made else self._plain(axes, low, high)
        best = min([*ones, self._two(axes, low, high, 0)])
        if best[0] > _STEP * 2 and axes != RATIO:
            best = min(best, self._three(axes, low, high))
            if best[0] > _STEP * 3 and axes < POINT:
                best = min(best, self._four(axes, low, high))
        return best if best[0] < _NEVER else None

    def _plain(self, axes: int, low: float, high: float) -> list[Way]:
        return [(t.cost, t.held) for t in (*self._ones, *self._lone) if _is_in(t, axes, low, high)]

    def _two(self, axes: int, low: float, high: float, held: int) -> Way:
        rows = self._rows.get(axes, ())
        best = (_NEVER, 0)
        for at in range(bisect_left(rows, (low,)), len(rows)):
            value, own, cost = rows[at]
            if value > high:
                break
            if not own & held and cost < best[0]:
                best = (cost, own)
        return best

    def _three(self, axes: int, low: float, high: float) -> Way:
        best = (_NEVER, 0)
        for term in self._ones:
            for more, least, most, step in self._needed(term, axes, low, high):
                cost, held = self._two(more, least, most, term.held)
                best = min(best, (cost + term.cost + step, held | term.held))
        return best

    def _four(self, axes: int, low: float, high: float) -> Way:
        best = (_NEVER, 0)
        for value, own, cost in self._rows.get(axes, ()):
            if cost < _MOST_COST:
                for least, most in ((low - value, high - value), (value + low, value + high)):
                    more, held = self._two(axes, least, most, own)
                    best = min(best, (more + cost + _STEP, held | own))
        return best

    def _needed(
        self, term: Term, axes: int, low: float, high: float
    ) -> Iterator[tuple[int, float, float, float]]:
        """Yield what a term needs beside it to make a value within bounds, and at what cost."""
        v = term.value
        if term.axes >= POINT or axes >= POINT:
            if term.axes == axes:
                yield TIME, low - v, high - v, _STEP
                yield TIME, v - high, v - low, _STEP
            elif axes == TIME:
                yield term.axes, v + low, v + high, _STEP
                yield term.axes, v - high, v - low, _STEP
            return
        if term.axes == axes:
            yield axes, low - v, high - v, _STEP
            yield axes, v + low, v + high, _STEP
            yield axes, v - high, v - low, _STEP
        if v <= 0:
            return
        if term.axes == RATIO:
            yield axes, low / v, high / v, _STEP
            yield axes, low * v, high * v, _INVERSE
            return
        step = _MEASURED if term.axes or axes else self._of_counts
        yield axes - term.axes, low / v, high / v, step
        yield axes + term.axes, low * v, high * v, step
        if low > 0:
            yield term.axes - axes, v / high, v / low, step
        if term.axes == axes:
            yield RATIO, low / v, high / v, _STEP

    def _joined(self, one: Term, other: Term) -> Iterator[Term]:
        """Yield what two terms make."""
        if one.axes >= POINT or other.axes >= POINT:
            yield from _with_points(one, other)
            return
        held, cost = one.held | other.held, one.cost + other.cost
        a, b = one.value, other.value
        if RATIO in {one.axes, other.axes}:
            yield from _with_part(one, other)
            return
        if one.axes == other.axes:
            yield Term(a + b, one.axes, held, cost + _STEP)
            yield Term(abs(a - b), one.axes, held, cost + _STEP)
            yield from _compared(a, b, held, cost)
        step = self._step(one.axes, other.axes)
        yield Term(a * b, one.axes + other.axes, held, cost + step)
        more = 0.8 if one.axes == other.axes != 0 else 0.2
        if b:
            yield Term(a / b, one.axes - other.axes, held, cost + step + more)
        if a:
            yield Term(b / a, other.axes - one.axes, held, cost + step + more)

    def _step(self, one: int, other: int) -> float:
        if one == other == 0:
            return self._of_counts
        if not one or not other:
            return min(_PARTLY, self._of_counts)
        return _STEP

    def _alone(self, term: Term) -> Iterator[Term]:
        """Yield the share that one of several has."""
        if term.axes == 0 and term.value >= 2:
            yield Term(1 / term.value, RATIO, term.held, term.cost + _STEP)
            yield Term(1 - 1 / term.value, RATIO, term.held, term.cost + _PARTLY)


def _is_in(term: Term, axes: int, low: float, high: float) -> bool:
    return term.axes == axes and low <= term.value <= high


def _with_part(one: Term, other: Term) -> Iterator[Term]:
    """Yield what a part makes: of another part, or of something."""
    held, cost = one.held | other.held, one.cost + other.cost
    part, whole = (one, other) if one.axes == RATIO else (other, one)
    yield Term(part.value * whole.value, whole.axes, held, cost + _STEP)
    if whole.axes == RATIO:
        yield Term(part.value + whole.value, RATIO, held, cost + _STEP)
        yield Term(abs(part.value - whole.value), RATIO, held, cost + _STEP)
    elif part.value > 0:
        if whole.axes == 0 and part.value * whole.value < 1:
            for value in (part.value * whole.value, 1 - part.value * whole.value):
                yield Term(value, RATIO, held, cost + _STEP)
        yield Term(whole.value / part.value, whole.axes, held, cost + _INVERSE)


def _compared(a: float, b: float, held: int, cost: float) -> Iterator[Term]:
    """Yield what one value is of another, and by what share it is less or more."""
    for one, other in ((a, b), (b, a)):
        if other > 0:
            yield Term(one / other, RATIO, held, cost + _STEP)
            more = _PARTLY if one < other else _INVERSE
            yield Term(abs(one - other) / other, RATIO, held, cost + more)


def _with_points(one: Term, other: Term) -> Iterator[Term]:
    """Yield the time between two points, and the points some time before and after one."""
    held, cost = one.held | other.held, one.cost + other.cost + _STEP
    if one.axes == other.axes:
        gap = abs(one.value - other.value)
        yield Term(gap, TIME, held, cost)
        if one.axes == CLOCK:
            yield Term(DAY - gap, TIME, held, cost + _MORE)
        else:
            yield Term(gap / YEAR, 0, held, cost)
    for point, time in ((one, other), (other, one)):
        if point.axes >= POINT and time.axes == TIME:
            for value in (point.value + time.value, point.value - time.value):
                turned = value % DAY if point.axes == CLOCK else value
                yield Term(turned, point.axes, held, cost)


def _totals(numbers: Sequence[Sequence[Term]], ways: Sequence[int]) -> Iterator[Term]:
    """Yield what a level comes to by what came and went after it: "84; 19 left, 27 joined"."""
    for start, (level, *_) in enumerate(numbers):
        if ways[start] or level.axes >= POINT:
            continue
        total, held, cost = level.value, level.held, level.cost + _TOTAL
        for terms, way in zip(numbers[start + 1 :], ways[start + 1 :], strict=True):
            change = next((term for term in terms if term.axes == level.axes), None)
            if not way or change is None:
                break
            total, held, cost = total + way * change.value, held | change.held, cost + _MORE
            yield Term(total, level.axes, held, cost)


def _runs(terms: Sequence[Term]) -> Iterator[Term]:
    """Yield the sums and averages of three or more that follow each other and measure the same."""
    for start, first in enumerate(terms):
        total, held, many = first.value, first.held, 1
        for term in terms[start + 1 :]:
            if term.axes != first.axes or term.axes >= POINT:
                break
            total, held, many = total + term.value, held | term.held, many + 1
            if many >= _SHORTEST_RUN:
                cost = _STEP + _MORE * many
                yield Term(total, first.axes, held, cost)
                yield Term(total / many, first.axes, held, cost)
