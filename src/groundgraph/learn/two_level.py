"""A claim head and, over its scores, a response head: one fit gives findings and a verdict.

The response head sees what the claim head says of claims it was not trained on (out-of-fold
by group), so the two levels stay honest with each other; the decisions are calibrated on
out-of-fold scores of the same folds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.learn.decision import Decision
from groundgraph.learn.expectation import Expectation, fitted_decision
from groundgraph.learn.folds import grouped_folds, out_of_fold
from groundgraph.learn.heads import TreeHead
from groundgraph.learn.inputs import columns, logistic
from groundgraph.learn.novelty import Novelty
from groundgraph.learn.operating import operating_points, threshold_at
from groundgraph.learn.reliability import reliability
from groundgraph.learn.shift import Found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.elsewhere import Elsewhere
    from groundgraph.learn.operating import OperatingPoint
    from groundgraph.learn.shift import Shift
    from groundgraph.learn.trees import TreeSettings

    Floats = NDArray[np.float64]

_SUMMARIES = ("mean", "max")
_SCORE_SUMMARIES = (
    "score_max",
    "score_second",
    "score_mean",
    "score_sum",
    "score_any",
    "score_last",
    "score_long",
)


class Table(NamedTuple):
    """The features of a batch of answers and of their claims.

    Attributes:
        claims: Shape ``(n_claims, n_claim_features)``, the claims of all answers in order.
        owner: Which answer each claim belongs to, shape ``(n_claims,)``, ascending.
        answers: Shape ``(n_answers, n_answer_features)``.
        claim_names: Names of the claim features.
        answer_names: Names of the answer features.
        beside: Features of the claims that the heads do not read, only a `Shift`, shape
            ``(n_claims, len(beside_names))``.
        beside_names: Their names; none where nothing is measured beside.
        form: Features of the answers that the heads do not read, only a `Novelty`, shape
            ``(n_answers, len(form_names))``.
        form_names: Their names; none where form is not measured.
    """

    claims: Floats
    owner: NDArray[np.intp]
    answers: Floats
    claim_names: tuple[str, ...]
    answer_names: tuple[str, ...]
    beside: Floats = np.zeros((0, 0))
    beside_names: tuple[str, ...] = ()
    form: Floats = np.zeros((0, 0))
    form_names: tuple[str, ...] = ()


class Judgement(NamedTuple):
    """Calibrated scores in [0, 1] and flags, by claim and by answer.

    A claim is flagged only in a flagged answer, and a flagged answer has a flagged claim. The
    answer's score is a probability where ``calibrated`` says so.
    """

    claim_scores: Floats
    claim_flags: NDArray[np.bool_]
    answer_scores: Floats
    answer_flags: NDArray[np.bool_]
    calibrated: NDArray[np.bool_]


class OutOfFold(NamedTuple):
    """What heads say of answers and claims whose group they did not see.

    Attributes:
        claims: Calibrated scores of the claims.
        answers: The same of the answers.
        claim_trees: Log-odds of the claims by the trees alone.
        answer_trees: The same of the answers.
    """

    claims: Floats
    answers: Floats
    claim_trees: Floats
    answer_trees: Floats


@dataclass(frozen=True)
class TwoLevelHead:
    """Fitted claim and response heads with their decisions.

    Attributes:
        claim_head: Scores claims.
        answer_head: Scores answers, over their claims' scores.
        claim_decision: Calibration and threshold of the claims' log-odds.
        answer_decision: The same of the answers'.
        points: Thresholds of the answers' scores that can be had without fitting again.
        reliability: How far the answers' scores are probabilities, out-of-fold: rows of
            `groundgraph.learn.reliability.Bin`.
        shift: What is added to the log-odds of both heads, by rule and by a reader, before
            calibration.
        novelty: Which answers are unlike those that the decisions were calibrated on, whose scores
            are no probabilities; ``None`` where that was not learned.
        expectation: What was fitted last, and how it did on answers held out.
        elsewhere: What is added in place of ``shift`` to the log-odds of answers that are unlike
            those which the trees learnt from; ``None`` where one sum serves all.
    """

    claim_head: TreeHead
    answer_head: TreeHead
    claim_decision: Decision
    answer_decision: Decision
    points: tuple[OperatingPoint, ...] = field(default=(), repr=False)
    reliability: tuple[tuple[float, ...], ...] = field(default=(), repr=False)
    shift: Shift | None = None
    novelty: Novelty | None = None
    expectation: Expectation | None = None
    elsewhere: Elsewhere | None = field(default=None, metadata={"later": True})

    def at(self, wanted: str) -> TwoLevelHead:
        """Return a copy that decides answers by one of its operating points, or by a threshold.

        Raises:
            InputError: When there is no such point.
        """
        name, threshold = threshold_at(self.points, wanted)
        decision = replace(self.answer_decision, threshold=threshold, policy=f"at {name}")
        return replace(self, answer_decision=decision)

    def judge(self, table: Table) -> Judgement:
        """Score and flag every claim and answer of a batch.

        Features that a head was not fitted on are left aside.

        Raises:
            ModelError: When the table lacks one that it was fitted on.
        """
        moved, whole = self.log_odds(table)
        claim_scores = self.claim_decision.scores_of_log_odds(moved)
        answer_scores = self.answer_decision.scores_of_log_odds(whole)
        answer_flags = self.answer_decision.flags(answer_scores)
        claim_flags = agreeing(
            self.claim_decision.flags(claim_scores), claim_scores, table.owner, answer_flags
        )
        return Judgement(
            claim_scores, claim_flags, answer_scores, answer_flags, self._calibrated(table)
        )

    def log_odds(self, table: Table) -> tuple[Floats, Floats]:
        """Return the log-odds of claims and answers before calibration; errors as for `judge`."""
        log_odds = self.claim_head.log_odds(
            columns(table.claims, table.claim_names, self.claim_head.names)
        )
        every = answer_features(table, logistic(log_odds))
        features = columns(every, answer_feature_names(table), self.answer_head.names)
        trees = log_odds, self.answer_head.log_odds(features)
        return summed(self.shift, self.elsewhere, table, trees)

    def _calibrated(self, table: Table) -> NDArray[np.bool_]:
        if self.novelty is None or not self.answer_decision.calibrated:
            return np.full(len(table.answers), self.answer_decision.calibrated)
        return ~self.novelty.novel(table.form, table.form_names)


@dataclass(frozen=True)
class TwoLevelRecipe:
    """How to fit a `TwoLevelHead`.

    Attributes:
        claim_trees: How the claim head's trees are grown.
        answer_trees: How the response head's are.
        monotone: Features of claims or answers whose growth may only raise (1) or lower (-1) the
            score; for a claim's, its mean and maximum over an answer too.
        calibration: "sigmoid", "isotonic" or "none".
        threshold: A policy of `groundgraph.learn.thresholds.choose`.
        n_folds: Folds of the out-of-fold scores.
        seed: Of the folds.
        shift: What is added to log-odds beside the heads; of it what the table holds measured.
            It is not fitted, and decisions are fitted with it.
    """

    claim_trees: TreeSettings
    answer_trees: TreeSettings
    monotone: dict[str, int]
    calibration: str = "sigmoid"
    threshold: str = "best_f1"
    n_folds: int = 5
    seed: int = 0
    shift: Shift | None = None

    def fit(
        self,
        table: Table,
        claim_labels: NDArray[np.bool_],
        labels: NDArray[np.bool_],
        groups: Sequence[str],
        *,
        n_judged: int | None = None,
    ) -> tuple[TwoLevelHead, OutOfFold]:
        """Fit both heads.

        Args:
            table: Features of the training answers; every answer has a claim.
            claim_labels: Whether a claim is hallucinated, shape ``(n_claims,)``.
            labels: Whether an answer is, shape ``(n_answers,)``.
            groups: What may not be split between folds, such as the answer's passages.
            n_judged: Calibrate and choose thresholds on this many answers, the first ones; the
                others only train the heads. All of them where not given.

        Returns:
            The fitted head, and the out-of-fold scores that its decisions rest on.
        """
        folds = grouped_folds(groups, labels, n_folds=self.n_folds, seed=self.seed)
        claim_folds = folds[table.owner]
        fit_claims = partial(self._fit_claims, table.claim_names)
        claim_log_odds = out_of_fold(
            fit_claims, TreeHead.log_odds, table.claims, claim_labels, claim_folds
        )
        features = answer_features(table, logistic(claim_log_odds))
        fit_answers = partial(self._fit_answers, answer_feature_names(table))
        answer_log_odds = out_of_fold(fit_answers, TreeHead.log_odds, features, labels, folds)
        by_trees = claim_log_odds, answer_log_odds
        shift = self.shift.among(table.beside_names) if self.shift and table.beside_names else None
        claim_log_odds, answer_log_odds = summed(shift, None, table, by_trees)
        n_judged = len(labels) if n_judged is None else n_judged
        judged = groups[:n_judged]
        answer_log_odds, labels_judged = answer_log_odds[:n_judged], labels[:n_judged]
        judged_claims = table.owner < n_judged
        claim_log_odds = claim_log_odds[judged_claims]
        expected = Expectation.of(
            "trees", answer_log_odds, labels_judged, judged, **self.how_decided
        )
        head = TwoLevelHead(
            fit_claims(table.claims, claim_labels),
            fit_answers(features, labels),
            Decision.fit_log_odds(
                claim_log_odds, claim_labels[judged_claims], calibration=self.calibration
            ),
            fitted_decision(
                expected,
                Decision.fit_log_odds,
                answer_log_odds,
                labels_judged,
                **self.how_decided,
            ),
            shift=shift,
            novelty=novelty_of(table, judged),
            expectation=expected,
        )
        scores = OutOfFold(
            head.claim_decision.scores_of_log_odds(claim_log_odds),
            head.answer_decision.scores_of_log_odds(answer_log_odds),
            by_trees[0][judged_claims],
            by_trees[1][:n_judged],
        )
        known = (labels_judged, scores.answers, judged)
        points, bins = operating_points(*known), reliability(*known)
        return replace(head, points=points, reliability=tuple(map(tuple, bins))), scores

    @property
    def how_decided(self) -> dict[str, str]:
        """How the decision on answers is fitted: calibration and policy."""
        return {"calibration": self.calibration, "policy": self.threshold}

    def _fit_claims(self, names: tuple[str, ...], x: Floats, y: NDArray[np.bool_]) -> TreeHead:
        monotone = {name: sign for name, sign in self.monotone.items() if name in names}
        return TreeHead.fit(x, y, names, settings=self.claim_trees, monotone=monotone)

    def _fit_answers(self, names: tuple[str, ...], x: Floats, y: NDArray[np.bool_]) -> TreeHead:
        signs = dict.fromkeys(_SCORE_SUMMARIES, 1) | self.monotone
        signs |= {f"{n}_{how}": sign for n, sign in self.monotone.items() for how in _SUMMARIES}
        monotone = {name: sign for name, sign in signs.items() if name in names}
        return TreeHead.fit(x, y, names, settings=self.answer_trees, monotone=monotone)


def novelty_of(table: Table, groups: Sequence[str]) -> Novelty | None:
    """Learn what the first answers, one for each group given, are like, where form is measured."""
    if not table.form_names:
        return None
    return Novelty.fit(table.form[: len(groups)], table.form_names, groups)


def summed(
    shift: Shift | None, elsewhere: Elsewhere | None, table: Table, trees: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return the log-odds of claims and answers with what is added to those of the trees.

    Where nothing is measured beside, as in answers that are not read as English, that is what is
    added to usual ones.

    Args:
        shift: What is added to answers like those that the trees learnt from.
        elsewhere: What is added to others.
        table: What was measured of the answers.
        trees: Log-odds of claims and answers by the trees.
    """
    claims, answers = trees
    if shift is None or not len(answers):
        return claims, answers
    if not table.beside_names:
        return shift.unmeasured(claims, answers)
    found = Found(table.beside, table.beside_names, table.owner)
    home = shift.moved(found, claims, answers)
    if elsewhere is None:
        return home
    share = elsewhere.share(table.form, table.form_names)
    return elsewhere.blended(found, share, trees, home)


