"""The evidence graph of an answer as the report's page draws it.

Left out is what other nodes show: entities, which statements name, and statements that a given
triple states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.io.records import graph_of
from groundgraph.types import Span, node_names
from groundgraph.types.graphs import EvidenceGraph, kinds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.types import Example
    from groundgraph.types.graphs import Node

_DIGITS = 4
_LONGEST = 300
"""Characters of a node; passages stand in the page as a whole."""


def drawn(example: Example | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the page draws of the united graph of the verdicts on one answer.

    Returns:
        ``nodes``: each with ``key`` (for the question "q", for what evidence comes from "p:ID"),
        ``kind``, ``text``, ``home``, the number of the node that it is part of or stated by, and
        for a claim ``claims``, its number among the findings of each verdict. ``edges``: source,
        target, kind, weight and the numbers of those who say so among ``names``. ``alone``:
        whether a drawing of triples already shows all that there is to see.
    """
    graph = _told_once(graph_of(example, rows))
    homes = _homes(graph)
    spans = [_numbers(row) for row in rows]
    nodes = [
        _node(node, number, homes.get(number), [own.get(node.id) for own in spans])
        for number, node in enumerate(graph.nodes)
    ]
    return {
        "nodes": nodes,
        "edges": _edges(graph),
        "names": list(graph.makers),
        "alone": len(rows) == 1 and bool(rows[0].get("triples")) and not rows[0].get("edges"),
    }


def _told_once(graph: EvidenceGraph) -> EvidenceGraph:
    """Return the graph without entities, a given triple and its statement one node."""
    stating: dict[str, set[str]] = {}
    for edge in graph.edges("states"):
        stating.setdefault(edge.target, set()).add(edge.source)
    folded: dict[str, str] = {}
    for statement, owners in stating.items():
        known = {owner for owner in owners if graph.node(owner).kind == "knowledge"}
        if len(known) == 1:
            folded[statement] = known.pop()
    gone = {n.id for n in graph.nodes if n.kind == "entity"} | folded.keys()
    texts = {name: graph.node(statement).text for statement, name in folded.items()}
    nodes = [
        n._replace(text=n.text or texts.get(n.id, "")) for n in graph.nodes if n.id not in gone
    ]
    moved = (
        edge._replace(
            source=folded.get(edge.source, edge.source), target=folded.get(edge.target, edge.target)
        )
        for edge in graph.edges()
        if edge.kind != "mentions"
    )
    kept = (edge for edge in moved if edge.source != edge.target)
    return EvidenceGraph.of(nodes, kept)


def _homes(graph: EvidenceGraph) -> dict[int, int]:
    """Return under which node a unit or statement stands: of its passage, else of its claim."""
    homes = {
        graph.index[node.id]: graph.index[node.part_of] for node in graph.nodes if node.part_of
    }
    of_claims: dict[int, int] = {}
    for edge in graph.edges("states"):
        owner, statement = graph.index[edge.source], graph.index[edge.target]
        if graph.node(edge.target).kind == "statement":
            claimed = graph.node(edge.source).kind == "claim"
            (of_claims if claimed else homes).setdefault(statement, homes.get(owner, owner))
    return {**of_claims, **homes}


def _numbers(row: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of the finding of each claim, by the id of its node."""
    found: dict[str, int] = {}
    for number, finding in enumerate(row.get("findings", ())):
        span = Span(finding["start"], finding["end"])
        found.setdefault(kinds.claim(span, finding["claim"]).id, number)
    return found


def _node(node: Node, number: int, home: int | None, claims: list[int | None]) -> dict[str, Any]:
    name = node.id.partition(":")[2]
    given = node_names.passage(name)
    keys = {"question": node_names.QUESTION, "passage": given, "knowledge": given}
    return {
        "key": keys.get(node.kind, f"{node.kind[0]}:{number}"),
        "kind": node.kind,
        "text": "" if node.kind == "passage" else node.text[:_LONGEST],
        **({} if home is None else {"home": home}),
        **({"claims": claims} if node.kind == "claim" else {}),
    }


def _edges(graph: EvidenceGraph) -> list[list[Any]]:
    """Return edges, what several say of two nodes as one."""
    found: dict[tuple[int, int, str], list[Any]] = {}
    maker = {name: number for number, name in enumerate(graph.makers)}
    for edge in graph.edges():
        ends = graph.index[edge.source], graph.index[edge.target], edge.kind
        joined = found.setdefault(ends, [*ends, 0.0, []])
        joined[3] = max(joined[3], round(edge.weight, _DIGITS) + 0.0)
        joined[4].append(maker[edge.by])
    return list(found.values())
