"""The rows of a file, and the verdicts that a person gave them, in a file beside it."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from groundgraph.errors import InputError, MachineError, of_the_system
from groundgraph.io.row_tables import format_of
from groundgraph.io.scanning import opened, raw_rows
from groundgraph.io.writing import VerdictFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundgraph.io import Limits

VERDICTS: Final = ("grounded", "hallucinated", "open")
"""What a person may say; "open" is that it cannot be said."""
MOST_BYTES: Final = 64_000_000
"""Of all rows: a page still holds them with ease."""
_ENDINGS = (".gz", ".jsonl", ".ndjson", ".json")


class LabelRow(NamedTuple):
    """One row of the file.

    Attributes:
        line: Where it begins, from 1.
        text: Its JSON on one line; of a row that is no JSON, what stands there.
        digest: Tells it from other rows, whatever line it stands on.
    """

    line: int
    text: str
    digest: str


class LabelFile:
    """A file of rows, read once, and the verdicts on them.

    Verdicts are appended to ``NAME.labels.jsonl``, a line each; of several on a row the last
    counts, and rows that are equal share theirs. What an earlier server wrote is taken up.

    Args:
        path: JSONL or a JSON array, plain or gzipped.
        limits: Of a row that is over them, no more is kept than tells that it is.

    Raises:
        InputError: When the file cannot be read, holds no rows or too much of them, is no JSON, or
            when another process takes labels for it.
        MachineError: When the permission to read it, or to write beside it, is missing.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path = path
        self._limits = limits
        self.rows = tuple(_rows(path, limits))
        if not self.rows:
            raise InputError(f"{str(path)!r} holds no rows to label")
        self._by_line = {row.line: row for row in self.rows}
        self._given: dict[str, str] = {}
        self._broken = ""
        self._log = VerdictFile(self.beside(".labels.jsonl"))
        try:
            for told in self._log.done():
                if told.get("verdict") in VERDICTS:
                    self._given[told["digest"]] = told["verdict"]
        except BaseException:
            self.close()
            raise

    def beside(self, ending: str) -> Path:
        """Return the path of what is kept beside the file: its name with another ending."""
        name = self.path.name
        for each in _ENDINGS:
            name = name.removesuffix(each)
        return self.path.with_name((name or self.path.name) + ending)

    @property
    def labels(self) -> Path:
        """The file of the verdicts."""
        return self._log.path

    def verdict(self, row: LabelRow) -> str | None:
        """Return what was said of a row last."""
        return self._given.get(row.digest)

    def give(self, line: int, verdict: str) -> None:
        """Keep a verdict on the row that begins on a line.

        Raises:
            InputError: When no row begins there, or the verdict is not one of `VERDICTS`.
            MachineError: When it cannot be written; those before are kept.
        """
        if line not in self._by_line:
            raise InputError(f"no row begins on line {line} of {self.path.name}", field="line")
        if verdict not in VERDICTS:
            known = ", ".join(VERDICTS)
            raise InputError(
                f"verdict is {verdict!r:.60}, expected one of {known}", field="verdict"
            )
        if self._broken:
            raise MachineError(f"{self._broken}; then start the server again")
        row = self._by_line[line]
        value = _object(row.text)
        if value is None:
            raise InputError(f"line {line} of {self.path.name} is no row, so it has no verdict")
        told = {"id": value.get("id"), "line": line, "digest": row.digest, "verdict": verdict}
        try:
            self._log.append(told)
        except MachineError as error:
            self._broken = str(error)
            raise
        self._given[row.digest] = verdict

    def counts(self) -> dict[str, int]:
        """Return how many rows have each verdict."""
        said = [self.verdict(row) for row in self.rows]
        return {verdict: said.count(verdict) for verdict in VERDICTS}

    def write_labelled(self) -> Path:
        """Write the rows with a verdict of yes or no as `groundgraph fit` reads them.

        They stand in ``NAME.labelled.jsonl``, which is written anew, all of it or nothing.

        Raises:
            MachineError: When it cannot be written.
        """
        path = self.beside(".labelled.jsonl")
        partial = path.with_suffix(".partial")
        try:
            partial.write_text("".join(f"{line}\n" for line in self._labelled()), encoding="utf-8")
            return partial.replace(path)
        except OSError as error:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            then = "free the disk, or label a copy elsewhere"
            raise of_the_system(f"cannot write {str(path)!r}", error, then) from error

    def _labelled(self) -> Iterator[str]:
        for row in self.rows:
            verdict = self.verdict(row)
            if verdict in {"grounded", "hallucinated"}:
                yield labelled_line(row.text, wrong=verdict == "hallucinated")

    def close(self) -> None:
        """Let others take labels for the file."""
        self._log.__exit__(None, None, None)


def labelled_line(text: str, *, wrong: bool) -> str:
    """Return a row with a label in the field that `fit` reads it from, else as it was.

    >>> labelled_line('{"answer": "a"}', wrong=True)
    '{"answer": "a", "label": true}'
    >>> labelled_line('{"answer": "ab", "labels": []}', wrong=True)
    '{"answer": "ab", "labels": [{"start": 0, "end": 2}]}'
    """
    value: dict[str, Any] = json.loads(text)
    if not value.keys() & {"label", "labels", "spans"}:
        return f'{text.rstrip()[:-1]}, "label": {json.dumps(wrong)}}}'
    if "labels" in value:
        answer = value.get("answer", value.get("response", ""))
        whole = [{"start": 0, "end": len(answer)}]
        value["labels"] = (value["labels"] or whole) if wrong else []
    else:
        value["label"] = wrong
        if not wrong or not value.get("spans"):
            value.pop("spans", None)
    return json.dumps(value, ensure_ascii=False)


def _rows(path: Path, limits: Limits) -> Iterator[LabelRow]:
    if format_of(path):
        raise InputError(f"{str(path)!r} is a table; labels are taken for rows of JSON")
    size = 0
    with opened(path) as stream:
        for line, raw in raw_rows(stream, limits):
            size += len(raw)
            if size > MOST_BYTES:
                raise InputError(
                    f"{str(path)!r} has more than {MOST_BYTES:,} bytes; label a sample of it"
                )
            yield LabelRow(line, _on_one_line(raw), hashlib.sha256(raw).hexdigest()[:16])


def _on_one_line(raw: bytes) -> str:
    """Return a row's text; one that is spread over lines is written anew."""
    text = raw.decode("utf-8", "replace")
    if "\n" not in text and "\r" not in text:
        return text
    value = _object(text)
    return " ".join(text.split()) if value is None else json.dumps(value, ensure_ascii=False)


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
