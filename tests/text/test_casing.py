from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.casing import keeps_capital, recased, spelled

PASSAGES = ["The museum in Porto opened in May. NASA lent the museum a rock."]


@pytest.mark.parametrize("text", ["THE MUSEUM IN PORTO IS FREE. NASA PAYS 5 EUROS.", "{lower}"])
def test_a_text_of_one_case_is_written_as_the_passages_write_it(text: str) -> None:
    text = text.format(lower="the museum in porto is free. nasa pays 5 euros.")

    assert recased(text, PASSAGES) == "The museum in Porto is free. NASA pays 5 euros."


def test_a_small_word_that_only_begins_sentences_is_written_small() -> None:
    text = "60% of voters were in favour."

    assert recased(text, ["Of 8,400 votes cast, 5,040 were in favour."]) == text


@pytest.mark.parametrize("text", ["", "12", "NASA", "PORTO, NASA", "porto", "The museum IN PORTO"])
def test_other_texts_stay(text: str) -> None:
    assert recased(text, PASSAGES) == text


@given(st.text(), st.lists(st.text(), max_size=3))
def test_no_character_is_added_or_lost(text: str, passages: list[str]) -> None:
    assert len(recased(text, passages)) == len(text)
    assert len(recased(text.upper(), passages)) == len(text.upper())


def test_a_few_words_in_one_case_are_spelled_as_others_have_them() -> None:
    assert spelled("porto", PASSAGES) == "Porto"
    assert spelled("NASA", PASSAGES) == "NASA"
    assert spelled("Free", PASSAGES) == "Free"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("The Salt Year", "She wrote The Salt Year.", True),
        ("The harbour", "The harbour is closed; see the harbour plan.", False),
        ("Rust", "They sell Rustic chairs.", False),
        ("rust", "It is rust.", False),
        ("C++ (2011)", "It is written in C++ (2011).", True),
    ],
)
def test_a_name_keeps_the_capital_it_has_within_a_sentence(
    name: str, text: str, expected: bool
) -> None:
    assert keeps_capital(name, [text]) is expected
