from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.errors import InputError, MissingExtraError, ModelError
from groundgraph.parts.segmenters.spacy import SpacySegmenter
from groundgraph.types import Span

if TYPE_CHECKING:
    from pathlib import Path

INSTALLED = importlib.util.find_spec("spacy") is not None
needs_spacy = pytest.mark.skipif(
    not INSTALLED, reason="spaCy is not installed: pip install 'groundgraph[spacy]'"
)
BLANK = SpacySegmenter("blank:en")


@pytest.mark.skipif(INSTALLED, reason="spaCy is installed, so nothing is missing")
def test_without_spacy_the_error_names_the_extra() -> None:
    with pytest.raises(MissingExtraError, match=r"groundgraph\[spacy\]"):
        BLANK.segment(["One. Two."])


@needs_spacy
def test_a_blank_pipeline_splits_at_punctuation() -> None:
    assert BLANK.segment(["One. Two!  Three"]) == [[Span(0, 4), Span(5, 9), Span(11, 16)]]


@needs_spacy
def test_empty_and_white_texts_have_no_sentences() -> None:
    assert BLANK.segment(["", " \n\t", "One."]) == [[], [], [Span(0, 4)]]


@needs_spacy
@given(st.text(st.characters() | st.sampled_from(" .!?\n\ud800\udfff\x00\x85\u2028\u0301")))
def test_spans_hold_every_visible_character_in_order(text: str) -> None:
    covered: list[int] = []
    for start, end in BLANK.segment([text])[0]:
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        covered.extend(range(start, end))
    assert covered == sorted(set(covered))
    assert {i for i, c in enumerate(text) if not c.isspace()} <= set(covered)


@needs_spacy
def test_a_pipeline_that_is_not_installed_says_how_to_get_it() -> None:
    with pytest.raises(ModelError, match=r"'en_no_such'.*spacy download"):
        SpacySegmenter("en_no_such").segment(["One."])


@needs_spacy
def test_an_unknown_language_is_a_model_error() -> None:
    with pytest.raises(ModelError, match="blank:zzz"):
        SpacySegmenter("blank:zzz").segment(["One."])


@needs_spacy
def test_a_pipeline_that_finds_no_sentences_is_a_model_error(tmp_path: Path) -> None:
    import spacy

    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(ModelError, match="finds no sentences"):
        SpacySegmenter(str(tmp_path)).segment(["One."])


@needs_spacy
def test_a_text_over_the_limit_of_spacy_is_an_input_error() -> None:
    with pytest.raises(InputError, match="1000001 characters"):
        BLANK.segment(["a" * 1_000_001])
