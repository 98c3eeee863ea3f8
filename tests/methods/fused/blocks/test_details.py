from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.methods.fused.blocks.details import NAMES, index, measure
from groundgraph.text.passage_units import Unit

TEXTS = (
    "The tower is 330 metres tall and opened on 31 March 1889.",
    "Dr. John Smith of the World Health Organization did not take the bus home.",
    "Sales of the company increased by 5% in 2014, to $1.2 million.",
    "All trains ran, and a ticket costs between 5 and 7 dollars.",
)
EVIDENCE = index([Unit(str(n), None, text, None) for n, text in enumerate(TEXTS, start=1)])


def counts(claim: str) -> dict[str, float]:
    """Return the features that are not 0."""
    (row,) = measure([claim], EVIDENCE)
    return {name: value for name, value in zip(NAMES, row.tolist(), strict=True) if value}


@pytest.mark.parametrize(
    "claim",
    [
        "The tower is 0.33 km tall and opened in March 1889.",
        "The tower opened on 1889-03-31.",
        "Sales reached 1,200,000 dollars in 2014.",
        "Then J. Smith of the WHO did not take a bus home.",
        "A ticket costs six dollars.",
        "The answer has 107 words.",
    ],
)
def test_what_the_evidence_says_in_another_form_is_not_held_against_a_claim(claim: str) -> None:
    assert set(counts(claim)) <= {"numbers"}


@pytest.mark.parametrize(
    ("claim", "feature"),
    [
        ("The tower is 300 m tall.", "number_conflict"),
        ("A ticket costs 8 dollars.", "number_conflict"),
        ("The tower opened on March 30, 1889.", "date_conflict"),
        ("Dr. John Smith did take the bus home.", "negation_flip"),
        ("Sales of the company decreased by 5% in 2014.", "comparative_flip"),
    ],
)
def test_what_the_nearest_units_say_otherwise_is_counted(claim: str, feature: str) -> None:
    assert counts(claim)[feature] >= 1


@pytest.mark.parametrize(
    ("claim", "feature"),
    [
        ("It has 99 rooms.", "numbers_absent"),
        ("It burnt in May 1920.", "dates_absent"),
        ("It opens at 9:30 AM.", "times_absent"),
        ("It was built by Gustave Eiffel.", "names_absent"),
        ("It was said by Bob Smith.", "name_part_only"),
        ("Then John Organization spoke.", "names_apart"),
    ],
)
def test_what_is_absent_is_counted(claim: str, feature: str) -> None:
    assert counts(claim)[feature] == 1


def test_the_number_of_a_cited_passage_is_no_number_of_the_claim() -> None:
    assert counts("The tower is 330 metres tall (Passage 2).") == {"numbers": 1}


@given(st.lists(st.text(st.characters()) | st.sampled_from(TEXTS)), st.text(st.characters()))
def test_no_evidence_and_no_claim_is_too_odd(texts: list[str], claim: str) -> None:
    evidence = index([Unit("1", None, text, None) for text in texts])

    rows = measure([claim, "Passage 9: not 5 km on May 3, 2015 by J. Smith."], evidence)

    assert rows.shape == (2, len(NAMES))
    assert np.isfinite(rows).all()
    assert (rows >= 0).all()
    assert measure([], evidence).shape == (0, len(NAMES))
