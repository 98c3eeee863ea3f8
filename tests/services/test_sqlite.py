from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph.errors import ModelError
from groundgraph.parts.encoders.cache import SQLiteCache
from groundgraph.services.replies import ReplyCache
from groundgraph.services.sqlite import KeyedTable, Store

if TYPE_CHECKING:
    from pathlib import Path

COUNTS = KeyedTable(
    0x67677473, "counts", "counts", "key TEXT PRIMARY KEY, n INTEGER", "n", "another"
)


def test_rows_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "counts.db"
    with closing(Store(path, COUNTS)) as store:
        store.put([("a", 1), ("b", 2)])
        store.put([("b", 3)])

    with closing(Store(path, COUNTS)) as again:
        assert again.get(["a", "b", "c"]) == {"a": 1, "b": 3}


def test_rows_of_a_batch_that_breaks_are_not_kept(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "counts.db", COUNTS)) as store:
        with pytest.raises(ModelError, match=r"counts\.db cannot be used as counts"):
            store.put([("a", 1), ("b",)])  # type: ignore[list-item]
        store.put([("c", 3)])
        assert store.get(["a", "b", "c"]) == {"c": 3}


def test_stores_of_many_threads_open_one_new_file_together(tmp_path: Path) -> None:
    def work(number: int) -> int:
        with closing(Store(tmp_path / "counts.db", COUNTS)) as store:
            store.put([(str(number), number)])
            return int(store.get([str(number)])[str(number)])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(32))) == list(range(32))


def test_a_file_that_holds_another_table_of_ours_is_refused(tmp_path: Path) -> None:
    SQLiteCache(tmp_path / "vectors.db").close()

    with pytest.raises(ModelError, match="another program"):
        Store(tmp_path / "vectors.db", COUNTS)


def test_the_caches_read_files_of_this_form(tmp_path: Path) -> None:
    vectors, replies = tmp_path / "vectors.db", tmp_path / "replies.db"
    for path, sql in (
        (vectors, "vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"),
        (replies, "replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)"),
    ):
        connection = sqlite3.connect(path)
        with connection:
            connection.execute(f"CREATE TABLE {sql}")
            name = sql.partition(" ")[0]
            row = (
                (b"k", np.array([1, 2], np.float32).tobytes())
                if path == vectors
                else ("k", '{"n": 7}')
            )
            connection.execute(f"INSERT INTO {name} VALUES (?, ?)", row)
            made_by = 0x67677663 if path == vectors else 0x67676C72
            connection.execute(f"PRAGMA application_id = {made_by}")
        connection.close()
    cache = SQLiteCache(vectors)

    np.testing.assert_array_equal(cache.get([b"k"])[b"k"], [1, 2])
    cache.close()
    assert ReplyCache(str(replies)).get(["k"]) == {"k": {"n": 7}}
