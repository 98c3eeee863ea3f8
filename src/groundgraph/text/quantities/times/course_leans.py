"""How far the course of what passages tell speaks for an order that a claim tells.

Each side of the claim's order is held against every happening of a passage, in its own words or in
others for the same; the pair that fits best says which way the claim goes, where no pair of another
order fits nearly as well.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.text.quantities.times.courses import Course
    from groundgraph.text.quantities.times.happenings import Happening

Side = dict[str, frozenset[int]]
"""Stems of one of two things that a claim puts in order, with what kinds of happening they may tell
of."""
_ALIKE, _ECHO, _UNKNOWN = 0.7, 0.5, 0.5
"""What a word counts that a happening has another word, or "she", for; and what share of the
highest weight one has that no happening holds."""
_BOUNDS, _BOUND = frozenset({stem("start"), stem("end"), stem("stop")}), 0.5
"""Stems that tell a beginning or an end, of whatever it be, and what these weigh."""
_STEM, _ENDING = 4, 3
"""Letters of the shortest stem from which another is formed, and of the longest ending."""
_LEAST, _CLEAR = 0.2, 0.12
"""Share of a side's words that a happening must hold; and by how much the best pair of happenings
must lead the best of another order."""
_COMMON, _SAID, _DEED, _FIRST, _CLOSE = 0.3, 0.1, 1.3, 0.125, 0.05
"""What it counts that a happening holds what the claim says of both; that words tell the order of
two; how much more a word weighs that may be a verb; and what it counts that a happening is told
before others that fit as well, of which it says by how much they may fit better."""
_IN_ONE = 2
"""Stands for a pair that is but one happening, beside 1, -1 and 0 for the order of two."""
_FULL, _MARGIN = 0.5, 0.35
"""Share of a side's words, and lead, from which more of them count no more."""
_END = 0.45
"""How far it speaks for what came first of all that nothing came before it."""


class _Pair(NamedTuple):
    """How well two happenings fit a claim, how sure their order is, and the fit of the worse."""

    score: float = 0.0
    sure: float = 0.0
    fit: float = 0.0


def course_lean(course: Course, early: Side, late: Side, both: Side | None = None) -> float:
    """Return how far a passage speaks for one thing before another or, below 0, against it.

    Args:
        course: What the passage tells.
        early: Words of what the claim has first, and not of the other.
        late: Words of the other.
        both: Words of both, or of their question.
    """
    if not early or not late:
        return 0.0
    best = _best_pairs(course, early, late, both or {})
    way = 1 if best[1].score > best[-1].score else -1
    own = best[way]
    lead = own.score - best[-way].score
    in_one = best[_IN_ONE].score + _SAID * own.sure  # both sides in one happening
    if lead < _CLEAR or own.score < max(best[0].score - _CLEAR, in_one):
        return 0.0
    return way * own.sure * min(1.0, own.fit / _FULL) * min(1.0, lead / _MARGIN)


def _best_pairs(course: Course, early: Side, late: Side, both: Side) -> dict[int, _Pair]:
    """Return the pairs that fit best: in the claim's order, in the other, in none, in one."""
    first, second = (_shares(course.happenings, side) for side in (early, late))
    common = [_COMMON * share for share in _shares(course.happenings, both)]
    mention = _first_best(first), _first_best(second)
    best = dict.fromkeys((1, -1, 0, _IN_ONE), _Pair())
    for one, share in enumerate(first):
        for other, another in enumerate(second):
            if share < _LEAST or another < _LEAST:
                continue
            sure = course.order(one, other)
            way = _IN_ONE if one == other else (sure > 0) - (sure < 0)
            score = share + another + common[one] + common[other] + _SAID * abs(sure)
            score += _FIRST * ((one == mention[0]) + (other == mention[1]))
            best[way] = max(best[way], _Pair(score, abs(sure), min(share, another)))
    return best


def _first_best(shares: Sequence[float]) -> int:
    """Return which happening tells of a side first, of those that fit it best."""
    best = max(shares, default=0.0)
    return next((at for at, share in enumerate(shares) if share >= best - _CLOSE), -1)


def end_lean(course: Course, side: Side, *, last: bool) -> float:
    """Return how far a passage speaks for something as the first, or last, of what it tells."""
    shares = _shares(course.happenings, side)
    best = max(shares, default=0.0)
    near = [number for number, share in enumerate(shares) if share >= best - _CLEAR]
    if best < _LEAST or len(near) != 1:
        return 0.0
    ways = [course.order(near[0], other) for other in range(len(shares)) if other != near[0]]
    before, after = (sum(sign * way > 0 for way in ways) for sign in (-1, 1))
    told, against = (before, after) if last else (after, before)
    return _END * (told - against) / (told + against) if told or against else 0.0


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
        found[word] = math.log(1 + many / holders) if holders else _UNKNOWN * math.log(1 + many)
        found[word] *= _BOUND if word in _BOUNDS else _DEED if side[word] else 1.0
    return found


def _held(own: Happening, word: str, kinds: frozenset[int]) -> float:
    if word in own.words:
        return 1.0
    if kinds & own.deeds:
        return _ALIKE
    return _ECHO if has_derived(own.words, word) or word in own.echo else 0.0


def has_derived(words: Iterable[str], word: str) -> bool:
    """Say whether a stem is one of some with an ending, or one of these is it: "dock", "docker"."""
    begins = word[:_STEM]
    alike = [other for other in words if other.startswith(begins)] if len(word) >= _STEM else []
    return any(_is_derived(*sorted((word, other), key=len)) for other in alike)


def _is_derived(one: str, longer: str) -> bool:
    return longer.startswith(one) and len(longer) - len(one) <= _ENDING
