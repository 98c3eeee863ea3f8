"""A fitted head held to answers of another kind, its trees as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.learn.decision import Decision
from groundgraph.learn.expectation import Expectation, fitted_decision
from groundgraph.learn.inputs import MINIMUM, two_classes
from groundgraph.learn.operating import operating_points
from groundgraph.learn.reliability import reliability
from groundgraph.learn.two_level import novelty_of
from groundgraph.measures.metrics import auroc

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.learn.expectation import Estimate
    from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float64]

FEW = 100
"""On fewer labelled answers trees are not fitted: on 50 they find nothing, see
`experiments/learning_curves.py`."""


def recalibrated(
    head: TwoLevelHead,
    recipe: TwoLevelRecipe,
    table: Table,
    labels: Bools,
    groups: Sequence[str],
    *,
    claim_labels: Bools | None = None,
) -> TwoLevelHead:
    """Fit calibration, threshold and novelty of a head on answers that its trees have not seen.

    Args:
        head: Fitted on other answers.
        recipe: Of it calibration and threshold.
        table: Features of the answers.
        labels: Whether an answer is hallucinated, shape ``(n_answers,)``.
        groups: What may not be split between folds, such as the answer's passages.
        claim_labels: Whether a claim is, shape ``(n_claims,)``; claims keep their calibration where
            not given, or fewer than five are of a class.

    Raises:
        InputError: With fewer than five answers of a class, or when the head does not rank
            hallucinated ones higher.
    """
    found = decided(head, recipe, head.log_odds(table), labels, groups, claim_labels=claim_labels)
    return replace(found, novelty=novelty_of(table, groups))


def decided(
    head: TwoLevelHead,
    recipe: TwoLevelRecipe,
    log_odds: tuple[Floats, Floats],
    labels: Bools,
    groups: Sequence[str],
    *,
    claim_labels: Bools | None = None,
    refitted: str = "calibration",
) -> TwoLevelHead:
    """Fit calibration and threshold of a head on log-odds of answers that it has not seen.

    Args:
        head: As for `recalibrated`, as are the others.
        recipe: Of it calibration and threshold.
        log_odds: Of the claims, and of the answers.
        labels: Whether an answer is hallucinated.
        groups: What may not be split between folds.
        claim_labels: Whether a claim is.
        refitted: A key of `groundgraph.learn.expectation.REFITTED`.

    Raises:
        InputError: As for `recalibrated`.
    """
    of_claims, of_answers = log_odds
    how = recipe.how_decided
    expected = Expectation.of(refitted, of_answers, labels, groups, **how)
    _check_ranks(expected, of_answers, labels)
    decision = fitted_decision(expected, Decision.fit_log_odds, of_answers, labels, **how)
    claims = head.claim_decision
    if claim_labels is not None and MINIMUM <= claim_labels.sum() <= len(claim_labels) - MINIMUM:
        claims = Decision.fit_log_odds(of_claims, claim_labels, calibration=recipe.calibration)
    known = (labels, decision.scores_of_log_odds(of_answers), groups)
    return replace(
        head,
        claim_decision=claims,
        answer_decision=decision,
        points=operating_points(*known),
        reliability=tuple(map(tuple, reliability(*known))),
        expectation=expected,
    )


class WrongOrderError(InputError):
    """The trees rank hallucinated answers no higher; ``auroc`` is how they rank them."""

    def __init__(self, message: str, auroc: Estimate | None) -> None:
        super().__init__(message)
        self.auroc = auroc


def _check_ranks(expected: Expectation, log_odds: Floats, labels: Bools) -> None:
    area = auroc(two_classes(labels, len(log_odds), MINIMUM), log_odds)
    if area is None or area > 0.5:
        return
    then = "check the labels"
    if expected.is_exchanged:
        then = "true and false look exchanged in the labels: true, or 1, is to mean hallucinated"
    elif expected.n < FEW:
        then += f", or label {FEW} answers or more, on which trees can be fitted"
    raise WrongOrderError(
        "the trees rank hallucinated answers of these rows no higher than grounded ones (AUROC "
        f"{area:.2f}), so no threshold can tell them apart; {then}",
        expected.auroc,
    )
