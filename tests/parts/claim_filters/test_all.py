from __future__ import annotations

import pytest

from groundgraph.parts.claim_filters.all import EverySentence


@pytest.mark.parametrize("text", ["Rome.", "Sure!", "What?", "42", "東京は日本の首都です。"])
def test_every_sentence_is_taken_for_a_fact(text: str) -> None:
    assert EverySentence().factual([text]).tolist() == [True]


@pytest.mark.parametrize("text", ["", " ", "...", "- * -", "\u200b", "_", "\ud800"])
def test_bare_marks_state_nothing(text: str) -> None:
    assert EverySentence().factual([text]).tolist() == [False]
