from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from groundgraph import InputError, ModelError, specs
from groundgraph.learn.ridge import RidgeHead

RANDOM = np.random.default_rng(7)
X = RANDOM.normal(size=(300, 12)).astype(np.float32)
Y = X[:, 0] - X[:, 3] + RANDOM.normal(size=300) > 0.4


def test_scores_are_those_of_scikit_learn() -> None:
    expected = Ridge(alpha=10.0, solver="cholesky").fit(X.astype(float), Y).predict(X)
    assert RidgeHead.fit(X, Y, penalty=10.0).score(X) == pytest.approx(expected, abs=1e-4)


def test_a_row_scores_the_same_alone_or_among_others() -> None:
    head = RidgeHead.fit(X, Y)
    assert head.score(X)[5] == head.score(X[5:6])[0]


def test_a_head_comes_back_from_its_spec() -> None:
    head = RidgeHead.fit(X, Y)
    assert specs.build(json.loads(json.dumps(specs.describe(head)))) == head


def test_one_class_cannot_be_fitted() -> None:
    with pytest.raises(InputError):
        RidgeHead.fit(X, np.ones(300, bool))


@pytest.mark.parametrize("weights", [(float("nan"),), (float("inf"), 1.0)])
def test_damaged_weights_are_refused(weights: Any) -> None:
    with pytest.raises(ModelError, match="damaged"):
        RidgeHead(weights, 0.0)


def test_vectors_of_another_encoder_are_refused() -> None:
    with pytest.raises(ModelError, match="fitted on vectors of 12 dimensions, found 5"):
        RidgeHead.fit(X, Y).score(X[:, :5])
