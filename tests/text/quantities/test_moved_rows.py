"""Several rows of a table that are said to have moved one way."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_TOWNS = """| Town | 2011 | 2021 |
|---|---|---|
| Aldry | 4,310 | 4,702 |
| Bourne | 2,955 | 2,871 |
| Cray | 6,020 | 6,044 |
| Dellow | 1,188 | 1,160 |"""
_PRICES = "Item,January,June\nflour,90,110\nsugar,120,95\nrice,150,165\noats,80,70"


@pytest.mark.parametrize(
    ("question", "told", "right", "wrong"),
    [
        (
            "Which towns lost people?",
            _TOWNS,
            "Two of the four shrank: Bourne and Dellow.",
            "Two of the four shrank: Bourne and Cray.",
        ),
        ("Which towns grew?", _TOWNS, "Aldry and Cray did.", "Aldry and Dellow did."),
        ("", _PRICES, "Sugar and oats have fallen.", "Sugar and rice have fallen."),
        ("What rose?", _PRICES, "Flour and rice.", "Flour and oats."),
    ],
)
def test_each_row_named_has_to_have_moved_so(
    question: str, told: str, right: str, wrong: str
) -> None:
    held, against = judge_quantities(question, [told], [right, wrong])
    assert held.score < 0.5 < against.score
    assert held.outcome == against.outcome == "open"


@pytest.mark.parametrize(
    "claim",
    [
        "Aldry and Bourne did not shrink.",
        "Aldry grew, while Bourne and Dellow shrank.",
        "Cray lost more than Bourne and Dellow.",
    ],
)
def test_what_is_parted_or_denied_is_left_open(claim: str) -> None:
    [judged] = judge_quantities("", [_TOWNS], [claim])
    assert judged.outcome != "contradicted"
    assert judged.score <= 0.5
