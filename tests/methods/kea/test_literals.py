from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.methods.kea.literals import DateLiteral, agree, as_date, is_literal, stand_in


@pytest.mark.parametrize(
    "label",
    [
        "7 November 1867",
        "November 7, 1867",
        "7th of November 1867",
        "Nov. 7 1867",
        "1867-11-07",
        "1867-11-07T00:00:00Z",
    ],
)
def test_a_day_is_read_however_it_is_written(label: str) -> None:
    assert as_date(label) == DateLiteral(1867, 11, 7)
    assert stand_in(label) == "18671107"


@pytest.mark.parametrize("label", ["Paris", "", "18 people", "12345", "May", "7 November", "867"])
def test_what_is_no_date_is_none(label: str) -> None:
    assert as_date(label) is None


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("November 1867", "7 November 1867", True),
        ("December 1867", "7 November 1867", False),
        ("8 November 1867", "7 November 1867", False),
        ("1,200 metres", "1200 m", True),
        ("330 metres", "400 metres", False),
    ],
)
def test_dates_agree_in_what_both_know_and_amounts_in_their_numbers(
    a: str, b: str, same: bool
) -> None:
    assert agree(a, b) == agree(b, a) == same


@given(st.text())
def test_any_label_agrees_with_itself_and_has_a_stand_in(label: str) -> None:
    assert agree(label, label)
    assert isinstance(stand_in(label), str)
    assert is_literal(label) or stand_in(label) == label
