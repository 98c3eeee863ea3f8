from __future__ import annotations

import gzip
import json
import os
import threading
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.errors import InputError
from groundgraph.io import Limits, Row, read_rows
from groundgraph.io.limits import limits_from, names

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[bytes], Path]

SMALL = Limits(
    row_bytes=500, unfolded_bytes=2_000, nesting=5, passages=3, passage_chars=80, answer_chars=40
)


def line(number: int, **fields: Any) -> bytes:
    row = {"id": f"r{number}", "passages": ["a"], "answer": "a", **fields}
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def deep(levels: int) -> Any:
    return [] if levels == 1 else [deep(levels - 1)]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: bytes) -> Path:
        path = tmp_path / "rows.jsonl"
        path.write_bytes(content)
        return path

    return write


def told(row: Row) -> str:
    assert row.error is not None
    return str(row.error)


@pytest.mark.parametrize(
    ("name", "within", "beyond", "found"),
    [
        ("passages", {"passages": ["a"] * 3}, {"passages": ["a"] * 4}, "has 4 passages"),
        ("passage_chars", {"passages": ["é" * 80]}, {"passages": ["a", "é" * 81]}, "passage 2 has"),
        ("answer_chars", {"answer": "é" * 40}, {"answer": "é" * 41}, "the answer has 41"),
        ("answer_chars", {"question": "é" * 40}, {"question": "é" * 41}, "the question has 41"),
        ("nesting", {"note": deep(4)}, {"note": deep(5)}, "more than 5 objects and arrays"),
        ("row_bytes", {"note": "n" * 400}, {"note": "n" * 500}, "more than 500 bytes"),
    ],
)
def test_a_row_over_a_limit_is_an_error_row_that_names_it_and_the_run_goes_on(
    write: Write, name: str, within: dict[str, Any], beyond: dict[str, Any], found: str
) -> None:
    path = write(line(1, **within) + line(2, **beyond) + line(3))

    first, second, third = read_rows(path, SMALL)
    again = [row.error for row in read_rows(path)]

    assert (first.error, third.error) == (None, None)
    assert second.line == 2
    assert found in told(second)
    assert f"--limit {name}=NUMBER" in told(second)
    assert f"Limits({name}=NUMBER)" in told(second)
    assert again == [None, None, None]


def test_a_row_of_exactly_the_bytes_is_read_whatever_stands_around_it(write: Write) -> None:
    row = line(1).strip()
    limits = Limits(row_bytes=len(row))

    for spaces in (b"", b" \t" * 300):
        assert [r.error for r in read_rows(write(spaces + row + b"\r\n"), limits)] == [None]
    (cut,) = read_rows(write(row), Limits(row_bytes=len(row) - 1))
    assert "row_bytes" in told(cut)


def test_what_follows_a_row_and_many_spaces_is_not_lost(write: Write) -> None:
    (row,) = read_rows(write(line(1).strip() + b" " * 600 + b"garbage\n"), SMALL)

    assert "row_bytes" in told(row)


@pytest.mark.parametrize(
    ("before", "between", "after"),
    [(b"", b"", b""), (b"[", b",", b"]"), (b"{\n", b"}\n{\n", b"}\n")],
    ids=["lines", "array", "objects over lines"],
)
def test_a_long_row_costs_only_itself_in_every_layout(
    write: Write, before: bytes, between: bytes, after: bytes
) -> None:
    rows = [line(1), line(2, note="n" * 600), line(3)]
    if before.startswith(b"{"):
        rows = [row.strip()[1:-1] for row in rows]
    elif before:
        rows = [row.strip() for row in rows]

    found = list(read_rows(write(before + between.join(rows) + after), SMALL))

    assert [row.id for row in found] == ["r1", "r2", "r3"]
    assert "row_bytes" in told(found[1])


def test_the_sentences_of_passages_are_limited(write: Write) -> None:
    rows = line(1, passages=["x. 1 " * 40]) + line(2, passages=["x. 1 " * 30])
    first, second = read_rows(write(rows), Limits(sentences=70))
    assert "81 sentences and numbers" in told(first)
    assert "the limit sentences is 70" in told(first)
    assert second.error is None


def test_the_sentences_that_would_be_compared_are_limited(write: Write) -> None:
    rows = line(1, answer="I go. " * 6, passages=["I go. " * 12])
    rows += line(2, answer="I go. " * 6, passages=["I go " * 12])
    rows += line(3, answer="I go. " * 6, passages=[json.dumps(list(range(12)))])

    first, second, third = read_rows(write(rows), Limits(pairs=60))

    assert "7 pairs" not in told(first)
    assert "91 pairs" in told(first)
    assert second.error is None
    assert "pairs" in told(third)


