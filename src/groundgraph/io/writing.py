"""Verdicts as rows of JSON lines, and a file of them that a killed run can continue."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, cast

from groundgraph.errors import InputError
from groundgraph.io.nesting import check_nesting
from groundgraph.io.reading import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from groundgraph.io.reading import Row
    from groundgraph.types import Evidence, Example, Finding, Span, TripleView, Verdict

_DIGITS = 6
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
        "text": item.text,
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
