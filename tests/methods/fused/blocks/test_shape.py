from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.methods.fused.blocks.shape import ANSWER_NAMES, NAMES, measure, measure_answer

PLACE = ("characters", "position", "from_start", "from_end")


def marks(claim: str) -> set[str]:
    (row,) = measure([claim])
    return {name for name, value in zip(NAMES, row, strict=True) if value} - set(PLACE)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Zorba opens at nine.", set()),
        ("(a) Zorba opens at nine.", {"parenthesis"}),
        ("The hours are as follows:", {"ends_with_colon"}),
        ("It probably opens at nine.", {"hedged"}),
        ("It is best to call ahead.", {"advises"}),
        ("Overall, it is fine.", {"concludes"}),
        ("**In summary**, it is fine.", {"concludes"}),
        ("I am unable to answer.", {"refuses", "first_or_second_person"}),
        ("Passage 2 has the hours.", {"cites_passages"}),
        ("The hours are not mentioned.", {"says_not_stated"}),
        ("You can call.", {"first_or_second_person"}),
        ("It is “fine”.", {"quotation"}),
        ("Mayor Mighty likes seemingly weird yours.", set()),
    ],
)
def test_how_a_claim_is_put_is_marked(claim: str, expected: set[str]) -> None:
    assert marks(claim) == expected


def test_a_claim_knows_its_place_in_the_answer() -> None:
    rows = measure(["One.", "Two, too.", "Three."])[:, : len(PLACE)]

    assert NAMES[: len(PLACE)] == PLACE
    assert rows.tolist() == [[4, 0, 0, 2], [9, 0.5, 1, 1], [6, 1, 2, 0]]


def test_a_lone_claim_is_first_and_last() -> None:
    assert measure(["One."])[0, : len(PLACE)].tolist() == [4, 0, 0, 0]
    assert measure([]).shape == (0, len(NAMES))


@given(st.lists(st.text(st.characters())))
def test_all_values_are_finite(claims: list[str]) -> None:
    rows = measure(claims)

    assert rows.shape == (len(claims), len(NAMES))
    assert np.isfinite(rows).all()
    assert set(np.unique(rows[:, len(PLACE) :])) <= {0.0, 1.0}


def test_an_answer_is_measured_as_a_whole() -> None:
    row = measure_answer(["One.", "Two."], "Why?")

    assert dict(zip(ANSWER_NAMES, row, strict=True)) == {
        "claims": 2,
        "answer_characters": 8,
        "has_question": 1,
    }
    assert measure_answer([], "")[-1] == 0
