"""Where an amount, date or comparison of a claim may be right though no passage tells it.

The lines of ``reckoned.jsonl`` are a passage and a claim each: "open" where the claim follows from
the passage in a way that is not always seen, "contradicted" where it cannot.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

LINES = (Path(__file__).parent / "reckoned.jsonl").read_text(encoding="utf-8").splitlines()
ROWS = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['outcome']}: {row['why']}" for row in ROWS])
def test_what_may_follow_is_not_contradicted_and_what_cannot_is(row: dict[str, str]) -> None:
    [found] = judge_quantities("", [row["told"]], [row["claim"]])

    assert (found.outcome == "contradicted") == (row["outcome"] == "contradicted"), row["why"]


def test_a_claim_that_compares_more_than_is_decided_is_open() -> None:
    told = "The Vale press needs 40 seconds a sheet, the Moor press 25 seconds."
    claim = "The Moor press is faster than the Vale press"

    whole, part = judge_quantities("", [told], [f"{claim}.", f"{claim} and takes larger sheets."])

    assert (whole.outcome, part.outcome) == ("supported", "open")


@pytest.mark.parametrize(
    ("told", "claim", "explanation"),
    [
        ("18% of orders failed.", "82% of orders succeeded.", "100% − 18% = 82% (passage 1)."),
        (
            "Revenue was $200 million. Profit was $30 million, up from $20 million.",
            "The profit margin was 15%.",
            "30,000,000 / 200,000,000 = 15% (passage 1).",
        ),
        (
            "Ada Lind (10 December 1815 – 27 November 1852) was a writer.",
            "Ada Lind was 36 when she died.",
            "10 December 1815 to 27 November 1852 = 36 years old (passage 1).",
        ),
        (
            "Shop A sold 50 bikes, shop B 30 and shop C 10.",
            "Shop A sold 20 more bikes than shop B.",
            "50 − 30 = 20 (passage 1).",
        ),
    ],
)
def test_what_follows_is_told_by_what_the_claim_names(
    told: str, claim: str, explanation: str
) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert (found.outcome, found.explanation) == ("supported", explanation)


@pytest.mark.parametrize(
    ("question", "claim", "outcome"),
    [
        ("Which plan is cheapest?", "Pro is the cheapest plan.", "contradicted"),
        ("Which plan is cheapest?", "Basic is the cheapest plan.", "supported"),
        ("Which plan is cheapest for 4 users?", "Pro is the cheapest plan.", "open"),
        ("", "Pro is the cheapest plan for 4 users.", "open"),
        ("", "Pro is the cheapest plan with support.", "open"),
        ("", "With the cheapest price, Basic is a good plan.", "supported"),
        ("", "Basic is the cheapest plan for 4 users.", "open"),
    ],
)
def test_a_condition_may_leave_out_rows_of_what_is_compared(
    question: str, claim: str, outcome: str
) -> None:
    plans = "| Plan | Price | Users |\n|---|---|---|\n| Basic | $9 | 1 |\n| Pro | $29 | 5 |"

    [found] = judge_quantities(question, [plans], [claim])

    assert found.outcome == outcome


def test_how_long_a_row_takes_is_read_of_a_table_with_more_rows_than_sentences() -> None:
    rows = [("R 71", "06:40", "07:55"), ("IR 903", "08:05", "08:57"), ("R 75", "09:40", "10:55")]
    lines = [
        "| Train | Departs | Arrives |",
        "|---|---|---|",
        *(f"| {' | '.join(r)} |" for r in rows),
    ]
    claims = ["IR 903 takes 52 minutes.", "Compared with R 71, IR 903 is 32 minutes quicker."]

    told, compared = judge_quantities("", ["\n".join(lines)], claims)

    assert (told.outcome, compared.outcome) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The wells gave 210, 250 and 230 litres.", [(210, "l"), (250, "l"), (230, "l")]),
        ("Turn it down for the remaining hour and a half.", [(1.5, "hours")]),
        ("It has a dozen and a half hooks.", [(18, "")]),
        ("They lost a million and a half.", [(1_500_000, "")]),
        ("The first took 12 days, for the other it was 20.", [(12, "days"), (20, "days")]),
    ],
)
def test_amounts_are_read_with_what_is_told_beside_them(
    text: str, told: list[tuple[float, str]]
) -> None:
    assert [(a.number, a.unit.name) for a in read(text).amounts] == told


def test_a_full_third_is_a_part() -> None:
    [part, *_] = read("A full third of the 90 lamps were dim.").amounts

    assert (part.kind, round(part.number, 3)) == ("share", 0.333)


def test_what_is_left_is_told_as_a_sum() -> None:
    told = "Nadia has 31 days of leave. She took eight in May and eleven in August."

    [found] = judge_quantities("", [told], ["Nadia has twelve days left."])

    assert found.explanation == "31 − 8 − 11 = 12 days (passage 1)."


def test_what_a_claim_reckons_from_needs_no_evidence() -> None:
    """The days are supposed, and the sum follows from the rate."""
    told = "After that a fee of 0.20 euros a day is charged."

    right, wrong = judge_quantities(
        "", [told], ["Ten days late costs 2 euros.", "Ten days late costs 3 euros."]
    )

    assert (right.outcome, right.explanation) == ("supported", "10 × 0.2 = €2 (passage 1).")
    assert wrong.outcome != "supported"


def test_a_sum_that_the_claim_makes_of_its_own_parts_is_not_contradicted() -> None:
    told = (
        "They fitted 26 eels with tags. Of the others five had reached the boundary of the area, "
        "while one had got as far as its centre."
    )

    [found] = judge_quantities(
        "", [told], ["Six in total: five at the boundary, one at the centre."]
    )

    assert found.outcome != "contradicted"


def test_so_many_of_so_much_each_may_be_told_in_either_order() -> None:
    told = "Each carton holds 24 tins. A full pallet is made up of 40 cartons."

    right, wrong = judge_quantities("", [told], ["A full pallet carries 960 tins.", "It has 864."])

    assert right.outcome == "supported"
    assert wrong.outcome != "supported"


def test_numbers_of_a_text_in_thousands_are_told_in_full() -> None:
    told = "Orell AG, income statement (CHF thousand). Net sales: 61,400. Net profit: 3,850."

    right, wrong = judge_quantities(
        "", [told], ["The net profit was CHF 3.85 million.", "The net profit was CHF 38.5 million."]
    )

    assert right.outcome == "supported"
    assert wrong.outcome != "supported"


def test_what_a_right_difference_is_reckoned_from_is_told() -> None:
    told = "Branches    67 (last year: 61)\nStaff       1,210 (last year: 1,185)"
    right = "It ended with six more branches than a year before (67)."
    wrong = "It ended with eight more branches than a year before (67)."

    assert judge_quantities("", [told], [right])[0].outcome == "supported"
    assert judge_quantities("", [told], [wrong])[0].outcome != "supported"


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "A studio in Nordhavn costs 1,200 a month on average, one in Valby 800.",
            "Rents in Valby are a third lower than in Nordhavn.",
            "Rents in Valby are a quarter lower than in Nordhavn.",
        ),
        (
            "The Vela lasted 13 hours 10 minutes. The Orbit was done after 10 hours 30 minutes.",
            "The Vela outlasts the Orbit by more than two and a half hours.",
            "The Vela outlasts the Orbit by more than three and a half hours.",
        ),
        (
            "The motion was carried by 11 votes to 6, with 2 abstentions.",
            "It passed by five votes.",
            "It passed by seven votes.",
        ),
    ],
)
def test_margins_in_other_words(told: str, right: str, wrong: str) -> None:
    outcomes = [judge_quantities("", [told], [claim])[0].outcome for claim in (right, wrong)]

    assert outcomes == ["supported", "contradicted"]


def test_a_value_that_is_told_of_another_is_no_gap_of_two_by_chance() -> None:
    told = "Fare evasion: first time 60 euros; second time within a year 120 euros."

    right, wrong = judge_quantities(
        "", [told], ["The second time it costs 120 euros.", "The second time it costs 60 euros."]
    )

    assert right.outcome == "supported"
    assert wrong.outcome != "supported"


def test_what_a_part_leaves_is_not_told_of_that_part() -> None:
    told = "The fleet has thirty boats; most run on diesel, the remaining nine on batteries."
    right = "Nine of the 30 boats run on batteries and the other 21 on diesel."
    wrong = "Twenty-one of the 30 boats run on batteries and the other 9 on diesel."
    [one], [other] = (judge_quantities("", [told], [claim]) for claim in (right, wrong))
    assert one.outcome == "supported"
    assert other.outcome != "supported"
