"""Parts of a whole: what is left of it, and some of "them", which are fewer than all.

"Three of the ten can be reached" is not right by "seven of the ten can be reached" though 10 − 7 is
3; "two of them have a warden" is not wrong by "each of the six was manned".
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.derived.derivations import is_part_of
from groundgraph.text.quantities.values.made import SIMPLE
from groundgraph.text.quantities.written.ellipsis import OF_THEM
from groundgraph.text.quantities.written.limits import is_denial
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import says_rest
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.tokens import Token

_PAIR, _BETWEEN = 2, 5
_SURE = 0.9
_ENDS = frozenset({";", ":", ".", "but", "while", "whereas", "although", "though"})
_OTHERS = frozenset({"rest", "other", "others", "remaining"})
_LIGHT = frozenset(map(stem, "few many most some only just all none".split()))


def of_parts(claim: ReadClaim, check: Check) -> Check:
    """Take back what is found of a part by its whole alone, or by the rest of it."""
    if check.outcome == "contradicted" and check.kind == "amount":
        return (
            replace(check, outcome="absent", plausible=SIMPLE) if _is_some(claim, check) else check
        )
    if check.outcome != "supported" or check.way != "difference" or check.at not in claim.numbers:
        return check
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    part = _part(claim, check)
    if part is None or amount.unit is not COUNT or not _is_said_of(claim, amount, part):
        return check
    return replace(check, outcome="contradicted", kind="amount", told="", held=(part,), fit=_SURE)


def _is_some(claim: ReadClaim, check: Check) -> bool:
    """Say whether a claim counts some of what the evidence counts all of: "two of them"."""
    amount = claim.sentence.amounts[claim.numbers[check.at]] if check.at in claim.numbers else None
    [held, *more] = check.held or (None,)
    if amount is None or more or not isinstance(held, EvidenceQuantity):
        return False
    behind = [token.text for token in claim.sentence.tokens[amount.after : amount.after + _PAIR]]
    partial = behind[:1] == ["of"] and not OF_THEM.isdisjoint(behind[1:])
    whole = held.after[:1] != ("of",) and not held.amount.part
    return partial and whole and amount.unit is COUNT and amount.value < held.amount.value


def _part(claim: ReadClaim, check: Check) -> EvidenceQuantity | None:
    """Return the part of a whole of which an amount is the rest."""
    held = [each for each in check.held if isinstance(each, EvidenceQuantity)]
    line = line_of(claim, held[0]) if held else None
    if len(held) != _PAIR or line is None or {each.line for each in held} != {held[0].line}:
        return None
    part, whole = sorted(held, key=lambda each: each.amount.approx)
    words = [token.text for token in line.tokens]
    between = words[part.amount.after : whole.amount.first]
    before = words[max(0, whole.amount.first - _PAIR) : whole.amount.first]
    behind = between[:1] == ["of"] and len(between) <= _BETWEEN
    ahead = "of" in before and whole.amount.first < part.amount.first
    return part if check.whole or is_part_of(part, whole) or behind or ahead else None


def _is_said_of(claim: ReadClaim, amount: Quantity, part: EvidenceQuantity) -> bool:
    """Say whether a claim says of an amount what the evidence says of a part, and nothing else."""
    line = line_of(claim, part)
    clause = _clause(claim.sentence.tokens, amount)
    if line is None or (says_rest(clause) and not says_rest(line.tokens)):
        return False
    if any(map(_denies, clause)) != any(map(_denies, line.tokens)):
        return False
    skip = {i for a in claim.sentence.amounts for i in range(a.first, a.after)}
    first = claim.sentence.tokens.index(clause[0])
    stop = first + len(clause)
    words = content_words(claim.sentence.tokens, claim.text, first, stop, skip=frozenset(skip))
    own = words.keys() - _LIGHT - {*amount.noun}
    return own <= line.words.keys() | claim.question.words.keys() | {*part.amount.noun}


def _denies(token: Token) -> bool:
    return is_denial(token) and token.text != "without"


def _clause(tokens: Sequence[Token], amount: Quantity) -> list[Token]:
    """Return the tokens around an amount up to a mark, or to ", and"."""
    before = list(takewhile(lambda at: not _ends(tokens, at), range(amount.first - 1, -1, -1)))
    behind = list(takewhile(lambda at: not _ends(tokens, at), range(amount.after, len(tokens))))
    first = before[-1] if before else amount.first
    return list(tokens[first : behind[-1] + 1 if behind else amount.after])


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a clause ends at a token."""
    text, before = tokens[at].text, tokens[at - 1].text if at else ""
    behind = {token.text for token in tokens[at + 1 : at + 1 + _PAIR]}
    others = text == "," and "the" in behind and not _OTHERS.isdisjoint(behind)
    return text in _ENDS or (text == "and" and before == ",") or others
