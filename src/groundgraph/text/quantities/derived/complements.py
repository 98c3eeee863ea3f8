"""Shares of things that another share leaves: "82% succeeded" beside "18% of orders failed"."""

from __future__ import annotations

from dataclasses import replace
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.evidence.findings import decided
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.limits import is_denial
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.numbers import written
from groundgraph.text.quantities.written.roles import RESTS, says_rest
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.quantities.written.unit_table import PERCENT

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.derived.derivations import Derivation
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_EXCEPTING = frozenset(
    tuple(said.split("_")) for said in "all_but except_for apart_from but_for other_than".split()
)
_OF_EXCEPTIONS = frozenset({"but", "except", "apart", "than"})
_OF_ALL = frozenset("all every each everyone everybody any".split())
_POINTING = frozenset("the them these those its their our his her".split())
_ENDS = frozenset(". , ; was were is are has had have".split())
_PARTING = frozenset(", ; : . and or but with while unless if who that which whose".split())
_LACKING = frozenset({"without"})
_SURE, _PAIR = 0.92, 2
_STRANGE = 0.3
"""Share of a claim's words that the evidence lacks, above which it may speak of other things."""


def may_be_of_others(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a claim may tell the share of other things than a sentence of the evidence.

    It denies what the sentence does not, has words for it that no passage has, or tells just the
    share that is left, of what the sentence does not name.
    """
    if held.amount.dimension != "share" or held.cell is not None:
        return False
    said = claim.sentence.words.keys()
    strange = sum(word not in claim.index.vocabulary for word in said)
    rest = _is_left(amount, held.amount) and not said <= _named(held)
    return strange > _STRANGE * len(said) or denies_alone(claim, held) or rest


def of_all_but(claim: ReadClaim, amount: Quantity, check: Check) -> Check:
    """Take back what an amount supports that the evidence tells of the others: "all but three"."""
    held = check.held[0] if check.held else None
    if check.outcome != "supported" or not isinstance(held, EvidenceQuantity):
        return check
    if not is_excepted(claim, held) or _excepts(claim.sentence, amount.first):
        return check
    if any(map(is_denial, claim.sentence.tokens)) or says_rest(claim.sentence.tokens):
        return check
    sure = claim.sentence.words.keys() <= _named(held) and _is_all_that_is_said(claim, held)
    return replace(check, outcome="contradicted" if sure else "elsewhere", fit=_SURE)


def _is_all_that_is_said(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether exceptions are only counted: "but three of the seats", not "two heavy bags"."""
    line = line_of(claim, held)
    behind = [t.text for t in line.tokens if t.start >= held.span.end] if line is not None else []
    if behind[:1] == ["of"]:
        return behind[1:2] != [] and behind[1] in _POINTING
    return behind[:1] == [] or behind[0] in _ENDS


def is_excepted(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether an amount counts those of which its sentence does not hold: "all but three"."""
    line = line_of(claim, held)
    if line is None or line.letters.isdisjoint(_OF_EXCEPTIONS):
        return False
    return _excepts(line, held.amount.first)


def _excepts(sentence: Sentence, first: int) -> bool:
    """Say whether "all but", "except for" leads to an amount."""
    before = [token.text for token in sentence.tokens[:first]]
    excepts = tuple(before[-2:]) in _EXCEPTING or before[-1:] == ["except"]
    return excepts and not _OF_ALL.isdisjoint(before)


def of_the_rest(claim: ReadClaim, amount: Quantity, check: Check) -> Check:
    """Hold a share of those that do not against 100% less the share of those that do."""
    held = check.held[0] if check.held else None
    if not isinstance(held, EvidenceQuantity) or held.amount.unit != PERCENT:
        return check
    if held.amount.base > 1:
        return check
    right = _is_left(amount, held.amount) and denies_alone(claim, held)
    restated = claim.sentence.words.keys() <= _named(held)
    if check.outcome == "supported" and not restated:
        return check
    if right or (restated and _is_denied_alone(claim, amount, held)):
        share = 100 * held.amount.base
        told = f"100% − {written(share, PERCENT)} = {written(100 - share, PERCENT)}"
        return replace(check, outcome=decided(right=right), kind="derivation", told=told)
    return check


def _is_left(amount: Quantity, share: Quantity) -> bool:
    """Say whether an amount is what a share leaves of the whole."""
    left = (1 - share.base) / share.unit.factor
    return agreement(amount, replace(share, value=left)) == "equal"


def _is_denied_alone(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether just one of claim and sentence denies of its share what both say."""
    line = line_of(claim, held)
    if line is None:
        return False
    both = claim.sentence.words.keys() & line.words.keys()
    mine, theirs = (
        _is_denied(sentence, share, both)
        for sentence, share in ((claim.sentence, amount), (line, held.amount))
    )
    return mine != theirs


def _is_denied(sentence: Sentence, share: Quantity, said: AbstractSet[str]) -> bool:
    """Say whether what a share does is denied: "18% did not vote", not "5% and no fees"."""
    behind = takewhile(lambda t: t.text not in _PARTING, sentence.tokens[share.after :])
    denied = list(dropwhile(lambda t: not is_denial(t) or t.text in _LACKING, behind))[1:]
    following = next((stem(t.text) for t in denied if is_content(t.text)), "")
    return share.bound == "exact" and following in said


def _named(held: EvidenceQuantity) -> frozenset[str]:
    return frozenset((*held.words, *held.amount.noun))


def denies_alone(claim: ReadClaim, held: EvidenceQuantity, *, rest: bool = True) -> bool:
    """Say whether just one of claim and sentence denies something, or speaks of the ``rest``."""
    line = line_of(claim, held)
    if line is None:
        return False
    one, other = (
        any(map(is_denial, each.tokens)) or (rest and says_rest(each.tokens))
        for each in (claim.sentence, line)
    )
    return one != other


def is_of_the_part(claim: ReadClaim, number: int, one: Derivation) -> bool:
    """Say whether an amount is what a whole leaves of a part, and told of that part itself.

    "Sixteen of the 24 have a bath" beside "twenty-four rooms, of which the remaining eight a bath".
    """
    held = [each for each in one.held if isinstance(each, EvidenceQuantity)]
    if one.operation != "difference" or len(held) != _PAIR:
        return False
    part, whole = sorted(held, key=lambda each: each.amount.approx)
    own = part.own - whole.own - {*whole.amount.noun}
    said = claim.clauses[number].keys() & own
    amounts, tokens = claim.sentence.amounts, claim.sentence.tokens
    start = amounts[number - 1].after if number else 0
    beside = amounts[number + 1].first if number + 1 < len(amounts) else len(tokens)
    near = tokens[start:beside]
    is_rest = not RESTS.isdisjoint(part.near)
    return is_rest and bool(said) and not (says_rest(near) or any(map(is_denial, tokens)))
