"""The entry point: what the amounts, dates, comparisons and orders of claims are worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from groundgraph.text.judgements import Certainty, Judgement, Outcome, Place, numbered
from groundgraph.text.quantities.adjectives import COMPARATIVES, SUPERLATIVES
from groundgraph.text.quantities.ages import check_ages
from groundgraph.text.quantities.agreement import agreement
from groundgraph.text.quantities.alongside import alongside
from groundgraph.text.quantities.arithmetic import check_derived
from groundgraph.text.quantities.cells import cell_stems
from groundgraph.text.quantities.columns import check_columns
from groundgraph.text.quantities.comparatives import trends
from groundgraph.text.quantities.comparisons import check_comparisons
from groundgraph.text.quantities.direct import check_amount, is_of_the_other_of_two
from groundgraph.text.quantities.direct_dates import check_date
from groundgraph.text.quantities.evidence import index_of
from groundgraph.text.quantities.exchanged import check_courses, check_exchanged
from groundgraph.text.quantities.features import features_of
from groundgraph.text.quantities.limits import check_limits
from groundgraph.text.quantities.lookup import check_cells
from groundgraph.text.quantities.model import APART, EvidenceQuantity, read
from groundgraph.text.quantities.near_codes import check_codes
from groundgraph.text.quantities.open_at import check_open_at
from groundgraph.text.quantities.orders import check_orders
from groundgraph.text.quantities.places import check_places
from groundgraph.text.quantities.plausible import plausibility
from groundgraph.text.quantities.reachable import simplicity, simplicity_of_date
from groundgraph.text.quantities.roles import AVERAGES, OF_DIFFERENCES, role_of
from groundgraph.text.quantities.rows import check_rows
from groundgraph.text.quantities.schedules import check_hours
from groundgraph.text.quantities.scores import check_scores
from groundgraph.text.quantities.slots import ReadClaim
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.superlatives import check_superlatives
from groundgraph.text.quantities.told import is_in_range, is_told_bare
from groundgraph.text.quantities.unit_table import COUNT
from groundgraph.text.quantities.wording import sentence_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.findings import Check
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.types import Passage

_CERTAIN, _CERTAINLY_WRONG = 0.8, 0.9
"""Fits from which a supported and a contradicted quantity are certain, else likely."""
_NEARLY = 0.15
"""How far a derivation may fit worse than a value that contradicts, and still cast doubt on it."""
_SIMPLE = 0.65
"""How simply a value must follow from the evidence's numbers not to contradict them."""
_PRONOUNS = frozenset({"it", "they", "this", "that", "these", "those"})
_PAIR = 2
_PLAIN = frozenset({"exact", "exactly", "about", "under"})
_REACHABLE = 0.3
"""Fit of operands from which a value may follow in a way that is not reckoned."""
_COMPARED = COMPARATIVES.keys() | SUPERLATIVES.keys()
_MOST_BESIDE = 12
"""Values beside an amount that are added and subtracted in pairs."""


@dataclass(frozen=True)
class QuantityJudgement(Judgement):
    """What the amounts, dates, comparisons and orders of one claim are worth.

    "supported" when each of them stands in the evidence or follows from it, "contradicted" when the
    evidence says otherwise of one.

    Attributes:
        checks: Every single check.
    """

    checks: tuple[Check, ...] = ()


def judge_quantities(
    question: str, passages: Sequence[Passage | str], claims: Sequence[str]
) -> list[QuantityJudgement]:
    """Hold the amounts, dates, comparisons and orders of some claims against their evidence.

    Args:
        question: What was asked, or "".
        passages: The evidence; explanations name passages by their ids, strings by number.
        claims: Claims of one answer, in order.

    Returns:
        One judgement for each claim. A claim without amounts, dates or comparisons is "open".

    >>> told = ["Ana sold 24 lamps in May. Ben sold 18 lamps in May."]
    >>> [found] = judge_quantities("", told, ["Together Ana and Ben sold 42 lamps."])
    >>> found.outcome, found.explanation
    ('supported', '24 + 18 = 42 (passage 1).')
    """
    known = numbered(passages)
    index = index_of(tuple(passage.text for passage in known))
    asked = read(question, index.labels)
    return [_judged(ReadClaim(read(claim, index.labels), asked, index), known) for claim in claims]


def _judged(claim: ReadClaim, passages: Sequence[Passage]) -> QuantityJudgement:
    checks = _checks(claim)
    outcome, certainty = _outcome(claim.sentence, checks)
    features = features_of(checks)
    deciding = _deciding(checks, outcome)
    return QuantityJudgement(
        claim.text,
        outcome,
        certainty,
        _score(outcome, features),
        features,
        tuple(_places(deciding, passages)),
        sentence_for(deciding[0], passages) if deciding else "",
        checks,
    )


