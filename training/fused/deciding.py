"""Fits the sums of `fused`, calibrates them, and chooses the threshold.

The sums are fitted on all corpora that weights are chosen by (`training.fused.weights`),
calibration and threshold on RAGTruth's answers that neither reader nor trees had seen; the sum for
answers of other forms is moved to where that threshold serves best.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.learn.recalibration import decided
from groundgraph.learn.two_level import agreeing
from groundgraph.measures import metrics
from training.fused.corpora import ANSWERS, CHOSEN_BY, RAGTRUTH
from training.fused.trees import SHIPPED
from training.fused.weights import DIGITS, Form, Known, Weights, fitted, fitted_elsewhere

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from groundgraph.learn.decision import Decision
    from groundgraph.learn.two_level import TwoLevelHead
    from training.fused.material import Material

    Floats = NDArray[np.float64]

EVERYWHERE = "balanced accuracy, half of RAGTruth and half of the corpora left out"
"""The policy of a threshold that is not chosen on RAGTruth alone; ``--set`` calls it
"everywhere"."""
_OFFSETS = np.linspace(-3, 3, 121)
_TIMES = 2
"""Calibration and offsets depend on each other, but little: so often are both fitted anew."""


class Decided(NamedTuple):
    """A head, and what it says of RAGTruth's answers that the reader was not shown."""

    head: TwoLevelHead
    claims: Floats
    answers: Floats


def weighed(known: Mapping[str, Known], form: Form) -> Weights:
    """Return the sums that are fitted on the corpora that weights are chosen by.

    Args:
        known: Of each corpus.
        form: Which answers are judged as RAGTruth's are.
    """
    ours = [each for name, each in known.items() if name == RAGTRUTH]
    others = [each for name, each in known.items() if name in CHOSEN_BY and name != RAGTRUTH]
    elsewhere = fitted_elsewhere([*ours, *others], form) if others else None
    return Weights(fitted(ours, others), elsewhere)


def with_usual(weights: Weights, known: Known) -> Weights:
    """Say how far the sum moves claims and answers on the whole, for those that are not read."""
    shift = weights.shift
    claims, answers = known.log_odds(Weights(shift))
    moved = (
        float((claims - shift.heads * known.claim_trees).mean()),
        float((answers - shift.of_heads * known.answer_trees).mean()),
    )
    return weights._replace(shift=replace(shift, usual=moved))


def decide(head: TwoLevelHead, material: Material, threshold: str) -> Decided:
    """Fit the sums, calibrate on RAGTruth's answers, and choose the threshold there or everywhere.

    The sum for answers of other forms is moved to where the threshold serves best there.
    """
    weights = with_usual(weighed(material.known, material.form), material.unseen)
    found = _decided(head, weights, material, threshold)
    for _ in range(_TIMES if weights.elsewhere is not None else 0):
        found = _decided(head, _moved(found.head, material), material, threshold)
    return found


def decide_anew(
    head: TwoLevelHead, material: Material, threshold: str, before: TwoLevelHead
) -> Decided:
    """Calibrate the sums of a detector anew, for a reader that learnt on since they were fitted.

    The sum for answers of other forms is moved so that there about as much is flagged as before.

    Args:
        head: The trees.
        material: What it is calibrated on.
        threshold: The policy, where answers are like RAGTruth's.
        before: The detector's head.
    """
    assert before.shift is not None
    weights = with_usual(Weights(before.shift, before.elsewhere), material.unseen)
    found = _decided(head, weights, material, threshold)
    if weights.elsewhere is None:
        return found
    decisions = [(h.claim_decision, h.answer_decision) for h in (before, found.head)]
    moved = [
        round(own + _least_flagged(new) - _least_flagged(old), DIGITS)
        for own, old, new in zip(weights.elsewhere.offsets, *decisions, strict=True)
    ]
    elsewhere = replace(weights.elsewhere, offsets=(moved[0], moved[1]))
    return _decided(head, weights._replace(elsewhere=elsewhere), material, threshold)


