"""What a claim says of one of several values: that it is the most, or more than another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.evidence.told_comparisons import is_of_pronoun
from groundgraph.text.quantities.orders.among import is_by_rate, is_not_so
from groundgraph.text.quantities.written.adjectives import Adjective, narrowed
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity

_POINTING = frozenset({"the", "of", "all", "these", "those"})
_PHRASE = 3


class Said(NamedTuple):
    """What a claim says of one of several values.

    Attributes:
        adjective: What is compared.
        rank: 1 for the most.
        own: Stems of what has it.
        other: Stems of what it is set against; none where it is all others.
        kind: Stems of what is called the most, which names none: "the larger advance".
        of_two: Whether it is the more so of two.
    """

    adjective: Adjective
    rank: int
    own: frozenset[str]
    other: frozenset[str] = frozenset()
    kind: frozenset[str] = frozenset()
    of_two: bool = False


def said_by(claim: ReadClaim) -> list[Said]:
    """Return what a claim compares; of one with values of its own what it calls the most."""
    found = list(_said(claim))
    if not found:
        return []
    begins = next((token.text for token in claim.sentence.tokens), "there")
    if begins == "there" or is_by_rate(claim):
        return []
    told = tells_values(claim)
    return [said for said in found if not told or not (said.other or said.of_two)]


def tells_values(claim: ReadClaim) -> bool:
    """Say whether a claim has amounts of its own, other than how many are compared."""
    return not all(_counts_them(claim, amount) for amount in claim.sentence.amounts)


def leaning(claim: ReadClaim, lean: float) -> Check:
    """Return an open check of a whole claim; one that speaks for it leaves nothing undecided."""
    return Check("open", "cell" if lean > 0 else "order", claim.sentence.span, lean=lean)


def _counts_them(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount tells no value, but a name or how many are compared: "of the three"."""
    before = claim.sentence.tokens[amount.first - 1].text if amount.first else ""
    return amount.weak or (amount.unit is COUNT and before in _POINTING)


def _said(claim: ReadClaim) -> Iterator[Said]:
    sentence = claim.sentence
    for told in claim.comparisons:
        if told.ratio is None and not is_of_pronoun(sentence, told.span.start):
            adjective = narrowed(told.adjective, told.attribute, told.first)
            sign = -adjective.sign if told.denied else adjective.sign
            adjective = adjective._replace(sign=sign)
            yield Said(adjective, 1, frozenset(told.first), frozenset(told.second))
    yield from superlatives_of(claim)


def superlatives_of(claim: ReadClaim) -> Iterator[Said]:
    """Yield what a claim calls the most, or the more so of two."""
    sentence = claim.sentence
    for most in claim.superlatives:
        if not is_not_so(sentence, most.at):
            adjective = narrowed(most.adjective, most.attribute)
            kind = _kind(claim, most.at)
            own = frozenset(most.attribute) - kind
            yield Said(adjective, most.rank, own, kind=kind, of_two=most.of_two)


def _kind(claim: ReadClaim, at: int) -> frozenset[str]:
    """Return the words right behind a superlative."""
    tokens, stop = claim.sentence.tokens, at + 1
    while (
        stop < min(len(tokens), at + 1 + _PHRASE)
        and tokens[stop].kind == "word"
        and tokens[stop].text not in STOP_WORDS
    ):
        stop += 1
    return frozenset(content_words(tokens, claim.text, at + 1, stop))