def _checks(claim: ReadClaim) -> tuple[Check, ...]:
    compared = [*check_comparisons(claim), *check_superlatives(claim), *check_orders(claim)]
    decided = any(check.outcome in {"supported", "contradicted"} for check in compared)
    compared = _once(compared)
    amounts = _amount_checks(claim, compared=decided)
    dates = [_date_check(claim, at) for at in range(len(claim.sentence.mentions))]
    known = {check.said for check in amounts if check.outcome == "supported"}
    known |= _compared_with(claim.sentence, known)
    compared = [c for c in compared if c.outcome != "open" or c.said not in known or c.lean < 0]
    if decided and trends(claim.sentence):  # "fell from May to June" tells no other date
        dates = [c for c in dates if c.outcome in {"supported", "contradicted"}]
    found = [*amounts, *dates, *compared]
    in_tables = check_rows(claim)
    if not decided and not in_tables:
        in_tables = check_columns(claim)
    if any(check.kind == "row" and check.outcome == "supported" for check in in_tables):
        found = [c for c in found if c.kind != "date" or c.outcome != "absent"]  # names a column
    hours, scores = check_hours(claim), check_scores(claim)
    if hours or scores:
        found = [check for check in found if not _is_settled_by(hours, scores, check)]
    placed = [*check_limits(claim), *check_open_at(claim), *check_ages(claim)]
    found = [check for check in found if not _is_told_by(placed, check)]
    turned = [*check_codes(claim), *check_exchanged(claim), *check_courses(claim)]
    return (
        *found,
        *check_cells(claim),
        *in_tables,
        *hours,
        *scores,
        *placed,
        *check_places(claim),
        *turned,
    )


def _compared_with(sentence: Sentence, said: set[str]) -> set[str]:
    """Return the comparatives that lead to some amounts: "higher" of "higher than 3 percent"."""
    tokens = sentence.tokens
    return {
        tokens[amount.first - 2].text
        for amount in sentence.amounts
        if amount.first > 1
        and tokens[amount.first - 1].text == "than"
        and amount.span.of(sentence.text) in said
    }


def _is_told_by(placed: Sequence[Check], check: Check) -> bool:
    """Say whether a value that nothing tells as it is is decided as a case, a time or an age."""
    told = check.outcome == "supported" and check.kind != "derivation"
    if told or check.kind not in {"amount", "date", "derivation"}:
        return False
    if any(check.said in one.said or one.said in check.said for one in placed):
        return True
    return check.kind == "date" and any(one.kind == "limit" for one in placed)


def _date_check(claim: ReadClaim, number: int) -> Check:
    """Hold a date against told ones; one that is reckoned from other times contradicts none."""
    check = check_date(claim, number)
    if check.outcome not in {"absent", "contradicted"}:
        return check
    simple = simplicity_of_date(claim, number)
    if check.outcome == "contradicted":
        return replace(check, outcome="absent", plausible=simple) if simple >= _SIMPLE else check
    return replace(check, plausible=simple)


def _once(compared: Sequence[Check]) -> list[Check]:
    """Leave out the open order of a word that is decided as a comparison: "sooner than"."""
    known = {
        check.said
        for check in compared
        if check.kind == "comparison" and check.outcome in {"supported", "contradicted"}
    }
    return [
        check
        for check in compared
        if check.kind != "order" or check.outcome != "open" or check.said.split()[0] not in known
    ]


def _is_settled_by(hours: Sequence[Check], scores: Sequence[Check], check: Check) -> bool:
    """Say whether a check is of words that hours or a score are told in: "from 10 to 2"."""
    if check.kind == "amount" and any(check.said in one.said for one in scores):
        return True
    if check.outcome in {"supported", "contradicted"}:
        return False
    return bool(hours) and (
        check.kind in {"date", "order"} or any(check.said in one.said for one in hours)
    )


def _amount_checks(claim: ReadClaim, *, compared: bool) -> list[Check]:
    """Hold each amount against the evidence, but for those that others are reckoned from."""
    every = range(len(claim.sentence.amounts))
    checks = [c for at in every if (c := _amount_check(claim, at, compared=compared)) is not None]
    checks = [_but_told(check, checks) for check in alongside(claim, checks)]
    supposed = {check.supposed for check in checks} | _repeated_of_the_question(claim)
    return [c for c in checks if c.outcome != "absent" or c.said not in supposed]


