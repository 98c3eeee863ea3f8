"""The entry point: what the amounts, dates, comparisons and orders of claims are worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.judgements import Certainty, Judgement, Outcome, Place, numbered
from groundgraph.text.quantities.adjectives import COMPARATIVES, SUPERLATIVES
from groundgraph.text.quantities.ages import check_ages
from groundgraph.text.quantities.amount_checks import SIMPLE, check_amounts
from groundgraph.text.quantities.banded import check_rules
from groundgraph.text.quantities.cells import cell_stems
from groundgraph.text.quantities.columns import check_columns
from groundgraph.text.quantities.comparatives import trends
from groundgraph.text.quantities.comparisons import check_comparisons
from groundgraph.text.quantities.direct_dates import check_date
from groundgraph.text.quantities.evidence import index_of
from groundgraph.text.quantities.excepted import with_exceptions
from groundgraph.text.quantities.features import features_of
from groundgraph.text.quantities.limits import check_limits
from groundgraph.text.quantities.lookup import check_cells
from groundgraph.text.quantities.model import EvidenceQuantity, read
from groundgraph.text.quantities.near_codes import check_codes
from groundgraph.text.quantities.orders import check_orders
from groundgraph.text.quantities.reachable import simplicity_of_date
from groundgraph.text.quantities.rows import check_rows
from groundgraph.text.quantities.schedules import check_hours
from groundgraph.text.quantities.slots import ReadClaim
from groundgraph.text.quantities.superlatives import check_superlatives
from groundgraph.text.quantities.wording import sentence_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.findings import Check
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.types import Passage

_CERTAIN, _CERTAINLY_WRONG = 0.8, 0.9
"""Fits from which a supported and a contradicted quantity are certain, else likely."""
_OPPOSITE = {"before": "after", "after": "before"}
_NOTICE = 5
"""Tokens behind a time among which "before" belongs to it."""
_COMPARED = COMPARATIVES.keys() | SUPERLATIVES.keys()


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
    amounts = with_exceptions(claim, check_amounts(claim, compared=decided))
    dates = [_date_check(claim, at) for at in range(len(claim.sentence.mentions))]
    dates = [_heading(check, amounts) for check in dates]
    amounts = [_heading(check, amounts) for check in amounts]
    amounts = [check for check in amounts if not _is_apart(compared, check)]
    known = {check.said for check in amounts if check.outcome == "supported"}
    known |= _compared_with(claim.sentence, known)
    compared = [c for c in compared if not _is_of_a_time(claim.sentence, c, amounts)]
    compared = [c for c in compared if c.outcome != "open" or c.said not in known or c.lean < 0]
    if decided and trends(claim.sentence):  # "fell from May to June" tells no other date
        dates = [c for c in dates if c.outcome in {"supported", "contradicted"}]
    found = [*amounts, *dates, *compared]
    in_tables = check_rows(claim)
    if not decided and not in_tables:
        in_tables = check_columns(claim)
    if any(check.kind == "row" and check.outcome == "supported" for check in in_tables):
        found = [c for c in found if c.kind != "date" or c.outcome != "absent"]  # names a column
    hours = check_hours(claim)
    found = [check for check in found if not _is_settled_by(hours, check)]
    placed = [*(check_limits(claim) or check_rules(claim)), *check_ages(claim)]
    found = [check for check in found if not _is_told_by(placed, check)]
    return (
        *found,
        *check_cells(claim),
        *in_tables,
        *hours,
        *placed,
        *check_codes(claim),
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


def _is_of_a_time(sentence: Sentence, check: Check, amounts: Sequence[Check]) -> bool:
    """Say whether an open "before" only ends a time that is told: "24 hours' notice before entry".

    What the time is told of may not say the other.
    """
    if check.kind != "order" or check.outcome != "open" or check.said not in _OPPOSITE:
        return False
    right = {c.said: c for c in amounts if c.kind == "amount" and c.outcome == "supported"}
    for amount in sentence.amounts:
        told = right.get(amount.span.of(sentence.text))
        behind = [t.text for t in sentence.tokens[amount.after : amount.after + _NOTICE]]
        near = amount.dimension == "time" and check.said in behind
        if near and told is not None and told.held and isinstance(told.held[0], EvidenceQuantity):
            other = told.held[0]
            return _OPPOSITE[check.said] not in {*other.near, *other.after}
    return False


def _is_told_by(placed: Sequence[Check], check: Check) -> bool:
    """Say whether a value that nothing tells as it is is decided as a case, a time or an age."""
    told = check.outcome == "supported" and check.kind != "derivation"
    if check.kind == "order" and check.outcome == "open" and check.lean >= 0:
        return any(one.kind == "limit" and check.said in one.said for one in placed)
    if told or check.kind not in {"amount", "date", "derivation"}:
        return False
    if any(check.said in one.said or one.said in check.said for one in placed):
        return True
    return check.kind == "date" and any(one.kind == "limit" for one in placed)


def _is_apart(compared: Sequence[Check], check: Check) -> bool:
    """Say whether a time that nothing tells so is right as that between two things."""
    if check.outcome not in {"absent", "contradicted", "elsewhere"}:
        return False
    orders = [one.said for one in compared if one.kind == "order" and one.outcome == "supported"]
    return any(said.startswith(f"{check.said} ") for said in orders)


def _date_check(claim: ReadClaim, number: int) -> Check:
    """Hold a date against told ones; one that is reckoned from other times contradicts none."""
    check = check_date(claim, number)
    if check.outcome not in {"absent", "contradicted"}:
        return check
    simple = simplicity_of_date(claim, number)
    if check.outcome == "contradicted":
        return replace(check, outcome="absent", plausible=simple) if simple >= SIMPLE else check
    return replace(check, plausible=simple)


def _heading(check: Check, amounts: Sequence[Check]) -> Check:
    """Take a date or "10 km" that heads the row or column of a supported cell for supported."""
    if check.outcome not in {"absent", "elsewhere", "contradicted"}:
        return check
    own = {*cell_stems(check.said)}
    for amount in amounts:
        cell = amount.held[0].cell if amount.outcome == "supported" and amount.held else None
        if cell is not None and own and own <= {*cell_stems(f"{cell.row} {cell.column}")}:
            return replace(check, outcome="supported", held=amount.held[:1], fit=amount.fit)
    return check


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


def _is_settled_by(hours: Sequence[Check], check: Check) -> bool:
    """Say whether a check is of words that hours are told in: "from 10 to 2"."""
    if check.outcome in {"supported", "contradicted"}:
        return False
    return bool(hours) and (
        check.kind in {"date", "order"} or any(check.said in one.said for one in hours)
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
    told = ("quantity_supported", "derivation_supported", "order_supported")
    better = 0.3 * max(features[name] for name in told)
    leaning = 0.4 * (features["order_against"] - features["order_for"])
    return min(0.99, max(0.01, 0.5 + worse - better + leaning))


def _places(checks: Sequence[Check], passages: Sequence[Passage]) -> list[Place]:
    held = [item for check in checks for item in check.held]
    found = {(item.passage, item.around): item for item in held}
    return [Place(passages[p].id, span, span.of(passages[p].text)) for p, span in found]
