from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import xgboost

from groundgraph import specs
from groundgraph.errors import InputError, MissingExtraError, ModelError
from groundgraph.learn.boosted import BoostSettings, XGBoostHead

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("prd", "sas", "words")
SMALL = BoostSettings(n_trees=12, depth=3)


def rows(n: int = 300, seed: int = 0) -> tuple[Any, Any]:
    """Features with ties and of different scales; two bear on the label, which is uneven."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 3)) * (1, 1e-3, 100)
    x[:, 0] = x[:, 0].round(1)
    return x, x[:, 0] + 1000 * x[:, 1] + random.normal(size=n) / 2 > 1.5


@pytest.fixture(scope="module")
def head() -> XGBoostHead:
    return XGBoostHead.fit(*rows(), NAMES, settings=SMALL)


@pytest.mark.parametrize(
    "settings",
    [
        BoostSettings(),
        SMALL,
        BoostSettings(n_trees=20, depth=2, row_share=0.7, column_share=0.7, seed=3, balanced=False),
    ],
)
def test_the_head_equals_xgboost(settings: BoostSettings) -> None:
    x, y = rows(600)
    weights = np.linspace(0.5, 2, len(y))
    model = xgboost.XGBClassifier(
        learning_rate=settings.learning_rate,
        max_depth=settings.depth,
        n_estimators=settings.n_trees,
        scale_pos_weight=(~y).sum() / y.sum() if settings.balanced else 1,
        subsample=settings.row_share,
        colsample_bytree=settings.column_share,
        random_state=settings.seed,
        tree_method="hist",
    ).fit(x, y, sample_weight=weights)

    found = XGBoostHead.fit(x, y, NAMES, settings=settings, weights=weights)

    unseen = rows(500, seed=1)[0]
    for batch in (x, unseen, unseen.astype(np.float32), unseen * 1e6):
        expected = model.predict_proba(batch)[:, 1]
        assert found.probability(batch) == pytest.approx(expected, abs=1e-5)


def test_the_paper_s_settings_are_the_defaults() -> None:
    settings = BoostSettings()
    assert (settings.learning_rate, settings.depth, settings.n_trees) == (0.1, 6, 100)
    assert settings.balanced


def test_a_value_on_a_split_goes_right_as_in_xgboost(head: XGBoostHead) -> None:
    booster = xgboost.Booster()
    booster.load_model(bytearray(head.booster.encode()))
    splits = []
    for tree in json.loads(head.booster)["learner"]["gradient_booster"]["model"]["trees"]:
        inner = [i for i, child in enumerate(tree["left_children"]) if child >= 0]
        splits += [(tree["split_indices"][i], tree["split_conditions"][i]) for i in inner]
    edges = np.repeat(rows()[0].mean(axis=0)[None, :], len(splits), axis=0).astype(np.float32)
    for row, (column, value) in enumerate(splits):
        edges[row, column] = value
    below = np.nextafter(edges, np.float32(-np.inf))

    for batch in (edges, below):
        expected = booster.predict(xgboost.DMatrix(batch))
        assert head.probability(batch) == pytest.approx(expected, abs=1e-5)
    assert (head.probability(edges) != head.probability(below)).any()


def test_the_head_survives_json_and_loads_in_xgboost(head: XGBoostHead, tmp_path: Path) -> None:
    x, _ = rows(seed=2)
    again = specs.build(json.loads(json.dumps(specs.describe(head), allow_nan=False)))
    (tmp_path / "model.json").write_text(head.booster, encoding="utf-8")

    model = xgboost.XGBClassifier()
    model.load_model(tmp_path / "model.json")

    assert again == head
    assert hash(again) == hash(head)
    assert (again.probability(x) == head.probability(x)).all()
    assert model.predict_proba(x)[:, 1] == pytest.approx(head.probability(x), abs=1e-5)


def test_a_row_scores_the_same_alone_and_in_a_batch(head: XGBoostHead) -> None:
    x, _ = rows(seed=2)
    together = head.log_odds(x)

    assert [head.log_odds(x[i : i + 1])[0] for i in range(len(x))] == together.tolist()
    p = head.probability(x)
    assert np.log(p / (1 - p)) == pytest.approx(together, abs=1e-9)
    assert head.probability(np.zeros((0, 3))).shape == (0,)


def test_balance_lifts_the_rarer_class() -> None:
    x, y = rows()
    plain = XGBoostHead.fit(x, y, NAMES, settings=replace(SMALL, balanced=False))

    even = XGBoostHead.fit(x, y, NAMES, settings=SMALL)

    assert y.mean() < 0.3
    assert even.probability(x).mean() > plain.probability(x).mean() + 0.05


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [True] * 10}, "found 10 hallucinated and 0 grounded"),
        ({"names": ("a", "b")}, r"shape \(n, 2\)"),
        ({"x": np.full((10, 3), np.nan)}, "'prd' of row 0 is nan"),
        ({"weights": [1.0] * 3}, r"weights must have shape \(10,\)"),
    ],
)
def test_rows_that_cannot_be_fitted_are_refused(change: Any, message: str) -> None:
    good = {"x": np.zeros((10, 3)), "y": [True] * 5 + [False] * 5, "names": NAMES}
    with pytest.raises(InputError, match=message):
        XGBoostHead.fit(**{**good, **change})


def damaged(head: XGBoostHead, change: Any) -> str:
    content = json.loads(head.booster)
    change(content["learner"])
    return json.dumps(content)


def first_tree(learner: Any) -> Any:
    return learner["gradient_booster"]["model"]["trees"][0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda x: x["objective"].update(name="reg:squarederror"), "for 'reg:squarederror'"),
        (lambda x: x["learner_model_param"].update(num_feature="4"), "over 4 features"),
        (lambda x: x.pop("gradient_booster"), "not XGBoost's JSON"),
        (lambda x: x["learner_model_param"].update(base_score="high"), "not XGBoost's JSON"),
        (lambda x: first_tree(x)["left_children"].__setitem__(0, 999), "later one"),
        (lambda x: first_tree(x)["left_children"].__setitem__(1, 0), "later one"),
        (lambda x: first_tree(x)["split_indices"].__setitem__(0, 7), "outside the 3"),
        (lambda x: first_tree(x)["split_conditions"].pop(), "not XGBoost's JSON"),
        (lambda x: first_tree(x)["split_type"].__setitem__(0, 1), "splits by category"),
    ],
)
def test_a_damaged_head_is_refused_before_it_is_walked(
    head: XGBoostHead, change: Any, message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        XGBoostHead(NAMES, damaged(head, change))


def test_a_text_that_is_no_model_is_refused() -> None:
    for text in ("", "[]", "{}", "null"):
        with pytest.raises(ModelError, match="not XGBoost's JSON"):
            XGBoostHead(NAMES, text)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xgboost", None)

    with pytest.raises(MissingExtraError, match=r"pip install 'groundgraph\[gga\]'"):
        XGBoostHead.fit(*rows(), NAMES)


def test_judging_needs_no_xgboost(head: XGBoostHead, tmp_path: Path) -> None:
    (tmp_path / "head.json").write_text(json.dumps(specs.describe(head)), encoding="utf-8")
    code = (
        "import json, sys, pathlib; sys.modules['xgboost'] = None\n"
        "from groundgraph import specs\n"
        "head = specs.build(json.loads(pathlib.Path(sys.argv[1]).read_text()))\n"
        "print(head.probability([[0.0, 0.0, 0.0]])[0])\n"
        "assert not {'sklearn', 'torch'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "head.json")],
        check=True,
        capture_output=True,
        text=True,
    )
    assert float(done.stdout) == head.probability([[0.0, 0.0, 0.0]])[0]
