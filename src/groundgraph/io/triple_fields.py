"""Triples as rows and replies carry them: lists, lines of text, objects, and whole subgraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.text.triples.sentences import listed_triples
from groundgraph.types.examples import part_of_triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FIELDS = (
    ("subject", "predicate", "object"),
    ("s", "p", "o"),
    ("head", "relation", "tail"),
    ("h", "r", "t"),
    ("source", "description", "target"),
    ("src_id", "keywords", "tgt_id"),
)
"""Names of subject, predicate and object; the first whose ends a row has count."""
_ENDS = (*((first, last) for first, _, last in FIELDS), ("from", "to"), ("start", "end"))
_PREDICATES = (
    *("predicate", "p", "relation", "r", "description", "relationship", "label", "type", "key"),
    *("keywords", "title", "name"),
)
"""Where the predicate of an object stands, the first that holds words."""
HEADINGS = frozenset(name for each in (*FIELDS, *_ENDS, _PREDICATES) for name in each)
"""What columns of triples are called, whatever they hold."""
_PASSAGES = (
    *("passage_id", "passage", "text_unit_id", "text_unit_ids", "chunk_id", "chunk_ids"),
    "source_id",
)
_SEPARATOR = "<SEP>"
"""What LightRAG writes between the ids of several chunks, and between descriptions."""
_EDGES = ("edges", "links", "relationships", "triples")
_NODE_NAMES = ("name", "label", "title", "entity_name", "entity", "id")
FACT_PARTS = 4
"""Subject, predicate, object, and the passages that a triple was read off."""


def as_triple(value: Any) -> Any:
    """Return a triple as subject, predicate, object and passages; what is none, as it is.

    >>> as_triple({"source": "Up", "target": "Pixar", "relation": "made_by"})
    ['Up', 'made_by', 'Pixar', '']
    >>> as_triple("Up -> year -> 2009")
    ['Up', 'year', '2009', '']
    >>> as_triple(["Up", "year", 2009])
    ['Up', 'year', '2009', '']
    """
    return _as_texts(_parts(value))


def _parts(value: Any) -> Any:
    if isinstance(value, dict):
        return _of_object(value)
    if isinstance(value, str):
        found = listed_triples(value)
        return [*found[0].triple, ""] if len(found) == 1 else value
    if isinstance(value, list):
        return [*value, ""] if len(value) == FACT_PARTS - 1 else []
    return value


def _as_texts(parts: Any) -> Any:
    return [part_of_triple(part) for part in parts] if isinstance(parts, list) else parts


def _of_object(content: Mapping[str, Any]) -> Any:
    ends = next((pair for pair in _ENDS if pair[0] in content and pair[1] in content), None)
    if ends is None:
        return content
    said = (content.get(name) for name in _PREDICATES)
    predicate = next((word for word in said if isinstance(word, str) and word.strip()), None)
    if predicate is None:
        return content
    first = predicate.split(_SEPARATOR)[0].strip()
    return [content[ends[0]], first, content[ends[1]], _passage(content)]


def _passage(content: Mapping[str, Any]) -> str:
    """Return the ids of the passages that a triple was read off, joined, "" where not known."""
    found = next((content[name] for name in _PASSAGES if content.get(name) is not None), "")
    return _SEPARATOR.join(map(str, found)) if isinstance(found, list) else str(found)


def triples_of_graph(value: Any) -> Any:
    """Return the triples of a graph of nodes and edges; of what is none, the value itself.

    >>> nodes = [{"id": 1, "name": "Up"}, {"id": 2, "name": "Pixar"}]
    >>> triples_of_graph({"nodes": nodes, "edges": [{"source": 1, "target": 2, "label": "by"}]})
    [['Up', 'by', 'Pixar', '']]
    """
    if not isinstance(value, dict):
        return [as_triple(each) for each in value] if isinstance(value, list) else value
    name = next((name for name in _EDGES if isinstance(value.get(name), list)), None)
    if name is None:
        return value
    names = _node_names(value.get("nodes") or value.get("entities") or [])
    return [_as_texts(_renamed(_parts(edge), names)) for edge in value[name]]


def _node_names(nodes: Any) -> dict[object, str]:
    if not isinstance(nodes, list):
        return {}
    return {
        node["id"]: next(node[name] for name in _NODE_NAMES if name in node)
        for node in nodes
        if isinstance(node, dict) and isinstance(node.get("id"), str | int)
    }


def _renamed(triple: Any, names: Mapping[object, str]) -> Any:
    if not isinstance(triple, list) or len(triple) != FACT_PARTS:
        return triple
    ends = (names.get(end, end) if isinstance(end, str | int) else end for end in triple[::2])
    return [next(ends), triple[1], next(ends), triple[3]]


def passage_of(given: str, ids: Iterable[str]) -> str:
    """Return the first of some joined ids that is a passage's, or ""."""
    known = frozenset(ids)
    return next((name for name in given.split(_SEPARATOR) if name in known), "")


def records(table: Any) -> list[dict[str, Any]]:
    """Return the rows of a table, given as rows or, as pandas writes them, as columns.

    >>> records({"id": {"0": "1"}, "text": {"0": "It rains."}})
    [{'id': '1', 'text': 'It rains.'}]
    """
    if isinstance(table, list):
        return [row for row in table if isinstance(row, dict)]
    if not isinstance(table, dict) or not table:
        return []
    columns = {name: _column(values) for name, values in table.items()}
    return [dict(zip(columns, row, strict=False)) for row in zip(*columns.values(), strict=False)]


def _column(values: Any) -> Sequence[Any]:
    if isinstance(values, dict):
        return list(values.values())
    return values if isinstance(values, list) else [values]


def texts_of(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the text of each row that has one under any of some names, with its number."""
    for number, row in enumerate(rows):
        text = next((row[name] for name in names if isinstance(row.get(name), str)), "")
        if text.strip():
            yield number, text
