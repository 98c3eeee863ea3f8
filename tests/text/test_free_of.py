"""Questions for what something is free of, or contains."""

from __future__ import annotations

import pytest

from groundgraph.text.asked.questions import statement_form
from groundgraph.text.passage_units import Unit
from groundgraph.text.short_answers.free_of import says_free_of

BAR = (
    "Ingredients: oat flakes 46%, honey 18%, dried apple.",
    "Contains gluten.",
    "May contain traces of nuts.",
    "Free from milk, egg and soya.",
)
GEL = ("Our shower gel contains no parabens.", "It is perfume-free.", "Contains coconut oil.")


def said(question: str, told: tuple[str, ...]) -> bool | None:
    form = statement_form(question)
    assert form is not None
    found = says_free_of(form, [Unit("1", None, text, None) for text in told])
    return None if found is None else found[0]


@pytest.mark.parametrize(
    ("told", "question", "yes"),
    [
        (BAR, "Is it gluten-free?", False),
        (BAR, "Is it free of milk?", True),
        (BAR, "Does it contain egg?", False),
        (BAR, "Does the bar contain honey?", True),
        (GEL, "Is it perfume-free?", True),
        (GEL, "Does the product contain parabens?", False),
        (BAR, "Does it contain nuts?", None),
        (BAR, "Is it sugar-free?", None),
        (BAR, "Is the chocolate milk-free?", None),
        (BAR, "Is shipping free?", None),
    ],
)
def test_what_something_contains_or_not(
    told: tuple[str, ...], question: str, yes: bool | None
) -> None:
    assert said(question, told) is yes


def test_sentences_of_a_text_that_was_cut_tell_of_one_thing() -> None:
    form = statement_form("Is it gluten-free?")
    assert form is not None
    cut = [Unit(str(n), None, text, None) for n, text in enumerate(BAR)]

    assert says_free_of(form, cut) == (False, 1)
    assert says_free_of(form, [*cut, Unit("3", None, "Keep dry.", None)]) is None
