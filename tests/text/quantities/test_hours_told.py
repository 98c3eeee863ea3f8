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
        "On Fridays it closes at four.",
    ],
)
def test_hours_are_told_of_each_day(claim: str) -> None:
    assert outcome(claim) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The office closes at 5 pm on Fridays.",
        "The office is open at 5 pm on Fridays.",
        "On Fridays the office closes at six.",
        "It is open from 9:00 to 17:30 on Fridays.",
        "It is open on Sundays from 9:00 to 12:00.",
    ],
)
def test_other_hours_of_a_day_are_wrong(claim: str) -> None:
    assert outcome(claim) == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "On Fridays the office closes in ten minutes.",
        "The canteen closes at 15:00 on Fridays.",  # of something else
        "It is open from 10:00 to 12:00 on Saturdays.",  # by appointment
    ],
)
def test_what_is_not_told_is_left_open(claim: str) -> None:
    assert outcome(claim) == "open"


def test_hours_of_two_things_are_told_apart_by_no_rule() -> None:
    assert outcome("It closes at 20:00 on Fridays.", TWO_THINGS) != "contradicted"


KIOSK = "The kiosk is open on Sunday from 10 am to noon."
CANTEEN = "The canteen is open daily from 7 am to 3 pm."


@pytest.mark.parametrize(
    ("claim", "asked", "expected"),
    [
        ("It is open on Sunday until noon.", "How long is the kiosk open on Sunday?", "supported"),
        ("It is open on Sunday until noon.", "", "supported"),
        ("It is open on Sunday until noon.", "When does the canteen close?", "contradicted"),
        ("The canteen is open on Sunday until noon.", "", "contradicted"),
        ("It is open on Sunday until 3 pm.", "When does the kiosk close?", "contradicted"),
        ("Both are open on Sunday until 3 pm.", "", "open"),
        ("It is open on Sunday until 5 pm.", "When does the library close?", "open"),
        ("On Sunday it is open until 3 pm.", "When does the canteen close?", "supported"),
    ],
)
def test_hours_are_held_against_the_place_that_is_spoken_of(
    claim: str, asked: str, expected: str
) -> None:
    for told in ([KIOSK, CANTEEN], [CANTEEN, KIOSK]):
        [found] = judge_quantities(asked, told, [claim])

        assert found.outcome == expected


def test_one_of_two_schedules_is_named() -> None:
    told = ["North branch: Mon-Fri 9:00-18:00, Sat 9:00-13:00.", "South branch: daily 8:00-20:00."]
    claims = ["It closes at 13:00 on Saturdays.", "It closes at 20:00 on Saturdays."]

    found = judge_quantities("When does the north branch close on Saturdays?", told, claims)

    assert [each.outcome for each in found] == ["supported", "contradicted"]


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


BY_DAY = (
    "Aquarium\nDaily: 9 am – 6 pm\nWed: until 10 pm\nSchool holidays: until 8 pm\nClosed on Mondays"
)
SHIFTS = "Night bus hours\nSun–Thu: 11 pm – 4 am\nFri, Sat: midnight – 6 am"


@pytest.mark.parametrize(
    ("claim", "told", "expected"),
    [
        ("On Wednesdays the aquarium is open until 10 pm.", BY_DAY, "supported"),
        ("On Wednesdays it is open from 9 am to 10 pm.", BY_DAY, "supported"),
        ("It is open at 9 pm on Wednesdays.", BY_DAY, "supported"),
        ("On Wednesdays the aquarium closes at 6 pm.", BY_DAY, "contradicted"),
        ("It is open until 10 pm on Fridays.", BY_DAY, "contradicted"),
        ("It isn't open on Mondays.", BY_DAY, "supported"),
        ("The aquarium is open on Mondays.", BY_DAY, "contradicted"),
        ("In the school holidays the aquarium closes at 8 pm.", BY_DAY, "supported"),
        ("On Fridays the night bus hours begin at midnight and end at 6 am.", SHIFTS, "supported"),
        ("On Tuesdays the night bus hours end at 6 am.", SHIFTS, "contradicted"),
    ],
)
def test_a_line_of_one_day_goes_before_one_of_many(claim: str, told: str, expected: str) -> None:
    assert outcome(claim, told) == expected


@pytest.mark.parametrize(
    "claim",
    [
        "It isn't open at 8 pm on Fridays.",
        "On public holidays it closes at 3 pm.",  # which are told of nowhere
        "The lagoon bar is open until midnight on Saturdays.",
        "On Wednesdays, guided tours start at 7 pm.",
    ],
)
def test_hours_speak_against_nothing_else(claim: str) -> None:
    assert outcome(claim, BY_DAY, "When is the aquarium open?") != "contradicted"


def test_two_ranges_of_a_day_stand_beside_each_other() -> None:
    told = "Post office\nMon–Fri: 8:00–12:00\nTue: 14:00–18:00"

    assert outcome("On Tuesdays the post office opens at 8:00.", told) == "supported"
    assert outcome("On Tuesdays the post office is open from 2 pm to 6 pm.", told) == "supported"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The kiosk is open 9 to 1 on Monday and 9 to 5 on Thursday.", "supported"),
        ("The kiosk is open 9 to 5 on Monday and 9 to 1 on Thursday.", "contradicted"),
        ("The kiosk is open 9–1 on Monday and from 9 to 6 on Thursday.", "contradicted"),
    ],
)
def test_bare_hours_belong_to_the_day_after_them(claim: str, expected: str) -> None:
    assert outcome(claim, "Kiosk\nMonday: 9:00 - 13:00\nThursday: 9:00 - 17:00") == expected


BRANCH = "Branch opening hours: Mon-Fri 9:30-16:30, Sat 9:30-12:30."


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("On Saturday we close at 12:30 pm.", "On Saturday we close at 4:30 pm."),
        ("On Saturday we open at 9:30.", "On Saturday we open at 12:30 pm."),
        ("We close at 12:30 on Saturdays.", "We close at 5 pm on Saturdays."),
        ("On Fridays we close at 4:30 pm.", "We open at 8 am on Saturday."),
    ],
)
def test_each_end_of_a_day_is_held_when_a_question_asks_for_the_time(
    right: str, wrong: str
) -> None:
    found = judge_quantities("what time do u close on sat", [BRANCH], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]
