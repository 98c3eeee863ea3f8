"""Vectors by the content of their text, so that no text is encoded twice.

A key is a hash of the encoder's identity and the text, so two encoders never share a vector.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import sqlite3
import threading
from collections import OrderedDict
from contextlib import contextmanager
from functools import cache as forever
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from groundgraph.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

_APPLICATION_ID = 0x67677663  # "ggvc": tells our files from other SQLite databases
_CHUNK = 500  # SQLite before 3.32 takes at most 999 parameters
_WAIT_S = 60.0
_ENTRY_BYTES = 200  # measured: key, array header and dictionary slot


class VectorCache(Protocol):
    """Keeps vectors by key; every method may be called from any thread."""

    def get(self, keys: Sequence[bytes], /) -> dict[bytes, NDArray[np.float32]]:
        """Return the vectors that are known, each of shape ``(dimension,)``."""
        ...

    def put(self, keys: Sequence[bytes], vectors: NDArray[np.float32], /) -> None:
        """Keep the rows of ``vectors``, shape ``(n_keys, dimension)``."""
        ...


class NoCache:
    """Keeps nothing."""

    def get(self, _keys: Sequence[bytes], /) -> dict[bytes, NDArray[np.float32]]:
        """Return nothing."""
        return {}

    def put(self, _keys: Sequence[bytes], _vectors: NDArray[np.float32], /) -> None:
        """Forget the rows."""


class MemoryCache:
    """Keeps the vectors used last, up to a size.

    Args:
        max_bytes: Room for vectors and what it costs to hold them; 32 MiB is about 19,000
            vectors of 384 numbers.
    """

    def __init__(self, max_bytes: int = 32 * 2**20) -> None:
        self._room = max_bytes
        self._rows: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, keys: Sequence[bytes], /) -> dict[bytes, NDArray[np.float32]]:
        """Return the vectors that are known; they count as just used."""
        with self._lock:
            found = {key: self._rows[key] for key in keys if key in self._rows}
            for key in found:
                self._rows.move_to_end(key)
        return found

    def put(self, keys: Sequence[bytes], vectors: NDArray[np.float32], /) -> None:
        """Keep the rows, and drop the ones that were not used for longest."""
        with self._lock:
            for key, vector in zip(keys, vectors, strict=True):
                self._drop(key)
                # A copy: a view would keep the whole batch alive.
                self._rows[key] = vector.copy()
                self._room -= vector.nbytes + _ENTRY_BYTES
            while self._room < 0 and self._rows:
                self._drop(next(iter(self._rows)))

    def _drop(self, key: bytes) -> None:
        old = self._rows.pop(key, None)
        if old is not None:
            self._room += old.nbytes + _ENTRY_BYTES


class SQLiteCache:
    """Keeps vectors in a file that several processes may use at once.

    Args:
        path: Made when absent, with its folder.

    Raises:
        ModelError: When the file is damaged, is not such a cache, or cannot be opened.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._lock = threading.Lock()
        with self._errors():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self._path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
            )
            self._prepare()

    def get(self, keys: Sequence[bytes], /) -> dict[bytes, NDArray[np.float32]]:
        """Return the vectors that are known.

        Raises:
            ModelError: When the file is damaged.
        """
        rows: list[tuple[bytes, bytes]] = []
        with self._lock, self._errors():
            for start in range(0, len(keys), _CHUNK):
                some = keys[start : start + _CHUNK]
                marks = ",".join("?" * len(some))
                query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"  # noqa: S608
                rows += self._connection.execute(query, some)
        return {key: self._vector(content) for key, content in rows}

    def put(self, keys: Sequence[bytes], vectors: NDArray[np.float32], /) -> None:
        """Keep the rows; they survive the process once this returns.

        Raises:
            ModelError: When the file is damaged, or cannot be written.
        """
        rows = zip(keys, (vector.astype("<f4").tobytes() for vector in vectors), strict=True)
        with self._lock, self._errors(), self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)

    def close(self) -> None:
        """Let go of the file; the cache cannot be used afterwards."""
        self._connection.close()

    def _prepare(self) -> None:
        """Create the table in a new file; refuse a file that something else made."""
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            (made_by,) = self._connection.execute("PRAGMA application_id").fetchone()
            (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if made_by != _APPLICATION_ID and tables:
                raise sqlite3.DatabaseError("it is a database of another program")
            if not tables:
                self._connection.execute(
                    "CREATE TABLE vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"
                )
                self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        self._connection.execute("PRAGMA journal_mode = WAL")

    def _vector(self, content: bytes) -> NDArray[np.float32]:
        vector = np.frombuffer(content, "<f4") if len(content) % 4 == 0 else np.empty(0, "<f4")
        if not vector.size or not np.isfinite(vector).all():
            raise self._unusable("it holds a vector that is cut short or not finite")
        return vector

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(str(error)) from error

    def _unusable(self, why: str) -> ModelError:
        return ModelError(
            f"{self._path} cannot be used as a vector cache: {why}; delete it, or name another "
            "file, 'memory' or 'off'"
        )


def open_cache(name: str) -> VectorCache:
    """Return the process's cache of that name.

    Args:
        name: "off", "memory" (one for all encoders of the process), or the path of a SQLite
            file.

    Raises:
        ModelError: When the file cannot be used.
    """
    # A connection must not be shared with a forked child, hence the process id.
    return NoCache() if name == "off" else _shared(name, os.getpid())


@forever
def _shared(name: str, _process: int) -> VectorCache:
    if name == "memory":
        return MemoryCache()
    cache = SQLiteCache(name)
    atexit.register(cache.close)
    return cache


def key_of(identity: str, text: str) -> bytes:
    """Return the key, 16 bytes, of ``text`` as the encoder ``identity`` reads it."""
    # The length keeps ("a", "bc") and ("ab", "c") apart.
    content = f"{len(identity)}:{identity}{text}".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16).digest()


def encode_once(
    texts: Sequence[str],
    encode: Callable[[list[str]], NDArray[np.float32]],
    cache: VectorCache,
    identity: str,
) -> NDArray[np.float32]:
    """Encode each distinct text that the cache does not hold, once.

    Args:
        texts: At least one; equal texts get the same vector.
        encode: Returns shape ``(n_texts, dimension)``; not called when all are known.
        cache: Read first, and given what was encoded.
        identity: Says which weights and settings make the vectors.

    Returns:
        Shape ``(n_texts, dimension)``, in the order of ``texts``.
    """
    keys = {text: key_of(identity, text) for text in dict.fromkeys(texts)}
    known = cache.get(list(keys.values()))
    missing = [text for text, key in keys.items() if key not in known]
    if missing:
        vectors = encode(missing)
        new = [keys[text] for text in missing]
        cache.put(new, vectors)
        known.update(zip(new, vectors, strict=True))
    return np.stack([known[keys[text]] for text in texts])
