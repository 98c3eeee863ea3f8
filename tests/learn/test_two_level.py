from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from groundgraph import InputError, ModelError
from groundgraph.learn.decision import Decision
from groundgraph.learn.heads import TreeHead
from groundgraph.learn.trees import TreeSettings
from groundgraph.learn.two_level import (
    Table,
    TwoLevelHead,
    TwoLevelRecipe,
    answer_feature_names,
    answer_features,
)
from groundgraph.measures.metrics import auroc

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("signal", "characters")
TREES = TreeSettings(max_iter=20, max_leaf_nodes=4, min_samples_leaf=5)
RECIPE = TwoLevelRecipe(TREES, TREES, {"signal": 1}, n_folds=3)


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Keep scikit-learn, once loaded, from spreading tiny fits over threads."""
    import sklearn.ensemble  # noqa: F401

    with threadpool_limits(1):
        yield


def table(claims: list[tuple[float, float]], owner: list[int], n_answers: int) -> Table:
    return Table(
        np.array(claims, float).reshape(-1, 2),
        np.array(owner, np.intp),
        np.arange(n_answers, dtype=float)[:, None],
        NAMES,
        ("own",),
    )


def stump(names: tuple[str, ...], column: str, cuts: dict[float, float], low: float) -> TreeHead:
    """Return a head that adds log-odds for each threshold that the column exceeds."""
    n = len(cuts)
    return TreeHead(
        names=names,
        feature=(names.index(column), -1, -1) * n,
        threshold=tuple(value for cut in cuts for value in (cut, 0.0, 0.0)),
        left=tuple(3 * i + j for i in range(n) for j in (1, 1, 2)),
        right=tuple(3 * i + j for i in range(n) for j in (2, 1, 2)),
        value=tuple(value for step in cuts.values() for value in (0.0, 0.0, step)),
        roots=tuple(range(0, 3 * n, 3)),
        baseline=low,
    )


SHAPE = answer_feature_names(table([], [], 0))
HEAD = TwoLevelHead(
    claim_head=stump(NAMES, "signal", {1.0: 2.0, 2.0: 2.0}, -2.0),  # log-odds -2, 0 or 2
    answer_head=stump(SHAPE, "score_max", {0.3: 4.0}, -2.0),
    claim_decision=Decision(None, 0.8, "by hand"),
    answer_decision=Decision(None, 0.5, "by hand"),
)


def test_an_answers_features_are_its_own_and_summaries_of_its_claims() -> None:
    two = table([(1, 10), (3, 30), (5, 20)], [0, 0, 1], 2)

    rows = answer_features(two, np.array([0.2, 0.6, 0.5]))

    assert rows.shape == (2, len(SHAPE))
    first, second = (dict(zip(SHAPE, row.tolist(), strict=True)) for row in rows)
    assert first == pytest.approx(
        {
            "own": 0,
            "signal_mean": 2,
            "characters_mean": 20,
            "signal_max": 3,
            "characters_max": 30,
            "score_max": 0.6,
            "score_second": 0.2,
            "score_mean": 0.4,
            "score_sum": 0.8,
            "score_any": 1 - 0.8 * 0.4,
            "score_last": 0.6,
            "score_long": (0.2 * 10 + 0.6 * 30) / 40,
        }
    )
    assert second["own"] == 1
    assert second["score_second"] == 0  # it has one claim
    assert second["score_max"] == second["score_last"] == second["score_long"] == 0.5


def test_a_claim_that_is_surely_hallucinated_leaves_the_features_finite() -> None:
    rows = answer_features(table([(1, 1), (1, 1)], [0, 0], 1), np.array([1.0, 1.0]))

    assert np.isfinite(rows).all()


def test_only_claims_of_a_flagged_answer_are_flagged() -> None:
    # The third claim's score reaches the claims' threshold; so does its answer's.
    judged = HEAD.judge(table([(0, 5), (0, 5), (9, 5), (0, 5)], [0, 1, 1, 1], 2))

    assert judged.answer_flags.tolist() == [False, True]
    assert judged.claim_flags.tolist() == [False, False, True, False]


def test_a_flagged_answer_marks_its_worst_claim_even_below_the_threshold() -> None:
    judged = HEAD.judge(table([(0, 5), (1.5, 5), (1.5, 5)], [0, 0, 0], 1))

    assert judged.claim_scores.max() < HEAD.claim_decision.threshold
    assert judged.answer_flags.tolist() == [True]
    assert judged.claim_flags.tolist() == [False, True, False]  # the first of the two worst


def test_no_claim_of_a_grounded_answer_is_flagged_whatever_its_score() -> None:
    strict = replace(HEAD, answer_decision=Decision(None, 0.95, "by hand"))

    judged = strict.judge(table([(9, 5)], [0], 1))

    assert judged.claim_scores[0] >= strict.claim_decision.threshold
    assert not judged.claim_flags.any()


def test_features_that_a_head_was_not_fitted_on_change_nothing() -> None:
    plain = table([(0, 5), (0, 5), (9, 5), (0, 5)], [0, 1, 1, 1], 2)
    more = plain._replace(
        claims=np.column_stack([np.full(4, 7.0), plain.claims]), claim_names=("new", *NAMES)
    )

    for own, other in zip(HEAD.judge(plain), HEAD.judge(more), strict=True):
        assert own.tolist() == other.tolist()


def test_a_feature_that_is_not_measured_is_an_error() -> None:
    fewer = table([(0, 5)], [0], 1)._replace(claims=np.zeros((1, 1)), claim_names=("characters",))

    with pytest.raises(ModelError, match=r"not measured any more: \['signal'\]; fit it again"):
        HEAD.judge(fewer)


def test_an_empty_batch_has_an_empty_judgement() -> None:
    judged = HEAD.judge(table([], [], 0))

    assert [len(column) for column in judged] == [0, 0, 0, 0]


@given(st.lists(st.lists(st.floats(-1, 3), min_size=1, max_size=5), min_size=1, max_size=6))
def test_answers_are_judged_alone_as_in_a_batch(signals: list[list[float]]) -> None:
    owner = [number for number, claims in enumerate(signals) for _ in claims]
    rows = [(signal, 5.0 + place) for claims in signals for place, signal in enumerate(claims)]
    batch = table(rows, owner, len(signals))

    judged = HEAD.judge(batch)

    for number in range(len(signals)):
        own = batch.owner == number
        alone = HEAD.judge(
            batch._replace(
                claims=batch.claims[own],
                owner=np.zeros(int(own.sum()), np.intp),
                answers=batch.answers[number : number + 1],
            )
        )
        assert alone.claim_scores == pytest.approx(judged.claim_scores[own])
        assert alone.claim_flags.tolist() == judged.claim_flags[own].tolist()
        assert alone.answer_scores[0] == pytest.approx(judged.answer_scores[number])
        assert judged.claim_flags[own].any() == judged.answer_flags[number]


def planted(n_answers: int, seed: int = 0) -> tuple[Table, np.ndarray, np.ndarray]:
    """Make three claims an answer; in every second answer one has a high signal."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n_answers) % 2 == 1
    claim_labels = np.zeros(3 * n_answers, bool)
    claim_labels[3 * np.flatnonzero(labels) + rng.integers(0, 3, labels.sum())] = True
    claims = np.stack(
        [claim_labels + rng.normal(0, 0.3, 3 * n_answers), rng.integers(20, 90, 3 * n_answers)],
        axis=1,
    )
    owner = np.repeat(np.arange(n_answers), 3)
    return (
        Table(claims, owner, rng.normal(size=(n_answers, 1)), NAMES, ("own",)),
        claim_labels,
        labels,
    )


