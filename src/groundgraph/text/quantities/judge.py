"""The entry point: what the amounts, dates, comparisons and orders of claims are worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.agreement import agreement
from groundgraph.text.quantities.arithmetic import check_derived
from groundgraph.text.quantities.comparisons import check_comparisons
from groundgraph.text.quantities.direct import check_amount, check_date
from groundgraph.text.quantities.evidence import index_of
from groundgraph.text.quantities.features import features_of
from groundgraph.text.quantities.lookup import check_cells
from groundgraph.text.quantities.model import Reading, read
from groundgraph.text.quantities.orders import check_orders
from groundgraph.text.quantities.plausible import plausibility
from groundgraph.text.quantities.roles import AVERAGES, OF_DIFFERENCES, role_of
from groundgraph.text.quantities.slots import Claim
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.superlatives import check_superlatives
from groundgraph.text.quantities.told import is_in_range
from groundgraph.text.quantities.unit_table import COUNT
from groundgraph.text.quantities.wording import sentence_for
from groundgraph.types import Passage, Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.amounts import Amount
    from groundgraph.text.quantities.findings import Check

QuantityOutcome = Literal["supported", "contradicted", "open"]
Certainty = Literal["certain", "likely", ""]
_CERTAIN, _CERTAINLY_WRONG = 0.8, 0.9
_NEARLY = 0.15
_REACHABLE = 0.3
_MOST_BESIDE = 12


@dataclass(frozen=True)
class Place:
    """Words of a passage.

    Attributes:
        passage: The passage's id; of a passage given as a string its number, from 1.
        span: Where in the passage.
        text: The words.
    """

    passage: str
    span: Span
    text: str


@dataclass(frozen=True)
class QuantityJudgement:
    """What the amounts, dates, comparisons and orders of one claim are worth.

    Attributes:
        claim: The claim.
        outcome: "supported" when each of them stands in the evidence or follows from it,
            "contradicted" when the evidence says otherwise of one, else "open". Nothing else that
            the claim says is judged.
        certainty: How sure that is; "" for "open".
        score: In [0, 1], higher is worse: 0 supported, 1 contradicted, between where open.
        features: The measures by name, each in [0, 1] (`features.NAMES`).
        evidence: What decided, the most telling first.
        explanation: One sentence for a reader, "" where nothing was found.
        checks: Every single check.
    """

    claim: str
    outcome: QuantityOutcome
    certainty: Certainty
    score: float
    features: Mapping[str, float]
    evidence: tuple[Place, ...] = ()
    explanation: str = ""
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
    known = [
        given if isinstance(given, Passage) else Passage(given, str(number))
        for number, given in enumerate(passages, 1)
    ]
    index = index_of(tuple(passage.text for passage in known))
    asked = read(question, index.labels)
    return [_judged(Claim(read(claim, index.labels), asked, index), known) for claim in claims]


def _judged(claim: Claim, passages: Sequence[Passage]) -> QuantityJudgement:
    checks = _checks(claim)
    outcome, certainty = _outcome(checks)
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


def _checks(claim: Claim) -> tuple[Check, ...]:
    compared = [*check_comparisons(claim), *check_superlatives(claim), *check_orders(claim)]
    decided = any(check.outcome in {"supported", "contradicted"} for check in compared)
    amounts = [
        _amount_check(claim, at, compared=decided) for at in range(len(claim.sentence.amounts))
    ]
    dates = [check_date(claim, at) for at in range(len(claim.sentence.mentions))]
    cells = check_cells(claim)
    return (*(check for check in amounts if check is not None), *dates, *cells, *compared)


def _amount_check(claim: Claim, number: int, *, compared: bool) -> Check | None:
    """Hold an amount against told values first, then against derived ones."""
    amount = claim.sentence.amounts[number]
    if amount.weak and amount.unit is COUNT:
        return None
    check = _decided(claim, number, compared=compared)
    doubtful = check is not None and check.kind == "amount" and check.outcome == "contradicted"
    if check is None or not (doubtful or check.outcome == "absent"):
        return check
    others = [a for a in claim.sentence.amounts if a is not amount]
    fit = plausibility(amount, claim.wanted(number), others, claim.index.readings)
    if doubtful and (fit >= _REACHABLE or _is_between_two(claim, amount, check)):
        # it may follow in a way that is not seen
        return replace(check, outcome="absent", plausible=fit)
    return check if doubtful else replace(check, plausible=fit)


def _is_between_two(claim: Claim, amount: Amount, check: Check) -> bool:
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


def _decided(claim: Claim, number: int, *, compared: bool) -> Check | None:
    amount = claim.sentence.amounts[number]
    role = role_of(claim.sentence, amount)
    if role == "ratio" and compared:
        return None
    direct = check_amount(claim, number)
    difference = role in {"difference", "change"}
    if direct.outcome == "supported" and role == "level":
        return direct
    derived = check_derived(claim, number)
    if derived is None:
        return direct
    if derived.outcome == "supported":
        return derived
    if derived.outcome == "contradicted":
        same = not difference or _is_difference(direct)
        firm = direct.outcome == "supported" and same and not derived.whole
        told = role == "average" and _is_told_as_average(claim, amount, (direct, derived))
        return direct if firm or told or is_in_range(claim.sentence, amount) else derived
    if direct.outcome == "supported":
        same = not difference or _is_difference(direct)
        return direct if same and not derived.told else derived
    if direct.outcome == "contradicted" and derived.fit >= direct.fit - _NEARLY:
        return replace(direct, outcome="absent")  # it may follow in a way that is not seen
    return direct


def _is_told_as_average(claim: Claim, amount: Amount, checks: tuple[Check, Check]) -> bool:
    """Say whether the evidence holds the value as an average, or beside what is averaged."""
    direct, derived = checks
    if direct.outcome == "elsewhere":
        return True
    averaged = [held for held in derived.held if isinstance(held, Reading)]
    members = {id(held) for held in averaged}
    kinds = {word for held in averaged for word in held.own} | {stem(word) for word in AVERAGES}
    return any(
        id(reading) not in members
        and not kinds.isdisjoint(reading.words)
        and agreement(amount, reading.amount) == "equal"
        for reading in claim.index.readings
    )


def _is_difference(check: Check) -> bool:
    """Say whether what a check found is told as a difference too: "19 seconds ahead"."""
    return any(isinstance(held, Reading) and held.near & OF_DIFFERENCES for held in check.held)


def _outcome(checks: Sequence[Check]) -> tuple[QuantityOutcome, Certainty]:
    wrong = [check for check in checks if check.outcome == "contradicted"]
    if wrong:
        sure = any(check.fit >= _CERTAINLY_WRONG for check in wrong)
        return "contradicted", "certain" if sure else "likely"
    right = [check for check in checks if check.outcome == "supported"]
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


def _deciding(checks: Sequence[Check], outcome: QuantityOutcome) -> list[Check]:
    if outcome == "open":
        return []
    found = [check for check in checks if check.outcome == outcome]
    return sorted(found, key=lambda check: (not check.told, -check.fit))


def _score(outcome: QuantityOutcome, features: Mapping[str, float]) -> float:
    if outcome != "open":
        return 1.0 if outcome == "contradicted" else 0.0
    absent = features["quantity_absent"] - 0.5 * features["quantity_plausible"]
    worse = 0.3 * absent + 0.2 * features["quantity_elsewhere"]
    better = 0.3 * max(features["quantity_supported"], features["derivation_supported"])
    leaning = 0.15 * (features["order_against"] - features["order_for"])
    return min(0.99, max(0.01, 0.5 + worse - better + leaning))


def _places(checks: Sequence[Check], passages: Sequence[Passage]) -> list[Place]:
    held = [item for check in checks for item in check.held]
    found = {(item.passage, item.around): item for item in held}
    return [Place(passages[p].id, span, span.of(passages[p].text)) for p, span in found]
