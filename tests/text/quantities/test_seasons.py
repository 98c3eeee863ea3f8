"""Seasons that the evidence tells, and dates of claims within them or not."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

MUSEUM = "The museum is open from April to October."
LIFT = "The lift is open from November to April."
HUT = "The hut is closed between November and March."
ENROLLMENT = "Open enrollment runs from 1 November 2025 to 15 December 2025."
OFFER = "The offer is valid from 1 June 2024 to 31 August 2024."


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (MUSEUM, "The museum is open in July.", "The museum is open in January."),
        (MUSEUM, "It is closed in January.", "It is closed in July."),
        (MUSEUM, "The museum is not open in January.", "The museum is not open on 3 May."),
        (LIFT, "The lift is open in December.", "The lift is open in July."),
        (HUT, "The hut is closed in January.", "The hut is open in January."),
        (OFFER, "The offer is valid on 15 July 2024.", "The offer is valid on 15 July 2025."),
        (OFFER, "The offer is valid in July.", "The offer is valid in September."),
        (MUSEUM, "The museum closes in October.", "The museum closes in July."),
        (ENROLLMENT, "Enrollment closes on 15 December 2025.", "It closes on 31 December 2025."),
        (ENROLLMENT, "Enrollment opens on 1 November 2025.", "It closes on 1 November 2025."),
        (
            "The pass is valid from 1 December 2024 to 31 December 2024.",
            "The pass is valid on 31 December.",
            "The pass is valid on 30 November.",
        ),
    ],
)
def test_a_date_lies_within_a_season_or_not(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (HUT, "The hut is open in July."),  # it may be closed then, too
        (MUSEUM, "The café is open in January."),
        ("The museum is open in April and October.", "The museum is open in July."),
        (f"{MUSEUM} The museum is open from May to June.", "The museum is open in July."),
        ("The museum is open from April to October, except on Mondays.", "It is open in July."),
    ],
)
def test_what_no_one_season_tells_is_left_open(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert found.outcome == "open"


IN_TURN = (
    "From April to October the museum is open from 9 am to 6 pm, from November to March from 10 am"
    " to 4 pm."
)
POOL = (
    "From May to September the pool is open from 8:00 to 20:00. From October to April it is open"
    " from 10:00 to 18:00."
)


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            IN_TURN,
            "In January it is open from 10 am to 4 pm.",
            "In January the museum is open from 9 am to 6 pm.",
        ),
        (IN_TURN, "In May the museum opens at 9 am.", "The museum closes at 6 pm in January."),
        (POOL, "In June the pool is open from 8:00 to 20:00.", "In June the pool closes at 18:00."),
    ],
)
def test_hours_are_those_of_the_season(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    "claim",
    [
        "The café is open from 9 am to 6 pm in January.",
        "On Mondays in January the museum is open from 9 am to 6 pm.",
        "In January the museum is not open from 9 am to 6 pm.",
    ],
)
def test_hours_of_something_else_are_left_open(claim: str) -> None:
    [found] = judge_quantities("", [IN_TURN], [claim])

    assert found.outcome == "open"
