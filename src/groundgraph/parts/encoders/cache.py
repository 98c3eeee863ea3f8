"""Vectors by the content of their text, so that no text is encoded twice.

A key is a hash of the encoder's identity and the text, so two encoders never share a vector.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import threading
from collections import OrderedDict
from functools import cache as forever
from typing import TYPE_CHECKING, Protocol

import numpy as np

from groundgraph.services.sqlite import KeyedTable, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_VECTORS = KeyedTable(
    application_id=0x67677663,  # "ggvc"
    called="a vector cache",
    name="vectors",
    columns="key BLOB PRIMARY KEY, vector BLOB NOT NULL",
    value="vector",
    instead="another file, 'memory' or 'off'",
    ahead=True,
)
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
        self._store = Store(path, _VECTORS)

    def get(self, keys: Sequence[bytes], /) -> dict[bytes, NDArray[np.float32]]:
        """Return the vectors that are known.

        Raises:
            ModelError: When the file is damaged.
        """
        return {key: self._vector(content) for key, content in self._store.get(keys).items()}

    def put(self, keys: Sequence[bytes], vectors: NDArray[np.float32], /) -> None:
        """Keep the rows; they survive the process once this returns.

        Raises:
            ModelError: When the file is damaged, or cannot be written.
        """
        contents = (vector.astype("<f4").tobytes() for vector in vectors)
        self._store.put(zip(keys, contents, strict=True))

    def close(self) -> None:
        """Let go of the file; the cache cannot be used afterwards."""
        self._store.close()

    def _vector(self, content: bytes) -> NDArray[np.float32]:
        vector = np.frombuffer(content, "<f4") if len(content) % 4 == 0 else np.empty(0, "<f4")
        if not vector.size or not np.isfinite(vector).all():
            raise self._store.unusable("it holds a vector that is cut short or not finite")
        return vector


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
