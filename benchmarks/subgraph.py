"""MetaQA's graph: load time, throughput of the matcher, milliseconds per pruned question.

    python benchmarks/subgraph.py --data DIR [--questions 2000]

Questions are the first of each development file, with all their answers as targets. Times are
CPU time of this process, so that a busy machine does not count; set OMP_NUM_THREADS=1. networkx's
bidirectional shortest path to each answer is timed beside ours, without any pruning.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import networkx as nx
import numpy as np

from groundgraph.datasets.metaqa import QUESTION_WORDS, load_metaqa
from groundgraph.io.triples import read_graph
from groundgraph.methods.gga.linear import Lineariser
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from groundgraph.text.triples.entities import EntityMatcher

if TYPE_CHECKING:
    from groundgraph.datasets.metaqa import MetaQuestion
    from groundgraph.methods.gga.adjacency import KnowledgeGraph
    from groundgraph.methods.gga.paths import Which

MODES: tuple[Which, ...] = ("one", "each", "all")
HOPS: tuple[Literal[1, 2, 3], ...] = (1, 2, 3)


def load(data: Path) -> KnowledgeGraph:
    """Load the graph and print what it took."""
    path = next(p for p in (data / "metaqa").glob("kb.jsonl*"))
    start = time.process_time()
    graph, errors = read_graph(path)
    seconds = time.process_time() - start
    print(f"{graph!r}, {len(errors)} errors: {seconds:.2f} s from the file")
    start = time.process_time()
    type(graph).from_triples(graph.triples)
    print(f"of which numbering and indexing: {time.process_time() - start:.2f} s")
    return graph


def match(graph: KnowledgeGraph, questions: list[MetaQuestion]) -> None:
    """Print how fast and how often the topic is found in the plain question."""
    start = time.process_time()
    matcher = EntityMatcher.of(graph.entities, ignored=QUESTION_WORDS)
    built = time.process_time() - start
    texts = [question.text for question in questions]
    start = time.process_time()
    found = matcher.entities(texts)
    seconds = time.process_time() - start
    topics = [graph.numbers[question.topic] for question in questions]
    among = np.mean([topic in each for topic, each in zip(topics, found, strict=True)])
    alone = np.mean([each == (topic,) for topic, each in zip(topics, found, strict=True)])
    print(
        f"matcher: built in {built:.2f} s; {len(texts) / seconds:,.0f} questions/s, "
        f"{sum(map(len, texts)) / seconds / 1e6:.1f} M characters/s; topic found in "
        f"{100 * among:.2f}%, alone in {100 * alone:.2f}%"
    )


def prune(graph: KnowledgeGraph, hops: int, questions: list[MetaQuestion]) -> None:
    """Print the times of one length of question, by how many paths are asked for."""
    queries = [
        Query([graph.numbers[q.topic]], [graph.numbers[answer] for answer in q.answers])
        for q in questions
    ]
    for mode in MODES:
        each = [timed(graph, query, Pruning(paths=mode)) for query in queries]
        middle, late = np.percentile(each, [50, 99])
        start = time.process_time()
        batch = subgraphs(graph, queries, Pruning(paths=mode))
        mean = 1e3 * (time.process_time() - start) / len(batch)
        print(
            f"{hops} hops, paths={mode:4}  median {middle:.3f} ms, 99% {late:.3f} ms, "
            f"mean of a batch {mean:.3f} ms"
        )
    start = time.process_time()
    Lineariser().linearise([found.triples for found in batch])
    print(f"{hops} hops, linearised      {1e3 * (time.process_time() - start) / len(batch):.3f} ms")


def timed(graph: KnowledgeGraph, query: Query, pruning: Pruning) -> float:
    start = time.process_time()
    subgraphs(graph, [query], pruning)
    return 1e3 * (time.process_time() - start)


def by_networkx(graph: KnowledgeGraph, hops: int, questions: list[MetaQuestion]) -> None:
    joined = nx.Graph(graph.ends.tolist())
    taken = []
    for question in questions[:100]:
        start = time.process_time()
        for answer in question.answers:
            nx.shortest_path(joined, graph.numbers[question.topic], graph.numbers[answer])
        taken.append(1e3 * (time.process_time() - start))
    print(f"{hops} hops, networkx        median {np.median(taken):.3f} ms, paths alone")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=2_000, help="of each length")
    options = parser.parse_args()
    graph = load(options.data)
    asked = {hops: load_metaqa(options.data, hops)[: options.questions] for hops in HOPS}
    match(graph, list(itertools.chain.from_iterable(asked.values())))
    for hops, questions in asked.items():
        prune(graph, hops, questions)
        by_networkx(graph, hops, questions)


if __name__ == "__main__":
    main()
