"""Two knowledge graphs made comparable, and where they contradict each other.

Haskins and Adams, "KEA Explain", arXiv:2507.03847: relation selection, clustering of labels and
contradictory triples. All vectors are unit vectors, so that a dot product
is a cosine in [-1, 1].
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from groundgraph.parts.batching import encode_lists
from groundgraph.ranges import COSINE, COUNT, in_ranges
from groundgraph.types import Position, Triple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Encoder

    Floats = NDArray[np.floating]
    Flags = NDArray[np.bool_]

_NUMBER = re.compile(r"\s*(?:[$€£¥]\s*)?([+-]?)[$€£¥]?(\d[\d,]*(?:\.\d+)?|\.\d+)\s*(?:%\s*)?")
_BLOCK = 512
_SLACK = 1e-5  # float32 cosines may differ by this much from the distances that linkage sees


class TripleVectors(NamedTuple):
    """Triples and the vectors of their parts, each of shape ``(n_triples, dimension)``."""

    triples: Sequence[Triple]
    subject: Floats
    predicate: Floats
    object: Floats


class Embedded(NamedTuple):
    """Unit vectors of one side, each of shape ``(n_triples, dimension)``.

    Attributes:
        texts: Of the concatenated triples.
        parts: Of subjects, predicates and objects.
    """

    texts: Floats
    parts: TripleVectors

    def labels(self, rows: NDArray[np.intp]) -> Floats:
        """Stack the vectors of subjects, predicates and objects of some triples."""
        return np.concatenate([part[rows] for part in self.parts[1:]])


@dataclass(frozen=True, slots=True)
class ContradictionRule:
    """When two triples contradict each other: two parts alike, the third not.

    Attributes:
        ends: Subjects, or objects, are alike above this cosine.
        differing: Subjects, or objects, differ below this cosine.
        predicates: Predicates are alike above this cosine and differ below it.
        near_ends: Where both ends are alike above this, ``predicates`` is relaxed.
        relaxation: What ``predicates`` is then multiplied by.
        candidates: How many of the nearest evidence triples each claim triple is held against.
        spare_supported: Leave out a claim triple that some candidate says in all three parts.
            The authors do not, so that of "X plays A" and "X plays B" on both sides each
            would contradict the other.
        positions: Where two triples may differ. The predicates of an extractor that reads
            them off the text are seldom comparable, so `groundgraph.methods.kea.detector.KEA` looks
            at the ends alone.

    Raises:
        InputError: When a number is out of range.
    """

    ends: float = 0.8
    differing: float = 0.4
    predicates: float = 0.5
    near_ends: float = 0.9
    relaxation: float = 0.6
    candidates: int = 5
    spare_supported: bool = True
    positions: tuple[Position, ...] = ("subject", "predicate", "object")

    def __post_init__(self) -> None:
        cosines = ("ends", "differing", "predicates", "near_ends")
        in_ranges(self, **dict.fromkeys(cosines, COSINE), relaxation=(0, 1), candidates=COUNT)


class Contradiction(NamedTuple):
    """A claim triple and the evidence triple that it contradicts.

    Attributes:
        claim: Index of the claim triple.
        evidence: Index of the evidence triple.
        position: The part in which they differ.
        similarity: Mean cosine of the other two parts, in [-1, 1].
    """

    claim: int
    evidence: int
    position: Position
    similarity: float


class _Cosines(NamedTuple):
    """Claim triples against their candidates, each of shape ``(n_claims, n_candidates)``."""

    subject: Floats
    predicate: Floats
    object: Floats
    evidence: NDArray[np.intp]


def embed(
    encoder: Encoder, pairs: Sequence[tuple[Sequence[Triple], Sequence[Triple]]]
) -> list[tuple[Embedded, Embedded]]:
    """Embed the triples and labels of both sides of a batch, each distinct text once."""
    sides = [triples for pair in pairs for triples in pair]
    lists: list[list[str]] = []
    for triples in sides:
        lists += [[" ".join(triple) for triple in triples]]
        lists += [[triple[place] for triple in triples] for place in range(3)]
    vectors = encode_lists(encoder, lists)
    embedded = [
        Embedded(vectors[4 * number], TripleVectors(triples, *vectors[4 * number + 1 :][:3]))
        for number, triples in enumerate(sides)
    ]
    return list(zip(embedded[0::2], embedded[1::2], strict=True))


def select_relations(claims: Floats, evidence: Floats) -> NDArray[np.intp]:
    """Return the evidence triples nearest to the claim triples, shape ``(k,)``, k ≤ n.

    For each claim triple the evidence triple of highest cosine, the first of equals; each
    once, in the order of first use.

    Args:
        claims: Vectors of the claim triples' text, shape ``(n, dimension)``.
        evidence: Vectors of the evidence triples' text, shape ``(m, dimension)``.
    """
    if not len(claims) or not len(evidence):
        return np.zeros(0, np.intp)
    nearest = [(claims[block] @ evidence.T).argmax(axis=1) for block in _blocks(len(claims))]
    return np.array(list(dict.fromkeys(np.concatenate(nearest).tolist())), np.intp)


def cluster_labels(
    labels: Sequence[str], vectors: Floats, threshold: float = 0.35
) -> dict[str, str]:
    """Name each label after its cluster: the shortest member, the first by alphabet of equals.

    Clusters are agglomerated by average linkage of cosine distance up to ``threshold``.
    Numbers are clusters of their own.

    Args:
        labels: Node and edge labels of both graphs, shape ``(n,)``; repeats are allowed.
        vectors: Their vectors, shape ``(n, dimension)``.
        threshold: Largest mean cosine distance at which two clusters are joined, in [0, 2].
    """
    first: dict[str, int] = {}
    for row, label in enumerate(labels):
        first.setdefault(label, row)
    names = {label: label for label in first}
    words = [label for label in first if as_number(label) is None]
    for members in _clusters(vectors[[first[word] for word in words]], threshold):
        cluster = [words[member] for member in members]
        shortest = min(cluster, key=lambda word: (len(word), word))
        names.update(dict.fromkeys(cluster, shortest))
    return names


def relabel(triples: Sequence[Triple], names: Mapping[str, str]) -> list[Triple]:
    """Return the triples with every part renamed; a part that ``names`` lacks stays as it is."""
    return [Triple(*(names.get(part, part) for part in triple)) for triple in triples]


def contradictions(
    claims: TripleVectors,
    evidence: TripleVectors,
    rule: ContradictionRule = ContradictionRule(),
) -> list[Contradiction]:
    """Return the pairs of which two parts agree and the third does not, by claim, nearest first.

    A part that is a number is alike only to the same number. The candidates of a claim triple
    are the evidence triples with the highest mean cosine of the three parts; the authors embed
    the whole triple for this.
    """
    if not len(claims.triples) or not len(evidence.triples):
        return []
    found: list[Contradiction] = []
    for block in _blocks(len(claims.triples)):
        part = TripleVectors(claims.triples[block], *(v[block] for v in claims[1:]))
        found += _found(_candidates(part, evidence, rule.candidates), rule, block.start)
    return found


def as_number(label: str) -> float | None:
    """Return the value of a label that is only a number, else ``None``.

    A sign, thousands separators, a currency sign before and a per cent sign after are allowed.

    >>> as_number("$1,250"), as_number("1828"), as_number("the 1820s")
    (1250.0, 1828.0, None)
    """
    match = _NUMBER.fullmatch(label)
    return float(match[1] + match[2].replace(",", "")) if match else None


def _blocks(n: int) -> Iterator[slice]:
    return (slice(start, min(start + _BLOCK, n)) for start in range(0, n, _BLOCK))


def _clusters(vectors: Floats, threshold: float) -> Iterator[list[int]]:
    """Yield the clusters of more than one row.

    Two clusters are joined only if some pair of their members is within the threshold, so
    clusters never reach across the components of that graph, and each is clustered alone.
    """
    for rows in _components(vectors, threshold):
        near = vectors[rows].astype(np.float64)
        distances = np.maximum(1.0 - (near @ near.T)[np.triu_indices(len(rows), k=1)], 0.0)
        if distances.max() <= threshold:  # then every mean is, too
            yield rows.tolist()
        elif len(rows) > 2:
            joined = fcluster(linkage(distances, "average"), threshold, "distance")
            for cluster in np.unique(joined):
                yield rows[joined == cluster].tolist()


def _components(vectors: Floats, threshold: float) -> list[NDArray[np.intp]]:
    """Return the components, of more than one row, of the graph of pairs within the threshold."""
    component: NDArray[np.integer] = np.arange(len(vectors))
    for block in _blocks(len(vectors)):
        row, column = np.nonzero(vectors[block] @ vectors.T >= 1 - threshold - _SLACK)
        ends = component[row + block.start], component[column]
        size = int(component.max()) + 1
        graph = coo_array((np.ones(len(row), np.bool_), ends), shape=(size, size))
        component = connected_components(graph, directed=False)[1][component]
    order = np.argsort(component, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(component[order])) + 1)
    return [group for group in groups if len(group) > 1]


def _candidates(claims: TripleVectors, evidence: TripleVectors, count: int) -> _Cosines:
    subject = _ends(claims, evidence, 0)
    predicate = claims.predicate @ evidence.predicate.T
    object_ = _ends(claims, evidence, 2)
    nearest = _highest(subject + predicate + object_, count)
    subject, predicate, object_ = (
        np.take_along_axis(part, nearest, axis=1) for part in (subject, predicate, object_)
    )
    return _Cosines(subject, predicate, object_, nearest)


def _highest(values: Floats, count: int) -> NDArray[np.intp]:
    """Return the columns of each row's highest values, the highest first; ``(n, ≤ count)``."""
    columns = np.broadcast_to(np.arange(values.shape[1]), values.shape)
    if count < values.shape[1]:
        columns = np.sort(np.argpartition(-values, count - 1, axis=1)[:, :count], axis=1)
    order = np.argsort(-np.take_along_axis(values, columns, axis=1), axis=1, kind="stable")
    return np.take_along_axis(columns, order, axis=1)


