"""What a row costs on Ray: workers side by side, the process that hands out rows, and bytes.

    python benchmarks/scale.py --data ../shared/data [--rows 240] [--workers 1 2]
        [--both-splits] [--detector fused]

Answers of RAGTruth's test split, or of both splits (``--both-splits --rows 15000``), drawn by a
fixed seed, through `check_rows` in one process and then on a Ray of this machine, one after the
other in one run. The files must be equal to the byte. Wall time counts from the first batch to the
last row, so that neither Ray's start nor the models' is in it; batches hold 8 rows, and of the rows
that are counted each worker may have begun a batch before. "handing out" is the time that the
processor gave to the process that reads, sends, receives and writes rows, which does not grow with
other work on the machine; the rate that it allows is where more workers no longer help. Needs the
extra ``ray``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph import scale
from groundgraph.checking import check_rows
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.io import Limits, VerdictFile, read_rows
from groundgraph.scale.one_file import Job, Place
from groundgraph.scale.table import Known, write
from groundgraph.specs import reference

if TYPE_CHECKING:
    from groundgraph.workers import Judges

BATCH = 8


class Run(NamedTuple):
    """Rows a second by the clock, and the seconds of this process's own work for each row."""

    rate: float
    own: float


def main() -> None:
    asked = arguments()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "rows.jsonl"
        write_rows(source, asked.data, asked.rows, None if asked.both_splits else "test")
        alone = measured(source, folder / "alone.jsonl", asked.detector, None)
        print(f"{asked.rows} rows of RAGTruth by {asked.detector}, one thread each")
        print(f"one process: {alone.rate:.1f} rows/s, {1000 * alone.own:.1f} ms of processor a row")
        for workers in asked.workers:
            output = folder / f"{workers}.jsonl"
            with scale.opened("local", workers) as cluster:
                run = measured(source, output, asked.detector, scale.on_ray(cluster))
            if output.read_bytes() != (folder / "alone.jsonl").read_bytes():
                raise SystemExit(f"{workers} workers on Ray wrote another file than one process")
            ratio = run.rate / alone.rate
            print(
                f"Ray, {workers} workers: {run.rate:.1f} rows/s, {ratio:.2f} of one process; "
                f"handing out {1000 * run.own:.2f} ms a row, at most {1 / run.own:,.0f} rows/s; "
                f"the same bytes"
            )
        print_bytes(source, folder / "alone.jsonl", asked.rows, asked.detector)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=240)
    parser.add_argument("--both-splits", action="store_true")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--detector", default="fused")
    return parser.parse_args()


def write_rows(file: Path, data: Path, count: int, split: Literal["test"] | None) -> None:
    examples = random.Random(0).sample(load_ragtruth(data, split=split), count)
    with file.open("w", encoding="utf-8") as lines:
        for e in examples:
            passages = [{"id": p.id, "text": p.text} for p in e.passages]
            row = {"id": e.id, "question": e.question, "answer": e.answer, "passages": passages}
            lines.write(json.dumps(row) + "\n")


def measured(source: Path, output: Path, detector: str, judges: Judges | None) -> Run:
    seen = 0
    with VerdictFile(output) as file:
        rows = check_rows(read_rows(source), detector, batch_size=BATCH, judges=judges)
        with closing(rows) as checked:
            for one in checked:
                file.append(one.record)
                seen += 1
                if seen == BATCH:
                    start, own = time.perf_counter(), time.process_time()
            rate = (seen - BATCH) / (time.perf_counter() - start)
            return Run(rate, (time.process_time() - own) / (seen - BATCH))


def print_bytes(source: Path, verdicts: Path, rows: int, detector: str) -> None:
    table = verdicts.with_suffix(".parquet")
    job = Job(json.loads(json.dumps(reference(detector))), Limits())
    place = Place(str(source), str(verdicts.parent), "alone", parquet=True)
    start = time.process_time()
    for _ in read_rows(source):
        pass
    reading = time.process_time() - start
    known = Known.of(place.source, job.spec)
    write(verdicts, table, known, {})  # once for what is imported
    start = time.process_time()
    write(verdicts, table, known, {})
    writing = time.process_time() - start
    sizes = [path.stat().st_size / rows for path in (source, verdicts, table)]
    print(f"bytes a row: input {sizes[0]:,.0f}, JSONL {sizes[1]:,.0f}, Parquet {sizes[2]:,.0f}")
    print(f"reading {rows / reading:,.0f} rows/s; a table from JSONL {rows / writing:,.0f} rows/s")


if __name__ == "__main__":
    main()
