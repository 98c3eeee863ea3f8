"""Graphs as GraphRAG and LightRAG keep them on disk: which file holds the triples, and GraphML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from groundgraph.errors import InputError
from groundgraph.io.scanning import opened
from groundgraph.io.triple_fields import triples_of_graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.io.tables import Content

TABLE = "relationships.parquet"
"""GraphRAG's relationships, in the folder of its output."""
GRAPH = "graph_chunk_entity_relation.graphml"
"""LightRAG's graph, in its working folder or that of a workspace."""
_KNOWN = (
    *(TABLE, f"output/{TABLE}", "create_final_relationships.parquet"),
    *(GRAPH, f"*/{GRAPH}"),
)
_OTHERS = ("vdb_", "kv_store_")
"""How files of LightRAG begin that hold vectors and texts, not its graph."""


def graph_file(source: str | Path) -> str | Path:
    """Return the file that holds the triples: of a folder the one in it, a file itself.

    Raises:
        InputError: When the folder holds none or several, or the file is another of LightRAG's.
    """
    path = Path(source)
    if str(source) != "-" and path.is_dir():
        return _in_folder(path)
    if path.suffix == ".json" and path.name.startswith(_OTHERS):
        found = f"{str(source)!r} is a store of LightRAG's without its graph"
        raise InputError(f"{found}{beside(path) or f'; give {GRAPH}'}")
    return source


def _in_folder(folder: Path) -> Path:
    found = next((files for name in _KNOWN if (files := sorted(folder.glob(name)))), [])
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(str(file) for file in found)
        raise InputError(f"{str(folder)!r} holds several graphs; give one of them: {names}")
    raise InputError(
        f"{str(folder)!r} is a folder without a graph; give a file of triples, or the folder that "
        f"holds {TABLE} (GraphRAG) or {GRAPH} (LightRAG)"
    )


def beside(path: Path) -> str:
    """Name the file of triples that lies beside another, as the end of a message, or "".

    >>> beside(Path("no/such/entities.parquet"))
    ''
    """
    known = (path.parent / name for name in (TABLE, GRAPH) if path.name != name)
    found = next((file for file in known if file.is_file()), None)
    return "" if found is None else f"; the graph is in {str(found)!r}"


def graphml_rows(source: str | Path) -> Content:
    """Yield the edges of a GraphML file and their numbers, from 1.

    An edge is subject, predicate and object where it has a description, a label or keywords, and
    nodes are called by their name where they have one. Another is an object of what it has.

    Raises:
        InputError: When the file cannot be opened, or is no XML.
    """
    nodes: list[dict[str, Any]] = []
    edges: list[dict[str, Any]] = []
    for tag, content in _elements(source):
        (nodes if tag == "node" else edges).append(content)
    for number, triple in enumerate(triples_of_graph({"nodes": nodes, "edges": edges}), 1):
        yield number, triple[:3] if isinstance(triple, list) else triple


def _elements(source: str | Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield nodes and edges, each an object of its attributes and its data by their names."""
    names: dict[str, str] = {}
    with opened(source) as stream:
        try:
            # expat refuses entities that expand to much more than the file
            for _, element in ET.iterparse(stream):  # noqa: S314
                tag = element.tag.rpartition("}")[2]
                if tag == "key":
                    names[element.get("id", "")] = element.get("attr.name", "")
                elif tag in ("node", "edge"):
                    data = {names.get(d.get("key", ""), ""): d.text or "" for d in element}
                    yield tag, {**data, **_unquoted(element.attrib)}
                    element.clear()
        except ET.ParseError as error:
            line = error.position[0]
            raise InputError(f"{source} is no GraphML: {error}", line=line) from error


def _unquoted(attributes: dict[str, str]) -> dict[str, str]:
    """Return attributes without the quotes that LightRAG once put around names."""
    return {name: value.strip('"') for name, value in attributes.items()}
