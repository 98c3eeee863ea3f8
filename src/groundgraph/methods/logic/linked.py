"""Chunks joined over the links of their passages, in place of the distances of their vectors."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.graph.links import PassageLinks
from groundgraph.methods.logic.chunks import Bridges
from groundgraph.text.words import postings, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.logic.chunks import Chunk
    from groundgraph.text.passage_units import Unit


def linked(
    units: Sequence[Unit], chunks: Sequence[Chunk], vectors: NDArray[np.floating]
) -> tuple[Bridges, list[tuple[int, int]]]:
    """Join a chunk that names a passage to the chunk of that passage which is nearest to it.

    Args:
        units: The sentences and facts of the passages (`groundgraph.graph.links.PassageLinks`).
        chunks: What they were joined to; every unit stands in one.
        vectors: Unit vectors of the chunks, shape ``(n_chunks, dimension)``.

    Returns:
        Edges as `groundgraph.methods.logic.chunks.merge` takes them: those of most sentences
        first (``paths`` counts them), of equal ones the shorter first, then by chunk numbers. And
        each chunk that names a passage, with the chunk that it is joined to.
    """
    links = PassageLinks.of(units, postings(words(unit.text) for unit in units))
    names = list(dict.fromkeys(unit.passage_id for unit in units))
    of: dict[str, list[int]] = {}
    for number, chunk in enumerate(chunks):
        of.setdefault(chunk.passage_id, []).append(number)
    naming: list[tuple[int, int]] = []
    for source, target in zip(links.sources.tolist(), links.targets.tolist(), strict=True):
        unit = units[source]
        one = _holder(unit, [(number, chunks[number]) for number in of[unit.passage_id]])
        far = of[names[target]]
        other = far[int((vectors[far] @ vectors[one]).argmax())]
        naming.append((one, other))
    pairs = Counter((min(pair), max(pair)) for pair in naming)
    return _edges(pairs, vectors), list(dict.fromkeys(naming))


def _holder(unit: Unit, among: Sequence[tuple[int, Chunk]]) -> int:
    """Return the number of the chunk that a unit stands in, of those of its passage."""
    for number, chunk in among:
        if chunk.span is None or unit.span is None:
            if unit.text in chunk.text:
                return number
        elif chunk.span.start <= unit.span.start < chunk.span.end:
            return number
    return among[0][0]


def _edges(pairs: Counter[tuple[int, int]], vectors: NDArray[np.floating]) -> Bridges:
    ends = np.array(sorted(pairs), np.int64).reshape(-1, 2)
    first, second = ends[:, 0], ends[:, 1]
    apart = np.asarray(vectors[first] - vectors[second], np.float64)
    distance = np.sqrt((apart**2).sum(axis=1))
    counts = np.array([pairs[pair] for pair in sorted(pairs)], np.int64)
    order = np.lexsort((distance, -counts))
    return Bridges(first[order], second[order], distance[order], counts[order])
