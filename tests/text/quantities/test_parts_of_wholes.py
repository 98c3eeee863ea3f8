"""Parts of a whole: the rest of it, and some of "them"."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_POLLS = "Seven of the town's ten polling stations can be reached without steps."
_BUSES = "Nine of our twelve buses run on gas."
_FLATS = "Of the 48 flats, 41 had been let by June. The rest are being painted."


@pytest.mark.parametrize(
    ("told", "rest", "part"),
    [
        (_POLLS, "Three of the ten lack step-free access.", "Three of the ten are without steps."),
        (
            _POLLS,
            "Three of the ten cannot be reached without steps.",
            "Three of ten stations can be reached without steps.",
        ),
        (_BUSES, "Three of the twelve do not run on gas.", "Three of the twelve run on gas."),
        (
            _FLATS,
            "Seven of the 48 flats had not been let by June.",
            "Seven of the 48 flats had been let by June, the rest are being painted.",
        ),
    ],
)
def test_the_rest_of_a_whole_is_not_what_is_told_of_a_part(told: str, rest: str, part: str) -> None:
    right, wrong = judge_quantities("", [told], [rest, part])
    assert right.outcome == "supported"
    assert wrong.outcome != "supported"


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        (
            "Each of the six lighthouses was manned. Today a warden is at Holm and at Point Ness.",
            "All six lighthouses are automatic now, yet two of them still have a warden.",
            "open",
        ),
        (
            "All eight gates were open. A guard stood at the north gate and at the south gate.",
            "All eight gates were open, but two of them had a guard.",
            "open",
        ),
        ("Of the nine, six were open.", "Six of them were open.", "supported"),
        ("The six gates were open.", "The gates were open, five of them.", "open"),
    ],
)
def test_some_of_them_are_fewer_than_all(told: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [told], [claim])
    assert judged.outcome == outcome


def test_a_difference_is_no_end_of_what_is_new() -> None:
    told = "With the new pump, pressure dropped from 47 to 36 bar in the front line."
    question = "Is the new pump better?"
    [right] = judge_quantities(question, [told], ["Pressure dropped by 11 bar in the front line."])
    [wrong] = judge_quantities(question, [told], ["The new pump runs at 47 bar."])
    assert right.outcome == "supported"
    assert wrong.outcome != "supported"


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("Group B was the smallest and had the most drop-outs.", "supported"),
        ("Group B was the smallest and had the fewest drop-outs.", "contradicted"),
        ("Group C was the largest and had the fewest drop-outs.", "supported"),
    ],
)
def test_two_superlatives_are_each_of_a_list_of_their_own(claim: str, outcome: str) -> None:
    told = "Group A had 86 people, group B 79 and group C 91. Drop-outs: 5 in A, 11 in B, 3 in C."
    [judged] = judge_quantities("", [told], [claim])
    assert judged.outcome == outcome
