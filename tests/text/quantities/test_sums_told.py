"""Sums and products of what is told in a row, and what looks like one of them and is none."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

CLOUD = "The team plan has 20 GB for the team and adds 3 GB for every seat."
COURIER = "The courier takes 4% of the value plus a flat fee of £2.50."
PRINTS = "Prints cost 0.30 euros each plus a set-up charge of 6 euros."
LOCKER = (
    "A locker costs 18 euros a month. There is a joining fee of 25 euros, less a credit of 5 euros."
)
LOAN = "Books are lent for 21 days. The loan can be renewed for a further 14 days."
WALK = "The tram takes 35 minutes. You walk for 10 minutes. The boat takes another 50 minutes."
STALLS = "The bakery took 900 dollars and the grill 650 dollars. Rent came to 200 dollars."
LEAVE = (
    "Crew have 20 days of leave. After four years two days are added, after eight a further four."
)
SANDING = "Sand the door for 15 minutes. Let the primer dry for three hours, then paint the door."
SPLIT = "We divide your yearly bill by 10. What you owe is spread over the next four bills."
ARCHITECT = (
    "Lena Rost was born on 3 May 1880. She won the contest in 1911 and saw the opera open in 1919."
)
LEASE = "An absence of no more than eight months is allowed. Notice is five months."
TANK = "The tank holds 240 litres. The sump beneath holds a further 90 litres."
SCHOOLS = "Weil has 5,350 students and 142 professors. Rhein has 2,870 students and 64 professors."
JUDGES = "Judge A 7.4, judge B 8.0. A fall costs 0.5, taken off the average of the three judges."
LAMP = "The Glow 2.5 has two switches and a base of brass."


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (CLOUD, "With six seats, the team gets 38 GB in total."),
        (COURIER, "For a value of £100, that is £6.50."),
        (PRINTS, "50 prints come to 21 euros in total."),
        (LOCKER, "The first month comes to 38 euros."),
        (LOAN, "With a renewal, books are lent for 35 days."),
        (LOAN, "Books are lent for up to 35 days."),
        (TANK, "The tank and the sump hold 330 litres together."),
        (SCHOOLS, "Weil and Rhein have 8,220 students together."),
        (WALK, "In total it takes 95 minutes, counting the walk."),
        (STALLS, "Before rent, the two stalls took 1,550 dollars together."),
    ],
)
def test_what_is_told_in_parts_is_put_together(passage: str, claim: str) -> None:
    assert outcome(passage, claim) == "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (CLOUD, "With six seats, the team gets 23 GB in total."),
        (COURIER, "For a value of £100, that is £4."),
        (PRINTS, "50 prints come to 15 euros in total."),
        (LOCKER, "The first month comes to 48 euros."),
        (WALK, "In total it takes 85 minutes, counting the walk."),
        (LAMP, "It has a choice of five levels."),
        (TANK, "The tank holds 330 litres."),
        (SCHOOLS, "The two have 5,492 students together."),
        (LEASE, "Your absence is under eight months."),
    ],
)
def test_a_sum_that_leaves_out_a_part_is_not_supported(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "supported"


@pytest.mark.parametrize(
    ("passage", "claim", "question"),
    [
        (SANDING, "Sand the door for 15 minutes and paint it three hours later.", ""),
        (SPLIT, "By dividing the yearly bill by ten, so it can rise with your use.", ""),
        (LEAVE, "26 days, as two and then four were added.", "What leave has she at nine years?"),
        (
            ARCHITECT,
            "Eight years had passed since she won the contest.",
            "How old was Lena Rost when the opera opened?",
        ),
    ],
)
def test_no_chance_difference_goes_against_what_is_told(
    passage: str, claim: str, question: str
) -> None:
    assert outcome(passage, claim, question) != "contradicted"


def test_scores_and_those_who_give_them_have_no_average() -> None:
    assert outcome(JUDGES, "On average they gave 7.5.") == "open"
    assert outcome(SCHOOLS, "The two schools have 8,320 students together.") != "supported"
