from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph import Passage, Span
from groundgraph.parts.batching import encode_lists, passage_windows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True)
class Lengths:
    """Embeds a text as its length, two characters a window, and remembers what it was asked."""

    encoded: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        self.encoded.extend(texts)
        return np.array([[len(text), 1.0] for text in texts], np.float32).reshape(-1, 2)

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        self.cut.extend(texts)
        return [[Span(i, min(i + 2, len(t))) for i in range(0, len(t), 2)] for t in texts]


def test_each_distinct_text_is_encoded_once() -> None:
    encoder = Lengths()

    first, second, third = encode_lists(encoder, [["a", "bb", "a"], [], ["bb", "ccc"]])

    assert encoder.encoded == ["a", "bb", "ccc"]
    assert first[:, 0].tolist() == [1, 2, 1]
    assert third[:, 0].tolist() == [2, 3]
    assert second.shape == (0, 2)


def test_lists_without_texts_have_empty_arrays_of_the_right_width() -> None:
    assert [vectors.shape for vectors in encode_lists(Lengths(), [[], []])] == [(0, 2), (0, 2)]
    assert encode_lists(Lengths(), []) == []


def test_passages_are_cut_in_order_and_each_text_once() -> None:
    encoder = Lengths()
    a, b, again = Passage("abc", "a"), Passage("de", "b"), Passage("abc", "z")

    first, second, third = passage_windows(encoder, [(b, a), (), (a, again)])

    assert sorted(encoder.cut) == ["abc", "de"]
    assert first == [(b, Span(0, 2)), (a, Span(0, 2)), (a, Span(2, 3))]
    assert second == []
    assert [passage.id for passage, _ in third] == ["a", "a", "z", "z"]


def test_an_empty_passage_has_no_windows() -> None:
    assert passage_windows(Lengths(), [(Passage("", "a"),)]) == [[]]
