"""How long the judges by rule of `fused` take for an answer of RAGTruth, each by itself.

    python benchmarks/rules.py --data ../shared/data [--answers 100] [--beside ../other/src]

Milliseconds of process time an answer, for answers of the train split to distinct sources, so
nothing of their passages is kept from before; reading the evidence into sentences is left out.
--answers is the number for each task. With --beside, the package of another folder is timed too,
by a process of its own: both take turns, ten answers each, so that they share what else the
machine does. Each is set up as a door is; the data set is kept from the garbage collector, as no
check holds it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.datasets.ragtruth import TASKS, load_ragtruth
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import claim_rows, read
from groundgraph.methods.fused.rules import RULES
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.processes import settle

if TYPE_CHECKING:
    from groundgraph.types import Example

SEED, WARM, BLOCK = 0, 20, 10
NAMES = ("quantities", "short answers", "links", "statements", "scope", "paths", "conflicts")
OWN = Path(__file__).resolve().parent.parent / "src"


def drawn(data: Path, answers: int) -> list[Example]:
    """Return answers to distinct sources, so many for each task, after those to warm up on."""
    draw = random.Random(SEED)
    warm: list[Example] = []
    timed: list[Example] = []
    for task in TASKS:
        groups: dict[str, list[Example]] = defaultdict(list)
        for example in load_ragtruth(data, tasks=[task], split="train"):
            groups[str(example.metadata["source_id"])].append(example)
        found = [draw.choice(groups[s]) for s in draw.sample(sorted(groups), answers + WARM)]
        warm, timed = warm + found[:WARM], timed + found[WARM:]
    return warm + timed


def work(data: Path, answers: int) -> None:
    """Judge one answer for each line of standard input, and write how long each rule took."""
    settle()
    rows, segmenter, rarity = drawn(data, answers), SentenceSegmenter(), english_rarity()
    gc.collect()
    gc.freeze()
    print(len(rows), flush=True)
    for row, _ in zip(rows, sys.stdin, strict=False):
        spent = [0.0] * len(NAMES)
        for reading in read([row], segmenter, rarity):
            claim_rows(reading, rarity)
            for at, rule in enumerate(RULES.each):
                begun = time.process_time()
                rule.judge(reading, rarity)
                spent[at] += time.process_time() - begun
        print(json.dumps(spent), flush=True)


def started(source: Path, data: Path, answers: int) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, "--data", str(data), "--answers", str(answers), "--worker"]
    paths = {**os.environ, "PYTHONPATH": str(source.resolve())}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=paths)


def asked(worker: subprocess.Popen[str], answers: int) -> list[list[float]]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write("\n" * answers)
    worker.stdin.flush()
    return [json.loads(worker.stdout.readline()) for _ in range(answers)]


def compare(sources: list[Path], data: Path, answers: int) -> None:
    workers = [started(source, data, answers) for source in sources]
    count = {int(worker.stdout.readline()) for worker in workers if worker.stdout}.pop()
    blocks = [min(BLOCK, count - at) for at in range(0, count, BLOCK)]
    turns = [
        turn
        for size in blocks
        for turn in zip(*[asked(worker, size) for worker in workers], strict=True)
    ]
    for worker in workers:
        worker.communicate()
    kept = turns[len(TASKS) * WARM :]
    print(f"{len(kept)} answers, ms of process time an answer: {', '.join(map(str, sources))}")
    for name, at in [*((name, at) for at, name in enumerate(NAMES)), ("all", None)]:
        own = slice(None) if at is None else slice(at, at + 1)
        means = [
            1000 * sum(sum(t[side][own]) for t in kept) / len(kept) for side in range(len(sources))
        ]
        ratio = f"  {means[0] / means[1]:5.2f}" if len(means) > 1 and means[1] else ""
        print(f"{name:14}" + "".join(f" {mean:8.2f}" for mean in means) + ratio)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with RAGTruth")
    parser.add_argument("--answers", type=int, default=100, help="for each task")
    parser.add_argument("--beside", type=Path, help="src folder of another version")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        work(given.data, given.answers)
        return
    compare([OWN, *([given.beside] if given.beside else [])], given.data, given.answers)


if __name__ == "__main__":
    main()
