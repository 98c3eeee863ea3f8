"""What is there after something is taken off: "after the excess", "once its costs were met".

Said is what comes off; which amount is of that, and from which it comes off, the evidence tells:
"accepted at $4,100. The excess is $750", "a charge of £15 is kept from the deposit".
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, step_of, value_amount
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.stems import content_stem, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_AFTER = frozenset("after less minus deducting once net".split())
_PHRASE, _LEADING = 5, 3
_COSTS = frozenset(map(stem, "costs expenses outgoings spending expenditure".split()))
_SPENT = frozenset(
    map(
        stem,
        """costs cost expenses hire rent rental wages printing postage paid spent bought bill fee
        charge insurance materials ingredients advertising""".split(),
    )
)
_BEFORE = frozenset(map(stem, "pre before gross".split()))
_BACK = frozenset("back refund refunded left remaining remains receive receives get gets".split())
_KEPT = re.compile(
    r"\b(?:kept|withheld|retained|held back|deducted|taken|comes|come) (?:off|from|out of)"
    r" (?:the|your|her|his|their|our|this|that|it)\b[ ]?([a-z]{0,20})"
)
_FIT = 0.7
"""Fit of what is left by what is told to come off."""


def deductions(
    claim: ReadClaim, amount: Quantity, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what is left of amounts that measure the same as that of a claim.

    Args:
        claim: The claim.
        amount: Its amount.
        readings: What measures the same.
    """
    if not amount.dimension:
        return
    plain = [r for r in readings if r.cell is None and _is_plain(amount, r)]
    said = _taken_off(claim.sentence) | _taken_off(claim.question)
    named = [r for r in plain if said & r.own and not _BEFORE & r.own]
    if len(named) == 1 and not said & _COSTS:
        yield from _left([_before(plain, named[0])], named, plain)
    elif said & _COSTS:
        spent = [r for r in plain if _SPENT & r.own]
        if spent and len({r.passage for r in spent}) == 1:
            first = spent[0]
            made = [r for r in plain if r.passage == first.passage and r.span < first.span]
            yield from _left(made, spent, plain)
    elif not _BACK.isdisjoint(claim.lower | claim.asked):
        yield from _kept_of(claim, plain)


def _is_plain(amount: Quantity, reading: EvidenceQuantity) -> bool:
    other = reading.amount
    same = other.unit.dimension == amount.dimension and other.per in {"", amount.per}
    return same and other.bound in NO_LIMITS and not other.weak


def _taken_off(sentence: Sentence) -> set[str]:
    """Return the stems of what a claim or question says to come off: "after the excess"."""
    found: set[str] = set()
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        if token.text in _AFTER:
            behind = takewhile(lambda each: each.kind == "word", tokens[at + 1 : at + _PHRASE])
            found.update(content_stem(each.text) for each in behind)
    return found - {""}


def _before(plain: Sequence[EvidenceQuantity], taken: EvidenceQuantity) -> EvidenceQuantity | None:
    """Return the amount right before one that comes off, in its sentence or that before."""
    before = [r for r in plain if r.passage == taken.passage and r.span < taken.span]
    return before[-1] if before and taken.line - before[-1].line <= 1 else None


def _kept_of(claim: ReadClaim, plain: Sequence[EvidenceQuantity]) -> Iterator[Derivation]:
    """Yield what is left of "a deposit of £60" where "£15 is kept from the deposit"."""
    for taken in plain:
        text = claim.index.passages[taken.passage].text
        kept = _KEPT.search(text[taken.span.end : taken.around.end].lower())
        of = stem(kept[1]) if kept is not None else ""
        whole = [r for r in plain if r.passage == taken.passage and _is_of(text, r, of)]
        if of and len(whole) == 1 and whole[0] is not taken:
            yield from _left(whole, [taken], plain)


def _is_of(text: str, reading: EvidenceQuantity, word: str) -> bool:
    """Say whether a word leads to an amount: "a deposit of £60"."""
    before = text[reading.around.start : reading.span.start].lower().split()[-_LEADING:]
    return word in map(stem, before)


def _left(
    made: Sequence[EvidenceQuantity | None],
    taken: Sequence[EvidenceQuantity],
    plain: Sequence[EvidenceQuantity],
) -> Iterator[Derivation]:
    """Yield some amounts less others of the same unit.

    Args:
        made: What something comes off, or nothing.
        taken: What comes off.
        plain: All of their kind; where a passage tells more of them, more may come off.
    """
    first = [one for one in made if one is not None]
    held = [*first, *taken]
    if not first or len({one.amount.unit for one in held}) > 1:
        return
    signed = [-one.amount.value if one in taken else one.amount.value for one in held]
    value = sum(signed, Fraction(0))
    if value > 0:
        terms: list[Fraction | str] = []
        for one in held:
            terms += [" − " if one in taken else " + ", one.amount.value]
        amount = value_amount(value, held[0].amount.unit, step_of(held))
        told = tuple(terms[1:])
        whole = len(held) == sum(r.passage == held[0].passage for r in plain)
        yield Derivation(amount, told, tuple(held), _FIT, "difference", whole, sole=True)
