"""The entry point: whether claims say more or other than their evidence by a small word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.judgements import Judgement, Outcome, numbered
from groundgraph.text.passage_sentences import pieces
from groundgraph.text.scope.claims import Claim
from groundgraph.text.scope.conditions import check_conditions
from groundgraph.text.scope.dropped import check_dropped
from groundgraph.text.scope.duties import check_duties
from groundgraph.text.scope.evidence import index_of
from groundgraph.text.scope.exceptions import check_exceptions
from groundgraph.text.scope.exclusives import check_exclusives
from groundgraph.text.scope.follows import follows
from groundgraph.text.scope.grades import check_grades
from groundgraph.text.scope.hedged import check_hedged
from groundgraph.text.scope.listings import check_listings
from groundgraph.text.scope.model import Line
from groundgraph.text.scope.moods import check_moods
from groundgraph.text.scope.negations import check_negations
from groundgraph.text.scope.quantifiers import check_quantifiers
from groundgraph.text.scope.turnings import check_turnings
from groundgraph.text.scope.wording import saying_of
from groundgraph.types import Passage, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.scope.evidence import Index
    from groundgraph.text.scope.findings import Check, CheckOutcome

_LEAST = 0.9
_CERTAIN = {"supported": _LEAST, "contradicted": _LEAST}
"""The fit from which a check that decides is certain."""
_MOST_SENTENCES = 8
_CHECKERS = (
    check_quantifiers,
    check_moods,
    check_hedged,
    check_duties,
    check_conditions,
    check_exceptions,
    check_turnings,
    check_negations,
    check_grades,
    check_exclusives,
    check_dropped,
    check_listings,
)


class ScopeJudgement(Judgement["Check"]):
    """What the small words of one claim are worth: all, may, if, not, only.

    "supported" when the evidence says as much by each of them, "contradicted" when it says less or
    other by one.
    """

    @property
    def is_denied(self) -> bool:
        """Whether terms of the evidence surely deny the claim's: "free of charge", "for a fee"."""
        wrong = (check for check in self.checks if check.outcome == "contradicted")
        return any(check.kind == "duty" and check.fit >= _LEAST for check in wrong)


def judge_scope(
    question: str, passages: Sequence[Passage | str], claims: Sequence[str]
) -> list[ScopeJudgement]:
    """Hold the quantifiers, moods, conditions and denials of claims against their evidence.

    Args:
        question: What was asked, or "".
        passages: The evidence; explanations name passages by their ids, strings by number.
        claims: Claims of one answer, in order.

    Returns:
        One judgement for each claim. A claim that no sentence of the evidence nearly says is
        "open".

    >>> [found] = judge_scope("", ["Some members voted."], ["All members voted."])
    >>> found.outcome, found.explanation
    ('contradicted', 'The passage says “Some”, not “All”: “Some members voted.” (passage 1).')
    """
    known = numbered(passages)
    index = index_of(tuple(passage.text for passage in known))
    asked = Line(question, Span(0, len(question))).keys
    return [_judged(claim, asked, index, known) for claim in claims]


def _judged(
    text: str, asked: frozenset[str], index: Index, passages: Sequence[Passage]
) -> ScopeJudgement:
    spans = pieces(text)[:_MOST_SENTENCES]
    lines = [Claim(Line(text, span), asked, index) for span in spans]
    checks = [check for line in lines for check in _checks(line)]
    outcome = _outcome(checks, lines)
    judged = ScopeJudgement.of(text, checks, outcome, _CERTAIN, _if_open(checks))
    return judged.explained(passages, saying_of)


def _checks(claim: Claim) -> Iterator[Check]:
    for checker in _CHECKERS:
        yield from checker(claim)


def _outcome(checks: Sequence[Check], lines: Sequence[Claim]) -> Outcome:
    outcomes = {check.outcome for check in checks}
    if "contradicted" in outcomes:
        return "contradicted"
    held = "supported" in outcomes and "against" not in outcomes
    return "supported" if held and all(map(follows, lines)) else "open"


def _if_open(checks: Sequence[Check]) -> float:
    """Return the score of a claim of which nothing is decided."""
    against = _best(checks, "against")
    worse = 0.4 * against
    better = 0.3 * _best(checks, "for", "supported") * (1 - against)
    return 0.5 + worse - better


def _best(checks: Sequence[Check], *outcomes: CheckOutcome) -> float:
    return max((check.fit for check in checks if check.outcome in outcomes), default=0.0)
