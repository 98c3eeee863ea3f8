from __future__ import annotations

import pytest

from groundgraph.methods.fused.blocks.known_words import known_words
from groundgraph.text.quantities import judge_quantities

CARE = "It blamed vacancies in social care, where one post in five was unfilled."
DOSE = "The daily dose is 20 mg per kg of body weight, given over half an hour."
INVOICE = "The goods left the warehouse on 8 January. Invoice 2291 was issued on 12 January."
GOODS = "The goods arrived on the day on which invoice 2291 was issued."


def known(claim: str, *passages: str) -> list[str]:
    [judged] = judge_quantities("", list(passages), [claim])
    return [place.of(claim) for place in known_words(judged).right]


@pytest.mark.parametrize(
    ("claim", "apart"),
    [
        ("20% of the posts in social care were unfilled.", ["20%"]),
        ("One post in five was unfilled in social care.", []),
        ("25% of the posts in social care were unfilled.", []),
    ],
)
def test_an_amount_told_in_other_words_is_known(claim: str, apart: list[str]) -> None:
    assert known(claim, CARE) == apart


@pytest.mark.parametrize(
    ("claim", "apart"),
    [
        ("The daily dose is given over 30 minutes.", ["over 30 minutes"]),
        ("The daily dose is given in about 30 minutes.", ["in about 30 minutes"]),
        ("The daily dose is given under 30 minutes.", []),
        ("The daily dose is given over 90 minutes.", []),
    ],
)
def test_what_ties_an_amount_to_its_sentence_is_known_with_it(claim: str, apart: list[str]) -> None:
    assert known(claim, DOSE) == apart


@pytest.mark.parametrize(
    ("claim", "apart"),
    [
        ("The goods arrived on 12 January, four days after leaving the warehouse.",
         ["four days", "after"]),
        ("The goods arrived on 13 January, four days after leaving the warehouse.", []),
        ("The goods arrived on 12 January, five days after leaving the warehouse.", []),
    ],
)  # fmt: skip
def test_what_is_reckoned_is_known_though_a_date_is_told_of_something_else(
    claim: str, apart: list[str]
) -> None:
    assert known(claim, INVOICE, GOODS) == apart


@pytest.mark.parametrize(
    ("claim", "apart"),
    [
        ("The lift can carry up to 8 persons.", ["can carry up to 8"]),
        ("The lift may carry a maximum of 8 persons.", ["may carry a maximum of 8"]),
        ("The lift cannot carry more than 8 persons.", []),
        ("The lift can carry at least 8 persons.", []),
    ],
)
def test_a_limit_that_the_evidence_tells_by_denying_more_is_known(
    claim: str, apart: list[str]
) -> None:
    assert known(claim, "The lift cannot carry more than 8 persons.") == apart


def test_of_a_word_that_stands_twice_the_place_that_is_right_is_known() -> None:
    claim = "The daily dose is given over 30 minutes; let the 30 minutes pass."

    assert known(claim, DOSE) == ["over 30 minutes"]
