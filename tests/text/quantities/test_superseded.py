"""Values that were proposed or planned, and those that took their place."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

MINUTES = (
    "Minutes: Lena proposed moving the release to 14 March. Raj objected because of the audit. "
    "The team settled on 21 March; Lena will tell customers."
)
CONCERT = (
    "The concert, originally scheduled for 5 May, has been moved to 12 May: the hall is flooded."
)
FINE = (
    "The prosecutor had asked for a fine of 40,000 euros. The judge agreed to 25,000, citing the "
    "firm's cooperation."
)
BUDGET = "The budget was initially put at 3.2 million. In June it was raised to 4.1 million."
ROOF = "The builder wanted 900 for the roof; in the end they settled for 750."
TALKS = "The union wanted 6 percent; the employers offered 3. They settled on 4.5 percent."


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (CONCERT, "The concert takes place on 12 May.", "The concert takes place on 5 May."),
        (FINE, "The firm was fined 25,000 euros.", "The firm was fined 40,000 euros."),
        (BUDGET, "The budget is 4.1 million.", "The budget is 3.2 million."),
        (ROOF, "The roof cost 750.", "The roof cost 900."),
        (TALKS, "The union wanted 6 percent.", "The union accepted 6 percent."),
        (MINUTES, "Lena proposed 14 March.", "The release takes place on 14 March."),
        (MINUTES, "The release was moved to 21 March.", "The release was moved to 14 March."),
    ],
)
def test_what_was_given_up_is_contradicted(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Ines suggested a rate of 30 euros, and everyone accepted.", "The rate is 30 euros."),
        (MINUTES, "Raj objected to 14 March."),
        (CONCERT, "The concert of 5 May was moved."),
        ("Initially the fee was 20 euros; it was later raised to 25.", "The fee was 20 euros."),
        (
            "He wanted 3 tickets for Saturday, and in the end 2 friends joined him.",
            "The man got 3 tickets for Saturday.",
        ),
    ],
)
def test_what_stayed_or_is_told_as_a_plan_is_not(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"
