"""The shipped probes keep what their README promises; a damaged one is refused."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.bench.meaning.probes import DOMAINS, load_pairs
from groundgraph.bench.trivial import TRIVIAL
from groundgraph.measures.metrics import auroc

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "id": "unit-01",
    "phenomenon": "unit",
    "domain": "shop",
    "document": "shop-1",
    "split": "dev",
    "question": "",
    "passages": ["The rope is 2 m long."],
    "right": "It is 200 cm long.",
    "wrong": "It is 20 cm long.",
}


def folder(path: Path, *rows: dict[str, Any]) -> Path:
    (path / "unit.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_there_are_twenty_pairs_of_each_of_22_phenomena_in_at_least_ten_domains() -> None:
    pairs = load_pairs()

    counts = Counter(pair.phenomenon for pair in pairs)

    assert len(counts) == 22
    assert min(counts.values()) >= 20
    assert len({pair.domain for pair in pairs}) >= 10
    assert {pair.domain for pair in pairs} <= DOMAINS


@pytest.mark.parametrize("split", [("dev", "test"), ("dev",), ("test",)])
@pytest.mark.parametrize("name", list(TRIVIAL))
def test_neither_length_nor_new_words_tell_right_from_wrong(
    name: str, split: tuple[str, ...]
) -> None:
    answers = [e for pair in load_pairs() if pair.split in split for e in pair.answers]

    found = auroc([bool(e.label) for e in answers], [TRIVIAL[name](e) for e in answers])

    assert found is not None
    assert 0.45 <= found <= 0.55


def test_half_of_the_documents_and_of_each_phenomenon_are_kept_for_test() -> None:
    pairs = load_pairs()
    documents = Counter({pair.document: pair.split for pair in pairs}.values())
    halves = {
        p.phenomenon: Counter(q.split for q in pairs if q.phenomenon == p.phenomenon) for p in pairs
    }

    assert abs(documents["dev"] - documents["test"]) <= 2
    assert all(abs(half["dev"] - half["test"]) <= 2 for half in halves.values())
    passages = {
        split: {p for q in pairs if q.split == split for p in q.right.passages}
        for split in documents
    }
    assert {p.text for p in passages["dev"]}.isdisjoint(p.text for p in passages["test"])


def test_a_pair_becomes_two_labelled_answers_of_one_document(tmp_path: Path) -> None:
    [pair] = load_pairs(folder(tmp_path, ROW))

    assert [example.label for example in pair.answers] == [False, True]
    assert pair.right.answer == "It is 200 cm long."
    assert pair.right.passages == pair.wrong.passages
    assert pair.wrong.metadata["source_id"] == "shop-1"
    assert pair.wrong.metadata["task"] == "unit"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split": "train"}, "'split' must be one of dev, test; found 'train'"),
        ({"domain": "cooking"}, "'domain' must be one of"),
        ({"phenomenon": "units"}, "'phenomenon' must be one of unit; found 'units'"),
        ({"passages": []}, "'passages' must be a list of texts"),
        ({"passages": ["a", 2]}, "'passages' must be a list of texts"),
        ({"right": " "}, "'right' must not be empty"),
        ({"right": ROW["wrong"]}, "are the same answer"),
        ({"question": None}, "'question' must be str, found NoneType"),
        ({"note": "x"}, r"\['note'\] differ"),
        ({"id": ROW["id"]}, "id 'unit-01' is that of .*line 1"),
        ({"split": "test"}, "document 'shop-1' has another split"),
        ({"passages": ["Else."]}, "document 'shop-1' has another split or other passages"),
    ],
)
def test_a_damaged_pair_is_refused_with_its_file_and_line(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    place = folder(tmp_path, ROW, {**ROW, "id": "unit-02", **change})

    with pytest.raises(InputError, match=message) as raised:
        load_pairs(place)

    assert f"{place / 'unit.jsonl'}, line 2" in str(raised.value)


def test_a_row_without_a_field_is_refused(tmp_path: Path) -> None:
    lacking = {name: value for name, value in ROW.items() if name != "wrong"}

    with pytest.raises(InputError, match=r"line 1: .*\['wrong'\] differ"):
        load_pairs(folder(tmp_path, lacking))


def test_a_folder_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no pairs in"):
        load_pairs(tmp_path)
