"""One file of a folder: its rows through `check_rows`, to verdicts and bad rows beside them."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.checking import check_rows
from groundgraph.errors import GroundgraphError, InputError, of_the_system
from groundgraph.io import VerdictFile, dumps, read_rows
from groundgraph.scale import table
from groundgraph.workers import Judge

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from groundgraph.io import Limits
    from groundgraph.workers import Batch, Judged, Record

_TRIES = 3
"""Workers that a file may cost without getting further; Ray itself would go on for ever."""
_THEN = "mend that and run the same command again"


@dataclass(frozen=True, slots=True)
class Job:
    """What all files have in common.

    Attributes:
        spec: Builds the detector, and stands in the records; it was let in by who sent it.
        limits: What is still read of each.
    """

    spec: Record
    limits: Limits


@dataclass(frozen=True, slots=True)
class Place:
    """A file, and where what is found in it goes.

    Attributes:
        source: The file.
        output: The folder of the verdicts.
        stem: The name that is written to, without its ending.
        parquet: Whether the verdicts become Parquet.
    """

    source: str
    output: str
    stem: str
    parquet: bool

    @property
    def verdicts(self) -> Path:
        """The file that is left in the end."""
        return Path(self.output, self.stem + (".parquet" if self.parquet else ".jsonl"))

    @property
    def written(self) -> Path:
        """The JSON lines that verdicts are appended to, and that a killed run continues."""
        folder = Path(self.output, ".working") if self.parquet else Path(self.output)
        return folder / f"{self.stem}.jsonl"

    @property
    def begun(self) -> Path:
        """How far the verdicts were each time that a worker began and did not end."""
        return Path(self.output, ".working", f"{self.stem}.begun")

    @property
    def errors(self) -> Path:
        """The rows without a verdict; absent where all have one."""
        return Path(self.output, "errors", f"{self.stem}.jsonl")


class Worker:
    """Checks one file after the other; its detector is loaded once."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._judge = Judge([job.spec], [job.spec])

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, list[str]]:
        """Check the files that a batch of Ray Data names; return of each what happened, as JSON."""
        columns = (batch[name].tolist() for name in ("source", "output", "stem", "parquet"))
        places = [Place(*values) for values in zip(*columns, strict=True)]
        return {"told": [json.dumps(self._told(place)) for place in places]}

    def _told(self, place: Place) -> dict[str, Any]:
        counts: Mapping[str, int] = {}
        kind = failure = ""
        try:
            counts = self.check(place)
        except GroundgraphError as error:
            kind, failure = type(error).__name__, f"{place.source}: {error}"
        name = Path(place.source).name
        return {"name": name, "counts": counts, "kind": kind, "failure": failure}

    def check(self, place: Place) -> Mapping[str, int]:
        """Check one file to its end, or go on with it; return its rows by label.

        Raises:
            InputError: When the file cannot be read, or the output belongs to another.
            MachineError: When the disk is full or a permission is missing.
        """
        try:
            place.begun.parent.mkdir(parents=True, exist_ok=True)
            with _survived(place):
                return self._as_parquet(place) if place.parquet else self._checked(place)
        except OSError as error:
            raise of_the_system(f"cannot write to {place.output!r}", error, _THEN) from error

    def _as_parquet(self, place: Place) -> Mapping[str, int]:
        known = table.Known.of(place.source, self._job.spec)
        if (done := known.counts_of(place.verdicts)) is not None:
            return {**done, "skipped": sum(done.values())}
        counts = self._checked(place)
        table.write(place.written, place.verdicts, known, counts)
        place.written.unlink()
        return counts

    def _checked(self, place: Place) -> Mapping[str, int]:
        counts: Counter[str] = Counter()
        rows = read_rows(place.source, self._job.limits)
        with closing(rows), VerdictFile(place.written) as file, _replaced(place.errors) as bad:
            for one in check_rows(
                rows, self._job.spec, done=file.done(), trust=True, judges=self._judged
            ):
                if one.fresh:
                    file.append(one.record)
                if "error" in one.record:
                    bad.append(one.record)
                counts[one.record.get("label", "errors")] += 1
                counts["skipped"] += not one.fresh
        return counts

    def _judged(
        self, batches: Iterable[Batch], _specs: Sequence[Record], _wholes: Sequence[Record]
    ) -> Generator[tuple[Batch, Judged], None, None]:
        for batch in batches:
            yield batch, self._judge.judge(batch)


@contextmanager
def _survived(place: Place) -> Iterator[None]:
    """Note that a file is begun, for as long as the worker lives to take the note away.

    Raises:
        InputError: When so many workers died of it, at the same row, that one more would too.
    """
    now = place.written.stat().st_size if place.written.exists() else 0
    notes = place.begun.read_text(encoding="ascii").split() if place.begun.exists() else []
    if notes.count(str(now)) >= _TRIES:
        place.begun.unlink()
        raise InputError(
            f"{_TRIES} workers died while they judged the rows after byte {now:,} of "
            f"{str(place.written)!r}, perhaps for want of memory; lower a --limit, or give each "
            "worker more, and run the same command again"
        )
    with place.begun.open("a", encoding="ascii") as file:
        file.write(f"{now}\n")
    try:
        yield
    finally:
        place.begun.unlink(missing_ok=True)


class _Lines:
    """JSON lines in a file that is made with the first of them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.any = False

    def append(self, record: Mapping[str, Any]) -> None:
        self._path.parent.mkdir(exist_ok=True)
        with self._path.open("a", encoding="ascii", newline="\n") as file:
            file.write(dumps(record) + "\n")
        self.any = True


@contextmanager
def _replaced(path: Path) -> Iterator[_Lines]:
    """Take the lines of a file that is put in its place when all are written."""
    partial = path.with_name(f".{path.name}.partial")
    partial.unlink(missing_ok=True)
    lines = _Lines(partial)
    yield lines
    if lines.any:
        partial.replace(path)
    else:
        path.unlink(missing_ok=True)
