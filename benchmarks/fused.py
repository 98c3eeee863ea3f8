"""How long `fused` takes for an answer of RAGTruth, and how much memory.

    python benchmarks/fused.py --data ../shared/data [--rows 500]

For each task: answers to distinct sources with nothing kept from before ("cold"), and groups of
six answers to the same source ("shared"). Wall time per answer on the cores that the process may
use, best of --rounds; peak memory of the process.
"""

from __future__ import annotations

import argparse
import os
import resource
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


def forget() -> None:
    """Empty what detectors keep between calls."""
    token_classifier.forget()
    wordpieces.wordpieces.cache_clear()


def milliseconds(detector: object, rows: list[Example], rounds: int) -> float:
    spent = []
    for _ in range(rounds):
        forget()
        start = time.perf_counter()
        for first in range(0, len(rows), BATCH):
            detector.detect(rows[first : first + BATCH])  # type: ignore[attr-defined]
        spent.append(time.perf_counter() - start)
    return min(spent) / len(rows) * 1000


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
    for task in TASKS:
        sources: dict[str, list[Example]] = defaultdict(list)
        for example in train:
            if example.metadata["task"] == task:
                sources[str(example.metadata["source_id"])].append(example)
        cold = [answers[0] for answers in sources.values()][: arguments.rows]
        shared = [e for answers in sources.values() for e in answers][: arguments.rows]
        print(
            f"{task:9} cold {milliseconds(detector, cold, arguments.rounds):6.1f} ms, shared "
            f"{milliseconds(detector, shared, arguments.rounds):6.1f} ms an answer "
            f"({len(cold)} and {len(shared)} answers)",
            flush=True,
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MB, {len(os.sched_getaffinity(0))} cores")


if __name__ == "__main__":
    main()
