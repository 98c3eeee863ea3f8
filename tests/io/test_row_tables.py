"""Rows of tables are the rows that JSON lines would hold."""

from __future__ import annotations

import csv
import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.io import read_rows

if TYPE_CHECKING:
    from pathlib import Path

ROWS: list[dict[str, Any]] = [
    {"id": "a", "question": "How long?", "passages": ["24 months, at most."], "answer": "24, yes."},
    {"id": "b", "passages": ["One.", "Two\nlines."], "answer": "12", "label": True},
    {"id": "c", "answer": "true", "triples": [["x", "is", "y"]], "label": False},
]


def written(path: Path, delimiter: str) -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(
            stream,
            ["id", "question", "passages", "answer", "label", "triples"],
            delimiter=delimiter,
        )
        writer.writeheader()
        for row in ROWS:
            cells = {k: v if isinstance(v, str) else json.dumps(v) for k, v in row.items()}
            writer.writerow(cells)
    return path


def examples(path: Path) -> list[Any]:
    rows = list(read_rows(path))
    assert [row.error for row in rows] == [None] * len(rows)
    return [row.example for row in rows]


@pytest.fixture
def as_json(tmp_path: Path) -> list[Any]:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return examples(path)


@pytest.mark.parametrize(("name", "delimiter"), [("r.csv", ","), ("r.tsv", "\t"), ("R.CSV", ",")])
def test_a_text_table_holds_the_same_examples(
    tmp_path: Path, as_json: list[Any], name: str, delimiter: str
) -> None:
    path = written(tmp_path / name, delimiter)
    assert examples(path) == as_json
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert examples(packed) == as_json


def test_parquet_holds_the_same_examples(tmp_path: Path, as_json: list[Any]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), tmp_path / "rows.parquet")
    found = examples(tmp_path / "rows.parquet")
    assert [e.answer for e in found] == [e.answer for e in as_json]
    assert [e.passages for e in found] == [e.passages for e in as_json]


def test_a_plain_text_in_a_column_of_passages_is_one_passage(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("answer,passages\nYes.,It is [so].\n")
    [example] = examples(path)
    assert [passage.text for passage in example.passages] == ["It is [so]."]


def test_a_cell_that_does_not_fit_costs_its_own_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text('answer,passages,label\nYes.,So.,maybe\nNo.,"[1]",\nNo.,So.,true\n')
    rows = list(read_rows(path))
    assert [row.error is None for row in rows] == [False, False, True]
    assert [row.line for row in rows] == [2, 3, 4]
    assert rows[0].error is not None
    assert rows[0].error.field == "label"


@pytest.mark.parametrize(
    ("text", "message"),
    [("answer,answer\nx,y\n", "each once"), ("answer,\nx,y\n", "name every column")],
)
def test_a_header_that_cannot_be_used_is_one_error(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        list(read_rows(path))


@pytest.mark.parametrize("name", ["rows.xlsx", "rows.pdf", "rows.xml.gz"])
def test_a_format_that_is_not_read_is_one_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"PK\x03\x04 whatever")
    with pytest.raises(InputError, match=r"is not read; expected JSONL .* Parquet"):
        list(read_rows(path))
