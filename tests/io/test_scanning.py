from __future__ import annotations

import gzip
import io
import json
import zlib
from contextlib import suppress
from typing import Any, BinaryIO, cast

import pytest
from counting import calls_of
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.io import scanning
from groundgraph.io.scanning import raw_rows

json_objects = st.dictionaries(
    st.text(max_size=5),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(alphabet='a"\\[]{},:é\n ', max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=6,
    ),
    max_size=4,
)
indents = st.sampled_from([None, 0, 2])


def rows_of(text: str) -> list[tuple[int, str]]:
    return [(line, raw.decode()) for line, raw in raw_rows(io.BytesIO(text.encode()))]


def test_jsonl_rows_keep_their_line_numbers_across_blank_lines() -> None:
    assert rows_of('{"a": 1}\n\n  \n{"b": 2}\r\n') == [(1, '{"a": 1}'), (4, '{"b": 2}')]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert rows_of('\ufeff{"a": 1}\n') == [(1, '{"a": 1}')]
    assert rows_of("\ufeff") == []


def test_an_array_gives_its_elements_with_the_line_each_begins_on() -> None:
    text = '[\n  {"a": "]"},\n  {"b":\n   [1, {"c": 2}]}\n]\n'
    assert rows_of(text) == [(2, '{"a": "]"}'), (3, '{"b":\n   [1, {"c": 2}]}')]


def test_an_object_over_several_lines_is_one_row() -> None:
    assert rows_of('{\n "a": 1\n}\n') == [(1, '{\n "a": 1\n}')]
    assert [line for line, _ in rows_of('{\n "a": 1\n}\n\n{\n "a": 2\n}')] == [1, 5]


def test_a_cut_off_first_line_does_not_swallow_the_others() -> None:
    assert rows_of('{"a": "x\n{"b": 2}\n') == [(1, '{"a": "x'), (2, '{"b": 2}')]


def test_lines_after_an_array_are_rows_of_their_own() -> None:
    assert rows_of('[1, 2]\n{"b": 2}\n') == [(1, "1"), (1, "2"), (2, '{"b": 2}')]


def test_an_element_that_is_not_json_costs_only_itself() -> None:
    rows = rows_of('[{"a": 1}, {"a": nonsense}, {"a": 3}]')
    assert [row for _, row in rows] == ['{"a": 1}', '{"a": nonsense}', '{"a": 3}']


def test_an_unclosed_array_gives_its_rows_and_then_an_error() -> None:
    stream = raw_rows(io.BytesIO(b'[{"a": 1},\n'))
    assert next(stream) == (1, b'{"a": 1}')
    with pytest.raises(InputError, match="never closed"):
        next(stream)


@given(st.lists(json_objects, max_size=5), indents, st.integers(1, 40))
def test_arrays_are_cut_where_json_cuts_them(
    rows: list[dict[str, Any]], indent: int | None, piece: int
) -> None:
    text = json.dumps(rows, indent=indent, ensure_ascii=False).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "_PIECE", piece)
        found = [json.loads(raw) for _, raw in raw_rows(io.BytesIO(text))]
    assert found == rows


@given(st.lists(json_objects.filter(bool), min_size=1, max_size=4))
def test_indented_objects_one_after_the_other_are_rows(rows: list[dict[str, Any]]) -> None:
    text = "\n".join(json.dumps(row, indent=1) for row in rows)
    assert [json.loads(raw) for _, raw in raw_rows(io.BytesIO(text.encode()))] == rows


@given(st.binary(max_size=200))
def test_no_bytes_make_the_scanner_fail_otherwise_than_by_an_input_error(content: bytes) -> None:
    try:
        lines = [line for line, _ in raw_rows(io.BytesIO(content))]
    except InputError:
        return
    assert lines == sorted(lines)


class Counting(io.BytesIO):
    """Counts how often it is read from."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)

    def readline(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().readline(size)


@pytest.mark.parametrize("start", [b"", b"[", b'["', b"{\n", b'{"a": "'])
@pytest.mark.parametrize(
    "part", [b"\\", b'"', b'\\"', b"[", b"]", b"{}", b",", b"[],", b"\n", b" ", b"a", b"[\n"]
)
def test_the_steps_are_in_proportion_to_the_bytes(start: bytes, part: bytes) -> None:
    def steps(size: int) -> int:
        stream = Counting(start + part * (size // len(part)))

        def read() -> None:
            with suppress(InputError):
                for _ in raw_rows(stream):
                    pass

        return calls_of(read) + stream.reads

    piece = 1 << 10
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "_PIECE", piece)
        assert steps(16 * piece) <= 2.2 * steps(8 * piece)


def test_a_line_of_backslashes_is_read_by_the_piece() -> None:
    size = 800_000
    stream = Counting(b"\\" * size)
    assert sum(len(row) for _, row in raw_rows(stream)) == size
    assert stream.reads <= 2 * (size // scanning._PIECE + 2)


@pytest.mark.parametrize("kept", [0.3, 0.5, 0.9, 0.999])
def test_a_truncated_gzip_gives_the_lines_before_the_cut(kept: float) -> None:
    lines = [json.dumps({"a": number, "b": str(number**9)}) for number in range(5_000)]
    packed = gzip.compress("\n".join(lines).encode())
    cut = packed[: int(len(packed) * kept)]
    whole_lines = zlib.decompressobj(31).decompress(cut).decode().split("\n")[:-1]
    found: list[str] = []
    rows = raw_rows(cast("BinaryIO", gzip.GzipFile(fileobj=io.BytesIO(cut))))
    with pytest.raises(InputError, match="cut off") as caught:
        found.extend(raw.decode() for _, raw in rows)
    assert found == whole_lines
    assert caught.value.line == len(found) + 1
