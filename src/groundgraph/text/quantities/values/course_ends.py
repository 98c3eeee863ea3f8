"""Which end of a change a claim tells: "The new start takes 0.84 s" of "from 840 to 210 ms"."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.values.changes import is_course
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.roles import MOVES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Sentence

_LATE = frozenset("new newest now current currently latest today nowadays".split())
_EARLY = frozenset("old previous previously former formerly original originally initially".split())
_UNTIL = frozenset("until till before prior".split())
_FIRM = 0.65
"""Share of a claim's words that a sentence holds which surely tells of the same."""
_NEAR = 3
"""Tokens behind a value among which its time is told."""


def of_the_asked_end(claim: ReadClaim, check: Check) -> Check:
    """Take back, or turn, that an amount is right which is the other end of what is asked for.

    Args:
        claim: The claim.
        check: What was found of one of its amounts.
    """
    told = check.held[0] if check.held else None
    if not isinstance(told, EvidenceQuantity):
        return check
    line, amount = line_of(claim, told), claim.sentence.amounts[claim.numbers[check.at]]
    if line is None or line.letters.isdisjoint(MOVES):
        return check
    wrong = check.outcome == "contradicted" and check.kind == "amount"
    if wrong and _is_of_before(claim, line, told):
        return replace(check, outcome="elsewhere")
    if check.outcome != "supported" or check.kind != "amount":  # "dropped by 11" tells no end
        return check
    for early, late in _courses(claim, told):
        other = late if told is early else early
        if agreement(amount, other.amount) != "differs":
            continue
        asked = _asked(claim, amount, line, (early, late))
        if asked is not other:
            continue
        if any(agreement(each, other.amount) == "equal" for each in claim.sentence.amounts):
            return check  # it tells both
        outcome: CheckOutcome = "contradicted" if check.fit >= _FIRM else "elsewhere"
        return replace(check, outcome=outcome, held=(other,))
    return check


def _is_of_before(claim: ReadClaim, line: Sentence, told: EvidenceQuantity) -> bool:
    """Say whether a claim tells what held until a value was "lowered to" the one told."""
    first = told.amount.first
    to = first > 0 and line.tokens[first - 1].text == "to"
    return to and not claim.lower.isdisjoint(_EARLY | _UNTIL)


def _courses(
    claim: ReadClaim, told: EvidenceQuantity
) -> list[tuple[EvidenceQuantity, EvidenceQuantity]]:
    """Return "from FIRST to SECOND" of which one value is an end."""
    here = [
        reading
        for reading in claim.index.readings
        if (reading.passage, reading.line) == (told.passage, told.line)
        and reading.cell is None
        and reading.amount.dimension == told.amount.dimension
    ]
    return [pair for pair in pairwise(here) if told in pair and is_course(claim, *pair)]


def _asked(
    claim: ReadClaim,
    amount: Quantity,
    line: Sentence,
    ends: tuple[EvidenceQuantity, EvidenceQuantity],
) -> EvidenceQuantity | None:
    """Return the end that a claim tells by its date, by "from" or "to", or as the new or old."""
    early, late = ends
    dates = claim.sentence.mentions or claim.question.mentions
    times = _times(line, early.amount, late.amount)
    if len(dates) == 1 and all(times):
        is_of = [states(time[0].moment, dates[0].moment) for time in times]
        if is_of in ([True, False], [False, True]):
            return ends[is_of.index(True)]
    before = [token.text for token in claim.sentence.tokens[: amount.first]]
    if before[-1:] in (["from"], ["to"]) and not claim.lower.isdisjoint(MOVES):
        return early if before[-1] == "from" else late
    said = claim.lower | claim.asked
    if said.isdisjoint(_LATE) != said.isdisjoint(_EARLY):
        return early if said.isdisjoint(_LATE) else late
    return None


def _times(line: Sentence, early: Quantity, late: Quantity) -> tuple[list[DateMention], ...]:
    """Return the date right behind each of two values."""
    found: Sequence[list[DateMention]] = [
        [m for m in line.mentions if each.after <= m.first <= each.after + _NEAR]
        for each in (early, late)
    ]
    return tuple(found)
