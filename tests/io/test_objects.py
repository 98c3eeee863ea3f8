from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from groundgraph import InputError
from groundgraph.io.objects import Record, find_file, read_objects

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_found_gzipped_or_plain(tmp_path: Path) -> None:
    assert find_file(tmp_path, "corpus/rows") is None
    (tmp_path / "corpus").mkdir()
    plain, packed = (tmp_path / "corpus" / f"rows.jsonl{end}" for end in ("", ".gz"))
    plain.write_text('{"a": 1}\n\n{"a": 2}\n')
    assert find_file(tmp_path, "corpus/rows") == plain
    assert [(r.content["a"], r.line) for r in read_objects(tmp_path, "corpus/rows")] == [
        (1, 1),
        (2, 3),
    ]
    packed.write_bytes(gzip.compress(b'{"a": 3}'))
    assert [record.content["a"] for record in read_objects(tmp_path, "corpus/rows")] == [3]


def test_a_missing_file_says_which_folder_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found no corpus/rows\.jsonl or .*holds corpus/ by"):
        read_objects(tmp_path, "corpus/rows")


@pytest.mark.parametrize(("row", "message"), [("{", "not JSON"), ("[1]", "expected an object")])
def test_a_damaged_row_says_its_file_and_line(tmp_path: Path, row: str, message: str) -> None:
    (tmp_path / "rows.jsonl").write_text('{"a": 1}\n' + row)
    with pytest.raises(InputError, match=rf"rows\.jsonl, line 2.*{message}") as caught:
        read_objects(tmp_path, "rows")
    assert caught.value.line == 2


RECORD = Record({"name": "x", "size": 2, "share": 0.5, "flag": True}, "file, line 7", 7)


def test_fields_are_had_by_name_and_kind() -> None:
    assert RECORD.get("name", str) == "x"
    assert (RECORD.number("size"), RECORD.number("share")) == (2.0, 0.5)


@pytest.mark.parametrize(
    ("name", "kind", "found"),
    [("name", int, "found str"), ("other", str, "found nothing"), ("flag", int, "found bool")],
)
def test_a_field_of_another_kind_is_an_error(name: str, kind: type, found: str) -> None:
    with pytest.raises(InputError, match=f"file, line 7: '{name}' must be .*{found}") as caught:
        RECORD.get(name, kind)
    assert (caught.value.line, caught.value.field) == (7, name)
