"""Verdicts as rows of JSON lines, and a file of them that a killed run can continue."""

from __future__ import annotations

import json
import math
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
    from groundgraph.types import Evidence, Example, Finding, Span, TripleView, Verdict

_DIGITS = 6
QUOTED = 1_000
"""Characters of a piece of evidence that a row quotes: of one without a full stop, the beginning.
Every finding quotes its own, so that a long one would be written thousands of times."""
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
        "label": verdict.label,
        "hallucination_score": _number("hallucination_score", verdict.hallucination_score),
        "calibrated": verdict.calibrated,
        "reason": verdict.reason,
        "findings": [_finding(finding) for finding in verdict.findings],
        "spans": _spans(example.answer, verdict),
        "features": {name: _number(name, value) for name, value in verdict.features.items()},
        "edges": [[a, b, _number("edge weight", weight)] for a, b, weight in verdict.edges],
        **_graphs(verdict),
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


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "claim": finding.claim.text,
        "start": finding.claim.span.start,
        "end": finding.claim.span.end,
        "outcome": finding.outcome,
        "score": _number("score of a finding", finding.score),
        "evidence": [_evidence(item) for item in finding.evidence],
        "explanation": finding.explanation,
    }


def _spans(answer: str, verdict: Verdict) -> list[dict[str, Any]]:
    """Return the marked words; the flagged claims where a detector marks no words."""
    flagged = [f for f in verdict.findings if f.outcome in {"contradicted", "unsupported"}]
    found: list[tuple[Span, str, float | None]]
    found = [(m.span, m.kind, m.score) for m in verdict.marks]
    found = found or [(f.claim.span, f.outcome, f.score) for f in flagged]
    return [
        {
            "start": span.start,
            "end": span.end,
            "kind": kind,
            "score": _number("score of a span", score),
            "text": span.of(answer),
        }
        for span, kind, score in found
    ]


def _evidence(item: Evidence) -> dict[str, Any]:
    return {
        "passage_id": item.passage_id,
        "start": None if item.span is None else item.span.start,
        "end": None if item.span is None else item.span.end,
        "score": _number("score of evidence", item.score),
        "text": item.text if len(item.text) <= QUOTED else item.text[:QUOTED] + "…",
    }


def _graphs(verdict: Verdict) -> dict[str, Any]:
    """Return the triples where the detector looks at knowledge graphs; most do not."""
    return {"triples": [_triple(view) for view in verdict.triples]} if verdict.triples else {}


def _triple(view: TripleView) -> dict[str, Any]:
    return {
        "side": view.side,
        "triple": list(view.triple),
        "state": view.state,
        "start": None if view.span is None else view.span.start,
        "end": None if view.span is None else view.span.end,
        "passage_id": view.passage_id,
        "partner": view.partner,
        **({} if view.weight is None else {"weight": _number("weight of a triple", view.weight)}),
    }


def _number(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if not math.isfinite(value):
        raise ValueError(f"the detector gave {value} for {name}, expected a finite number")
    return round(float(value), _DIGITS) + 0.0  # no negative zero
