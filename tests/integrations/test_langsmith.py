"""The evaluator on runs, and in LangSmith's own `evaluate` without an upload."""

from __future__ import annotations

import uuid
from datetime import datetime, timezone
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

pytest.importorskip("langsmith", reason="pip install 'groundgraph[langsmith]'")

from langsmith import Client, evaluate
from langsmith.schemas import Example, Run

from groundgraph.errors import InputError
from groundgraph.integrations.langsmith import GroundednessEvaluator

EVALUATOR = GroundednessEvaluator(DETECTOR)


def run(outputs: dict[str, Any], inputs: dict[str, Any] | None = None) -> Run:
    return Run(
        id=uuid.uuid4(),
        trace_id=uuid.uuid4(),
        name="app",
        run_type="chain",
        start_time=datetime.now(timezone.utc),
        inputs={"question": QUESTION} if inputs is None else inputs,
        outputs=outputs,
    )


@pytest.mark.parametrize("answer", [GROUNDED, WRONG, DECLINES])
def test_a_run_is_judged(answer: str) -> None:
    found = EVALUATOR.evaluate_run(run({"answer": answer, "context": PASSAGES}))
    assert (found.key, found.score) == ("groundedness", SCORES[answer])
    assert (found.value, found.comment) == (VERDICTS[answer].label, str(VERDICTS[answer]))


def test_what_was_not_checked_has_no_score() -> None:
    found = EVALUATOR.evaluate_run(run({"output": DECLINES, "documents": PASSAGES}))
    assert (found.score, found.value) == (None, "unverifiable")


def test_a_run_without_passages_is_an_error_that_names_the_fields() -> None:
    with pytest.raises(InputError, match="question, answer; expected the passages as passages or"):
        EVALUATOR.evaluate_run(run({"answer": WRONG}))


def test_fields_of_ones_own() -> None:
    def fields(run: Run, _: Example | None) -> dict[str, Any]:
        return {"answer": run.outputs["said"], "passages": run.inputs["read"]}

    found = GroundednessEvaluator(DETECTOR, fields).evaluate_run(
        run({"said": GROUNDED}, {"read": PASSAGES})
    )
    assert found.value == "grounded"


def test_evaluate_runs_it() -> None:
    examples = [
        Example(
            id=uuid.uuid4(),
            dataset_id=uuid.uuid4(),
            created_at=datetime.now(timezone.utc),
            inputs={"question": QUESTION, "answer": answer},
        )
        for answer in (GROUNDED, WRONG, DECLINES)
    ]

    def target(inputs: dict[str, Any]) -> dict[str, Any]:
        return {"answer": inputs["answer"], "context": PASSAGES}

    found = evaluate(
        target,
        data=examples,
        evaluators=[EVALUATOR],
        client=Client(api_url="http://127.0.0.1:9", api_key="none", info={}),
        upload_results=False,
    )
    results = [each["evaluation_results"]["results"][0] for each in found]
    assert {each.score for each in results} == set(SCORES.values())


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("LangSmith")
