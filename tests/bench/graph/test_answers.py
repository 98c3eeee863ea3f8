from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from groundgraph import Example, Triple
from groundgraph.bench.graph import answers
from groundgraph.bench.graph.answers import answer_cells, shuffled, unnamed

FILMS = (
    Triple("Inception", "directed_by", "Christopher Nolan"),
    Triple("Inception", "written_by", "Jonah Nolan"),
    Triple("Titanic", "directed_by", "James Cameron"),
)


def example(name: str, *, label: bool, kind: str) -> Example:
    return Example(
        name,
        question="Who directed Inception?",
        triples=FILMS,
        label=label,
        metadata={"task": "1 hop", "kind": kind, "split": "test", "source_id": name},
    )


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("James Cameron", 0.0), ("Up", 1.0), ("James Cameron, Up", 1.0), ("Titanic, Inception", 0.0)],
)
def test_an_answer_is_named_where_each_of_its_items_is_an_entity(
    answer: str, expected: float
) -> None:
    assert unnamed(Example(answer, triples=FILMS)) == expected


def test_shuffled_triples_have_the_same_words_and_degrees() -> None:
    one = example("Christopher Nolan", label=False, kind="one")
    twin = shuffled(one).triples or ()

    assert [t[:2] for t in twin] == [t[:2] for t in FILMS]
    assert sorted(t.object for t in twin) == sorted(t.object for t in FILMS)
    assert shuffled(one).triples == twin


def test_the_table_has_detectors_kinds_and_trivial_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        example("Christopher Nolan", label=False, kind="one"),
        example("Jonah Nolan", label=True, kind="other relation"),
        example("Stanley Kubrick", label=True, kind="not given"),
    ]
    monkeypatch.setattr(answers, "metaqa_answers", lambda *_: rows)
    cells = {(cell.row, cell.metric): cell for cell in answer_cells(Path(), ["lexical"])}

    assert cells["lexical", "auroc"].value == 1.0
    assert cells["lexical", "unverifiable"].value == 0.0
    assert cells["lexical, hallucinated: other relation", "auroc"].n == 2
    assert ("lexical, links shuffled", "auroc") in cells
    assert cells["not an entity", "auroc"].value == 0.75
    assert cells["lexical, links shuffled", "auroc"].n == 3


def test_several_numbers_of_hops_are_points_of_a_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    near = [
        example("Christopher Nolan", label=False, kind="one"),
        example("Jonah Nolan", label=True, kind="other relation"),
    ]
    far = [replace(each, metadata={**each.metadata, "task": "2 hops"}) for each in near]
    monkeypatch.setattr(answers, "metaqa_answers", lambda *_: [*near, *far])
    cells = {(cell.row, cell.metric): cell for cell in answer_cells(Path(), ["lexical"])}

    assert cells["lexical", "auroc@1"].n == cells["lexical", "auroc@2"].n == 2
