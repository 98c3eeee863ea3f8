"""To which side a comparison leans by what the evidence compares in words, often the other way.

"Tring is dearer than Esk" tells that Esk is cheaper than Tring; "straw gives a little less", that
willow chips give more.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.told_comparisons import DEGREE, axis_of, is_left_open
from groundgraph.text.quantities.written.adjectives import MEASURING
from groundgraph.text.quantities.written.stems import content_stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.evidence.told_comparisons import ToldComparison
    from groundgraph.text.quantities.leans.said import Said
    from groundgraph.text.quantities.written.adjectives import Adjective

_LEAN = 0.5
_WORD = re.compile(r"[^\W\d_]+")


def lean_by_words(claim: ReadClaim, said: Sequence[Said]) -> float:
    """Return how much what is told in words speaks for the comparisons of a claim, or against."""
    leans = [lean for one in said if one.rank == 1 and (lean := _lean(claim, one))]
    return _LEAN * sum(leans) / len(leans) if leans else 0.0


def _lean(claim: ReadClaim, said: Said) -> int:
    """Return 1 or -1 where all that is told of the same points one way.

    What is called the most of all must beat all that is told to beat another.
    """
    told = list(_told(claim, said))
    ways = {way for way, _, _ in told if way}
    if len(ways) != 1 or said.other or said.of_two:
        return ways.pop() if len(ways) == 1 else 0
    if -1 in ways:
        return -1
    beaten = frozenset().union(*(lesser for way, _, lesser in told if way))
    left = [winner for way, winner, _ in told if not way and not winner & beaten]
    return 0 if left or any(is_left_open(passage.text) for passage in claim.index.passages) else 1


def _told(claim: ReadClaim, said: Said) -> Iterator[tuple[int, frozenset[str], frozenset[str]]]:
    """Yield which way each comparison of the same goes, with the sides that have more and less."""
    words = claim.sentence.words.keys()
    for passage in claim.index.passages:
        for told in passage.told_comparisons:
            if _is_alike(said.adjective, told, frozenset(words - said.own - said.other)):
                counts, sign = _counts(passage.text), said.adjective.sign * told.sign
                own = _telling(said.own - said.other - MEASURING, counts)
                other = _telling(said.other - said.own - MEASURING, counts)
                sides = (told.own, told.other)[::sign]
                yield _way(said, told, own, other) * sign, sides[0], sides[1]


@lru_cache(maxsize=64)
def _counts(text: str) -> Counter[str]:
    return Counter(content_stem(word) for word in _WORD.findall(text.lower()))


def _telling(words: frozenset[str], counts: Counter[str]) -> frozenset[str]:
    """Return those of some words that stand in a text least often: "solar" of "solar farm"."""
    held = {word: counts[word] for word in words if counts[word]}
    return frozenset(word for word, many in held.items() if many == min(held.values()))


def _is_alike(adjective: Adjective, told: ToldComparison, attribute: frozenset[str]) -> bool:
    """Say whether two comparisons are of one thing; "more" of whatever must share a word."""
    axis = axis_of(adjective)
    if axis == told.axis != DEGREE:
        return True
    if told.axis == DEGREE and not told.measured.isdisjoint(adjective.dimensions):
        return True
    return DEGREE in {axis, told.axis} and bool(attribute & told.words)


def _way(said: Said, told: ToldComparison, own: frozenset[str], other: frozenset[str]) -> int:
    """Return 1 where both have the same first side, -1 where it is the other's second, else 0."""
    if told.most:
        if said.kind and not said.kind & told.own:
            return 0
        names = told.own - said.kind
        return _sign(len(own & names), len(other & names))
    if other and told.other:
        along = len(own & told.own) * len(other & told.other)
        return _sign(along, len(own & told.other) * len(other & told.own))
    return _sign(len(own & told.own), len(own & told.other))


def _sign(along: int, across: int) -> int:
    return (along > across) - (across > along)
