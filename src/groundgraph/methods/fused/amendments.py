"""What of a rule's findings stands beside those of the others, in one place.

Rules judge on their own. Where one knows what another cannot, it takes back what that one found;
it goes by all that it found itself, whatever others let stand of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from groundgraph.methods.fused.blocks.quantities import cases, is_reckoned
from groundgraph.text.quantities.written.model import EvidenceQuantity, read

if TYPE_CHECKING:
    from groundgraph.methods.fused.blocks.conflicts import Disagreement
    from groundgraph.methods.fused.blocks.links import Walked
    from groundgraph.methods.fused.traced import Traced
    from groundgraph.text.judgements import Judgement
    from groundgraph.text.quantities import QuantityJudgement
    from groundgraph.text.scope import ScopeJudgement
    from groundgraph.text.short_answers.slots import Found
    from groundgraph.text.statements import StatementJudgement
    from groundgraph.types import Span

    JudgementT = TypeVar("JudgementT", bound=Judgement[Any])

_CLEARLY = 0.5
"""By how much another value leads, so that the answer is not what a sentence says; the score of a
claim that is open."""


class ByRule(NamedTuple):
    """What each of `rules.RULES` finds of one claim, in their order."""

    quantities: QuantityJudgement
    short_answer: Found | None
    walked: Walked | None
    statements: StatementJudgement
    scope: ScopeJudgement
    traced: Traced | None
    disagreement: Disagreement


def amended(found: ByRule) -> ByRule:
    """Return what stands of all that rules find of one claim."""
    return found._replace(
        quantities=_unless_opposed(found.quantities, found.disagreement),
        short_answer=_short_answer(found),
        walked=_walked(found),
        statements=_statements(found),
        scope=_unless_opposed(_unless_a_case(found.scope, found.quantities), found.disagreement),
    )


def _short_answer(by: ByRule) -> Found | None:
    """Take back what is found in the place of a short answer.

    A value that is rightly reckoned is not wrong where a passage tells another in its place, nor
    one that is the same in other words: "38 and a half hours" beside "38.5 hours". None is found
    where it is said of something else: "Lisbon hosted 2022 and Porto hosted 2023" has "Porto" near
    the words of the question, but says of Lisbon what the answer says of it.
    """
    found = by.short_answer
    if found is None:
        return None
    reckoned = by.quantities.outcome == "supported" and is_reckoned(by.quantities)
    if found.lead < 0 and (reckoned or _is_the_same(found.instead, by.quantities)):
        found = found._replace(lead=0.0)
    if found.kind == "slot" and by.statements.outcome == "contradicted":
        found = found._replace(lead=min(found.lead, 0.0))
    other_side = found.lead < 0 and _is_told_against(found.passage_id, found.span, by.disagreement)
    return None if other_side else found


def _is_the_same(value: str, judged: QuantityJudgement) -> bool:
    """Say whether all amounts of a value are those that bear out amounts of a claim.

    A value may be told without its unit: "27.5" of "27.5 °C".
    """
    right = [
        held.amount
        for check in judged.checks
        if check.outcome == "supported" and check.kind == "amount"
        for held in check.held
        if isinstance(held, EvidenceQuantity)
    ]
    known = {(amount.dimension, amount.base) for amount in right}
    known |= {("", amount.value) for amount in right}
    told = {(amount.dimension, amount.base) for amount in read(value).amounts}
    return bool(told) and told <= known


def _statements(by: ByRule) -> StatementJudgement:
    """Leave open a statement that seems held where the evidence gives another answer.

    "In 2022 the summit was hosted by Lisbon, and in 2023 by Porto" has all words of "Porto hosted
    in 2022", but another value beside those of the question.
    """
    judged, answer = _unless_a_case(by.statements, by.quantities), by.short_answer
    other = answer is not None and answer.kind == "slot" and answer.lead <= -_CLEARLY
    if other and judged.outcome == "supported":
        judged = judged.left_open()
    return _unless_opposed(judged, by.disagreement)


def _unless_a_case(judged: JudgementT, quantities: QuantityJudgement) -> JudgementT:
    """Take back that a case outside of a limit goes against what is told of those inside.

    "An employee with 11 months of service may not" is the opposite of "employees who have worked
    for at least 12 months may" in all but the case.
    """
    against = judged.outcome == "contradicted" and cases(quantities)
    return judged.left_open() if against else judged


def _unless_opposed(judged: JudgementT, found: Disagreement) -> JudgementT:
    """Take back what a judge holds against a claim by the other side of a conflict alone."""
    places = judged.evidence if judged.outcome == "contradicted" else ()
    if places and all(_is_told_against(place.passage, place.span, found) for place in places):
        return judged.left_open()
    return judged


def _walked(by: ByRule) -> Walked | None:
    """Leave out a walk to a claim that another rule contradicts: it goes by words alone."""
    walked = by.walked
    against = "contradicted" in {by.quantities.outcome, by.statements.outcome}
    if walked is None or (against and walked.astray is None):
        return None
    return _on_its_side(walked, by.disagreement)


def _on_its_side(walked: Walked, found: Disagreement) -> Walked:
    """Return a walk without the other side of a conflict, which does not lead to the claim."""
    chain = (u for u in walked.chain if not _is_told_against(u.passage_id, u.span, found))
    return walked._replace(chain=tuple(chain))


def _is_told_against(passage_id: str, span: Span | None, found: Disagreement) -> bool:
    """Say whether a place is the other side of a conflict than the one that a claim follows."""
    return span is not None and any(
        each.passage_id == passage_id and span.overlaps(each.span) for each in found.against
    )
