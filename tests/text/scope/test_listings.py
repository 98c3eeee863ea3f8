"""Lists of three things and more: one that is listed elsewhere, and one that is left out for it."""

from __future__ import annotations

import pytest

from groundgraph.text.scope import judge_scope

_PAIRS = [
    (
        "What does the kit hold?",
        "The repair kit holds tyre levers, patches, glue and sandpaper. A pump is sold separately.",
        "It holds tyre levers, patches, glue and sandpaper.",
        "It holds tyre levers, patches, a pump and sandpaper.",
    ),
    (
        "Who was on the jury?",
        "Jury: Ms Adeyo (chair), Mr Brandt, Ms Colm, Mr Dietz. Deputies: Ms Evers, Mr Falk.",
        "Adeyo chaired, and Brandt, Colm and Dietz sat with her; Evers and Falk were deputies.",
        "Adeyo chaired, and Brandt, Colm and Falk sat with her; Evers and Dietz were deputies.",
    ),
    (
        "which crops are in field two",
        "Field one grows barley, peas and rape. Field two grows wheat, oats, beans and clover.",
        "Wheat, oats, beans and clover are grown there.",
        "Wheat, oats, peas and clover are grown there.",
    ),
    (
        "In which order do we visit the towns?",
        "The coach leaves for Arlow, then Benning, Corsey and Dunmere.",
        "You visit Arlow, Benning, Corsey and Dunmere.",
        "You visit Arlow, Corsey, Benning and Dunmere.",
    ),
    (
        "What is a ground for dismissal?",
        "Grounds: (a) theft, (b) absence, or (c) rivalry. Lateness is for the foreman.",
        "Theft, absence and rivalry.",
        "Theft, absence and lateness.",
    ),
    (
        "Which languages are offered?",
        "We teach Danish, Finnish and Estonian. Courses in Latvian ended in 2019.",
        "One can learn Danish, Finnish or Estonian, with tests each June.",
        "One can learn Danish, Finnish or Latvian, with tests each June.",
    ),
]


@pytest.mark.parametrize(("question", "told", "right", "wrong"), _PAIRS)
def test_what_stands_elsewhere_in_place_of_what_is_listed_is_wrong(
    question: str, told: str, right: str, wrong: str
) -> None:
    [held] = judge_scope(question, [told], [right])
    [against] = judge_scope(question, [told], [wrong])
    assert held.outcome == "open"
    assert held.score < 0.5
    assert against.outcome == "contradicted"
    assert "list" in against.explanation or "order" in against.explanation


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (  # two lists put together
            "The Sorne and the Tave feed the lake from the north, the Ulle from the east.",
            "The Sorne, the Tave and the Ulle feed the lake.",
        ),
        (  # more than one list has, and nothing left out
            "The band was formed by Dot, Euan and Piers. Nico joined for the second record.",
            "Dot, Euan, Piers and Nico have played in the band.",
        ),
        (  # in other words
            "Call a doctor for a rash, swelling of the face, trouble breathing or dark urine.",
            "Ring for a rash, a swollen face, difficulty breathing or dark water.",
        ),
        (  # what is behind the list
            "Payroll, Procurement and Legal move in May. Marketing follows in July.",
            "Payroll, Procurement and Legal go in May, with Marketing after them.",
        ),
        (  # no order is asked for
            "We sell tea, coffee, cocoa and syrup.",
            "They sell coffee, tea, syrup and cocoa.",
        ),
    ],
)
def test_what_is_put_together_or_in_other_words_is_not_wrong(told: str, claim: str) -> None:
    [judged] = judge_scope("", [told], [claim])
    assert judged.outcome != "contradicted"
    assert judged.score <= 0.5
