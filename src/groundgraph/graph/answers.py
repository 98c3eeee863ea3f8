"""One graph of an answer, of all that detectors found out about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundgraph.text.asked.conversations import asked
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.types import Verdict
from groundgraph.types.graphs import EvidenceGraph, kinds
from groundgraph.types.graphs.of_verdict import graph_of
from groundgraph.types.triple_names import name_of

if TYPE_CHECKING:
    from groundgraph.types import Example


def answer_graph(
    example: Example | None, verdicts: Verdict | Mapping[str, Verdict]
) -> EvidenceGraph:
    """Unite what detectors found out about one answer.

    Args:
        example: What was judged; ``None`` where it is not at hand: then question and passages
            have no text, and every source that is not a triple of the example is a passage.
        verdicts: What `groundgraph.check` returns; or several, each by the name of its detector,
            which its edges bear.

    Raises:
        TypeError: When they are neither.
    """
    named = _named(verdicts)
    known = None if example is None else {passage.id for passage in example.passages}
    found = [graph_of(verdict, name, known) for name, verdict in named.items()]
    if example is None:
        return EvidenceGraph.union(found)
    return _with_triples(EvidenceGraph.union([texts_of(example), *found]), example)


def _named(verdicts: Any) -> Mapping[str, Verdict]:
    if isinstance(verdicts, Verdict):
        return {verdicts.detector: verdicts}
    if isinstance(verdicts, Mapping):
        return verdicts
    found = type(verdicts).__name__
    raise TypeError(
        f"verdicts is a {found}, expected a Verdict, or several by name: {{'fused': verdict}}"
    )


def texts_of(example: Example) -> EvidenceGraph:
    """Return the question and the passages of an example, with their texts, without edges."""
    question = asked(example.question)
    nodes = [kinds.question(question)] if question.strip() else []
    return EvidenceGraph.of([*nodes, *(kinds.passage(p.id, p.text) for p in example.passages)])


def _with_triples(graph: EvidenceGraph, example: Example) -> EvidenceGraph:
    """Return the graph with the example's triples, where it names them, as sentences."""
    numbered = enumerate(example.triples or ())
    given = ((kinds.source(name_of(number)).id, triple) for number, triple in numbered)
    told = {name: triple for name, triple in given if name in graph}
    nodes = (n._replace(text=as_sentence(told[n.id])) if n.id in told else n for n in graph.nodes)
    return replace(graph, nodes=tuple(nodes)) if told else graph
