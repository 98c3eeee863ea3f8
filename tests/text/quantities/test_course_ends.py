"""Amounts of an answer tied to what is asked: an end of a change, what is counted, a size."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

START = "Cold start is down from 840 ms to 210 ms thanks to lazy loading."
REPAIR = "Mean time to repair was cut from 180 minutes in January to 90 minutes in March."
HOTEL = "Standing order, Hotel Linde: 18 rolls, 6 baguettes and 30 croissants every morning."
PRICES = "Shop hours run from 8 to 10. The new prices range from 5 euros to 8 euros."
TEA = "Assam 200 g £5.00, 50 g £1.60; Darjeeling 200 g £7.00. Postage is £3."
TANK = ("The tank holds 240 litres.", "The sump beneath holds a further 90 litres.")
JOBS = (
    "2024-05-03 02:47 copy finished, 318,000 MB written, 0 files skipped",
    "The incremental jobs during the week write about 31,800 MB each.",
)
NEW = "What is the new cold start time in seconds?"
MARCH = "How many hours did the repair take in March?"
ROLLS = "How many rolls does the hotel take each morning?"
LARGE = "What does the Assam cost per kilo in the large packet?"


@pytest.mark.parametrize(
    ("question", "evidence", "claim", "outcome"),
    [
        (NEW, START, "The new cold start time in seconds is 0.21 seconds.", "supported"),
        (NEW, START, "The new cold start time in seconds is 0.84 seconds.", "contradicted"),
        ("", START, "The old cold start took 840 ms.", "supported"),
        ("", START, "The old cold start took 210 ms.", "contradicted"),
        ("", START, "Cold start went from 840 ms to 210 ms.", "supported"),
        (MARCH, REPAIR, "The repair took an hour and a half in March.", "supported"),
        (MARCH, REPAIR, "The repair took three hours in March.", "contradicted"),
        (MARCH, REPAIR, "The repair took three hours in January.", "supported"),
        ("", PRICES, "The new prices range from 5 euros.", "supported"),
        (ROLLS, HOTEL, "The hotel takes a dozen and a half each morning.", "supported"),
        (ROLLS, HOTEL, "The hotel takes two and a half dozen each morning.", "open"),
        (LARGE, TEA, "It costs £25 a kilo.", "supported"),
        (LARGE, TEA, "It costs £32 a kilo.", "open"),
    ],
)
def test_an_amount_is_that_of_what_is_asked(
    question: str, evidence: str, claim: str, outcome: str
) -> None:
    [judged] = judge_quantities(question, [evidence], [claim])
    assert judged.outcome == outcome


def test_what_is_alone_is_no_sum() -> None:
    [judged] = judge_quantities("", TANK, ["The tank alone takes around 87 US gallons."])
    assert judged.outcome == "open"


def test_what_is_left_out_contradicts_nothing() -> None:
    question = "What does the tank hold in US gallons, not counting the sump?"
    [judged] = judge_quantities(question, TANK[1:], ["The tank alone takes around 63 US gallons."])
    assert judged.outcome == "open"


def test_a_converted_value_of_another_sentence_that_fits_worse_supports_nothing() -> None:
    question = "How many GB did the copy write?"
    right, wrong = judge_quantities(
        question, JOBS, ["The copy wrote 318 GB in all.", "The copy wrote 31.8 GB in all."]
    )
    assert (right.outcome, wrong.outcome) == ("supported", "open")
