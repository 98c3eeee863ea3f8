from __future__ import annotations

from itertools import pairwise
from typing import Any, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Triple
from groundgraph.methods.gga.linear import Order, linearise

KISMET = [
    Triple("Kismet", "directed_by", "William Dieterle"),
    Triple("Gaslight", "release_year", "1944"),
    Triple("Kismet", "release_year", "1944"),
]
PARTS = st.text("ab {}\n;:", min_size=1, max_size=5)
LISTS = st.lists(st.builds(Triple, PARTS, PARTS, PARTS), max_size=8)
SENTENCES = {"directed_by": "{subject} was directed by {object}."}


@pytest.mark.parametrize("name", [*get_args(Order), "template"])
@given(triples=LISTS)
def test_spans_hold_the_triples_and_do_not_overlap(name: str, triples: list[Triple]) -> None:
    sentences = {triple.predicate: "{object} <- {subject}" for triple in triples}
    template = {"sentences": sentences} if name == "template" else {"order": name}

    linear = linearise(triples, **cast("Any", template))

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
    linear = linearise(KISMET)

    assert linear.text == (
        "Kismet directed_by William Dieterle\nGaslight release_year 1944\nKismet release_year 1944"
    )


def test_an_adjacency_list_writes_each_subject_once() -> None:
    linear = linearise(KISMET, "adjacency")

    assert linear.text == (
        "Kismet: directed_by William Dieterle; release_year 1944\nGaslight: release_year 1944"
    )
    assert [span.of(linear.text) for span in linear.spans] == [
        "directed_by William Dieterle",
        "release_year 1944",
        "release_year 1944",
    ]


def test_sentences_are_used_where_a_predicate_has_one() -> None:
    linear = linearise(KISMET, sentences=SENTENCES)

    assert linear.text.startswith("Kismet was directed by William Dieterle.\nGaslight release_year")


def test_shuffling_depends_on_the_triples_alone() -> None:
    many = [Triple(f"s{n}", "p", "o") for n in range(12)]

    alone = linearise(many, "shuffled")

    assert alone == linearise(list(many), "shuffled")
    assert sorted(alone.text.splitlines()) == sorted(" ".join(triple) for triple in many)
    assert alone.text.splitlines() != [" ".join(triple) for triple in many]


def test_repeated_triples_have_spans_of_their_own() -> None:
    linear = linearise([KISMET[0], KISMET[0]])

    assert len(set(linear.spans)) == 2


def test_no_triples_are_no_text() -> None:
    for order in get_args(Order):
        assert linearise([], order) == ("", ())