class TestGzip:
    def test_a_bomb_of_one_line_costs_its_row_and_little_memory(self, write: Write) -> None:
        bomb = write(gzip.compress(line(1) + b" " * 10 + b"0" * 60_000_000 + b"\n" + line(2), 1))
        limits = Limits(row_bytes=100_000)
        tracemalloc.start()
        try:
            first, second, third = read_rows(bomb, limits)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

        assert (first.id, third.id) == ("r1", "r2")
        assert "--limit row_bytes" in told(second)
        assert peak < 2_000_000

    def test_a_bomb_of_many_rows_ends_after_those_before_the_limit(self, write: Write) -> None:
        path = write(gzip.compress(b"".join(line(n) for n in range(1_000))))
        found: list[Row] = []

        with pytest.raises(InputError, match="unfolds to more than 2,000 bytes") as caught:
            found.extend(read_rows(path, SMALL))

        assert "--limit unfolded_bytes" in str(caught.value)
        assert str(path) in str(caught.value)
        assert 10 < len(found) < 2_000 / len(line(1))
        assert len(list(read_rows(path))) == 1_000

    def test_a_plain_file_may_be_of_any_size(self, write: Write) -> None:
        path = write(b"".join(line(n) for n in range(1_000)))

        assert len(list(read_rows(path, SMALL))) == 1_000


def test_the_sources_of_ragtruth_answers_are_limited_too(tmp_path: Path) -> None:
    sources = [json.dumps({"source_id": str(n), "source_info": "a" * 70}) for n in range(60)]
    sources[1] = json.dumps({"source_id": "1", "source_info": "a" * 600})
    (tmp_path / "source_info.jsonl").write_text("\n".join(sources))
    answers = [json.dumps({"source_id": n, "response": "a"}) for n in ("0", "1", "59")]
    path = tmp_path / "response.jsonl"
    path.write_text("\n".join(answers))

    first, second, third = read_rows(path, SMALL)
    everything = read_rows(path)

    assert first.error is None
    assert "row_bytes" in told(second)
    assert "no source '59'" in told(third)
    assert [row.error for row in everything] == [None, None, None]


def test_a_pipe_is_read_as_it_comes(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(line(1) + line(2)))
    writer.start()

    assert [row.id for row in read_rows(pipe)] == ["r1", "r2"]
    writer.join()


@pytest.mark.parametrize("place", ["folder", "/dev/zero", "/dev/full"])
def test_a_folder_or_a_device_is_refused_without_being_read(tmp_path: Path, place: str) -> None:
    source = tmp_path if place == "folder" else place

    with pytest.raises(InputError, match="expected a file or a pipe"):
        next(read_rows(source))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (line(1).decode().encode("utf-16"), "UTF-16"),
        (line(1).decode().encode("utf-16-le"), "UTF-16"),
        (line(1).decode().encode("utf-16-be"), "UTF-16"),
        (line(1).decode().encode("utf-32"), "UTF-32"),
        (line(1).decode().encode("utf-32-be"), "UTF-32"),
        (gzip.compress(gzip.compress(line(1))), "gzip inside gzip"),
        (b"PK\x03\x04" + bytes(26), "a ZIP archive"),
        (b"\x28\xb5\x2f\xfd" + bytes(26), "zstd"),
        (b"PAR1" + bytes(26), "Parquet"),
    ],
    ids=[
        "utf-16",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "utf-32-be",
        "gzip",
        "zip",
        "zstd",
        "parquet",
    ],
)
def test_a_file_of_another_kind_is_one_error_that_says_which(
    write: Write, content: bytes, said: str
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        next(read_rows(write(content)))

    assert caught.value.line is None
    assert "rows are JSON, CSV or TSV in UTF-8" in str(caught.value)


class TestSettings:
    def test_numbers_may_be_written_short(self) -> None:
        limits = limits_from(["row_bytes=32M", "passages=1_500", "answer_chars=20k", "passages=7"])

        assert limits == Limits(row_bytes=32_000_000, passages=7, answer_chars=20_000)

    @pytest.mark.parametrize(
        "text",
        ["rows=5", "row_bytes", "row_bytes=", "row_bytes=-1", "row_bytes=1e9", "=5", "", "²=²"],
    )
    def test_what_is_no_setting_lists_what_there_is(self, text: str) -> None:
        with pytest.raises(InputError, match="expected NAME=NUMBER") as caught:
            limits_from([text])

        assert all(name in str(caught.value) for name in names())

    @pytest.mark.parametrize("name", names())
    def test_a_limit_below_1_is_refused(self, name: str) -> None:
        with pytest.raises(InputError, match=f"the limit {name} is 0"):
            limits_from([f"{name}=0"])

    def test_rows_cannot_be_nested_deeper_than_python_can_follow(self, write: Write) -> None:
        path = write(line(1, trace=deep(390)))

        assert [row.error for row in read_rows(path, Limits(nesting=400))] == [None]
        with pytest.raises(InputError, match="at most 400"):
            Limits(nesting=401)
