from __future__ import annotations

import gzip
import io
import json
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Example, InputError
from groundgraph.io import Row, digest_of, read_rows
from groundgraph.io.columns import columns_from
from groundgraph.io.reading import PROBED, decoded

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: str | bytes, name: str = "rows.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def own(number: int, **more: Any) -> str:
    row = {"id": f"r{number}", "answer": f"Answer {number}.", "passages": ["p"], **more}
    return json.dumps(row)


def only(path: Path) -> Row:
    (row,) = read_rows(path)
    return row


def message(row: Row) -> str:
    assert row.error is not None
    return str(row.error)


def test_jsonl_json_and_gzip_of_each_give_the_same_rows(write: Write) -> None:
    rows = [json.loads(own(number)) for number in range(3)]
    lines = "\n".join(map(json.dumps, rows)).encode()
    array = json.dumps(rows, indent=2).encode()
    expected = [row.example for row in read_rows(write(lines))]
    assert [example.id for example in expected if example] == ["r0", "r1", "r2"]
    for content in (array, gzip.compress(lines), gzip.compress(array)):
        assert [row.example for row in read_rows(write(content))] == expected
    assert [row.example for row in read_rows(write(json.dumps(rows[0], indent=2)))] == expected[:1]


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.TextIOWrapper(io.BufferedReader(io.BytesIO(gzip.compress(own(1).encode()))))
    monkeypatch.setattr(sys, "stdin", piped)
    assert [row.id for row in read_rows("-")] == ["r1"]


def test_three_bad_rows_of_ten_thousand_cost_only_themselves(write: Write) -> None:
    lines = [own(number) for number in range(1, 10_001)]
    lines[16] = '{"id": "r17", "answer": "cut'
    lines[4999] = own(5_000, answer=5)
    lines[9999] = "[]"
    rows = list(read_rows(write("\n".join(lines))))
    assert [row.line for row in rows] == list(range(1, 10_001))
    assert [row.line for row in rows if row.error] == [17, 5_000, 10_000]
    assert [row.id for row in rows if row.error] == ["r17", "r5000", None]


def test_a_truncated_gzip_gives_its_rows_and_then_one_error(write: Write) -> None:
    text = "\n".join(own(number, noise=number**7) for number in range(2_000)).encode()
    packed = gzip.compress(text)
    *rows, last = read_rows(write(packed[: len(packed) // 2]))
    assert len(rows) > 500
    assert [row.id for row in rows] == [f"r{number}" for number in range(len(rows))]
    assert "cut off" in message(last)
    assert last.line == len(rows) + 1


def test_ids_may_repeat(write: Write) -> None:
    rows = list(read_rows(write("\n".join([own(1), own(2), own(2, answer="Else.")]))))
    assert [(row.id, row.error) for row in rows] == [("r1", None), ("r2", None), ("r2", None)]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b'{"id": "r\\u0031", "answer": "a', "r1"),
        (b'{"label": true, "id": 7, "passages": ["\xff"]}', "7"),
        (b'{"passages": [{"id": "faq"}], "id": "r1", "answer": }', None),
    ],
)
def test_a_row_that_cannot_be_decoded_keeps_its_id(
    write: Write, raw: bytes, name: str | None
) -> None:
    [row] = read_rows(write(raw))
    assert (row.id, row.error is None) == (name, False)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"id": 1, "uid": "a", "docs": 3, "out": "b"}',
        b'{"id": 1, "uid": "a", "docs": ["c"], "out": "b',
    ],
)
def test_a_row_that_cannot_be_read_keeps_the_id_of_the_column_named_for_it(
    write: Write, raw: bytes
) -> None:
    columns = columns_from(["id=uid,passages=docs,answer=out"])
    assert [(row.id, row.error is None) for row in read_rows(write(raw), columns=columns)] == [
        ("a", False)
    ]


def test_nan_is_a_missing_value_as_in_a_frame(write: Write) -> None:
    [row] = read_rows(write(b'{"answer": "a", "question": NaN, "generator": NaN}'))
    assert row.example is not None
    assert (row.example.question, row.example.generator) == ("", None)


def test_rows_without_id_are_numbered_by_row_not_by_line(write: Write) -> None:
    rows = read_rows(write('{"answer": "a"}\n\n{"answer": "b"}\n'))
    assert [(row.id, row.line) for row in rows] == [("row-1", 1), ("row-2", 3)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"answer": "a\xff"}', "byte 0xff at position 13"),
        (b'{"answer": "a", "score": Infinity}', "Infinity"),
        (b'{"answer": }', "not JSON"),
        (b'{"answer": ' + b"[" * 100_000, "one within the other"),
        (b'{"answer": ' + b"9" * 5_000 + b"}", "cannot be read"),
        (b'"text"', "the string 'text'"),
        (b"null", "null"),
    ],
    ids=["utf-8", "Infinity", "syntax", "deep", "digits", "string", "null"],
)
def test_what_is_not_a_row_is_an_error_with_its_line(
    write: Write, content: bytes, expected: str
) -> None:
    bad, good = read_rows(write(b"\n" + content + b"\n" + own(1).encode()))
    assert expected in message(bad)
    assert bad.error is not None
    assert bad.error.line == bad.line == 2
    assert good.id == "r1"


def test_lone_surrogates_and_nul_survive(write: Write) -> None:
    row = only(write(r'{"id": "\ud800", "answer": "a\udfff\u0000b", "passages": ["\ud83d"]}'))
    assert row.example is not None
    assert row.example.answer == "a\udfff\x00b"
    assert row.id == "\ud800"


