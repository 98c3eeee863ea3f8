"""RAGTruth keeps answers and sources in two files; this joins them (arXiv 2401.00396)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from groundgraph.errors import InputError
from groundgraph.io.limits import DEFAULT, Limits
from groundgraph.io.nesting import check_nesting
from groundgraph.io.scanning import opened, raw_rows
from groundgraph.types import Passage

_SHOWN = 40
_PASSAGE = re.compile(r"(?:\A|\n\n)passage \d+:")


def question_and_passages(source_info: str | dict[str, Any]) -> tuple[str, tuple[Passage, ...]]:
    """Return the question, "" where the task has none, and the passages of a source.

    A QA source is split at its "passage 1:" marks; an article is one passage; the record of
    a data-to-text source is one passage of JSON.
    """
    if isinstance(source_info, str):
        return "", (Passage(source_info, "1"),)
    question, passages = source_info.get("question"), source_info.get("passages")
    if isinstance(question, str) and isinstance(passages, str):
        texts = [text.strip() for text in _PASSAGE.split(passages) if text.strip()]
        return question, tuple(Passage(text, str(n)) for n, text in enumerate(texts, 1))
    return "", (Passage(json.dumps(source_info, ensure_ascii=False), "1"),)


class Sources:
    """The ``source_info.jsonl`` beside a file of RAGTruth answers, read when first needed."""

    def __init__(self, beside: str | Path, limits: Limits = DEFAULT) -> None:
        self._limits = limits
        self._folder = None if str(beside) == "-" else Path(beside).parent
        self._rows: dict[str, dict[str, Any]] | None = None
        self._unread = ""

    def joined(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the row with the ``source_info`` and ``task_type`` of its source.

        Raises:
            InputError: When the source is not to be found, or stands in a line that cannot be read.
        """
        if "source_info" in row:
            return row
        if self._rows is None:
            self._rows = self._read(self._path())
        key = row.get("source_id")
        source = self._rows.get(str(key))
        if source is None:
            shown = repr(key)[:_SHOWN]
            raise InputError(f"source_info has no source {shown}{self._unread}", field="source_id")
        joined: dict[str, Any] = {
            name: source[name] for name in ("source_info", "task_type") if name in source
        }
        joined.update(row)
        return joined

    def _read(self, path: Path) -> dict[str, dict[str, Any]]:
        """Read the sources; a line that cannot be read costs only the answers to its source."""
        found: dict[str, dict[str, Any]] = {}
        line, size = 1, 0
        with opened(path) as stream:
            try:
                for line, raw in raw_rows(stream, self._limits):
                    size += len(raw)
                    self._limits.check_kept(size)
                    source = _source(raw, self._limits)
                    if isinstance(source, InputError):
                        self._note(path, line, source)
                    else:
                        found[str(source["source_id"])] = source
            except InputError as error:  # the file breaks off
                self._note(path, error.line or line, error)
        return found

    def _note(self, path: Path, line: int, error: InputError) -> None:
        """Keep the first reason why a source may be missing."""
        self._unread = self._unread or f"; perhaps it stands in line {line} of {path}: {error}"

    def _path(self) -> Path:
        if self._folder is not None:
            for name in ("source_info.jsonl.gz", "source_info.jsonl"):
                if (self._folder / name).is_file():
                    return self._folder / name
        raise InputError(
            "a RAGTruth row has no 'source_info', and no source_info.jsonl or source_info.jsonl.gz "
            f"lies in {self._folder or 'a folder (rows come from standard input)'}; "
            "put the file there or join the two files",
            field="source_info",
        )


def _source(raw: bytes, limits: Limits) -> dict[str, Any] | InputError:
    try:
        limits.check_row(raw)
        check_nesting(raw, limits.nesting)
        source = json.loads(raw)
    except InputError as error:
        return error
    except ValueError as error:
        return InputError(f"not JSON: {error}")
    if not isinstance(source, dict) or "source_id" not in source:
        return InputError("found no 'source_id', which every line of a source_info file has")
    return source
