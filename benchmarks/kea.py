"""Where the detector ``kea`` spends its time on raw text: SummEval's summaries and articles.

    python benchmarks/kea.py --data DIR [--articles 20]

All 16 summaries of each article are judged in one batch, from an empty cache; set
OMP_NUM_THREADS=1 so that numpy's threads do not compete with the encoder's.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.datasets.summeval import load_summeval
from groundgraph.methods.kea.detector import KEA
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.extractors.patterns import PatternExtractor

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.protocols import Encoder, TripleExtractor
    from groundgraph.types import Span, Statement


class Stopwatch:
    """An encoder and an extractor that count the seconds spent in them."""

    def __init__(self, encoder: Encoder, extractor: TripleExtractor) -> None:
        self._encoder, self._extractor = encoder, extractor
        self.encoding = self.extracting = 0.0

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        start = time.perf_counter()
        vectors = self._encoder.encode(texts)
        self.encoding += time.perf_counter() - start
        return vectors

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        return self._encoder.windows(texts)

    def extract(self, texts: Sequence[str], /) -> list[list[Statement]]:
        start = time.perf_counter()
        statements = self._extractor.extract(texts)
        self.extracting += time.perf_counter() - start
        return statements


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--articles", type=int, default=20)
    arguments = parser.parse_args()
    every = load_summeval(arguments.data)
    names = list(dict.fromkeys(e.metadata["source_id"] for e in every))[: arguments.articles]
    examples = [e for e in every if e.metadata["source_id"] in names]
    KEA().detect(examples[:1])  # so that no model is loaded while we count
    watch = Stopwatch(MiniLM(cache="off"), PatternExtractor())
    start = time.perf_counter()
    KEA(encoder=watch, extractor=watch).detect(examples)
    total = time.perf_counter() - start
    rest = total - watch.encoding - watch.extracting
    each = 1e3 * total / len(examples)
    print(f"{len(examples)} summaries of {len(names)} articles: {each:.1f} ms each")
    for name, seconds in (
        ("encoder", watch.encoding),
        ("extractor", watch.extracting),
        ("selection, clustering, kernel, findings", rest),
    ):
        print(f"{name:40} {seconds:6.2f} s {100 * seconds / total:5.1f}%")


if __name__ == "__main__":
    main()
