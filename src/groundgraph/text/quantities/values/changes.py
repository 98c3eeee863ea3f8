"""Which way a value went: "rose by 25 million" beside "slipped from 310 to 285 million"."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, takewhile
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import is_parallel
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.values.reading_times import time_order, times_of
from groundgraph.text.quantities.written.comparatives import is_denied
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.text.vocabulary.directions import FALLS, RISES
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event, Sentence

_WAYS = dict.fromkeys(RISES, 1) | dict.fromkeys(FALLS, -1)
"""Words for a change, with the way that it takes."""
_SIDES = {"up": 1, "higher": 1, "more": 1, "down": -1, "lower": -1, "less": -1, "fewer": -1}
"""Words that say so right behind an amount, or between "went" and it."""
_BORDERS = frozenset({",", ";", ":", "and", "but", "while", "whereas", "although", "which", "."})
OF_LACK = frozenset("loss losses deficit deficits debt debts shortfall gap arrears".split())
"""What is the better the less there is of it: "the result fell", "the loss grew"."""
_FROM = re.compile(r"\bfrom\W{1,3}(?:[\w.,-]{1,20} ){0,2}\W{0,2}$")
_TO = re.compile(r"^[^.;:,]{0,24}(?:(?<=\s)|^)to\b[^.;:,]{0,16}$")
_JOINT = re.compile(r",? (?:(up|down|higher|lower) )?(from|to) ")
"""What stands between the values of a change."""
_OF_RANKS = frozenset(
    "rank ranks ranked ranking place places position spot seed table chart".split()
)
"""Words of what is the higher the smaller its number."""
_DECIDED = frozenset({"supported", "contradicted"})
_OF_TWO = frozenset({"difference", "change"})
"""What is reckoned from an earlier and a later value."""
_MOST_ALIKE = 24
"""Values at most of which other pairs may be those that a claim speaks of."""
_AS_WELL = 0.05
"""By how much a pair may fit worse than the best and still be meant."""
_Pair = tuple[EvidenceQuantity, EvidenceQuantity]
_BEFORE = 60
"""Characters before a value among which "from" is looked for."""


def against_changes(claim: ReadClaim, amounts: Sequence[Check]) -> list[Check]:
    """Return the checks of amounts, differences that the evidence tells the other way contradicted.

    Args:
        claim: The claim.
        amounts: What was found of its amounts.
    """
    return [*(_turned(claim, check) or check for check in amounts), *_course_turned(claim, amounts)]


def _course_turned(claim: ReadClaim, amounts: Sequence[Check]) -> Iterator[Check]:
    """Yield ways that do not fit a claim's own values: "fell to 186 million from 154 million"."""
    told = {check.at: check.held[0] for check in amounts if check.outcome == "supported"}
    for one, other in pairwise(claim.sentence.amounts):
        joint = _JOINT.fullmatch(claim.text, one.span.end, other.span.start)
        if joint is None or not told.keys() >= {one.span, other.span}:
            continue
        if one.first and claim.sentence.tokens[one.first - 1].text == "by":
            continue  # "fell by 12 million to 80 million"
        if one.unit is COUNT and _may_be_ranks(claim, told[one.span]):
            continue
        at, way = Span(*joint.span(2)), 0
        if joint[1]:
            at, way = Span(*joint.span(1)), _SIDES[joint[1]]
        elif (said := way_said(claim.sentence, one)) is not None:
            at, way = said
        word = at.of(claim.text).lower()
        way *= 1 if joint[2] == "to" else -1
        held = (told[one.span], told[other.span])
        repeated = way != 0 and any(word in words_around(claim, each) for each in held)
        turned = joint[2] == "to" and _are_turned_in_time(claim, *held)
        if one.dimension != other.dimension or repeated:
            continue
        if turned or way * _step(one, other, held) < 0:
            yield Check("contradicted", "comparison", at, held, fit=1.0)


def _are_turned_in_time(
    claim: ReadClaim, one: EvidenceQuantity | Event, other: EvidenceQuantity | Event
) -> bool:
    """Say whether the first of two values of the evidence is of a later time."""
    if not isinstance(one, EvidenceQuantity) or not isinstance(other, EvidenceQuantity):
        return False
    return time_order(claim, one, other) > 0


def _may_be_ranks(claim: ReadClaim, held: EvidenceQuantity | Event) -> bool:
    """Say whether bare numbers may be places: "climbed from 8 to 3 in the table"."""
    return bool((claim.lower | claim.asked | words_around(claim, held)) & _OF_RANKS)


def _step(one: Quantity, other: Quantity, held: Sequence[EvidenceQuantity | Event]) -> Fraction:
    """Return what the second value has more: "from 451 to 540 million" tells millions of both."""
    told = [each.amount for each in held if isinstance(each, EvidenceQuantity)]
    if len(told) == len(held) and told[0].unit == told[1].unit:
        one, other = told
        return other.value * other.scale - one.value * one.scale
    return other.base - one.base


