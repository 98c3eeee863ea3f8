"""What an amount is reckoned from, and a date in another role, are not what is asked."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ROOMS = "Half of the 60 rooms have a sea view."
EXAM = "34 of the 50 students passed the exam."
TOURS = "The lake tour costs $5 more than the city tour, which is $20."
CLUB = "This year the club signed up twice as many as last year, when it signed up 200."
DOSE = "The patient takes 5 mg twice daily."
OPENING = "More than 500 people came to the opening."
MUSEUM = "The museum is open from 9:00 to 17:00."
MEETING = "The meeting was moved from Tuesday to Thursday."
BERG = "Ms Berg has led the department since 2015."
HUT = "The hut stands at 2,340 m, above the village of Prada (1,460 m)."
EXAMS = "You have to register no later than three weeks ahead of your date."
CLUB_HEADS = "He led the club until 2015, when Ms Berg took over."


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (ROOMS, "How many rooms have a sea view?", "60"),
        (ROOMS, "How many rooms have a sea view?", "60 rooms have a sea view."),
        (EXAM, "How many passed?", "50 students passed."),
        (TOURS, "What does the lake tour cost?", "$5"),
        (CLUB, "How many did it sign up this year?", "200"),
        (DOSE, "What is the daily dose?", "5 mg a day"),
        (OPENING, "How many came?", "At most 500."),
        (MUSEUM, "When does the museum close?", "It closes at 9:00."),
        (MUSEUM, "When does the museum close?", "At 9:00."),
        (MEETING, "When is the meeting?", "On Tuesday."),
        (BERG, "", "Ms Berg led the department until 2015."),
    ],
)
def test_a_base_or_another_role_is_wrong(passage: str, question: str, claim: str) -> None:
    (found,) = judge_quantities(question, [passage], [claim])

    assert found.outcome == "contradicted"


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (ROOMS, "How many rooms have a sea view?", "30"),
        (ROOMS, "How many rooms have a sea view?", "There are 60 rooms."),
        (ROOMS, "How many rooms have a sea view?", "30 of the 60 rooms."),
        (EXAM, "How many passed?", "34"),
        (TOURS, "What does the lake tour cost?", "$25"),
        (TOURS, "What does the lake tour cost?", "It costs $5 more than the city tour."),
        (CLUB, "How many did it sign up last year?", "200"),
        (DOSE, "What is a single dose?", "5 mg"),
        (DOSE, "What is the daily dose?", "10 mg a day"),
        (OPENING, "How many came?", "At least 500."),
        (MUSEUM, "When does the museum close?", "It closes at 17:00."),
        (MEETING, "When is the meeting?", "On Thursday."),
        (MEETING, "When was it to be first?", "It was planned for Tuesday originally."),
        (BERG, "", "Ms Berg has led the department since 2015."),
        (CLUB_HEADS, "", "Ms Berg has led the club since 2015."),
        (HUT, "What altitude is the hut at?", "2,340 metres"),
        (EXAMS, "How soon must I sign up?", "At least three weeks before your date."),
    ],
)
def test_what_is_asked_is_not(passage: str, question: str, claim: str) -> None:
    (found,) = judge_quantities(question, [passage], [claim])

    assert found.outcome != "contradicted"