def _ends(claims: TripleVectors, evidence: TripleVectors, place: Literal[0, 2]) -> Floats:
    """Cosines of subjects (0) or objects (2); a number is alike only to an equal one."""
    vectors = (claims.subject, evidence.subject) if place == 0 else (claims.object, evidence.object)
    cosines = np.asarray(vectors[0] @ vectors[1].T)
    ours, theirs = _numbers(claims.triples, place), _numbers(evidence.triples, place)
    numeric = ~np.isnan(ours)[:, None] | ~np.isnan(theirs)
    return np.where(numeric, (ours[:, None] == theirs).astype(cosines.dtype), cosines)


def _numbers(triples: Sequence[Triple], place: Literal[0, 2]) -> NDArray[np.float64]:
    values = (as_number(triple[place]) for triple in triples)
    return np.array([np.nan if value is None else value for value in values])


def _found(cosines: _Cosines, rule: ContradictionRule, start: int) -> list[Contradiction]:
    subject, predicate, object_, evidence = cosines
    near = (subject > rule.near_ends) & (object_ > rule.near_ends)
    bound = np.where(near, rule.predicates * rule.relaxation, rule.predicates)
    same_subject, same_object = subject > rule.ends, object_ > rule.ends
    same_predicate = predicate > bound
    cases: tuple[tuple[Position, Flags, Floats], ...] = (
        ("predicate", same_subject & same_object & (predicate < bound), subject + object_),
        ("subject", same_predicate & same_object & (subject < rule.differing), predicate + object_),
        ("object", same_subject & same_predicate & (object_ < rule.differing), subject + predicate),
    )
    supported = (same_subject & same_predicate & same_object).any(axis=1)
    spared = np.where(rule.spare_supported, supported, False)[:, None]
    found = [
        (int(claim), int(place), position, float(agreement[claim, place]) / 2)
        for position, holds, agreement in cases
        if position in rule.positions
        for claim, place in np.argwhere(holds & ~spared)
    ]
    return [
        Contradiction(start + claim, int(evidence[claim, place]), position, similarity)
        for claim, place, position, similarity in sorted(found)
    ]
