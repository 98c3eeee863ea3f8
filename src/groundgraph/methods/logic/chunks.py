"""What a chunk of a passage is, and which chunks to read together.

"Logic Matters" (papers/logic.txt, sections 3.2.1 and 3.2.2): Chunk(X; T), the distance graph, the
bridges that shortest paths cross, and the merging of chunks over them. The paper says nothing
of ties; see `bridges`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse.csgraph import floyd_warshall
from scipy.spatial.distance import pdist, squareform

from groundgraph.errors import InputError
from groundgraph.types.graphs import kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.graph import Node
    from groundgraph.types import Span

    Floats = NDArray[np.float64]
    Indices = NDArray[np.int64]

_SLACK = 1e-9  # the mean of equal distances may come out smaller than they are
_EXACT = 53  # bits of a whole number that a double holds exactly


class Chunk(NamedTuple):
    """A run of sentences of one passage, or of the facts of a passage that is data.

    Attributes:
        passage_id: Where it stands.
        span: Which range of it; ``None`` for facts.
        text: What is embedded and read.
        tokens: Of the text.
    """

    passage_id: str
    span: Span | None
    text: str
    tokens: int

    def node(self) -> Node:
        """Return the chunk as a node of an evidence graph."""
        return kinds.unit(self.passage_id, self.span, self.text)


class Bridges(NamedTuple):
    """The edges of a distance graph, those that most shortest paths cross first.

    Attributes:
        first: Number of the chunk at one end, shape ``(n_edges,)``.
        second: Number of the chunk at the other end, greater than ``first``.
        distance: d between the two, 0 or more.
        paths: f_e, the number of pairs of chunks whose shortest path crosses the edge.
    """

    first: Indices
    second: Indices
    distance: Floats
    paths: Indices


def runs(lengths: Sequence[int], limit: int) -> list[range]:
    """Join consecutive pieces greedily up to ``limit`` tokens: Chunk(X; T).

    Args:
        lengths: Tokens of each piece, 0 or more, in order. `groundgraph.parts.windows.windows`
            splits what is longer than the limit; a longer piece that is left stands alone.
        limit: T, the tokens of a run, at least 1.

    Returns:
        Consecutive ranges of piece numbers, none empty, that hold every piece once.

    Raises:
        InputError: When the limit or a length is out of range.
    """
    if limit < 1 or min(lengths, default=0) < 0:
        raise InputError(
            f"expected a limit of at least 1 and no length below 0, found {limit} and "
            f"{min(lengths, default=0)}"
        )
    starts: list[int] = []
    total = 0
    for number, length in enumerate(lengths):
        total += length
        if not starts or total > limit:
            starts.append(number)
            total = length
    return [range(*edges) for edges in zip(starts, [*starts[1:], len(lengths)], strict=False)]


def distance_matrix(vectors: NDArray[np.floating], /) -> Floats:
    """Return the Euclidean distances d_ij, shape ``(n, n)``, symmetric, 0 on the diagonal.

    Equal vectors are at distance 0 exactly, and equally far from any third.

    Args:
        vectors: Shape ``(n, dimension)``.

    Raises:
        InputError: When a distance is not finite.
    """
    if len(vectors) < 2:
        return np.zeros((len(vectors), len(vectors)))
    distances = squareform(pdist(np.asarray(vectors, np.float64)))
    if not np.isfinite(distances).all():
        raise InputError("expected finite vectors at finite distances; check the encoder's output")
    return np.asarray(distances, np.float64)


def bridges(distances: Floats, alpha: float) -> Bridges:
    """Join chunks at distances up to α·μ and count the shortest paths over each edge.

    A pair of chunks has one path, or none where the graph falls apart. Of several equally
    short ones it is that of the fewest edges, so that two neighbours are joined by their own
    edge and equal chunks by an edge of length 0; and of those the one whose inner chunk
    numbers, sorted downwards, come first in order. Lengths are compared as whole numbers,
    whose sums are exact, so the choice is the same on every machine: among 1,000 chunks, an
    edge more must save at least 3e-7 of the longest edge's length, and other differences count
    from 1e-9.

    Time grows with the cube of the chunks, memory with their square.

    Args:
        distances: d_ij ≥ 0, shape ``(n, n)``; only what is above the diagonal is read.
        alpha: α > 0, in units of the mean distance μ of two chunks.

    Returns:
        Edges by falling f_e; of equal ones the shorter first, then by chunk numbers.

    Raises:
        InputError: When a distance or α is out of range.
    """
    n = len(distances)
    first, second = np.triu_indices(n, k=1)
    distance = distances[first, second]
    if not (np.isfinite(distance).all() and (distance >= 0).all() and 0 < alpha < np.inf):
        raise InputError(f"expected finite distances ≥ 0 and a finite alpha > 0, found {alpha}")
    tau = alpha * distance.sum() / max(len(distance), 1)
    near = distance <= tau * (1 + _SLACK)
    first, second, distance = first[near], second[near], distance[near]
    paths = _paths(first, second, distance, n)
    order = np.lexsort((distance, -paths))  # stable: equals stay in the order of their numbers
    return Bridges(first[order], second[order], distance[order], paths[order])


def merge(bridges: Bridges, tokens: Sequence[int], budget: int) -> list[list[int]]:
    """Merge the clusters at the two ends of each bridge, in order, where the budget allows it.

    Args:
        bridges: Edges between chunks, in the order in which they are tried.
        tokens: Tokens of each chunk, 0 or more.
        budget: T_t, the most tokens of a cluster of several chunks.

    Returns:
        Every chunk once: each cluster's chunk numbers in order, clusters by their first.
    """
    cluster = [[number] for number in range(len(tokens))]
    total = list(tokens)
    size = np.asarray(tokens, np.int64)
    # Clusters only grow, so a pair above the budget stays above it.
    fits = size[bridges.first] + size[bridges.second] <= budget
    ends = zip(bridges.first[fits].tolist(), bridges.second[fits].tolist(), strict=True)
    for first, second in ends:
        kept, joined = sorted((cluster[first], cluster[second]), key=len, reverse=True)
        if kept is not joined and total[kept[0]] + total[joined[0]] <= budget:
            total[kept[0]] += total[joined[0]]
            for number in joined:
                cluster[number] = kept
            kept += joined
    return sorted(sorted(members) for number, members in enumerate(cluster) if members[0] == number)


def _paths(first: Indices, second: Indices, distance: Floats, n: int) -> Indices:
    """Count the pairs whose shortest path crosses each edge, shape ``(n_edges,)``."""
    bits = n.bit_length()
    edges = np.zeros((n, n))
    edges[first, second] = edges[second, first] = _steps(distance, bits)
    # Stage k lets paths pass chunk k where that is truly shorter, hence the order among equals.
    lengths, before = floyd_warshall(edges, return_predecessors=True)
    depth = np.where(np.isfinite(lengths), lengths, 0).astype(np.int64) & (2**bits - 1)
    reached = np.flatnonzero(depth)
    root, chunk = np.divmod(reached, n)
    parent = before[root, chunk].astype(np.int64)
    paths = _subtrees(reached, root * n + parent, depth.ravel()[reached], n * n)
    crossings = np.bincount(parent * n + chunk, paths[reached], n * n)
    # The path from the one end is that from the other, so each pair goes this way once.
    return np.asarray(crossings[first * n + second], np.int64)


def _steps(distance: Floats, bits: int) -> Floats:
    """Turn lengths of edges into whole numbers whose sums along any path are exact.

    The last ``bits`` bits of a sum tell its edges. Above them an edge costs another
    ``2**bits``, more than rounding can add up to over a path: an edge more never pays unless
    the path is truly shorter.
    """
    _, exponent = np.frexp(distance.max(initial=0.0))  # a power of two rounds nothing by itself
    lengths = np.rint(np.ldexp(distance, _EXACT - 1 - 2 * bits - exponent)) + 2.0**bits
    return np.asarray(lengths * 2.0**bits + 1)


def _subtrees(nodes: Indices, parents: Indices, depth: Indices, size: int) -> Indices:
    """Count the nodes at and below each node of all trees at once, from the deepest level up."""
    below = np.zeros(size, np.int64)
    below[nodes] = 1
    order = np.argsort(depth.astype(np.uint16), kind="stable")
    ends = np.cumsum(np.bincount(depth, minlength=2))
    for start, end in zip(ends[-2:0:-1], ends[:1:-1], strict=True):
        level = order[start:end]
        np.add.at(below, parents[level], below[nodes[level]])
    return below
