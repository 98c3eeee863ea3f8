"""What a claim puts in order, as two sides of words each."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.orders.claim_relations import answered, betweens
from groundgraph.text.quantities.times.course_leans import Side
from groundgraph.text.quantities.times.happenings import may_order
from groundgraph.text.quantities.times.phases import PHASE_WORDS
from groundgraph.text.quantities.times.relations import CONNECTORS, Relation
from groundgraph.text.vocabulary.small_words import DENIALS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.times.happenings import Happening

CUES = (
    frozenset(word for phrase in CONNECTORS for word in phrase)
    | PHASE_WORDS
    | frozenset(
        """first last then next finally when whenever earliest latest earlier later succeeded
        replaced lastly secondly having afterwards oldest newest youngest time moment
        between response went""".split()
    )
) - frozenset("in of on the to as up by not than it which eve wake run advance".split())
"""Words of which claims that put things in order, or their questions, have one."""
Deeds = dict[str, frozenset[int]]
"""Stems with what kinds of happening they may tell of."""
_UNTIL = frozenset({"until", "till"})
_FEW = 2
"""Words below which a side takes those of its question too."""


class ClaimOrder(NamedTuple):
    """Two things in order.

    Attributes:
        early: The first.
        late: The second.
        beside: Whether nothing is to come between.
    """

    early: Side
    late: Side
    beside: bool = False


def claim_orders(claim: ReadClaim) -> list[ClaimOrder]:
    """Return what a claim puts in order by words of its own, or those of a question it answers."""
    answer = answered(claim.sentence)
    if answer is not None:
        return [_of_relation(claim, answer)]
    between = [_of_relation(claim, told) for told in betweens(claim.sentence, loosely=True)]
    if not may_order(claim.sentence.letters):
        return between
    found = claim.happenings
    told = {word for own in found for word in own.words}
    asked = {word: kinds for word, kinds in asked_words(claim).items() if word not in told}
    pairs = [*_linked(claim, found), *_in_a_row(found)]
    return [
        *_with_sides(claim, pairs, asked),
        *_fragments(found, asked),
        *between,
    ]


def _of_relation(claim: ReadClaim, relation: Relation) -> ClaimOrder:
    one, other = (
        Side({word: claim.deeds.get(word, frozenset()) for word in words})
        for words in (relation.first, relation.second)
    )
    return ClaimOrder(one, other) if relation.sign < 0 else ClaimOrder(other, one)


def orders_in_a_row(claim: ReadClaim) -> list[ClaimOrder]:
    """Return what a claim puts in order by "first", "then", "a week later" alone."""
    return [*_with_sides(claim, _in_a_row(claim.happenings), {})]


def _with_sides(
    claim: ReadClaim, pairs: Iterable[tuple[Happening, Happening]], asked: Deeds
) -> Iterator[ClaimOrder]:
    for one, other in pairs:
        early, late = _side(claim, one, other, asked), _side(claim, other, one, asked)
        if early.own and late.own:
            yield ClaimOrder(early, late)


def asked_words(claim: ReadClaim) -> Deeds:
    """Return the words of a question, without those that connectors lead to."""
    found = claim.happenings_asked
    return {word: kinds for one in found if not one.way for word, kinds in one.words.items()}


def _linked(claim: ReadClaim, found: Sequence[Happening]) -> Iterator[tuple[Happening, Happening]]:
    """Yield what connectors put in order, the first of two happenings first."""
    for own in found:
        if own.way and own.host >= 0 and not own.void and not own.weak:
            host = found[own.host]
            if own.said in _UNTIL and own.way < 0:
                continue
            forward = (own.way > 0) != _is_denied(claim, host, own)
            yield (own, host) if forward else (host, own)


def _in_a_row(found: Sequence[Happening]) -> Iterator[tuple[Happening, Happening]]:
    """Yield what is told as the first, the next or the last."""
    mains = [own for own in found if not own.way]
    for before, own in pairwise(mains):
        if own.cue:
            yield (before, own) if own.cue > 0 else (own, before)
    for own in (one for one in mains if one.rank):
        for other in mains:
            if other is not own and other.rank != own.rank and other.cue >= 0:
                yield (own, other) if own.rank > 0 else (other, own)


def _is_denied(claim: ReadClaim, host: Happening, own: Happening) -> bool:
    """Say whether an order is denied: "did not resign before the audit"."""
    if own.said not in {"before", "after", "prior to", "following"}:
        return False
    said = host.span.of(claim.text).lower().split()
    return not DENIALS.isdisjoint(said)


def _fragments(found: Sequence[Happening], asked: Deeds) -> Iterator[ClaimOrder]:
    """Yield the order of "once it is dry" and what its question asks of."""
    for own in found:
        if own.way and own.host < 0 and not own.weak and not own.void and own.words:
            if own.said in _UNTIL and own.way < 0:
                continue
            rest = {word: kinds for word, kinds in asked.items() if word not in own.words}
            sides = Side(own.words), Side(rest)
            yield ClaimOrder(*(sides if own.way > 0 else sides[::-1]))


def without_times(claim: ReadClaim, words: Deeds) -> Deeds:
    """Leave out of the words of a thing when it happened: "two days later", "on 20 August"."""
    times = claim.words_of_distances | claim.date_words
    told = {w: k for w, k in words.items() if w not in times and not _is_date(w)}
    return told or words


def _is_date(word: str) -> bool:
    """Say whether a word of a clause is a date or a time of day: "20august", "10:05"."""
    return word[0].isdigit() and not word.isdigit()


def _side(claim: ReadClaim, own: Happening, other: Happening, asked: Deeds) -> Side:
    words = {word: kinds for word, kinds in own.words.items() if word not in other.words}
    words = without_times(claim, words)
    told = claim.sentence.words
    names = {word for word in words if told.get(word) or word in claim.index.names}
    if names and other.words and all(told.get(word) for word in other.words):
        return Side({word: words[word] for word in names})  # "Ola was the drummer before Finn"
    rest = asked if own.pronoun or len(own.words) < _FEW else {}
    near = {word: kinds for word, kinds in rest.items() if word not in other.words}
    return Side(words, {word: kinds for word, kinds in near.items() if word not in words})
