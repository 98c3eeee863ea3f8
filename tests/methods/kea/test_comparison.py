from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from groundgraph import Triple
from groundgraph.methods.kea.comparison import (
    ContradictionRule,
    TripleVectors,
    as_number,
    cluster_labels,
    contradictions,
    relabel,
    select_relations,
)

Vectors = np.ndarray


def unit(angles: list[float]) -> Vectors:
    """Return vectors in the plane, whose cosine is that of the angle between them."""
    turned = np.radians(angles)
    return np.stack([np.cos(turned), np.sin(turned)], axis=1)


def vectors(max_size: int = 12) -> st.SearchStrategy[Vectors]:
    """Draw whole numbers, whose products are exact, so that equals are equal."""

    def drawn(size: int) -> st.SearchStrategy[Vectors]:
        return arrays(np.float64, (size, 3), elements=st.integers(-3, 3).map(float))

    return st.integers(0, max_size).flatmap(drawn)


@settings(deadline=None)
@given(vectors(), vectors())
def test_selection_takes_each_nearest_triple_once_in_order_of_use(
    claims: Vectors, evidence: Vectors
) -> None:
    found = select_relations(claims, evidence).tolist()
    nearest = [int(np.argmax(evidence @ claim)) for claim in claims] if len(evidence) else []
    assert found == list(dict.fromkeys(nearest))
    assert len(found) <= len(claims)


def test_selection_of_more_claims_than_a_block_is_that_of_each() -> None:
    random = np.random.default_rng(0)
    claims, evidence = random.normal(size=(1_300, 8)), random.normal(size=(40, 8))
    each = [select_relations(claim[None], evidence)[0] for claim in claims]
    assert select_relations(claims, evidence).tolist() == list(dict.fromkeys(each))


def average_linkage(points: Vectors, threshold: float) -> set[frozenset[int]]:
    """Merge the nearest two clusters until none are within the threshold, step by step."""
    distance = 1 - points @ points.T
    clusters = [frozenset([i]) for i in range(len(points))]
    while len(clusters) > 1:
        apart = {
            (a, b): float(np.mean([distance[i, j] for i in a for j in b]))
            for a, b in combinations(clusters, 2)
        }
        (a, b), least = min(apart.items(), key=lambda item: item[1])
        if least > threshold:
            break
        clusters = [c for c in clusters if c not in (a, b)] + [a | b]
    return set(clusters)


