"""So much more of one thing for so much more of another: "for 4 people 300 g", so 450 g for six.

"One sack (25 kg) makes 12 litres", "18 litres for 300 km", "2 spoons for every 3 litres": a word
must say that the one is for the other, and claim or question how much of one of them there is.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.agreement import NO_LIMITS
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_FOR = frozenset(
    "for every makes make yields yield gives serves serve feeds feed covers cover enough".split()
)
"""Words right before an amount by which another is for it, or it comes of another."""
_PORTIONS = frozenset({"serves", "serve", "feeds", "feed"})
_PERSONS = frozenset(map(stem, "people persons guests servings portions adults".split()))
_OTHERWISE = frozenset("took lasted coat coats layer layers twice double".split())
"""Words of what was so once, or of what is done more than once: "Two coats are needed"."""
_BEFORE = 2
_FIT = 0.6
"""Fit of the only amount of its kind in a sentence that says what it is for."""


def proportions(claim: ReadClaim, amount: Quantity, wanted: Wanted) -> Iterator[Derivation]:
    """Yield what an amount of the evidence comes to for as much as claim or question suppose.

    Args:
        claim: The claim.
        amount: Its amount that is sought.
        wanted: The claim's words.
    """
    own = [a for a in claim.sentence.amounts if a is not amount]
    supposed = [a for a in (*own, *claim.question.amounts) if _is_plain(a) and a.value > 0]
    if not supposed or not _is_plain(amount):
        return
    plain = [
        r
        for r in claim.index.readings
        if r.cell is None and _is_plain(r.amount) and r.amount.value and _is_told_once(claim, r)
    ]
    for base in plain:
        for given in (a for a in supposed if _is_alike(a, base, claim)):
            sought = _beside(claim, amount, base, plain)
            if len(sought) == 1 and given.base != base.amount.base:
                yield _scaled(sought[0], base, given, own, wanted)


def _is_plain(amount: Quantity) -> bool:
    bare = amount.kind == "count" and not amount.weak and not amount.per
    return bare and amount.bound in NO_LIMITS and amount.dimension not in {"share", "points"}


def _is_told_once(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    near = claim.index.passages[reading.passage].sentences[reading.line :][:2]
    return all(_OTHERWISE.isdisjoint(sentence.letters) for sentence in near)


def _is_alike(given: Quantity, base: EvidenceQuantity, claim: ReadClaim) -> bool:
    """Say whether an amount measures or counts what one of the evidence does."""
    if given.dimension:
        return given.dimension == base.amount.dimension
    if base.amount.unit is not COUNT:
        return False
    if base.amount.noun:
        return bool({*given.noun} & {*base.amount.noun})
    return bool(_words_before(claim, base) & _PORTIONS and _PERSONS & {*given.noun})


def _words_before(claim: ReadClaim, reading: EvidenceQuantity) -> set[str]:
    line, first = line_of(claim, reading), reading.amount.first
    return {t.text for t in line.tokens[max(0, first - _BEFORE) : first]} if line else set()


def _beside(
    claim: ReadClaim, amount: Quantity, base: EvidenceQuantity, plain: list[EvidenceQuantity]
) -> list[EvidenceQuantity]:
    """Return what stands in the sentence of an amount and measures what a claim tells, for it."""
    here = [
        r
        for r in plain
        if (r.passage, r.line) == (base.passage, base.line)
        and r is not base
        and r.amount.dimension == amount.dimension
    ]
    if not amount.dimension:
        here = [r for r in here if {*amount.noun} & {*r.amount.noun}]
    told = [r for r in here if (_words_before(claim, base) | _words_before(claim, r)) & _FOR]
    return told if len(here) == 1 else []


def _scaled(
    sought: EvidenceQuantity,
    base: EvidenceQuantity,
    given: Quantity,
    own: list[Quantity],
    wanted: Wanted,
) -> Derivation:
    times = given.base / base.amount.base
    value = value_amount(sought.amount.value * times, sought.amount.unit, Fraction(0))
    supposed = (given,) if any(given is each for each in own) else ()
    fit = max(_FIT, wanted.share(sought, base))
    terms = (sought.amount.value, " × ", times)
    return Derivation(value, terms, (sought, base), fit, "product", supposed=supposed)
