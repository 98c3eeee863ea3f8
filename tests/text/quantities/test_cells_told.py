"""What the judge of quantities says of cells: times taken, short heads, dates of rows, payments."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

STAGES = """| Stage | Route | Climb (m) | Length (km) | Time |
|---|---|---|---|---|
| 1 | Bray - Holm | 640 | 88 | 2:15 |
| 2 | Holm - Pike | 2,310 | 61 | 2:48 |
| 3 | Pike - Bray | 1,120 | 104 | 2:57 |"""
RUNNERS = """| Runner | 5 km | 10 km |
|---|---|---|
| Orla Finn | 19:42 | 40:55 |
| Tess Hale | 21:10 | 44:02 |"""
VALUES = """| Date | CRP (mg/l) | Creatinine (µmol/l) |
|---|---|---|
| 2 March | 88 | 97 |
| 5 March | 54 | 91 |
| 9 March | 21 | 84 |"""
LEAGUE = """| Team | W | GF | GA | Pts |
|---|---|---|---|---|
| Northam | 14 | 41 | 17 | 45 |
| Wexford | 11 | 44 | 29 | 37 |"""
STATEMENT = """| Date | Text | Amount |
|---|---|---|
| 2 May | Rent | -850.00 |
| 6 May | Salary | +2,640.00 |
| 29 May | Insurance | -112.00 |"""
WARDS = """| Ward | Beds | Nurses |
|---|---|---|
| A | 12 | 4 |
| B | 30 | 8 |"""
SETTINGS = '{"cache": {"size_mb": 512, "ttl_min": 15}, "log_level": "warn"}'


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (STAGES, "Stage 1 took two and a quarter hours.", "Stage 1 took two and a half hours."),
        (
            RUNNERS,
            "Orla Finn needed 40 minutes and 55 seconds for the 10 km.",
            "Orla Finn needed 44 minutes and 2 seconds for the 10 km.",
        ),
        (VALUES, "CRP on 9 March was 21.", "CRP on 2 March was 21."),
        (LEAGUE, "Wexford has 37 points.", "Wexford has 44 points."),
        (STATEMENT, "The rent was 850 euros.", "The rent was 112 euros."),
        (WARDS, "Ward B has 30 beds.", "Ward B has 12 beds."),
        (WARDS, "In ward B a team of 8 nurses works.", "In ward B a team of 4 nurses works."),
        (
            WARDS,
            "Ward B has two and a half times as many beds as ward A at twice the nurses.",
            "Ward B has four times as many beds as ward A at twice the nurses.",
        ),
        (SETTINGS, "The cache is half a gigabyte in size.", "The cache is two gigabytes in size."),
    ],
)
def test_a_cell_is_told_in_other_words(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


def test_a_row_is_named_by_one_letter() -> None:
    [found] = judge_quantities("", [WARDS], ["Ward B has 31 beds."])

    assert found.explanation == "“31” is not what the table says: B, Beds: 30 (passage 1)."


def test_a_comparison_of_two_columns_is_left_open() -> None:
    assert outcome(WARDS, "Ward B has more beds than ward A.") == "supported"
    assert outcome(WARDS, "The nurses of ward B are fewer than the beds of ward A.") == "open"


def test_a_date_that_heads_the_row_of_a_supported_cell_is_supported() -> None:
    [found] = judge_quantities("", [VALUES], ["CRP on 5 March was 54 mg/l."])
    assert {check.outcome for check in found.checks if check.kind == "date"} == {"supported"}


def test_a_date_of_something_else_says_nothing_against_the_head_of_a_row() -> None:
    lines = """Values

