"""Short answers that are another number than the evidence has."""

from __future__ import annotations

import pytest

from groundgraph import Example, Passage, load

LEASE = "2.1 The deposit is £1,500.\n2.2 The rent is £700."
ROOMS = """<table>
<tr><th>Room</th><th>Theatre</th><th>Banquet</th></tr>
<tr><td>Garden Room</td><td>140</td><td>96</td></tr>
<tr><td>Library</td><td>60</td><td>40</td></tr>
</table>"""
SEATS = "How many guests can the Garden Room seat for a banquet?"


@pytest.mark.parametrize(
    ("passage", "question", "answer", "label"),
    [
        (LEASE, "How much is the deposit?", "£1,500", "grounded"),
        (LEASE, "How much is the deposit?", "£1,550", "hallucinated"),
        (LEASE, "How much is the deposit?", "£700", "hallucinated"),
        (ROOMS, SEATS, "96 guests.", "grounded"),
        (ROOMS, SEATS, "140 guests.", "hallucinated"),
    ],
)
def test_another_number_is_flagged(passage: str, question: str, answer: str, label: str) -> None:
    example = Example(answer=answer, question=question, passages=(Passage(passage, "1"),))
    [verdict] = load("fused").detect([example])
    assert verdict.label == label
