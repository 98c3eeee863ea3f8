"""The clause reader on texts that are not the prose it was written for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.parts.extractors.patterns import PatternExtractor

PIECES = (
    "\"A\" '' “ based record is was by the , . 's - 1,2 ( ) of Ann Lee she not : * to and who it"
).split()


@pytest.mark.parametrize(
    "text", ['"A" based record.', "'' was sold.", '"" is "".', "* : * is *.", '"A" is "A" of "A"']
)
def test_a_phrase_of_quotation_marks_alone_names_nothing(text: str) -> None:
    [found] = PatternExtractor().extract([text])
    assert all(all(statement.triple) for statement in found)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join))
def test_any_words_in_any_order_are_read(text: str) -> None:
    [found] = PatternExtractor().extract([text])
    assert all(statement.span is None or statement.span.of(text) for statement in found)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    PatternExtractor().extract([text])
