"""What several checks ask of one sentence is read once; phrases are found the longest first."""

from __future__ import annotations

from groundgraph.text.scope.lexicon import Lexicon, Marker
from groundgraph.text.scope.model import Line, kept
from groundgraph.types import Span


def test_a_kept_reader_reads_a_line_once_for_each_thing_asked() -> None:
    asked: list[tuple[Line, str]] = []

    @kept
    def read(line: Line, word: str) -> bool:
        asked.append((line, word))
        return word in line.words

    text = "All members voted."
    one, other = Line(text, Span(0, 18)), Line(text, Span(0, 18))
    assert [read(one, "all"), read(one, "all"), read(one, "some"), read(other, "all")] == [
        True,
        True,
        False,
        True,
    ]
    assert asked == [(one, "all"), (one, "some"), (other, "all")]


def test_the_longest_phrase_is_found_and_none_within_it() -> None:
    lexicon = Lexicon({"most": "most of the/most", "the": "the/of the"})
    words = ["most", "of", "the", "lot", ",", "the", "most", "of"]
    assert lexicon.find(words) == [Marker("most", 0, 3), Marker("the", 5, 6), Marker("most", 6, 7)]
