"""Keys and values in a SQLite file that several processes may use at once."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_CHUNK = 500  # SQLite before 3.32 takes at most 999 parameters
_WAIT_S = 60.0


class KeyedTable(NamedTuple):
    """What a file holds.

    Attributes:
        application_id: Tells our files from other SQLite databases.
        called: What messages call the file, such as "a vector cache".
        columns: SQL of the columns: ``key``, which is the primary key, and the value.
        name: Of the table.
        value: Name of the value's column.
        ahead: Whether writers log ahead, so that readers and one writer do not wait for each
            other; for files that are held open.
        instead: What else a user may name in place of the file, such as "'off'".
    """

    application_id: int
    called: str
    name: str
    columns: str
    value: str
    instead: str
    ahead: bool = False


class Store:
    """A file of one `KeyedTable`; threads may share it, a forked child may not.

    Args:
        path: Made when absent, with its folder.
        table: What the file holds.

    Raises:
        ModelError: When the file is damaged, was made by something else, or cannot be opened.
    """

    def __init__(self, path: str | Path, table: KeyedTable) -> None:
        self._path = Path(path)
        self._table = table
        self._lock = threading.Lock()
        with self._errors():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self._path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        """Let go of the file; the store cannot be used afterwards."""
        self._connection.close()

    def get(self, keys: Sequence[Any], /) -> dict[Any, Any]:
        """Return the values that are known, by key.

        Raises:
            ModelError: When the file is damaged.
        """
        rows: list[tuple[Any, Any]] = []
        _, _, name, _, value, *_ = self._table
        with self._lock, self._errors():
            for start in range(0, len(keys), _CHUNK):
                some = keys[start : start + _CHUNK]
                marks = ",".join("?" * len(some))
                query = f"SELECT key, {value} FROM {name} WHERE key IN ({marks})"  # noqa: S608 - our names
                rows += self._connection.execute(query, some)
        return dict(rows)

    def put(self, rows: Iterable[tuple[Any, Any]], /) -> None:
        """Keep keys and values; they survive the process once this returns.

        Raises:
            ModelError: When the file is damaged, or cannot be written.
        """
        with self._lock, self._errors(), self._transaction():
            self._connection.executemany(
                f"INSERT OR REPLACE INTO {self._table.name} VALUES (?, ?)",  # noqa: S608 - our name
                rows,
            )

    def unusable(self, why: str) -> ModelError:
        """Return the error that says why the file cannot be used, and what to do."""
        return ModelError(
            f"{self._path} cannot be used as {self._table.called}: {why}; delete it, or name "
            f"{self._table.instead}"
        )

    def _prepare(self) -> None:
        """Create the table in a new file; refuse a file that something else made."""
        if self._table.ahead:
            self._connection.execute("PRAGMA synchronous = NORMAL")
        if self._application_id() != self._table.application_id:
            with self._transaction():
                self._create()
        if self._table.ahead:
            self._connection.execute("PRAGMA journal_mode = WAL")

    def _create(self) -> None:
        made_by = self._application_id()  # again: another process may have been quicker
        (tables,) = self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if made_by != self._table.application_id and tables:
            raise sqlite3.DatabaseError("it is a database of another program")
        if not tables:
            self._connection.execute(f"CREATE TABLE {self._table.name} ({self._table.columns})")
            self._connection.execute(f"PRAGMA application_id = {self._table.application_id}")

    def _application_id(self) -> int:
        (value,) = self._connection.execute("PRAGMA application_id").fetchone()
        return int(value)

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
            raise self.unusable(str(error)) from error
