"""How far the course of what passages tell speaks for an order that a claim tells.

Each side of the claim's order is held against every happening of a passage, in its own words or in
others for the same; the pair that fits best says which way the claim goes, where no pair of another
order fits nearly as well.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.times.courses import Course
    from groundgraph.text.quantities.times.happenings import Happening

Side = dict[str, frozenset[int]]
"""Stems of one of two things that a claim puts in order, with what kinds of happening they may tell
of."""
_ALIKE = 0.7
"""What a word counts that a happening has another word for."""
_LEAST, _CLEAR = 0.2, 0.12
"""Share of a side's words that a happening must hold; and by how much the best pair of happenings
must lead the best of another order."""
_DEED = 1.3
"""How much more a word weighs that may be a verb."""
_IN_ONE = 2
"""Stands for a pair that is but one happening, beside 1, -1 and 0 for the order of two."""
_FULL, _MARGIN = 0.5, 0.35
"""Share of a side's words, and lead, from which more of them count no more."""


class _Pair(NamedTuple):
    """How well two happenings fit a claim, how sure their order is, and the fit of the worse."""

    score: float = 0.0
    sure: float = 0.0
    fit: float = 0.0


def course_lean(course: Course, early: Side, late: Side) -> float:
    """Return how far a passage speaks for one thing before another or, below 0, against it.

    Args:
        course: What the passage tells.
        early: Words of what the claim has first, and not of the other.
        late: Words of the other.
    """
    if not early or not late:
        return 0.0
    best = _best_pairs(course, early, late)
    way = 1 if best[1].score > best[-1].score else -1
    own = best[way]
    lead = own.score - best[-way].score
    if lead < _CLEAR or own.score < max(best[0].score - _CLEAR, best[_IN_ONE].score):
        return 0.0
    return way * own.sure * min(1.0, own.fit / _FULL) * min(1.0, lead / _MARGIN)


def _best_pairs(course: Course, early: Side, late: Side) -> dict[int, _Pair]:
    """Return the pairs that fit best: in the claim's order, in the other, in none, in one."""
    first, second = (_shares(course.happenings, side) for side in (early, late))
    best = dict.fromkeys((1, -1, 0, _IN_ONE), _Pair())
    for one, share in enumerate(first):
        for other, another in enumerate(second):
            if share < _LEAST or another < _LEAST:
                continue
            sure = course.order(one, other)
            way = _IN_ONE if one == other else (sure > 0) - (sure < 0)
            best[way] = max(best[way], _Pair(share + another, abs(sure), min(share, another)))
    return best


def _shares(happenings: Sequence[Happening], side: Side) -> list[float]:
    """Return for each happening how much of a side's words it holds, in [0, 1]."""
    held = [{word: _held(one, word, kinds) for word, kinds in side.items()} for one in happenings]
    weights = _weights(held, side)
    total = sum(weights.values())
    if not total:
        return [0.0] * len(held)
    return [sum(weights[word] * own[word] for word in side) / total for own in held]


def _weights(held: Sequence[Mapping[str, float]], side: Side) -> dict[str, float]:
    """Weigh words by how few happenings hold them."""
    many = len(held)
    found = {}
    for word in side:
        holders = sum(own[word] > 0 for own in held)
        found[word] = math.log(1 + many / max(1, holders)) * (_DEED if side[word] else 1.0)
    return found


def _held(own: Happening, word: str, kinds: frozenset[int]) -> float:
    if word in own.words:
        return 1.0
    return _ALIKE if kinds & own.deeds else 0.0
