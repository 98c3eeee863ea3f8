"""Which way a value went: "rose by 25 million" beside "slipped from 310 to 285 million"."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from groundgraph.text.quantities.comparatives import is_denied
from groundgraph.text.quantities.findings import Check
from groundgraph.text.quantities.model import EvidenceQuantity
from groundgraph.text.quantities.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import Event, Sentence
    from groundgraph.text.quantities.slots import ReadClaim

_WAYS = dict.fromkeys(
    """rise rises rose risen rising increase increases increased increasing grow grows grew grown
    growing growth climb climbs climbed jump jumps jumped soar soared surge surged gain gains
    gained swell swelled""".split(), 1
)  # fmt: skip
_WAYS |= dict.fromkeys(
    """fall falls fell fallen falling drop drops dropped dropping decrease decreases decreased
    decreasing decline declines declined declining shrink shrinks shrank shrunk sink sinks sank
    sunk slip slips slipped slide slid dip dips dipped reduction reduced tumble tumbled plunge
    plunged slump slumped lose loses lost""".split(), -1
)  # fmt: skip
"""Words for a change, with the way that it takes."""
_SIDES = {"up": 1, "higher": 1, "more": 1, "down": -1, "lower": -1, "less": -1, "fewer": -1}
"""Words that say so right behind an amount, or between "went" and it."""
_BORDERS = frozenset({",", ";", ":", "and", "but", "while", "whereas", "although", "which", "."})
_OF_LACK = frozenset("loss losses deficit deficits debt debts shortfall gap arrears".split())
"""What is the better the less there is of it: "the result fell", "the loss grew"."""
_FROM = re.compile(r"\bfrom\W{1,3}(?:[\w.,-]{1,20} ){0,2}\W{0,2}$")
_TO = re.compile(r"^[^.;:,]{0,24}(?:(?<=\s)|^)to\b[^.;:,]{0,16}$")
_JOINT = re.compile(r",? (?:(up|down|higher|lower) )?(from|to) ")
"""What stands between the values of a change."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
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
    told = {check.said: check.held[0] for check in amounts if check.outcome == "supported"}
    for one, other in pairwise(claim.sentence.amounts):
        both = [amount.span.of(claim.text) for amount in (one, other)]
        joint = _JOINT.fullmatch(claim.text[one.span.end : other.span.start])
        said = _way_said(claim.sentence, both[0])
        if joint is None or not told.keys() >= {*both} or one.unit is COUNT:
            continue
        word, way = (joint[1], _SIDES[joint[1]]) if joint[1] else said or ("", 0)
        way *= 1 if joint[2] == "to" else -1
        held = tuple(told[each] for each in both)
        repeated = any(word in _words_around(claim, each) for each in held)
        turned = joint[2] == "to" and _is_turned_in_time(*held)
        if one.dimension != other.dimension or repeated:
            continue
        if turned or way * _step(one, other, held) < 0:
            yield Check("contradicted", "comparison", word or joint[2], held, fit=1.0)


def _step(one: Quantity, other: Quantity, held: Sequence[EvidenceQuantity | Event]) -> Fraction:
    """Return what the second value has more: "from 451 to 540 million" tells millions of both."""
    told = [each.amount for each in held if isinstance(each, EvidenceQuantity)]
    if len(told) == len(held) and told[0].unit == told[1].unit:
        one, other = told
        return other.value * other.scale - one.value * one.scale
    return other.base - one.base


def _is_turned_in_time(one: EvidenceQuantity | Event, other: EvidenceQuantity | Event) -> bool:
    """Say whether two values stand in one row, and the first in the column of a later year."""
    years = _years_of_row(one, other)
    return years is not None and years[0] > years[1]


def _years_of_row(
    one: EvidenceQuantity | Event, other: EvidenceQuantity | Event
) -> tuple[int, int] | None:
    """Return the years of the columns of two values that stand in one row, and in nothing else."""
    if one.cell is None or other.cell is None or one.passage != other.passage:
        return None
    if (one.cell.table, one.cell.at[0]) != (other.cell.table, other.cell.at[0]):
        return None
    columns = one.cell.column, other.cell.column
    years = [_YEAR.findall(column) for column in columns]
    alike = _YEAR.sub("", columns[0]) == _YEAR.sub("", columns[1])
    if not alike or any(len(found) != 1 for found in years):
        return None
    return int(years[0][0]), int(years[1][0])


def _turned(claim: ReadClaim, check: Check) -> Check | None:
    if check.kind != "derivation" or check.outcome != "supported" or "−" not in check.told:
        return None
    told = [item for item in check.held if isinstance(item, EvidenceQuantity)]
    if len(told) != 2 or len(check.held) != 2:
        return None
    said = _way_said(claim.sentence, check.said)
    if said is None:
        return None
    word, way = said
    first, second = sorted(told, key=lambda item: (item.passage, item.span))
    years = _years_of_row(first, second)
    if years is not None and years[0] > years[1]:
        first, second = second, first
    course = years is not None or _is_course(claim, first, second)
    if not course or way * _difference(first, second) >= 0:
        return None
    return Check("contradicted", "comparison", word, (first, second), fit=1.0)


def _way_said(sentence: Sentence, said: str) -> tuple[str, int] | None:
    """Return the word that says which way an amount of a claim goes, where one does."""
    tokens = sentence.tokens
    own = [a for a in sentence.amounts if a.span.of(sentence.text) == said]
    if len(own) != 1 or is_denied(sentence, own[0].first):
        return None
    before = [token.text for token in tokens[: own[0].first]]
    clause = list(takewhile(lambda word: word not in _BORDERS, reversed(before)))
    behind = [token.text for token in tokens[own[0].after : own[0].after + 2]]
    found = [(word, _WAYS[word]) for word in (*clause, *behind) if word in _WAYS]
    found += [(word, _SIDES[word]) for word in (*clause[:2], *behind[:1]) if word in _SIDES]
    return found[0] if found and len({way for _, way in found}) == 1 else None


def _is_course(claim: ReadClaim, first: EvidenceQuantity, second: EvidenceQuantity) -> bool:
    """Say whether a sentence tells "from FIRST to SECOND", of no lack unless the claim does."""
    if (first.passage, first.line) != (second.passage, second.line):
        return False
    text = claim.index.passages[first.passage].text
    if (_words_around(claim, first) & _OF_LACK) != (claim.lower & _OF_LACK):
        return False
    before = text[max(0, first.span.start - _BEFORE) : first.span.start]
    between = text[first.span.end : second.span.start]
    return bool(_FROM.search(before) and _TO.match(between))


def _words_around(claim: ReadClaim, held: EvidenceQuantity | Event) -> frozenset[str]:
    text = claim.index.passages[held.passage].text
    return frozenset(re.findall(r"[a-z]+", held.around.of(text).lower()))


def _difference(first: EvidenceQuantity, second: EvidenceQuantity) -> int:
    """Return the sign of what the second of two values has more."""
    one, other = (item.amount.value * item.amount.unit.factor for item in (first, second))
    return (other > one) - (other < one)
