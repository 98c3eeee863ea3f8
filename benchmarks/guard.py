"""What `guard` adds to each sentence of an answer, and how its flags compare with `check`.

    python benchmarks/guard.py --data ../shared/data [--answers 40] [--task QA]

Answers of RAGTruth's test split arrive in pieces of a word. For each sentence: the time from its
end being certain until it goes out, which is what guarding adds, beside the time of one `check` of
the whole answer. Then, over the answers, how often any sentence was flagged beside how often the
whole answer was, and which of both agree with the people who marked them.
"""

from __future__ import annotations

import argparse
import re
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph import load
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.guarding import Watch, watched

if TYPE_CHECKING:
    from groundgraph import Example, Verdict
    from groundgraph.protocols import Detector

_WORD = re.compile(r"\s*\S+\s*")


def timed(detector: Detector, spent: list[float], example: Example) -> Verdict:
    begun = time.perf_counter()
    verdict = detector.detect([example])[0]
    spent.append(time.perf_counter() - begun)
    return verdict


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--task", default="QA")
    given = parser.parse_args()
    found = load_ragtruth(given.data, tasks=[given.task], split="test")
    examples = found[:: max(1, len(found) // given.answers)][: given.answers]
    detector = load("fused")
    detector.detect(examples[:1])
    added: list[float] = []
    whole: list[float] = []
    rows = []
    for example in examples:
        spent: list[float] = []
        judge = partial(timed, detector, spent)
        watch = Watch(example, "mark", "open")
        sentences = list(watched(_WORD.findall(example.answer), watch, judge))
        added += spent[1:]  # the first also reads the passages, as the whole answer did
        first = spent[0]
        begun = time.perf_counter()
        verdict = detector.detect([example])[0]
        whole.append(time.perf_counter() - begun)
        flagged = any(sentence.flagged for sentence in sentences)
        rows.append((flagged, verdict.label == "hallucinated", bool(example.label), first))
    print(f"{len(rows)} answers of {given.task}, {len(added) + len(rows)} sentences")
    for name, times in (
        ("added to the first sentence", [row[3] for row in rows]),
        ("added to each further one", added),
        ("check of the whole answer, passages known", whole),
    ):
        ranked = sorted(times)
        p50, p95 = (1000 * ranked[int(share * (len(ranked) - 1))] for share in (0.5, 0.95))
        print(f"{name}: median {p50:.0f} ms, 95th percentile {p95:.0f} ms")
    both = sum(guarded == checked for guarded, checked, *_ in rows)
    print(f"guard and check agree on {both} of {len(rows)}")
    for name, column in (("guard", 0), ("check", 1)):
        hits = sum(row[column] and row[2] for row in rows)
        flags, gold = sum(row[column] for row in rows), sum(row[2] for row in rows)
        print(f"{name}: {flags} flagged, {hits} of the {gold} that people marked")


if __name__ == "__main__":
    main()
