"""Numbers that count what stands beside them: a claim's own list, the days of one month."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

ROADS = "From 8 to 19 June, new pipes will be laid in Ash Lane, Weir Street and Tithe Road."


def test_a_count_of_what_a_claim_lists_is_not_held_against_other_numbers() -> None:
    [found] = judge_quantities("", [ROADS], ["Two roads get pipes: Ash Lane and Weir Street."])

    assert found.outcome == "open"
    assert not found.checks


def test_a_count_without_a_colon_is_not_refuted_by_the_numbers_of_another_thing() -> None:
    told = ["By a vote of 9 to 5 the libraries in Orrel, Pitt and Great Coll were closed."]
    [found] = judge_quantities("", told, ["Three libraries were closed, in Orrel, Coll and Pitt."])

    assert found.outcome == "open"


def test_a_count_that_the_evidence_tells_otherwise_is_wrong() -> None:
    told = ["Five roads in Harwell are closed for the race, among them Ash Lane and Weir Street."]
    claim = "Two roads in Harwell are closed for the race: Ash Lane and Weir Street."
    [found] = judge_quantities("", told, [claim])

    assert found.outcome == "contradicted"


@pytest.mark.parametrize(
    ("text", "days", "amounts"),
    [
        ("Closed from 8 to 19 June.", [8, 19], 0),
        ("Visits are on 8 or 19 June.", [8, 19], 0),
        ("Closed 8–19 June 2023.", [8, 19], 0),
        ("In June 20 cubic metres were used.", [None], 1),
        ("It was founded in April 7 1815.", [7], 0),
        ("During June 48 were sold.", [None], 1),
    ],
)
def test_days_that_share_a_month_are_dates_and_what_is_measured_is_none(
    text: str, days: list[int | None], amounts: int
) -> None:
    sentence = read(text)

    assert [mention.moment.day for mention in sentence.mentions] == days
    assert sum(not amount.weak for amount in sentence.amounts) == amounts
