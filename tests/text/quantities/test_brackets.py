"""What the judge of quantities says of values in brackets behind those that they are compared with.

And of what several things cost together.
"""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of

REPORT = (
    "Revenue was 412.3 million (2023: 377.9) and operating profit 38.1 million (2023: 41.0). "
    "The margin was 7.1% (prior year: 6.4%)."
)
STAFF = "Headcount: 1,240 (2022: 1,187). Vacancies: 40 (2025 target: 25)."
MUSEUM = "Tickets cost 12 euros, children pay half. The museum opens at 10."
BAR = "Coffee 1,50 €, croissant 2,20 €, juice 3,00 €."


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            REPORT,
            "In 2023 the company had earned an operating profit of 41.0 million.",
            "In 2023 the company had earned an operating profit of 38.1 million.",
        ),
        (STAFF, "In 2022 the headcount was 1,187.", "In 2022 the headcount was 1,240."),
    ],
)
def test_a_value_in_brackets_is_of_its_year(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


def test_two_lines_are_not_two_groups_of_one_sentence() -> None:
    told = "Locker until 18:00: £6\nBikes are kept for £4 per day"
    assert outcome(told, "Bikes are kept for £4 per day.") == "supported"
    assert outcome(told, "Bikes are kept for £6 per day.") == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "Revenue has risen to 412.3 million since 2023.",
        "Compared with 2023, operating profit was down at 38.1 million.",
        "Revenue was 412.3 million.",
    ],
)
def test_what_goes_on_from_a_year_is_not_of_it(claim: str) -> None:
    assert outcome(REPORT, claim) != "contradicted"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            MUSEUM,
            "An adult and a child together pay 18 euros.",
            "An adult and a child together pay 16 euros.",
        ),
        (MUSEUM, "Two adults pay 24 euros.", "Two adults pay 22 euros."),
        (MUSEUM, "Two children pay 12 euros.", "Two children pay 24 euros."),
        (
            MUSEUM,
            "A family of two adults and two children pays 36 euros.",
            "A family of two adults and two children pays 48 euros.",
        ),
        (BAR, "Coffee and a croissant come to 3.70 euros.", "Coffee and juice come to 3.70 euros."),
        (BAR, "Two coffees and a juice cost 6 euros.", "Two coffees and a juice cost 9 euros."),
    ],
)
def test_prices_are_added_up(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


def test_one_of_two_doses_is_no_sum() -> None:
    doses = "Metoprolol 47.5 mg, one in the morning and one in the evening. Ramipril 5 mg daily."
    assert outcome(doses, "The daily total of metoprolol is 95 mg.") != "contradicted"
    assert outcome(doses, "Metoprolol and ramipril total 52.5 mg.") == "supported"


def test_a_comma_before_the_verb_ends_no_clause() -> None:
    told = "The highest reading, 38.9 °C, was taken at Lenz, the lowest, 11.2 °C, at Fell."
    assert outcome(told, "Lenz came close to 39 degrees.") == "supported"


LOAN = (
    "The loan of £18,000 runs for 60 months. The monthly instalment is £338.20; arranging it costs "
    "a fee of 1.5% of the sum. Early repayment is free."
)
FLAT = (
    "The flat used 9,500 kWh of gas last year at 11.2 cents plus a standing charge of €14 a month."
)


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (LOAN, "The fee comes to 270 pounds.", "The fee comes to 27 pounds."),
        (
            FLAT,
            "The standing charge adds up to 168 euros a year.",
            "The standing charge adds up to 148 euros a year.",
        ),
        (
            "Pressure fell by 12 mmHg against 4 on placebo after 12 weeks.",
            "The drop was 8 mmHg larger than on placebo.",
            "The drop was 16 mmHg larger than on placebo.",
        ),
        (
            "The siege began on 3 May and was lifted on 14 June 1642. Some 300 died of typhus.",
            "The siege lasted six weeks.",
            "The siege lasted six months.",
        ),
    ],
)
def test_what_follows_is_supported(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


def test_what_several_cost_is_not_that_of_two_of_them() -> None:
    menu = "Soup 6.50, main course 18, dessert 7; all three together 27. Wine 5.50 a glass."
    trip = "A single costs 64 francs, a day return 98. Bicycles travel for 12 francs."
    assert outcome(menu, "Soup, main course and dessert together cost 27.") != "contradicted"
    assert outcome(menu, "The set menu saves 4.50.") != "contradicted"
    assert outcome(trip, "A day return saves 30 francs over two singles.") != "contradicted"


def test_two_measures_in_brackets_are_of_one_thing() -> None:
    told = "Take the metro (35 minutes, 2.40 euros), the bus (50 minutes, 6 euros) or a taxi."
    [_, metro, *_] = index_of((told,)).readings
    assert metro.words["metro"] > metro.words.get("bus", 0.0)