2 March — CRP (mg/l): 88
5 March — CRP (mg/l): 54
9 March — CRP (mg/l): 21"""
    other = "The patient, a man of 71, was admitted on 1 March with a cough."
    claims = [f"The CRP of the patient on 5 March was {n} mg/l." for n in (54, 21)]

    right, wrong = judge_quantities("", [lines, other], claims)

    assert (right.outcome, wrong.outcome) == ("supported", "contradicted")


def test_the_ends_of_a_course_are_of_two_rows() -> None:
    told = "Creatinine fell from 97 to 84 µmol/l between 2 and 9 March."
    assert outcome(VALUES, told) != "contradicted"


def test_a_value_for_a_hundred_is_not_that_of_one() -> None:
    washer = "Product: Nordwall 12\nEnergy per 100 cycles: 54 kWh\nPrice: 649 euros"
    assert outcome(washer, "The Nordwall 12 uses 0.54 kWh a cycle.") != "contradicted"
    assert outcome(washer, "The Nordwall 12 uses 54 kWh per 100 cycles.") == "supported"


def test_an_ordinal_names_a_numbered_row() -> None:
    said = [f"The stage with the most climbing was the {place}." for place in ("second", "third")]
    right, wrong = judge_quantities("", [STAGES], said)
    assert right.score < wrong.score


PRICES = """| Item | Size | Price | Per 100 g |
|---|---|---|---|
| Oats | 500 g | £1.25 | £0.25 |
| Almonds | 200 g | £2.90 | £1.45 |
| Raisins | 1 kg | £4.10 | £0.41 |"""


def test_the_price_of_a_pack_says_nothing_against_that_of_a_kilo() -> None:
    assert outcome(PRICES, "A kilo of oats costs £2.50.") != "contradicted"
    assert outcome(PRICES, "The dearest by weight are the almonds.") != "contradicted"


def test_a_column_of_days_is_told_in_hours() -> None:
    zones = "| Zone | Price | Days |\n|---|---|---|\n| Domestic | 4.99 | 1 |\n| EU | 12.99 | 3 |"
    assert outcome(zones, "To the EU a parcel takes 72 hours.") != "contradicted"
    assert outcome(zones, "The days for the zone Domestic are 24 hours.") == "supported"


def test_the_unit_of_a_head_is_one_word() -> None:
    cars = "| Model | Battery (kWh) | Noise (dB) |\n|---|---|---|\n| Aria S | 58 | 62 |\n"
    cars += "| Vento | 71 | 66 |"
    assert outcome(cars, "The Vento has a battery of 71 kWh.") == "supported"
    assert outcome(cars, "The noise of the Vento is 66 dB.") == "supported"
    assert outcome(cars, "The Vento has a battery of 58 kWh.") != "supported"


def test_a_table_in_thousands_of_us_dollars_holds_what_is_told_in_thousands() -> None:
    table = "(in thousands of U.S. dollars) | 2019 | 2018\nNet sales | 93,662 | 88,120"

    [found] = judge_quantities("", [table], ["Net sales in 2019 were 93,662 thousand dollars."])

    assert found.outcome == "supported"


def test_a_short_claim_gives_the_row_that_is_asked_for_the_value_of_another() -> None:
    plans = (
        "| Plan | Margin | Deposit |\n|---|---|---|\n| Lite | 1.3% | $200 |\n| Max | 0.6% | $900 |"
    )
    asked = "What is the margin on Lite?"
    said = ["There is a margin of 1.3%.", "There is a margin of 0.6%."]
    right, wrong = judge_quantities(asked, [plans], said)
    assert (right.outcome, wrong.outcome) == ("supported", "contradicted")
    [other] = judge_quantities("What does Lite cost?", [plans], ["Max has a margin of 0.6%."])
    assert other.outcome == "supported"


FERRIES = "| Ferry | Bike fee |\n|---|---|\n| Coastal | None |\n| Island | – |\n| Express | €6 |"
CABIN = "Cabin Fjell\nBeds: 4\nSauna: none\nShower: none\nFirewood: free"


@pytest.mark.parametrize(
    ("claim", "told", "expected"),
    [
        ("There is no bike fee on the Coastal ferry.", FERRIES, "supported"),
        ("The Island doesn't charge a bike fee.", FERRIES, "supported"),
        ("The Express has no bike fee.", FERRIES, "open"),
        ("There is no bike fee.", FERRIES, "open"),
        ("The Coastal has no bike fee for children.", FERRIES, "open"),
        ("The cabin has no sauna and no shower.", CABIN, "supported"),
        ("The cabin has no sauna and no firewood.", CABIN, "open"),
    ],
)
def test_a_cell_that_says_none_lacks_what_its_column_names(
    claim: str, told: str, expected: str
) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert found.outcome == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [("The Firm plan has 10 seats.", "contradicted"), ("The Firm plan has 50 seats.", "supported")],
)
def test_lines_that_tell_a_cell_are_one_table_whatever_stands_between(
    claim: str, expected: str
) -> None:
    told = "- Team — Seats: 10\n\nFor friends.\n\n- Firm — Seats: 50\n\nFor staff."

    [found] = judge_quantities("", [told], [claim])

    assert found.outcome == expected
