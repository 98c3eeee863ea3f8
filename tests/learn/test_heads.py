from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from groundgraph import specs
from groundgraph.errors import InputError, ModelError
from groundgraph.learn import trees
from groundgraph.learn.heads import GroupedHead, LogisticHead, TreeHead
from groundgraph.learn.trees import TreeSettings

NAMES = ("coverage", "length", "novelty")
SMALL = TreeSettings(max_iter=10, max_leaf_nodes=6, min_samples_leaf=3)


def rows(n: int = 300, seed: int = 0) -> tuple[Any, Any]:
    """Features with ties and different scales; the first and the last bear on the label."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 3)) * (1, 100, 0.01) + (0, 500, 0)
    x[:, 0] = x[:, 0].round(1)
    return x, x[:, 0] - 100 * x[:, 2] + random.normal(size=n) > 0.3


def rebuilt(head: Any) -> Any:
    return specs.build(json.loads(json.dumps(specs.describe(head), allow_nan=False)))


@pytest.mark.parametrize("balanced", [True, False])
def test_logistic_head_equals_scikit_learn(balanced: bool) -> None:
    x, y = rows()
    weights = np.linspace(0.5, 2, len(y))
    head = LogisticHead.fit(x, y, NAMES, balanced=balanced, c=0.3, weights=weights)
    model = LogisticRegression(
        C=0.3, class_weight="balanced" if balanced else None, tol=1e-6, max_iter=1000
    )
    pipeline = make_pipeline(StandardScaler(), model)
    pipeline.fit(x, y, logisticregression__sample_weight=weights)
    assert head.probability(x) == pytest.approx(pipeline.predict_proba(x)[:, 1], abs=1e-8)
    assert head.log_odds(x) == pytest.approx(pipeline.decision_function(x), abs=1e-6)


@pytest.mark.parametrize("constant", [0.0, 0.1, -1e9])
def test_a_feature_that_never_varied_is_ignored(constant: float) -> None:
    x, y = rows()
    x[:, 1] = constant
    head = LogisticHead.fit(x, y, NAMES)
    assert head.coefficients[1] == 0.0
    elsewhere = x + np.array([0, 5, 0])
    assert (head.probability(elsewhere) == head.probability(x)).all()


@pytest.mark.parametrize(
    "settings",
    [
        SMALL,
        TreeSettings(max_iter=25),
        TreeSettings(max_iter=15, max_features=0.5, l2=1.0, seed=3, balanced=True),
    ],
)
def test_tree_head_equals_scikit_learn(settings: TreeSettings) -> None:
    x, y = rows(800)
    weights = np.linspace(0.5, 2, len(y))
    head = TreeHead.fit(x, y, NAMES, settings=settings, weights=weights)
    model = HistGradientBoostingClassifier(
        learning_rate=0.1,
        max_iter=settings.max_iter,
        max_leaf_nodes=settings.max_leaf_nodes,
        min_samples_leaf=settings.min_samples_leaf,
        l2_regularization=settings.l2,
        max_features=settings.max_features,
        class_weight="balanced" if settings.balanced else None,
        random_state=settings.seed,
        early_stopping=False,
    ).fit(x, y, sample_weight=weights)
    unseen = rows(500, seed=1)[0]
    for batch in (x, unseen, unseen.astype(np.float32), unseen * 1e6):
        expected = model.predict_proba(batch)[:, 1]
        assert head.probability(batch) == pytest.approx(expected, abs=1e-6)


def test_a_value_on_a_threshold_goes_left_as_in_scikit_learn() -> None:
    x, y = rows(600)
    head = TreeHead.fit(x, y, NAMES, settings=SMALL)
    model = HistGradientBoostingClassifier(
        max_iter=10, max_leaf_nodes=6, min_samples_leaf=3, random_state=0
    ).fit(x, y)
    inner = [i for i, feature in enumerate(head.feature) if feature >= 0]
    edges = np.repeat(x.mean(axis=0)[None, :], len(inner), axis=0)
    for row, node in enumerate(inner):
        edges[row, head.feature[node]] = head.threshold[node]
    past = np.nextafter(edges, np.inf)
    for batch in (edges, past, np.nextafter(edges, -np.inf)):
        expected = model.predict_proba(batch)[:, 1]
        assert head.probability(batch) == pytest.approx(expected, abs=1e-6)
    assert (head.probability(edges) != head.probability(past)).any()


def test_trees_are_the_same_again_and_differ_by_seed() -> None:
    x, y = rows(500)
    one, same, other = (
        TreeHead.fit(x, y, NAMES, settings=dataclasses.replace(SMALL, max_features=0.4, seed=seed))
        for seed in (1, 1, 2)
    )
    assert one == same
    assert hash(one) == hash(same)
    assert one != other


def test_a_monotone_feature_never_lowers_the_probability() -> None:
    x, y = rows(500)
    head = TreeHead.fit(x, ~y, NAMES, settings=SMALL, monotone={"coverage": -1, "novelty": 1})
    steps = np.repeat(x[:1], 50, axis=0)
    for column, sign in ((0, -1), (2, 1)):
        moved = steps.copy()
        moved[:, column] = np.linspace(x[:, column].min(), x[:, column].max(), 50)
        assert (sign * np.diff(head.probability(moved)) >= 0).all()
    free = TreeHead.fit(x, ~y, NAMES, settings=SMALL)
    assert free != head


def test_balanced_trees_do_not_follow_the_base_rate() -> None:
    x, _ = rows(600)
    noise = np.random.default_rng(5).random(600) < 0.1
    plain = TreeHead.fit(x, noise, NAMES, settings=SMALL).probability(x).mean()
    even = TreeHead.fit(x, noise, NAMES, settings=dataclasses.replace(SMALL, balanced=True))
    assert plain == pytest.approx(noise.mean(), abs=0.02)
    assert even.probability(x).mean() > 0.3


def heads() -> list[Any]:
    x, y = rows()
    return [LogisticHead.fit(x, y, NAMES), TreeHead.fit(x, y, NAMES, settings=SMALL)]


@pytest.mark.parametrize("head", heads(), ids=lambda head: type(head).__name__)
class TestEveryHead:
    def test_survives_json(self, head: Any) -> None:
        x, _ = rows(seed=2)
        again = rebuilt(head)
        assert again == head
        assert (again.probability(x) == head.probability(x)).all()

    def test_scores_a_row_the_same_alone_and_in_a_batch(self, head: Any) -> None:
        x, _ = rows(seed=2)
        together = head.log_odds(np.asfortranarray(x))
        assert [head.log_odds(x[i : i + 1])[0] for i in range(len(x))] == together.tolist()

    def test_returns_probabilities_of_the_log_odds(self, head: Any) -> None:
        x, _ = rows(seed=2)
        p = head.probability(x)
        assert ((p >= 0) & (p <= 1)).all()
        assert np.log(p / (1 - p)) == pytest.approx(head.log_odds(x), abs=1e-9)

    def test_takes_no_rows(self, head: Any) -> None:
        assert head.probability(np.zeros((0, 3))).shape == (0,)

    def test_refuses_other_shapes_and_values(self, head: Any) -> None:
        with pytest.raises(
            InputError, match=r"shape \(n, 3\), one column per name; found \(4, 2\)"
        ):
            head.probability(np.zeros((4, 2)))
        with pytest.raises(InputError, match="feature 'novelty' of row 1 is nan"):
            head.probability([[0, 0, 0], [0, 0, float("nan")]])


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 1000), st.integers(10, 80))
def test_any_fitted_tree_survives_json_and_equals_itself(seed: int, n: int) -> None:
    x, y = rows(n, seed)
    y[:2] = (True, False)
    head = TreeHead.fit(x, y, NAMES, settings=dataclasses.replace(SMALL, max_iter=3))
    assert rebuilt(head) == head
    assert np.isfinite(head.log_odds(x)).all()


def test_trees_that_found_no_split_return_the_base_rate() -> None:
    x = np.zeros((40, 3))
    y = np.arange(40) < 10
    head = TreeHead.fit(x, y, NAMES, settings=SMALL)
    assert head.probability(x) == pytest.approx(np.full(40, 0.25), abs=1e-6)


def test_many_rows_are_walked_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = rows()
    head = TreeHead.fit(x, y, NAMES, settings=SMALL)
    whole = head.log_odds(x)
    monkeypatch.setattr(trees, "CELLS", 70)
    assert (head.log_odds(x) == whole).all()


@pytest.mark.parametrize("fit", [LogisticHead.fit, TreeHead.fit])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [True] * 10}, "found 10 hallucinated and 0 grounded"),
        ({"y": [True] * 5 + [False] * 4}, "10 rows, 9 labels"),
        ({"y": [2] * 10}, "labels must be true or false"),
        ({"names": ("a", "b")}, r"shape \(n, 2\)"),
        ({"x": np.full((10, 3), np.inf)}, "'coverage' of row 0 is inf"),
        ({"weights": [1.0] * 5 + [0.0] * 5}, "found 5 hallucinated and 0 grounded"),
        ({"weights": [1.0] * 3}, r"weights must have shape \(10,\)"),
    ],
)
def test_rows_that_cannot_be_fitted_are_refused(fit: Any, change: Any, message: str) -> None:
    good = {"x": np.zeros((10, 3)), "y": [True] * 5 + [False] * 5, "names": NAMES}
    with pytest.raises(InputError, match=message):
        fit(**{**good, **change})


def test_monotone_must_name_features_and_directions() -> None:
    x, y = rows(50)
    with pytest.raises(InputError, match=r"unknown \['covrage'\], wrong \{'length': 2\}"):
        TreeHead.fit(x, y, NAMES, monotone={"covrage": 1, "length": 2})


LEAF_PAIR: dict[str, Any] = {
    "names": ("a",),
    "feature": (0, -1, -1),
    "threshold": (0.5, 0.0, 0.0),
    "left": (1, 1, 2),
    "right": (2, 1, 2),
    "value": (0.0, -1.0, 1.0),
    "roots": (0,),
    "baseline": 0.0,
}


def test_trees_can_be_written_by_hand() -> None:
    assert TreeHead(**LEAF_PAIR).log_odds([[0.5], [0.6]]).tolist() == [-1.0, 1.0]


@pytest.mark.parametrize(
    "damage",
    [
        {"feature": (1, -1, -1)},
        {"feature": (-2, -1, -1)},
        {"feature": (0.5, -1, -1)},
        {"left": (0, 1, 2)},
        {"right": (3, 1, 2)},
        {"left": (1, 2, 2)},
        {"threshold": (float("nan"), 0.0, 0.0)},
        {"value": (0.0, 1.0)},
        {"value": ("a", "b", "c")},
        {"value": ((0.0,), (1.0,), (1.0,))},
        {"roots": (3,)},
        {"baseline": float("inf")},
    ],
)
def test_a_damaged_tree_is_refused_before_it_is_walked(damage: Any) -> None:
    with pytest.raises(ModelError):
        TreeHead(**{**LEAF_PAIR, **damage})


@pytest.mark.parametrize(
    "damage",
    [
        {"mean": (0.0,)},
        {"scale": (1.0, 0.0, 1.0)},
        {"coefficients": (1.0, 2.0, float("nan"))},
        {"coefficients": None},
        {"intercept": float("inf")},
    ],
)
def test_a_damaged_logistic_head_is_refused(damage: Any) -> None:
    good = dataclasses.asdict(heads()[0])
    with pytest.raises(ModelError):
        LogisticHead(**{**good, **damage})


def fit_small(x: Any, y: Any) -> LogisticHead:
    return LogisticHead.fit(x, y, NAMES)


def generators(n: int) -> list[str | None]:
    return [("gpt", "llama", None)[i % 3] for i in range(n)]


def test_a_grouped_head_scores_each_row_by_its_own_head() -> None:
    x, y = rows()
    groups = generators(len(y))
    head = GroupedHead.fit(fit_small, x, y, groups)
    of = np.array(groups)
    assert set(head.heads) == {"gpt", "llama"}
    for group in ("gpt", "llama"):
        own = fit_small(x[of == group], y[of == group])
        assert (head.probability(x, groups)[of == group] == own.probability(x[of == group])).all()
    everyone = fit_small(x, y).probability(x)
    missing = np.array([group is None for group in groups])
    assert (head.probability(x, groups)[missing] == everyone[missing]).all()
    assert (head.probability(x, ["unheard of"] * len(y)) == everyone).all()


def test_a_group_with_too_few_of_a_class_falls_back() -> None:
    x, y = rows()
    y[::3] = False
    y[np.arange(0, 300, 3)[:9]] = True
    head = GroupedHead.fit(fit_small, x, y, generators(len(y)))
    assert set(head.heads) == {"llama"}
    head = GroupedHead.fit(fit_small, x, y, generators(len(y)), minimum=9)
    assert set(head.heads) == {"gpt", "llama"}


def test_a_grouped_head_survives_json() -> None:
    x, y = rows()
    head = GroupedHead.fit(fit_small, x, y, generators(len(y)))
    assert rebuilt(head) == head
    assert head.names == NAMES


def test_a_grouped_head_needs_a_group_per_row_and_the_same_features() -> None:
    x, y = rows()
    head = GroupedHead.fit(fit_small, x, y, generators(len(y)))
    with pytest.raises(InputError, match="300 rows, 2 groups"):
        head.probability(x, ["gpt", "llama"])
    with pytest.raises(InputError, match="300 rows, 2 groups"):
        GroupedHead.fit(fit_small, x, y, ["gpt", "llama"])
    other = LogisticHead.fit(x, y, NAMES[::-1])
    with pytest.raises(ModelError, match="another order"):
        GroupedHead({"gpt": other}, head.fallback)
    with pytest.raises(ModelError, match="no group can be called 'kind'"):
        GroupedHead({"kind": head.fallback}, head.fallback)


def test_scoring_needs_no_scikit_learn() -> None:
    code = (
        "import sys, groundgraph.learn.heads, groundgraph.learn.decision, groundgraph.learn.folds,"
        " groundgraph.measures.bootstrap, groundgraph.measures.baselines\n"
        "assert not {'sklearn', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
