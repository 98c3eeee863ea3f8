from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.datasets.metaqa import load_metaqa
from groundgraph.datasets.metaqa_answers import WRONG, metaqa_answers, steps_of

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph import Example


def write(folder: Path, name: str, rows: list[Any]) -> None:
    (folder / "metaqa").mkdir(exist_ok=True)
    (folder / "metaqa" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))


def fact(film: int, relation: str, name: str) -> dict[str, str]:
    return {"h": f"Film {film}", "r": relation, "t": name}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Forty films; director and writer of each are two of eleven persons."""
    films = range(40)
    facts = [
        each
        for n in films
        for each in (
            fact(n, "directed_by", f"Person {n % 11}"),
            fact(n, "written_by", f"Person {(n + 3) % 11}"),
            fact(n, "release_year", str(1960 + n)),
        )
    ]
    write(tmp_path, "kb", facts)
    one = [("movie_to_director", f"Film {n}", [f"Person {n % 11}"]) for n in films]
    two = [
        ("director_to_movie_to_writer", f"Person {p}", [f"Person {(p + 3) % 11}"])
        for p in range(11)
    ]
    for hops, asked in ((1, one), (2, two)):
        rows = [
            {
                "id": f"{hops}-{number}",
                "question": f"what about [{topic}]",
                "topic_entity": topic,
                "answers": answers,
                "qtype": kind,
            }
            for number, (kind, topic, answers) in enumerate(asked)
        ]
        write(tmp_path, f"{hops}hop_dev", rows)
    return tmp_path


def test_a_question_has_a_right_and_a_wrong_answer_over_the_same_triples(folder: Path) -> None:
    examples = metaqa_answers(folder, "test", 10, hops=(1, 2))
    truth = {q.id: set(q.answers) for hops in (1, 2) for q in load_metaqa(folder, hops)}

    assert len(examples) >= 20
    for right, wrong in zip(examples[::2], examples[1::2], strict=True):
        assert (right.label, wrong.label) == (False, True)
        assert right.question == wrong.question
        assert right.triples == wrong.triples
        answers = truth[right.id.removesuffix("-right")]
        assert set(right.answer.split(", ")) <= answers
        assert not set(wrong.answer.split(", ")) <= answers
        assert wrong.metadata["kind"] in WRONG


def test_the_triples_lead_to_every_right_answer(folder: Path) -> None:
    for example in metaqa_answers(folder, "train", 10, hops=(1,)):
        if not example.label:
            topic = example.metadata["source_id"]
            assert (topic, "directed_by", example.answer) in set(example.triples or ())


def test_what_is_asked_about_is_in_one_half_alone(folder: Path) -> None:
    def topics(examples: list[Example]) -> set[str]:
        return {example.metadata["source_id"] for example in examples}

    train = topics(metaqa_answers(folder, "train", 100, hops=(1, 2)))
    test = topics(metaqa_answers(folder, "test", 100, hops=(1, 2)))
    assert train
    assert test
    assert not train & test


def test_the_relations_of_a_question_are_read_off_its_type(folder: Path) -> None:
    question = load_metaqa(folder, 2)[0]
    assert steps_of(question) == [("directed_by", False), ("written_by", True)]
