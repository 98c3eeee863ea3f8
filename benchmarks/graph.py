"""Building an evidence graph, ours beside networkx, from 100 to 2,000 passages and 20 claims.

    python benchmarks/graph.py

Each passage has three sentences, of which one names another passage, and states one triple. Both
builders start from what a detector has anyway: sentences and where their words stand, the cosines
of sentences and claims, and the triples. Ours finds the links of the passages (`PassageLinks`),
makes *similar*, *links* and *states* edges and unites them; networkx gets the same nodes and edges,
with their kinds, weights and texts, the links found already, into a `MultiDiGraph`. Fastest of
several rounds in turns, in processor time. Then the whole path of one row: texts of the example,
the graph of a verdict that cites every passage, JSON of both.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING, NamedTuple

import networkx as nx
import numpy as np

from groundgraph.graph import EvidenceGraph, answer_graph
from groundgraph.graph.builders import links, similar, states, unit_nodes
from groundgraph.graph.links import PassageLinks
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import postings, words
from groundgraph.types import (
    Claim,
    Edge,
    Evidence,
    Example,
    Finding,
    Passage,
    Span,
    Triple,
    Verdict,
)
from groundgraph.types.graphs import kinds

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from groundgraph.text.passage_units import Unit
    from groundgraph.types.graphs import Node

SIZES = (100, 200, 500, 1_000, 2_000)
CLAIMS = 20
TAU = 0.9
"""Of random cosines, at which one in twenty joins."""


class Given(NamedTuple):
    """What both builders start from."""

    passages: tuple[Passage, ...]
    units: list[Unit]
    claims: list[Node]
    cosines: NDArray[np.float64]
    said: list[tuple[Node, Triple]]
    held: dict[str, list[int]]


def given(n: int) -> Given:
    """Draw passages about each other, and cosines."""
    random = np.random.default_rng(n)
    names = [f"Mount {_word(random)} {_word(random)}".title() for _ in range(n)]
    other = random.integers(0, n, n)
    passages = tuple(
        Passage(f"{names[i]} is high. It lies beside {names[other[i]]}. It is {i} metres high.")
        for i in range(n)
    )
    example = Example("", passages)
    [units] = evidence_units([example.passages], SentenceSegmenter())
    claims = [kinds.claim(Span(10 * i, 10 * i + 9), "A claim.") for i in range(CLAIMS)]
    cosines = random.uniform(-1, 1, (len(units), CLAIMS))
    said = [
        (kinds.passage(p.id), Triple(names[i], "lies beside", names[other[i]]))
        for i, p in enumerate(example.passages)
    ]
    held = postings([words(unit.text) for unit in units])
    return Given(example.passages, units, claims, cosines, said, held)


def _word(random: np.random.Generator) -> str:
    return "".join(random.choice(list("bdfglmnprst")) + random.choice(list("aeiou")) for _ in "abc")


def found(one: Given) -> PassageLinks:
    """Find the links of the passages."""
    return PassageLinks.of(one.units, one.held)


def ours(one: Given) -> EvidenceGraph:
    """Build the graph, links and all."""
    near = similar(unit_nodes(one.units), one.claims, one.cosines, TAU, "egc")
    return EvidenceGraph.union(
        [near, links(one.units, found(one), "links"), states(one.said, "kea")]
    )


def by_networkx(one: Given, linked: PassageLinks) -> nx.MultiDiGraph:
    """Build the same nodes and edges, the links given."""
    graph, units = nx.MultiDiGraph(), unit_nodes(one.units)
    for node in (*units, *one.claims, *(kinds.passage(p.id) for p in one.passages)):
        graph.add_node(node.id, kind=node.kind, text=node.text, part_of=node.part_of)
    for row, column in np.argwhere(one.cosines >= TAU).tolist():
        weight = float(one.cosines[row, column])
        graph.add_edge(units[row].id, one.claims[column].id, "similar", weight=weight, by="egc")
    for unit, target in zip(linked.sources.tolist(), linked.targets.tolist(), strict=True):
        passage = f"passage:{one.passages[target].id}"
        graph.add_edge(units[unit].id, passage, "links", weight=1.0, by="links")
    for owner, triple in one.said:
        stated = kinds.statement(triple)
        graph.add_node(stated.id, kind=stated.kind, text=stated.text, part_of="")
        graph.add_edge(owner.id, stated.id, "states", weight=1.0, by="kea")
        for end in map(kinds.entity, dict.fromkeys((triple.subject, triple.object))):
            graph.add_node(end.id, kind=end.kind, text=end.text, part_of="")
            graph.add_edge(stated.id, end.id, "mentions", weight=1.0, by="kea")
    return graph


def verdict_of(one: Given) -> tuple[Example, Verdict]:
    """Return a verdict whose findings cite every sentence."""
    each = len(one.units) // CLAIMS
    findings = [
        Finding(
            Claim(node.text, Span(10 * i, 10 * i + 9)),
            "supported",
            0.1,
            tuple(
                Evidence(u.passage_id, u.span, 0.5, u.text) for u in one.units[i * each :][:each]
            ),
        )
        for i, node in enumerate(one.claims)
    ]
    edges = [Edge(f"p:{p.id}", f"c:{i % CLAIMS}", 0.5) for i, p in enumerate(one.passages)]
    verdict = Verdict("grounded", 0.1, findings=tuple(findings), edges=tuple(edges))
    return Example("A claim. " * CLAIMS, one.passages), verdict


def timed(*calls: Callable[[], object], rounds: int = 7) -> list[float]:
    """Return the fastest round of each, in milliseconds of processor time."""
    best = [float("inf")] * len(calls)
    gc.disable()  # as timeit does
    for _ in range(rounds):
        for number, call in enumerate(calls):
            start = time.process_time()
            call()
            best[number] = min(best[number], 1e3 * (time.process_time() - start))
    gc.enable()
    return best


def main() -> None:
    """Print a row for each size."""
    print(
        "passages   nodes   edges   links, ms   all of ours, ms   networkx, ms   of a verdict, ms"
    )
    for n in SIZES:
        one = given(n)
        linked, (example, verdict) = found(one), verdict_of(one)
        graph = ours(one)
        assert set(graph.index) == set(by_networkx(one, linked))
        assert graph.to_networkx().number_of_edges() == by_networkx(one, linked).number_of_edges()
        times = timed(
            lambda one=one: found(one),  # type: ignore[misc]
            lambda one=one: ours(one),  # type: ignore[misc]
            lambda one=one, linked=linked: by_networkx(one, linked),  # type: ignore[misc]
            lambda e=example, v=verdict: answer_graph(e, {"fused": v}),  # type: ignore[misc]
        )
        cells = "   ".join(f"{t:>12.1f}" for t in times)
        print(f"{n:>8,} {len(graph):>7,} {len(graph.arrays.weights):>7,} {cells}")


if __name__ == "__main__":
    main()
