from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.amounts import agree, amounts


def same(first: str, second: str) -> bool:
    (one,), (other,) = amounts(first), amounts(second)
    return agree(one, other)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1.2 million", "1,200,000"),
        ("$1.2 million", "1.2 million dollars"),
        ("$3.5m", "3,500,000 dollars"),
        ("two hundred and fifty thousand", "250,000"),
        ("twenty-one percent", "21%"),
        ("a hundred miles", "100 miles"),
        ("5 km", "5,000 metres"),
        ("2 weeks", "14 days"),
        ("1.5 hours", "90 minutes"),
        ("2 years", "24 months"),
        ("a dozen", "12"),
        ("3 1/2 cups", "3.5 cups"),
        ("fifth", "5th"),
        ("6 days", "5-7 days"),
        ("between 5 and 7 days", "5 to 7 days"),
        ("7 days", "from 5 to 7 days"),
        ("5 to 7 million", "6,000,000"),
        ("about 100 people", "102 people"),
        ("3 miles", "4.8 km"),
        ("5", "5 km"),
    ],
)
def test_ways_to_write_an_amount_agree(first: str, second: str) -> None:
    assert same(first, second)
    assert same(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("5 km", "5 miles"),
        ("5%", "$5"),
        ("8 days", "5-7 days"),
        ("4-6 days", "5-7 days"),
        ("1.2 million", "1.2 billion"),
        ("21", "20"),
        ("300 m", "330 m"),
        ("5 days", "5 weeks"),
    ],
)
def test_other_amounts_do_not(first: str, second: str) -> None:
    assert not same(first, second)


@pytest.mark.parametrize("text", ["", "One came.", "at 9:30 PM", "tennis", "A1 route", "often"])
def test_pronouns_times_and_parts_of_words_are_no_amounts(text: str) -> None:
    assert amounts(text) == []


def test_numbers_joined_by_and_stay_apart_without_between() -> None:
    assert [a.low for a in amounts("two and three")] == [2, 3]


def test_the_noun_after_a_number_is_kept_as_its_stem() -> None:
    assert [a.noun for a in amounts("330 towers, 5 km long roads")] == ["tower", "long"]


@given(st.text(st.characters()) | st.text("0123456789,./-$%kmb andtwofiveyears"))
def test_no_text_is_too_odd(text: str) -> None:
    for amount in amounts(text):
        assert 0 <= amount.start < amount.end <= len(text)
        assert math.isfinite(amount.low) or amount.low == math.inf
        assert amount.low <= amount.high
        assert agree(amount, amount)


@given(st.integers(0, 10**12))
def test_thousands_separators_change_nothing(value: int) -> None:
    assert same(f"{value:,} people", f"{value} people")
