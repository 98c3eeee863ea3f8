"""Answers as tokens and words."""

from __future__ import annotations

from dataclasses import replace

from groundgraph import Example, Passage
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.token_inputs import token_inputs, token_rarity
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.wordpieces import wordpieces

EXAMPLE = Example(
    "“Antidisestablishmentarianism” costs $4.50 — so they say. ... Naïve 🙂 words, e-mailed!",
    (Passage("They say so."), Passage("It costs 4.50."), Passage("They say so.")),
)


def test_each_token_belongs_to_the_word_that_it_starts_in() -> None:
    [reading] = read([EXAMPLE], SentenceSegmenter())

    [inputs] = token_inputs([reading], token_rarity())

    starts = [
        claim.span.start + start
        for claim in reading.claims
        for start in wordpieces(claim.text).starts
    ]
    expected = [
        next((n for n, (a, b) in enumerate(inputs.words.tolist()) if a <= start < b), -1)
        for start in starts
    ]
    assert inputs.word_of.tolist() == expected
    assert -1 in expected
    assert set(range(len(inputs.words))) <= set(expected)


def test_each_answer_has_the_windows_of_its_own_passages() -> None:
    other = replace(EXAMPLE, passages=EXAMPLE.passages[:1])
    readings = read([EXAMPLE, other, EXAMPLE, EXAMPLE], SentenceSegmenter())

    first, second, third, fourth = token_inputs(readings, token_rarity())

    assert len(first.tokens.evidence) == 2  # of passages of one text, the first stands for all
    assert [w.ids for w in second.tokens.evidence] == [first.tokens.evidence[1].ids]
    assert third.tokens.evidence == first.tokens.evidence
    assert fourth.tokens.evidence is third.tokens.evidence


def test_how_prose_is_cut_into_passages_does_not_change_its_windows() -> None:
    sentences = ("They say so.", "It costs 4.50.", "Nobody pays that.")
    record = Passage('{"name": "Zorba", "stars": 4.5}', "r")
    cuts = (
        (Passage(" ".join(sentences), "a"), record),
        (Passage(" ".join(sentences[:2]), "a"), record, Passage(sentences[2], "b")),
        (*(Passage(each, each) for each in sentences), record),
    )
    readings = read([replace(EXAMPLE, passages=cut) for cut in cuts], SentenceSegmenter())

    first, *others = (
        {w.ids for w in i.tokens.evidence} for i in token_inputs(readings, token_rarity())
    )

    assert len(first) == 4  # the facts of a record are read together
    assert others == [first, first]
