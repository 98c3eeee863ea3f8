from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph.bench.judged import Judged, drawn_sources
from groundgraph.bench.kea.nli import as_sentence, claimed, triple_cells
from groundgraph.bench.kea.samples import contradicted, sample_nli_cells
from groundgraph.methods.kea.detector import KEA
from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.types import Entailments, Example, Pair, Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.bench.results import Cell

ARTICLE = "Vienna lies on the Danube. Berlin lies on the Spree. Rome lies on the Tiber."
ANSWERS = {
    "Vienna lies on the Danube.": False,
    "Berlin lies on the Spree.": False,
    "Vienna lies on the Danube. Rome lies on no river.": True,
}
FOREIGN = "Die Stadt liegt an der Donau und wurde im Mittelalter von den Babenbergern regiert."


def judged(answers: dict[str, bool], article: str = ARTICLE) -> Judged:
    examples = [
        Example(text, (Passage(article, "1"),), label=label, metadata={"source_id": str(number)})
        for number, (text, label) in enumerate(answers.items())
    ]
    return Judged(examples, KEA().detect(examples))


def found(cells: Sequence[Cell], row: str, metric: str) -> float | None:
    (cell,) = (cell for cell in cells if (cell.row, cell.metric) == (row, metric))
    return cell.value


def biography(text: str, *, label: bool, samples: tuple[str, ...], source: str = "1") -> Example:
    shared = {"source_id": source, "samples": samples, "biography": text}
    return Example(text, label=label, metadata=shared)


def test_sources_are_drawn_whole_whatever_the_order_of_the_rows() -> None:
    examples = [
        Example("a", id=str(n), metadata={"source_id": f"s{n % 20}"}) for n in range(100)
    ]  # five answers to each of twenty sources
    chosen = drawn_sources(examples, 12)
    sources = [examples[place].metadata["source_id"] for place in chosen]
    assert chosen == sorted(chosen)
    assert len(chosen) == 15
    assert sorted(sources) == sorted(5 * list(set(sources)))
    backwards = examples[::-1]
    assert {backwards[place].id for place in drawn_sources(backwards, 12)} == {
        examples[place].id for place in chosen
    }
    assert drawn_sources(examples, 1000) == list(range(100))
    assert drawn_sources([], 5) == []


def test_an_answer_is_as_bad_as_its_least_entailed_triple() -> None:
    rows = judged(ANSWERS)
    texts = [[as_sentence(triple) for triple in claimed(verdict)] for verdict in rows.verdicts]
    assert texts[0] == ["Vienna lies on Danube."]
    entailed = [
        MiniLMVerifier().verify([Pair(ARTICLE, text) for text in each]).entailment for each in texts
    ]
    score = [1.0 - each.min() for each in entailed]
    flagged = np.array(score) > 0.5
    cells = triple_cells("set", rows, "balanced_accuracy", MiniLMVerifier())
    assert found(cells, "set, triples", "recall") == float(flagged[2])
    assert found(cells, "set, triples", "accuracy") == pytest.approx(
        (flagged == [False, False, True]).mean()
    )
    assert found(cells, "set, triples", "auroc") == np.mean(score[2] > np.array(score[:2]))


def test_an_answer_at_odds_with_the_article_ranks_above_those_in_its_words() -> None:
    cells = triple_cells("set", judged(ANSWERS), "balanced_accuracy", MiniLMVerifier())
    for row in ("triples", "mean of triples", "whole answer"):
        assert found(cells, f"set, {row}", "auroc") == 1.0
    assert {cell.n for cell in cells} == {3}


def test_answers_that_the_verifier_cannot_read_are_counted_and_left_out() -> None:
    rows = judged(ANSWERS)
    foreign = Example("Wien.", (Passage(FOREIGN, "1"),), label=True, metadata={"source_id": "x"})
    more = Judged([*rows.examples, foreign], [*rows.verdicts, rows.verdicts[0]])
    cells = triple_cells("set", more, "balanced_accuracy", MiniLMVerifier())
    assert found(cells, "set", "unverifiable") == 1
    assert {cell.n for cell in cells} == {3}
    assert triple_cells("set", Judged([], []), "balanced_accuracy", MiniLMVerifier()) == []


def test_the_published_figure_stands_beside_summeval_alone() -> None:
    for name, printed in {"summeval": [0.792], "qags_xsum": []}.items():
        cells = triple_cells(name, judged(ANSWERS), "balanced_accuracy", MiniLMVerifier())
        assert [cell.paper for cell in cells if cell.paper is not None] == printed


def test_contradiction_is_weighed_against_entailment_alone() -> None:
    said = Entailments(
        np.array([0.3, 0.0, 0.0, 0.2]),
        np.array([0.6, 0.0, 1.0, 0.8]),
        np.array([0.1, 1.0, 0.0, 0.0]),
        np.zeros(4, np.int64),
        {},
    )
    assert contradicted(said).tolist() == pytest.approx([0.25, 1.0, 0.5, 0.0])


SAMPLES = ("She was born in Ulm.", "She was born in Ulm in 1950.")


def test_a_sentence_that_the_samples_deny_ranks_above_one_that_they_repeat() -> None:
    cells = sample_nli_cells(
        [
            biography("She was born in Ulm.", label=False, samples=SAMPLES),
            biography("She was not born in Ulm.", label=True, samples=SAMPLES),
        ],
        MiniLMVerifier(),
    )
    assert found(cells, "NLI, contradicted", "auroc") == 1.0
    assert found(cells, "NLI, unsupported", "auroc") == 1.0
    assert found(cells, "always hallucinated, same sentences as NLI", "precision") == 0.5
    (area,) = (c for c in cells if (c.row, c.metric) == ("NLI, contradicted", "auc_pr"))
    assert area.paper == 0.925


def test_a_sentence_without_a_sample_that_can_be_read_is_counted_and_left_out() -> None:
    cells = sample_nli_cells(
        [
            biography("She was born in Ulm.", label=False, samples=SAMPLES),
            biography("She was not born in Ulm.", label=True, samples=(*SAMPLES, FOREIGN)),
            biography("She sang.", label=True, samples=(FOREIGN, " "), source="2"),
            biography("She sang.", label=True, samples=(), source="3"),
        ],
        MiniLMVerifier(),
    )
    assert found(cells, "NLI", "unverifiable") == 2
    assert found(cells, "NLI, contradicted", "auroc") == 1.0
    assert {cell.n for cell in cells} == {2}
    assert sample_nli_cells([], MiniLMVerifier()) == []
