"""By how much a match or vote was won: "beat the Mariners 87-79", "carried by nine votes to four".

A margin is the difference of the two numbers of a result, and of no other two that are told there.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim

_RESULT = re.compile(r"(?<![\d.,:/–-])(\d{1,3})[-–](\d{1,3})(?![\d:/–-]|[.,]\d)")
_WON = frozenset(
    """beat beats beaten won win wins lost loses defeated defeat victory edged thrashed overcame
    downed""".split()
)
_MARGIN = frozenset("margin won win wins lost beat defeat victory winning".split())
_FIT = 0.9
"""Fit of the margin of the only result that is told."""


def margins(claim: ReadClaim) -> Iterator[Derivation]:
    """Yield the margin of the one result that the evidence tells, where a claim tells a margin."""
    names_another = any(claim.text[token.start].isupper() for token in claim.sentence.tokens[1:])
    if _MARGIN.isdisjoint(claim.lower | claim.asked) or names_another:
        return  # of two that are named either may have won
    found = [
        (number, line, match)
        for number, passage in enumerate(claim.index.passages)
        for line, sentence in enumerate(passage.sentences)
        if not _WON.isdisjoint(sentence.letters)
        for match in _RESULT.finditer(passage.text, *sentence.span)
    ]
    if len(found) != 1:
        return
    [(number, line, match)] = found
    around = claim.index.passages[number].sentences[line].span
    held = []
    for group in (1, 2):
        span = Span(*match.span(group))
        told = Quantity(span, Fraction(match[group]), Fraction(1))
        held.append(EvidenceQuantity(told, {}, number, span, around, line))
    large, small = sorted((one.amount.value for one in held), reverse=True)
    if large > small:
        made = value_amount(large - small, COUNT)
        terms = (large, " − ", small)
        yield Derivation(made, terms, tuple(held), _FIT, "difference", True, sole=True)
