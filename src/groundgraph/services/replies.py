"""Replies of language models on disk, so that no question is paid for twice."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_APPLICATION_ID = 0x67676C72  # "gglr": tells our files from other SQLite databases
_WAIT_S = 60.0


class ReplyCache:
    """Keeps JSON objects by key in a file that several processes may use at once.

    A connection lives for one call only, so forks and threads may share the cache.

    Args:
        path: Made when absent, with its folder; "off" keeps nothing.

    Raises:
        ModelError: When the file is damaged, is not such a cache, or cannot be opened.
    """

    def __init__(self, path: str) -> None:
        self._path = None if path == "off" else Path(path)

    def get(self, keys: Sequence[str], /) -> dict[str, dict[str, Any]]:
        """Return the replies that are known."""
        if self._path is None or not keys:
            return {}
        with self._open() as connection:
            query = "SELECT reply FROM replies WHERE key = ?"
            rows = ((key, connection.execute(query, (key,)).fetchone()) for key in keys)
            return {key: self._reply(row[0]) for key, row in rows if row is not None}

    def put(self, key: str, reply: Mapping[str, Any], /) -> None:
        """Keep a reply; it survives the process once this returns."""
        if self._path is None:
            return
        with self._open() as connection:
            content = json.dumps(reply, allow_nan=False)
            connection.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, content))

    def _reply(self, content: object) -> dict[str, Any]:
        try:
            reply = json.loads(str(content))
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            raise self._unusable("it holds a reply that is not a JSON object")
        return reply

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        assert self._path is not None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connect = sqlite3.connect(self._path, timeout=_WAIT_S, isolation_level=None)
            with closing(connect) as connection:
                _prepare(connection)
                yield connection
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(str(error)) from error

    def _unusable(self, why: str) -> ModelError:
        return ModelError(
            f"{self._path} cannot be used as a reply cache: {why}; delete it, or name another "
            "file or 'off'"
        )


def _prepare(connection: sqlite3.Connection) -> None:
    """Create the table in a new file; refuse a file that something else made."""
    (made_by,) = connection.execute("PRAGMA application_id").fetchone()
    if made_by == _APPLICATION_ID:
        return
    connection.execute("BEGIN IMMEDIATE")
    (made_by,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if made_by != _APPLICATION_ID and tables:
        raise sqlite3.DatabaseError("it is a database of another program")
    connection.execute(
        "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)"
    )
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    connection.execute("COMMIT")


def key_of(*parts: object) -> str:
    """Return the key, 32 hexadecimal digits, of plain JSON values."""
    content = json.dumps(parts, sort_keys=True).encode("ascii")
    return hashlib.blake2b(content, digest_size=16).hexdigest()
