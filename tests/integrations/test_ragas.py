"""The metric in ragas: alone, in a batch, in an experiment."""

from __future__ import annotations

import asyncio
import math
import warnings
from typing import Any

import pytest
from doors import (
    DECLINES,
    DETECTOR,
    GROUNDED,
    PASSAGES,
    QUESTION,
    SCORES,
    VERDICTS,
    WRONG,
    run_documented,
)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("ragas", reason="pip install 'groundgraph[ragas]'")

from ragas import Dataset, experiment

from groundgraph.errors import InputError
from groundgraph.integrations.ragas import Groundedness

METRIC = Groundedness(DETECTOR)


def given(answer: str) -> dict[str, Any]:
    return {"user_input": QUESTION, "response": answer, "retrieved_contexts": PASSAGES}


@pytest.mark.parametrize("answer", [GROUNDED, WRONG])
def test_a_response_is_judged(answer: str) -> None:
    result = METRIC.score(**given(answer))
    assert (result.value, result.reason) == (SCORES[answer], str(VERDICTS[answer]))
    assert result.traces["output"]["label"] == VERDICTS[answer].label
    assert asyncio.run(METRIC.ascore(**given(answer))) == result


@pytest.mark.parametrize("passages", [PASSAGES, []])
def test_what_was_not_checked_is_nan_with_its_reason(passages: list[str]) -> None:
    result = METRIC.score(response=DECLINES, retrieved_contexts=passages)
    assert math.isnan(result.value)
    assert result.reason.startswith("unverifiable: ")


def test_several_are_judged_at_once() -> None:
    *known, unknown = METRIC.batch_score([given(a) for a in (GROUNDED, WRONG, DECLINES)])
    assert [float(each) for each in known] == [SCORES[GROUNDED], SCORES[WRONG]]
    assert math.isnan(unknown.value)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(InputError, match="expected the passages"):
        METRIC.score(response=WRONG, retrieved_contexts=None)


def test_an_experiment_stores_the_scores() -> None:
    dataset = Dataset("answers", backend="inmemory")
    for answer in (GROUNDED, DECLINES):
        dataset.append({"question": QUESTION, "answer": answer})

    @experiment(backend="inmemory")  # type: ignore[untyped-decorator]
    async def judged(row: dict[str, Any]) -> dict[str, Any]:
        result = await METRIC.ascore(row["answer"], PASSAGES, row["question"])
        return {"answer": row["answer"], "groundedness": result.value, "reason": result.reason}

    found = {row["answer"]: row["groundedness"] for row in asyncio.run(judged.arun(dataset))}
    assert found[GROUNDED] == SCORES[GROUNDED]
    assert math.isnan(found[DECLINES])


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("ragas")
