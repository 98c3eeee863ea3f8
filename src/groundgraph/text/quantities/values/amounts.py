"""The amounts of a claim: told, reckoned, told of something else, or nowhere to be found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.derived.complements import is_excepted, of_all_but, of_the_rest
from groundgraph.text.quantities.derived.counts import counts_its_own
from groundgraph.text.quantities.derived.ledgers import leaves_out_a_part, takes_a_part_for_the_rest
from groundgraph.text.quantities.derived.plausible import plausibility
from groundgraph.text.quantities.derived.reachable import simplicity_if_absent
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.values.alongside import alongside, set_against_others
from groundgraph.text.quantities.values.arithmetic import check_derived
from groundgraph.text.quantities.values.bases import unless_a_base
from groundgraph.text.quantities.values.clauses import (
    is_of_the_group,
    is_of_the_other_of_two,
    of_its_equals,
    of_the_group_beside,
)
from groundgraph.text.quantities.values.course_ends import of_the_asked_end
from groundgraph.text.quantities.values.direct import check_amount
from groundgraph.text.quantities.values.doubts import is_a_period_of_pay
from groundgraph.text.quantities.values.exchanged import with_exchanges
from groundgraph.text.quantities.values.exchanged_cells import with_exchanged_cells
from groundgraph.text.quantities.values.how_often import check_how_often, is_once_in_a_time
from groundgraph.text.quantities.values.made import (
    SIMPLE,
    is_between_two,
    may_be_made,
    names_both,
)
from groundgraph.text.quantities.values.moved import as_it_moved
from groundgraph.text.quantities.values.named_cells import (
    are_in_one_column,
    as_a_loss,
    gives_column_beside,
    in_its_scale,
    is_in_band,
    near_cell,
)
from groundgraph.text.quantities.values.one_of_several import unless_one_of_several
from groundgraph.text.quantities.values.own_sums import with_own_sums
from groundgraph.text.quantities.values.parts_of_wholes import of_parts
from groundgraph.text.quantities.values.slips import check_slip
from groundgraph.text.quantities.values.told import (
    is_in_range,
    is_said_again,
    is_told_bare,
    of_the_other_side,
    repeated_of_the_question,
    unless_far,
)
from groundgraph.text.quantities.values.who_has_more import unless_the_other_has_more
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.labels import APART, is_by_article
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import (
    AVERAGES,
    OF_DIFFERENCES,
    Role,
    role_of,
    says_average,
)
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity

_CERTAIN = 0.8
"""Fit from which a supported quantity is certain."""
_NEARLY = 0.15
"""How far a derivation may fit worse than a value that contradicts, and still cast doubt on it."""
_PRONOUNS = frozenset({"it", "they", "this", "that", "these", "those"})
_SET_APART = frozenset(
    """than difference gap margin lead saves save saved saving differ differs differed majority
    discount reduction""".split()
)
"""Words by which a claim sets one amount against another."""
_SAID = 0.5
"""Share of a claim's words that a sentence holds which it words anew."""
_PAIR = 2
_GAPS = frozenset({"difference", "change", "elapsed"})
_OF_TWO_OTHERS = frozenset({"difference", "change", "ratio", "share", "average"})
"""Ways to reckon by which chance gives a level too."""
_REACHABLE = 0.3
"""Fit of operands from which a value may follow in a way that is not reckoned."""


def check_amounts(claim: ReadClaim, *, compared: bool) -> list[Check]:
    """Hold each amount against the evidence, but for those that others are reckoned from.

    Args:
        claim: The claim.
        compared: Whether a comparison of it is decided, so that ratios are.
    """
    every = range(len(claim.sentence.amounts))
    checks = [c for at in every if (c := _amount_check(claim, at, compared=compared)) is not None]
    checks = [check for check in checks if not _is_in_passing(claim, check)]
    checks = [_but_told(check, checks) for check in alongside(claim, checks)]
    checks = [_of_operands(claim, check, checks) for check in checks]
    checks = [as_a_loss(claim, of_the_asked_end(claim, check)) for check in checks]
    checks = [unless_a_base(claim, as_it_moved(claim, check)) for check in checks]
    checks = [unless_the_other_has_more(claim, in_its_scale(claim, each)) for each in checks]
    checks = unless_one_of_several(claim, set_against_others(claim, checks))
    checks = [of_parts(claim, each) for each in checks]
    checks = with_exchanged_cells(claim, with_exchanges(claim, checks))
    checks = [unless_far(claim, each) for each in with_own_sums(claim, checks)]
    taken = {at for c in checks if c.outcome == "supported" for at in c.supposed}
    supposed = {at for c in checks for at in c.supposed} | repeated_of_the_question(claim)
    left_out = {"absent": supposed, "contradicted": taken}
    return [c for c in checks if c.at not in left_out.get(c.outcome, ())]


