"""What the generator reads, and which of its answers are kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from small_corpora import facts

from groundgraph import Triple
from training.generator.data import BEGIN, END, PAD, UNKNOWN, ask, make_tokenizer
from training.generator.read import kept_answers
from training.rows import read_lines

if TYPE_CHECKING:
    from pathlib import Path

TRIPLES = [Triple(row["h"], row["r"], row["t"]) for row in facts()]
OURS = {"architecture": "qwen2", "weights": "a"}


def test_the_same_texts_give_the_same_pieces() -> None:
    vocabularies = [make_tokenizer(TRIPLES, ["who made it"], 300).get_vocab() for _ in range(4)]

    assert len(vocabularies[0]) == 300
    assert all(other == vocabularies[0] for other in vocabularies[1:])


def test_a_prompt_is_cut_into_known_pieces_and_read_back() -> None:
    tokenizer = make_tokenizer(TRIPLES, ["who directed it"], 300)
    film = TRIPLES[0].subject

    ids = tokenizer(f"{film}: directed_by Ada Novak;" + ask("who directed it")).input_ids

    assert tokenizer.convert_tokens_to_ids([PAD, BEGIN, END, UNKNOWN]) == [0, 1, 2, 3]
    assert ids[0] == 1
    assert 3 not in ids
    assert film in tokenizer.decode(ids, skip_special_tokens=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return answers of two architectures, the last line cut off."""
    rows = [
        {"id": "1", **OURS},
        {"id": "1", "architecture": "t5", "weights": "c"},
        {"id": "2", **OURS},
    ]
    lines = [json.dumps(row) for row in rows]
    found = tmp_path / "answers.jsonl"
    found.write_text("\n".join([*lines, lines[0][:20]]), encoding="utf-8")
    return found


def test_whole_answers_of_the_same_weights_are_kept(path: Path) -> None:
    assert kept_answers(path, OURS) == {"1", "2"}
    assert [row["id"] for row in read_lines(path)] == ["1", "1", "2"]


def test_answers_of_other_weights_of_an_architecture_are_taken_out(path: Path) -> None:
    assert kept_answers(path, {**OURS, "weights": "b"}) == set()
    assert [row["architecture"] for row in read_lines(path)] == ["t5"]


def test_nothing_was_answered_before_the_first_time(tmp_path: Path) -> None:
    assert kept_answers(tmp_path / "answers.jsonl", OURS) == set()
