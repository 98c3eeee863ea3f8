"""The evidence graph of an answer: immutable, on arrays, united with others by the ids of nodes."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import UnknownNameError
from groundgraph.types.graphs import formats
from groundgraph.types.graphs.kinds import EDGE_KINDS, NODE_KINDS, SYMMETRIC, GraphEdge, Node

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    import networkx as nx
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from groundgraph.types.verdicts import EdgeKind

_KIND = {kind: number for number, kind in enumerate(EDGE_KINDS)}
_RANK = {kind: number for number, kind in enumerate(NODE_KINDS)}
_NAMED = 3
"""Nodes that an error names."""
_SYMMETRIC = np.array([kind in SYMMETRIC for kind in EDGE_KINDS])


class EdgeArrays(NamedTuple):
    """Edges as columns, all of shape ``(n_edges,)``.

    Attributes:
        sources: Numbers of nodes.
        targets: Numbers of nodes.
        kinds: Numbers among `EDGE_KINDS`.
        weights: In [-1, 1].
        makers: Numbers among the graph's ``makers``.
    """

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    kinds: NDArray[np.int8]
    weights: NDArray[np.float64]
    makers: NDArray[np.int16]

    def at(self, kept: NDArray[Any]) -> EdgeArrays:
        """Return some of the edges, chosen as rows of an array are."""
        return EdgeArrays(*(column[kept] for column in self))


@dataclass(frozen=True, eq=False, repr=False)
class EvidenceGraph:
    """A typed graph; `of` makes one of values, `union` one of several.

    Between two nodes there is at most one edge of a kind by one maker, the strongest of what was
    given. Two graphs are equal that hold the same nodes and edges, weights to six decimals as
    JSON has them, in whatever order.

    Attributes:
        nodes: Each id once, in the order of their appearance.
        arrays: The edges, whose arrays cannot be written to.
        makers: Who made edges: names of detectors and builders.
    """

    nodes: tuple[Node, ...]
    arrays: EdgeArrays
    makers: tuple[str, ...]

    def __post_init__(self) -> None:
        for column in self.arrays:
            column.setflags(write=False)

    @classmethod
    def of(cls, nodes: Iterable[Node] = (), edges: Iterable[GraphEdge] = ()) -> EvidenceGraph:
        """Make a graph of nodes and of edges between them.

        Raises:
            KeyError: When an edge names a node that there is not.
            ValueError: When a weight is not in [-1, 1], or one id stands for two kinds.
        """
        known = _joined_nodes(nodes)
        place = {node.id: number for number, node in enumerate(known)}
        rows = list(edges)
        makers = tuple(dict.fromkeys(edge.by for edge in rows))
        maker = {name: number for number, name in enumerate(makers)}
        columns = EdgeArrays(
            np.array([place[edge.source] for edge in rows], np.int32),
            np.array([place[edge.target] for edge in rows], np.int32),
            np.array([_KIND[edge.kind] for edge in rows], np.int8),
            np.array([edge.weight for edge in rows], np.float64),
            np.array([maker[edge.by] for edge in rows], np.int16),
        )
        return cls.on_arrays(known, columns, makers)

    @classmethod
    def on_arrays(
        cls, nodes: Sequence[Node], arrays: EdgeArrays, makers: Sequence[str]
    ) -> EvidenceGraph:
        """Make a graph of edges that are arrays already; of equal edges the strongest is kept.

        Raises:
            ValueError: When a weight is not in [-1, 1].
        """
        if not (np.abs(arrays.weights) <= 1).all():
            raise ValueError("an edge of an evidence graph has a weight outside [-1, 1]")
        return cls(tuple(nodes), _strongest(nodes, arrays), tuple(makers))

    @classmethod
    def union(cls, graphs: Iterable[EvidenceGraph]) -> EvidenceGraph:
        """Unite graphs of one answer; a node of several is one, with the longest of its texts.

        Raises:
            ValueError: When one id stands for two kinds.
        """
        given = list(graphs)
        nodes = _joined_nodes(node for graph in given for node in graph.nodes)
        place = {node.id: number for number, node in enumerate(nodes)}
        makers = tuple(dict.fromkeys(name for graph in given for name in graph.makers))
        maker = {name: number for number, name in enumerate(makers)}
        parts = [_renumbered(graph, place, maker) for graph in given]
        columns = (np.concatenate(column) for column in zip(NO_EDGES, *parts, strict=True))
        return cls.on_arrays(nodes, EdgeArrays(*columns), makers)

    def __or__(self, other: EvidenceGraph) -> EvidenceGraph:
        return EvidenceGraph.union([self, other])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EvidenceGraph):
            return NotImplemented
        same = set(self.nodes) == set(other.nodes)
        return same and set(formats.written(self.edges())) == set(formats.written(other.edges()))

    __hash__ = None  # type: ignore[assignment]  # equal graphs may differ in order

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, id: object) -> bool:  # noqa: A002 - the field's name
        return id in self.index

    def __repr__(self) -> str:
        return f"EvidenceGraph({len(self.nodes)} nodes, {len(self.arrays.weights)} edges)"

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The number of each node, by its id."""
        return {node.id: number for number, node in enumerate(self.nodes)}

    def node(self, id: str) -> Node:  # noqa: A002 - the field's name
        """Return the node of an id.

        Raises:
            UnknownNameError: When there is none; names those that are like it.
        """
        return self.nodes[self._place(id)]

    def edges(self, *kinds: EdgeKind) -> Iterator[GraphEdge]:
        """Return the edges, or those of some kinds.

        Raises:
            UnknownNameError: When there is no such kind.
        """
        return self._edges({*_numbers(kinds)} or set(_KIND.values()))

    def _edges(self, wanted: Container[int]) -> Iterator[GraphEdge]:
        names = [node.id for node in self.nodes]
        columns = (column.tolist() for column in self.arrays)
        for source, target, kind, weight, maker in zip(*columns, strict=True):
            if kind in wanted:
                ends = names[source], names[target]
                yield GraphEdge(*ends, EDGE_KINDS[kind], weight, self.makers[maker])

    def counts(self) -> dict[EdgeKind, int]:
        """Return how many edges of each kind there are, without those of which there are none."""
        found = np.bincount(self.arrays.kinds, minlength=len(EDGE_KINDS)).tolist()
        return {kind: n for kind, n in zip(EDGE_KINDS, found, strict=True) if n}

    def only(self, *kinds: EdgeKind) -> EvidenceGraph:
        """Return all nodes with the edges of some kinds.

        Raises:
            UnknownNameError: When there is no such kind.
        """
        kept = np.isin(self.arrays.kinds, _numbers(kinds))
        return EvidenceGraph(self.nodes, self.arrays.at(kept), self.makers)

    def at_least(self, weight: float) -> EvidenceGraph:
        """Return all nodes with the edges of a weight from ``weight`` on."""
        kept = self.arrays.weights >= weight
        return EvidenceGraph(self.nodes, self.arrays.at(kept), self.makers)

    def adjacency(self, *kinds: EdgeKind) -> csr_array:
        """Return the weights as a sparse matrix, shape ``(n_nodes, n_nodes)``, row to column.

        Where several edges join two nodes the strongest counts; a symmetric kind stands in both
        directions.

        Args:
            *kinds: Which edges to take; all without.
        """
        from scipy.sparse import csr_array

        edges = (self.only(*kinds) if kinds else self).arrays
        both = _SYMMETRIC[edges.kinds]
        rows = np.concatenate([edges.sources, edges.targets[both]])
        columns = np.concatenate([edges.targets, edges.sources[both]])
        weights = np.concatenate([edges.weights, edges.weights[both]])
        order = np.lexsort((-weights, columns, rows))
        first = np.ones(len(order), bool)
        pairs = rows[order].astype(np.int64) * len(self.nodes) + columns[order]
        first[1:] = pairs[1:] != pairs[:-1]
        kept = order[first]
        shape = (len(self.nodes), len(self.nodes))
        return csr_array((weights[kept], (rows[kept], columns[kept])), shape=shape)

    def around(self, ids: Iterable[str], hops: int = 1) -> EvidenceGraph:
        """Return what some nodes reach in a number of steps, in whatever direction.

        From a passage to its sentences, and back, is a step too.

        Raises:
            UnknownNameError: When there is no such node; names those that are like it.
        """
        if isinstance(ids, str):
            raise TypeError(f"ids is one text, expected a list of ids: [{ids!r}]")
        reached = np.zeros(len(self.nodes), bool)
        reached[[self._place(id_) for id_ in ids]] = True
        parts = [node for node in self.nodes if node.part_of in self]
        wholes = [self._place(node.part_of) for node in parts]
        sources = np.concatenate([self.arrays.sources, np.array(wholes, np.int32)])
        places = np.array([self._place(node.id) for node in parts], np.int32)
        targets = np.concatenate([self.arrays.targets, places])
        for _ in range(hops):
            near = reached.copy()
            near[targets[reached[sources]]] = True
            near[sources[reached[targets]]] = True
            reached = near
        return self._among(reached)

    def collapsed(self) -> EvidenceGraph:
        """Return the graph with each unit folded into its passage; what joins the two is dropped.

        A passage that no detector named by itself is added, without a text.
        """
        nodes = [node for node in self.nodes if not node.part_of]
        homes = {node.part_of for node in self.nodes if node.part_of}
        known = {node.id for node in nodes}
        nodes += [Node(home, "passage") for home in sorted(homes - known)]
        place = {node.id: number for number, node in enumerate(nodes)}
        moved = np.array([place[node.part_of or node.id] for node in self.nodes], np.int32)
        edges = self.arrays._replace(
            sources=moved[self.arrays.sources], targets=moved[self.arrays.targets]
        )
        return EvidenceGraph.on_arrays(nodes, edges.at(edges.sources != edges.targets), self.makers)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON values; the schema is in docs/graph.md."""
        return formats.to_dict(self)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> EvidenceGraph:
        """Return the graph that `to_dict` wrote.

        Raises:
            ValueError: When it is of another version, or holds something else than a graph.
        """
        return cls.of(*formats.from_dict(record))

    def to_networkx(self) -> nx.MultiDiGraph:
        """Return a `networkx.MultiDiGraph`, the key of an edge its kind and its maker.

        Edges of symmetric kinds stand in both directions, and one of the kind "contains" leads from
        each passage to its sentences.

        Raises:
            ImportError: When networkx is not installed.
        """
        return formats.to_networkx(self)

    def to_graphml(self) -> str:
        """Return GraphML, as Gephi, yEd, Cytoscape and networkx read it."""
        return formats.to_graphml(self)

    def _place(self, id: str) -> int:  # noqa: A002 - the field's name
        """Return the number of a node.

        Raises:
            UnknownNameError: When there is none of this id.
        """
        if id in self.index:
            return self.index[id]
        near = get_close_matches(str(id), self.index, _NAMED, 0.0)
        more = f" and {len(self.nodes) - len(near):,} others" if len(self.nodes) > len(near) else ""
        known = f"{', '.join(map(repr, near))}{more}" if near else "none"
        raise UnknownNameError(f"the graph has no node {id!r}; there are: {known}")

    def _among(self, kept: NDArray[np.bool_]) -> EvidenceGraph:
        """Return the graph of some of the nodes, shape ``(n_nodes,)``."""
        number = np.cumsum(kept, dtype=np.int32) - 1
        inside = kept[self.arrays.sources] & kept[self.arrays.targets]
        edges = self.arrays.at(inside)
        edges = edges._replace(sources=number[edges.sources], targets=number[edges.targets])
        nodes = tuple(node for node, stays in zip(self.nodes, kept, strict=True) if stays)
        return EvidenceGraph(nodes, edges, self.makers)


def _numbers(kinds: Iterable[str]) -> list[int]:
    """Return the numbers of some kinds of edges.

    Raises:
        UnknownNameError: When there is no such kind.
    """
    wanted = list(kinds)
    unknown = next((kind for kind in wanted if kind not in _KIND), None)
    if unknown is not None:
        raise UnknownNameError(
            f"there is no kind of edge {unknown!r}; there are: {', '.join(EDGE_KINDS)}"
        )
    return [_KIND[kind] for kind in wanted]  # type: ignore[index]


NO_EDGES = EdgeArrays(*(np.zeros(0, kind) for kind in ("i4", "i4", "i1", "f8", "i2")))


def _renumbered(
    graph: EvidenceGraph, place: Mapping[str, int], maker: Mapping[str, int]
) -> EdgeArrays:
    """Return a graph's edges by the numbers of another graph's nodes and makers."""
    nodes = np.array([place[node.id] for node in graph.nodes], np.int32)
    makers = np.array([maker[name] for name in graph.makers], np.int16)
    edges = graph.arrays
    return edges._replace(
        sources=nodes[edges.sources], targets=nodes[edges.targets], makers=makers[edges.makers]
    )


def _joined_nodes(nodes: Iterable[Node]) -> list[Node]:
    """Return each id once, with the longest of its texts, and of what it was read as."""
    found: dict[str, Node] = {}
    for node in nodes:
        before = found.setdefault(node.id, node)
        if before is node or before == node:
            continue
        if before.kind != node.kind:
            raise ValueError(f"{node.id!r} is a {before.kind} and a {node.kind}")
        longest = max(before, node, key=lambda each: (len(each.text), each.text))
        read_as = max(before.read_as, node.read_as, key=lambda each: (len(each), each))
        found[node.id] = longest._replace(read_as=read_as)
    return list(found.values())


def _strongest(nodes: Sequence[Node], edges: EdgeArrays) -> EdgeArrays:
    """Return edges in their order, of those that say the same the strongest alone."""
    edges = _turned(nodes, edges)
    kinds, n = len(EDGE_KINDS), len(nodes)
    pairs = edges.sources.astype(np.int64) * n + edges.targets
    keys = (pairs * kinds + edges.kinds) * (1 + edges.makers.max(initial=0)) + edges.makers
    order = np.lexsort((-edges.weights, keys))
    first = np.ones(len(order), bool)
    first[1:] = keys[order][1:] != keys[order][:-1]
    return edges.at(np.sort(order[first]))


def _turned(nodes: Sequence[Node], edges: EdgeArrays) -> EdgeArrays:
    """Let edges of symmetric kinds begin at the node that comes first by kind and id."""
    if not _SYMMETRIC[edges.kinds].any():
        return edges
    order = sorted(range(len(nodes)), key=lambda i: (_RANK[nodes[i].kind], nodes[i].id))
    rank = np.empty(len(nodes), np.int32)
    rank[order] = np.arange(len(nodes), dtype=np.int32)
    turned = _SYMMETRIC[edges.kinds] & (rank[edges.sources] > rank[edges.targets])
    return edges._replace(
        sources=np.where(turned, edges.targets, edges.sources),
        targets=np.where(turned, edges.sources, edges.targets),
    )
