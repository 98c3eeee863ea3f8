"""What the judge of quantities sees of hours, rates, ranges, ranks and trends."""

from __future__ import annotations

import pytest

from groundgraph.text.hours import days_of
from groundgraph.text.openings import openings_of
from groundgraph.text.quantities import QuantityJudgement, judge_quantities

HOURS = """Name: Brewster's Taproom
Hours:
  Monday: closed
  Tuesday: 16:00 - 23:00
  Saturday: 12:00 - 01:00"""
OPENS = """| Day | Opens | Closes |
|---|---|---|
| Mon-Fri | 09:00 | 17:30 |
| Saturday | 10:00 | 14:00 |"""
DRUGS = """Medication plan
- Ramipril: 5 mg, morning
- Atorvastatin: 20 mg, evening
- Pantoprazole: 40 mg, before breakfast"""
LEAVE = """| Years of service | Days of leave |
|---|---|
| under 2 | 24 |
| 2 to 5 | 27 |
| 6 to 10 | 30 |"""
POST = """| Weight | Price |
|---|---|
| up to 2 kg | €4.90 |
| 2-5 kg | €6.90 |
| over 5 kg | €9.90 |"""
YEARS = """| Metric | 2021 | 2022 | 2023 |
|---|---|---|---|
| Revenue (m$) | 120 | 135 | 150 |
| EBIT (m$) | 12 | 9 | 18 |"""
LANDS = """Country: Norland
Capital: Osk
Currency: crown

Country: Sudland
Capital: Varn
Currency: mark"""
BIDS = """| Vendor | Bid (EUR) | Warranty |
|---|---|---|
| Holt | 48,200 | 2 years |
| Ferro | 51,900 | 5 years |
| Quist | 46,750 | 3 years |"""
WASHERS = (
    "The Arvo used 46 litres of water and 0.7 kWh; its cycle took 2 h 40 min. The Belmor used 52 "
    "litres and 0.55 kWh and was done after 1 h 55 min."
)
ROUTES = (
    "The northern route takes 5 hours and costs 42 euros; the southern route takes 6.5 hours and "
    "costs 29 euros."
)
COUNCIL = (
    "Of the 80 seats on the council, the Greens hold 24 and the Liberals 31; the rest are held "
    "by independents."
)
TRAINS = "The 14:02 from Ghent arrives at 14:47. The 13:55 from Liège arrives at 14:58."
CONTRADICTED = [
    (HOURS, "The taproom closes at 11 pm on Tuesday.", "The taproom closes at 1 am on Tuesday."),
    (HOURS, "Brewster's Taproom is closed on Mondays.", "The taproom is closed on Tuesdays."),
    (OPENS, "It is open from 9 am to 5:30 pm on weekdays.", "It is open from 9 to 5 on weekdays."),
    (OPENS, "It opens at 10 am and closes at 2 pm on Saturday.", "It opens at noon on Saturday."),
    (DRUGS, "Atorvastatin is taken in the evening.", "Atorvastatin is taken in the morning."),
    (POST, "A 3 kg parcel costs €6.90.", "A 3 kg parcel costs €4.90."),
    (POST, "A parcel of 8 kg costs €9.90.", "A parcel of 800 g costs €9.90."),
    (YEARS, "EBIT fell from 2021 to 2022.", "EBIT rose from 2021 to 2022."),
    (YEARS, "Revenue was $135 million in 2022.", "Revenue was $150 million in 2022."),
    (YEARS, "Revenue was highest in 2023.", "Revenue was highest in 2021."),
    (LANDS, "The capital of Norland is Osk.", "The capital of Norland is Varn."),
    (BIDS, "Holt made the second-lowest bid.", "Ferro made the second-lowest bid."),
    (WASHERS, "The Belmor needs less electricity than the Arvo.",
     "The Arvo needs less electricity than the Belmor."),
    (WASHERS, "The Belmor finishes sooner than the Arvo.",
     "The Arvo finishes sooner than the Belmor."),
    (ROUTES, "The southern route is cheaper but slower.", "The southern route is dearer."),
    (TRAINS, "The train from Ghent arrives earlier than the train from Liège.",
     "The train from Liège arrives earlier than the train from Ghent."),
    ("Sales reached EUR 1.2 bn in 2023 (2022: EUR 1.05 bn).",
     "Sales were higher in 2023 than in 2022.", "Sales fell from 2022 to 2023."),
]  # fmt: skip
NOT_SUPPORTED = [
    (LEAVE, "With seven years of service you get 30 days of leave.",
     "With seven years of service you get 27 days of leave."),
    (COUNCIL, "Independents hold 25 seats.", "Independents hold 35 seats."),
    (COUNCIL, "The Liberals hold 31 seats.", "The Liberals hold 24 seats."),
    ("Coffee beans, house roast, 250 g bag: 6.50 euros.",
     "The house roast beans cost 26 euros per kilogram.",
     "The house roast beans cost 13 euros per kilogram."),
    ("The API allows 10 requests per second.", "The API allows 600 requests per minute.",
     "The API allows 100 requests per minute."),
    ("The club's budget is 8 million euros, of which 6 million go to wages.",
     "Three quarters of the club's budget go to wages.",
     "Two thirds of the club's budget go to wages."),
    ("Kovac was CEO from 2010 to 2016. Lindqvist had led the firm since 2003.",
     "Kovac was CEO for six years.", "Kovac was CEO for seven years."),
]  # fmt: skip


