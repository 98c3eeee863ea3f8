"""What a claim says of opening hours, and whether data says otherwise."""

from __future__ import annotations

import pytest

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.hours import disagreements, schedule, statements
from groundgraph.text.structured import Fact, facts

DATA = """{"name": "Vetro", "hours": {"Monday": "0:0-0:0", "Tuesday": "11:0-21:0",
"Wednesday": "11:0-21:0", "Thursday": "11:0-21:0", "Friday": "11:0-22:0",
"Saturday": "11:0-22:0", "Sunday": "12:0-20:0"}}"""


def against(claim: str) -> list[str]:
    found = facts(DATA)
    assert found is not None
    hours = schedule(found)
    days = [day for said in statements(claim) for _, day in disagreements(said, hours)]
    return [DAY_NAMES[day][:3] for day in sorted({*days})]


@pytest.mark.parametrize(
    "claim",
    [
        "It is open from 11 AM to 9 PM Tuesday to Thursday and until 10 on Fri and Sat.",
        "Open Tuesday to Saturday from 11 AM to 9 PM, with extended hours on Friday and Saturday.",
        "Tuesday to Saturday from 11 am to 9 pm, except on Fri and Sat, when it closes at 10 pm.",
        "Open every day except Monday.",
        "It is open all week, with varying hours from Tuesday to Sunday, and closed on Mondays.",
        "Monday (closed), Tuesday to Thursday (11:00 AM to 9:00 PM).",
        "From Tuesday to Saturday it opens at 11 am and closes at either 9 pm or 10 pm.",
        "It is open Tuesday to Sunday and closes at 8, 9 or 10 PM, depending on the day.",
        "It operates from 11 am to 9 pm on most weekdays.",
        "Food takes 15-20 minutes, though it is open on Sundays.",
        "Next to the 7-11, it is open on Fridays.",
        "On Sundays it is open 12-8.",
        "On Fridays it shuts at 10 pm.",
    ],
)
def test_hours_that_are_told_of_the_right_days(claim: str) -> None:
    assert against(claim) == []


@pytest.mark.parametrize(
    ("claim", "days"),
    [
        ("It is open daily from 11 AM to 9 PM.", ["mon", "fri", "sat", "sun"]),
        ("It is open from 11 AM to 9 PM and until 11 PM on Fridays.", ["fri"]),
        ("It is open from Tuesday to Thursday from 11 AM to 10 PM.", ["tue", "wed", "thu"]),
        ("It is closed on Sundays.", ["sun"]),
        ("It is shut on Sundays.", ["sun"]),
        ("From 9 to 5, but not on Fridays.", ["fri"]),
        ("The most popular bar about town is open on Sundays from 11 AM to 8 PM.", ["sun"]),
        ("It is open from 11 am to 9 pm, except on Sundays, when it is closed.", ["sun"]),
        ("On Sundays it is open 11-8.", ["sun"]),
    ],
)
def test_hours_that_data_denies(claim: str, days: list[str]) -> None:
    assert against(claim) == days


@pytest.mark.parametrize(
    ("value", "claim", "days"),
    [
        ("11:00-14:00, 18:00-22:00", "It is open on Mondays from 6 pm to 10 pm.", []),
        ("11:00-14:00, 18:00-22:00", "It is open on Mondays from 11 am to 10 pm.", [0]),
        ("by appointment", "It is open on Mondays.", []),
        ("by appointment", "It is closed on Mondays.", []),
        ("until 9 pm", "It is open on Mondays from 8 am to 9 pm.", []),
        ("until 9 pm", "It is open on Mondays from 8 am to 6 pm.", [0]),
    ],
)
def test_hours_of_data_may_be_several_or_not_told(value: str, claim: str, days: list[int]) -> None:
    hours = schedule([Fact(("hours", "Monday"), value), Fact(("hours", "Tuesday"), "9:0-17:0")])
    [said] = statements(claim)
    assert [day for _, day in disagreements(said, hours)] == days
