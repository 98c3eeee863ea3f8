"""Values given to each other's subjects, courses turned round, places in a row."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ROOMS = "A single room costs 85 pounds a night and a double room costs 120 pounds a night."
BRIDGES = "The old bridge was opened in 1904, and the new bridge was opened in 1987."
LIST = "Fees:\n* Registration: $40\n* Late payment: $15\n* Replacement card: $25"
TABLE = "city,opened,rooms\nPorto,2011,64\nBraga,2016,38\nFaro,2019,52"
FLAT = "Line A — Departs: 07:40\nLine A — Fare: 12.50\nLine B — Departs: 08:15\nLine B — Fare: 9.80"
PAIRS = [
    (
        ROOMS,
        "Double rooms cost 120 pounds and single rooms 85 pounds a night.",
        "Double rooms cost 85 pounds and single rooms 120 pounds a night.",
    ),
    (
        BRIDGES,
        "The new bridge opened in 1987 and the old bridge in 1904.",
        "The new bridge opened in 1904 and the old bridge in 1987.",
    ),
    (
        LIST,
        "Registration costs $40 and a replacement card $25.",
        "Registration costs $25 and a replacement card $40.",
    ),
    (
        TABLE,
        "The Braga hotel opened in 2016 and the Faro hotel in 2019.",
        "The Braga hotel opened in 2019 and the Faro hotel in 2016.",
    ),
    (FLAT, "Line B departs at 08:15.", "Line B departs at 07:40."),
    (
        "Unemployment rose from 4.1 percent to 5.3 percent last year.",
        "Unemployment went up from 4.1 to 5.3 percent.",
        "Unemployment went up from 5.3 to 4.1 percent.",
    ),
    (
        "Membership grew to 5,400 from 3,600 over the decade.",
        "Over the decade membership grew from 3,600 to 5,400.",
        "Over the decade membership went from 5,400 to 3,600.",
    ),
    (
        "The meeting was moved from 3 June to 17 June because of the strike.",
        "The meeting was moved from 3 June to 17 June.",
        "The meeting was moved from 17 June to 3 June.",
    ),
    (
        "Osei finished second and Palme finished third in the sprint.",
        "Palme came third in the sprint.",
        "Palme came second in the sprint.",
    ),
    (
        "Organisers counted 9,200 visitors over the three days, up from 7,600 last year.",
        "Attendance rose from 7,600 last year to 9,200 this year.",
        "Attendance fell from 9,200 last year to 7,600 this year.",
    ),
    (
        "Headcount at year end was 431, compared with 404 twelve months earlier.",
        "Staff numbers grew from 404 to 431.",
        "Staff numbers dropped from 431 to 404.",
    ),
    (
        "Turnover was 5 million, against 4 million a year earlier.",
        "Turnover rose from 4 million to 5 million.",
        "Turnover fell from 5 million to 4 million.",
    ),
]


@pytest.mark.parametrize(("told", "right", "wrong"), PAIRS)
def test_only_exchanged_values_are_contradicted(told: str, right: str, wrong: str) -> None:
    one, other = judge_quantities("", [told], [right, wrong])

    assert one.outcome != "contradicted"
    assert other.outcome == "contradicted"


def test_values_told_of_both_are_not_exchanged() -> None:
    told = "In May Ana sold 24 and Ben sold 18 lamps. In June Ana sold 18 and Ben sold 24 lamps."

    [found] = judge_quantities("", [told], ["Ana sold 18 lamps and Ben sold 24 lamps."])

    assert found.outcome != "contradicted"


def test_a_row_that_has_another_value_is_shown_with_its_own() -> None:
    told = "| Model | Weight | Price |\n|---|---|---|\n| Aro | 1.2 kg | $8 |\n| Bex | 1.6 kg | $9 |"

    [found] = judge_quantities("", [told], ["The Aro weighs 1.6 kg."])

    assert found.outcome == "contradicted"
    assert "1.2 kg" in found.explanation


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "The board proposes a dividend of 45 cents, up from 40 cents, payable on 12 May.",
            "Last year's dividend was 40 cents.",
            "Last year's dividend was 45 cents.",
        ),
        (
            "Branches: 67 (last year: 61). Staff: 1,210.",
            "In the previous year it had 61 branches.",
            "In the previous year it had 67 branches.",
        ),
    ],
)
def test_the_value_of_before_is_that_which_is_told_behind(
    told: str, right: str, wrong: str
) -> None:
    one, other = judge_quantities("", [told], [right, wrong])

    assert one.outcome != "contradicted"
    assert other.outcome == "contradicted"
