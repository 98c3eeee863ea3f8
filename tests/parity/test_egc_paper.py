"""EGC against Algorithms 1 and 2 of arXiv:2606.06748, written as the paper has them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest

from groundgraph import Example, Passage
from groundgraph.methods.egc.detector import EGC, FEATURES
from groundgraph.parts.encoders.minilm import MiniLM

if TYPE_CHECKING:
    from numpy.typing import NDArray

PASSAGES = (
    "The Danube rises in the Black Forest of Germany and flows into the Black Sea.",
    "Vienna, Bratislava, Budapest and Belgrade are the four capitals that stand on the Danube.",
    "Sourdough bread is leavened by wild yeast and lactic acid bacteria instead of baker's yeast.",
)
SENTENCES = (
    "The Danube begins in the Black Forest in Germany and ends in the Black Sea.",
    "Four capital cities stand on the river, among them Vienna, Budapest and Belgrade.",
    "It was first crossed by a railway bridge that engineers from Lisbon designed in 1820.",
    "Bread of this kind rises because of wild yeast and of lactic acid bacteria in the dough.",
)
QUESTIONS = ("Where does the Danube flow?", "How is sourdough bread made?", "Who won the cup?")


def algorithm_1(
    question: str, passages: list[str], sentences: list[str], tau: float
) -> tuple[nx.Graph, dict[object, NDArray[np.float64]]]:
    nodes = [("q", question), *(("e", p) for p in passages), *(("c", s) for s in sentences)]
    names = [(kind, number) for number, (kind, _) in enumerate(nodes)]
    encoded = MiniLM().encode([text for _, text in nodes]).astype(np.float64)
    vectors: dict[object, NDArray[np.float64]] = dict(zip(names, encoded, strict=True))
    graph = nx.Graph()
    graph.add_nodes_from(names)
    joined = {("q", "e"), ("e", "c"), ("e", "e")}
    for u, v in itertools.combinations(names, 2):
        if (u[0], v[0]) in joined and similarity(vectors[u], vectors[v]) >= tau:
            graph.add_edge(u, v)
    return graph, vectors


def algorithm_2(graph: nx.Graph, vectors: dict[object, NDArray[np.float64]]) -> list[float]:
    (question,) = [v for v in graph if v[0] == "q"]
    evidence = [v for v in graph if v[0] == "e"]
    claims = [v for v in graph if v[0] == "c"]
    n_c = len(claims)
    supporters = [[e for e in evidence if graph.has_edge(c, e)] for c in claims]
    between = [edge for edge in graph.edges if edge[0][0] == edge[1][0] == "e"]
    agreement = sum(similarity(vectors[u], vectors[v]) for u, v in between)
    return [
        sum(bool(found) for found in supporters) / n_c,
        sum(len(found) for found in supporters) / (n_c * len(evidence)),
        agreement / len(between) if between else 0.0,
        sum(nx.has_path(graph, question, c) for c in claims) / n_c,
        sum(graph.degree(c) == 0 for c in claims) / n_c,
    ]


def similarity(u: NDArray[np.float64], v: NDArray[np.float64]) -> float:
    return float(u @ v / (np.linalg.norm(u) * np.linalg.norm(v)))


@pytest.mark.parametrize("tau", [0.1, 0.3, 0.4, 0.6, 0.8])
def test_the_features_of_a_batch_are_those_of_the_paper(tau: float) -> None:
    cases = [
        (question, list(passages), list(sentences))
        for question in QUESTIONS
        for passages in (PASSAGES, PASSAGES[:2], PASSAGES[2:])
        for sentences in (SENTENCES, SENTENCES[1:3], SENTENCES[3:])
    ]
    examples = [
        Example(" ".join(sentences), tuple(map(Passage, passages)), question=question)
        for question, passages, sentences in cases
    ]
    expected = np.array([algorithm_2(*algorithm_1(*case, tau)) for case in cases])

    verdicts = EGC(tau=tau).detect(examples)

    found = np.array([[verdict.features[name] for name in FEATURES] for verdict in verdicts])
    assert found == pytest.approx(expected, abs=1e-5)
    assert len(np.unique(expected, axis=0)) > 1  # else the comparison says little
    coverage, support, _, connectivity, isolation = expected.T
    composite = (coverage + support + connectivity - isolation) / 3
    scores = [verdict.hallucination_score for verdict in verdicts]
    assert scores == pytest.approx((1 - composite) * 0.75, abs=1e-5)
