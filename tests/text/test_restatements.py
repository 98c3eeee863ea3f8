from __future__ import annotations

import pytest

from groundgraph.text.asked.restatements import restated


@pytest.mark.parametrize(
    ("question", "sentence", "said"),
    [
        ("Where did Nils Aune train?", "Nils Aune trained in Molde.", "Molde"),
        ("Where did Nils Aune train?", "He trained in Molde.", "Molde"),
        ("Who built the windmill?", "It was built by Marit Lund.", "Marit Lund"),
        ("Who built the windmill?", "Marit Lund built it.", "Marit Lund"),
        ("Who built the windmill?", "Its builder was Marit Lund.", "Marit Lund"),
        ("How many seats does the hall have?", "The hall has 310 seats.", "310 seats"),
        ("How much is the pass?", "The pass costs €45.", "€45"),
        ("When does the gym open on Mondays?", "On Mondays, it opens at 6 am.", "6 am"),
        ("Which firm bought Kelvo?", "Kelvo was acquired by Brandt & Sons.", "Brandt & Sons"),
        ("To which port does the boat go?", "It goes to Port Ellis.", "Port Ellis"),
        ("In which century was it built?", "It was built in the 12th century.", "12th century"),
        ("What colour is the gate?", "It is green.", "green"),
    ],
)
def test_what_fills_the_gap_of_a_question_is_found(question: str, sentence: str, said: str) -> None:
    assert restated(question, sentence) == said


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Where did Nils Aune train?", "Nils Aune probably trained in Molde."),
        ("Where did Nils Aune train?", "Nils Aune did not train in Molde."),
        ("Where did Nils Aune train?", "Nils Aune trained in Molde in 2011."),
        ("Where did Nils Aune train?", "Nils Aune trained in Molde and lived in Oslo."),
        ("Where did Nils Aune train?", "His brother trained in Molde."),
        ("How many seats does the hall have?", "The hall has more than 300 seats."),
        ("How many seats does the hall have?", "The old hall has 310 seats."),
        ("How much is the pass?", "The pass costs €45 if you pay online."),
        ("Which firm bought Kelvo?", "Kelvo bought Brandt."),
        ("Which firm bought Kelvo?", "Brandt was bought by Kelvo."),
        ("From which city did the train leave?", "The train left before Easter."),
        ("Is the hall open?", "The hall is open today."),
        ("Why is the hall closed?", "The hall is closed for repairs."),
        ("", "The hall is closed."),
    ],
)
def test_what_says_more_or_something_else_is_left_alone(question: str, sentence: str) -> None:
    assert restated(question, sentence) == ""