@settings(deadline=None)
@given(seed=st.integers(0, 10_000), size=st.integers(0, 14), threshold=st.sampled_from([0.1, 0.35]))
def test_clusters_are_those_of_average_linkage(seed: int, size: int, threshold: float) -> None:
    points = np.random.default_rng(seed).normal(size=(size, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    labels = [f"label {chr(97 + i)}" for i in range(size)]
    names = cluster_labels(labels, points, threshold)
    found: dict[str, set[int]] = {}
    for row, label in enumerate(labels):
        found.setdefault(names[label], set()).add(row)
    assert {frozenset(rows) for rows in found.values()} == average_linkage(points, threshold)


def test_a_cluster_is_named_after_its_shortest_member_then_by_alphabet() -> None:
    labels = ["capital of France", "Paris", "Berne", "Rome", "Paris"]
    angles = [0.0, 5.0, 6.0, 120.0, 5.0]
    names = cluster_labels(labels, unit(angles))
    assert names == {
        "capital of France": "Berne",
        "Paris": "Berne",
        "Berne": "Berne",
        "Rome": "Rome",
    }


@pytest.mark.parametrize("number", ["1828", "-3.5", "$2,600", "12 %", ".5"])
def test_a_number_is_never_clustered(number: str) -> None:
    labels = [number, "1829", "year"]
    assert cluster_labels(labels, unit([0, 0, 0])) == {label: label for label in labels}


@pytest.mark.parametrize("words", ["the 1820s", "3rd", "1.2.3", "", "nan", "infinity", "$"])
def test_words_that_hold_digits_are_not_numbers(words: str) -> None:
    assert as_number(words) is None


def test_no_labels_and_one_label_are_clustered_too() -> None:
    assert cluster_labels([], np.zeros((0, 4))) == {}
    assert cluster_labels(["a"], unit([0])) == {"a": "a"}


def test_many_labels_are_clustered_by_component() -> None:
    rows = np.eye(1_500, dtype=np.float32)
    labels = [f"entity {i:04d}" for i in range(3_000)]
    names = cluster_labels(labels, np.concatenate([rows, rows]))
    assert set(names.values()) == set(labels[:1_500])


def test_relabelling_renames_every_part_and_leaves_unknown_ones() -> None:
    triples = [Triple("a", "p", "b"), Triple("b", "q", "a")]
    renamed = relabel(triples, {"a": "A", "p": "P"})
    assert renamed == [Triple("A", "P", "b"), Triple("b", "q", "A")]


def side(*rows: tuple[Triple, float, float, float]) -> TripleVectors:
    """Return triples whose parts lie at the given angles."""
    triples = [row[0] for row in rows]
    _, *angles = zip(*rows, strict=True)
    return TripleVectors(triples, *(unit(list(part)) for part in angles))


FRANCE = Triple("France", "capital", "Rome")


@pytest.mark.parametrize(
    ("angles", "position"),
    [
        ((10, 10, 80), "object"),
        ((80, 10, 10), "subject"),
        ((30, 80, 30), "predicate"),
        ((10, 10, 50), None),  # objects neither alike nor different enough
        ((80, 10, 80), None),  # only one part is alike
        ((10, 10, 10), None),  # the same fact
        ((10, 65, 10), None),  # near ends: the predicates, cosine 0.42, count as alike
        ((30, 65, 30), "predicate"),  # ends less near: they count as different
    ],
)
def test_two_parts_alike_and_the_third_different_contradict(
    angles: tuple[float, float, float], position: str | None
) -> None:
    claim = side((FRANCE, 0, 0, 0))
    evidence = side((Triple("France", "capital city", "Paris"), *angles))
    assert [each.position for each in contradictions(claim, evidence)] == (
        [position] if position else []
    )


def test_a_contradiction_says_how_alike_the_other_parts_are() -> None:
    claim = side((FRANCE, 0, 0, 0))
    evidence = side((Triple("France", "has capital", "Paris"), 0, 30, 90))
    (each,) = contradictions(claim, evidence)
    assert each[:3] == (0, 0, "object")
    assert each.similarity == pytest.approx((1 + np.cos(np.radians(30))) / 2)


@pytest.mark.parametrize(
    ("theirs", "positions"), [("1826", ["object"]), ("1,828", []), ("a year", ["object"])]
)
def test_numbers_are_compared_exactly(theirs: str, positions: list[str]) -> None:
    claim = side((Triple("Reynolds", "born", "1828"), 0, 0, 0))
    evidence = side((Triple("Reynolds", "born", theirs), 0, 0, 0))
    assert [each.position for each in contradictions(claim, evidence)] == positions


def test_a_claim_that_the_evidence_states_is_spared_unless_asked() -> None:
    children = side((Triple("X", "child", "A"), 0, 0, 0), (Triple("X", "child", "B"), 0, 0, 90))
    assert contradictions(children, children) == []
    as_published = ContradictionRule(spare_supported=False)
    pairs = [(c, e) for c, e, *_ in contradictions(children, children, as_published)]
    assert pairs == [(0, 1), (1, 0)]


@pytest.mark.parametrize("position", ["subject", "predicate", "object"])
def test_triples_differ_only_where_the_rule_looks(position: str) -> None:
    angles = {"subject": (80, 10, 10), "predicate": (30, 80, 30), "object": (10, 10, 80)}
    claim = side((FRANCE, 0, 0, 0))
    evidence = side(*((Triple("France", "capital", "Paris"), *each) for each in angles.values()))
    rule = ContradictionRule(positions=(position,), spare_supported=False)  # type: ignore[arg-type]
    assert [each.position for each in contradictions(claim, evidence, rule)] == [position]


def test_only_the_nearest_candidates_are_held_against_a_claim() -> None:
    claim = side((FRANCE, 0, 0, 0))
    far = [Triple("France", "capital", f"city {i}") for i in range(8)]
    rows = [(triple, 0.0, 8.0 - i, 90.0) for i, triple in enumerate(far)]
    assert [each.evidence for each in contradictions(claim, side(*rows))] == [7, 6, 5, 4, 3]
    assert len(contradictions(claim, side(*rows), ContradictionRule(candidates=2))) == 2


def test_an_empty_side_has_no_contradictions() -> None:
    none = TripleVectors([], *(np.zeros((0, 2)) for _ in range(3)))
    some = side((FRANCE, 0, 0, 0))
    assert contradictions(none, some) == contradictions(some, none) == []


def test_claims_beyond_one_block_keep_their_index() -> None:
    count = 1_100
    away = [(Triple(f"x{i}", "p", f"y{i}"), 90.0, 90.0, 90.0) for i in range(count)]
    claim = side(*away, (FRANCE, 0, 0, 0))
    (each,) = contradictions(claim, side((Triple("France", "capital", "Paris"), 0, 0, 90)))
    assert each.claim == count
