"""The Weisfeiler-Lehman subtree kernel over many pairs of knowledge graphs at once.

Shervashidze et al., "Weisfeiler-Lehman Graph Kernels", JMLR 12, 2011, as KEA Explain uses it
(arXiv:2507.03847, Appendix A). All graphs are laid side by side as one, whose node labels are
refined together; two nodes get the same label exactly when GraKeL gives them the same, up to a
collision of 64-bit hashes (odds below 1e-8 for 100,000 distinct neighbourhoods). The hash is a
fixed mixing function, so the values do not depend on the process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Triple

    Codes = NDArray[np.int64]
    Pair = tuple[Sequence[Triple], Sequence[Triple]]


class _Graphs(NamedTuple):
    """All graphs of a batch as one; graph 2i and 2i + 1 are the sides of pair i.

    Attributes:
        labels: First label of each node, counted from 0 without gaps, shape ``(n_nodes,)``.
        graph: Graph of each node, shape ``(n_nodes,)``.
        source: Node that each edge leaves, shape ``(n_edges,)``.
        target: Node that each edge enters, shape ``(n_edges,)``.
        kind: Label of each edge, shape ``(n_edges,)``; zeros where edge labels do not count.
    """

    labels: Codes
    graph: Codes
    source: Codes
    target: Codes
    kind: Codes


def wl_similarity(
    pairs: Sequence[Pair],
    *,
    iterations: int = 5,
    directed: bool = True,
    edge_labels: bool = False,
) -> NDArray[np.float64]:
    """Return k(a, b) / √(k(a, a) k(b, b)) of each pair, shape ``(n_pairs,)``, in [0, 1].

    Nodes are the distinct subjects and objects of a graph's triples, labelled by their own
    text. Edges that join the same nodes count once.

    Args:
        pairs: Two lists of triples each, with labels already aligned. Where a side has no
            triples the similarity is 0, as in the original; a caller that cannot judge such a
            pair must say so itself.
        iterations: How often labels are refined, h; 0 compares the bags of node labels.
        directed: A node's neighbours are the objects of its triples, as in the authors'
            implementation; otherwise subjects and objects are each other's neighbours.
        edge_labels: A node sees its neighbours together with the predicates that lead there,
            and edges of different predicates stay apart. The authors leave them out.

    Raises:
        ValueError: When ``iterations`` is negative.
    """
    if iterations < 0:
        raise ValueError(f"iterations must be 0 or more, found {iterations}")
    graphs = _side_by_side(pairs, directed=directed, edge_labels=edge_labels)
    between, first, second = _summed(graphs, iterations, len(pairs))
    norm = np.sqrt(first * second)
    similarity = np.zeros(len(pairs))
    np.divide(between, norm, out=similarity, where=norm > 0)
    return np.minimum(similarity, 1.0)


def _summed(graphs: _Graphs, iterations: int, n_pairs: int) -> NDArray[np.float64]:
    """Return k(a, b), k(a, a) and k(b, b), the sums over all iterations; ``(3, n_pairs)``."""
    labels = graphs.labels
    products = total = _products(labels, graphs.graph, n_pairs)
    for left in range(iterations, 0, -1):
        refined = _refined(labels, graphs)
        if refined.max(initial=-1) == labels.max(initial=-1):
            # No two nodes were told apart that were not before, so none ever will be.
            return total + left * products
        labels = refined
        products = _products(labels, graphs.graph, n_pairs)
        total = total + products
    return total


def _side_by_side(pairs: Sequence[Pair], *, directed: bool, edge_labels: bool) -> _Graphs:
    names: dict[str, int] = {}
    number = names.setdefault
    rows = [
        (graph, number(s, len(names)), number(p, len(names)), number(o, len(names)))
        for graph, triples in enumerate(side for pair in pairs for side in pair)
        for s, p, o in triples
    ]
    graph, subject, kind, object_ = np.array(rows, np.int64).reshape(-1, 4).T
    size = max(len(names), 1)
    ends = np.concatenate([graph * size + subject, graph * size + object_])
    nodes, place = np.unique(ends, return_inverse=True)
    source, target = place.reshape(2, -1)
    if not directed:
        source, target = np.concatenate([source, target]), np.concatenate([target, source])
        kind = np.tile(kind, 2)
    labels = np.unique(nodes % size, return_inverse=True)[1]
    edges = _distinct(np.stack([source, target, kind if edge_labels else np.zeros_like(kind)]))
    return _Graphs(labels, nodes // size, *edges)


def _distinct(columns: Codes) -> Codes:
    """Return the distinct columns, shape ``(3, n)``, sorted."""
    columns = columns[:, np.lexsort(columns[::-1])]
    new = (columns[:, 1:] != columns[:, :-1]).any(axis=0)
    return columns[:, np.flatnonzero(np.append(True, new)[: columns.shape[1]])]


def _refined(labels: Codes, graphs: _Graphs) -> Codes:
    """Give each node a new label for its old one and the multiset of its neighbours'."""
    seen = _mixed(_mixed(labels[graphs.target]) + graphs.kind.astype(np.uint64))
    signature = _mixed(labels)
    np.add.at(signature, graphs.source, seen)
    return np.unique(signature, return_inverse=True)[1].astype(np.int64)


def _mixed(values: NDArray[np.int64] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread numbers over 64 bits: the finalizer of SplitMix64 (Steele et al., 2014)."""
    z: NDArray[np.uint64] = values.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(z ^ (z >> np.uint64(31)), np.uint64)


def _products(labels: Codes, graph: Codes, n_pairs: int) -> NDArray[np.float64]:
    """Return the dot products of label counts, (a, b), (a, a), (b, b); shape ``(3, n_pairs)``."""
    size = int(labels.max(initial=0)) + 1
    keys, place = np.unique((graph // 2) * size + labels, return_inverse=True)
    second = graph % 2 == 1
    a = np.bincount(place[~second], minlength=len(keys)).astype(np.float64)
    b = np.bincount(place[second], minlength=len(keys)).astype(np.float64)
    pair = keys // size
    return np.stack(
        [np.bincount(pair, weights=w, minlength=n_pairs) for w in (a * b, a * a, b * b)]
    )
