"""What an amount is reckoned from is not that amount.

"Half of the 60 rooms have a sea view": not all 60 have. "It costs $5 more than the city tour": it
does not cost $5. "Twice as many as last year, when 200 came": 200 did not come this year. "5 mg
twice daily": that is not 5 mg a day. "More than 500 came": not at most 500.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES, TENS
from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.values.same_things import OFFSETS
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import MORE, OF_DIFFERENCES
from groundgraph.text.quantities.written.segments import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token

_DETERMINERS = frozenset("the its their his her our your these those all".split())
_PARTS = frozenset(
    """half third thirds quarter quarters fifth fifths sixth seventh eighth ninth tenth tenths
    percent % none most some few many several majority minority fraction""".split()
)
_NUMBERS = ONES.keys() | TENS.keys()
_SHARED = 0.6
"""Share of what is said of a part that a claim must say."""
_BORDERS = frozenset({",", ";", ".", ":", "(", ")", "but", "while", "and", "though", "although"})
_EARLY = frozenset("last previous previously earlier former formerly before prior ago then".split())
_DIFFERENT = (
    OF_DIFFERENCES
    | OFFSETS
    | frozenset("than by ahead behind margin gap apart extra advance".split())
)
_COMPARED = frozenset({("ahead", "of"), ("clear", "of")})
_NEAR, _FAR = 2, 5
_SURE = 0.9
_OPPOSITE = frozenset(
    (one, other)
    for above, below in (("over", "below"), ("over", "most"), ("least", "below"), ("least", "most"))
    for one, other in ((above, below), (below, above))
)
_NEAR_BY = 40
_SEVERAL_TIMES = re.compile(
    r"\W{1,3}(?:\w{1,12} ){0,2}(?:twice|thrice|(?:two|three|four|five|six|\d) times)"
    r" (?:daily|a day|per day|each day|every day)\b",
    re.IGNORECASE,
)
_TIMES = frozenset("twice thrice times time every each dose single once per".split())
_A_DAY = re.compile(r"\b(?:daily|(?:a|per|each|every|one|in a) day)\b", re.IGNORECASE)


def unless_a_base(claim: ReadClaim, check: Check) -> Check:
    """Turn that an amount is right from which that of the claim is reckoned in the evidence.

    So too one that the evidence bounds on the other side.

    Args:
        claim: The claim.
        check: What was found of one of its amounts.
    """
    held = check.held[0] if check.held else None
    if check.outcome == "contradicted" or check.kind != "amount" or check.at not in claim.numbers:
        return check
    line = line_of(claim, held) if isinstance(held, EvidenceQuantity) else None
    if line is None or not isinstance(held, EvidenceQuantity):
        return check
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    wrong = _answers_how_much(claim, amount) and _is_bounded_otherwise(amount, line, held.amount)
    if not wrong and check.outcome == "supported":
        wrong = (
            _is_whole_of_a_part(claim, amount, line, held)
            or _is_only_a_gap(claim, line, held)
            or _is_of_before(claim, line, held)
            or _is_one_of_several(claim, line, held)
        )
    return replace(check, outcome="contradicted", fit=_SURE) if wrong else check


def _is_bounded_otherwise(amount: Quantity, line: Sentence, held: Quantity) -> bool:
    """Say whether "at most 500" is told of "more than 500", or "at most 3" of "3 to 5"."""
    if held.bound != "exact":  # "no later than a week ahead" is at least a week before
        return (
            amount.dimension != "time"
            and amount.base == held.base
            and (amount.bound, held.bound) in _OPPOSITE
        )
    return any(
        _is_range(line.tokens, one, other)
        and one.dimension == other.dimension == amount.dimension
        and (amount.bound, amount.base) in {("least", other.base), ("most", one.base)}
        for one, other in pairwise(line.amounts)
        if one.base < other.base
    )


def _answers_how_much(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a claim says no more than how many, or how much, as it was asked."""
    own = claim.sentence.words.keys() - {*amount.noun[:1]}
    return "how" in claim.asked and own <= claim.question.stems


