from __future__ import annotations

import pytest

from groundgraph.text.answers.lists import items

NAMES = frozenset({"up", "heat", "the good, the bad and the ugly", "what's up?"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Up, Heat", ["Up", "Heat"]),
        ("Up and Heat.", ["Up", "Heat"]),
        ("Up; Alien; Heat", ["Up", "Alien", "Heat"]),
        ("Heat, The Good, the Bad and the Ugly", ["Heat", "The Good, the Bad and the Ugly"]),
        ("The Good, the Bad and the Ugly", []),
        ("Up", []),
        ("Up, which won an award", []),
        ("Alien, Brazil", []),
        ("Up (2009) and Heat (1995)", ["Up (2009)", "Heat (1995)"]),
        ("the Heat and the Orr Medal", ["the Heat", "the Orr Medal"]),
        ("the heat and the noise", []),
    ],
)
def test_entities_that_an_answer_lists_are_its_items(text: str, expected: list[str]) -> None:
    assert [span.of(text) for span in items(text, NAMES)] == expected
