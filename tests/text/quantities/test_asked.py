"""Ages and last days that are reckoned from what the question tells or asks."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

MILL = (
    "Harle Mill was built in 1824 and enlarged in 1861. Idle since 1930, it burned down in 1954. "
    "The ruins were cleared in 1960."
)
NOVELIST = (
    "Mara Lindt (born 3 May 1931) trained as a chemist. Her first novel, Salt, came out in October "
    "1968; her second followed in 1975."
)
COMPOSER = "Elsbeth Rahn (born 14 March 1902 in Thun, died 9 January 1971 in Basel) wrote songs."
REPLY = (
    "The defendant must file a reply within 30 days of service. Weekends and holidays do not "
    "extend the period."
)
WORKING = "The defendant must file a reply within 30 working days of service."


def outcome(passage: str, question: str, claim: str) -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            MILL,
            "How old was the mill when it burned down?",
            "About 130 years old.",
            "About 70 years old.",
        ),
        (
            NOVELIST,
            "how old was she when she published her first novel",
            "She was 37.",
            "She was 44.",
        ),
        (
            COMPOSER,
            "At what age did the composer Elsbeth Rahn die?",
            "Rahn lived to the age of 68.",
            "Rahn lived to the age of 69.",
        ),
    ],
)
def test_what_follows_from_the_question_decides(
    passage: str, question: str, right: str, wrong: str
) -> None:
    assert outcome(passage, question, right) == "supported"
    assert outcome(passage, question, wrong) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (REPLY, "We were served on 12 April. Last day?", "The reply is due by 11 May."),
        (WORKING, "We were served on 12 April. Last day?", "The reply is due by 24 May."),
        (MILL, "How old is the mill?", "The mill would be about 200 years old."),
    ],
)
def test_what_may_be_reckoned_otherwise_is_left_open(
    passage: str, question: str, claim: str
) -> None:
    assert outcome(passage, question, claim) != "contradicted"
