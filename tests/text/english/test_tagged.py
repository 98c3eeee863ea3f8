"""Sentences are tagged once, and clauses are left unread only where they can hold no word."""

from __future__ import annotations

import pytest

from groundgraph.text.english.tagged import tagged, tagged_in
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.statements.clauses import clauses
from groundgraph.text.statements.evidence import Texts
from groundgraph.text.statements.parallels import _CUT_WORD
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


def test_events_and_clauses_of_a_sentence_share_its_tags() -> None:
    sentence = "The mill near Halden burned down in March."
    tagged_in(f"It rained. {sentence}", Span(11, 11 + len(sentence)))
    known = tagged.cache_info().misses
    clauses(sentence)
    assert tagged.cache_info().misses == known


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_without_cut_words_holds_every_word_of_its_clauses(sentence: str) -> None:
    held = Texts([sentence]).sentences[0].stems
    told = {word for clause in clauses(sentence) for word in clause.topic | clause.rest}
    assert told <= held or _CUT_WORD.search(sentence)
