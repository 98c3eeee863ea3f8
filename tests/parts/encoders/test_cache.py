import sqlite3
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from cache_filling import fill
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.errors import ModelError
from groundgraph.parts.encoders.cache import (
    MemoryCache,
    NoCache,
    SQLiteCache,
    encode_once,
    key_of,
    open_cache,
)


def rows(*numbers: float) -> np.ndarray:
    return np.array([[number, number + 1] for number in numbers], np.float32)


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SQLiteCache]:
    cache = SQLiteCache(tmp_path / "vectors.db")
    yield cache
    cache.close()


class Recorder:
    """An encoder whose vectors say how long a text is, and which remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> np.ndarray:
        self.asked += texts
        return rows(*map(len, texts))


def test_memory_cache_returns_only_what_was_put() -> None:
    cache = MemoryCache()
    cache.put([b"a", b"b"], rows(1, 2))

    found = cache.get([b"b", b"c"])

    assert list(found) == [b"b"]
    np.testing.assert_array_equal(found[b"b"], [2, 3])


def test_memory_cache_drops_what_was_used_longest_ago() -> None:
    cache = MemoryCache(max_bytes=2 * (8 + 200))
    cache.put([b"a", b"b"], rows(1, 2))
    cache.get([b"a"])
    cache.put([b"c"], rows(3))

    assert set(cache.get([b"a", b"b", b"c"])) == {b"a", b"c"}


def test_memory_cache_does_not_grow_when_a_key_is_put_again() -> None:
    cache = MemoryCache(max_bytes=2 * (8 + 200))
    for number in range(10):
        cache.put([b"a"], rows(number))
    cache.put([b"b"], rows(0))

    found = cache.get([b"a", b"b"])

    assert set(found) == {b"a", b"b"}
    assert found[b"a"][0] == 9


def test_memory_cache_keeps_no_view_of_the_batch() -> None:
    cache = MemoryCache()
    batch = rows(1, 2)
    cache.put([b"a"], batch[:1])
    batch[:] = 0

    assert cache.get([b"a"])[b"a"][0] == 1


def test_a_batch_above_the_room_leaves_a_bounded_cache() -> None:
    cache = MemoryCache(max_bytes=3 * (8 + 200))
    cache.put([bytes([number]) for number in range(100)], rows(*range(100)))

    assert len(cache.get([bytes([number]) for number in range(100)])) == 3


def test_no_cache_forgets() -> None:
    cache = NoCache()
    cache.put([b"a"], rows(1))

    assert cache.get([b"a"]) == {}


def test_sqlite_cache_survives_being_closed(tmp_path: Path) -> None:
    path = tmp_path / "made" / "vectors.db"
    first = SQLiteCache(path)
    first.put([b"a"], rows(1.5))
    first.close()
    second = SQLiteCache(path)

    found = second.get([b"a", b"b"])
    second.close()

    assert list(found) == [b"a"]
    np.testing.assert_array_equal(found[b"a"], np.array([1.5, 2.5], np.float32))


def test_sqlite_cache_reads_more_keys_than_a_query_takes(sqlite: SQLiteCache) -> None:
    keys = [f"{number}".encode() for number in range(2500)]
    sqlite.put(keys, rows(*range(2500)))

    found = sqlite.get(keys)

    assert [found[key][0] for key in keys] == list(range(2500))


def test_sqlite_cache_is_safe_between_threads(sqlite: SQLiteCache) -> None:
    def work(number: int) -> float:
        sqlite.put([bytes([number])], rows(number))
        return float(sqlite.get([bytes([number])])[bytes([number])][0])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(64))) == list(range(64))


def test_sqlite_cache_is_safe_between_processes(tmp_path: Path) -> None:
    path = str(tmp_path / "vectors.db")
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        counts = list(pool.map(fill, [path] * 4, range(4)))
    cache = SQLiteCache(path)
    keys = [bytes([number, turn]) for number in range(4) for turn in range(20)]

    found = cache.get([*keys, b"same"])
    cache.close()

    assert counts == [20] * 4
    assert len(found) == 81


def test_a_file_that_is_no_database_is_named_in_the_error(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to look at " * 100, encoding="utf-8")

    with pytest.raises(ModelError, match=r"notes\.txt cannot be used as a vector cache.*delete it"):
        SQLiteCache(path)
    assert path.read_text(encoding="utf-8").startswith("not a database")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE vectors (key BLOB, vector BLOB)")
    connection.close()
    before = path.read_bytes()

    with pytest.raises(ModelError, match="another program"):
        SQLiteCache(path)
    assert path.read_bytes() == before


def test_a_damaged_file_is_an_error_and_not_a_wrong_vector(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    cache = SQLiteCache(path)
    keys = [bytes([number]) for number in range(200)]
    cache.put(keys, rows(*range(200)))
    cache.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    damaged = SQLiteCache(path)

    with pytest.raises(ModelError, match=r"vectors\.db"):
        damaged.get(keys)
    damaged.close()


@pytest.mark.parametrize("content", [b"", b"\x00\x00\x80", np.float32("nan").tobytes()])
def test_a_damaged_vector_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "vectors.db"
    SQLiteCache(path).close()
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("INSERT INTO vectors VALUES (?, ?)", (b"a", content))
    connection.close()
    cache = SQLiteCache(path)

    with pytest.raises(ModelError, match="cut short or not finite"):
        cache.get([b"a"])
    cache.close()


def test_a_folder_cannot_be_the_file(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="unable to open"):
        SQLiteCache(tmp_path)


def test_open_cache_shares_one_cache_per_name(tmp_path: Path) -> None:
    path = str(tmp_path / "vectors.db")
    open_cache(path).put([b"a"], rows(1))

    assert list(open_cache(path).get([b"a"])) == [b"a"]
    assert open_cache("memory") is open_cache("memory")
    assert isinstance(open_cache("off"), NoCache)


@given(st.tuples(st.text(), st.text()), st.tuples(st.text(), st.text()))
def test_keys_differ_when_identity_or_text_do(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert (key_of(*one) == key_of(*two)) == (one == two)


def test_identity_does_not_run_into_the_text() -> None:
    assert key_of("a", "bc") != key_of("ab", "c")
    assert key_of("1", "1:a") != key_of("11", ":a")


def test_each_distinct_text_is_encoded_once() -> None:
    encode = Recorder()

    found = encode_once(["bb", "a", "bb", "ccc", "a"], encode, NoCache(), "model")

    assert encode.asked == ["bb", "a", "ccc"]
    assert found[:, 0].tolist() == [2, 1, 2, 3, 1]


def test_known_texts_are_not_encoded_again_under_the_same_identity() -> None:
    cache, encode = MemoryCache(), Recorder()
    encode_once(["a", "bb"], encode, cache, "model")

    found = encode_once(["ccc", "bb"], encode, cache, "model")
    encode_once(["a"], encode, cache, "other model")

    assert encode.asked == ["a", "bb", "ccc", "a"]
    assert found[:, 0].tolist() == [3, 2]