def _is_in_passing(claim: ReadClaim, check: Check) -> bool:
    """Say whether a time that the evidence has elsewhere only introduces: "After a week, 150 …".

    Or whether a missing amount is "once a day", which evidence may tell without a number.
    """
    if check.outcome in {"absent", "elsewhere"} and is_once_in_a_time(claim, check.at):
        return True
    return check.outcome == "elsewhere" and is_by_article(claim.text, check.at)


def _of_operands(claim: ReadClaim, check: Check, checks: Sequence[Check]) -> Check:
    """Take an amount from which another of the claim is rightly reckoned for told.

    "Four more stores than a year before (118)."
    """
    if check.kind != "amount" or not _is_wrong(check):
        return check
    right = [one for one in checks if one.kind == "derivation" and one.outcome == "supported"]
    held = [r for one in right for r in one.held if isinstance(r, EvidenceQuantity)]
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    own = [r for r in held if agreement(amount, r.amount) == "equal"]
    return replace(check, outcome="supported", held=(own[0],), fit=_CERTAIN) if own else check


def _but_told(check: Check, checks: Sequence[Check]) -> Check:
    """Take back that a derived value is wrong where the claim gives the right one too.

    "$71 more a month, $852 a year": what differs from 120 - 49 is said of something else.
    """
    if check.kind != "derivation" or check.outcome != "contradicted":
        return check
    used = {id(held) for held in check.held}
    right = [one for one in checks if one.kind == check.kind and one.outcome == "supported"]
    told = any({id(held) for held in one.held} == used for one in right)
    return replace(check, outcome="absent", plausible=SIMPLE) if told else check


def _amount_check(claim: ReadClaim, number: int, *, compared: bool) -> Check | None:
    """Hold an amount against told values first, then against derived ones."""
    amount = claim.sentence.amounts[number]
    if (amount.weak and amount.unit is COUNT) or is_a_period_of_pay(claim, amount):
        return None
    if claim.in_band is not None and claim.in_band[0] is amount:
        return None  # it only chooses a row
    return check_how_often(claim, number) or _plain_check(claim, number, compared=compared)


def _plain_check(claim: ReadClaim, number: int, *, compared: bool) -> Check | None:
    amount = claim.sentence.amounts[number]
    check = _decided(claim, number, compared=compared)
    if check is not None and _is_only_of_its_list(claim, amount, check):
        return None if ":" in claim.text else replace(check, outcome="absent", plausible=SIMPLE)
    slip = check_slip(claim, number) if check is not None and _is_wrong(check) else None
    if slip is not None and check is not None and check.outcome == "contradicted":
        return replace(slip, fit=max(slip.fit, check.fit))
    if slip is not None:
        return slip
    if check is None or check.outcome not in {"absent", "contradicted"}:
        return check
    if check.outcome == "absent" and amount.weak and _is_a_distance(claim, amount):
        return None  # an order tells of it
    if check.outcome == "absent":
        some = leaves_out_a_part(claim, number)
        return replace(check, plausible=0.0 if some else simplicity_if_absent(claim, number))
    if may_be_made(claim, number, check):
        return replace(check, outcome="absent", plausible=SIMPLE)
    sure = check.kind != "amount" or is_said_again(claim, check)
    if sure or _is_of_another(claim, number, check):
        return check
    return _unless_reachable(claim, number, check)


def _is_only_of_its_list(claim: ReadClaim, amount: Quantity, check: Check) -> bool:
    """Say whether an amount that is told nowhere counts what the claim lists itself."""
    if not _is_wrong(check) or not counts_its_own(claim, amount):
        return False
    if check.outcome != "contradicted" and ":" not in claim.text:
        return False
    nouns = {noun for held in check.held for noun in getattr(held, "amount", amount).noun}
    return check.outcome != "contradicted" or nouns.isdisjoint(amount.noun)