def _repeated_of_the_question(claim: ReadClaim) -> set[str]:
    """Return the amounts of a claim that its question supposes: "a child of 20 kg"."""
    return {
        amount.span.of(claim.text)
        for amount in claim.sentence.amounts
        if any(
            amount.unit is not COUNT and agreement(amount, asked) == "equal"
            for asked in claim.question.amounts
        )
    }


def _but_told(check: Check, checks: Sequence[Check]) -> Check:
    """Take back that a derived value is wrong where the claim gives the right one too.

    "$71 more a month, $852 a year": what differs from 120 - 49 is said of something else.
    """
    if check.kind != "derivation" or check.outcome != "contradicted":
        return check
    used = {id(held) for held in check.held}
    right = [one for one in checks if one.kind == check.kind and one.outcome == "supported"]
    told = any({id(held) for held in one.held} == used for one in right)
    return replace(check, outcome="absent", plausible=_SIMPLE) if told else check


def _amount_check(claim: ReadClaim, number: int, *, compared: bool) -> Check | None:
    """Hold an amount against told values first, then against derived ones."""
    amount = claim.sentence.amounts[number]
    if amount.weak and amount.unit is COUNT:
        return None
    if claim.in_band is not None and claim.in_band[0] is amount:
        return None  # it only chooses a row
    check = _decided(claim, number, compared=compared)
    doubtful = check is not None and check.kind == "amount" and check.outcome == "contradicted"
    if check is None or check.outcome not in {"absent", "contradicted"}:
        return check
    if check.outcome == "absent" and amount.weak and _is_a_distance(claim, amount):
        return None  # an order tells of it
    if check.outcome == "absent":
        return replace(check, plausible=simplicity(claim, number))
    if _may_be_made(claim, number, check):
        return replace(check, outcome="absent", plausible=_SIMPLE)
    if not doubtful or _is_of_another(claim, amount, check):
        return check
    return _unless_reachable(claim, number, check)


def _unless_reachable(claim: ReadClaim, number: int, check: Check) -> Check:
    """Take back that an amount is wrong where it may follow in a way that is not seen."""
    amount = claim.sentence.amounts[number]
    if is_told_bare(claim, amount, check):
        return replace(check, outcome="absent", plausible=_SIMPLE)
    others = [a for a in claim.sentence.amounts if a is not amount]
    fit = plausibility(amount, claim.wanted(number), others, claim.index.readings)
    if fit >= _REACHABLE or _is_between_two(claim, amount, check):
        return replace(check, outcome="absent", plausible=fit)
    return check


