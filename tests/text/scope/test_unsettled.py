"""What is proposed, planned or alleged, and a claim that it was done."""

from __future__ import annotations

import pytest

from groundgraph.text.scope.judge import judge_scope

BOARD = "The board will consider closing the Linz plant at its May meeting."
FEE = "The ministry proposed raising the fee to 40 euros; parliament has not voted on it yet."
CEO = "The chief executive was accused of insider trading; the trial begins in March."
API = "The old interface is deprecated and will be removed in version 5."


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (BOARD, "The board closed the Linz plant."),
        (BOARD, "The board decided to close the Linz plant."),
        (FEE, "The fee was raised to 40 euros."),
        (FEE, "Parliament approved raising the fee to 40 euros."),
        (CEO, "The chief executive was convicted of insider trading."),
        (API, "The old interface has been removed."),
        ("The city plans to build a new school.", "The city has built a new school."),
        ("He tried to climb the north face.", "He climbed the north face."),
    ],
)
def test_what_is_open_was_not_done(told: str, claim: str) -> None:
    [judged] = judge_scope("", [told], [claim])

    assert judged.outcome == "contradicted"
    assert judged.deciding[0].kind == "modality"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (BOARD, "The board will consider closing the Linz plant."),
        (FEE, "The ministry proposed raising the fee to 40 euros."),
        (FEE, "A rise of the fee to 40 euros was proposed."),
        (CEO, "The chief executive was accused of insider trading."),
        (API, "The old interface is deprecated."),
        (f"{BOARD} In June the board closed the Linz plant.", "The board closed the Linz plant."),
        ("The grant request was submitted by Lena Ortiz.", "Lena Ortiz submitted the request."),
        ("The eclipse will last four minutes.", "The eclipse lasted four minutes."),
        ("The city plans to build a school. It built a bridge.", "The city built a bridge."),
    ],
)
def test_what_was_done_or_is_told_as_open_is_not_contradicted(told: str, claim: str) -> None:
    [judged] = judge_scope("", [told], [claim])

    assert judged.outcome != "contradicted"