def judged(passage: str, claim: str) -> QuantityJudgement:
    [found] = judge_quantities("", [passage], [claim])
    return found


@pytest.mark.parametrize(("passage", "right", "wrong"), CONTRADICTED)
def test_the_wrong_one_is_contradicted(passage: str, right: str, wrong: str) -> None:
    assert judged(passage, right).outcome == "supported"
    assert judged(passage, wrong).outcome == "contradicted"


@pytest.mark.parametrize(("passage", "right", "wrong"), NOT_SUPPORTED)
def test_only_the_right_one_is_supported(passage: str, right: str, wrong: str) -> None:
    assert judged(passage, right).outcome == "supported"
    assert judged(passage, wrong).outcome != "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (OPENS, "The taproom has happy hour from 4 pm to 6 pm on weekdays."),
        (OPENS, "The shop is open from 9 am on most weekdays."),
        (HOURS, "It closed its doors on Tuesday, 5 May 2020."),
        (OPENS, "Beers cost between 7-8 dollars."),
        (OPENS, "It is open from 9 am to 5:30 pm, closing at 2 pm on Saturdays."),
        ("Admission: adults $12, children $7. Family ticket (2 adults, 2 children): $32.",
         "The family ticket saves $6."),
        ("In Oslo it was 12 °C (54 °F) at noon.", "The highest temperature in Oslo was 12 °C."),
        ("A fever began on 2 March. The stent was placed on 4 March.",
         "The fever was gone before the stent was placed."),
        ("Parking costs £2.50 per hour.", "Parking costs £15 per day."),
        ("Name: Olmo Bar\nHours:\n  Monday: 0:0-0:0\n  Tuesday: 9:0-17:0\n  Friday: 9:0-17:0",
         "Olmo Bar is open Monday to Friday from 9 am to 5 pm."),
    ],
)  # fmt: skip
def test_what_may_be_otherwise_is_not_contradicted(passage: str, claim: str) -> None:
    assert judged(passage, claim).outcome != "contradicted"


def test_a_contradicted_claim_names_the_cell() -> None:
    told = judged(OPENS, "It is open from 9 am to 5 pm on weekdays.").explanation

    assert "Mon-Fri" in told
    assert "09:00 | 17:30" in told


def test_days_and_hours_of_fields() -> None:
    assert days_of("Mon-Wed") == {0, 1, 2}
    assert days_of("Sunday roast") == frozenset()
    assert openings_of("9 am - 5:30 pm") == ((540, 1050),)
    assert openings_of("9-5") is None
    assert openings_of("0:0-0:0") == ()
