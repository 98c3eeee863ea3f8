"""What a clause leaves out, or is told of the thing beside it."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.statements import judge_statements

STOVES = "The Ember stove burns gas, the Calor stove petrol."
POLES = "The Tern has aluminium poles, the Plover carbon ones. Both are sewn in Vietnam."
PLANTS = "The plant in Brno was opened under Strand, that in Porto under Beck."
SHEETS = "The Tern's groundsheet is sold separately, whereas the Plover's is included."
LAWYERS = "Piet Kern was represented by Lydia Quist, Jonas by Harold Penn. Jonas Kern lost."
CLUSTERS = (
    "The staging cluster runs on Fedora, the production cluster on Debian. "
    "The former was set up by Karim, the latter by Oona."
)
PAIRS = [
    (
        "Flights from Oslo to Tromso leave from gate 12, flights from Tromso to Alta from gate 3.",
        "Flights to Alta leave from gate 3.",
        "Flights to Alta leave from gate 12.",
    ),
    (
        "Full-time staff receive 30 days of leave, part-time staff 18.",
        "Part-time staff get 18 days of leave.",
        "Part-time staff get 30 days of leave.",
    ),
    ("The trucks run on diesel, the barges on hydrogen.", "Hydrogen powers the barges.",
     "Diesel powers the barges."),
    (STOVES, "Petrol is burned by the Calor stove.", "Petrol is burned by the Ember stove."),
    (POLES, "The Plover comes with carbon poles.", "The Plover comes with aluminium poles."),
    (PLANTS, "The Porto plant was opened under Beck.", "The Porto plant was opened under Strand."),
    (SHEETS, "The Plover's groundsheet is included.", "A groundsheet is included with the Tern."),
    (LAWYERS, "Jonas Kern's lawyer was Harold Penn.", "Jonas Kern's lawyer was Quist."),
    ("Ana speaks Polish, Ben Czech.", "It is Czech that Ben speaks.", "Ben speaks Polish."),
    (CLUSTERS, "Oona set up the production cluster.", "Karim set up the production cluster."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "right", "wrong"), PAIRS)
def test_the_wrong_one_of_two_is_contradicted(passage: str, right: str, wrong: str) -> None:
    found = [judge_statements("", [passage], [claim])[0] for claim in (right, wrong)]

    assert found[0].outcome != "contradicted"
    assert found[1].outcome == "contradicted"


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


JOINED = [
    (
        "Version 2 of Nib dropped support for PDF, while version 2 of Quill added it.",
        "Support for PDF was dropped in version 2 of Quill.",
    ),
    (
        "Patients on Norvane slept 41 minutes longer, those on placebo nine.",
        "With placebo, patients slept 41 minutes longer.",
    ),
]


@pytest.mark.parametrize(("passage", "claim"), JOINED)
def test_words_of_several_clauses_are_no_support(passage: str, claim: str) -> None:
    [found] = judge_statements("", [passage], [claim])

    assert found.outcome != "supported"


@pytest.mark.parametrize(("passage", "claim"), OPEN)
def test_what_may_be_so_stays_open(passage: str, claim: str) -> None:
    [found] = judge_statements("", passage.split("\n\n"), [claim])

    assert found.outcome != "contradicted", found.explanation


def test_a_game_told_beside_another_of_the_same_two_is_not_the_one_result() -> None:
    told = "Arlo Finch beat Mateus Bril at Brno after losing to him in Graz."

    [found] = judge_quantities("", [told], ["In Graz, Mateus Bril defeated Arlo Finch."])

    assert found.outcome != "contradicted"
