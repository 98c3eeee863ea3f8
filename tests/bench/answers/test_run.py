"""Bench answers: whole answers, and sentences by the findings that lie in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.bench.answers.labelled import LabelledAnswer, Sentence
from groundgraph.bench.answers.run import AnswersBench, answer_cells, sentence_cells
from groundgraph.bench.judged import Judged
from groundgraph.bench.options import RunOptions
from groundgraph.types import Claim, Example, Finding, Passage, Span, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.bench.results import Cell
    from groundgraph.types import Label

TEXT = "Sure! It leaves at nine. Dogs pay double. Ask me more."
SPANS = tuple(Span(TEXT.index(s), TEXT.index(s) + len(s)) for s in
              ("Sure!", "It leaves at nine.", "Dogs pay double.", "Ask me more."))  # fmt: skip


def answer(name: str, *told: Any) -> LabelledAnswer:
    sentences = tuple(Sentence(span, each) for span, each in zip(SPANS, told, strict=True))
    wrong = any(each in {"contradicted", "unsupported"} for each in told)
    about = {"task": "t", "split": "dev", "source_id": name}
    example = Example(TEXT, (Passage("It leaves at nine."),), id=name, label=wrong, metadata=about)
    return LabelledAnswer(example, sentences)


def verdict(*scores: float | None) -> Verdict:
    """Return a verdict with a finding in each sentence that has a score, flagged from 0.5 on."""
    findings = tuple(
        Finding(Claim(span.of(TEXT), span), "contradicted" if score >= 0.5 else "supported", score)
        for span, score in zip(SPANS, scores, strict=True)
        if score is not None
    )
    worst = max(score for score in scores if score is not None)
    label: Label = "hallucinated" if worst >= 0.5 else "grounded"
    return Verdict(label, worst, threshold=0.5, findings=findings)


RIGHT = answer("right", "none", "supported", "supported", "none")
WRONG = answer("wrong", "none", "supported", "contradicted", "none")
JUDGED = Judged(
    [RIGHT.example, WRONG.example],
    [verdict(None, 0.1, 0.6, None), verdict(None, 0.2, 0.9, 0.7)],
)


def values(cells: Iterable[Cell]) -> dict[tuple[str, str], float | None]:
    return {(cell.row, cell.metric): cell.value for cell in cells}


def test_whole_answers_are_measured_by_how_many_sentences_claim_something() -> None:
    found = values(answer_cells("d", [RIGHT, WRONG], JUDGED))

    assert found["d, all", "auroc"] == 1.0
    assert found["d, all", "tpr"] == found["d, all", "fpr"] == 1.0
    assert found["d, all", "tpr_minus_fpr"] == 0.0
    assert found["d, 1 or 2 sentences", "balanced_accuracy"] == 0.5
    assert not any(row == "d, 5 and more" for row, _ in found)


def test_sentences_are_measured_by_the_findings_that_lie_in_them() -> None:
    found = values(sentence_cells("d", [RIGHT, WRONG], JUDGED))

    assert found["d", "auroc"] == 1.0
    assert found["d", "wrong_flagged"] == 1.0
    assert found["d", "right_flagged"] == pytest.approx(1 / 3)
    assert found["d", "others_flagged"] == 1.0  # the one that has a finding
    assert found["d", "precision"] == pytest.approx(1 / 3)


def test_both_halves_are_measured_apart_and_beside_what_looks_at_no_meaning() -> None:
    found = AnswersBench(detectors=("lexical",)).run(options=RunOptions(limit=8))

    assert list(found["tables"]) == [
        "answers_dev", "sentences_dev", "answers_test", "sentences_test",
    ]  # fmt: skip
    rows = {cell["row"] for cell in found["tables"]["answers_test"]}
    assert {"lexical, all", "share of new words, all", "length, all"} <= rows
    assert found["complete"]


def test_a_split_and_a_limit_choose_what_is_measured() -> None:
    found = AnswersBench(detectors=("lexical",)).run(options=RunOptions(limit=4, split="test"))

    assert set(found["tables"]) == {"answers_test", "sentences_test"}
    [cell] = [c for c in found["tables"]["answers_test"]
              if (c["row"], c["metric"]) == ("lexical, all", "auroc")]  # fmt: skip
    assert cell["n"] == 4
