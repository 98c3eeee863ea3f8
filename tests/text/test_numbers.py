from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.numbers import quantities, quantities_with_text


def agree(first: str, second: str) -> bool:
    (one,), (other,) = quantities(first), quantities(second)
    return not one.isdisjoint(other)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1,200", "1200"),
        ("1,200.50", "1200.5"),
        ("3.0", "3"),
        ("007", "7"),
        ("seven", "7"),
        ("Twenty", "20"),
        ("ninety", "90"),
        ("third", "3"),
        ("3rd", "3"),
        ("21st", "21"),
        ("4:30 PM", "16:30"),
        ("4:30", "16:30"),
        ("4:30", "4:30 a.m."),
        ("5 p.m.", "17:00"),
        ("5pm", "17:0"),
        ("12 AM", "0:00"),
        ("12:00 PM", "12:00"),
        ("9:00:30", "9:00"),
        ("24:00", "0:00"),
    ],
)
def test_ways_to_write_a_quantity_agree(first: str, second: str) -> None:
    assert agree(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1.5", "15"),
        ("4:30 AM", "4:30 PM"),
        ("4:30 AM", "16:30"),
        ("12 AM", "12 PM"),
        ("9:00", "9"),
        ("5 p.m.", "5"),
        ("third", "13"),
        ("sixteen", "6"),
    ],
)
def test_other_quantities_do_not(first: str, second: str) -> None:
    assert not agree(first, second)


@pytest.mark.parametrize(
    "text", ["", "No one came first, I second that.", "atonement", "any 2xx status", "12xx"]
)
def test_pronouns_and_parts_of_words_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


def test_quantities_are_given_in_order_as_they_are_written() -> None:
    found = quantities_with_text("In 2012, five of 1,200 came at 9:30 a.m., the 3rd by 10.")

    assert [text for _, text, _ in found] == ["2012", "five", "1,200", "9:30 a.m", "3rd", "10"]
    assert [start for start, _, _ in found] == sorted(start for start, _, _ in found)


@given(st.text(st.characters()) | st.text("0123456789:,. apm"))
def test_each_quantity_has_one_or_two_readings(text: str) -> None:
    for start, written, readings in quantities_with_text(text):
        assert text[start : start + len(written)] == written
        assert 1 <= len(readings) <= 2
        assert all(readings)


@given(st.integers(0, 10**12))
def test_thousands_separators_change_nothing(value: int) -> None:
    assert quantities(f"{value:,}") == quantities(str(value)) == [frozenset({str(value)})]
