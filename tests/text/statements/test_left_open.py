"""What may be so is left open."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.statements import judge_statements

OPEN = [
    ("Harris scored 21 points, Diaz 17 and Cole 24.", "Cole scored the most points."),
    ("The port filed a complaint against Brenko.", "The port did not sue Brenko."),
    ("The sale of the mill by Ann to Ben fell through.", "Ann did not sell the mill to Ben."),
    ("The shop does not accept returns of opened stoves.", "The shop accepts returns."),
    ("Landa sold a violin to Mira Sole. Sole lent it to her pupil Jun Abe, who played it.",
     "Mira Sole teaches Jun Abe."),
    ("Orvik ends the season with matches on Wednesday at Lisse and Friday at home against Selmar.",
     "Orvik ends the season against Selmar."),
    ("The prize went to the Tern, the Plover team and others.", "The Plover team won a prize."),
    ("Vineyard wins the Cup on a goal. The Vineyarders led.", "The Vineyarders won the Cup."),
    ("The mayor, Ana Ruiz, opened the fair.\n\nIn Orvik, the mayor, Ben Falk, was ill.",
     "The mayor was ill."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "claim"), OPEN)
def test_what_may_be_so_stays_open(passage: str, claim: str) -> None:
    [found] = judge_statements("", passage.split("\n\n"), [claim])

    assert found.outcome != "contradicted", found.explanation


def test_a_game_told_beside_another_of_the_same_two_is_not_the_one_result() -> None:
    told = "Arlo Finch beat Mateus Bril at Brno after losing to him in Graz."

    [found] = judge_quantities("", [told], ["In Graz, Mateus Bril defeated Arlo Finch."])

    assert found.outcome != "contradicted"
