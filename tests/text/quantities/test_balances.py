"""Levels with what came and went: in the end, and before."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

SEATS = (
    "Turnout was 61.4 percent, 3.2 points more than four years ago. The Greens won 27 seats, the "
    "Union 19. The Greens gained five seats, the Union lost eight."
)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Four years ago turnout was 58.2 percent.", "Four years ago turnout was 64.6 percent."),
        ("The Union had twenty-seven seats before.", "The Union had eleven seats before."),
        ("The Greens had twenty-two seats before.", "The Greens had thirty-two seats before."),
    ],
)
def test_what_a_level_was_before_a_change(right: str, wrong: str) -> None:
    good, bad = judge_quantities("", [SEATS], [right, wrong])

    assert good.outcome == "supported"
    assert bad.outcome != "supported"


def test_the_level_itself_is_no_level_before() -> None:
    [judged] = judge_quantities("", [SEATS], ["The Greens won 27 seats."])

    assert judged.outcome == "supported"


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        (
            "The mill employs 84 people. 11 redundancies in weaving and 6 new posts are planned.",
            "The mill will then have 79 workers.",
            "supported",
        ),
        (
            "The mill employs 84 people. 11 redundancies in weaving and 6 new posts are planned.",
            "The mill will then have 73 workers.",
            "contradicted",
        ),
        (
            "The band has 31 players. In May 4 players will leave and 7 new ones will join.",
            "After May the band will have 34 players.",
            "supported",
        ),
    ],
)
def test_what_is_yet_to_come_and_go_counts_where_it_is_asked_for(
    told: str, claim: str, outcome: str
) -> None:
    asked = "How many will there be after the changes?"
    [judged] = judge_quantities(asked, [told], [claim])

    amounts = [check for check in judged.checks if check.kind in {"amount", "derivation"}]
    assert [check.outcome for check in amounts] == [outcome]


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (
            (
                "Of its 64 buses the depot sold 14 in March. Nine new ones were delivered and 3 "
                "old ones went to a museum."
            ),
            "How many buses are there now?",
            "56",
            "62",
        ),
        (
            "Monday stock 90 bottles. Sold by Thursday: 25. Delivered Friday: 40. Sold Friday: 30.",
            "How many bottles were left on Friday night?",
            "75",
            "105",
        ),
    ],
)
def test_all_that_came_and_went_is_counted(
    told: str, question: str, right: str, wrong: str
) -> None:
    good, bad = judge_quantities(question, [told], [right, wrong])

    assert (good.outcome, bad.outcome) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("told", "question", "right"),
    [
        (
            "A crate holds 12 bottles. The bar got nine crates; by ten 70 bottles had been drunk.",
            "How many bottles were left at ten?",
            "38",
        ),
        (
            "The club had 48 boats. Six were lost in the storm, and one of these six was raised.",
            "How many boats are left?",
            "43",
        ),
        (
            "The nest held 9 eggs. A marten took 2, and of those left 4 hatched.",
            "How many eggs are left?",
            "3",
        ),
        (
            (
                "We had 84 chairs on 3 June. By noon 12 had been sold; 30 more came and 10 were "
                "returned broken."
            ),
            "How many chairs are left?",
            "92",
        ),
    ],
)
def test_what_is_none_of_the_same_leaves_the_end_open(told: str, question: str, right: str) -> None:
    [judged] = judge_quantities(question, [told], [right])

    assert judged.outcome != "contradicted"
