"""RAGTruth keeps answers and sources in two files; this joins them (arXiv 2401.00396)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.io.limits import DEFAULT, Limits
from groundgraph.io.scanning import opened, raw_rows
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator

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
        self._problem = ""

    def joined(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the row with the ``source_info`` and ``task_type`` of its source.

        Raises:
            InputError: When the source is not to be found.
        """
        if "source_info" in row:
            return row
        key = row.get("source_id")
        source = self._known().get(str(key))
        if source is None:
            raise InputError(f"source_info has no source {repr(key)[:_SHOWN]}", field="source_id")
        joined: dict[str, Any] = {
            name: source[name] for name in ("source_info", "task_type") if name in source
        }
        joined.update(row)
        return joined

    def _known(self) -> dict[str, dict[str, Any]]:
        """Return the sources; a file that cannot be read is read once, not for every row."""
        if self._rows is None and not self._problem:
            try:
                self._rows = self._read(self._path())
            except InputError as error:
                self._problem = str(error)
        if self._rows is None:
            raise InputError(self._problem, field="source_info")
        return self._rows

    def _read(self, path: Path) -> dict[str, dict[str, Any]]:
        with opened(path) as stream:
            try:
                rows = [json.loads(raw) for raw in self._within(raw_rows(stream, self._limits))]
                return {str(row["source_id"]): row for row in rows}
            except (InputError, ValueError, KeyError, TypeError, RecursionError) as error:
                raise InputError(f"{path} is not a RAGTruth source_info file: {error}") from error

    def _within(self, rows: Iterator[tuple[int, bytes]]) -> Iterator[bytes]:
        """Pass the rows on, up to what is kept in memory."""
        size = 0
        for _, raw in rows:
            self._limits.check_row(raw)
            size += len(raw)
            if size > self._limits.unfolded_bytes:
                found = f"its rows have more than {self._limits.unfolded_bytes:,} bytes"
                raise self._limits.exceeded("unfolded_bytes", found)
            yield raw

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
