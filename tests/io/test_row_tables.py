"""Rows of tables are the rows that JSON lines would hold."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import sys
import tracemalloc
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundgraph import InputError
from groundgraph.io import Limits, read_rows
from groundgraph.io import parquet as io_parquet
from groundgraph.io.columns import columns_from

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


@pytest.mark.parametrize(
    ("name", "delimiter"),
    [("r.csv", ","), ("r.tsv", "\t"), ("R.CSV", ","), ("r.csv", ";"), ("r.csv", "|")],
)
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
    rows = 'Yes.,So.,maybe\nNo.,"[1]",\nNo.,"[\'cut off",\nNo.,So.,true\n'
    path.write_text(f"answer,passages,label\n{rows}")
    found = list(read_rows(path))
    fields = [row.error and row.error.field for row in found]
    assert fields == [None, "passages[0]", "passages", None]
    assert [row.line for row in found] == [2, 3, 4, 5]
    assert [row.example and row.example.label for row in found] == [None, None, None, True]


TEXTS = ["The motor's cover ends.", 'They said "no",\n[so] (1, 2) C:\\temp.', "Ünïcode\x07 — 🙂"]


@pytest.mark.parametrize(
    "cell",
    [
        str(TEXTS),
        str(np.array(TEXTS, object)),
        str([{"text": text, "date": None} for text in TEXTS]),
    ],
)
def test_lists_are_read_as_python_and_numpy_print_them(tmp_path: Path, cell: str) -> None:
    with (tmp_path / "rows.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([["answer", "passages"], ["Yes.", cell]])
    [example] = examples(tmp_path / "rows.csv")
    assert [passage.text for passage in example.passages] == TEXTS


@pytest.mark.parametrize("cell", ["['A.', 'B", "['A.' ... 'Z.']", "[Document(page_content='A.')]"])
def test_a_list_that_cannot_be_read_is_no_passage(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f'answer,passages\nYes.,"{cell}"\n')
    assert "the cell begins as a list and cannot be read as one" in told(path)[0]


def test_a_deeply_nested_cell_costs_its_own_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"answer,passages\nYes.,\"{'[' * 20_000}'x'{']' * 20_000}\"\nNo.,No.\n")
    assert [row.error is None for row in read_rows(path)][-1]


def test_a_frame_written_with_its_index_is_read_without(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"response": ["24.", None], "retrieved_contexts": [["A.", "B."], None]})
    frame.to_csv(tmp_path / "rows.csv")
    found = examples(tmp_path / "rows.csv")
    assert [len(example.passages) for example in found] == [2, 0]
    assert [example.answer for example in found] == ["24.", ""]
    assert all("" not in example.metadata for example in found)


def test_a_missing_answer_of_a_parquet_file_is_an_empty_one(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"response": ["24.", None], "user_input": [None, "How long?"]})
    frame.to_parquet(tmp_path / "rows.parquet")
    assert [example.answer for example in examples(tmp_path / "rows.parquet")] == ["24.", ""]


@pytest.mark.parametrize(
    ("text", "message"),
    [("answer,answer\nx,y\n", "'answer' twice"), ("answer,\nx,y\n", "no name for column 2")],
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


def test_a_name_that_says_nothing_is_read_as_json_where_the_file_begins_so(tmp_path: Path) -> None:
    path = tmp_path / "rows.2026-05"
    path.write_bytes(b'\xef\xbb\xbf\n {"answer": "Yes.", "passages": ["Yes."]}\n')
    assert [row.error for row in read_rows(path)] == [None]

    path.write_text("Yes. Yes.\n")
    with pytest.raises(InputError, match="is 2026-05, which is not read; expected JSONL"):
        list(read_rows(path))


@pytest.mark.parametrize("name", ["rows", "rows.txt", "rows.2026-05", "rows.txt.gz"])
def test_a_table_whose_name_does_not_say_so_is_known_by_its_header(
    tmp_path: Path, name: str
) -> None:
    text = b"id\tanswer\tpassages\nr1\tIn Rome.\tAda lives in Rome.\n"
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    [found] = examples(tmp_path / name)
    assert (found.id, found.answer, found.passages[0].text) == (
        "r1",
        "In Rome.",
        "Ada lives in Rome.",
    )


HEADER, GOOD = "answer,passages\n", "Yes.,Yes.\n"


def told(path: Path, **limits: int) -> list[str]:
    """Return the errors of the rows, "" where there is none."""
    return [str(row.error or "") for row in read_rows(path, Limits(**limits))]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a,b,c\n", "found 3 cells, and the header has 2"),
        ("x" * 300 + ",b\n", "--limit row_bytes=NUMBER"),
        ('"' + "x\n" * 150 + '",b\n', "--limit row_bytes=NUMBER"),
        ("caf\udce9,b\n", "byte 0xe9 in the row is not UTF-8"),
    ],
)
def test_a_row_of_a_text_table_that_cannot_be_read_costs_only_itself(
    tmp_path: Path, row: str, said: str
) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(HEADER + GOOD + row + GOOD, errors="surrogateescape")

    first, second, *_, last = told(path, row_bytes=200)

    assert (first, last) == ("", "")
    assert said in second
    assert csv.field_size_limit() == 131_072


def test_a_long_cell_is_read_up_to_the_limits(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(HEADER + f"Yes.,{'x' * 200_000}\n" + GOOD)

    assert told(path) == ["", ""]
    assert "passage_chars" in told(path, passage_chars=100_000)[0]


def test_a_bomb_of_a_text_table_ends_at_its_limit_with_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv.gz"
    path.write_bytes(gzip.compress((HEADER + GOOD).encode() + b"0" * 50_000_000, 1))
    tracemalloc.start()
    try:
        first, second = told(path, row_bytes=100_000)
        with pytest.raises(InputError, match="--limit unfolded_bytes"):
            told(path, row_bytes=100_000, unfolded_bytes=10_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert first == ""
    assert "row_bytes" in second
    assert peak < 2_000_000


def test_a_text_table_in_utf_16_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.write_bytes((HEADER + GOOD).replace(",", "\t").encode("utf-16"))
    with pytest.raises(InputError, match="the file is UTF-16"):
        told(path)


def test_an_empty_text_table_has_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    for content in ("", "\ufeff", HEADER):
        path.write_text(content)
        assert told(path) == []


def test_parquet_is_held_to_what_it_says_of_itself(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path, pipe = tmp_path / "rows.parquet", tmp_path / "pipe.parquet"
    rows = [{"answer": "Yes.", "passages": ["x" * 3_000]}] * 2_000
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    os.mkfifo(pipe)

    assert set(told(path)) == {""}
    assert set(told(path, row_bytes=2_000)) != {""}
    with pytest.raises(InputError, match="--limit unfolded_bytes"):
        told(path, unfolded_bytes=1_000)
    with pytest.raises(InputError, match="needs a regular file"):
        told(pipe)


def test_a_value_that_parquet_stores_once_is_not_unfolded_thousands_of_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.parquet"
    column = pyarrow.DictionaryArray.from_arrays([0] * 200, ["x" * 200_000]).cast("string")
    parquet.write_table(pyarrow.table({"answer": column}), path)
    held: list[int] = []
    monkeypatch.setattr(io_parquet, "_HELD", 2_000_000)
    before = pyarrow.total_allocated_bytes()
    for row in read_rows(path):
        assert row.error is not None
        held.append(pyarrow.total_allocated_bytes() - before)

    assert path.stat().st_size < 250_000
    assert len(held) == 200
    assert max(held) < 10_000_000


def test_an_empty_cell_of_the_answer_is_an_empty_answer(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("id,passages,answer\na,One.,\nb,One.,Two.\n")
    assert [example.answer for example in examples(path)] == ["", "Two."]


def test_a_row_without_a_header_is_no_empty_table(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("How long is it covered?,It is covered for 24 months.,24 months\n")
    with pytest.raises(InputError, match="read as the header and names no field"):
        list(read_rows(path))
    for header in ("Question,Passages,Answer", "query,user_input"):
        path.write_text(f"{header}\n")
        assert list(read_rows(path)) == []


def test_a_header_may_have_capitals(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("Question,Passages,Answer\nq,One.,Two.\n")
    [found] = examples(path)
    assert (found.question, found.passages[0].text, found.answer) == ("q", "One.", "Two.")


def test_columns_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("LLM answer,doc 1,doc 2,answer\nIn Rome.,Ada lives in Rome.,,x\n,One.,Two.,y\n")
    columns = columns_from(["answer=LLM answer,passages=doc 1", "passages=doc 2"])
    first, second = (row.example for row in read_rows(path, columns=columns))
    assert first is not None
    assert second is not None
    assert (first.answer, [p.text for p in first.passages]) == ("In Rome.", ["Ada lives in Rome."])
    assert (second.answer, [p.text for p in second.passages]) == ("", ["One.", "Two."])


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("reply,docs\nIn Rome.,Ada lives in Rome.\n")
    with pytest.raises(InputError, match="no column 'repyl'; found 'reply', 'docs'"):
        list(read_rows(path, columns=columns_from(["answer=repyl"])))


def test_a_column_that_only_some_rows_have_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"out": "A."}\n' * 40 + '{"out": "B.", "kg": [["a", "is", "b"]]}\n')
    rows = list(read_rows(path, columns=columns_from(["answer=out,triples=kg"])))
    assert [row.example is None for row in rows] == [False] * 41
    with pytest.raises(InputError, match=r"rows\.jsonl: there is no column 'graph'"):
        list(read_rows(path, columns=columns_from(["answer=out,triples=graph"])))


@pytest.mark.parametrize("setting", ["answers=reply", "answer", "answer=", "answer=a,answer=b"])
def test_columns_that_cannot_be_meant_are_refused(setting: str) -> None:
    with pytest.raises(InputError) as caught:
        columns_from([setting])
    assert caught.value.field == "columns"


def test_a_table_on_standard_input_is_known_by_its_header(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b'id;answer;passages\nr1;In Rome.;"[""Ada lives in Rome.""]"\n'
    piped = io.TextIOWrapper(io.BufferedReader(io.BytesIO(text)))
    monkeypatch.setattr(sys, "stdin", piped)
    [row] = read_rows("-")
    assert row.example is not None
    assert (row.id, [p.text for p in row.example.passages]) == ("r1", ["Ada lives in Rome."])


def test_a_bad_cell_costs_its_row_and_not_its_id(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text('id,passages,answer\nr1,"[\'One.",a\nr2,One.\n')
    unread, short = read_rows(path)
    assert (unread.id, short.id) == ("r1", "r2")
    assert "begins as a list" in str(unread.error)
    assert "found 2 cells, and the header has 3" in str(short.error)


def test_numbers_and_printed_lists_of_parquet_are_texts_and_lists(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [{"answer": 42.0, "generator": 3, "passages": "['One.', 'Two.']"}]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "rows.parquet")
    [found] = examples(tmp_path / "rows.parquet")
    assert (found.answer, found.generator) == ("42", "3")
    assert [p.text for p in found.passages] == ["One.", "Two."]
