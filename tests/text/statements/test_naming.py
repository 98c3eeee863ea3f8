"""Sentences are shown with names in place of what surely points back to them."""

from __future__ import annotations

import pytest

from groundgraph.text.statements.evidence import evidence_of
from groundgraph.text.statements.naming import named

ZOO = "Zoo director Amina Yusuf and treasurer Pavel Krejčí appeared before the press on Monday. "
SISTERS = "The registers tell of Jane and Margery Thew, twins of Ravenglass. Jane wed in 1702. "
ALLOYS = "Alloy A17 and alloy C40 were held in brine. "
FIRM = "Anna Berg and Bo Falk founded the firm. Anna Berg led it. "
ACCOUNTS = "Your savings account has been merged into your Flex account. "


def shown(text: str) -> list[str]:
    """Return the sentences of a text as a reader is shown them."""
    return [named(text, each.span) for each in evidence_of((text,)).sentences]


@pytest.mark.parametrize(
    ("before", "sentence", "told"),
    [
        ("Anna Berg joined in 2015. ", "She left in 2019.", "Anna Berg left in 2019."),
        ("Anna Berg joined in 2015. ", "Later she wrote a book.", "Later Anna Berg wrote a book."),
        (
            ZOO,
            "She praised him for the accounts.",
            "Zoo director Amina Yusuf praised treasurer Pavel Krejčí for the accounts.",
        ),
        ("Mrs Adeyemi owns the roof. ", "Her insurer paid.", "Mrs Adeyemi’s insurer paid."),
        (SISTERS, "Her sister stayed single.", "Margery Thew stayed single."),
        (SISTERS, "Her dog stayed.", "Jane’s dog stayed."),
        (SISTERS, "Her brother stayed.", "Jane’s brother stayed."),
        (SISTERS, "Her sister, who was deaf, stayed.", "Jane’s sister, who was deaf, stayed."),
        (FIRM, "Her husband joined in 2019.", "Anna Berg’s husband joined in 2019."),
        (FIRM, "Her rival, Cy Dunn, won.", "Anna Berg’s rival, Cy Dunn, won."),
        (FIRM, "Her partner left.", "Bo Falk left."),
        (ALLOYS, "The first showed no cracks.", "Alloy A17 showed no cracks."),
        (ALLOYS, "The latter was bright.", "Alloy C40 was bright."),
        (ACCOUNTS, "The former will be closed.", "The savings account will be closed."),
        (
            "Marta and Jo ran the shop. Marta kept the books. ",
            "The other served customers.",
            "Jo served customers.",
        ),
    ],
)
def test_what_points_back_is_named(before: str, sentence: str, told: str) -> None:
    assert shown(before + sentence)[-1] == told


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("Anna Berg met Ida Falk in 2015. ", "She left in 2019."),
        ("The company hired a clerk. ", "She left in 2019."),
        ("", "Anna Berg said that she would leave."),
        (ALLOYS, "The first sample was lost."),
        (ALLOYS, "The other day it rained."),
        ("Anna Berg joined in 2015. ", "The former was sold."),
        ("Until now both yaclex and the rdwalk parser shipped. ", "The former was dropped."),
    ],
)
def test_what_is_not_sure_stays(before: str, sentence: str) -> None:
    assert shown(before + sentence)[-1] == sentence
