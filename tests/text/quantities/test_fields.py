"""Values of rows, columns and fields, each beside that of a neighbour."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

COMPOUNDS = """| | Compound A | Compound B | Compound C |
|:--|:-:|:-:|:-:|
| Melting point (°C) | -12 | 41 | 97 |
| Boiling point (°C) | 118 | 203 | 264 |
| Yield (%) | 64 | 81 | 37 |"""
MODELS = """| | Model A | Model B | Model C |
|:--|--:|--:|--:|
| Weight (kg) | 12 | 15.5 | 19 |
| Load (kg) | 80 | 120 | 150 |"""
TICKETS = """{"team": "Support", "tickets_closed": {"Jan": 311, "Feb": 287, "Mar": 342}}
{"team": "Billing", "tickets_closed": {"Jan": 98, "Feb": 120, "Mar": 104}}"""
SICK = """{"department": "Logistics", "sick_days": {"Q1": 212, "Q2": 147, "Q3": 131}}
{"department": "Sales", "sick_days": {"Q1": 98, "Q2": 102, "Q3": 85}}"""
CLIENTS = """[{"client": "Delmar Foods", "manager": "Yusuf Aydin", "backup": "Clare Roux"},
{"client": "Delta Freight", "manager": "Ines Prado", "backup": "Yusuf Aydin"}]"""
PORTS = """Environments
production: postgres 5432, redis 6379
staging: postgres 5433, redis 6380
dev: postgres 5434, redis 6381"""
MENU = """MAINS
Beef stew ........ 16.50
Mushroom risotto . 13.90
Sea bass ......... 21.00"""
LOANS = """LOAN PERIODS
Books ................ 28 days
Laptops .............. 4 hours, in-library only
DVDs ................. 7 days"""
PARCELS = "Parcel rates\nup to 1 kg: 3.90\nup to 5 kg: 5.90\nup to 10 kg: 8.50\nup to 25 kg: 14.00"
SETTINGS = """| Key | Type | Default | Description |
|---|---|---|---|
| `http.port` | int | 8080 | Public API port |
| `admin.port` | int | 8081 | Health checks and admin UI |
| `metrics.port` | int | 9464 | Prometheus scrape endpoint |"""
LEAVE = """Annual leave entitlement

