"""Runs ``groundgraph check`` on fuzzed rows and odd files, and says what it did not bear.

::

    python scripts/fuzz_rows.py --rows 10000 --files 50

Every row must get a verdict or an error row, every file one of the statuses that it may end with;
no traceback, no warning, no more memory than 1 GiB. Ends with 1 when anything else happens; the
seed brings it back.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from hostile_files import FILES, Asked, fuzzed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LABELS = ("grounded", "hallucinated", "unverifiable")
AT_ONCE = 500
"""Fuzzed rows in one file."""
LAUNCH = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[2:])
_, status, usage = os.wait4(process.pid, 0)
with open(sys.argv[1], "w") as found:
    print(os.waitstatus_to_exitcode(status), usage.ru_maxrss // 1024, file=found)
"""
"""Starts the command from a small process and writes its exit status and the peak of its memory.

What a process holds when it starts another counts as the other's peak, and a test run holds more
than `check` ever does.
"""
NOISE = ("Traceback", "Warning", "Exception ignored", "Fatal Python error", "resource_tracker")


@dataclass(frozen=True)
class Ended:
    """How a run ended.

    Attributes:
        name: What it was given.
        status: Its exit status, negative where a signal ended it.
        counts: Its rows by label, and "error rows".
        peak: Its resident memory at most, in MiB.
        seconds: How long it took.
        surprises: What should not have happened.
    """

    name: str
    status: int
    counts: Counter[str]
    peak: int
    seconds: float
    surprises: list[str] = field(default_factory=list)


def run(name: str, asked: Asked, folder: Path, most: int = 1024, limit: float = 300) -> Ended:
    """Run the command as a user would, and compare how it ends with what was asked.

    Args:
        name: For the report.
        asked: From `hostile_files.FILES`.
        folder: For what it writes.
        most: MiB of resident memory that it may take.
        limit: Seconds after which it is killed.
    """
    begun = time.monotonic()
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
        status, peak = _waited_for(asked, folder, out, err, limit)
    seconds = time.monotonic() - begun
    with (folder / "stdout").open("rb") as written:
        counts, found = _read(written)
    ended = Ended(name, status, counts, peak, seconds, found)
    said = (folder / "stderr").read_text("utf-8", "replace")
    ended.surprises.extend(surprises(asked, ended, said, most))
    return ended


def _waited_for(
    asked: Asked, folder: Path, out: IO[bytes], err: IO[bytes], limit: float
) -> tuple[int, int]:
    """Return the exit status and the peak of the resident memory, in MiB."""
    command = [sys.executable, "-m", "groundgraph", "check", *asked.arguments]
    if asked.given == "":
        command = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
    found = folder / "ended"
    launch = [sys.executable, "-S", "-c", LAUNCH, os.fspath(found), *command]
    with Path(asked.given or os.devnull).open("rb") as stdin:
        process = subprocess.Popen(
            launch, stdin=stdin, stdout=out, stderr=err, start_new_session=True
        )
    if asked.fed is not None:
        Path(asked.fed).write_bytes(b'{"answer": "a", "passages": ["a"]}\n')
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return -signal.SIGKILL, 0
    status, peak = map(int, found.read_text().split())
    return status, peak


def surprises(asked: Asked, ended: Ended, said: str, most: int) -> Iterator[str]:
    """Yield what should not have happened, beside what is wrong with single rows."""
    if ended.status not in asked.statuses:
        yield f"ended with {ended.status}, expected one of {asked.statuses}"
    for noise in NOISE:
        if noise in said:
            yield f"{noise} on standard error: {said[-2_000:]}"
    if ended.status == 2 and len(said.splitlines()) != 1:
        yield f"more or less than one line says what cannot be used: {said[:2_000]!r}"
    if ended.peak > most:
        yield f"took {ended.peak} MiB of memory, more than {most}"
    if asked.rows not in {None, ended.counts.total()}:
        yield f"wrote {ended.counts.total()} rows, expected {asked.rows}"


