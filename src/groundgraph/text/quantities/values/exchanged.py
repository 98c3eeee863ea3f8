"""Two amounts of one sentence, told each of what the other is: "Ben got 12 votes and Anna 15"."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.limits import is_denial
from groundgraph.text.quantities.written.segments import content_words, segments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_SURE = 0.9
_ENDS = frozenset({"from", "to"})
_IN_ORDER = frozenset({"respectively", "each", "both"})
"""Words by which a list of values goes with a list of things."""


class _Part(NamedTuple):
    """An amount and what is said of it alone.

    Attributes:
        amount: The amount.
        words: The stems of its part of the sentence.
        end: "from" or "to" right before it, else "".
        at: Its place among the amounts of its sentence.
    """

    amount: Quantity
    words: frozenset[str]
    end: str
    at: int


def with_exchanges(claim: ReadClaim, checks: list[Check]) -> list[Check]:
    """Return the checks of a claim's amounts, those contradicted that are exchanged.

    Both stand in one sentence of the evidence, each beside words that the claim has beside the
    other, and no sentence says it as the claim does.
    """
    plain = {check.at: check for check in checks if check.kind == "amount"}
    sentence = claim.sentence
    if len(plain) < len(_ENDS) or any(map(is_denial, sentence.tokens)) or _is_in_order(sentence):
        return checks
    said = [part for part in _parts_of(sentence) if part.amount.span in plain]
    wrong: dict[object, EvidenceQuantity] = {}
    for one, other in combinations(said, 2):
        if one.amount.unit != other.amount.unit:
            continue  # one may be the other: "92°F (33°C)"
        told = _told_together(claim, one.amount, other.amount)
        if told and all(_are_exchanged(claim, (one, other), pair) for pair in told):
            first, second = told[0]
            wrong |= {one.amount.span: second, other.amount.span: first}
    return [
        replace(check, outcome="contradicted", held=(wrong[check.at],), fit=_SURE)
        if check.kind == "amount" and check.at in wrong
        else check
        for check in checks
    ]


def _is_in_order(sentence: Sentence) -> bool:
    return not _IN_ORDER.isdisjoint(sentence.letters)


def _parts_of(sentence: Sentence) -> list[_Part]:
    amounts = [amount for amount in sentence.amounts if not amount.weak]
    tokens = sentence.tokens
    parts = segments(tokens, [(amount.first, amount.after) for amount in amounts])
    nouns = frozenset(noun for amount in amounts for noun in amount.noun)
    return [
        _Part(
            amount,
            frozenset(content_words(tokens, sentence.text, *part, skip=sentence.skipped)) - nouns,
            tokens[amount.first - 1].text if amount.first else "",
            at,
        )
        for at, (amount, part) in enumerate(zip(amounts, parts, strict=True))
    ]


def _told_together(
    claim: ReadClaim, one: Quantity, other: Quantity
) -> list[tuple[EvidenceQuantity, EvidenceQuantity]]:
    """Return the readings of two amounts that stand in one sentence; none where one does twice."""
    readings = [reading for reading in claim.index.readings if reading.cell is None]
    ones, others = (
        [r for r in readings if agreement(amount, r.amount) == "equal"] for amount in (one, other)
    )
    pairs = [
        (first, second)
        for first in ones
        for second in others
        if (first.passage, first.line) == (second.passage, second.line)
    ]
    lines = {(first.passage, first.line) for first, _ in pairs}
    return pairs if len(lines) == len(pairs) else []


def _are_exchanged(
    claim: ReadClaim,
    said: tuple[_Part, _Part],
    told: tuple[EvidenceQuantity, EvidenceQuantity],
) -> bool:
    sentence = _sentence_of(claim, told[0])
    if sentence is None or _is_in_order(sentence):
        return False
    parts = {part.amount.span: part for part in _parts_of(sentence)}
    if any(reading.span not in parts for reading in told):
        return False
    one, other = said
    first, second = (parts[reading.span] for reading in told)
    if {one.end, other.end} == {first.end, second.end} == _ENDS:
        shared = (one.words | other.words) & (first.words | second.words)
        return one.end != first.end and bool(shared)
    crossed = one.words - other.words, other.words - one.words
    own = first.words - second.words, second.words - first.words
    straight = [(one, first, crossed[0] & own[0]), (other, second, crossed[1] & own[1])]
    held = any(words and not _leads(a, said, b, (first, second)) for a, b, words in straight)
    return bool(crossed[0] & own[1]) and bool(crossed[1] & own[0]) and not held


def _leads(part: _Part, said: Sequence[_Part], own: _Part, told: Sequence[_Part]) -> bool:
    """Say whether a part stands before the other in both sentences.

    Its words may be of both: "Ben sold 12 lamps in May and 15 in June".
    """
    return part.at == min(p.at for p in said) and own.at == min(p.at for p in told)


def _sentence_of(claim: ReadClaim, reading: EvidenceQuantity) -> Sentence | None:
    """Return the sentence that a reading stands in, ``None`` for a row of a table."""
    sentences = claim.index.passages[reading.passage].sentences
    return next((s for s in sentences if s.span == reading.around), None)
