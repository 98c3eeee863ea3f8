"""Amounts and dates of a claim that the evidence tells of another thing of the same kind.

"The Volta X2 has a battery of 82 kWh", where the line of the Volta X3 has 82 kWh, and that of the
Volta X2 has 62.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.agreement import agreement, comparable
from groundgraph.text.quantities.direct import is_definite
from groundgraph.text.quantities.direct_dates import is_border, words_of_date
from groundgraph.text.quantities.excepted import is_of_most
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.headed import meant
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment, states
from groundgraph.text.quantities.slots import Wanted, ranked
from groundgraph.text.quantities.stems import is_content, stem
from groundgraph.text.quantities.tokens import tokens
from groundgraph.text.quantities.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.headed import Stretch
    from groundgraph.text.quantities.model import EvidenceQuantity
    from groundgraph.text.quantities.slots import ReadClaim

_SURE, _LIKELY = 0.95, 0.85
_LINE = 240
"""Letters of a stretch up to which it is a list of what a thing has."""
_MIXED = frozenset(
    """than versus vs both each all every instead rather unlike not no never neither nor except
    compared difference more less twice half double total together average""".split()
)
"""Words of claims that speak of several things, or of none."""


def check_heads(claim: ReadClaim, others: Sequence[Check]) -> list[Check]:
    """Hold amounts and dates against the stretch of the one thing that a claim speaks of.

    Args:
        claim: The claim.
        others: What was found of it; a value that is reckoned is not looked up.
    """
    if not claim.lower.isdisjoint(_MIXED):
        return []
    every = claim.index.stretches
    reckoned = {c.said for c in others if c.kind == "derivation" and c.outcome == "supported"}
    found: dict[str, Check] = {}
    for own in meant(every, claim.text, claim.question.text):
        if is_of_most(own.span.of(claim.index.passages[own.passage].text)[:_LINE]):
            continue  # "Returns: all items within 60 days", and what is told of some below
        kin = [stretch for stretch in every if stretch.kin == own.kin and stretch != own]
        for check in (
            *_amounts(claim, own, kin),
            *_dates(claim, own, kin),
            *_words(claim, own, kin),
        ):
            if check.said not in reckoned:
                found.setdefault(check.said, check)
    return list(found.values())


def but_told_of_others(checks: Sequence[Check], under: Sequence[Check]) -> list[Check]:
    """Leave out that a value agrees with what is told of another thing, and what that decides."""
    said = {check.said for check in under}
    return [
        check for check in checks if not (check.kind in {"amount", "date"} and check.said in said)
    ]


def _amounts(claim: ReadClaim, own: Stretch, kin: Sequence[Stretch]) -> Iterator[Check]:
    for number, amount in enumerate(claim.sentence.amounts):
        if amount.weak or is_definite(claim, amount):
            continue
        alike = [r for r in claim.index.readings if comparable(amount, r.amount)]
        if amount.bound != "exact":
            alike = [r for r in alike if r.amount.bound == amount.bound]
        equal = [r for r in alike if agreement(amount, r.amount) in {"equal", "near"}]
        here = [r for r in alike if _holds(own, r)]
        if amount.unit is COUNT:
            here = [r for r in here if {*amount.noun} & {*r.amount.noun, *r.own}]
        said = amount.span.of(claim.text)
        if not _are_of(equal, kin):
            continue
        if not here:
            yield Check("elsewhere", "amount", said, (equal[0],))
        else:
            best = ranked(claim.wanted(number), here)
            held = best[0].held if best else here[0]
            fit = _SURE if amount.unit is not COUNT else _LIKELY
            yield Check("contradicted", "amount", said, (held,), fit)


def _dates(claim: ReadClaim, own: Stretch, kin: Sequence[Stretch]) -> Iterator[Check]:
    if not _are_lines((own, *kin)):
        return
    for number, mention in enumerate(claim.sentence.mentions):
        if not mention.moment.dated or is_border(claim, number):
            continue
        equal = [e for e in claim.index.events if states(e.moment, mention.moment)]
        here = [e for e in claim.index.events if _holds(own, e) and e.moment.dated]
        here = [e for e in here if states(e.moment, mention.moment) is False]
        if here and _are_of(equal, kin):
            best = ranked(Wanted(words_of_date(claim, number), claim.index.dated), here)
            held = best[0].held if best else here[0]
            yield Check("contradicted", "date", mention.span.of(claim.text), (held,), _LIKELY)


def _words(claim: ReadClaim, own: Stretch, kin: Sequence[Stretch]) -> Iterator[Check]:
    """Yield words before one for which the thing's own stretch has another: "phone support"."""
    if not _are_lines((own, *kin)):
        return
    texts = [passage.text for passage in claim.index.passages]
    here = _pairs(texts[own.passage], own.span)
    theirs = {pair for each in kin for pair in _pairs(texts[each.passage], each.span)}
    known = {word for pair in here for word in pair}
    for pair, place in _pairs(claim.text, Span(0, len(claim.text))).items():
        if pair in theirs and pair[0] not in known and place.of(claim.text).islower():
            span = next((span for other, span in here.items() if other[1] == pair[1]), None)
            if span is not None:
                held = Event(Moment(), {}, own.passage, span, span, 0)
                yield Check("contradicted", "cell", place.of(claim.text), (held,), _LIKELY)


def _pairs(text: str, part: Span) -> dict[tuple[str, str], Span]:
    """Return the stems of each two content words that follow each other, and where they stand."""
    return {
        (stem(one.text), stem(other.text)): Span(one.start, other.end)
        for one, other in pairwise(tokens(text, *part))
        if one.kind == other.kind == "word" and is_content(one.text) and is_content(other.text)
    }


def _are_lines(every: Iterable[Stretch]) -> bool:
    return all(each.span.end - each.span.start <= _LINE for each in every)


def _are_of(told: Sequence[EvidenceQuantity] | Sequence[Event], kin: Sequence[Stretch]) -> bool:
    """Say whether a value is told, and of other things of the kind alone."""
    return bool(told) and all(any(_holds(stretch, each) for stretch in kin) for each in told)


def _holds(stretch: Stretch, told: EvidenceQuantity | Event) -> bool:
    return stretch.holds(told.passage, told.span.start)
