from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.methods.fused.blocks.facts import NAMES, conflicts, index, measure
from groundgraph.text.passage_units import Unit
from groundgraph.text.structured import facts

if TYPE_CHECKING:
    from groundgraph.methods.fused.record import DataRecord

_TIMES = "Tuesday Wednesday Thursday".split()
ZORBA = {
    "name": "Zorba",
    "address": "718 State St",
    "city": "Santa Barbara",
    "categories": "Greek, Restaurants",
    "hours": {"Monday": "0:0-0:0", **dict.fromkeys(_TIMES, "11:0-21:0"), "Friday": "11:0-0:0"},
    "attributes": {
        "BusinessParking": {"garage": False, "street": True, "lot": False, "valet": False},
        "RestaurantsReservations": False,
        "OutdoorSeating": True,
        "WiFi": "no",
        "Music": None,
        "Ambience": None,
        "NoiseLevel": "average",
    },
    "business_stars": 4.5,
    "review_info": [{"review_stars": 4.0, "review_text": "Great food."}],
}


def record(text: str) -> DataRecord:
    return index([Unit("1", None, fact.text, fact) for fact in facts(text) or []])


DATA = record(json.dumps(ZORBA))


def counts(claim: str, evidence: DataRecord = DATA) -> dict[str, float]:
    """Return the features that are not 0."""
    (row,) = measure([claim], evidence)
    return {name: value for name, value in zip(NAMES, row.tolist(), strict=True) if value}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("It has a rating of 4.5 out of 5 stars.", {}),
        ("The restaurant has a rating of 4 stars.", {"rating_of_other": 1}),
        ("It has 3 out of 5 stars.", {"rating_absent": 1}),
        ("One customer gave it 4 stars.", {}),
        ("It has Wi-Fi.", {"affirmed_but_false": 1}),
        ("Wi-Fi is not available.", {"facts_agreed": 1}),
        ("It doesn't take reservations, but has a patio.", {"facts_agreed": 2}),
        ("It does not offer Wi-Fi, outdoor seating, or reservations.",
         {"facts_agreed": 2, "denied_but_true": 1}),
        ("Parking options include a lot.", {"facts_agreed": 1, "affirmed_but_false": 1}),
        ("It does not have valet parking.", {"facts_agreed": 1}),
        ("It has live music.", {"affirmed_but_unknown": 1}),
        ("It has no music.", {"denied_but_unknown": 1}),
        ("It is not mentioned whether there is music.", {"facts_agreed": 1}),
        ("The ambience is casual.", {"affirmed_but_unknown": 1}),
        ("It offers delivery.", {"affirmed_but_unlisted": 1}),
        ("It is at 900 State St in Goleta, CA.", {"place_conflict": 2}),
        ("It serves Mexican food.", {"cuisine_absent": 1}),
        ("Zorba is a Greek place at 718 State St in Santa Barbara, CA.", {}),
    ],
)  # fmt: skip
def test_what_a_claim_says_is_held_against_the_record(
    claim: str, expected: dict[str, float]
) -> None:
    assert counts(claim) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("It is open Tuesday to Thursday from 11 AM to 9 PM.", {"hours_agreed": 1}),
        ("It is open from 11:00 to 21:00 on Tuesdays.", {"hours_agreed": 1}),
        ("It is open on Fridays from 11 AM to midnight.", {"hours_agreed": 1}),
        ("It is open from 11 AM to 9 PM on Tuesday and until midnight on Friday.",
         {"hours_agreed": 2}),
        ("It is closed on Mondays and weekends.", {"hours_agreed": 1}),
        ("It is open 11 AM to 9 PM on Tuesday, and on Monday it is closed.", {"hours_agreed": 2}),
        ("It is open on Tuesday from 9 AM to 5 PM.", {"hours_conflict": 1}),
        ("It is open 24 hours on Tuesday.", {"hours_agreed": 1}),
        ("It is open daily.", {"open_but_closed": 3}),
        ("It is closed on Fridays.", {"closed_but_open": 1}),
        ("From 9 AM to 5 PM on weekdays it is open.", {"open_but_closed": 1, "hours_conflict": 4}),
    ],
)  # fmt: skip
def test_opening_hours_are_held_against_the_days(claim: str, expected: dict[str, float]) -> None:
    assert counts(claim) == expected


def test_a_conflict_cites_the_fact_by_its_path() -> None:
    (fact,) = conflicts("It offers free Wi-Fi.", DATA)

    assert fact.path == ("attributes", "WiFi")


def test_prose_has_no_facts() -> None:
    evidence = index([Unit("1", None, "Zorba has no Wi-Fi.", None)])

    assert not measure(["It has Wi-Fi from 9 AM on Monday."], evidence).any()
    assert conflicts("It has Wi-Fi.", evidence) == []


VALUES = (
    st.none() | st.booleans() | st.sampled_from(["no", "9:0-17:0", "25:61", 3, 0.5]) | st.text()
)
KEYS = st.sampled_from(["WiFi", "Monday", "hours", "stars", "city", "é", ""]) | st.text()


@given(
    st.dictionaries(KEYS, VALUES | st.dictionaries(KEYS, VALUES), min_size=1),
    st.text(st.characters()) | st.sampled_from(["No Wi-Fi on Monday at 99:99 PM, rated 9 stars"]),
)
def test_no_data_and_no_claim_is_too_odd(data: dict[str, Any], claim: str) -> None:
    evidence = record(json.dumps(data))

    rows = measure([claim, claim], evidence)

    assert np.isfinite(rows).all()
    assert (rows >= 0).all()
    assert all(fact.path for fact in conflicts(claim, evidence))
