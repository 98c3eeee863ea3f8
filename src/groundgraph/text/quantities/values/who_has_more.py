"""Who has more, where a claim gives a difference that is right: "Holub has four more years".

The difference alone says nothing of whose it is: 11 - 7 = 4, but seven years are Holub's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.adjectives import COMPARATIVES, DEGREES, VERBS
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.segments import content_words

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_TWO = 2
_DENIES = frozenset({"not", "no", "nor", "never"})


def unless_the_other_has_more(claim: ReadClaim, check: Check) -> Check:
    """Take back that a difference is right which a claim gives to the one that has less.

    Args:
        claim: The claim.
        check: What was found of one of its amounts.
    """
    if check.outcome != "supported" or check.way != "difference":
        return check
    held = [each for each in check.held if isinstance(each, EvidenceQuantity)]
    sign = _sign(claim)
    if not sign or len(held) != _TWO or held[0].amount.base == held[1].amount.base:
        return check
    low, high = sorted(held, key=lambda each: each.amount.base)
    who = _named(claim, low, high)
    if who is None or (who is high) is (sign > 0):
        return check
    return replace(check, outcome="open", lean=-1.0)


def _sign(claim: ReadClaim) -> int:
    """Return 1 of a claim that says "more", -1 of one that says "less", 0 of both or neither."""
    said = [token.text for token in claim.sentence.tokens]
    if not _DENIES.isdisjoint(said) or any(word.endswith("n't") for word in said):
        return 0
    signs = {DEGREES[word] for word in said if word in DEGREES}
    signs |= {
        each.sign
        for word in said
        if (each := COMPARATIVES.get(word) or VERBS.get(word)) is not None and not each.dates
    }
    return signs.pop() if len(signs) == 1 else 0


def _named(
    claim: ReadClaim, low: EvidenceQuantity, high: EvidenceQuantity
) -> EvidenceQuantity | None:
    """Return the amount whose thing a claim tells of, ``None`` where it names both or neither."""
    tokens = claim.sentence.tokens
    words = [token.text for token in tokens]
    than = words.index("than") if "than" in words else len(words)
    before = content_words(tokens, claim.text, 0, than)
    behind = content_words(tokens, claim.text, than)
    ours = [_only(low, high), _only(high, low)]
    first = [not own.isdisjoint(before) for own in ours]
    second = [not own.isdisjoint(behind) for own in ours]
    if first in ([True, False], [False, True]) and first != second:
        return (low, high)[first.index(True)]
    if not any(first) and second in ([True, False], [False, True]):
        return (low, high)[second.index(False)]
    return None


def _only(one: EvidenceQuantity, other: EvidenceQuantity) -> AbstractSet[str]:
    """Return the stems that only one of two amounts is told with."""
    here = (one.passage, one.line) == (other.passage, other.line) and one.cell is None
    if here:
        return one.own - other.own
    if one.about != other.about:
        return one.about - other.about
    return one.words.keys() - other.words.keys()  # "4 by bike, average 29 min, 8.7 km"
