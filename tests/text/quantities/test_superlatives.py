"""What the judge of quantities sees of superlatives over lists."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "Journeys averaged 52 minutes in the capital, 34 in other cities and 41 in villages.",
            "The longest journeys were made in the capital.",
            "The longest journeys were made in villages.",
        ),
        (
            "Bells by weight: Saint Verena 2,140 kg; Saint Anne 1,870; Old Minster 3,300.",
            "The heaviest bell is that of Old Minster.",
            "The heaviest bell is that of Saint Verena.",
        ),
        (
            "The Miro weighs 172 g and lasts nineteen hours; the Lite weighs 158 g and lasts ten.",
            "The Miro lasts longest.",
            "The Lite lasts longest.",
        ),
        (
            "Library visits by branch, October: Eastgate 4,120; Mill Lane 3,875; Harbour 5,010.",
            "Harbour was visited most in October.",
            "Mill Lane was visited most in October.",
        ),
    ],
)
def test_superlatives_over_lists_in_prose(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])
    assert [each.outcome for each in found] == ["supported", "contradicted"]
