"""A knowledge graph as arrays: entities by number, and which triples meet at each of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from groundgraph.types import Triple

    Numbers = NDArray[np.int32]


class Incidence(NamedTuple):
    """The triples at some entities, entity by entity, each entity's in the order of the graph.

    Attributes:
        origins: Place, among the entities asked for, of the one at this end; shape ``(m,)``.
        others: Entity at the other end, shape ``(m,)``.
        triples: Number of the triple, shape ``(m,)``.
    """

    origins: NDArray[np.intp]
    others: Numbers
    triples: Numbers


@dataclass(frozen=True, eq=False, repr=False)
class KnowledgeGraph:
    """Distinct triples and their entities, numbered in the order of first appearance.

    Build it with `from_triples`. Nothing in it can be changed; the arrays are read-only. Search
    follows triples both ways, their direction stays in the triples.

    Attributes:
        triples: Each once.
        entities: Names of subjects and objects.
        ends: Subject and object of each triple, shape ``(n_triples, 2)``.
        starts: Where each entity's part of the next two begins, shape ``(n_entities + 1,)``.
        others: Entities at the other end of each entity's triples; a triple whose subject is
            its object stands once.
        incident: The triples themselves, ascending within an entity.
        numbers: Entity by exact name.
    """

    triples: tuple[Triple, ...]
    entities: tuple[str, ...]
    ends: Numbers
    starts: NDArray[np.int64]
    others: Numbers
    incident: Numbers
    numbers: Mapping[str, int]

    @classmethod
    def from_triples(cls, triples: Iterable[Triple]) -> KnowledgeGraph:
        """Number the entities of some triples and index them; a repeated triple counts once."""
        distinct = tuple(dict.fromkeys(triples))
        numbers: dict[str, int] = {}
        ends = [
            numbers.setdefault(name, len(numbers))
            for name in chain.from_iterable((s, o) for s, _, o in distinct)
        ]
        pairs = np.array(ends, np.int32).reshape(-1, 2)
        starts, others, incident = _adjacency(pairs, len(numbers))
        for array in (pairs, starts, others, incident):
            array.setflags(write=False)
        return cls(distinct, tuple(numbers), pairs, starts, others, incident, numbers)

    def __repr__(self) -> str:
        return f"KnowledgeGraph({len(self.triples)} triples, {len(self.entities)} entities)"

    def degrees(self, entities: Numbers) -> NDArray[np.int64]:
        """Return the number of triples at each entity, shape ``(len(entities),)``."""
        return self.starts[entities + 1] - self.starts[entities]

    def around(self, entities: Numbers) -> Incidence:
        """Return the triples at some entities.

        Args:
            entities: Their numbers, shape ``(n,)``; a triple between two of them stands twice.
        """
        counts = self.degrees(entities)
        ends = np.cumsum(counts)
        origins = np.repeat(np.arange(len(entities)), counts)
        places = np.arange(len(origins)) + (self.starts[entities] - ends + counts)[origins]
        return Incidence(origins, self.others[places], self.incident[places])


def _adjacency(pairs: Numbers, n_entities: int) -> tuple[NDArray[np.int64], Numbers, Numbers]:
    """Return ``starts``, ``others`` and ``incident`` of a graph."""
    apart = np.flatnonzero(pairs[:, 0] != pairs[:, 1])
    near = np.concatenate([pairs[:, 0], pairs[apart, 1]])
    far = np.concatenate([pairs[:, 1], pairs[apart, 0]])
    number = np.concatenate([np.arange(len(pairs)), apart]).astype(np.int32)
    order = np.lexsort((number, near))
    starts = np.zeros(n_entities + 1, np.int64)
    np.cumsum(np.bincount(near, minlength=n_entities), out=starts[1:])
    return starts, far[order], number[order]
