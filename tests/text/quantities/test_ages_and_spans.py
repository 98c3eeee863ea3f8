"""How old somebody was and how long something lasted, by the calendar."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ELLERY = (
    "Margaret Ellery died on 4 March 2019. She was born on 19 August 1931."
    " Her dog Rex died in 2003."
)
KERN = "Ivo Kern (3 June 1950 – 2 January 2010) was a chemist."
LUND = "Mara Lund was born in 1920 and died in 1999."
CONTRACT = "The contract ran from 1 October 2015 to 1 February 2018."
SIEGE = "The siege began on 30 December 1898 and ended on 2 January 1899."
TRAIN = "The train left at 21:40 and arrived at 23:10."


@pytest.mark.parametrize(
    ("passage", "question", "claim", "expected"),
    [
        (ELLERY, "How old was Margaret Ellery when she died?", "She was 87.", "supported"),
        (ELLERY, "How old was Margaret Ellery when she died?", "She was 88.", "contradicted"),
        (KERN, "How long did Kern live?", "Kern lived for 59 years.", "supported"),
        (LUND, "How old was Mara Lund when she died?", "She was 78 or 79.", "supported"),
        (LUND, "How old was Mara Lund when she died?", "She was 79 or 80.", "open"),
        (LUND, "How old was Mara Lund when she died?", "She was 80 or 81.", "contradicted"),
        (LUND, "", "Mara Lund was 78 or 79 when she died.", "supported"),
        (CONTRACT, "", "The contract ran for two years.", "supported"),
        (CONTRACT, "", "The contract ran for more than two years.", "supported"),
        (CONTRACT, "", "The contract ran for three years.", "contradicted"),
        (CONTRACT, "", "The contract ran for 28 months.", "supported"),
        (SIEGE, "", "The siege lasted a year.", "contradicted"),
        (SIEGE, "", "The siege lasted three days.", "supported"),
        (SIEGE, "", "The siege lasted four days.", "supported"),  # both days counted
        (SIEGE, "", "The siege lasted five days.", "contradicted"),
        (TRAIN, "How long was the journey?", "The journey was 90 minutes long.", "supported"),
        (TRAIN, "How long was the journey?", "The journey was two hours.", "contradicted"),
    ],
)
def test_full_years_and_days_are_counted(
    passage: str, question: str, claim: str, expected: str
) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == expected


def test_sixty_years_are_not_those_of_a_life_of_fifty_nine() -> None:
    [found] = judge_quantities("How long did Kern live?", [KERN], ["Kern lived for 60 years."])

    assert found.outcome != "supported"


@pytest.mark.parametrize(
    ("passage", "claim", "told"),
    [
        (CONTRACT, "The contract ran for three years.", "1 February 2018 − 1 October 2015 = 28 m"),
        (SIEGE, "The siege lasted a year.", "2 January 1899 − 30 December 1898 = 3 days"),
        (
            "Marta Klein finished in 2:14:09, ahead of Ama Boateng (2:15:32).",
            "Boateng finished 2 minutes and 23 seconds behind Klein.",
            "2:15:32 − 2:14:09 = 1 minute 23 seconds",
        ),
        (
            "Ellery joined Harcourt & Pell in 1954. She became a partner in 1966.",
            "Ellery became a partner in 1966, ten years after she joined.",
            "“ten years after” is not right: 1966 − 1954 = 12 years",
        ),
    ],
)
def test_it_is_told_how_a_time_is_reckoned(passage: str, claim: str, told: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == "contradicted"
    assert told in found.explanation


HOLT = "Holt became CEO in May 2023 at the age of 46."


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        (HOLT, "Holt was born in 1976.", "supported"),
        (HOLT, "Holt was born in 1976 or 1977.", "supported"),
        (HOLT, "Holt was born in 1977 or 1978.", "open"),
        (HOLT, "Holt was born in 1970.", "contradicted"),
        (HOLT, "Holt was born in 2023.", "contradicted"),
        ("Holt joined in 2001 and left at the age of 46.", "Holt was born in 1970.", "open"),
        ("Anna Orr retired in 1985.", "Anna Orr died in 1990.", "open"),
        ("Anna Orr died in 1985.", "Anna Orr died in 1990.", "contradicted"),
        ("Ada Lund (1802–1870) wrote.", "Ada Lund was born in 1804.", "open"),
    ],
)
def test_a_birth_is_held_against_births_and_ages_alone(
    passage: str, claim: str, expected: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == expected


MONCRIEFF = "She qualified in 1904, a year after Edith Moncrieff."
NORLAND = "Norland withdrew in March 1961, three years earlier than Sudmark."
BRIDGE = "The bridge opened two years before the tunnel, in 1974."


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        (MONCRIEFF, "Moncrieff qualified in 1903.", "supported"),
        (MONCRIEFF, "Moncrieff qualified in 1904.", "open"),
        (NORLAND, "Norland withdrew in 1961.", "supported"),
        (NORLAND, "Sudmark withdrew in 1964.", "supported"),
        (NORLAND, "Sudmark withdrew in 1961.", "open"),
        (BRIDGE, "The bridge opened in 1974.", "supported"),
        (BRIDGE, "The tunnel opened in 1976.", "supported"),
        (BRIDGE, "The tunnel opened in 1974.", "open"),
    ],
)
def test_what_is_told_by_its_distance_from_a_date_is_of_another(
    passage: str, claim: str, expected: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == expected


def test_an_hour_in_words_goes_against_another() -> None:
    passage = "The verdict came at a quarter past three."

    [wrong, right] = judge_quantities(
        "", [passage], ["The verdict came at 3:45.", "The verdict came at 3:15."]
    )

    assert (wrong.outcome, right.outcome) == ("contradicted", "supported")


APPROVED = "The council voted 52 to 48 to approve the stadium."
REJECTED = "The bill was rejected by 61 votes to 39."


@pytest.mark.parametrize(
    ("passage", "claim", "contradicted"),
    [
        (APPROVED, "The stadium was approved by 48 votes to 52.", True),
        (APPROVED, "The stadium was approved by 52 votes to 48.", False),
        (REJECTED, "The bill was rejected 39 to 61.", False),  # a usual way to tell it
        ("The motion passed 52–48.", "The motion passed 48-52.", True),
        ("The score was 52–48.", "The motion passed 48-52.", False),
    ],
)
def test_votes_of_both_sides_are_not_turned(passage: str, claim: str, contradicted: bool) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert (found.outcome == "contradicted") == contradicted
