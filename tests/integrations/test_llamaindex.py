"""The evaluator in LlamaIndex, alone and in a batch."""

from __future__ import annotations

import asyncio

import pytest
from doors import DECLINES, DETECTOR, GROUNDED, PASSAGES, QUESTION, SCORES, WRONG, run_documented

pytest.importorskip("llama_index.core", reason="pip install 'groundgraph[llamaindex]'")

from llama_index.core import Response
from llama_index.core.evaluation import BatchEvalRunner
from llama_index.core.schema import NodeWithScore, TextNode

from groundgraph.integrations.llamaindex import GroundednessEvaluator

EVALUATOR = GroundednessEvaluator(DETECTOR)


@pytest.mark.parametrize(("answer", "passes"), [(GROUNDED, True), (WRONG, False)])
def test_a_response_is_judged(answer: str, passes: bool) -> None:
    found = EVALUATOR.evaluate(QUESTION, answer, PASSAGES)
    assert (found.score, found.passing, found.invalid_result) == (SCORES[answer], passes, False)
    assert (found.query, found.response, found.contexts) == (QUESTION, answer, PASSAGES)
    assert found.invalid_reason is None


@pytest.mark.parametrize(("answer", "passages"), [(DECLINES, PASSAGES), (WRONG, [])])
def test_what_was_not_checked_is_invalid(answer: str, passages: list[str]) -> None:
    found = EVALUATOR.evaluate(QUESTION, answer, passages)
    assert (found.score, found.passing, found.invalid_result) == (None, None, True)
    assert found.invalid_reason


def test_a_response_of_a_query_engine_is_judged_by_its_nodes() -> None:
    nodes = [NodeWithScore(node=TextNode(text=text)) for text in PASSAGES]
    found = EVALUATOR.evaluate_response(QUESTION, Response(WRONG, source_nodes=nodes))
    assert found.passing is False
    assert "Zurich" in (found.feedback or "")


def test_a_batch_of_several() -> None:
    answers = [GROUNDED, WRONG, DECLINES]
    runner = BatchEvalRunner({"groundedness": EVALUATOR})
    found = asyncio.run(runner.aevaluate_response_strs([QUESTION] * 3, answers, [PASSAGES] * 3))
    assert [each.score for each in found["groundedness"]] == [SCORES[a] for a in answers]


def test_a_response_without_contexts_is_refused() -> None:
    with pytest.raises(ValueError, match="contexts and response"):
        EVALUATOR.evaluate(QUESTION, WRONG)


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("LlamaIndex")
