"""To which side a comparison leans by values that are read loosely, of lists in prose.

"Per kilo: Braeburn 2.40, Cox 2.20" has no unit, so that nothing tells that they are prices: that
Cox is the cheapest is likely and no more.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.selections import selections
from groundgraph.text.quantities.written.adjectives import MEASURING, way_of
from groundgraph.text.quantities.written.extremes import JUDGED
from groundgraph.text.quantities.written.stems import content_stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.evidence.value_lists import ListedValue, ValueList
    from groundgraph.text.quantities.leans.said import Said
    from groundgraph.text.quantities.written.adjectives import Adjective

_OF_DATES = frozenset({"early", "late", "recent"})
_OF_MEASURES = MEASURING | frozenset(map(content_stem, "cost price fee rate amount value".split()))
"""Stems that name what is measured, and none of the things that have it."""
_LEAN, _TWO = 0.5, 2


def lean_by_lists(claim: ReadClaim, told: Sequence[Said]) -> float:
    """Return how much speaks for the comparisons of a claim, below 0 what speaks against them."""
    leans = [lean for said in told if (lean := _lean(claim, said))]
    if not leans and len(told) == _TWO and not any(said.other for said in told):
        return _lean_of_both(claim, told[0], told[1])
    return sum(leans) / len(leans) if leans else 0.0


def _lean(claim: ReadClaim, said: Said) -> float:
    """Return the lean of the lists that fit best, where they agree."""
    context = claim.sentence.words.keys() | claim.question.words.keys()
    found: dict[tuple[int, ...], set[bool]] = {}
    narrow = any(selections(f"{claim.question.text} {claim.text}", g) for _, g in claim.grids)
    for passage in claim.index.passages:
        fields = any(grid.loose and len(grid.headers) > _TWO for grid in passage.grids)
        for told in passage.value_lists if said.other or not fields else ():
            sign = 0 if narrow and told.of_cells else sign_of(said.adjective, told)
            right = _is_so(said, told, sign) if sign else None
            if right is not None and _may_be_meant(said.adjective, told, context):
                called = len(told.words.intersection(said.adjective.attribute))
                fit = (fits_unit(said.adjective, told) + called, len(context & told.words))
                found.setdefault(fit, set()).add(right)
    if not found or len(best := found[max(found)]) > 1:
        return 0.0
    return _LEAN if best.pop() else -_LEAN


def _lean_of_both(claim: ReadClaim, one: Said, other: Said) -> float:
    """Return the lean of "the quicker of them is also the dearer", which names none."""
    found = {
        right
        for passage in claim.index.passages
        for first, second in permutations(passage.value_lists, _TWO)
        if (right := _is_one_thing(one, other, first, second)) is not None
    }
    return 0.0 if len(found) != 1 else _LEAN if found.pop() else -_LEAN


def _is_one_thing(one: Said, other: Said, first: ValueList, second: ValueList) -> bool | None:
    """Say whether the most of one list is the most of another, whose things are the same."""
    signs = sign_of(one.adjective, first), sign_of(other.adjective, second)
    if not all(signs) or first.dimension == second.dimension or one.rank != other.rank != 1:
        return None
    if not (_is_meant(one.adjective, first) and _is_meant(other.adjective, second)):
        return None
    tops = [_top(told, sign) for told, sign in zip((first, second), signs, strict=True)]
    if tops[0] is None or tops[1] is None:
        return None
    twin = _named(second.members, tops[0].names)
    return None if twin is None else twin == tops[1]


def _top(told: ValueList, sign: int) -> ListedValue | None:
    """Return the one member that has the most; ``None`` where several have, or one has no name."""
    best = max(member.value * sign for member in told.members)
    tops = [member for member in told.members if member.value * sign == best]
    return tops[0] if len(tops) == 1 and all(m.names for m in told.members) else None


def _may_be_meant(adjective: Adjective, told: ValueList, context: AbstractSet[str]) -> bool:
    """Say whether what heads a column is named, unless the column measures what is compared."""
    if not told.of_cells or fits_unit(adjective, told):
        return True
    return bool(told.words & context) or bool(told.words.intersection(adjective.attribute))


def _is_meant(adjective: Adjective, told: ValueList) -> bool:
    """Say whether an adjective measures a list, or either has no dimension."""
    return bool(fits_unit(adjective, told)) or not (adjective.dimensions and told.dimension)


def fits_unit(adjective: Adjective, told: ValueList) -> int:
    """Return 1 where a list is of what an adjective measures, else 0."""
    timed = "speed" in adjective.dimensions and told.dimension == "time"
    return int(timed or any(map(told.dimension.startswith, adjective.dimensions)))


def sign_of(adjective: Adjective, told: ValueList) -> int:
    """Return 1 where what is more so has the greater value, -1 where the less, 0 if neither."""
    if adjective.base in JUDGED or adjective.base in _OF_DATES:
        return 0
    kinds = adjective.dimensions
    if kinds and told.dimension and not fits_unit(adjective, told):
        return 0
    return way_of(adjective, told.dimension)


def _is_so(said: Said, told: ValueList, sign: int) -> bool | None:
    """Say whether what a claim says is so of a list; ``None`` where it does not name its things."""
    if said.other:
        shared = said.own & said.other
        one, other = (_named(told.members, words - shared) for words in (said.own, said.other))
        if one is None or other is None or one.value == other.value:
            return None
        return (one.value > other.value) == (sign > 0)
    chosen = _named(told.members, said.own)
    names = {m.names for m in told.members}
    if chosen is None or not all(names) or len(names) < len(told.members):
        return None  # "fat 31 g, salt 2.4 g": one name has several values
    groups = [told.members, *_groups(told.members, said.own)]
    ranks = [_rank(chosen, group, sign) for group in groups if chosen in group]
    return said.rank in ranks


def _groups(
    members: Sequence[ListedValue], words: AbstractSet[str]
) -> Iterator[Sequence[ListedValue]]:
    """Yield the members that share a word of a claim: "the heavier pallet of olives"."""
    for word in sorted(words):
        group = [member for member in members if word in member.names]
        if _TWO <= len(group) < len(members):
            yield group


def _rank(chosen: ListedValue, group: Sequence[ListedValue], sign: int) -> int:
    return 1 + len({m.value for m in group if m.value * sign > chosen.value * sign})


def _named(members: Sequence[ListedValue], words: AbstractSet[str]) -> ListedValue | None:
    """Return the one member that some words single out."""
    scores = [_singled(member, members, words) for member in members]
    best = max(scores)
    return members[scores.index(best)] if best and scores.count(best) == 1 else None


def _singled(member: ListedValue, members: Iterable[ListedValue], words: AbstractSet[str]) -> float:
    own = (member.names & words) - _OF_MEASURES
    return sum(1 / sum(word in other.names for other in members) for word in own)
