from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.dates import compatible, dates, states


def stated(evidence: str, claimed: str) -> bool:
    (theirs,), (claim,) = dates(evidence), dates(claimed)
    return states(theirs, claim)


@pytest.mark.parametrize(
    "written",
    [
        "May 3, 2015",
        "May 3rd 2015",
        "3 May 2015",
        "3rd of May, 2015",
        "2015-05-03",
        "05/03/2015",
        "3.5.2015",
        "5/3/15",
    ],
)
def test_ways_to_write_a_day_agree(written: str) -> None:
    assert stated("2015-05-03", written)
    assert stated(written, "May 3, 2015")


@pytest.mark.parametrize(
    ("evidence", "claimed", "expected"),
    [
        ("May 3, 2015", "May 2015", True),
        ("May 3, 2015", "in May", True),
        ("May 3, 2015", "2015", True),
        ("1994", "the 1990s", True),
        ("the 1990s", "1994", True),
        ("3 May", "May 3, 2015", True),
        ("2015", "May 2015", False),
        ("May 2015", "May 3, 2015", False),
        ("May 3, 2015", "May 4, 2015", False),
        ("May 3, 2015", "May 3, 2016", False),
        ("05/13/2015", "May 3, 2015", False),
        ("2001", "the 1990s", False),
        ("2015", "in May", False),
    ],
)
def test_a_date_states_what_it_tells(evidence: str, claimed: str, expected: bool) -> None:
    assert stated(evidence, claimed) is expected


@pytest.mark.parametrize(
    "text", ["", "May be so.", "She may come, they march on.", "1,500 men", "$2015", "12345"]
)
def test_words_and_other_numbers_are_no_dates(text: str) -> None:
    assert dates(text) == []


def test_both_ends_of_a_span_of_years_are_dates() -> None:
    assert [date.year for date in dates("from 1990-1995")] == [1990, 1995]


@given(st.text(st.characters()) | st.text("0123456789-/., MaySept'sof"))
def test_no_text_is_too_odd(text: str) -> None:
    for date in dates(text):
        assert 0 <= date.start < date.end <= len(text)
        assert date.month is None or 1 <= date.month <= 12
        assert compatible(date, date)


@given(st.dates(dt.date(1000, 1, 1), dt.date(2099, 12, 31)))
def test_a_day_agrees_with_itself_in_every_form(day: dt.date) -> None:
    assert stated(day.isoformat(), f"{day:%B} {day.day}, {day.year}")
    assert stated(f"{day.day} {day:%b} {day.year}", day.isoformat())
    assert stated(f"{day:%m/%d/}{day.year}", day.isoformat())
