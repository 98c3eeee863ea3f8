"""The scorer in MLflow: called, and in `mlflow.genai.evaluate` over a local store."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("mlflow", reason="pip install 'groundgraph[mlflow]'")

import mlflow
from mlflow.entities import Document, SpanType

from groundgraph.errors import InputError
from groundgraph.integrations.mlflow import Groundedness

SCORER = Groundedness(detector=DETECTOR)
INPUTS = {"question": QUESTION}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep runs and traces in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path / 'store.db'}")
    mlflow.set_experiment("groundedness")


@pytest.mark.parametrize("answer", [GROUNDED, WRONG])
def test_an_answer_is_judged(answer: str) -> None:
    found = SCORER(inputs=INPUTS, outputs={"response": answer, "context": PASSAGES})
    assert (found.name, found.value, found.error) == ("groundedness", SCORES[answer], None)
    assert found.rationale == str(VERDICTS[answer])
    assert found.metadata["label"] == VERDICTS[answer].label


def test_what_was_not_checked_is_an_error() -> None:
    found = SCORER(inputs={**INPUTS, "context": PASSAGES}, outputs=DECLINES)
    assert found.value is None
    reason = VERDICTS[DECLINES].reason
    assert (found.error_code, found.error_message) == ("UNVERIFIABLE", reason)


def test_without_passages_the_row_is_refused() -> None:
    with pytest.raises(InputError, match="expected the passages"):
        SCORER(inputs=INPUTS, outputs=WRONG)


@pytest.mark.usefixtures("store")
def test_evaluate_leaves_out_what_was_not_checked() -> None:
    answers = (GROUNDED, WRONG, DECLINES)
    rows = [
        {"inputs": INPUTS, "outputs": {"response": answer, "context": PASSAGES}}
        for answer in answers
    ]
    found = mlflow.genai.evaluate(data=rows, scorers=[SCORER])
    known = [score for score in SCORES.values() if score is not None]
    assert found.metrics["groundedness/mean"] == pytest.approx(sum(known) / 2)


@pytest.mark.usefixtures("store")
def test_passages_come_from_the_retriever_of_the_trace() -> None:
    @mlflow.trace(span_type=SpanType.RETRIEVER)  # type: ignore[untyped-decorator]
    def retrieve(_: str) -> list[Document]:
        return [Document(page_content=text) for text in PASSAGES]

    @mlflow.trace  # type: ignore[untyped-decorator]
    def answer(question: str) -> str:
        retrieve(question)
        return WRONG

    found = mlflow.genai.evaluate(data=[{"inputs": INPUTS}], predict_fn=answer, scorers=[SCORER])
    assert found.metrics["groundedness/mean"] == SCORES[WRONG]


@pytest.mark.usefixtures("store")
def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("MLflow")
