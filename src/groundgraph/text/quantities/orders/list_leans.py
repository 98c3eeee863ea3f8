"""To which side a comparison leans by values that are read loosely, of lists in prose.

"Per kilo: Braeburn 2.40, Cox 2.20" has no unit, so that nothing tells that they are prices: that
Cox is the cheapest is likely and no more.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.orders.among import is_by_rate, is_not_so
from groundgraph.text.quantities.written.adjectives import Adjective, narrowed
from groundgraph.text.quantities.written.comparatives import comparisons
from groundgraph.text.quantities.written.extremes import JUDGED, superlatives
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.evidence.value_lists import ListedValue, ValueList
    from groundgraph.text.quantities.written.amounts import Quantity

_POINTING = frozenset({"the", "of", "all", "these", "those"})
_LEAN, _PHRASE, _TWO = 0.5, 3, 2


class _Said(NamedTuple):
    """What a claim says of one of several values.

    Attributes:
        adjective: What is compared.
        rank: 1 for the most.
        own: Stems of what has it.
        other: Stems of what it is set against; none where it is all others.
    """

    adjective: Adjective
    rank: int
    own: frozenset[str]
    other: frozenset[str] = frozenset()


def with_list_leans(claim: ReadClaim, compared: list[Check]) -> list[Check]:
    """Let comparisons of which nothing is known lean to what lists in prose say."""
    if any(check.lean or check.outcome != "open" for check in compared):
        return compared
    lean = lean_by_lists(claim)
    if not lean:
        return compared
    at = next(
        (at for at, check in enumerate(compared) if check.kind == "comparison"), len(compared)
    )
    own = compared[at] if at < len(compared) else Check("open", "comparison", claim.sentence.span)
    return [*compared[:at], replace(own, lean=lean), *compared[at + 1 :]]


def lean_by_lists(claim: ReadClaim) -> float:
    """Return how much speaks for the comparisons of a claim, below 0 what speaks against them."""
    if is_by_rate(claim) or not all(_counts_them(claim, a) for a in claim.sentence.amounts):
        return 0.0
    told = list(_said(claim))
    leans = [lean for said in told if (lean := _lean(claim, said))]
    if not leans and len(told) == _TWO and not any(said.other for said in told):
        return _lean_of_both(claim, told[0], told[1])
    return sum(leans) / len(leans) if leans else 0.0


def _counts_them(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount tells no value, but a name or how many are compared: "of the three"."""
    before = claim.sentence.tokens[amount.first - 1].text if amount.first else ""
    return amount.weak or (amount.unit is COUNT and before in _POINTING)


def _said(claim: ReadClaim) -> Iterator[_Said]:
    sentence = claim.sentence
    for told in comparisons(sentence):
        if told.ratio is None:
            adjective = narrowed(told.adjective, told.attribute, told.first)
            sign = -adjective.sign if told.denied else adjective.sign
            adjective = adjective._replace(sign=sign)
            yield _Said(adjective, 1, frozenset(told.first), frozenset(told.second))
    for most in superlatives(sentence):
        if not is_not_so(sentence, most.at):
            adjective = narrowed(most.adjective, most.attribute)
            yield _Said(adjective, most.rank, frozenset(most.attribute) - _kind(claim, most.at))


def _kind(claim: ReadClaim, at: int) -> frozenset[str]:
    """Return what is called the most, which names none of them: "the larger advance"."""
    tokens, stop = claim.sentence.tokens, at + 1
    while (
        stop < min(len(tokens), at + 1 + _PHRASE)
        and tokens[stop].kind == "word"
        and tokens[stop].text not in STOP_WORDS
    ):
        stop += 1
    return frozenset(content_words(tokens, claim.text, at + 1, stop))


def _lean(claim: ReadClaim, said: _Said) -> float:
    """Return the lean of the lists that fit best, where they agree."""
    context = claim.sentence.words.keys() | claim.question.words.keys()
    found: dict[tuple[int, ...], set[bool]] = {}
    for passage in claim.index.passages:
        for told in passage.value_lists:
            sign = _sign(said.adjective, told)
            right = _is_so(said, told, sign) if sign else None
            if right is not None and _may_be_meant(said.adjective, told, context):
                called = len(told.words.intersection(said.adjective.attribute))
                fit = (_measures(said.adjective, told) + called, len(context & told.words))
                found.setdefault(fit, set()).add(right)
    if not found or len(best := found[max(found)]) > 1:
        return 0.0
    return _LEAN if best.pop() else -_LEAN


def _lean_of_both(claim: ReadClaim, one: _Said, other: _Said) -> float:
    """Return the lean of "the quicker of them is also the dearer", which names none."""
    found = {
        right
        for passage in claim.index.passages
        for first, second in permutations(passage.value_lists, _TWO)
        if (right := _is_one_thing(one, other, first, second)) is not None
    }
    return 0.0 if len(found) != 1 else _LEAN if found.pop() else -_LEAN


def _is_one_thing(one: _Said, other: _Said, first: ValueList, second: ValueList) -> bool | None:
    """Say whether the most of one list is the most of another, whose things are the same."""
    signs = _sign(one.adjective, first), _sign(other.adjective, second)
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
    if not told.of_cells or _measures(adjective, told):
        return True
    return bool(told.words & context) or bool(told.words.intersection(adjective.attribute))


def _is_meant(adjective: Adjective, told: ValueList) -> bool:
    """Say whether an adjective measures a list, or either has no dimension."""
    return bool(_measures(adjective, told)) or not (adjective.dimensions and told.dimension)


def _measures(adjective: Adjective, told: ValueList) -> int:
    timed = "speed" in adjective.dimensions and told.dimension == "time"
    return int(timed or any(map(told.dimension.startswith, adjective.dimensions)))


def _sign(adjective: Adjective, told: ValueList) -> int:
    """Return 1 where what is more so has the greater value, -1 where the less, 0 if neither."""
    if adjective.base in JUDGED:
        return 0
    kinds = adjective.dimensions
    if "speed" in kinds and told.dimension == "time":
        return -adjective.sign
    if kinds and told.dimension and not _measures(adjective, told):
        return 0
    return adjective.sign


def _is_so(said: _Said, told: ValueList, sign: int) -> bool | None:
    """Say whether what a claim says is so of a list; ``None`` where it does not name its things."""
    if said.other:
        shared = said.own & said.other
        one, other = (_named(told.members, words - shared) for words in (said.own, said.other))
        if one is None or other is None or one.value == other.value:
            return None
        return (one.value > other.value) == (sign > 0)
    chosen = _named(told.members, said.own)
    if chosen is None or not all(m.names for m in told.members):
        return None
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
    own = member.names & words
    return sum(1 / sum(word in other.names for other in members) for word in own)
