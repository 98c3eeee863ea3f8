"""Sentences of a text that arrives in pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.sentences import sentence_spans
from groundgraph.text.streamed import StreamedSentences

PROSE = st.lists(
    st.sampled_from(
        [
            "It opened in May.",
            "Dr. Ruiz paid $3.5 million!",
            "\n",
            "\n\n",
            "- one item\n",
            " ",
            "Why?",
            "? ! ?",
            "ab-." * 600,
        ]
    ),
    max_size=8,
).map(" ".join)


def cut(pieces: list[str]) -> list[str]:
    stream = StreamedSentences()
    found = [sentence for piece in pieces for sentence in stream.add(piece)]
    return [*found, *stream.end()]


@given(st.lists(st.text(max_size=12), max_size=12))
def test_put_together_the_sentences_are_the_text(pieces: list[str]) -> None:
    assert "".join(cut(pieces)) == "".join(pieces)


@given(PROSE, st.integers(1, 9))
def test_the_size_of_the_pieces_changes_nothing(text: str, size: int) -> None:
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    assert cut(pieces) == cut(list(text))


def test_prose_is_cut_as_a_whole_text_is() -> None:
    text = (
        "It opened in May 1932. Dr. Ruiz paid $3.5 million for it! Why? Nobody knows.\n\nIt closed."
    )
    whole = [span.of(text) for span in sentence_spans(text)]
    assert [sentence.strip() for sentence in cut(list(text))] == whole


@pytest.mark.parametrize(
    ("pieces", "given_away"),
    [
        (["It opened."], 0),
        (["It opened. ", "Then"], 0),
        (["It opened. ", "Then "], 1),
        (["It cost 3.", "5 million "], 0),
        (["Ask Dr. ", "Ruiz about it "], 0),
    ],
)
def test_a_sentence_is_given_away_once_its_end_is_certain(
    pieces: list[str], given_away: int
) -> None:
    stream = StreamedSentences()
    assert sum(len(list(stream.add(piece))) for piece in pieces) == given_away
