from __future__ import annotations

import numpy as np
import pytest

from groundgraph.errors import InputError
from groundgraph.learn.reliability import diagram, reliability
from groundgraph.measures.metrics import reliability_curve


def test_the_bins_hold_all_rows_and_agree_with_the_curve() -> None:
    random = np.random.default_rng(0)
    scores = random.random(1000)
    labels = random.random(1000) < scores

    bins = reliability(labels, scores, list(range(1000)))

    curve = reliability_curve(labels, scores, n_bins=10)
    assert sum(b.n for b in bins) == 1000
    assert [b.score for b in bins] == pytest.approx(curve.score.tolist(), abs=1e-4)
    assert [b.share for b in bins] == pytest.approx(curve.rate.tolist(), abs=1e-4)
    assert all(b.low <= b.share <= b.high for b in bins)
    assert sum(b.low <= b.score <= b.high for b in bins) >= 8


def test_rows_of_one_source_make_the_interval_wider() -> None:
    random = np.random.default_rng(0)
    labels = np.repeat(random.random(100) < 0.5, 10)
    scores = np.full(1000, 0.5)

    [alone] = reliability(labels, scores, list(range(1000)))
    [together] = reliability(labels, scores, np.repeat(np.arange(100), 10).tolist())

    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_one_source_has_no_interval() -> None:
    [only] = reliability([True, False], [0.5, 0.5], ["a", "a"])

    assert only == (2, 0.5, 0.5, 0.5, 0.5)


def test_a_class_that_is_missing_is_an_input_error() -> None:
    with pytest.raises(InputError, match="at least 1 of each"):
        reliability([True, True], [0.5, 0.6], ["a", "b"])


def test_a_diagram_has_a_line_for_each_bin() -> None:
    lines = diagram([(10, 1.0, 1.0, 0.9, 1.0), (10, 0.0, 0.0, 0.0, 0.1)]).splitlines()

    assert lines[2].endswith("`###################|` |")
    assert lines[3].endswith("`|···················` |")
