"""The report of a `check` run: an HTML file that asks the network for nothing.

It holds every answer; what a person sees of one is unpacked when it is opened. Beyond some ten
thousand answers a browser grows slow, so that there are further files, linked with each other.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from contextlib import contextmanager, suppress
from itertools import count, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from markupsafe import Markup

from groundgraph.errors import InputError, of_the_system
from groundgraph.io.places import check_regular
from groundgraph.io.records import names_of
from groundgraph.report import payload
from groundgraph.report.page import DRAWING_SCRIPTS, DRAWING_STYLES, is_page, write_page
from groundgraph.types.records import detector_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from groundgraph.types import Example

LABELS = ("hallucinated", "grounded", "unverifiable", "error")
_BINS = 20
_STYLES = (*DRAWING_STYLES, "report.css")
_SCRIPTS = (*DRAWING_SCRIPTS, "list.js", "opening.js", "app.js")


class ReportWriter:
    """Collects verdict rows and writes the report when the ``with`` block ends well.

    Rows wait in an unnamed temporary file beside ``path``, so memory does not grow with them.
    When the block raises, nothing is written and an older report stays.

    Args:
        path: The HTML file. When there are more rows than one file holds, the others are in
            files beside it, named as `part` says; those of an older report are removed.
        title: Heading of the page.
        detector: Name or spec of the detector; taken from the first verdict when ``None``.
        max_rows: Most answers in one file; 20,000 are some 50 MB and open within seconds.

    Raises:
        InputError: When the folder of ``path`` does not exist, ``path`` is a file that is no
            report and not empty, or no regular file, or ``max_rows`` is below 1.
        MachineError: When the permission or the room is missing, here and in the methods.
    """

    def __init__(
        self,
        path: str | Path,
        title: str = "groundgraph report",
        detector: str | Mapping[str, Any] | None = None,
        *,
        max_rows: int = 20_000,
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
        self._beside: dict[str, Any] = {}  # what further detectors are made of, by their names
        self._counts: Counter[str] = Counter()
        self._counts_beside: list[Counter[str]] = []
        self._bins = {label: [0] * _BINS for label in ("grounded", "hallucinated")}
        with self._writing():
            self._keep_others()
            self._spool = _Spool(max_rows, self.path.parent)

    def __enter__(self) -> ReportWriter:
        return self

    def add(
        self, example: Example | None, row: Mapping[str, Any], *others: Mapping[str, Any]
    ) -> None:
        """Take one verdict row or error row, with the example where it could be read.

        Args:
            example: What was judged; ``None`` where it could not be read.
            row: What the list and the figures at the top show.
            *others: Rows of further detectors on the same answer, shown beside it.

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
            _, *names = names_of((row, *others))
            made = (other.get("detector") for other in others)
            self._beside = dict(zip(names, made, strict=True))
            self._counts_beside = [Counter() for _ in others]
        for counts, other in zip(self._counts_beside, others, strict=False):
            counts[payload.label_of(other)] += 1
        summary = payload.summary(example, row, self._counts.total(), others)
        with self._writing():
            self._spool.append(
                payload.encode(summary), payload.packed(payload.details(example, (row, *others)))
            )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> Literal[False]:
        try:
            if kind is None:
                with self._writing():
                    self._write()
        finally:
            self._spool.close()
        return False

    def _keep_others(self) -> None:
        if self.path.exists() and self.path.stat().st_size and not is_page(self.path):
            raise InputError(
                f"{str(self.path)!r} exists and is no report of groundgraph; choose another name, "
                "or delete it"
            )

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            then = "an older report is kept; mend that and run the same command again"
            raise of_the_system(f"cannot write {str(self.path)!r}", error, then) from error

    def _write(self) -> None:
        """Write the last part first: the file that was asked for leads to what is there."""
        parts = self._spool.parts
        for number in reversed(range(1, parts + 1)):
            content = self._content(number, parts)
            write_page(part(self.path, number), "report.html.j2", _STYLES, _SCRIPTS, content)
        for number in count(parts + 1):
            older = part(self.path, number)
            if not is_page(older):
                break
            older.unlink()

    def _specs(self) -> dict[str, Any]:
        """Return what each detector is made of, by its name, where that is known."""
        named = {detector_name(self.detector): self.detector, **self._beside}
        return {name: spec for name, spec in named.items() if spec and not isinstance(spec, str)}

    def _content(self, number: int, parts: int) -> dict[str, Any]:
        total, first = self._counts.total(), (number - 1) * self.max_rows
        return {
            "title": self.title,
            "detector": detector_name(self.detector),
            "beside": [
                f"{name} ({counts['hallucinated']:,} hallucinated)"
                for name, counts in zip(self._beside, self._counts_beside, strict=True)
            ],
            "specs": self._specs(),
            "counts": {label: self._counts[label] for label in LABELS},
            "shares": _shares(self._counts),
            "total": total,
            "first": first + 1,
            "last": min(first + self.max_rows, total),
            "parts": [_address(part(self.path, other)) for other in range(1, parts + 1)],
            "part": number,
            "bins": _columns(self._bins),
            "details": (Markup(detail) for _, detail in self._spool.read(number)),  # noqa: S704 - base64
            "summaries": (Markup(summary) for summary, _ in self._spool.read(number)),  # noqa: S704 - payload.encode escapes it
        }


def part(path: Path, number: int) -> Path:
    """Return the file of a part of a report, from 1.

    >>> part(Path("out/report.html"), 1).name, part(Path("out/report.html"), 2).name
    ('report.html', 'report.part2.html')
    """
    return path if number == 1 else path.with_name(f"{path.stem}.part{number}{path.suffix}")


def _address(path: Path) -> str:
    """Return what a link in a file of the same folder says."""
    return quote(os.fsencode(path.name))


class _Spool:
    """Rows on disk, as summary and detail, in parts of ``size`` rows."""

    def __init__(self, size: int, folder: Path) -> None:
        self._size = size
        self._count = 0
        self._starts = [0]  # offset of each part's first row
        self._file: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by close()

    @property
    def parts(self) -> int:
        return len(self._starts)

    def append(self, summary: str, detail: str) -> None:
        if self._count and self._count % self._size == 0:
            self._starts.append(self._file.tell())
        self._count += 1
        # JSON escapes tabs and line feeds inside strings, and base64 has none.
        self._file.write(f"{summary}\t{detail}\n".encode())

    def read(self, number: int) -> Iterator[tuple[str, str]]:
        """Yield the rows of a part, from 1."""
        self._file.seek(self._starts[number - 1])
        for line in islice(self._file, self._size):
            summary, detail = line.decode().rstrip("\n").split("\t")
            yield summary, detail

    def close(self) -> None:
        with suppress(OSError):  # what a full disk refused is tried again here
            self._file.close()


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
