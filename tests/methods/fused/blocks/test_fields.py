from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Passage
from groundgraph.methods.fused.blocks.fields import NAMES, conflicts, measure, read_fields
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units

if TYPE_CHECKING:
    from groundgraph.methods.fused.blocks.fields import Fields

ZORBA = {
    "name": "Zorba",
    "attributes": {
        "RestaurantsTakeOut": False,
        "WiFi": "free",
        "OutdoorSeating": None,
        "BusinessParking": {"garage": False, "street": True},
        "Ambience": {"romantic": False, "touristy": False},
        "HasTV": "no",
        "BYOB": "False",
    },
    "hours": {"Monday": "9:0-17:0", "Friday": "9:0-23:30", "Sunday": None},
}


def fields_of(*passages: object) -> Fields:
    texts = [p if isinstance(p, str) else json.dumps(p) for p in passages]
    parts = tuple(Passage(text, str(number)) for number, text in enumerate(texts))
    return read_fields(evidence_units([parts], SentenceSegmenter())[0])


DATA = fields_of(ZORBA)


def counts(claim: str, evidence: Fields = DATA) -> dict[str, float]:
    """Return the features that are not 0."""
    (row,) = measure([claim], evidence)
    return {name: value for name, value in zip(NAMES, row.tolist(), strict=True) if value}


def test_yes_no_fields_are_read_by_their_names_without_generic_words() -> None:
    values = {field.name: field.value for field in DATA.fields}

    assert values["takeout"] is False
    assert values["wifi"] is True
    assert values["outdoorseating"] is None
    assert values["byob"] is False
    assert "name" not in values  # neither yes nor no
    assert "tv" not in values  # too short to be found in running letters


def test_an_object_is_true_when_any_of_its_members_is() -> None:
    values = {field.name: field.value for field in DATA.fields}

    assert values["parking"] is True
    assert values["ambience"] is False


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("It offers take-out.", {"fields_affirmed_but_false": 1}),
        ("It offers takeout.", {"fields_affirmed_but_false": 1}),
        ("It has no take out.", {"fields_agreed": 1}),
        ("It doesn't offer takeout.", {"fields_agreed": 1}),
        ("It doesn’t offer takeout.", {"fields_agreed": 1}),
        ("It has free Wi-Fi.", {"fields_agreed": 1}),
        ("There is no Wi-Fi.", {"fields_denied_but_true": 1}),
        ("Guests love the outdoor seating.", {"fields_affirmed_but_unknown": 1}),
        ("It has no outdoor seating.", {}),
        ("It is a nice place.", {}),
        (
            "It offers street parking, a garage and Wi-Fi.",
            {"fields_agreed": 3, "fields_affirmed_but_false": 1},
        ),
    ],
)
def test_what_a_claim_says_of_a_field_is_held_against_its_value(
    claim: str, expected: dict[str, float]
) -> None:
    assert counts(claim) == {"is_data": 1, **expected}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("On Monday it opens at 9:00 AM and closes at 5 PM.", {}),
        ("On Monday it closes at 17:00.", {}),
        ("On Monday it closes at 8 PM.", {"times_not_of_the_day": 1}),
        ("On Monday and Friday it closes at 11:30 PM.", {}),
        ("On Fridays it opens at 8:00 and closes at 8:15.", {"times_not_of_the_day": 2}),
        ("On Tuesday it is closed.", {"days_not_listed": 1}),
        ("On Tuesday it opens at 9:00.", {"days_not_listed": 1, "times_not_of_the_day": 1}),
        ("On Monday it closes at 9 PM.", {}),  # 9:0 may be in the evening
        ("On Monday 9 guests came.", {}),
        ("It closes at 9 PM.", {}),
    ],
)
def test_times_are_held_against_those_of_the_day(claim: str, expected: dict[str, float]) -> None:
    assert counts(claim) == {"is_data": 1, **expected}


def test_conflicts_name_the_fields_that_say_otherwise() -> None:
    claim = "It offers takeout and outdoor seating, but there is no Wi-Fi."

    assert [field.name for field in conflicts(claim, DATA)] == ["takeout", "wifi"]
    assert conflicts("It has Wi-Fi and no takeout.", DATA) == []


def test_prose_has_no_fields() -> None:
    evidence = fields_of("Zorba offers no takeout on Monday.")

    assert evidence.fields == []
    assert not measure(["It offers takeout on Monday at 9 PM."], evidence).any()
    assert measure([], DATA).shape == (0, len(NAMES))


def test_a_field_that_two_passages_hold_is_true_when_one_says_so() -> None:
    no, yes, unknown = {"WiFi": False}, {"WiFi": True}, {"WiFi": None}

    for passages, value in [((no, yes), True), ((yes, no), True), ((unknown, no), False)]:
        assert [field.value for field in fields_of(*passages).fields] == [value]


VALUES = st.none() | st.booleans() | st.sampled_from(["yes", "no", "9:0-17:0", "25:61", 3, 0.5])
KEYS = st.sampled_from(["WiFi", "Monday", "BusinessParking", "hours", "é", ""]) | st.text()


@given(
    st.dictionaries(KEYS, VALUES | st.dictionaries(KEYS, VALUES)),
    st.text(st.characters()) | st.sampled_from(["No Wi-Fi on Monday at 5 PM", "İ parking"]),
)
def test_no_data_and_no_claim_is_too_odd(data: dict[str, Any], claim: str) -> None:
    evidence = fields_of(data)

    rows = measure([claim, claim], evidence)

    assert np.isfinite(rows).all()
    assert (rows >= 0).all()
    assert len(conflicts(claim, evidence)) <= len(evidence.fields)
