from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Example, InputError, Passage
from groundgraph.checking import check_rows
from groundgraph.io import Row, VerdictFile, digest_of, example_from, read_rows
from groundgraph.io.nesting import MOST_NESTED, check_nesting, check_value_nesting
from groundgraph.io.reading import PROBED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VALUES = st.recursive(
    st.none() | st.integers() | st.text('a"\\[]{}', max_size=6),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text('"[{', max_size=3), inside)
    ),
    max_leaves=12,
)


def depth(value: Any) -> int:
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return 1 + max(map(depth, inside), default=0)
    return 0


def is_taken(measure: Callable[[], None]) -> bool:
    try:
        measure()
    except InputError:
        return False
    return True


def nested(levels: int) -> str:
    return '{"a": [' * (levels // 2) + "1" + "]}" * (levels // 2)


def row(number: int, **more: str) -> str:
    fields = "".join(f', "{name}": {value}' for name, value in more.items())
    return f'{{"id": "r{number}", "answer": "Ann left.", "passages": ["Ann left."]{fields}}}'


@given(VALUES, st.integers(1, 5))
def test_a_value_is_refused_when_it_is_deeper_than_the_limit(value: Any, most: int) -> None:
    raw = json.dumps(value).encode()
    assert is_taken(lambda: check_nesting(raw, most)) == (depth(value) <= most)
    assert is_taken(lambda: check_value_nesting(value, most)) == (depth(value) <= most)


@given(st.binary(max_size=80) | st.text('[]{}"\\,').map(str.encode))
def test_no_bytes_make_it_fail_otherwise_than_by_an_input_error(raw: bytes) -> None:
    is_taken(lambda: check_nesting(raw, 2))


def test_a_value_that_holds_itself_or_one_thing_many_times_is_measured_at_once() -> None:
    own: list[object] = []
    own.append(own)
    with pytest.raises(InputError, match="more than 100"):
        check_value_nesting(own)
    shared: list[object] = []
    for _ in range(60):
        shared = [shared, shared]
    check_value_nesting(shared)


@pytest.mark.parametrize("field", [*PROBED, "note", "triples", "passages", "answer", "id"])
@pytest.mark.parametrize("levels", [200, 500, 976, 3_000, 200_000])
def test_a_row_that_is_nested_too_deep_is_an_error_with_its_line(
    tmp_path: Path, field: str, levels: int
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join([row(1), row(2, **{field: nested(levels)}), row(3)]))

    first, second, third = read_rows(path)

    assert first.error is None
    assert third.error is None
    assert second.line == 2
    assert "more than 100 objects and arrays one within the other" in str(second.error)


@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_goes_on_after_a_row_that_is_nested_too_deep(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "rows.jsonl"
    deep = [row(2, trace=nested(980)), row(3, note=nested(700)), row(4, note=nested(3_000))]
    most = row(5, note=nested(MOST_NESTED - 2), paths=nested(MOST_NESTED - 2))
    path.write_text("\n".join([row(1), *deep, most, row(6)]))

    records = [
        checked.record for checked in check_rows(read_rows(path), "lexical", workers=workers)
    ]

    assert [record["line"] for record in records] == [1, 2, 3, 4, 5, 6]
    assert [record["line"] for record in records if "error" in record] == [2, 3, 4]


def test_an_example_that_a_program_made_costs_only_its_own_row() -> None:
    deep: list[object] = []
    for _ in range(sys.getrecursionlimit()):
        deep = [deep]
    own: dict[str, object] = {}
    own["paths"] = own
    passages = (Passage("Ann left.", "1"),)
    examples = [
        Example("Ann left.", passages, metadata=held) for held in ({}, {"trace": deep}, own, {})
    ]
    rows = [Row(line, f"{line}", example) for line, example in enumerate(examples, 1)]

    records = [checked.record for checked in check_rows(rows, "lexical")]

    assert [record["line"] for record in records if "error" in record] == [2, 3]
    with pytest.raises(InputError, match="one within the other"):
        digest_of(examples[1])
    with pytest.raises(InputError, match="one within the other"):
        example_from({"response": "Ann left.", "source_info": {"a": deep}})


def test_a_source_that_is_nested_too_deep_costs_only_its_answers(tmp_path: Path) -> None:
    sources = [
        '{"source_id": "1", "source_info": "Ann left."}',
        f'{{"source_id": "2", "source_info": {nested(3_000)}}}',
        '{"source_id": "3", "source_info": "Bob stayed."}',
        "{}",
    ]
    (tmp_path / "source_info.jsonl").write_text("\n".join(sources))
    answers = [{"id": n, "source_id": n, "response": "Ann left."} for n in ("1", "2", "3")]
    (tmp_path / "response.jsonl").write_text("\n".join(map(json.dumps, answers)))

    first, second, third = read_rows(tmp_path / "response.jsonl")

    assert first.error is None
    assert third.error is None
    assert "no source '2'; perhaps it stands in line 2" in str(second.error)
    assert "more than 100 objects and arrays" in str(second.error)


def test_an_output_with_a_row_that_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(f'{{"id": "1", "line": 1, "digest": {nested(3_000)}}}\n')

    with VerdictFile(path) as file, pytest.raises(InputError, match="line 1 is not a verdict"):
        list(file.done())
