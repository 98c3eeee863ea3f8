"""Amounts of a claim held against the same amounts of the evidence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.complements import may_be_of_others
from groundgraph.text.quantities.derived.operands import is_chosen, may_be_reckoned
from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.evidence.slots import Slot, ranked
from groundgraph.text.quantities.evidence.subjects import of_named
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.values.candidates import (
    FEW_WORDS,
    MARGIN,
    UNTOLD,
    is_hedged,
    is_left_out,
    is_of_another_line,
    may_hold,
    of_its_clause,
    same_length,
)
from groundgraph.text.quantities.values.clauses import (
    is_of_a_pack,
    is_of_the_other_of_two,
    of_its_equals,
    of_limits,
)
from groundgraph.text.quantities.values.denominators import in_another_measure, lacks_a_denominator
from groundgraph.text.quantities.values.named_cells import (
    asks_for_column,
    counts_cells,
    counts_the_column,
    gives_row_beside,
    head_of,
    in_one_table,
    in_row,
    is_asked,
    is_in_band,
    is_of_another_row,
    may_tell,
    names_column,
    names_row,
    row_words,
    tells_its_row,
    without_longer_names,
)
from groundgraph.text.quantities.values.told import is_in_range, is_told_with_a_power
from groundgraph.text.quantities.written.agreement import agreement, faces, is_converted
from groundgraph.text.quantities.written.denominators import times_in
from groundgraph.text.quantities.written.normals import is_before_normals
from groundgraph.text.quantities.written.roles import MOVES
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_DEFINITE = frozenset("the all both these those its their other".split())
_CONDITIONS = frozenset("after within over during with aged at if when every per for".split())
OFFSETS = frozenset("after before later earlier ago prior following ahead".split())
_LASTING = frozenset(map(stem, "took takes take lasted lasts last long spent".split()))
_LIMITS = frozenset({"least", "most"})
_OF_CASES = frozenset({"of", "for", "with", "at", "a", "an"})
_FIELD = 0.1
"""Score from which an equal value in a field counts against a better one in prose."""
_ELSEWHERE = 0.45
"""An equal value that fits so well may be what the claim speaks of, told by another passage."""
_NAMED = 0.85
"""Score from which the words of a question name a cell."""
_FITS, _FIRM, _CELL_MARGIN, _FIRM_RANGE = 0.4, 0.65, 0.05, 0.95
"""Scores: to be the thing that a claim speaks of; surely so; by how much more than another of its
table; surely so for ranges and measures."""
_SURE = 0.92
"""How surely a value is wrong that is told of something else, beside that of what a claim names."""
_CENTS = 100
_PER_MANY = re.compile(r"\b(?:per|for|in) (\d+)")


def check_amount(claim: ReadClaim, number: int) -> Check:
    """Hold one amount of a claim against the amounts of the evidence that measure the same."""
    amount = claim.sentence.amounts[number]
    if is_definite(claim, amount):
        return Check("open", "amount", amount.span)
    same = (r for r in claim.index.readings if may_tell(claim, amount, r))
    candidates = [r for r in same if not lacks_a_denominator(claim, amount, r)]
    own = of_named(claim, candidates)
    slots = without_longer_names(claim, number, ranked(claim.wanted(number), own))
    slots = of_limits(claim, amount, slots)
    if not slots:
        return _without_words(claim, number, candidates)
    lie = [(slot, agreement(amount, slot.held.amount)) for slot in slots]
    every = [slot for slot, told in lie if told == "equal"]
    near = [slot for slot, told in lie if told == "near"]
    others = of_its_equals(claim, number)
    equal = [slot for slot in every if slot.held not in others]
    best = of_its_clause(claim, slots)
    equal_all, equal = equal, [slot for slot in equal if may_hold(claim, amount, slot, best)]
    asked = next((slot for slot in equal if is_asked(claim, slot.held, best.held)), None)
    if asked is not None and in_row(equal, best):
        return Check("supported", "amount", amount.span, held=(asked.held,), fit=asked.score)
    margin = _CELL_MARGIN if equal and _is_told_apart(claim, equal[0], best) else MARGIN
    fits = bool(equal) and equal[0].score >= max(_FITS, best.score - margin)
    if fits and not is_of_another_line(claim, amount, equal, best):
        held = equal[0].held
        limit, anew = _is_limit_anew(claim, amount, held), is_told_with_a_power(claim, amount, held)
        return Check(
            "supported", "amount", amount.span, (held,), equal[0].score, limit=limit, anew=anew
        )
    rival = max((slot.score for slot in equal_all + near), default=0.0)
    if _may_be_meant(claim, amount, best, equal):
        rival = best.score
    elif in_row(equal_all, best) and asks_for_column(
        claim, best.held, [slot.held for slot in equal_all]
    ):
        rival = 0.0
    if any(is_converted(amount, slot.held.amount) for slot in equal_all):
        if best.score < _FITS:
            return Check("open", "amount", amount.span, held=(best.held,), fit=best.score)
        rival = best.score
    if not equal_all and (other := in_another_measure(claim, number)) is not None:
        return other
    kept = {*map(id, own)}
    of_other = [r for r in candidates if id(r) not in kept]
    of_other = [r for r in of_other if agreement(amount, r.amount) == "equal"]
    against = _contradicts(claim, amount, best, rival, apart=bool(of_other))
    outcome: CheckOutcome = (
        "contradicted" if against else "elsewhere" if every or of_other else "absent"
    )
    sure = of_other or (best.score >= _NAMED and counts_the_column(amount, best.held))
    fit = max(best.score, _SURE) if against and sure else best.score
    return Check(outcome, "amount", amount.span, held=(best.held,), fit=fit)


def _without_words(claim: ReadClaim, number: int, candidates: Sequence[EvidenceQuantity]) -> Check:
    """Hold an amount against readings that have none of a claim's words."""
    amount = claim.sentence.amounts[number]
    same = [r for r in candidates if agreement(amount, r.amount) == "equal"]
    if (anew := _in_another_unit(amount, same)) is not None:
        return Check("supported", "amount", amount.span, (anew,), _FITS)
    outcome: CheckOutcome = "elsewhere" if same else "absent"
    return in_another_measure(claim, number) or Check(outcome, "amount", amount.span)


