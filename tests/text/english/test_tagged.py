"""Sentences are tagged once, as the tokenizer cuts them."""

from __future__ import annotations

import pytest

from groundgraph.text.english.tagged import tagged_in
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.types import Span

SENTENCES = (
    "The ferry to Lisse leaves from pier 2, the one to Orvik from pier 5.",
    "On 3 May 1990 AT&T paid $3.5m, a re-built mill 10-12 tonnes.",
    "Ann's fee wasn't 1,200 dollars; Mr. Lee's was.",
    "'Twas the 5pm train, not pm5.",
    "He needn't pay 10-12.5 or 10,5x.",
)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("before", ["", "It rained. ", "Pay", "James"])
def test_a_sentence_within_a_text_is_cut_as_by_the_tokenizer(sentence: str, before: str) -> None:
    text = f"{before}{sentence} Then it ended."
    span = Span(len(before), len(before) + len(sentence))
    expected = tokens(text, span)
    found, kinds = tagged_in(text, span)
    assert list(found) == expected
    assert list(kinds) == tags(expected)
