"""How long `fused` takes for an answer of RAGTruth, and how much memory.

    python benchmarks/fused.py --data ../shared/data [--rows 500] [--workers 2]

For each task: answers to distinct sources with nothing kept from before ("cold"), and groups of
six answers to the same source ("shared"). First `detect` in one process. Then
`groundgraph check` on the rows of all tasks, by one process and by --workers: wall time of every
answer after the first 64, which a run on those alone is taken from, and the peak memory of all
processes together. On the cores that the process may use; of --rounds, the quickest counts.
"stolen" is the share of all cores' time that the host of a virtual machine gave to others while a
line was measured: figures with much of it are too high (Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from groundgraph import load
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.parts import wordpieces

if TYPE_CHECKING:
    from groundgraph.types import Example

BATCH = 32
FEW = 2 * BATCH
# A child's ru_maxrss starts at what its parent held, so the peak is read from the kernel (Linux).
# Workers are alike: the largest stands for each.
_CHECK = """
import resource, sys
from groundgraph.cli import main
if __name__ == "__main__":
    try:
        main()
    except SystemExit:
        pass
    with open("/proc/self/status") as status:
        own = next(line for line in status if line.startswith("VmHWM")).split()[1]
    print(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def forget() -> None:
    """Empty what detectors keep between calls."""
    wordpieces.forget()


class Stolen:
    """The share of the cores' time that the host kept since it was last asked."""

    def __init__(self) -> None:
        self._before = self._ticks()

    def __str__(self) -> str:
        before, self._before = self._before, self._ticks()
        stolen, all_ticks = (now - then for now, then in zip(self._before, before, strict=True))
        return f"stolen {stolen / max(all_ticks, 1):.0%}"

    @staticmethod
    def _ticks() -> tuple[int, int]:
        with Path("/proc/stat").open(encoding="ascii") as status:
            # user nice system idle iowait irq softirq steal
            ticks = [int(field) for field in status.readline().split()[1:9]]
        return ticks[-1], sum(ticks)


def milliseconds(detector: object, rows: list[Example], rounds: int) -> float:
    spent = []
    for _ in range(rounds):
        forget()
        start = time.perf_counter()
        for first in range(0, len(rows), BATCH):
            detector.detect(rows[first : first + BATCH])  # type: ignore[attr-defined]
        spent.append(time.perf_counter() - start)
    return min(spent) / len(rows) * 1000


class Run(NamedTuple):
    """One `groundgraph check`: its wall time in seconds, and its peak memory in MiB."""

    seconds: float
    memory: float


def checked(rows: list[Example], name: str, workers: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        file, program = Path(folder) / "rows.jsonl", Path(folder) / "check.py"
        program.write_text(_CHECK)  # a file: workers begin by reading it again
        with file.open("w", encoding="utf-8") as lines:
            for e in rows:
                passages = [{"id": p.id, "text": p.text} for p in e.passages]
                own = {"id": e.id, "question": e.question, "answer": e.answer}
                row = {**own, "passages": passages}
                lines.write(json.dumps(row) + "\n")
        options = ["--detector", name, "--output", f"{folder}/verdicts.jsonl", "--quiet"]
        command = [sys.executable, str(program), "check", str(file), *options]
        command += ["--workers", str(workers)]
        start = time.perf_counter()
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        seconds = time.perf_counter() - start
    itself, of_child = map(int, said.split()[-2:])
    return Run(seconds, (itself + workers * of_child) / 1024)


def best(rows: list[Example], name: str, workers: int, rounds: int) -> Run:
    runs = [checked(rows, name, workers) for _ in range(rounds)]
    return Run(min(run.seconds for run in runs), max(run.memory for run in runs))


def show_check(kinds: dict[str, list[Example]], name: str, workers: int, rounds: int) -> None:
    found, most, stolen = [], 0.0, Stolen()
    for kind, rows in kinds.items():
        few, whole = (best(own, name, workers, rounds) for own in (rows[:FEW], rows))
        further = (whole.seconds - few.seconds) / (len(rows) - FEW) * 1000
        found.append(f"{kind} {further:6.1f} ms")
        most = max(most, whole.memory)
    print(
        f"check --workers {workers}: {', '.join(found)} an answer; peak memory {most:.0f} MiB; "
        f"{stolen}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--detector", default="fused")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    arguments = parser.parse_args()
    if arguments.rows <= FEW:
        parser.error(f"--rows is {arguments.rows}; expected more than {FEW}")
    detector = load(arguments.detector)
    train = load_ragtruth(arguments.data, split="train")
    detector.detect(train[:2])
    kinds: dict[str, list[Example]] = {"cold": [], "shared": []}
    for task in TASKS:
        sources: dict[str, list[Example]] = defaultdict(list)
        for example in train:
            if example.metadata["task"] == task:
                sources[str(example.metadata["source_id"])].append(example)
        own = {
            "cold": [answers[0] for answers in sources.values()][: arguments.rows],
            "shared": [e for answers in sources.values() for e in answers][: arguments.rows],
        }
        stolen = Stolen()
        found = [
            f"{kind} {milliseconds(detector, rows, arguments.rounds):6.1f} ms ({len(rows)})"
            for kind, rows in own.items()
        ]
        print(f"{task:9} {', '.join(found)} an answer; {stolen}", flush=True)
        for kind, rows in own.items():
            kinds[kind] += rows
    print(f"{len(os.sched_getaffinity(0))} cores; {len(kinds['cold'])} answers of all tasks:")
    for workers in dict.fromkeys((0, arguments.workers)):
        show_check(kinds, arguments.detector, workers, arguments.rounds)


if __name__ == "__main__":
    main()
