"""Values that were proposed or planned first, and others that were settled on in their place.

"Lena proposed 14 March. They settled on 21 March": a claim that the release is on 14 March has the
value that was given up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.agreement import agreement, comparable
from groundgraph.text.quantities.direct import is_definite
from groundgraph.text.quantities.direct_dates import is_border
from groundgraph.text.quantities.findings import Check, Kind
from groundgraph.text.quantities.model import Event, EvidenceQuantity
from groundgraph.text.quantities.moments import states

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.types import Span

    Told = EvidenceQuantity | Event

_FIRST = re.compile(
    r"\b(?:propos(?:ed|es|ing)|suggest(?:ed|s|ing)|originally|initially|at first|wanted"
    r"|had asked for|(?:pushed|argued|pressed) for"
    r"|had (?:planned|hoped|expected|scheduled|intended)"
    r"|(?:was|were|been) (?:first |to have been )?(?:planned|scheduled|due|expected|pencilled in)"
    r"|first (?:set|scheduled|planned|announced|quoted|put|estimated))\b",
    re.IGNORECASE,
)
"""What leads to a value that may not stay."""
_THEN = re.compile(
    r"\b(?:settled (?:on|for)|agreed (?:on|to|upon)|decided (?:on|for)|opted for|compromised on"
    r"|(?:moved|rescheduled|postponed|pushed back|put back|put off|delayed|deferred"
    r"|brought forward) (?:to|until|till|for)|in the end|ended up)\b",
    re.IGNORECASE,
)
"""What leads to a value that was put in its place."""
_LATER = re.compile(
    r"\b(?:changed|raised|lowered|cut|reduced|increased|revised|corrected|shortened|extended)"
    r"(?: up| down)? (?:to|until|till)\b",
    re.IGNORECASE,
)
"""The same, where the value before may have held for a time."""
_PAST = frozenset({"was", "were", "had", "did", "began", "begun", "started", "starting", "start"})
_OF_PLANS = frozenset(
    """propose proposed proposes proposal suggest suggested suggests suggestion originally original
    initially initial first wanted wants want asked asks demanded demand plan planned plans hoped
    expected expects scheduled due offer offered estimate estimated budgeted pushed
    argued objected objects objection rejected reject refused opposed against not no never instead
    from before earlier previous previously used would should had
    intended""".split()
)
"""Words of a claim that may speak of what was planned, or of its end."""
_MOVED = frozenset(
    "moved changed postponed rescheduled delayed deferred pushed put brought".split()
)
_TO = frozenset({"to", "until", "till", "for"})
"""Verbs that tell the end of a plan where none of these words leads to its value."""
_REACH = 260
"""Characters behind a value among which another takes its place."""
_SURE = 0.9
_STOPS = re.compile(r"[.;!?](?:\s|$)")


def check_superseded(claim: ReadClaim) -> list[Check]:
    """Hold the dates and amounts of a claim against what came in the place of planned ones.

    Returns:
        A contradicted check for each value that was given up, a supported one for each that stays.
    """
    if not claim.lower.isdisjoint(_OF_PLANS) or not any(
        _FIRST.search(passage.text) for passage in claim.index.passages
    ):
        return []
    found = []
    for kind, said, told in _values(claim):
        for planned, settled in _replaced(claim, told):
            if planned in told and settled not in told and not _is_said(claim, settled):
                found.append(Check("contradicted", kind, said, (settled,), _SURE))
            elif settled in told:
                found.append(Check("supported", kind, said, (settled,), _SURE))
            else:
                continue
            break
    return found


def _values(claim: ReadClaim) -> Iterator[tuple[Kind, str, list[Told]]]:
    """Yield the values of a claim with what the evidence tells that is equal."""
    for amount in claim.sentence.amounts:
        if not amount.weak and not is_definite(claim, amount) and _stays(claim, amount.first):
            told = [r for r in claim.index.readings if comparable(amount, r.amount)]
            equal = [r for r in told if agreement(amount, r.amount) in {"equal", "near"}]
            yield "amount", amount.span.of(claim.text), [*equal]
    for number, mention in enumerate(claim.sentence.mentions):
        bounds = is_border(claim, number) and claim.lower.isdisjoint(_MOVED)
        if not bounds and _stays(claim, mention.first):
            events = [e for e in claim.index.events if states(e.moment, mention.moment)]
            yield "date", mention.span.of(claim.text), [*events]


def _stays(claim: ReadClaim, first: int) -> bool:
    """Say whether a claim may tell that a value is so: not "the talk of 5 May was moved"."""
    before = claim.sentence.tokens[first - 1].text if first else ""
    return before in _TO or claim.lower.isdisjoint(_MOVED)


def _replaced(claim: ReadClaim, told: Sequence[Told]) -> Iterator[tuple[Told, Told]]:
    """Yield planned values with those that came in their place, where one of both is told."""
    for one in told:
        text = claim.index.passages[one.passage].text
        for other in _of_one_kind(claim, one):
            early, late = sorted((one, other), key=lambda each: each.span)
            if late.span.start > early.span.end + _REACH or _is_equal(early, late):
                continue
            then = _clause(text, late.span)
            is_first = _FIRST.search(_clause(text, early.span)) is not None
            if is_first and _is_settled(claim, then) and _is_about_it(claim, early, then):
                yield early, late


def _is_settled(claim: ReadClaim, then: str) -> bool:
    """Say whether a clause leads to what came in place of a plan, or of what a claim says is."""
    is_of_now = claim.lower.isdisjoint(_PAST) and not claim.sentence.mentions
    return bool(_THEN.search(then) or (is_of_now and _LATER.search(then)))


def _clause(text: str, span: Span) -> str:
    """Return what stands before a value in its sentence, or in its part before a semicolon."""
    start = max((m.end() for m in _STOPS.finditer(text, 0, span.start)), default=0)
    return text[start : span.start]


def _of_one_kind(claim: ReadClaim, one: Told) -> Iterator[Told]:
    """Yield what else its passage tells of the kind of a value, in prose."""
    if isinstance(one, Event):
        alike: list[Told] = [e for e in claim.index.events if _are_alike(one, e)]
    else:
        alike = [r for r in claim.index.readings if _count_alike(one.amount, r.amount)]
    for other in alike:
        if other.passage == one.passage and other.cell is None is one.cell:
            yield other


def _count_alike(one: Quantity, other: Quantity) -> bool:
    """Say whether two amounts may be of one kind of thing, "3 rooms" and "4"."""
    apart = one.noun and other.noun and not {*one.noun} & {*other.noun}
    return comparable(one, other) and not apart


def _are_alike(one: Event, other: Event) -> bool:
    """Say whether both are days, or both are times of day."""
    return one.moment.dated == other.moment.dated


def _is_equal(one: Told, other: Told) -> bool:
    if isinstance(one, Event) and isinstance(other, Event):
        return states(one.moment, other.moment) is not False
    if isinstance(one, EvidenceQuantity) and isinstance(other, EvidenceQuantity):
        return agreement(one.amount, other.amount) in {"equal", "near"}
    return False


def _is_said(claim: ReadClaim, other: Told) -> bool:
    """Say whether a claim tells the later value too."""
    if isinstance(other, Event):
        return any(states(other.moment, m.moment) for m in claim.sentence.mentions)
    return any(agreement(a, other.amount) == "equal" for a in claim.sentence.amounts)


def _is_about_it(claim: ReadClaim, planned: Told, clause: str) -> bool:
    """Say whether a claim, with its question, shares a word with the plan or what replaced it."""
    told = {*claim.sentence.words, *claim.question.words}
    words = {word for word, weight in planned.words.items() if weight >= 1}
    return bool(told & words) or any(len(word) > 3 and word in clause.lower() for word in told)
