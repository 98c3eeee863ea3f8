from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.knowledge.names import folded, spellings


@given(st.text(max_size=60))
def test_spellings_are_distinct_and_say_something(name: str) -> None:
    forms = spellings(name)

    assert len(set(forms)) == len(forms) <= 32
    assert all(form.strip() for form in forms)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("the Beatles", "The Beatles"),
        ("the Eiffel Tower", "Eiffel Tower"),
        ("Marie Curie's", "Marie Curie"),
        ("Marie Curie’s", "Marie Curie"),
        ("“Hamlet”", "Hamlet"),
        ("Hamlet,", "Hamlet"),
        ("Mathematician", "mathematician"),
        ("UNITED NATIONS", "United Nations"),
        ("  Marie\n Curie ", "Marie Curie"),
        ("می‌خواهم", "می‌خواهم"),
    ],
)
def test_the_label_is_among_the_spellings(name: str, label: str) -> None:
    assert label in spellings(name)


@pytest.mark.parametrize("name", ["Marta Lindqvist", "Anna the Great", "Theodor"])
def test_an_article_within_a_name_stays(name: str) -> None:
    assert {folded(form) for form in spellings(name)} == {folded(name)}


def test_the_given_spelling_comes_first() -> None:
    assert spellings("the Who")[0] == "the Who"


@pytest.mark.parametrize("name", ["", "  ", "\x00", "a\x07b", "\ud800", "x" * 251, "\\u0022"])
def test_what_no_label_can_be_has_no_spelling(name: str) -> None:
    assert spellings(name) == ()


def test_folding_ignores_case_and_spaces() -> None:
    assert folded(" STRASSE  1") == folded("Straße 1")