def _is_wrong(check: Check) -> bool:
    return check.outcome in {"absent", "contradicted", "elsewhere"}


def _unless_reachable(claim: ReadClaim, number: int, check: Check) -> Check:
    """Take back that an amount is wrong where it may follow in a way that is not seen."""
    amount = claim.sentence.amounts[number]
    if is_told_bare(claim, amount, check):
        return replace(check, outcome="absent", plausible=SIMPLE)
    others = [a for a in claim.sentence.amounts if a is not amount]
    fit = plausibility(amount, claim.wanted(number), others, claim.index.readings)
    if fit >= _REACHABLE or is_between_two(claim, amount, check):
        return replace(check, outcome="absent", plausible=fit)
    return check


def _is_a_distance(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is that of "a week after …", "a year later"."""
    following = claim.sentence.tokens[amount.after : amount.after + 1]
    return amount.dimension == "time" and any(t.text in APART for t in following)


def _decided(claim: ReadClaim, number: int, *, compared: bool) -> Check | None:
    amount = claim.sentence.amounts[number]
    role = role_of(claim.sentence, amount)
    if role == "ratio" and compared:
        return None
    direct = of_the_rest(claim, amount, _unless_a_part(claim, number))
    direct = of_all_but(claim, amount, direct)
    direct = of_the_group_beside(claim, amount, direct)
    direct = _unless_averaged(claim, role, of_the_other_side(claim, amount, direct))
    difference = role in {"difference", "change"}
    if direct.outcome == "supported" and role == "level":
        return direct
    derived = None if is_said_again(claim, direct) else check_derived(claim, number)
    if difference and direct.outcome == "contradicted" and not _is_difference(claim, direct):
        direct = replace(direct, outcome="absent")  # "saves $6" beside "$32"
    if derived is None:
        return direct
    if derived.outcome == "supported":
        if role == "level" and direct.outcome == "elsewhere" and _is_by_chance(derived):
            return direct
        return _of_the_one_compared(claim, derived) or derived
    if derived.outcome == "contradicted":
        same = not difference or _is_difference(claim, direct)
        firm = direct.outcome == "supported" and same and not derived.whole
        told = role == "average" and _is_told_as_average(claim, amount, (direct, derived))
        told = told or _is_told_elsewhere(direct, derived) or _is_told_anew(claim, direct, derived)
        return direct if firm or told or is_in_range(claim.sentence, amount) else derived
    if direct.outcome == "supported":
        same = not difference or _is_difference(claim, direct)
        return direct if same and not derived.told else derived
    cell = direct.held[0].cell if direct.held else None
    counted = cell is not None and derived.way == "count"  # how long the table is
    near = derived.fit >= direct.fit - _NEARLY and not counted
    if direct.outcome == "contradicted" and near and not _is_of_another(claim, number, direct):
        return replace(direct, outcome="absent")  # it may follow in a way that is not seen
    return direct


def _unless_a_part(claim: ReadClaim, number: int) -> Check:
    """Hold an amount against told values, but not against a part where the rest is asked."""
    direct = check_amount(claim, number)
    supported = direct.outcome == "supported"
    if supported and takes_a_part_for_the_rest(claim, number, direct.held[0]):
        return replace(direct, outcome="elsewhere")
    return direct


def _is_by_chance(derived: Check) -> bool:
    """Say whether a level that the evidence tells of another thing is also the gap of two others.

    "The second time it costs 60 euros" beside "first time 60 euros; second time 120 euros".
    """
    return derived.way in _OF_TWO_OTHERS


def _of_the_one_compared(claim: ReadClaim, derived: Check) -> Check | None:
    """Return what goes against a value that is that of the other of two things compared.

    "The tower is 84 m tall" beside "The tower is 96 m tall, 12 m taller than the cathedral."
    """
    held = [each for each in derived.held if isinstance(each, EvidenceQuantity)]
    if len(held) != _PAIR or not any("than" in each.near for each in held):
        return None
    one, more = sorted(held, key=lambda each: "than" in each.near)
    words = {*claim.sentence.words}
    names_it = len(words) >= _PAIR and bool(words & one.own) and claim.lower.isdisjoint(_PRONOUNS)
    if "than" in one.near or not names_it or words & (more.own - one.own):
        return None
    return replace(derived, outcome="contradicted", kind="amount", held=(one,), told="")


def _is_of_another(claim: ReadClaim, number: int, direct: Check) -> bool:
    """Say whether a claim names a row, or one of two things, and gives it the value of another."""
    [told] = direct.held
    if not isinstance(told, EvidenceQuantity):
        return False
    amount = claim.sentence.amounts[number]
    if told.cell is None:
        said = {*claim.sentence.words}
        equal = [r for r in claim.index.readings if agreement(amount, r.amount) == "equal"]
        if told in equal:
            return is_excepted(claim, told)
        return any(
            is_of_the_other_of_two(said, told, other)
            or is_of_the_group(claim, told, other)
            or other in of_its_equals(claim, number)
            for other in equal
        )
    named = {*claim.sentence.words, *claim.question.words}
    own = {*cell_stems(told.cell.row)}
    others = [
        {*cell_stems(r.cell.row)} - own
        for r in claim.index.readings
        if r.cell is not None
        and are_in_one_column(r, told)
        and agreement(amount, r.amount) == "equal"
    ]
    if is_in_band(claim, told):
        return bool(others)
    if gives_column_beside(claim, amount, told):
        return True
    return bool(own) and own <= named and any(row and row.isdisjoint(named) for row in others)


def _is_told_as_average(claim: ReadClaim, amount: Quantity, checks: tuple[Check, Check]) -> bool:
    """Say whether the evidence holds the value as an average, or beside what is averaged."""
    direct, derived = checks
    if direct.outcome == "elsewhere":
        return True
    averaged = [held for held in derived.held if isinstance(held, EvidenceQuantity)]
    members = {id(held) for held in averaged}
    kinds = {word for held in averaged for word in held.own} | {stem(word) for word in AVERAGES}
    return any(
        id(reading) not in members
        and not kinds.isdisjoint(reading.words)
        and agreement(amount, reading.amount) == "equal"
        for reading in claim.index.readings
    )


def _unless_averaged(claim: ReadClaim, role: Role, direct: Check) -> Check:
    """Take back that an average differs from what is told as none: 9 years beside "7 to 11"."""
    averaged = role == "average" or (role == "level" and says_average(claim.question.tokens))
    if direct.outcome != "contradicted" or not averaged:
        return direct
    told = (held for held in direct.held if isinstance(held, EvidenceQuantity))
    kinds = {stem(word) for word in AVERAGES} | AVERAGES
    own = any(kinds & {*held.near, *held.words} for held in told)
    return direct if own else replace(direct, outcome="absent")


def _is_told_elsewhere(direct: Check, derived: Check) -> bool:
    """Say whether one passage, or a cell, tells a value, and others make another."""
    used = {held.passage for held in derived.held}
    if direct.outcome != "supported" or direct.fit < _CERTAIN:
        return False
    cells = all(held.cell is not None for held in (*direct.held, *derived.held))
    if cells and not {*map(id, direct.held)} & {*map(id, derived.held)}:
        return True
    return used.isdisjoint(held.passage for held in direct.held)


def _is_told_anew(claim: ReadClaim, direct: Check, derived: Check) -> bool:
    """Say whether a claim words a sentence with its amount anew, and sets nothing against another.

    "Try again two hours later" beside "Run it for ten minutes. Wait two hours and try again."
    """
    [*held] = direct.held
    if direct.outcome != "supported" or derived.way not in _GAPS or len(held) != 1:
        return False
    line = line_of(claim, held[0]) if isinstance(held[0], EvidenceQuantity) else None
    if line is None or claim.lower & _SET_APART or names_both(claim, derived):
        return False
    return _SAID * len(claim.sentence.words) <= len(claim.sentence.words.keys() & line.stems)


def _is_difference(claim: ReadClaim, check: Check) -> bool:
    """Say whether what a check found is told as a difference too: "19 seconds ahead"."""
    return any(
        isinstance(held, EvidenceQuantity)
        and (near_cell(held) & OF_DIFFERENCES or _is_told_as_change(claim, held))
        for held in check.held
    )


def _is_told_as_change(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    line = line_of(claim, held)
    return line is not None and role_of(line, held.amount) in {"difference", "change"}