def _is_a_distance(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is that of "a week after …", "a year later"."""
    following = claim.sentence.tokens[amount.after : amount.after + 1]
    return amount.dimension == "time" and any(t.text in APART for t in following)


def _may_be_made(claim: ReadClaim, number: int, check: Check) -> bool:
    """Say whether a value that goes against prose is simply reckoned from what that tells."""
    amount = claim.sentence.amounts[number]
    if amount.bound not in _PLAIN:
        return False  # of the same limit from the other side
    if any(agreement(amount, reading.amount) == "equal" for reading in claim.index.readings):
        return False  # it is told of another thing
    told = [held for held in check.held if held.cell is None]
    if len(told) > _PAIR:
        return False  # a whole list, or all that came and went
    return len(told) == len(check.held) and simplicity(claim, number, made=True) >= _SIMPLE


def _is_between_two(claim: ReadClaim, amount: Quantity, check: Check) -> bool:
    """Say whether two amounts told beside the one that differs have it as sum or difference."""
    told = check.held[0]
    beside = {
        reading.amount.base
        for reading in claim.index.readings
        if (reading.passage, reading.line) == (told.passage, told.line)
        and reading.amount.dimension == amount.dimension
    }
    return any(
        amount.base in {one + other, one - other}
        for one, other in permutations(sorted(beside)[:_MOST_BESIDE], 2)
    )


def _decided(claim: ReadClaim, number: int, *, compared: bool) -> Check | None:
    amount = claim.sentence.amounts[number]
    role = role_of(claim.sentence, amount)
    if role == "ratio" and compared:
        return None
    direct = check_amount(claim, number)
    difference = role in {"difference", "change"}
    if direct.outcome == "supported" and role == "level":
        return direct
    derived = check_derived(claim, number)
    if difference and direct.outcome == "contradicted" and not _is_difference(direct):
        direct = replace(direct, outcome="absent")  # "saves $6" beside "$32"
    if derived is None:
        return direct
    if derived.outcome == "supported":
        return _of_the_one_compared(claim, derived) or derived
    if derived.outcome == "contradicted":
        same = not difference or _is_difference(direct)
        firm = direct.outcome == "supported" and same and not derived.whole
        told = role == "average" and _is_told_as_average(claim, amount, (direct, derived))
        told = told or _is_told_elsewhere(direct, derived)
        return direct if firm or told or is_in_range(claim.sentence, amount) else derived
    if direct.outcome == "supported":
        same = not difference or _is_difference(direct)
        return direct if same and not derived.told else derived
    near = derived.fit >= direct.fit - _NEARLY
    if direct.outcome == "contradicted" and near and not _is_of_another(claim, amount, direct):
        return replace(direct, outcome="absent")  # it may follow in a way that is not seen
    return direct


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


def _is_of_another(claim: ReadClaim, amount: Quantity, direct: Check) -> bool:
    """Say whether a claim names a row, or one of two things, and gives it the value of another."""
    [told] = direct.held
    if not isinstance(told, EvidenceQuantity):
        return False
    if told.cell is None:
        said = {*claim.sentence.words}
        equal = [r for r in claim.index.readings if agreement(amount, r.amount) == "equal"]
        return any(is_of_the_other_of_two(said, told, other) for other in equal)
    named = {*claim.sentence.words, *claim.question.words}
    own = {*cell_stems(told.cell.row)}
    others = [
        {*cell_stems(r.cell.row)} - own
        for r in claim.index.readings
        if r.cell is not None
        and (r.passage, r.cell.table, r.cell.column)
        == (told.passage, told.cell.table, told.cell.column)
        and agreement(amount, r.amount) == "equal"
    ]
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


def _is_told_elsewhere(direct: Check, derived: Check) -> bool:
    """Say whether one passage tells a value, and what follows from others is another."""
    used = {held.passage for held in derived.held}
    sure = direct.outcome == "supported" and direct.fit >= _CERTAIN
    return sure and used.isdisjoint(held.passage for held in direct.held)


def _is_difference(check: Check) -> bool:
    """Say whether what a check found is told as a difference too: "19 seconds ahead"."""
    return any(
        isinstance(held, EvidenceQuantity) and held.near & OF_DIFFERENCES for held in check.held
    )


def _compares_more(sentence: Sentence, checks: Sequence[Check]) -> bool:
    """Say whether a claim compares something else too: "slower, but the larger output"."""
    held = sum(check.kind == "comparison" for check in checks)
    said = sum(token.text in _COMPARED for token in sentence.tokens)
    return 0 < held < said


def _outcome(sentence: Sentence, checks: Sequence[Check]) -> tuple[Outcome, Certainty]:
    wrong = [check for check in checks if check.outcome == "contradicted"]
    if wrong:
        sure = any(check.fit >= _CERTAINLY_WRONG for check in wrong)
        return "contradicted", "certain" if sure else "likely"
    right = [check for check in checks if check.outcome == "supported"]
    if _compares_more(sentence, checks):
        return "open", ""
    missing = [check for check in checks if _is_missing(check)]
    if right and not missing:
        return "supported", "certain" if all(map(_is_certain, right)) else "likely"
    return "open", ""


def _is_missing(check: Check) -> bool:
    """Say whether a check leaves something of the claim open."""
    undecided = check.outcome == "open" and check.kind in {"order", "comparison"}
    return undecided or check.outcome in {"absent", "elsewhere"}


def _is_certain(check: Check) -> bool:
    return check.fit >= _CERTAIN


def _deciding(checks: Sequence[Check], outcome: Outcome) -> list[Check]:
    if outcome == "open":
        return []
    found = [check for check in checks if check.outcome == outcome]
    return sorted(found, key=lambda check: (not check.told, -check.fit))


def _score(outcome: Outcome, features: Mapping[str, float]) -> float:
    if outcome != "open":
        return 1.0 if outcome == "contradicted" else 0.0
    absent = features["quantity_absent"] - 0.5 * features["quantity_plausible"]
    worse = 0.3 * absent + 0.2 * features["quantity_elsewhere"]
    better = 0.3 * max(features["quantity_supported"], features["derivation_supported"])
    leaning = 0.4 * (features["order_against"] - features["order_for"])
    return min(0.99, max(0.01, 0.5 + worse - better + leaning))


def _places(checks: Sequence[Check], passages: Sequence[Passage]) -> list[Place]:
    held = [item for check in checks for item in check.held]
    found = {(item.passage, item.around): item for item in held}
    return [Place(passages[p].id, span, span.of(passages[p].text)) for p, span in found]