Years of service | Days per year
0 - 2            | 22
3 - 4            | 24
5 - 9            | 27
10 and over      | 30"""
RATES = "term_months;apr;setup_fee\n12;4.9%;0\n24;5.7%;50\n36;6.3%;50\n60;7.2%;100"
TABLE = "city,opened,rooms\nPorto,2011,64\nBraga,2016,38\nFaro,2019,52"
FLAT = "Line A — Departs: 07:40\nLine A — Fare: 12.50\nLine B — Departs: 08:15\nLine B — Fare: 9.80"
FEATURES = (
    "| Feature | Free | Team | Business |\n|---|---|---|---|\n| Single sign-on | – | – | ✓ |\n"
    "| Guest users | 5 | 25 | unlimited |"
)
LONG = "How many vacation days does someone with 6 years at the company get?"
PAIRS = [
    (
        COMPOUNDS,
        "Boiling point of compound B?",
        "Compound B boils at 203 °C.",
        "Compound B boils at 264 °C.",
    ),
    (COMPOUNDS, "Boiling point of C?", "Compound C boils at 264 °C.", "Compound C boils at 97 °C."),
    (MODELS, "How heavy is model B?", "Model B weighs 15.5 kg.", "Model B weighs 19 kg."),
    (
        TICKETS,
        "How many tickets did the support team close in March?",
        "Support closed 342 tickets in March.",
        "Support closed 287 tickets in March.",
    ),
    (
        SICK,
        "How many sick days did the Logistics department record in Q2?",
        "Logistics recorded 147 sick days in Q2.",
        "Logistics recorded 131 sick days in Q2.",
    ),
    (
        PORTS,
        "what port for staging redis",
        "Staging redis listens on port 6380.",
        "Staging has its redis on port 6379.",
    ),
    (MENU, "", "The mushroom risotto costs 13.90.", "The mushroom risotto costs 16.50."),
    (LOANS, "", "DVDs can be kept for 7 days.", "DVDs can be kept for 28 days."),
    (PARCELS, "", "A 3 kg parcel costs 5.90.", "A 3 kg parcel costs 3.90."),
    (PARCELS, "shipping cost for a 3 kg parcel?", "5.90", "8.50"),
    (SETTINGS, "What port does the metrics endpoint listen on by default?", "9464", "8081"),
    (LEAVE, LONG, "27 days", "30 days"),
    (
        LEAVE,
        "",
        "With six years of service you get 27 days.",
        "With six years of service you get 30 days.",
    ),
    (
        RATES,
        "What APR would I pay on a 36 month loan?",
        "Borrowing over three years carries an APR of 6.3%.",
        "Borrowing over three years carries an APR of 5.7%.",
    ),
    (TABLE, "", "The Braga hotel opened in 2016.", "The Braga hotel opened in 2019."),
    (FLAT, "", "Line B departs at 08:15.", "Line B departs at 07:40."),
    (FEATURES, "How many guest users has Team?", "25 guest users.", "5 guest users."),
]


@pytest.mark.parametrize(("passage", "question", "right", "wrong"), PAIRS)
def test_a_value_is_that_of_its_own_field(
    passage: str, question: str, right: str, wrong: str
) -> None:
    outcomes = [
        judge_quantities(question, [passage], [claim])[0].outcome for claim in (right, wrong)
    ]

    assert outcomes == ["supported", "contradicted"]


def test_a_row_that_has_another_value_is_shown_with_its_own() -> None:
    told = "| Model | Weight | Price |\n|---|---|---|\n| Aro | 1.2 kg | $8 |\n| Bex | 1.6 kg | $9 |"

    [found] = judge_quantities("", [told], ["The Aro weighs 1.6 kg."])

    assert found.outcome == "contradicted"
    assert "1.2 kg" in found.explanation


def test_a_record_is_called_what_its_first_field_says() -> None:
    claims = ["Yusuf Aydin is the manager of Delmar Foods.", "Ines Prado manages Delmar Foods."]
    question = "Who is the account manager for Delmar Foods?"

    right, wrong = [judge_quantities(question, [CLIENTS], [claim])[0] for claim in claims]

    assert right.outcome == "supported"
    assert wrong.outcome == "contradicted"


def test_a_value_reckoned_from_that_of_a_range_is_not_contradicted() -> None:
    told = LEAVE + "\n\nPart-time staff receive leave in proportion to their days, five being full."
    claim = "Someone with six years who works two days out of five gets 10.8 days."

    [found] = judge_quantities("", [told], [claim])

    assert found.outcome != "contradicted"


def test_two_months_that_a_claim_compares_are_not_taken_for_each_other() -> None:
    bills = [
        "BILL 3381  Period: 1-31 July\nTOTAL 29.00",
        "BILL 3290  Period: 1-30 June\nTOTAL 20.00",
    ]

    [found] = judge_quantities("", bills, ["Your July bill is 9.00 higher than June's."])

    assert found.outcome != "contradicted"


SALES = """region,q1,q2,q3
North,412000,398500,441200
South,387900,455300,402750
West,440100,431700,429900"""
RAIN = """| City | May | June |
|---|---|---|
| Aber | 61 | 48 |
| Brix | 40 | 71 |
| Cove | 72 | 52 |"""


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (SALES, "South had the highest Q2 sales.", "West had the highest Q2 sales."),
        (RAIN, "Brix had the highest rainfall in June.", "Cove had the highest rainfall in June."),
    ],
)
def test_the_most_is_that_of_the_column_named(passage: str, right: str, wrong: str) -> None:
    outcomes = [judge_quantities("", [passage], [claim])[0].outcome for claim in (right, wrong)]

    assert outcomes == ["supported", "contradicted"]


def test_the_day_until_which_something_is_told_may_be_another() -> None:
    told = "11 Aug: picked up. 13 Aug: out for delivery. Report created 14 Aug."

    [found] = judge_quantities("", [told], ["As of 14 August it was out for delivery."])

    assert found.outcome != "contradicted"


LAB = """Test            Result   Unit     Reference
Sodium          139      mmol/L   135-145
Potassium       5.6      mmol/L   3.5-5.1"""


def test_values_take_the_unit_of_a_cell_of_its_own() -> None:
    within = "Your potassium is 5.6 mmol/L, which is above the reference range of 3.5 to 5.1."

    sodium, potassium = judge_quantities("", [LAB], ["Sodium was 139 mmol/L.", within])

    assert sodium.outcome == "supported"
    assert potassium.outcome != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "Delivery is free from 39 euros. Below that we charge 4.90 euros.",
            "An order of 45 euros is delivered free.",
        ),
        (
            "QK 18 left Lima at 22:40 and landed in Madrid at 16:25 the next day.",
            "It landed in Madrid at 16:25.",
        ),
    ],
)
def test_a_case_beyond_a_limit_and_a_clock_of_the_next_day_are_right(
    passage: str, claim: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome != "contradicted"


PHONES = """| Spec | Nuvo S | Nuvo S Max |
|---|---|---|
| Display | 6.1" OLED, 90 Hz | 6.7" OLED, 120 Hz |
| Battery | 4,200 mAh | 5,000 mAh |
| Weight | 168 g | 209 g |
| Price from | $599 | $849 |"""


def test_many_values_of_one_column_agree() -> None:
    right = (
        'The Nuvo S Max has a 6.7" 120 Hz screen, a bigger battery (5,000 vs 4,200 mAh), weighs '
        "209 g and starts at $849, i.e. $250 more."
    )
    wrong = right.replace("209 g", "168 g")

    outcomes = [judge_quantities("", [PHONES], [claim])[0].outcome for claim in (right, wrong)]

    assert outcomes[0] != "contradicted"
    assert outcomes[1] != "supported"


@pytest.mark.parametrize(
    "right",
    [
        "The Nuvo S Max has a bigger battery (5,000 vs 4,200 mAh).",
        "The Nuvo S Max has a bigger battery: 5,000 instead of 4,200 mAh.",
        "The Nuvo S Max weighs 209 g, the Nuvo S 168 g.",
        "The Nuvo S costs $599 and has a 4,200 mAh battery.",
    ],
)
def test_two_values_of_a_row_may_be_set_against_each_other(right: str) -> None:
    assert judge_quantities("", [PHONES], [right])[0].outcome == "supported"


@pytest.mark.parametrize(
    "wrong",
    [
        "The Nuvo S Max costs $599.",
        "The Nuvo S Max weighs 168 g.",
        "The Nuvo S costs $599 and has a 5,000 mAh battery.",
    ],
)
def test_the_longer_of_two_names_is_not_the_shorter(wrong: str) -> None:
    assert judge_quantities("", [PHONES], [wrong])[0].outcome == "contradicted"


def test_a_row_told_beside_another_is_not_contradicted() -> None:
    claim = "The Nuvo S Max costs $849, while the S costs $599."

    assert judge_quantities("", [PHONES], [claim])[0].outcome != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        ("Date: 5 August 2024\nDue: 4 September 2024", "due", "contradicted"),
        ("Date: 5 August 2024\nDelivered: 4 September 2024", "delivery", "contradicted"),
        ("Date: 5 August 2024\nTerms: 30 days", "due", "supported"),
    ],
)
def test_a_date_is_that_of_the_field_that_is_named(passage: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [passage], [f"The {claim} date is 5 August 2024."])
    assert judged.outcome == outcome


@pytest.mark.parametrize(
    "told",
    ["2.2 The deposit is refundable.", "(2) The deposit is refundable.", "4.2.1 Deposits are due."],
)
def test_the_number_of_a_clause_is_no_amount(told: str) -> None:
    assert not read(told).amounts
    assert read("2.2 million people came.").amounts


@pytest.mark.parametrize(("value", "outcome"), [("98.90", "contradicted"), ("108.90", "supported")])
def test_a_claim_that_names_one_field_alone_is_held_against_it(value: str, outcome: str) -> None:
    told = '{"order": 5521, "total": 108.9, "carrier": "DHL"}'
    [found] = judge_quantities("", [told], [f"The total is {value}."])
    assert found.outcome == outcome
