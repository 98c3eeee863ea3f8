"""An evidence graph as JSON values, for networkx, and as GraphML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from groundgraph.types.graphs.kinds import EDGE_KINDS, NODE_KINDS, SYMMETRIC, GraphEdge, Node

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import networkx as nx

    from groundgraph.types.graphs.model import EvidenceGraph

VERSION = 1
_DIGITS = 6
_CONTAINS = "contains"
"""What networkx has between a passage and its sentences, which know it by ``part_of``."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KEYS = (
    ("kind", "node", "string"),
    ("text", "node", "string"),
    ("part_of", "node", "string"),
    ("read_as", "node", "string"),
    ("kind", "edge", "string"),
    ("weight", "edge", "double"),
    ("by", "edge", "string"),
)
"""What GraphML says of nodes and edges: name, of which, type."""


def to_dict(graph: EvidenceGraph) -> dict[str, Any]:
    """Return what `EvidenceGraph.to_dict` returns; weights have six decimals."""
    return {
        "version": VERSION,
        "nodes": [
            {
                "id": node.id,
                "kind": node.kind,
                "text": node.text,
                **({"part_of": node.part_of} if node.part_of else {}),
                **({"read_as": node.read_as} if node.read_as else {}),
            }
            for node in graph.nodes
        ],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind,
                "weight": edge.weight,
                "by": edge.by,
            }
            for edge in written(graph.edges())
        ],
    }


def written(edges: Iterable[GraphEdge]) -> Iterator[GraphEdge]:
    """Yield edges with the decimals that are written of their weights."""
    return (edge._replace(weight=round(edge.weight, _DIGITS) + 0.0) for edge in edges)


def from_dict(record: Mapping[str, Any]) -> tuple[list[Node], list[GraphEdge]]:
    """Return the nodes and edges that `to_dict` wrote.

    Raises:
        ValueError: When the version, a kind, an end or a weight is none that it writes.
    """
    if record.get("version") != VERSION:
        raise ValueError(
            f"expected an evidence graph of version {VERSION}, found {record.get('version')!r}"
        )
    try:
        nodes = [
            Node(n["id"], n["kind"], n["text"], n.get("part_of", ""), n.get("read_as", ""))
            for n in record["nodes"]
        ]
        edges = [
            GraphEdge(e["source"], e["target"], e["kind"], float(e["weight"]), e["by"])
            for e in record["edges"]
        ]
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no evidence graph: {error!r}") from error
    _check(nodes, edges)
    return nodes, edges


def _check(nodes: list[Node], edges: list[GraphEdge]) -> None:
    known = {node.id for node in nodes}
    for node in nodes:
        if node.kind not in NODE_KINDS:
            raise ValueError(f"{node.id!r} is a {node.kind!r}; expected one of {NODE_KINDS}")
    for edge in edges:
        if edge.kind not in EDGE_KINDS:
            raise ValueError(f"an edge is of kind {edge.kind!r}; expected one of {EDGE_KINDS}")
        if lost := {edge.source, edge.target} - known:
            raise ValueError(f"an edge names nodes that there are not: {sorted(lost)}")


def to_networkx(graph: EvidenceGraph) -> nx.MultiDiGraph:
    """Return what `EvidenceGraph.to_networkx` returns."""
    try:
        import networkx as nx
    except ImportError as error:
        raise ImportError("to_networkx needs networkx: pip install networkx") from error
    made = nx.MultiDiGraph()
    for node in graph.nodes:
        made.add_node(node.id, **_about(node))
    for edge in graph.edges():
        about = {"kind": edge.kind, "weight": edge.weight, "by": edge.by}
        key = f"{edge.kind} {edge.by}".strip()
        made.add_edge(edge.source, edge.target, key=key, **about)
        if edge.kind in SYMMETRIC:
            made.add_edge(edge.target, edge.source, key=key, **about)
    for node in graph.nodes:
        if node.part_of in graph:
            made.add_edge(node.part_of, node.id, key=_CONTAINS, kind=_CONTAINS, weight=1.0, by="")
    return made


def _about(node: Node) -> dict[str, str]:
    return {name: value for name, value in node._asdict().items() if name != "id"}


def to_graphml(graph: EvidenceGraph) -> str:
    """Return what `EvidenceGraph.to_graphml` returns."""
    return "\n".join(_lines(graph)) + "\n"


def _lines(graph: EvidenceGraph) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for name, of, kind in _KEYS:
        yield f'  <key id="{of}-{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>'
    yield '  <graph edgedefault="directed">'
    for node in graph.nodes:
        yield f"    <node id={_quoted(node.id)}>{_data('node', _about(node))}</node>"
    for edge in graph.edges():
        about = {"kind": edge.kind, "weight": repr(edge.weight), "by": edge.by}
        ends = f"source={_quoted(edge.source)} target={_quoted(edge.target)}"
        yield f"    <edge {ends}>{_data('edge', about)}</edge>"
    yield "  </graph>"
    yield "</graphml>"


def _data(of: str, about: Mapping[str, str]) -> str:
    return "".join(
        f'<data key="{of}-{name}">{escape(_writable(value))}</data>'
        for name, value in about.items()
        if value
    )


def _quoted(text: str) -> str:
    return quoteattr(_writable(text), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _writable(text: str) -> str:
    """Replace what XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
