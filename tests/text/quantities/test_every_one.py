"""What is told in one way of several things comes to their sum where a total is asked for."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ROOM = "The desk cost £120. The chair cost £80. The lamp cost £25."
MIXED = "The grant was £900. The desk cost £120."


@pytest.mark.parametrize(
    ("evidence", "question", "claim", "outcome"),
    [
        (ROOM, "How much did the three cost together?", "Together they cost £225.", "supported"),
        (ROOM, "How much did they cost in all?", "In all they cost £245.", "contradicted"),
        (ROOM, "", "The three cost £225 together.", "supported"),
        (
            ROOM,
            "How much did the desk, the chair and the lamp cost together?",
            "Together they cost £225.",
            "supported",
        ),
        (ROOM, "What did the desk and the chair cost together?", "Together £200.", "supported"),
        (ROOM, "What did the desk and the chair cost together?", "Together £225.", "open"),
        (MIXED, "What was it in total?", "In total it was £950.", "open"),
    ],
)
def test_the_sum_of_all_that_is_told_in_one_way(
    evidence: str, question: str, claim: str, outcome: str
) -> None:
    [found] = judge_quantities(question, [evidence], [claim])
    assert found.outcome == outcome, found.explanation
