from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError, ModelError
from groundgraph.learn.operating import (
    BASE_RATES,
    PRECISIONS,
    RATES,
    RECALLS,
    OperatingPoint,
    chosen,
    listing,
    operating_points,
)
from groundgraph.learn.thresholds import at_false_positive_rate, conformal


def rows(n: int = 1200, lift: float = 2.0, seed: int = 0) -> tuple[Any, Any, list[str]]:
    random = np.random.default_rng(seed)
    labels = random.random(n) < 0.4
    scores = 1 / (1 + np.exp(-(lift * labels + random.normal(size=n) - 1)))
    return labels, scores, [str(i // 3) for i in range(n)]


LABELS, SCORES, GROUPS = rows()
POINTS = operating_points(LABELS, SCORES, GROUPS, n_resamples=200)
BY_NAME = {point.name: point for point in POINTS}


@settings(deadline=None)
@given(
    st.lists(st.integers(0, 12), min_size=2, max_size=30),
    st.lists(st.integers(0, 12), min_size=1, max_size=10),
    st.floats(0, 1),
)
def test_the_conformal_rate_holds_whichever_grounded_row_is_the_new_one(
    grounded: list[int], hallucinated: list[int], rate: float
) -> None:
    """Averaged over which of exchangeable rows comes last, the guarantee holds without slack."""
    flagged = 0
    for new in range(len(grounded)):
        known = grounded[:new] + grounded[new + 1 :]
        labels = [False] * len(known) + [True] * len(hallucinated)
        threshold = conformal(labels, [*known, *hallucinated], rate)
        flagged += threshold is not None and grounded[new] >= threshold
    assert flagged <= rate * len(grounded) + 1e-9


def test_the_conformal_rate_holds_on_simulated_rows_where_the_plain_one_does_not() -> None:
    random = np.random.default_rng(0)
    labels = np.arange(60) < 20
    flagged = {"conformal": 0.0, "plain": 0.0}
    for _ in range(3000):
        scores = random.random(60)
        new = random.random(50)
        safe = conformal(labels, scores, 0.1)
        assert safe is not None
        flagged["conformal"] += float((new >= safe).mean()) / 3000
        plain = at_false_positive_rate(labels, scores, 0.1)
        flagged["plain"] += float((new >= plain).mean()) / 3000
    assert flagged["conformal"] <= 0.1 < flagged["plain"]


def test_too_few_grounded_rows_promise_no_small_rate() -> None:
    labels = [False] * 18 + [True] * 5
    scores = [i / 100 for i in range(23)]
    assert conformal(labels, scores, 0.05) is None
    assert conformal([False, *labels], [0.0, *scores], 0.05) is not None


def test_no_score_above_the_grounded_ones_promises_nothing() -> None:
    assert conformal([False] * 40 + [True], [1.0] * 41, 0.5) is None
    assert conformal([False] * 40 + [True], [1.0] * 41, 1.0) == 1.0


def test_all_that_can_be_promised_is_in_the_table() -> None:
    assert {f"fpr={rate:g}" for rate in RATES} <= set(BY_NAME)
    assert {f"recall={wanted:g}" for wanted in RECALLS} <= set(BY_NAME)
    assert {"precision=0.8", "precision=0.9", "precision=0.8@0.5"} <= set(BY_NAME)
    assert len(BY_NAME) == len(POINTS)
    assert {point.threshold for point in POINTS} <= set(SCORES.tolist())


def test_what_is_promised_holds_on_the_rows_with_room_to_spare() -> None:
    for point in POINTS:
        flags = point.threshold <= SCORES
        assert point.recall[0] == pytest.approx(flags[LABELS].mean(), abs=1e-4)
        assert point.false_positive_rate[0] == pytest.approx(flags[~LABELS].mean(), abs=1e-4)
        kind, _, wanted = point.name.partition("=")
        if kind == "recall":
            assert point.recall[0] >= point.recall[1] >= float(wanted)
        if kind == "fpr":
            assert point.false_positive_rate[0] <= float(wanted)


def test_between_classes_that_are_apart_all_points_lie_halfway() -> None:
    scores = [i / 100 for i in range(30)] + [0.71 + i / 200 for i in range(30)]
    points = operating_points([False] * 30 + [True] * 30, scores, list(range(60)))
    assert {"fpr=0.05", "fpr=0.3", "recall=0.9", "precision=0.9"} <= {p.name for p in points}
    assert "fpr=0.01" not in {point.name for point in points}  # 30 rows cannot show it
    assert {point.threshold for point in points} == {0.5}


def test_precision_is_that_of_the_share_that_is_named() -> None:
    by_rate = {row[0]: row for row in BY_NAME["precision=0.8@0.2"].precision}
    assert set(BASE_RATES) < set(by_rate)
    assert by_rate[0.2][1] >= by_rate[0.2][2] >= 0.8 - 1e-4
    point = BY_NAME["precision=0.8@0.2"]
    expected = (
        0.05 * point.recall[0] / (0.05 * point.recall[0] + 0.95 * point.false_positive_rate[0])
    )
    assert by_rate[0.05][1] == pytest.approx(expected, abs=2e-3)
    estimates = [by_rate[rate][1] for rate in sorted(by_rate)]
    assert estimates == sorted(estimates)


def test_who_asks_for_more_gets_a_threshold_that_gives_it() -> None:
    def thresholds(names: list[str]) -> list[float]:
        return [BY_NAME[name].threshold for name in names if name in BY_NAME]

    rates = thresholds([f"fpr={rate:g}" for rate in RATES])
    recalls = thresholds([f"recall={wanted:g}" for wanted in RECALLS])
    assert rates == sorted(rates, reverse=True)
    assert recalls == sorted(recalls, reverse=True)
    for suffix in ("", *(f"@{rate:g}" for rate in BASE_RATES)):
        precisions = thresholds([f"precision={wanted:g}{suffix}" for wanted in PRECISIONS])
        assert precisions == sorted(precisions)
        assert precisions or suffix == "@0.05"


def test_new_rows_keep_the_promises() -> None:
    labels, scores, _ = rows(60_000, seed=1)
    for point in POINTS:
        flags = scores >= point.threshold
        kind, _, wanted = point.name.partition("=")
        if kind == "recall":
            assert flags[labels].mean() >= float(wanted)
        if kind == "precision" and "@" not in wanted:
            assert labels[flags].mean() >= float(wanted) - 0.005  # another share by chance


def test_scores_that_say_little_promise_little() -> None:
    labels, scores, groups = rows(lift=0.1)
    names = {point.name for point in operating_points(labels, scores, groups, n_resamples=100)}
    assert not {name for name in names if name.startswith("precision=0.9")}


def test_a_point_is_found_however_its_numbers_are_written() -> None:
    assert chosen(POINTS, "fpr = 0.050") == BY_NAME["fpr=0.05"]
    assert chosen(POINTS, "precision=.8@0.20") == BY_NAME["precision=0.8@0.2"]


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ("fpr=0.07", r"'fpr=0\.07' is none of this detector's; it has fpr= 0\.01, 0\.02, 0\.05"),
        ("nonsense", "'nonsense' is none of this detector's"),
        (
            "precision=0.95@0.05",
            "could not be promised on the rows that this detector was fitted on",
        ),
        ("recall=much", "is none of this detector's"),
    ],
)
def test_a_point_that_is_not_there_is_an_error_that_lists_those_that_are(
    wanted: str, complaint: str
) -> None:
    few = [point for point in POINTS if point.name != "precision=0.95@0.05"]
    with pytest.raises(InputError, match=complaint) as caught:
        chosen(few, wanted)
    assert listing(few) in str(caught.value)
    assert caught.value.field == "at"


def test_a_detector_without_a_table_says_how_to_get_one() -> None:
    with pytest.raises(InputError, match="saved without operating points; fit it again"):
        chosen((), "fpr=0.05")


def test_a_damaged_point_is_refused() -> None:
    with pytest.raises(ModelError, match=r"must be in \[0, 1\]: 1.5"):
        OperatingPoint("fpr=0.05", 1.5, "", (0, 0, 0), (0, 0, 0), ())


def test_the_table_is_the_same_every_time() -> None:
    assert operating_points(LABELS, SCORES, GROUPS, n_resamples=200) == POINTS


def test_no_false_alarm_among_few_rows_is_no_promise_for_a_rare_class() -> None:
    labels = np.arange(200) < 100
    perfect = operating_points(labels, np.where(labels, 0.9, 0.1), range(200), n_resamples=100)
    names = {point.name for point in perfect}

    assert "precision=0.95" in names
    assert {name for name in names if name.endswith("@0.05")} == {"precision=0.6@0.05"}
    assert "recall=0.95" in names
    assert "recall=0.99" not in names
