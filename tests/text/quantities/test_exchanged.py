"""Two amounts or dates of one sentence, told each of what the other is."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

VOTES = "Anna got 12 votes, Ben 15 and Carl 9."
RISE = "Revenue rose from $4.2m to $5.1m while costs fell from $3.0m to $2.8m."
LAMPS = "Ben sold 12 lamps in May and 15 in June."


def outcome(told: str, claim: str) -> str:
    [found] = judge_quantities("", [told], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (VOTES, "Ben got 12 votes and Anna 15."),
        (RISE, "Revenue rose from $5.1m to $4.2m."),
        (LAMPS, "He sold 12 in June and 15 in May."),
        ("Adults pay 12 euros, children 6 euros.", "Adults pay 6 euros and children 12 euros."),
        (
            "Of those on the drug 61% improved, against 43% on placebo.",
            "On the drug 43% improved, compared with 61% on placebo.",
        ),
        (
            "The shop opens at 9 and the cafe at 11.",
            "The cafe opens at 9 and the shop at 11.",
        ),
        (
            "The law was passed in 2010 and repealed in 2015.",
            "It was repealed in 2010, passed in 2015.",
        ),
        (
            "The concert in Oslo is on 3 May and the one in Rome on 5 June.",
            "On 5 June there is a concert in Oslo, on 3 May in Rome.",
        ),
    ],
)
def test_values_that_are_exchanged_are_contradicted(told: str, claim: str) -> None:
    assert outcome(told, claim) == "contradicted"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (VOTES, "Ben got 15 votes and Anna 12."),
        (
            "Model A14: 14 inches, 1.3 kg. Model A16: 16 inches, 1.9 kg.",
            "The A16 weighs 1.9 kg, while the A14 weighs 1.3 kg.",
        ),
        (VOTES, "Ben's 15 votes beat Anna's 12."),
        (VOTES, "Anna and Ben got 12 and 15 votes."),
        (RISE, "Revenue grew to $5.1m, up from $4.2m."),
        (LAMPS, "In June Ben sold 15 lamps, in May 12 of them."),
        (LAMPS, "Sales rose from 12 in May to 15 in June."),
        ("It will be 33°C (or 91°F) on Saturday.", "Saturday's maximum is 91°F (33°C)."),
        (
            "He worked with 8 to 10 staff and 100 to 200 locals from May 2011 on, says Ms Pott.",
            "In May 2011 he began to work with 8 to 10 staff and 100 to 200 locals.",
        ),
        (
            "The law was passed in 2010 and repealed in 2015.",
            "Repealed in 2015, it was passed in 2010.",
        ),
        ("Ann and Bo paid 12 and 15 euros respectively.", "Ann paid 12 euros and Bo 15."),
    ],
)
def test_the_same_values_in_another_order_are_not(told: str, claim: str) -> None:
    assert outcome(told, claim) != "contradicted"


def test_what_another_sentence_says_straight_is_not_exchanged() -> None:
    told = f"{VOTES} In the second round Ben got 12 votes and Anna 15."

    assert outcome(told, "In the second round, Ben got 12 votes and Anna 15.") != "contradicted"