def _turned(claim: ReadClaim, check: Check) -> Check | None:
    if check.kind != "derivation" or check.outcome not in _DECIDED or check.way not in _OF_TWO:
        return None
    told = [item for item in check.held if isinstance(item, EvidenceQuantity)]
    if len(told) != 2 or len(check.held) != 2:
        return None
    number = claim.numbers[check.at]
    said = way_said(claim.sentence, claim.sentence.amounts[number])
    if said is None or (check.outcome == "contradicted" and check.way != "change"):
        return None
    at, way = said
    first, second = sorted(told, key=lambda item: (item.passage, item.span))
    timed = _timed(claim, number, (first, second), shared=check.way == "change")
    if not timed and not is_course(claim, first, second):
        return None
    pairs = timed or [(first, second)]
    if at.of(claim.text).lower() in _SIDES and any(
        _names_the_first(claim, *pair) for pair in timed
    ):
        return None
    if any(way * _difference(*pair) >= 0 for pair in pairs):
        return None
    return Check("contradicted", "comparison", at, pairs[0], fit=1.0)


def _timed(claim: ReadClaim, number: int, told: _Pair, *, shared: bool) -> list[_Pair]:
    """Return pairs of an earlier and a later value of which a claim may tell the difference.

    Args:
        claim: The claim.
        number: Which of its amounts is the difference.
        told: The two that it was reckoned from. Of no lack unless the claim is: "the result fell".
        shared: Whether it is told as a share of the first.
    """
    around = words_around(claim, told[0]) | words_around(claim, told[1])
    if (around & OF_LACK) != (claim.lower & OF_LACK) or claim.strange_names:
        return []
    if not _is_known(claim, told[0]) or time_order(claim, *told) == 0:
        return []
    wanted, size = claim.wanted(number), abs(told[0].amount.base - told[1].amount.base)
    alike = [
        r
        for r in claim.index.readings
        if r.amount.unit == told[0].amount.unit and r.passage in {told[0].passage, told[1].passage}
    ]
    if shared or len(alike) > _MOST_ALIKE:
        return _in_order(claim, *told) if len(alike) == 2 else []
    pairs = [
        (wanted.share(one, other), *pair)
        for one, other in combinations(alike, 2)
        if abs(one.amount.base - other.amount.base) == size
        for pair in _in_order(claim, one, other)
        if _names_its_times(claim, *pair)
    ]
    best = max(pairs, key=lambda pair: pair[0], default=None)
    return [
        (one, other)
        for fit, one, other in pairs
        if best is not None and (fit >= best[0] - _AS_WELL or is_parallel(one, best[1]))
    ]


def _in_order(claim: ReadClaim, one: EvidenceQuantity, other: EvidenceQuantity) -> list[_Pair]:
    """Return two values, the earlier first, where their times are told."""
    found = time_order(claim, one, other)
    return [(one, other) if found < 0 else (other, one)] if found else []


def _names_its_times(claim: ReadClaim, one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether the dates of a claim, if any, are those of two values, or of the later."""
    times = times_of(claim, one, other)
    dates = [m.moment for m in claim.sentence.mentions if m.moment.dated]
    if times is None:
        return False
    if len(dates) == 1:
        return states(times[-1], dates[0]) is not False
    return all(any(states(time, date) is not False for time in times) for date in dates)


def _names_the_first(claim: ReadClaim, one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim may set the earlier value against the later: "more in May than June"."""
    times = times_of(claim, one, other)
    dates = [m.moment for m in claim.sentence.mentions if m.moment.dated]
    return times is not None and any(states(times[0], date) is not False for date in dates)


def _is_known(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim names the row of a cell, or the evidence each of its words but ways."""
    plain = {stem(word) for word in (*_WAYS, *_SIDES)}
    said = claim.sentence.words.keys() - claim.date_words - plain
    if held.cell is not None and {*cell_stems(held.cell.row)} & said:
        return True
    return all(word in claim.index.vocabulary for word in said)


def way_said(sentence: Sentence, amount: Quantity) -> tuple[Span, int] | None:
    """Return where it is said which way an amount goes, and 1 for up or -1 for down."""
    tokens = sentence.tokens
    if is_denied(sentence, amount.first):
        return None
    before = reversed(tokens[: amount.first])
    clause = list(takewhile(lambda token: token.text not in _BORDERS, before))
    behind = tokens[amount.after : amount.after + 2]
    found = [(t.span, _WAYS[t.text]) for t in (*clause, *behind) if t.text in _WAYS]
    found += [(t.span, _SIDES[t.text]) for t in (*clause[:2], *behind[:1]) if t.text in _SIDES]
    return found[0] if found and len({way for _, way in found}) == 1 else None


def is_course(claim: ReadClaim, first: EvidenceQuantity, second: EvidenceQuantity) -> bool:
    """Say whether a sentence tells "from FIRST to SECOND", of no lack unless the claim does."""
    if (first.passage, first.line) != (second.passage, second.line):
        return False
    text = claim.index.passages[first.passage].text
    if (words_around(claim, first) & OF_LACK) != (claim.lower & OF_LACK):
        return False
    before = text[max(0, first.span.start - _BEFORE) : first.span.start]
    between = text[first.span.end : second.span.start]
    return bool(_FROM.search(before) and _TO.match(between))


def words_around(claim: ReadClaim, held: EvidenceQuantity | Event) -> frozenset[str]:
    """Return the words of the sentence, or cell, that a value stands in."""
    text = claim.index.passages[held.passage].text
    return frozenset(re.findall(r"[a-z]+", held.around.of(text).lower()))


def _difference(first: EvidenceQuantity, second: EvidenceQuantity) -> int:
    """Return the sign of what the second of two values has more."""
    one, other = (item.amount.value * item.amount.unit.factor for item in (first, second))
    return (other > one) - (other < one)