def _in_another_unit(amount: Quantity, same: Sequence[EvidenceQuantity]) -> EvidenceQuantity | None:
    """Return the reading that an amount is, converted: hardly by chance, whatever the words."""
    written = {reading.amount.unit.name for reading in same}
    if amount.dimension in {"", "time", "share"} or amount.unit.name in written:
        return None
    exact = len(str(abs(amount.value.numerator)).strip("0")) > 1
    return same[0] if len(same) == 1 and exact else None


def _is_limit_anew(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether both are the same limit, told in other words ("at most", "a maximum of")."""
    if amount.bound not in _LIMITS or amount.bound != held.amount.bound:
        return False
    before = claim.sentence.tokens[max(0, amount.first - FEW_WORDS) : amount.first + 1]
    return held.near.isdisjoint(token.text.lower() for token in before if token.text.isalpha())


def _is_told_apart(
    claim: ReadClaim, one: Slot[EvidenceQuantity], other: Slot[EvidenceQuantity]
) -> bool:
    """Say whether two readings stand in one table, or a claim names what the other is of."""
    return in_one_table(one, other) or _is_of_another(claim, other.held, one.held)


def _may_be_meant(
    claim: ReadClaim,
    amount: Quantity,
    best: Slot[EvidenceQuantity],
    equal: Sequence[Slot[EvidenceQuantity]],
) -> bool:
    """Say whether an equal value, though it fits less well, may be the one that a claim means."""
    if is_in_band(claim, best.held):
        return any(is_in_band(claim, slot.held) for slot in equal)
    if in_row(equal, best):
        asked = asks_for_column(claim, best.held, [slot.held for slot in equal])
        return not (asked or names_column(claim, amount, best.held))
    for slot in equal:
        if slot.held.cell is not None and best.held.cell is None and slot.score >= _FIELD:
            return True  # a field holds it, and prose only something like it
        if in_one_table(slot, best):
            if not names_row(claim, best.held, slot.held):
                return True
        elif slot.score >= _ELSEWHERE and not _is_of_another(claim, best.held, slot.held):
            return True
    return False


def _is_of_another(claim: ReadClaim, best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim names what one reading is of, and another is of something else named."""
    known = claim.index.names
    words = {*claim.sentence.words, *claim.question.words}
    one, two = ({w for w in r.own if w in known or w.isdigit()} for r in (best, other))
    if one & words - two and two - words:
        return True
    return is_of_the_other_of_two({*claim.sentence.words}, best, other)


def is_definite(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount only points to things spoken of: "the two trains", "all three"."""
    if amount.dimension not in {"", "time"} or amount.first == 0 or amount.bound != "exact":
        return False
    before = [
        token.text for token in claim.sentence.tokens[max(0, amount.first - 2) : amount.first]
    ]
    if before == ["out", "of"]:
        return True
    return claim.sentence.tokens[amount.first - 1].text in _DEFINITE


def _contradicts(
    claim: ReadClaim,
    amount: Quantity,
    best: Slot[EvidenceQuantity],
    rival: float,
    *,
    apart: bool = False,
) -> bool:
    """Say whether the best slot surely is what the claim speaks of, and holds another value.

    Args:
        claim: The claim.
        amount: Its amount.
        best: What fits best.
        rival: How well the best fits that has the claim's value.
        apart: Whether the evidence tells the claim's value of something else that it names.
    """
    if amount.weak or amount.kind != "count" or claim.strange_names or _is_condition(claim, amount):
        return False
    if (
        best.held.amount.weak
        or _is_an_age(claim, amount)
        or may_be_of_others(claim, amount, best.held)
        or is_left_out(claim, best.held)
    ):
        return False
    if is_in_range(claim.sentence, amount) and best.score < _FIRM_RANGE:
        return False
    other_row = is_of_another_row(claim, amount, best.held)
    if amount.dimension == "time" and not other_row and _shares_nothing(claim, best.held):
        return False
    chosen = is_chosen(claim, amount, best.held) or may_be_reckoned(claim, amount, best.held)
    if chosen and not apart:
        return False
    if _is_a_case_within(claim, amount, best.held) or _is_of_another_amount(claim, amount, best):
        return False
    if _may_be_of_other_cells(claim, amount, best.held):
        return False
    measured = amount.dimension != "" and best.score >= _FIRM_RANGE  # "The lake is 41 m deep."
    facing = faces(amount, best.held.amount) and best.score >= _FIRM_RANGE
    few = best.held.cell is not None or measured or facing
    least = FEW_WORDS - 1 if few else FEW_WORDS
    firm, little = _FIRM, _says_too_little(claim, best, least)
    beside = gives_row_beside(claim, amount, best.held)
    if other_row or apart or beside:
        little = bool(claim.lower & UNTOLD)
        firm, rival = (_FITS, rival) if other_row or apart else (firm, 0.0)
    if best.score < firm or best.score - rival < MARGIN or little:
        return False
    same = is_same_thing(claim, amount, best.held) or (facing and _are_bare(amount, best.held))
    return same and is_of_same_names(claim, best.held)


def _may_be_of_other_cells(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a cell is for many of what a claim speaks of, or one end of a course it tells.

    "0.54 kWh a cycle" beside "Energy per 100 cycles: 54 kWh"; "fell from 97 to 84".
    """
    cell = held.cell
    if cell is None:
        return False
    if (
        is_of_a_pack(claim, amount, held)
        or _is_in_cents(amount, held)
        or _is_of_the_whole(claim, amount, held)
        or counts_cells(claim)
        or _is_multiple(claim, amount, held)
    ):
        return True
    many = _PER_MANY.search(cell.column)
    if many is not None and many[1] not in claim.text:
        return True
    before = claim.sentence.tokens[max(0, amount.first - 1) : amount.first]
    course = not {"from", "to"}.isdisjoint(token.text for token in before)
    return course and len(claim.sentence.amounts) > 1 and bool(claim.lower & MOVES)


def _is_of_the_whole(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a field of no item has the amount: a place's stars beside a guest's."""
    if held.cell is None or not held.cell.table:
        return False
    own = {*cell_stems(held.cell.column)}
    return any(
        r.cell is not None
        and not r.cell.table
        and (r.passage, r.cell.table) not in claim.other_tables
        and not own.isdisjoint(cell_stems(r.cell.column))
        and agreement(amount, r.amount) == "equal"
        for r in claim.index.readings
        if r.passage == held.passage
    )


def _is_in_cents(amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a field may tell an amount of money in its smallest unit: 4900 for $49.00."""
    return amount.value * _CENTS == held.amount.value and amount.dimension.startswith("money")


def _is_multiple(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether an amount is that of as many as are asked for: "€180 for two days" at €90."""
    counts = [a for a in (*claim.question.amounts, *claim.sentence.amounts) if a.kind == "count"]
    return any(
        other.value > 1 and not other.per and other.value * held.amount.base == amount.base
        for other in counts
        if other is not amount
    )


def _is_of_another_amount(claim: ReadClaim, amount: Quantity, best: Slot[EvidenceQuantity]) -> bool:
    """Say whether a row or sentence holds an amount, and the claim tells the one that differs too.

    "Potassium is 5.6, above the reference range of 3.5 to 5.1." Names in prose tell them apart.
    """
    beside = [
        r
        for r in claim.index.readings
        if (r.passage, r.line) == (best.held.passage, best.held.line)
        and (r.cell is not None or not _is_of_another(claim, best.held, r))
    ]
    here = any(agreement(amount, r.amount) == "equal" for r in beside)
    here = here and not is_before_normals(claim.sentence, amount)
    return here and any(
        other is not amount and agreement(other, best.held.amount) == "equal"
        for other in claim.sentence.amounts
    )


def _is_a_case_within(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether an amount may be a case that a limit takes in: "an order of 45" and "from 39"."""
    before = claim.sentence.tokens[amount.first - 1].text if amount.first else ""
    above = "from" in held.near or held.amount.bound in {"over", "least"}
    below = held.amount.bound in {"below", "most"}
    within = amount.approx > held.amount.approx if above else amount.approx < held.amount.approx
    return before in _OF_CASES and amount.bound == "exact" and (above or below) and within


def _shares_nothing(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim speaks of nothing that a time is told of, but of how long it took."""
    told = claim.sentence.words.keys() | claim.question.words.keys()
    return (told & (held.own | held.words.keys())) <= _LASTING


def _are_bare(amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether neither of two numbers tells what it counts: "younger than 16"."""
    return not (amount.dimension or amount.noun or reading.amount.dimension or reading.amount.noun)


def _is_an_age(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is somebody's age by the way: "the 16-year-old"."""
    tokens = claim.sentence.tokens
    following = [token.text for token in tokens[amount.after : amount.after + 2]]
    return amount.dimension == "time" and following[:2] == ["-", "old"]


def is_of_same_names(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a reading is not of somebody or something else that is named."""
    if reading.cell is not None:
        return True
    known = claim.index.names
    theirs = {word for word in reading.own if word in known}
    own = {w for w, name in claim.sentence.words.items() if (name or w in known) and w in known}
    return not theirs or not own or bool(theirs & own)


def _says_too_little(claim: ReadClaim, best: Slot[EvidenceQuantity], least: int) -> bool:
    """Say so, unless a bare value answers a question that names a cell, or a field is named."""
    cell, said = best.held.cell, claim.sentence.words.keys()
    if cell is not None and (cell.alone or not cell.row) and said and said <= head_of(cell):
        return is_hedged(claim, 1)  # "The total is 98.90."
    if claim.sentence.words or best.held.cell is None:
        return is_hedged(claim, least - tells_its_row(claim, best.held))
    return len(claim.question.words) < least or best.score < _NAMED


def _is_condition(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount only says when another holds: "after six years", "paid within …"."""
    sentence = claim.sentence
    if not any(other is not amount and not other.weak for other in sentence.amounts):
        return False
    before = {token.text for token in sentence.tokens[max(0, amount.first - 2) : amount.first]}
    return bool(before & _CONDITIONS)


def is_same_thing(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether both count or measure the same: by their noun, or by the unit."""
    if amount.dimension == "time" and not same_length(amount, reading.amount):
        return False
    other_rate = amount.per in BY_WORD and times_in(amount.per, reading.amount.per) is None
    if other_rate and reading.cell is None:
        return False  # "26 euros per kilogram" is not of "250 g bag: 6.50 euros"
    if amount.dimension == "share" and bool(reading.near & MOVES) != bool(claim.lower & MOVES):
        return False
    if amount.dimension == "time" and _is_offset(claim, amount) and not reading.near & OFFSETS:
        return False
    if reading.cell is not None:
        of_case = amount.dimension != "" or reading.cell.alone
        if of_case and is_of_another_row(claim, amount, reading):
            return True
        own = {*amount.noun} if amount.noun else {*claim.sentence.words, *claim.question.words}
        counted = bool(amount.noun) and own <= row_words(reading.cell)
        return (
            bool(head_of(reading.cell) & own)
            or counted
            or (amount.unit.name != "" and bool(reading.own & own))
        )
    theirs = reading.amount.noun
    if amount.dimension == "" or reading.amount.dimension == "":
        return bool({*claim.counted_by(amount)} & ({*theirs} or reading.own))
    return True


def _is_offset(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a time says how long after or before something else another thing was."""
    tokens = claim.sentence.tokens
    return bool(OFFSETS & {token.text for token in tokens[amount.after : amount.after + 2]})
