"""WikiBio in the open domain: generated biographies against a small store that is built here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundgraph.bench.kea.open_domain import (
    built_store,
    compared_sentences,
    open_domain_cells,
    open_domain_tables,
)
from groundgraph.bench.results import Results
from groundgraph.datasets.wikibio_gpt3 import load_wikibio_gpt3
from groundgraph.methods.kea.detector import KEA
from groundgraph.types import Triple

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.types import Example

pytest.importorskip("pyoxigraph", reason="pip install 'groundgraph[kb]'")

FACTS = [
    Triple("ada ruiz", "date of birth", "1961"),
    Triple("ada ruiz", "employer", "halden systems"),
    Triple("ben moss", "date of birth", "1950"),
    Triple("ben moss", 'called "ben"\\', 'moss "the rock"'),
]
LIVES = {
    "Ada Ruiz was born in 1961.": "accurate",
    "She worked at Halden Systems.": "accurate",
    "She liked tulips.": "minor_inaccurate",
    "Ben Moss was born in 1942.": "major_inaccurate",
}


def passages(data: Path) -> None:
    texts = list(LIVES)
    rows = [
        {
            "dataset_idx": number,
            "gpt3_text": "\n\n".join(own),
            "gpt3_sentences": own,
            "annotation": [LIVES[text] for text in own],
            "gpt3_text_samples": [],
            "wiki_bio_text": None,
        }
        for number, own in enumerate((texts[:3], texts[3:]))
    ]
    (data / "wikibio_gpt3").mkdir()
    lines = "\n".join(map(json.dumps, rows))
    (data / "wikibio_gpt3" / "passages.jsonl").write_text(lines, encoding="utf-8")


@pytest.fixture
def examples(tmp_path: Path) -> list[Example]:
    passages(tmp_path)
    return load_wikibio_gpt3(tmp_path)


@pytest.fixture
def kea(tmp_path: Path) -> KEA:
    from groundgraph.knowledge.store import StoreSource

    return KEA(source=StoreSource(built_store(FACTS, tmp_path)))


def test_sentences_are_compared_one_by_one_and_pronouns_read_in_their_biography(
    examples: list[Example], kea: KEA
) -> None:
    found = compared_sentences(examples, kea)
    assert found.sources == ["0", "0", "0", "1"]
    assert found.labels == [False, False, True, True]
    assert found.known.tolist() == [True, True, False, True]
    born, worked, _, wrong = found.h.tolist()
    assert (born, worked) == (0.0, 0.0)
    assert wrong > 0.3


def test_the_table_has_what_the_store_speaks_of_and_all(examples: list[Example], kea: KEA) -> None:
    assert kea.source is not None
    cells = open_domain_cells(examples, kea.source)
    value = {(cell.row, cell.metric): cell for cell in cells}
    assert value["what the store speaks of", "auroc"].value == 1.0
    assert value["what the store speaks of", "auroc"].n == 3
    assert value["all", "recall"].value == 1.0
    assert value["all", "recall"].paper == 0.984
    assert value["all, always hallucinated", "precision"].value == 0.5


def test_a_store_is_built_of_the_authors_facts_unless_one_is_named(tmp_path: Path) -> None:
    passages(tmp_path)
    nothing, built, named = (Results("kea", "KEA", {}) for _ in range(3))
    open_domain_tables(nothing, tmp_path, None, None)
    assert nothing.tables == {}

    (tmp_path / "kea").mkdir()
    row = {"p_hall": 0.0, "label": "accurate", "claim_triples": [], "reference_triples": FACTS}
    (tmp_path / "kea" / "wikibio.jsonl").write_text(json.dumps(row), encoding="utf-8")
    open_domain_tables(built, tmp_path, None, None)
    open_domain_tables(named, tmp_path, None, built_store(FACTS, tmp_path))
    assert built.tables["open_domain"] == named.tables["open_domain"]
    assert "authors looked up" in built.notes["open_domain"]
