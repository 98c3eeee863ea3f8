"""The report of a `check` run: one HTML file that asks the network for nothing."""

from __future__ import annotations

import heapq
import tempfile
from collections import Counter
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from groundgraph.errors import InputError, of_the_system
from groundgraph.io.places import check_regular
from groundgraph.report import payload
from groundgraph.report.page import write_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from groundgraph.types import Example

LABELS = ("hallucinated", "grounded", "unverifiable", "error")
_PREFERRED = ("hallucinated", "error")
_BINS = 20
_STYLES = ("base.css", "report.css", "detail.css", "knowledge.css", "attention.css")
_SCRIPTS = (
    *("theme.js", "dom.js", "list.js", "graph.js", "knowledge.js", "attention.js", "claims.js"),
    *("detail.js", "app.js"),
)


class ReportWriter:
    """Collects verdict rows and writes the page when the ``with`` block ends well.

    Rows wait in unnamed temporary files beside ``path``, so memory does not grow with them.
    When the block raises, nothing is written and an older report stays.

    Args:
        path: The HTML file.
        title: Heading of the page.
        detector: Name or spec of the detector; taken from the first verdict when ``None``.
        max_rows: How many answers the page shows. When there are more, hallucinated answers
            and errors come first, then the others in input order; all are counted.

    Raises:
        InputError: When the folder of ``path`` does not exist, ``path`` is no regular file, or
            ``max_rows`` is below 1.
        MachineError: When the permission or the room is missing, here and in the methods.
    """

    def __init__(
        self,
        path: str | Path,
        title: str = "groundgraph report",
        detector: str | Mapping[str, Any] | None = None,
        *,
        max_rows: int = 5_000,
    ) -> None:
        self.path = Path(path)
        if not self.path.parent.is_dir():
            raise InputError(f"{self.path.parent} is not a folder; make it before the report")
        check_regular(self.path)
        if max_rows < 1:
            raise InputError(f"max_rows is {max_rows}; a report shows at least 1 row")
        self.title = title
        self.detector = detector
        self.max_rows = max_rows
        self._counts: Counter[str] = Counter()
        self._bins = {label: [0] * _BINS for label in ("grounded", "hallucinated")}
        with self._writing():
            self._preferred = _Spool(max_rows, self.path.parent)
            self._others = _Spool(max_rows, self.path.parent)

    def __enter__(self) -> ReportWriter:
        return self

    def add(self, example: Example | None, row: Mapping[str, Any]) -> None:
        """Take one verdict row or error row, with the example where it could be read.

        Raises:
            ValueError: When a number in the row is not finite.
        """
        label = payload.label_of(row)
        self._counts[label] += 1
        score = row.get("hallucination_score")
        if score is not None and label in self._bins:
            self._bins[label][min(int(score * _BINS), _BINS - 1)] += 1
        if self.detector is None:
            self.detector = row.get("detector")
        spool = self._preferred if label in _PREFERRED else self._others
        with self._writing():
            spool.offer(example, row, self._counts.total())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> Literal[False]:
        try:
            if kind is None:
                with self._writing():
                    write_page(self.path, "report.html.j2", _STYLES, _SCRIPTS, self._content())
        finally:
            self._preferred.close()
            self._others.close()
        return False

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            then = "an older report is kept; mend that and run the same command again"
            raise of_the_system(f"cannot write {str(self.path)!r}", error, then) from error

    def _content(self) -> dict[str, Any]:
        total = self._counts.total()
        return {
            "title": self.title,
            "detector": _name(self.detector),
            "spec": self.detector,
            "counts": {label: self._counts[label] for label in LABELS},
            "shares": _shares(self._counts),
            "total": total,
            "shown": min(total, self.max_rows),
            "cut": self._preferred.count > self.max_rows,
            "bins": _columns(self._bins),
            "details": (Markup(detail) for _, _, detail in self._kept()),  # noqa: S704 - payload.encode escapes it
            "summaries": (Markup(summary) for _, summary, _ in self._kept()),  # noqa: S704 - the same
        }

    def _kept(self) -> Iterator[tuple[int, str, str]]:
        preferred = min(self._preferred.count, self.max_rows)
        others = self._others.read(self.max_rows - preferred)
        return heapq.merge(self._preferred.read(preferred), others)


class _Spool:
    """The first ``limit`` rows of a kind, on disk: position, summary and detail."""

    def __init__(self, limit: int, folder: Path) -> None:
        self.count = 0
        self._limit = limit
        self._file: IO[str] = tempfile.TemporaryFile(  # noqa: SIM115 - closed by close()
            "w+", encoding="utf-8", newline="\n", dir=folder
        )

    def offer(self, example: Example | None, row: Mapping[str, Any], position: int) -> None:
        self.count += 1
        if self.count > self._limit:
            return
        summary = payload.encode(payload.summary(example, row, position))
        detail = payload.encode(payload.detail(example, row))
        # JSON escapes tabs and line feeds inside strings, so these two can divide.
        self._file.write(f"{position}\t{summary}\t{detail}\n")

    def read(self, count: int) -> Iterator[tuple[int, str, str]]:
        self._file.seek(0)
        for line in islice(self._file, count):
            position, summary, detail = line.rstrip("\n").split("\t")
            yield int(position), summary, detail

    def close(self) -> None:
        with suppress(OSError):  # what a full disk refused is tried again here
            self._file.close()


def _name(detector: str | Mapping[str, Any] | None) -> str:
    if isinstance(detector, str):
        return detector
    return str(detector.get("name", "")) if detector else ""


def _shares(counts: Counter[str]) -> list[tuple[str, float, float]]:
    """Return (label, left, width) of a bar that is 100 wide."""
    total, left, bar = max(counts.total(), 1), 0.0, []
    for label in LABELS:
        width = 100 * counts[label] / total
        bar.append((label, round(left, 3), round(width, 3)))
        left += width
    return bar


def _columns(bins: Mapping[str, list[int]]) -> list[dict[str, Any]]:
    """Return the columns of the histogram, heights in [0, 1], grounded below hallucinated."""
    pairs = list(zip(bins["grounded"], bins["hallucinated"], strict=True))
    highest = max(map(sum, pairs)) or 1
    return [
        {
            "low": number / _BINS,
            "high": (number + 1) / _BINS,
            "grounded": grounded,
            "hallucinated": hallucinated,
            "base": round(grounded / highest, 4),
            "top": round((grounded + hallucinated) / highest, 4),
        }
        for number, (grounded, hallucinated) in enumerate(pairs)
    ]
