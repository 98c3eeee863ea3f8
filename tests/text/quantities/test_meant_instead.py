"""Values that a claim can only mean another of, however few of its words the evidence has."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

GAS = "Gas used, October to March last year: 900 m³. Gas used, October to March this year: 600 m³."
SHARES = (
    "Of the 58 boats that were inspected, 21 had a crack in the hull and a further 4 some rust."
)
REPLIES = "The letter went to 300 tenants; 190 of them replied, 40 after a phone call."
LEGS = (
    "The tram leaves Harl at 07:20 and reaches Ost at 07:50. "
    "The boat leaves Ost at 08:05 and arrives at Munsö at 09:35."
)
SYRUP = "Children take one 200 mg sachet of Neridol four times a day."


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (GAS, "How did gas use change?", "It fell by a third.", "It fell by a half."),
        (SHARES, "", "Fewer than half of the boats had a crack.",
         "More than half of the boats had a crack."),
        (LEGS, "How long is the whole journey?", "Altogether it is two and a quarter hours.",
         "Altogether it is three and a quarter hours."),
        (SYRUP, "", "Children take 0.8 g per day.", "Children take 8 g per day."),
        ("Photos are limited to 4 MB per file.", "", "A photo tops out at about 4,000 kilobytes.",
         "A photo tops out at about 4,000 gigabytes."),
    ],
)  # fmt: skip
def test_another_value_is_wrong(passage: str, question: str, right: str, wrong: str) -> None:
    found = judge_quantities(question, [passage], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (SHARES, "More than half of the boats had been repaired."),  # of something else
        ("Of 50 boats, 21 sank by May and 9 sank by June.", "More than half of the boats sank."),
        ("Lot 1 cost 900 euros. Lot 7 cost 600 euros.", "Wages fell by a half."),
        (
            "The shop opens at 08:00, the café at 09:00, the bar at 17:00.",
            "In all it took 2 hours.",
        ),
    ],
)
def test_what_may_be_of_something_else_is_open(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == "open"


def test_a_share_of_a_part_is_none_of_the_whole() -> None:
    [found] = judge_quantities("", [REPLIES], ["Fewer than half of the tenants replied."])

    assert found.outcome != "supported"