def _least_flagged(decision: Decision) -> float:
    """Return the least log-odds that a decision flags, within ±20."""
    low, high = -20.0, 20.0
    while high - low > 10.0 ** -(DIGITS + 1):
        middle = (low + high) / 2
        if decision.flags(decision.scores_of_log_odds([middle]))[0]:
            high = middle
        else:
            low = middle
    return high


def _decided(head: TwoLevelHead, weights: Weights, material: Material, threshold: str) -> Decided:
    known, policy = material.unseen, threshold
    if threshold == "everywhere":
        policy = "balanced_accuracy"
    claims, answers = known.log_odds(weights)
    made = decided(
        replace(head, shift=weights.shift, elsewhere=weights.elsewhere),
        replace(SHIPPED, threshold=policy),
        (claims, answers),
        known.rows.labels,
        [str(each.metadata["source_id"]) for each in material.examples],
        claim_labels=known.rows.claim_labels > 0,
        refitted="trees",
    )
    if threshold == "everywhere":
        decision = everywhere(made.answer_decision, weights, material)
        made = replace(made, answer_decision=decision)
    return Decided(made, claims, answers)


def _moved(head: TwoLevelHead, material: Material) -> Weights:
    """Move the sum for other forms to where the thresholds that are there serve best.

    Of answers that is the best mean balanced accuracy over the corpora but RAGTruth, each judged
    by that sum alone; of claims the best F1 in the flagged ones among answers of several sentences.
    """
    assert head.shift is not None
    assert head.elsewhere is not None
    others = {n: k for n, k in material.known.items() if n in CHOSEN_BY and n != RAGTRUTH}
    odds = {name: known.log_odds(Weights(head.elsewhere.shift)) for name, known in others.items()}
    means = [
        np.mean([balanced(k, odds[n][1] + by, head.answer_decision) for n, k in others.items()])
        for by in _OFFSETS
    ]
    answers = float(_OFFSETS[int(np.argmax(means))])
    claims = head.elsewhere.offsets[0]
    if ANSWERS in others:
        own, (of_claims, of_answers) = others[ANSWERS], odds[ANSWERS]
        told = [_f1_of_claims(head, own, (of_claims + by, of_answers + answers)) for by in _OFFSETS]
        claims = float(_OFFSETS[int(np.argmax(told))])
    offsets = round(claims, DIGITS), round(answers, DIGITS)
    return Weights(head.shift, replace(head.elsewhere, offsets=offsets))


def _f1_of_claims(head: TwoLevelHead, known: Known, odds: tuple[Floats, Floats]) -> float:
    """Return the F1 of the claims that verdicts would flag."""
    scores = head.claim_decision.scores_of_log_odds(odds[0])
    answers = head.answer_decision.flags(head.answer_decision.scores_of_log_odds(odds[1]))
    flags = agreeing(head.claim_decision.flags(scores), scores, known.rows.owner, answers)
    return float(metrics.f1(known.rows.claim_labels > 0, flags) or 0.0)


def everywhere(decision: Decision, weights: Weights, material: Material) -> Decision:
    """Return the decision with the threshold that is best over all corpora together."""
    thresholds = np.linspace(0.02, 0.98, 193)
    known = {name: material.known[name] for name in (RAGTRUTH, *material.left_out)}
    odds = {name: each.log_odds(weights)[1] for name, each in known.items()}
    at = [replace(decision, threshold=float(t)) for t in thresholds]
    of = {name: [balanced(each, odds[name], d) for d in at] for name, each in known.items()}
    others = [of[name] for name in material.left_out] or [of[RAGTRUTH]]
    means = (np.array(of[RAGTRUTH]) + np.mean(others, axis=0)) / 2
    best = float(thresholds[int(np.argmax(means))])
    return replace(decision, threshold=round(best, 4), policy=EVERYWHERE)


def balanced(known: Known, odds: Floats, decision: Decision) -> float:
    """Return the balanced accuracy of a decision on the answers' log-odds."""
    flags = decision.flags(decision.scores_of_log_odds(odds))
    return float(metrics.balanced_accuracy(known.rows.labels, flags) or 0.0)
