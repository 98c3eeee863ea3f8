"""Digits that ``int`` does not read, wherever the readers of numbers and dates expect some."""

from __future__ import annotations

import pytest

from groundgraph import check

DIGITS = "²¹⁰₂①⑳❶½፩٣०３Ⅳ四𝟐"
"""Raised, lowered and circled ones, and those of other scripts."""
PLACES = (
    "It opened on {0} May 2015, on May {0}, on the {0}th and on 1 May 202{0}.",
    "Open at {0} am, half past {0}, 9:{0}0 or in Q{0} 2024.",
    "The {0}nd highest of {0}/{0}, on page {0}nd, in the {0}nd minute of round {0}.",
    "{0}. Wipe it",
    "Step {0}: open {0}'{0}\" of the {0}th century in FY{0}, for €({0})m.",
    "{0}{0}-{0}{0}-{0}{0}",
    "| | 2023{0} | {0} |\n|---|---|---|\n| EBITDA{0} (€m) | 61.4 | {0} |\n| {0} | {0} | 4{0} |",
    "Qty  Q{0} 202{0}  {0}\nfoo  {0}  {0}\nbar  {0}  4",
)


@pytest.mark.parametrize("digit", DIGITS)
def test_no_digit_ends_in_an_error(digit: str) -> None:
    lines = [place.format(digit) for place in PLACES]
    verdict = check(
        question=f"What was EBITDA in 2023{digit}, and when was the {digit}th?",
        passages=["\n".join(lines), lines[-2]],
        answer=" ".join(lines[:6]),
    )

    assert verdict.label in {"grounded", "hallucinated", "unverifiable"}
