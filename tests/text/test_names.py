from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.names import known, missing_parts, names

EVIDENCE = known(
    [
        "Dr. John Smith of the World Health Organization met Beyoncé's aunt in São Paulo.",
        "The NATO head Jean-Luc Picard spoke.",
    ]
)


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("They say J. Smith spoke.", []),
        ("They say Smith spoke.", []),
        ("They say President Smith spoke.", []),
        ("They say John Smith's aunt spoke.", []),
        ("The head of the WHO spoke.", []),
        ("The North Atlantic Treaty Organization spoke.", []),
        ("It was in Sao Paulo.", []),
        ("She knows Beyonce.", []),
        ("They say B. Smith spoke.", ["b"]),
        ("They say Bob Smith spoke.", ["bob"]),
        ("It was in New York.", ["new", "york"]),
    ],
)
def test_a_name_is_held_by_its_parts_initials_or_acronym(claim: str, missing: list[str]) -> None:
    (name,) = names(claim)

    assert missing_parts(name, EVIDENCE) == missing


@pytest.mark.parametrize("text", ["", "Guests like it.", "- Guests like it.", "On Monday in May."])
def test_a_capital_that_opens_a_sentence_or_names_a_day_is_no_name(text: str) -> None:
    assert names(text) == []


@given(st.text(st.characters()) | st.text("AbC. '-’é"))
def test_no_text_is_too_odd(text: str) -> None:
    for name in names(text):
        assert 0 <= name.start < name.end <= len(text)
        assert missing_parts(name, known([text])) == []
