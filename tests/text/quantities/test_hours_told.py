"""Opening hours that sentences tell, and what claims make of them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

HOURS = "Opening hours: Mon-Thu 9:00-17:30, Fri 9:00-16:00, Sat by appointment. Closed on Sundays."
TWO_THINGS = (
    "The library is open from 9:00 to 17:00 on weekdays. "
    "Its café is open from 8:00 to 20:00 from Monday to Saturday."
)


def outcome(claim: str, told: str = HOURS, question: str = "") -> str:
    [found] = judge_quantities(question, [told], [claim])
    return found.outcome


@pytest.mark.parametrize(
    "claim",
    [
        "It closes at 17:30 on Tuesdays.",
        "It closes at half past five on Tuesdays.",
        "The office is open until 5:30 p.m. from Monday to Thursday.",
        "It is open on Wednesday at noon.",
        "On Fridays it opens at 9 a.m.",
    ],
)
def test_hours_are_told_of_each_day(claim: str) -> None:
    assert outcome(claim) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The office closes at 5 pm on Fridays.",
        "The office is open at 5 pm on Fridays.",
        "It is open from 9:00 to 17:30 on Fridays.",
        "It is open on Sundays from 9:00 to 12:00.",
    ],
)
def test_other_hours_of_a_day_are_wrong(claim: str) -> None:
    assert outcome(claim) == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "On Fridays the office closes at six.",  # a time that is not read
        "The canteen closes at 15:00 on Fridays.",  # of something else
        "It is open from 10:00 to 12:00 on Saturdays.",  # by appointment
    ],
)
def test_what_is_not_told_is_left_open(claim: str) -> None:
    assert outcome(claim) == "open"


def test_hours_of_two_things_are_told_apart_by_no_rule() -> None:
    assert outcome("It closes at 20:00 on Fridays.", TWO_THINGS) != "contradicted"


def test_a_question_names_what_the_hours_are_of() -> None:
    asked = "When does the town hall close on Fridays?"

    assert outcome("The town hall closes at 4 p.m. on Fridays.", question=asked) == "supported"


def test_a_day_on_which_something_else_is_closed_is_not_among_them() -> None:
    told = "Pool: Mon-Sat 7:00-21:00, Sun 9:00-18:00. Sauna: closed on Sundays."

    [found] = judge_quantities("", [told], ["The pool is open on Sundays."])

    assert found.outcome == "supported"
    assert found.evidence[0].text.startswith("Pool:")
    assert outcome("The pool is closed on Sundays.", told) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "told", "expected"),
    [
        ("The pool opens at 8 am.", "The pool opens at 7 am and closes at 9 pm.", "contradicted"),
        ("The pool opens at 7 am.", "The pool opens at 7 am and closes at 9 pm.", "supported"),
        ("The meeting is at 4 pm on Friday.", "The meeting is at 3 pm on Friday.", "contradicted"),
        ("The meeting is at 4 pm on Friday.", "The meeting is at 3 pm on Monday.", "open"),
        ("It starts at 8 am.", "The tour starts at 7 am in May and at 9 am in June.", "open"),
    ],
)
def test_a_short_claim_of_a_time_is_held_against_the_one_that_is_told(
    claim: str, told: str, expected: str
) -> None:
    assert outcome(claim, told) == expected
    assert outcome(claim, told, "When does it open, and what is the fee?") == expected
