"""Verdicts as rows of JSON lines, and a file of them that a killed run can continue."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

from groundgraph.errors import InputError, MachineError, of_the_system
from groundgraph.io.locks import FileLock
from groundgraph.io.nesting import check_nesting
from groundgraph.io.places import check_regular
from groundgraph.io.reading import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from groundgraph.io.reading import Row
    from groundgraph.types import Example, Verdict

_BEGINNING = b'{"id":'
_LOOK = 1 << 16
_LONGEST = 1 << 27
"""Bytes of a row that is read back; what a row of the input may become is far below."""
_AGAIN = "mend that and run the same command again: it goes on from there"


def verdict_row(
    example: Example, verdict: Verdict, line: int, detector: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the row that `dumps` writes for a verdict; numbers have six decimals.

    Args:
        example: What was judged.
        verdict: What the detector said.
        line: Line of the input, from 1.
        detector: The spec that rebuilds the detector.

    Raises:
        ValueError: When a number is not finite; says which.
    """
    return {
        "id": example.id,
        "line": line,
        **verdict.to_dict(),
        "detector": dict(detector),
        "digest": digest_of(example),
    }


def error_row(row: Row, error: Exception) -> dict[str, Any]:
    """Return what is written for a row that could not be read or judged."""
    return {
        "id": row.id,
        "line": row.line,
        "error": {
            "type": type(error).__name__,
            "message": str(error),
            "field": getattr(error, "field", None),
        },
        "digest": row.digest,
    }


def dumps(record: Mapping[str, Any]) -> str:
    """Return a row as one line of ASCII JSON, without the line feed.

    Raises:
        ValueError: When a number is not finite.
    """
    return json.dumps(record, allow_nan=False, separators=(",", ":"))


class VerdictFile:
    """A file of verdict rows, appended to; what an earlier run finished is kept.

    Each row is handed to the operating system before the next is asked for, so a killed
    process loses none that it wrote; a row that it was cut off in is written anew. Only one
    process at a time may write to it.

    Args:
        path: Made when absent.

    Raises:
        InputError: When it is no regular file, cannot be made, or another process writes to it.
        MachineError: When the permission or the room is missing.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._rows = 0
        self._torn_at: int | None = None
        check_regular(self.path)
        try:
            # Not buffered: what a full disk refused would be tried again, and fail, at the end.
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise of_the_system(f"cannot write {str(path)!r}", error, _AGAIN) from error
        try:
            self._lock = FileLock(self._file.fileno(), self.path)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> VerdictFile:
        return self

    def done(self) -> Iterator[dict[str, Any]]:
        """Yield the complete rows of the file; read to the end, drop an incomplete last one.

        Raises:
            InputError: When it holds something else than verdict rows.
        """
        end = 0
        with open(self._file.fileno(), "rb", closefd=False) as file:
            file.seek(0)
            while line := self._next(file):
                if not line.endswith(b"\n"):
                    self._drop(line, end)
                    return
                end += len(line)
                self._rows += 1
                yield self._parsed(self._rows, line)

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one row and hand it to the operating system.

        Raises:
            MachineError: When the disk is full, or fails; the rows before are kept.
        """
        rest = memoryview(dumps(record).encode("ascii") + b"\n")
        self._torn_at = os.fstat(self._file.fileno()).st_size
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            doing = f"cannot write row {self._rows + 1:,} to {str(self.path)!r}"
            then = f"its {self._rows:,} complete rows are kept; {_AGAIN}"
            raise MachineError(f"{doing}: {error.strerror or error}; {then}") from error
        self._torn_at = None
        self._rows += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> Literal[False]:
        with self._file:
            try:
                if self._torn_at is not None:  # the run ends within a row
                    os.ftruncate(self._file.fileno(), self._torn_at)
                os.fsync(self._file.fileno())
            except OSError as refused:
                if kind is None:
                    doing = f"cannot finish {str(self.path)!r}"
                    raise of_the_system(doing, refused, _AGAIN) from refused
            finally:
                self._lock.release()
        return False

    def _next(self, file: IO[bytes]) -> bytes:
        """Return the next line, or as much of it as tells that it is no row."""
        line = file.readline(_LOOK)
        if not line.startswith(b"{"):
            return line
        while not line.endswith(b"\n") and (more := file.readline(_LONGEST)):
            line += more
            if len(line) > _LONGEST:
                raise self._foreign(f"line {self._rows + 1}, of more than {_LONGEST:,} bytes,")
        return line

    def _drop(self, incomplete: bytes, end: int) -> None:
        if not incomplete.startswith(_BEGINNING[: len(incomplete)]):
            raise self._foreign("its last line")
        self._file.truncate(end)

    def _parsed(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            check_nesting(line)
            record = json.loads(line)
        except (InputError, ValueError):
            record = None
        if not isinstance(record, dict) or not {"id", "line", "digest"} <= record.keys():
            raise self._foreign(f"line {number}")
        return cast("dict[str, Any]", record)

    def _foreign(self, where: str) -> InputError:
        return InputError(
            f"{str(self.path)!r} exists and {where} is not a verdict or a recorded row; choose "
            "another --output or delete the file"
        )
