"""What a table of periods counts where its title, or the question alone, names it."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

LOANS = """| Branch | Q1 | Q2 | Q3 |
|---|---|---|---|
| Harbour | 140 | 155 | 160 |
| Market | 120 | 190 | 175 |"""
QUESTION = "How many loans did Market have in Q2?"


@pytest.mark.parametrize("title", ["", "Loans per branch\n", "## Loans per branch\n\n"])
@pytest.mark.parametrize(
    ("told", "outcome"),
    [
        ("Market held 190 loans in Q2.", "supported"),
        ("Market held 120 loans in Q2.", "contradicted"),
        ("Market held 200 loans in Q2.", "contradicted"),
        ("200 loans", "contradicted"),
    ],
)
def test_the_title_or_the_question_names_what_is_counted(
    title: str, told: str, outcome: str
) -> None:
    (found,) = judge_quantities(QUESTION, [title + LOANS], [told])

    assert found.outcome == outcome


def test_what_neither_names_stays_open() -> None:
    (found,) = judge_quantities("And Market?", [LOANS], ["Market held 200 loans in Q2."])

    assert found.outcome != "contradicted"
