"""The evaluator in Phoenix evals, alone and over a frame."""

from __future__ import annotations

import asyncio

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

pytest.importorskip("phoenix.evals", reason="pip install 'groundgraph[phoenix]'")

import pandas as pd
from phoenix.evals import bind_evaluator, evaluate_dataframe

from groundgraph.integrations.phoenix import GroundednessEvaluator

EVALUATOR = GroundednessEvaluator(DETECTOR)


@pytest.mark.parametrize("answer", [GROUNDED, WRONG, DECLINES])
@pytest.mark.parametrize("context", [PASSAGES, PASSAGES[0]])
def test_an_answer_is_judged(answer: str, context: list[str] | str) -> None:
    given = {"input": QUESTION, "output": answer, "context": context}
    [score] = EVALUATOR.evaluate(given)
    assert (score.name, score.score, score.direction) == (
        "groundedness",
        SCORES[answer],
        "maximize",
    )
    assert (score.label, score.explanation) == (VERDICTS[answer].label, str(VERDICTS[answer]))
    assert asyncio.run(EVALUATOR.async_evaluate(given)) == [score]


def test_what_was_not_checked_has_no_score() -> None:
    [score] = EVALUATOR.evaluate({"input": QUESTION, "output": DECLINES, "context": PASSAGES})
    assert (score.score, score.label) == (None, "unverifiable")
    assert "score" not in score.to_dict()


def test_a_frame_is_judged_row_by_row() -> None:
    answers = [GROUNDED, WRONG, DECLINES]
    frame = pd.DataFrame({"question": [QUESTION] * 3, "said": answers, "read": [PASSAGES] * 3})
    fields = {"input": "question", "output": "said", "context": "read"}
    bound = bind_evaluator(evaluator=GroundednessEvaluator(DETECTOR), input_mapping=fields)
    found = evaluate_dataframe(dataframe=frame, evaluators=[bound])
    scores = [each.get("score") for each in found["groundedness_score"]]
    assert scores == [SCORES[answer] for answer in answers]


def test_a_missing_field_is_named() -> None:
    with pytest.raises(ValueError, match="context"):
        EVALUATOR.evaluate({"input": QUESTION, "output": WRONG})


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("Phoenix")
