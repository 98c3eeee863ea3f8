"""How far the course of what passages tell speaks for an order that a claim tells.

Each side of the claim's order is held against every happening of a passage, in its own words or in
others for the same; the pair that fits best says which way the claim goes, where no pair of another
order fits nearly as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.times.courses import PREFIX
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.times.courses import Course
    from groundgraph.text.quantities.times.happenings import Happening


@dataclass(frozen=True)
class Side:
    """One of two things that a claim puts in order.

    Attributes:
        own: The stems of its words, with what kinds of happening they may tell of.
        near: Those of what it leaves out, as its question tells it.
    """

    own: dict[str, frozenset[int]]
    near: dict[str, frozenset[int]] = field(default_factory=dict)

    @property
    def words(self) -> dict[str, frozenset[int]]:
        """Both."""
        return {**self.near, **self.own}


_ALIKE = 0.7
"""What a word counts that a happening has another word for."""
_NEAR = 0.5
"""What a word counts that a happening, or a claim, leaves out."""
_LIGHT = dict.fromkeys(
    map(stem, "go come get take make happen occur place put become".split()), 0.4
)
"""What a verb weighs that says little of what happens."""
_DIRECT, _CLOSE = 0.2, 0.1
"""How much more a pair fits whose order words tell; and where it holds no other words."""
_KIND = 0.4
"""Share of the words of a kind that a happening of it holds."""
_LEAST, _CLEAR = 0.2, 0.12
"""Share of a side's words that a happening must hold; and by how much the best pair of happenings
must lead the best of another order."""
_DEED = 1.3
"""How much more a word weighs that may be a verb."""
_IN_ONE = 2
"""Stands for a pair that is but one happening, beside 1, -1 and 0 for the order of two."""
_APART = 0.2
"""What counts an order of two things that should have nothing between."""
_ALONE, _REACH = 0.3, 2
"""What counts an order of which one side is found by its place alone, among so many happenings."""
_FULL, _MARGIN = 0.5, 0.35
"""Share of a side's words, and lead, from which more of them count no more."""


class _Pair(NamedTuple):
    """How well two happenings fit a claim, how sure their order is, the fit of the worse; which."""

    score: float = 0.0
    sure: float = 0.0
    fit: float = 0.0
    pair: tuple[int, int] = (0, 0)


def course_lean(
    course: Course, early: Side, late: Side, *, beside: bool = False, lasts: bool = False
) -> float:
    """Return how far a passage speaks for one thing before another or, below 0, against it.

    Args:
        course: What the passage tells.
        early: Words of what the claim has first, and not of the other.
        late: Words of the other.
        beside: Whether what comes between speaks against the claim.
        lasts: Whether the first is a state, which goes on before what ends it.
    """
    if not early.words or not late.words:
        return 0.0
    best = _best_pairs(course, early, late, lasts=lasts)
    if not any(one.score for one in best.values()):
        return 0.0 if lasts else _beside_the_other(course, early, late)
    way = 1 if best[1].score > best[-1].score else -1
    if lasts and best[-1].score > best[1].score - _MARGIN:
        way = -1  # a state that has begun, and ended, before is over
        best[1] = _Pair()
    own = best[way]
    lead = own.score - best[-way].score
    if lead < _CLEAR or own.score < max(best[0].score - _CLEAR, best[_IN_ONE].score):
        return 0.0
    told = way * own.sure * min(1.0, own.fit / _FULL) * min(1.0, lead / _MARGIN)
    return told * _APART if beside and way > 0 and course.parts(*own.pair) else told


def _beside_the_other(course: Course, early: Side, late: Side) -> float:
    """Return how far a passage speaks for an order of which it holds the words of one side alone.

    The other is what words put before, or after, that: all of it must stand on one side.
    """
    first, second = (_shares(course, side) for side in (early, late))
    way, own = (1, first) if max(first, default=0.0) >= _LEAST else (-1, second)
    most = max(own, default=0.0)
    if most < _LEAST:
        return 0.0
    best = {at for at, share in enumerate(own) if share > most - _CLEAR}
    signs = {
        1 if one in best else -1 for one, other in course.links if (one in best) != (other in best)
    }
    return way * signs.pop() * _ALONE * min(1.0, most / _FULL) if len(signs) == 1 else 0.0


