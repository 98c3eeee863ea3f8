"""The component alone, in a pipeline that is saved, and in Haystack's evaluation report."""

from __future__ import annotations

import math

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

pytest.importorskip("haystack", reason="pip install 'groundgraph[haystack]'")

from haystack import Document, Pipeline
from haystack.evaluation import EvaluationRunResult

from groundgraph.integrations.haystack import GroundednessEvaluator

ANSWERS = [GROUNDED, WRONG, DECLINES]
INPUTS = {
    "questions": [QUESTION] * 3,
    "contexts": [PASSAGES] * 3,
    "predicted_answers": ANSWERS,
}


def test_answers_are_judged_and_what_was_not_checked_is_left_out_of_the_mean() -> None:
    found = GroundednessEvaluator(DETECTOR).run(**INPUTS)
    *known, unknown = found["individual_scores"]
    assert known == [SCORES[GROUNDED], SCORES[WRONG]]
    assert math.isnan(unknown)
    assert found["score"] == pytest.approx(sum(known) / 2)
    assert [each["status"] for each in found["results"]] == ["evaluated", "evaluated", "error"]
    assert [each["reason"] for each in found["results"]] == [str(VERDICTS[a]) for a in ANSWERS]


def test_nothing_could_be_checked() -> None:
    found = GroundednessEvaluator(DETECTOR).run([QUESTION], [[]], [WRONG])
    assert math.isnan(found["score"])


def test_documents_are_passages() -> None:
    documents = [Document(content=text) for text in PASSAGES]
    found = GroundednessEvaluator(DETECTOR).run([QUESTION], [documents], [GROUNDED])
    assert found["results"][0]["label"] == "grounded"
    [statement] = found["results"][0]["statements"]
    assert statement == GROUNDED


def test_lists_of_several_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        GroundednessEvaluator(DETECTOR).run([QUESTION], [PASSAGES], ANSWERS)


def test_a_saved_pipeline_gives_the_same() -> None:
    pipeline = Pipeline()
    pipeline.add_component("groundedness", GroundednessEvaluator(DETECTOR))
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["groundgraph.integrations.haystack"])
    found = again.run({"groundedness": INPUTS})["groundedness"]
    assert found["individual_scores"][:2] == [SCORES[GROUNDED], SCORES[WRONG]]


def test_the_evaluation_report_takes_it() -> None:
    found = GroundednessEvaluator(DETECTOR).run(**INPUTS)
    report = EvaluationRunResult("run", INPUTS, {"groundedness": found})
    assert report.aggregated_report()["score"] == [found["score"]]
    assert report.detailed_report()["groundedness"][1] == SCORES[WRONG]


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("Haystack")
