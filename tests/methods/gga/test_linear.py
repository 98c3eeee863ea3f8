from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Triple
from groundgraph.methods.gga.linear import STRATEGIES, Lineariser

KISMET = [
    Triple("Kismet", "directed_by", "William Dieterle"),
    Triple("Gaslight", "release_year", "1944"),
    Triple("Kismet", "release_year", "1944"),
]
PARTS = st.text("ab {}\n;:", min_size=1, max_size=5)
LISTS = st.lists(st.builds(Triple, PARTS, PARTS, PARTS), max_size=8)
SENTENCES = {"directed_by": "{subject} was directed by {object}."}


@pytest.mark.parametrize("name", [*STRATEGIES, "template"])
@given(triples=LISTS)
def test_spans_hold_the_triples_and_do_not_overlap(name: str, triples: list[Triple]) -> None:
    sentences = {triple.predicate: "{object} <- {subject}" for triple in triples}
    chosen = STRATEGIES.get(name) or Lineariser(sentences=sentences)

    [linear] = chosen.linearise([triples])

    assert len(linear.spans) == len(triples)
    for triple, span in zip(triples, linear.spans, strict=True):
        written = {
            "adjacency": f"{triple.predicate} {triple.object}",
            "template": f"{triple.object} <- {triple.subject}",
        }.get(name, " ".join(triple))
        assert span.of(linear.text) == written
    ordered = sorted(linear.spans)
    assert all(not a.overlaps(b) for a, b in pairwise(ordered))


def test_path_first_keeps_the_order_given() -> None:
    [linear] = Lineariser().linearise([KISMET])

    assert linear.text == (
        "Kismet directed_by William Dieterle\nGaslight release_year 1944\nKismet release_year 1944"
    )


def test_an_adjacency_list_writes_each_subject_once() -> None:
    [linear] = Lineariser("adjacency").linearise([KISMET])

    assert linear.text == (
        "Kismet: directed_by William Dieterle; release_year 1944\nGaslight: release_year 1944"
    )
    assert [span.of(linear.text) for span in linear.spans] == [
        "directed_by William Dieterle",
        "release_year 1944",
        "release_year 1944",
    ]


def test_sentences_are_used_where_a_predicate_has_one() -> None:
    [linear] = Lineariser(sentences=SENTENCES, separator=" ").linearise([KISMET])

    assert linear.text.startswith("Kismet was directed by William Dieterle. Gaslight release_year")


def test_shuffling_depends_on_the_seed_and_the_triples_alone() -> None:
    many = [Triple(f"s{n}", "p", "o") for n in range(12)]
    shuffled = Lineariser("shuffled", seed=1)

    [alone] = shuffled.linearise([many])
    later = shuffled.linearise([KISMET, many])[1]
    [other] = Lineariser("shuffled", seed=2).linearise([many])

    assert alone == later
    assert alone.text != other.text
    assert sorted(alone.text.splitlines()) == sorted(" ".join(triple) for triple in many)
    assert alone.text.splitlines() != [" ".join(triple) for triple in many]


def test_repeated_triples_have_spans_of_their_own() -> None:
    [linear] = Lineariser().linearise([[KISMET[0], KISMET[0]]])

    assert len(set(linear.spans)) == 2


def test_no_triples_are_no_text() -> None:
    for strategy in STRATEGIES.values():
        assert strategy.linearise([[]]) == [("", ())]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"order": "sorted"}, "order must be .* found 'sorted'"),
        ({"order": "adjacency", "sentences": SENTENCES}, "takes no sentences"),
        ({"sentences": {"p": "{subject} is here"}}, r"needs {subject} and {object}"),
        ({"sentences": {"p": "{subject} {verb} {object}"}}, "may name only"),
        ({"sentences": {"p": "{subject} { {object}"}}, "may name only"),
    ],
)
def test_a_lineariser_that_makes_no_sense_is_refused(parameters: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Lineariser(**parameters)