def test_both_heads_learn_what_makes_a_claim_and_its_answer_hallucinated() -> None:
    made, claim_labels, labels = planted(120)

    head, out_of_fold = RECIPE.fit(made, claim_labels, labels, list(map(str, range(120))))

    unseen, unseen_claim_labels, unseen_labels = planted(60, seed=1)
    judged = head.judge(unseen)
    assert (auroc(unseen_claim_labels, judged.claim_scores) or 0) > 0.9
    assert (auroc(unseen_labels, judged.answer_scores) or 0) > 0.9
    assert out_of_fold.claims.shape == claim_labels.shape
    assert (auroc(labels, out_of_fold.answers) or 0) > 0.9


def test_out_of_fold_scores_do_not_know_the_labels_of_their_own_group() -> None:
    """Labels drawn by group, with a signal that tells nothing but which group it is."""
    rng = np.random.default_rng(0)
    group = np.repeat(np.arange(40), 6)
    labels = rng.integers(0, 2, 40).astype(bool)[group]
    claims = np.stack([group.astype(float), np.full(240, 50.0)], axis=1)
    made = Table(claims, np.arange(240), group[:, None].astype(float), NAMES, ("own",))
    recipe = replace(RECIPE, monotone={}, calibration="none")

    head, out_of_fold = recipe.fit(made, labels, labels, list(map(str, group)))

    seen = head.claim_head.probability(claims)
    assert (auroc(labels, seen) or 0) > 0.9
    assert (auroc(labels, out_of_fold.claims) or 1) < 0.75
    assert (auroc(labels, out_of_fold.answers) or 1) < 0.75


def test_calibration_and_threshold_are_what_was_asked_for() -> None:
    made, claim_labels, labels = planted(60)
    groups = list(map(str, range(60)))
    recipe = replace(RECIPE, calibration="none", threshold="balanced_accuracy")

    head, _ = recipe.fit(made, claim_labels, labels, groups)

    assert head.claim_decision.calibrator is head.answer_decision.calibrator is None
    assert head.answer_decision.policy == "balanced_accuracy"
    assert RECIPE.fit(made, claim_labels, labels, groups)[0].answer_decision.calibrated


def test_the_same_answers_give_the_same_head() -> None:
    made, claim_labels, labels = planted(60)
    groups = list(map(str, range(60)))

    first, _ = RECIPE.fit(made, claim_labels, labels, groups)

    assert RECIPE.fit(made, claim_labels, labels, groups)[0] == first


def test_fewer_groups_than_folds_are_an_input_error() -> None:
    made, claim_labels, labels = planted(60)

    with pytest.raises(InputError, match="3 folds of 2 groups"):
        RECIPE.fit(made, claim_labels, labels, ["a", "b"] * 30)