def _is_range(tokens: Sequence[Token], one: Quantity, other: Quantity) -> bool:
    between = [token.text for token in tokens[one.after : other.first]]
    if between == ["and"]:
        return one.first > 0 and tokens[one.first - 1].text == "between"
    return len(between) == 1 and between[0] in {"to", "-", "–", "—"}


def _is_one_of_several(claim: ReadClaim, line: Sentence, held: EvidenceQuantity) -> bool:
    """Say whether a claim takes what is had several times a day for that of the day."""
    behind = line.text[held.span.end : held.span.end + _NEAR_BY]
    if _SEVERAL_TIMES.match(behind) is None or not _TIMES.isdisjoint(claim.lower):
        return False
    return _A_DAY.search(f"{claim.question.text} {claim.text}") is not None


def _is_whole_of_a_part(
    claim: ReadClaim, amount: Quantity, line: Sentence, held: EvidenceQuantity
) -> bool:
    """Say whether a claim says of all what the evidence says of a part: "half of the 60 rooms"."""
    if not _is_a_whole(line.tokens, held.amount) or _is_of(claim.sentence.tokens, amount):
        return False
    if not _PARTS.isdisjoint(claim.lower):
        return False
    tokens = line.tokens
    behind = range(held.amount.after, len(tokens))
    stop = next((at for at in behind if tokens[at].text in _BORDERS), len(tokens))
    told = content_words(tokens, line.text, held.amount.after, stop, skip=line.skipped)
    said = told.keys() - {*held.amount.noun[:1]}
    own = claim.sentence.words.keys() - {*amount.noun[:1]}
    words = own if own or "there" in claim.lower else {*claim.question.words, claim.counted}
    words = {*filter(None, words)}
    shared = said & words
    alike = words <= line.words.keys() | {*amount.noun[:1]} or len(shared) >= _SHARED * len(said)
    return bool(shared) and alike


def _is_a_whole(tokens: Sequence[Token], amount: Quantity) -> bool:
    """Say whether an amount is all of what a part is taken: "two of the three", "40% of 50"."""
    at = _before_of(tokens, amount)
    if at < 0:
        return False
    part = tokens[at]
    return part.text in _PARTS or part.kind == "number" or part.text in _NUMBERS


def _is_of(tokens: Sequence[Token], amount: Quantity) -> bool:
    return _before_of(tokens, amount) >= 0 or [t.text for t in tokens[:1]] == ["of"]


def _before_of(tokens: Sequence[Token], amount: Quantity) -> int:
    """Return the index of the token before "of" or "of the" before an amount, else -1."""
    at = amount.first - 1
    if at >= 0 and tokens[at].text in _DETERMINERS:
        at -= 1
    return at - 1 - (at > 1 and tokens[at - 1].text == "out") if _says_of(tokens, at) else -1


def _says_of(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at].text == "of"


def _is_only_a_gap(claim: ReadClaim, line: Sentence, held: EvidenceQuantity) -> bool:
    """Say whether the evidence tells how much more, and a claim how much: "$5 more than"."""
    after = held.amount.after
    behind = [token.text for token in line.tokens[after : after + _NEAR + 1]]
    more = any(pair in _COMPARED or (pair[1] == "than" and pair[0] in MORE)
               for pair in pairwise(behind))  # fmt: skip
    return more and _DIFFERENT.isdisjoint(claim.lower | claim.asked)


def _is_of_before(claim: ReadClaim, line: Sentence, held: EvidenceQuantity) -> bool:
    """Say whether the evidence compares with an earlier amount, and a claim tells that of now."""
    words = [token.text for token in line.tokens]
    before = words[: held.amount.first]
    compared = [at for at, word in enumerate(before) if word == "as" and at]
    if len(compared) < _NEAR or compared[-1] - compared[0] > _FAR:
        return False
    base = before[compared[-1] :]
    said = claim.lower | claim.asked
    return not _EARLY.isdisjoint(base) and _EARLY.isdisjoint(said)
