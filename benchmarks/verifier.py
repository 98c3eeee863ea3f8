"""How long the embedded verifier takes for a pair of 256 tokens.

    python benchmarks/verifier.py [--pairs 32] [--rounds 5]

Pairs are distinct runs of words of one length, with the claim's tokens among the 256. Prints the
fastest round, since other work on the machine only slows it.
"""

from __future__ import annotations

import argparse
import os
import random
import time

from groundgraph.parts.verifiers.minilm import MiniLMVerifier
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.types import Pair

TOKENS, CLAIM, SPECIAL = 256, 20, 3
WORDS = "the river town year film battle station music garden family court school bridge".split()


def pair(seed: int) -> Pair:
    draw = random.Random(seed)
    premise = " ".join(draw.choices(WORDS, k=TOKENS - CLAIM - SPECIAL))
    return Pair(premise, " ".join(draw.choices(WORDS, k=CLAIM)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    verifier = MiniLMVerifier()
    pairs = [pair(seed) for seed in range(arguments.pairs)]
    length = sum(len(wordpieces(text).ids) for text in pairs[0]) + SPECIAL
    verifier.verify(pairs[:2])
    spent = []
    for _ in range(arguments.rounds):
        start = time.perf_counter()
        verifier.verify(pairs)
        spent.append(time.perf_counter() - start)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(
        f"{arguments.pairs} pairs of {length} tokens, {cores} cores: "
        f"{min(spent) / arguments.pairs * 1000:.1f} ms a pair, fastest of {arguments.rounds} rounds"
    )


if __name__ == "__main__":
    main()
