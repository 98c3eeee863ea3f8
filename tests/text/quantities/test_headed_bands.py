"""Rows that a header makes limits of ranges, and numbers with what they count."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.grids import said_in

TARIFF = (
    "Parcel tariff, in euro\nWeight up to | Zone 1 | Zone 2 | Zone 3\n2 kg | 6.20 | 9.80 | 14.50\n"
    "5 kg | 8.40 | 12.60 | 19.90\n10 kg | 11.90 | 17.30 | 27.00"
)
LEAVE = "| Years over | Days |\n|---|---|\n| 2 years | 25 |\n| 5 years | 28 |\n| 10 years | 30 |"


@pytest.mark.parametrize(
    ("table", "claim", "outcome"),
    [
        (TARIFF, "A 4 kg parcel to zone 2 costs 12.60 euros.", "supported"),
        (TARIFF, "A 4 kg parcel to zone 2 costs 9.80 euros.", "contradicted"),
        (TARIFF, "A four-kilo parcel to zone 2 costs 9.80 euros.", "contradicted"),
        (TARIFF, "A 2 kg parcel to zone 2 costs 9.80 euros.", "supported"),
        (TARIFF, "A 2 kg parcel to zone 2 costs 12.60 euros.", "contradicted"),
        (TARIFF, "A 7 kg parcel to zone 1 costs 11.90 euros.", "supported"),
        (LEAVE, "After 6 years staff have 28 days.", "supported"),
        (LEAVE, "After 6 years staff have 25 days.", "contradicted"),
    ],
)
def test_an_amount_falls_into_the_row_of_its_range(table: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [table], [claim])
    assert judged.outcome == outcome


def test_the_question_tells_which_row_is_meant() -> None:
    asked = "What does a 4 kg parcel to zone 2 cost?"
    right, wrong = judge_quantities(asked, [TARIFF], ["12.60 euros.", "9.80 euros."])
    assert (right.outcome, wrong.outcome) == ("supported", "contradicted")
    assert "5 kg, Zone 2: 12.60" in wrong.explanation


def test_a_number_stands_with_the_word_behind_it() -> None:
    assert "2 kg" not in said_in("a 4 kg parcel to zone 2")
    assert {"4 kg", "3 day"} <= said_in("4kg within three days")
    assert not any(" " in word for word in said_in("T-71 and T-74"))