def _best_pairs(
    course: Course, early: Side, late: Side, *, lasts: bool = False
) -> dict[int, _Pair]:
    """Return the pairs that fit best: in the claim's order, in the other, in none, in one."""
    first, second = (_shares(course, side) for side in (early, late))
    near, far = early.words, late.words
    best = dict.fromkeys((1, -1, 0, _IN_ONE), _Pair())
    late_ones = [(other, share) for other, share in enumerate(second) if share >= _LEAST]
    for one, share in enumerate(first):
        for other, another in late_ones if share >= _LEAST else ():
            sure = course.order(one, other)
            if lasts and course.happenings[one].ends:
                sure = -sure
            if lasts and abs(sure) < 1:
                sure = 0.0
            way = _IN_ONE if one == other else (sure > 0) - (sure < 0)
            fit, score = min(share, another), share + another
            score += _DIRECT * (abs(sure) == 1) + _CLOSE * (
                _filled(course.happenings[one], near) + _filled(course.happenings[other], far)
            )
            best[way] = max(best[way], _Pair(score, abs(sure), fit, (one, other)))
    return best


def among_lean(course: Course, own: Side, common: Side, way: int) -> float:
    """Return how far passages speak for one thing as the first, or last, of those of its kind.

    Args:
        course: What the passages tell.
        own: Words of the thing, and near it those of its kind.
        common: Words of its kind.
        way: 1 for the first of them, -1 for the last.
    """
    shares, kind = _shares(course, own), _shares(course, common)
    told = [_is_told(one, own.own) for one in course.happenings]
    most = max((share for share, is_own in zip(shares, told, strict=True) if is_own), default=0.0)
    if most < _KIND:
        return 0.0
    mine = [n for n, share in enumerate(shares) if told[n] and share >= most - _CLEAR]
    others = [n for n, share in enumerate(kind) if not told[n] and share >= _KIND]
    found = [max(way * course.order(one, other) for one in mine) for other in others]
    if not found or 0.0 in found:
        return min(0.0, *found) if found else 0.0
    return min(found)


def _is_told(own: Happening, words: Mapping[str, frozenset[int]]) -> bool:
    return any(word in own.words or word in own.near for word in words)


def _shares(course: Course, side: Side) -> list[float]:
    """Return for each happening how much of a side's words it holds, in [0, 1]."""
    words = side.words
    columns = [_column(course, word, kinds) for word, kinds in words.items()]
    weights = [
        _weight(side, word, kinds, column)
        for (word, kinds), column in zip(words.items(), columns, strict=True)
    ]
    total = sum(weights)
    if not total:
        return [0.0] * len(course.happenings)
    shares = [sum(map(mul, weights, held)) / total for held in zip(*columns, strict=True)]
    own = [column for word, column in zip(words, columns, strict=True) if word in side.own]
    told = [any(held) for held in zip(*own, strict=True)]
    if not any(told):
        return shares
    return [share if is_told else 0.0 for share, is_told in zip(shares, told, strict=True)]


def _column(course: Course, word: str, kinds: frozenset[int]) -> list[float]:
    """Return for each happening how surely it holds a word, in [0, 1]."""
    kin = _kin(course, word)
    if not kinds and not kin:
        return [
            1.0 if word in one.words else _NEAR if word in one.near else 0.0
            for one in course.happenings
        ]
    return [_held(one, word, kinds, kin) for one in course.happenings]


def _filled(own: Happening, words: Mapping[str, frozenset[int]]) -> float:
    """Return how much of the words of a happening some words are, in [0, 1]."""
    return sum(word in words for word in own.words) / len(own.words) if own.words else 0.0


def _weight(side: Side, word: str, kinds: frozenset[int], column: Sequence[float]) -> float:
    """Weigh a word by how few happenings hold it."""
    holders = len(column) - column.count(0.0)
    weight = _LIGHT.get(word, _DEED if kinds else 1.0) * (1.0 if word in side.own else _NEAR)
    return math.log(1 + len(column) / max(1, holders)) * weight


def _kin(course: Course, word: str) -> set[str]:
    """Return what is told in the place of a word that is not: "registered" for "registration"."""
    alike = course.stems.get(word[:PREFIX], ())
    if len(word) < PREFIX or word in alike:
        return set()
    return {other for other in alike if _are_kin(word, other)}


def _are_kin(one: str, other: str) -> bool:
    """Say whether two stems may be of one word: "valuat" and "valu", "registrat" and "regist"."""
    if one[:PREFIX] != other[:PREFIX] or len(other) < PREFIX:
        return False
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    short, long = sorted((len(one), len(other)))
    return same is None or (same > PREFIX and same >= short - 2 and same * 3 >= long * 2)


def _held(own: Happening, word: str, kinds: frozenset[int], kin: AbstractSet[str]) -> float:
    if word in own.words:
        return 1.0
    if not kinds.isdisjoint(own.deeds) or not kin.isdisjoint(own.words):
        return _ALIKE
    return _NEAR if word in own.near else 0.0