def _read(written: Iterable[bytes]) -> tuple[Counter[str], list[str]]:
    """Count the rows, one at a time, and note what is wrong with them."""
    counts: Counter[str] = Counter()
    found: list[str] = []
    line = 0
    for number, raw in enumerate(written, 1):
        row = _row(raw)
        if row is None:
            found.append(f"row {number} is no row: {raw[:300]!r}")
            continue
        counts["error rows" if "error" in row else row["label"]] += 1
        found += [f"row {number}: {wrong}: {row}"[:2_000] for wrong in _wrong(row, line)]
        line = row["line"]
    return counts, found


def _row(raw: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(raw)
        whole = {"id", "line", "digest"} <= row.keys() and ("error" in row or "label" in row)
    except (ValueError, AttributeError):
        return None
    return row if whole else None


def _wrong(row: dict[str, Any], line: int) -> Iterator[str]:
    if row["line"] < line:
        yield "not in the order of the input"
    if "error" in row:
        if row["error"]["type"] != "InputError":
            yield "the detector failed"
        return
    score, judged = row["hallucination_score"], row["label"] != "unverifiable"
    if row["label"] not in LABELS or (score is not None) != judged:
        yield "the label and the score do not fit"
    if not 0 <= (score or 0) <= 1 or not (row["reason"] or judged):
        yield "the score is out of range, or the reason is missing"


def fuzz(rows: int, files: int, seed: int, options: tuple[str, ...] = (), jobs: int = 1,
         most: int = 1024) -> list[Ended]:  # fmt: skip
    """Run so many fuzzed rows and odd files, some at once; return how each ended, in order."""

    def rows_from(begun: int) -> Ended:
        count = min(AT_ONCE, rows - begun)
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "rows.jsonl"
            path.write_bytes(fuzzed(seed * 1_000_000 + begun, count - 1))
            asked = Asked((str(path), *options), rows=count)
            return run(f"{count} fuzzed rows from {begun}", asked, Path(name), most)

    def file_of(turn: int) -> Ended:
        name = list(FILES)[turn % len(FILES)]
        with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as written:
            asked = FILES[name](Path(place), seed + turn)
            return run(name, asked, Path(written), most)

    with ThreadPoolExecutor(jobs) as pool:
        return [*pool.map(rows_from, range(0, rows, AT_ONCE)), *pool.map(file_of, range(files))]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--files", type=int, default=len(FILES))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="runs at once")
    parser.add_argument("--detector", default="fused", help="that judges the fuzzed rows")
    parser.add_argument("--most", type=int, default=1024, help="MiB that a run may take")
    given = parser.parse_args()
    begun = time.monotonic()
    ended = fuzz(
        given.rows, given.files, given.seed, ("--detector", given.detector), given.jobs, given.most
    )
    print(*report(ended), sep="\n")
    print(f"{time.monotonic() - begun:.0f} s with {given.jobs} runs at once, seed {given.seed}")
    sys.exit(any(each.surprises for each in ended))


def report(ended: Iterable[Ended]) -> Iterator[str]:
    """Yield the figures of the runs, and what should not have happened, line by line."""
    runs = list(ended)
    counts = sum((each.counts for each in runs), Counter[str]())
    listed = ", ".join(f"{number:,} {kind}" for kind, number in counts.most_common())
    yield f"{len(runs)} runs, {counts.total():,} rows: {listed}"
    statuses = Counter(each.status for each in runs)
    yield "exit statuses: " + ", ".join(f"{status}: {n}" for status, n in sorted(statuses.items()))
    largest, slowest = (
        max(runs, key=lambda each: each.peak),
        max(runs, key=lambda each: each.seconds),
    )
    yield f"peak resident memory of a run: {largest.peak} MiB ({largest.name})"
    yield f"slowest run: {slowest.seconds:.1f} s ({slowest.name})"
    found = [f"{each.name}: {surprise}" for each in runs for surprise in each.surprises]
    yield f"surprises: {len(found)}"
    yield from found


if __name__ == "__main__":
    main()
