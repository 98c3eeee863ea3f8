"""Triples of nodes and edges as records of JSON, as graph databases export and answer with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from groundgraph.text.literals import read_data, read_records
from groundgraph.text.triples.graph_notation import Arrow, Fields, Node
from groundgraph.text.triples.paths import Stated, told_by
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Record = dict[str, Any]

_ENDS = (
    *(("start", "end"), ("source", "target"), ("from", "to"), ("start_node", "end_node")),
    *(("src", "tgt"), ("src_id", "tgt_id")),
)
_KINDS = ("type", "label", "relation", "relationship", "predicate", "key", "name")
_NODES = ("nodes", "vertices")
_EDGES = ("edges", "links", "relationships")
_PROPERTIES = ("properties", "props", "attributes")
_OF_GRAPH = frozenset({"type", "id", "identity", "elementId", "element_id", "labels"})
"""What a node holds beside its properties."""
_IDS = ("id", "identity", "elementId", "element_id")
_HINT = re.compile(
    r"[\"'](?:start|source|from|src|src_id|start_node|type\(\w{1,20}\))[\"']"
    r"|\}, ?[\"']\w{2,40}[\"'], ?\{"
)
_LINE = re.compile(r"[^\n]+")


def record_triples(text: str) -> list[Stated]:
    r"""Return the triples of a text that is records of nodes and edges; of others none.

    A node has its "properties" beside its labels, or stands in a list of nodes; an edge names
    both of its ends and its kind.

    >>> text = '{"labels": ["City"], "properties": {"id": 7, "name": "Ystad", "area": "9 km²"}}\n'
    >>> text += '{"type": "LIVES_IN", "start": "Ada", "end": "7", "properties": {"since": 2019}}'
    >>> [(*each.triple, each.fields) for each in record_triples(text)][0]
    ('Ada', 'LIVES_IN', 'Ystad', (('since', '2019'),))
    """
    if text.lstrip()[:1] not in {"{", "["} or _HINT.search(text) is None:
        return []
    nodes, edges = [], []
    for record, span, kind in _records(text):
        found = [] if kind == "node" else [*_edges(record, span)]
        edges += found
        nodes += [end for one, _, other in found for end in (one, other) if end.fields]
        if not found:
            if kind != "node" and _properties(record) is None and "entity" not in record:
                return []
            nodes.append(_node(record, span))
    return told_by(nodes, edges) if edges and any(node.fields for node in nodes) else []


def _edges(record: Record, span: Span) -> Iterator[tuple[Node, Arrow, Node]]:
    """Yield the edge that a record is, or those that stand in a row of a result."""
    ends = next((pair for pair in _ENDS if pair[0] in record and pair[1] in record), None)
    label = _label(record)
    if ends is not None and label:
        one, other = (_end(record[each], span) for each in ends)
        yield one, Arrow(label, _told(record), backwards=False, end=span.end), other
        return
    values = [*record.values()]
    for value in values:  # a relationship, as the driver of Neo4j returns one
        if isinstance(value, list | tuple) and _is_edge(value):
            yield _edge(value, span)
    if _is_edge(values) and "type(" in [*record][1]:  # RETURN a, type(r), b
        yield _edge(values, span)


def _is_edge(parts: Sequence[Any]) -> bool:
    """Say whether three values are a node, a label and a node."""
    kinds = (dict, str, dict)
    return len(parts) == len(kinds) and all(map(isinstance, parts, kinds))


def _edge(parts: Sequence[Any], span: Span) -> tuple[Node, Arrow, Node]:
    one, label, other = parts
    return _node(one, span), Arrow(label, (), backwards=False, end=span.end), _node(other, span)


def _records(text: str) -> Iterator[tuple[Record, Span, str]]:
    """Yield each record of a text, where it stands, and "node" or "edge" where its list says so."""
    lines = [(match, read_data(match[0])) for match in _LINE.finditer(text) if match[0].strip()]
    if len(lines) > 1 and all(isinstance(data, dict) for _, data in lines):
        yield from ((data, Span(*match.span()), "") for match, data in lines)  # type: ignore[misc]
        return
    whole = Span(0, len(text))
    data = read_records(text)
    listed = [("", data)] if isinstance(data, list) else []
    if isinstance(data, dict):
        named = (("node", _NODES), ("edge", _EDGES))
        listed = [(kind, data[key]) for kind, keys in named for key in keys if key in data]
    for kind, records in listed:
        for record in records if isinstance(records, list) else ():
            yield (record, whole, kind) if isinstance(record, dict) else ({}, whole, "")


def _label(record: Record) -> str:
    told = (record.get(key) for key in _KINDS)
    return next((each for each in told if isinstance(each, str) and each != "relationship"), "")


def _properties(record: Record) -> Record | None:
    return next((record[k] for k in _PROPERTIES if isinstance(record.get(k), dict)), None)


def _node(record: Record, span: Span) -> Node:
    """Return a node; without "properties" all that it holds is what it tells of itself."""
    told = _properties(record)
    own = told if told is not None else {k: v for k, v in record.items() if k not in _OF_GRAPH}
    labels = record.get("labels", record.get("label", ""))
    named = labels[0] if isinstance(labels, list) and labels else labels
    ref = next((str(each[key]) for each in (record, own) for key in _IDS if key in each), "")
    return Node(
        ref, named if isinstance(named, str) and told is not None else "", _fields(own), span
    )


def _end(value: Any, span: Span) -> Node:
    """Return an end of an edge, which is a node or refers to one."""
    if isinstance(value, dict):
        return _node(value, span)
    return Node(str(value), "", (), span)


def _told(record: Record) -> Fields:
    return _fields(_properties(record) or {})


def _fields(told: Record) -> Fields:
    found = []
    for key, value in told.items():
        parts = value if isinstance(value, list) else [value]
        plain = [_written(part) for part in parts if isinstance(part, str | int | float)]
        if plain:
            found.append((key, ", ".join(plain)))
    return tuple(found)


def _written(value: str | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
