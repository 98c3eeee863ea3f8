"""Which way a difference goes: "The Lumo is €16 cheaper", which says of two that it has less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.values.arithmetic import check_derived
from groundgraph.text.quantities.written.comparatives import COMPARING, comparative_at, is_denied
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.segments import content_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.adjectives import Adjective
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_BORDERS = frozenset({",", ";", ":", "(", ")", ".", "and", "but", "while", "whereas", "so", "or"})
_OF_OTHERS = frozenset(
    """than other another others one former latter it its they them which that this these those
    compared versus vs against instead over half from need needs needed would could if require
    requires required lacks missing add adding""".split()
)
"""Words by which a clause speaks of something that it does not name, of both, or of what is not."""
_CHOOSING = frozenset({"which", "who", "what"})
_TWO, _SURE = 2, 0.92


def check_differences(claim: ReadClaim) -> Iterator[Check]:
    """Yield whether what has "€16 less" than another has less, where a clause names one of the two.

    With "than" both are named, which `comparisons` reads.
    """
    sentence = claim.sentence
    for number, amount in enumerate(sentence.amounts):
        if amount.after >= len(sentence.tokens) or is_denied(sentence, amount.after):
            continue
        sign = _sign(sentence, amount)
        clause = _clause(sentence, amount) if sign else frozenset()
        found = check_derived(claim, number) if clause else None
        if found is None or found.outcome != "supported" or found.way != "difference":
            continue
        held = [each for each in found.held if isinstance(each, EvidenceQuantity)]
        pair = _named_first(held, clause, amount) if len(held) == len(found.held) == _TWO else None
        if pair is None:
            continue
        one, other = pair
        right = (one.amount.base > other.amount.base) == (sign > 0)
        if right or not _is_so_of_another(claim, one, 2 * one.amount.base - other.amount.base):
            at = sentence.tokens[amount.after].span
            yield Check(decided(right=right), "comparison", at, pair, max(found.fit, _SURE))


def check_asked_of_two(claim: ReadClaim) -> Iterator[Check]:
    """Yield whether "Elbrus is higher", said to "Which is higher?", is so of the only two measured.

    A time of what is faster counts the other way round.
    """
    sentence, asked = claim.sentence, claim.question.letters
    if (
        sentence.amounts
        or asked.isdisjoint(_CHOOSING)
        or not sentence.letters.isdisjoint(_OF_OTHERS)
        or sentence.letters.isdisjoint(COMPARING)
    ):
        return
    for at in range(len(sentence.tokens)):
        told = comparative_at(sentence, at)
        if told is None or is_denied(sentence, at) or not told[0].dimensions:
            continue
        adjective, _ = told
        held = [r for r in claim.index.readings if _is_measured(r.amount, adjective)]
        clause = frozenset(sentence.words)
        pair = _named_first(held, clause, held[0].amount) if len(held) == _TWO else None
        if pair is not None and pair[0].amount.base != pair[1].amount.base:
            one, other = (reading.amount for reading in pair)
            timed = "speed" in adjective.dimensions and one.dimension == "time"
            more = (one.base > other.base) is not timed
            right = more == (adjective.sign > 0)
            yield Check(decided(right=right), "comparison", sentence.tokens[at].span, pair, _SURE)
        return


def _is_measured(amount: Quantity, adjective: Adjective) -> bool:
    exact = amount.bound == "exact" and not amount.weak
    return exact and any(map(amount.dimension.startswith, adjective.dimensions))


def _sign(sentence: Sentence, amount: Quantity) -> int:
    """Return 1 for "€16 dearer", -1 for "€16 cheaper", 0 where the next word compares nothing."""
    told = comparative_at(sentence, amount.after)
    if told is None:
        return 0
    adjective, _ = told
    if "speed" in adjective.dimensions and amount.dimension == "time":
        return -adjective.sign
    fits = any(map(amount.dimension.startswith, adjective.dimensions))
    return adjective.sign if fits or not adjective.dimensions else 0


def _is_so_of_another(claim: ReadClaim, one: EvidenceQuantity, value: Fraction) -> bool:
    """Say whether the same lies as far from a third value, on its other side."""
    return any(
        reading.amount.base == value and reading.amount.dimension == one.amount.dimension
        for reading in claim.index.readings
    )


def _clause(sentence: Sentence, amount: Quantity) -> frozenset[str]:
    """Return the stems of an amount's clause; none where it speaks of what it does not name."""
    tokens, start, end = sentence.tokens, amount.first, amount.after
    while start and tokens[start - 1].text not in _BORDERS:
        start -= 1
    while end < len(tokens) and tokens[end].text not in _BORDERS:
        end += 1
    if any(token.text in _OF_OTHERS for token in tokens[start:end]):
        return frozenset()
    return frozenset(content_words(tokens, sentence.text, start, end, skip=sentence.skipped))


def _named_first(
    held: list[EvidenceQuantity], clause: frozenset[str], amount: Quantity
) -> tuple[EvidenceQuantity, EvidenceQuantity] | None:
    """Return two readings, the one that a clause names first; ``None`` where it names not one."""
    one, other = held
    mine, theirs = (one.own - other.own) & clause, (other.own - one.own) & clause
    measured = one.amount.dimension == other.amount.dimension == amount.dimension
    if not measured or bool(mine) == bool(theirs):
        return None
    return (one, other) if mine else (other, one)
