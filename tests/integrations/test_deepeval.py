"""The metric in DeepEval's own `evaluate` and `assert_test`."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from doors import DECLINES, DETECTOR, GROUNDED, PASSAGES, QUESTION, SCORES, WRONG, run_documented

pytest.importorskip("deepeval", reason="pip install 'groundgraph[deepeval]'")

from deepeval import assert_test, evaluate
from deepeval.errors import MissingTestCaseParamsError
from deepeval.evaluate import AsyncConfig, DisplayConfig
from deepeval.test_case import LLMTestCase

from groundgraph.integrations.deepeval import GroundednessMetric


@pytest.fixture(autouse=True)
def apart(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let DeepEval write its cache elsewhere."""
    monkeypatch.chdir(tmp_path)


def case(answer: str, **more: Any) -> LLMTestCase:
    given = {"retrieval_context": PASSAGES, **more}
    return LLMTestCase(input=QUESTION, actual_output=answer, **given)


@pytest.mark.parametrize(("answer", "passes"), [(GROUNDED, True), (WRONG, False)])
def test_a_case_is_measured(answer: str, passes: bool) -> None:
    metric = GroundednessMetric(detector=DETECTOR)
    assert metric.measure(case(answer)) == SCORES[answer]
    assert (metric.score, metric.is_successful(), metric.error) == (SCORES[answer], passes, None)
    other = GroundednessMetric(detector=DETECTOR)
    assert asyncio.run(other.a_measure(case(answer))) == SCORES[answer]
    assert other.reason == metric.reason


def test_a_threshold_of_ones_own_decides() -> None:
    score = SCORES[WRONG]
    assert score is not None
    for threshold, passes in [(score, True), (score + 0.01, False)]:
        metric = GroundednessMetric(threshold, DETECTOR)
        metric.measure(case(WRONG))
        assert metric.is_successful() is passes


def test_what_was_not_checked_is_an_error_without_score() -> None:
    metric = GroundednessMetric(0.0, DETECTOR)
    metric.measure(case(GROUNDED))
    assert metric.measure(case(DECLINES)) is None
    assert (metric.score, metric.is_successful()) == (None, False)
    assert "declines" in (metric.error or "")
    metric.measure(case(GROUNDED))
    assert metric.error is None


@pytest.mark.parametrize("run_async", [True, False])
def test_evaluate_shows_scores_and_leaves_out_what_was_not_checked(run_async: bool) -> None:
    found = evaluate(
        [case(GROUNDED), case(WRONG), case(DECLINES)],
        [GroundednessMetric(detector=DETECTOR)],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
    )
    data = {each.input and each.actual_output: each.metrics_data[0] for each in found.test_results}
    assert {answer: each.score for answer, each in data.items()} == SCORES
    assert [data[a].success for a in (GROUNDED, WRONG, DECLINES)] == [True, False, False]
    assert data[DECLINES].error
    assert not data[WRONG].error
    assert "Zurich" in data[WRONG].reason


def test_assert_test_is_a_gate() -> None:
    assert_test(case(GROUNDED), [GroundednessMetric(detector=DETECTOR)])
    for answer in (WRONG, DECLINES):
        with pytest.raises(AssertionError, match="Groundedness"):
            assert_test(case(answer), [GroundednessMetric(detector=DETECTOR)])


def test_without_a_retrieval_context_parameters_are_missing() -> None:
    with pytest.raises(MissingTestCaseParamsError, match="retrieval_context"):
        GroundednessMetric(detector=DETECTOR).measure(case(WRONG, retrieval_context=None))


def test_no_passages_were_retrieved() -> None:
    metric = GroundednessMetric(detector=DETECTOR)
    assert metric.measure(case(WRONG, retrieval_context=[])) is None


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("DeepEval")
