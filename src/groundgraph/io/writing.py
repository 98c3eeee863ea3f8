"""Verdicts as rows of JSON lines, and a file of them that a killed run can continue."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

from groundgraph.errors import InputError
from groundgraph.io.reading import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from groundgraph.io.reading import Row
    from groundgraph.types import Example, Verdict

_BEGINNING = b'{"id":'


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
    process loses none that it wrote; a row that it was cut off in is written anew.

    Args:
        path: Made when absent.

    Raises:
        InputError: When the file cannot be opened.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._end = 0
        try:
            self._file: IO[bytes] = self.path.open("a+b")
        except OSError as error:
            raise InputError(f"cannot write {str(path)!r}: {error.strerror}") from error

    def __enter__(self) -> VerdictFile:
        return self

    def done(self) -> Iterator[dict[str, Any]]:
        """Yield the complete rows of the file; read to the end, drop an incomplete last one.

        Raises:
            InputError: When it holds something else than verdict rows.
        """
        number = 0
        self._file.seek(0)
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                self._drop(line)
                return
            self._end += len(line)
            yield self._parsed(number, line)

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one row and hand it to the operating system."""
        self._file.write(dumps(record).encode("ascii") + b"\n")
        self._file.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> Literal[False]:
        with self._file:
            self._file.flush()
            os.fsync(self._file.fileno())
        return False

    def _drop(self, incomplete: bytes) -> None:
        if not incomplete.startswith(_BEGINNING[: len(incomplete)]):
            raise self._foreign("its last line")
        self._file.truncate(self._end)

    def _parsed(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            record = json.loads(line)
        except ValueError:
            record = None
        if not isinstance(record, dict) or not {"id", "line", "digest"} <= record.keys():
            raise self._foreign(f"line {number}")
        return cast("dict[str, Any]", record)

    def _foreign(self, where: str) -> InputError:
        return InputError(
            f"{str(self.path)!r} exists and {where} is not a verdict or a recorded row; choose "
            "another --output or delete the file"
        )
