"""How long `fused` takes for an answer of RAGTruth, and how much memory.

    python benchmarks/fused.py --data ../shared/data [--rows 500]

For each task: answers to distinct sources with nothing kept from before ("cold"), and groups of
six answers to the same source ("shared"). Wall time per answer on the cores that the process may
use, best of --rounds; then the peak memory of `groundgraph check` on the cold rows of all tasks.
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
from typing import TYPE_CHECKING

from groundgraph import load
from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.parts import token_classifier, wordpieces

if TYPE_CHECKING:
    from groundgraph.types import Example

BATCH = 32
# A child's ru_maxrss starts at what its parent held, so the peak is read from the kernel (Linux).
_CHECK = """
import sys
from groundgraph.cli import main
try:
    main()
except SystemExit:
    pass
with open("/proc/self/status") as status:
    print(next(line for line in status if line.startswith("VmHWM")).split()[1])
"""


def forget() -> None:
    """Empty what detectors keep between calls."""
    token_classifier.forget()
    wordpieces.forget()


def milliseconds(detector: object, rows: list[Example], rounds: int) -> float:
    spent = []
    for _ in range(rounds):
        forget()
        start = time.perf_counter()
        for first in range(0, len(rows), BATCH):
            detector.detect(rows[first : first + BATCH])  # type: ignore[attr-defined]
        spent.append(time.perf_counter() - start)
    return min(spent) / len(rows) * 1000


def peak(rows: list[Example], name: str) -> float:
    """Return the peak memory of `groundgraph check` on some rows, in MiB."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.jsonl"
        with file.open("w", encoding="utf-8") as lines:
            for e in rows:
                passages = [{"id": p.id, "text": p.text} for p in e.passages]
                own = {"id": e.id, "question": e.question, "answer": e.answer}
                row = {**own, "passages": passages}
                lines.write(json.dumps(row) + "\n")
        options = ["check", str(file), "--detector", name, "--output", f"{folder}/verdicts.jsonl"]
        command = [sys.executable, "-c", _CHECK, *options, "--quiet"]
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(said.split()[-1]) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--detector", default="fused")
    arguments = parser.parse_args()
    detector = load(arguments.detector)
    train = load_ragtruth(arguments.data, split="train")
    detector.detect(train[:2])
    checked: list[Example] = []
    for task in TASKS:
        sources: dict[str, list[Example]] = defaultdict(list)
        for example in train:
            if example.metadata["task"] == task:
                sources[str(example.metadata["source_id"])].append(example)
        cold = [answers[0] for answers in sources.values()][: arguments.rows]
        checked += cold
        shared = [e for answers in sources.values() for e in answers][: arguments.rows]
        print(
            f"{task:9} cold {milliseconds(detector, cold, arguments.rounds):6.1f} ms, shared "
            f"{milliseconds(detector, shared, arguments.rounds):6.1f} ms an answer "
            f"({len(cold)} and {len(shared)} answers)",
            flush=True,
        )
    most, cores = peak(checked, arguments.detector), len(os.sched_getaffinity(0))
    print(f"check of {len(checked)} answers: peak memory {most:.0f} MiB; {cores} cores")


if __name__ == "__main__":
    main()