def test_a_very_long_passage_is_read(write: Write) -> None:
    row = only(write(own(1, passages=["word " * 40_000])))
    assert row.example is not None
    assert len(row.example.passages[0].text) == 200_000


@pytest.mark.parametrize("name", ["absent.jsonl", ".", "a\0b"])
def test_what_cannot_be_opened_is_an_input_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot read"):
        list(read_rows(f"{tmp_path}/{name}"))


def test_empty_files_have_no_rows(write: Write) -> None:
    for content in (b"", b"\n \n", b"[]", b"\xef\xbb\xbf", gzip.compress(b"")):
        assert list(read_rows(write(content))) == []


def test_ragtruth_answers_are_joined_with_the_sources_beside_them(write: Write) -> None:
    source = {"source_id": "9", "task_type": "Summary", "source_info": "Article.", "prompt": "x"}
    write(gzip.compress(json.dumps(source).encode()), "source_info.jsonl.gz")
    answer = {"id": "1", "source_id": "9", "model": "m", "labels": [], "response": "Short."}
    other = {**answer, "id": "2", "source_id": "8"}
    good, bad = read_rows(write(f"{json.dumps(answer)}\n{json.dumps(other)}", "response.jsonl"))
    assert good.example is not None
    assert good.example.passages[0].text == "Article."
    assert good.example.generator == "m"
    assert good.example.metadata["task"] == "Summary"
    assert "no source '8'" in message(bad)


def test_ragtruth_answers_without_sources_say_which_file_is_missing(write: Write) -> None:
    row = only(write(json.dumps({"id": "1", "source_id": "9", "response": "Short."})))
    assert "source_info.jsonl.gz" in message(row)


def test_digests_follow_the_content_and_not_the_form(write: Write) -> None:
    plain = only(write('{"id": "a", "answer": "x", "passages": ["p"]}'))
    other_form = only(write('[{"passages": [{"text": "p", "id": "1"}], "answer": "x", "id": "a"}]'))
    changed = only(write('{"id": "a", "answer": "y", "passages": ["p"]}'))
    assert plain.digest == other_form.digest != changed.digest
    assert plain.example is not None
    assert plain.digest == digest_of(plain.example)
    assert len(plain.digest) == 16


@pytest.mark.parametrize("name", PROBED)
def test_digests_follow_what_is_known_of_the_generator_s_attention(write: Write, name: str) -> None:
    row = {"id": "a", "answer": "x", "triples": [["s", "p", "o"]]}
    digests = [only(write(json.dumps({**row, **more}))).digest for more in ({}, {name: [1]})]
    other = only(write(json.dumps({**row, name: [2]}))).digest
    unread = only(write(json.dumps({**row, "note": [1]}))).digest
    assert len({*digests, other}) == 3
    assert unread == digests[0]


def test_a_trace_in_memory_can_be_part_of_a_digest() -> None:
    example = Example("x", metadata={"trace": object()})
    assert digest_of(example) != digest_of(Example("x"))


def test_the_path_of_a_trace_begins_in_the_folder_of_the_rows(write: Write, tmp_path: Path) -> None:
    row = {"answer": "x", "triples": [["s", "p", "o"]], "trace": "traces/1.npz"}
    path = write(json.dumps(row))
    example = only(path).example
    assert example is not None
    assert Path(example.metadata["trace"]) == path.parent / "traces" / "1.npz"
    absolute = only(write(json.dumps({**row, "trace": str(tmp_path / "1.npz")}))).example
    assert absolute is not None
    assert absolute.metadata["trace"] == str(tmp_path / "1.npz")


def test_memory_does_not_grow_with_the_rows_of_a_one_line_array(write: Write) -> None:
    rows = [json.loads(own(number, passages=["word " * 400])) for number in range(4_000)]
    path = write(json.dumps(rows))
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_rows(path))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 4_000
    assert peak < path.stat().st_size / 4


@given(st.binary(max_size=60))
def test_any_bytes_decode_or_are_an_input_error(raw: bytes) -> None:
    with suppress(InputError):
        decoded(raw)


def test_a_passage_keeps_the_date_that_it_is_given(write: Write) -> None:
    dated = only(write('{"answer": "x", "passages": [{"text": "p", "date": "2020-05-01"}]}'))
    year = only(write('{"answer": "x", "passages": [{"text": "p", "date": 2020}]}'))
    assert dated.example is not None
    assert year.example is not None
    assert [row.passages[0].date for row in (dated.example, year.example)] == ["2020-05-01", "2020"]
    assert dated.example.passages[0].id == "1"
    assert dated.digest != year.digest


def test_a_date_of_another_type_is_named(write: Write) -> None:
    row = only(write('{"answer": "x", "passages": [{"text": "p", "date": ["2020"]}]}'))
    assert "passages[0].date" in message(row)


def test_a_field_that_stands_twice_is_an_error_of_its_row(write: Write) -> None:
    good = '{"answer": "a", "passages": ["a"]}'
    twice = '{"answer": "a", "passages": ["a"], "answer": "b"}'
    inside = '{"answer": "a", "passages": [{"text": "a", "text": "b"}]}'
    rows = list(read_rows(write("\n".join([good, twice, inside, good]))))

    assert [row.error.field if row.error else None for row in rows] == [
        None,
        "answer",
        "text",
        None,
    ]
    assert "the field 'answer' stands twice" in str(rows[1].error)
