"""To which side comparisons lean by what the evidence compares in words."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "The Pro weighs more than the Air. The Mini is lighter than the Air.",
            "The Air is lighter than the Pro.",
            "The Pro is lighter than the Air.",
        ),
        (
            "The Pro weighs more than the Air. The Mini is lighter than the Air.",
            "The Mini is the lightest.",
            "The Pro is the lightest.",
        ),
        (
            "A ton of willow chips gives 14 gigajoules, straw a little less.",
            "Willow chips yield more energy than straw.",
            "Straw yields more energy than willow chips.",
        ),
        (
            "Of the two printers, the Lexa is faster, while the Kano is cheaper to run.",
            "The Kano is the slower one of the two.",
            "The Lexa is the slower one of the two.",
        ),
        (
            "Premium costs more than Basic but less than Ultra.",
            "Ultra is the most expensive plan.",
            "Ultra is the cheapest plan.",
        ),
        (
            "Hydraulic lime sets faster than putty, and hot mix faster than either.",
            "The quickest of the three to set is hot mix.",
            "The quickest of the three to set is putty.",
        ),
        (
            "Garden Court has the largest kitchen; Mill House has the smallest.",
            "Garden Court has the largest kitchen.",
            "Garden Court has the smallest kitchen.",
        ),
    ],
)
def test_claims_lean_to_what_is_told_the_other_way(told: str, right: str, wrong: str) -> None:
    one, other = judge_quantities("", [told], [right, wrong])
    assert one.score < other.score
    assert one.outcome != "contradicted"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (
            "Before the update the app was slower than its rival.",
            "The app is faster than its rival.",
        ),
        (
            "Marie is taller than her brother Paul, though he is older.",
            "Marie is younger than Paul.",
        ),
        ("It was believed that the oak is taller than the ash.", "The ash is taller than the oak."),
        (
            "The basin is not as warm as the pool, but warmer than the lake.",
            "The basin is the warmest.",
        ),
    ],
)
def test_what_was_so_or_is_told_of_another_speaks_against_nothing(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])
    assert found.score == 0.5


def test_words_are_held_above_amounts_of_another_measure() -> None:
    told = "Muffin (m, 6 y): 5.4 kg, teeth fine. Olive (f, 9 y): slightly lighter than Muffin."
    asked = "Which cat is heavier, Muffin or Olive?"
    claims = ["Muffin weighs a little more than Olive.", "Olive weighs a little more than Muffin."]
    right, wrong = judge_quantities(asked, [told], claims)
    assert right.score < wrong.score
    assert wrong.outcome != "supported"
