"""The last day of a time limit, which a passage tells by its length and its first day."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

APPEAL = "Appeals must be filed within three weeks of the ruling, which was made on 5 May 2025."


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("You have to appeal by 26 May 2025.", "supported"),
        ("The deadline for an appeal is 26 May 2025.", "supported"),
        ("You have to appeal by 5 June 2025.", "contradicted"),
        ("You have to appeal by 25 May 2025.", "open"),  # by another way of counting
        ("The ruling was made on 5 May 2025.", "supported"),
        ("The ruling was made on 26 May 2025.", "open"),
    ],
)
def test_the_last_day_is_reckoned(claim: str, expected: str) -> None:
    [found] = judge_quantities("What is the deadline for appeals?", [APPEAL], [claim])

    assert found.outcome == expected


def test_it_is_told_how() -> None:
    [found] = judge_quantities("", [APPEAL], ["Appeals must be filed by 2 June 2025."])

    assert found.explanation == (
        "“2 June 2025” is not right: 5 May 2025 + three weeks = 26 May 2025 (passage 1)."
    )


@pytest.mark.parametrize(
    "passage",
    [
        "Claims are settled within two weeks of their receipt. The office opened on 5 May 2025.",
        "Claims are settled within two weeks. The claim came in on 5 May 2025.",
        "Claims of 1 May and 5 May 2025 are settled within two weeks of their receipt.",
    ],
)
def test_a_limit_that_runs_from_another_day_tells_none(passage: str) -> None:
    [found] = judge_quantities("", [passage], ["Claims are settled by 30 June 2025."])

    assert found.outcome != "contradicted"