def agreeing(
    flags: NDArray[np.bool_],
    scores: Floats,
    owner: NDArray[np.intp],
    answer_flags: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Flag claims of flagged answers alone, and of each of these at least the worst one.

    Args:
        flags: Whether each claim is flagged by itself, shape ``(n_claims,)``.
        scores: The claims' scores, shape ``(n_claims,)``.
        owner: Which answer each claim belongs to, shape ``(n_claims,)``, ascending.
        answer_flags: Whether each answer is flagged, shape ``(n_answers,)``.
    """
    kept = flags & answer_flags[owner]
    kept[_worst(scores, owner)[answer_flags]] = True
    return kept


def answer_features(table: Table, scores: Floats) -> Floats:
    """Join the answers' own features with summaries of their claims.

    Args:
        table: The batch.
        scores: Raw scores of the claims, shape ``(n_claims,)``.

    Returns:
        Shape ``(n_answers, len(answer_feature_names(table)))``.
    """
    starts = np.searchsorted(table.owner, np.arange(len(table.answers)))
    counts = np.diff(np.append(starts, len(table.owner)))[:, None]
    sums = np.add.reduceat(table.claims, starts, axis=0)
    return np.concatenate(
        [
            table.answers,
            sums / counts,
            np.maximum.reduceat(table.claims, starts, axis=0),
            _score_summaries(scores, starts, table),
        ],
        axis=1,
    )


def answer_feature_names(table: Table) -> tuple[str, ...]:
    """Name the columns of `answer_features`."""
    summaries = [f"{name}_{how}" for how in _SUMMARIES for name in table.claim_names]
    return (*table.answer_names, *summaries, *_SCORE_SUMMARIES)


def _score_summaries(scores: Floats, starts: NDArray[np.intp], table: Table) -> Floats:
    """Summarise the claims' scores by answer, one column for each of `_SCORE_SUMMARIES`."""
    order = np.lexsort((-scores, table.owner))
    stops = np.append(starts, len(scores))[1:]
    second = scores[order][np.minimum(starts + 1, stops - 1)]
    totals = np.add.reduceat(scores, starts)
    none = np.add.reduceat(np.log1p(-np.minimum(scores, 1 - 1e-6)), starts)
    length = table.claims[:, table.claim_names.index("characters")]
    return np.stack(
        [
            np.maximum.reduceat(scores, starts),
            np.where(stops - starts > 1, second, 0.0),
            totals / (stops - starts),
            totals,
            -np.expm1(none),
            scores[stops - 1],
            np.add.reduceat(scores * length, starts) / np.add.reduceat(length, starts),
        ],
        axis=1,
    )


def _worst(scores: Floats, owner: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the number of each answer's claim with the highest score, the first among equals."""
    order = np.lexsort((np.arange(len(scores)), -scores, owner))
    return order[np.searchsorted(owner, np.unique(owner))]
