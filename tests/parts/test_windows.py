from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.parts.windows import readable, windows
from groundgraph.types import Span


def each_byte(text: str) -> list[int]:
    """Tokenise as byte-level models do: a character of n bytes is n tokens with one start."""
    return [i for i, char in enumerate(text) for _ in char.encode() if not char.isspace()]


def each_word(text: str) -> list[int]:
    starts = [i for i, char in enumerate(text) if not char.isspace()]
    return [i for i in starts if i == 0 or text[i - 1].isspace()]


def pieces(text: str, starts: Callable[[str], Sequence[int]], limit: int) -> list[str]:
    return [span.of(text) for span in windows(text, starts, limit)]


def test_a_text_within_the_limit_is_trimmed_and_whole() -> None:
    assert windows(" \u3000one two\n", each_word, 2) == [Span(2, 9)]


@pytest.mark.parametrize("text", ["", " ", "\n\t\u3000"])
def test_white_space_has_no_window(text: str) -> None:
    assert windows(text, each_word, 1) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b c. d e f g", ["a b c.", "d e f g"]),
        ('a b "c!" d e f', ['a b "c!"', "d e f"]),
        ("a b\n\nc d e", ["a b", "c d e"]),
        ("a. b c d e f", ["a. b c d", "e f"]),
        ("a b 3.14 d e f", ["a b 3.14 d", "e f"]),
    ],
)
def test_a_cut_prefers_the_end_of_a_sentence_in_the_second_half(
    text: str, expected: list[str]
) -> None:
    assert pieces(text, each_word, 4) == expected


def test_a_word_above_the_limit_is_cut_and_its_neighbours_are_not() -> None:
    assert pieces("ab cdefghij kl", each_byte, 3) == ["ab", "cde", "fgh", "ij", "kl"]


def test_a_character_above_the_limit_stays_whole() -> None:
    assert pieces("a🙂🙂b", each_byte, 3) == ["a", "🙂", "🙂", "b"]


def test_characters_that_the_tokenizer_drops_are_kept() -> None:
    assert pieces("\x00\x01\x02", lambda _: [], 1) == ["\x00\x01\x02"]


def test_a_window_that_grows_when_read_alone_is_cut_again() -> None:
    def longer_alone(text: str) -> list[int]:
        return each_byte(text) if len(text) < 6 else each_byte(text)[::2]

    parts = pieces("abcdefgh", longer_alone, 3)

    assert "".join(parts) == "abcdefgh"
    assert all(len(longer_alone(part)) <= 3 for part in parts)


@given(st.text(st.sampled_from("ab.é語🙂 \n"), max_size=60), st.integers(1, 12))
def test_windows_partition_the_text(text: str, limit: int) -> None:
    spans = windows(text, each_byte, limit)

    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert "".join("".join(span.of(text) for span in spans).split()) == "".join(text.split())
    assert all(len(each_byte(s.of(text))) <= limit or len(s.of(text)) == 1 for s in spans)


@given(st.text(st.characters(codec=None, categories=["L", "Cs"])))
def test_readable_keeps_offsets_and_encodes(text: str) -> None:
    shown = readable(text)

    assert len(shown) == len(text)
    assert shown.encode().decode() == shown
    assert all(a == b or "\ud800" <= a <= "\udfff" for a, b in zip(text, shown, strict=True))
