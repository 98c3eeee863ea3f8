from __future__ import annotations

from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.types import Span


def pieces(segmenter: SentenceSegmenter, text: str) -> list[str]:
    return [span.of(text) for span in segmenter.segment([text])[0]]


def test_each_text_has_its_own_sentences() -> None:
    text = "It rained. We left!"
    segmenter = SentenceSegmenter()

    assert segmenter.segment(["x.", text]) == [[Span(0, 2)], *segmenter.segment([text])]
    assert pieces(segmenter, text) == ["It rained.", "We left!"]


def test_no_texts_give_no_lists() -> None:
    assert SentenceSegmenter().segment([]) == []


def test_own_abbreviations_are_kept_whole() -> None:
    text = "The 9th Cir. Smith ruled. In the 9th Cir. The rule holds."
    legal = SentenceSegmenter(abbreviations=("Cir.",))
    assert pieces(SentenceSegmenter(), text)[0] == "The 9th Cir."
    assert pieces(legal, text) == [
        "The 9th Cir. Smith ruled.",
        "In the 9th Cir.",
        "The rule holds.",
    ]
