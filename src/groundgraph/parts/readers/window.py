"""What a reader reads at once: the question, evidence, and claims of an answer, as tokens.

"[CLS] question [SEP] evidence [SEP] claims [SEP]", the question only where there is one. Of longer
evidence those units stand in the window that share most rare words with a claim, each claim's best
ones in turn, in the order of the evidence.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Span

    Tokens = Callable[[str], tuple[Sequence[int], Sequence[int]]]
    """Returns the ids of a text's tokens, and where each starts."""

SPECIAL = 4
_QUESTION_SHARE = 6
"""A question takes up to a sixth of a window; what follows is not read."""


class Special(NamedTuple):
    """The tokens around texts."""

    first: int = 101
    between: int = 102


BERT = Special()


class Window(NamedTuple):
    """Tokens that are read together.

    Attributes:
        ids: Of the vocabulary, special tokens among them, shape ``(n_tokens,)``.
        first: Where the claims begin; they end before the last token.
        claims: The number of the claim that each of their tokens stands in.
        starts: Where each of their tokens starts in the answer.
    """

    ids: NDArray[np.int32]
    first: int
    claims: NDArray[np.int16]
    starts: NDArray[np.int32]


class Text(NamedTuple):
    """An answer beside its evidence, cut.

    Attributes:
        question: Or "".
        units: Of the evidence, in their order.
        answer: The whole answer.
        claims: Where its claims stand.
    """

    question: str
    units: Sequence[str]
    answer: str
    claims: Sequence[Span]


def windows(
    text: Text, tokens: Tokens, max_tokens: int, special: Special = BERT
) -> Iterator[Window]:
    """Yield the windows of an answer, each with all that fits of its claims.

    A claim that is longer than half a window is read to there. An answer without claims has no
    window.

    Args:
        text: The answer.
        tokens: Of the model.
        max_tokens: Of a window, special ones among them.
        special: The tokens around texts.
    """
    asked, _ = tokens(text.question)
    asked = asked[: max_tokens // _QUESTION_SHARE]
    held = [tokens(unit)[0] for unit in text.units]
    words = _Words([content_stems(unit) for unit in text.units])
    most = (max_tokens - SPECIAL) // 2
    said = [_said(text.answer, span, tokens, most) for span in text.claims]
    for chunk in _chunks([len(ids) for ids, _ in said], most):
        room = max_tokens - SPECIAL - len(asked) - sum(len(said[n][0]) for n in chunk)
        stems = [content_stems(text.claims[n].of(text.answer)) for n in chunk]
        units = words.chosen(stems, [len(ids) for ids in held], room)
        before = [special.first, *asked, special.between] if asked else [special.first]
        shown = [token for unit in units for token in held[unit]][:room]
        head = [*before, *shown, special.between]
        ids = [token for n in chunk for token in said[n][0]]
        starts = [start for n in chunk for start in said[n][1]]
        claims = np.repeat(chunk, [len(said[n][0]) for n in chunk])
        yield Window(
            np.array([*head, *ids, special.between], np.int32),
            len(head),
            claims.astype(np.int16),
            np.array(starts, np.int32),
        )


def _said(answer: str, span: Span, tokens: Tokens, most: int) -> tuple[list[int], list[int]]:
    ids, starts = tokens(span.of(answer))
    return list(ids[:most]), [span.start + start for start in starts[:most]]


def _chunks(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the numbers of neighbouring claims that are read together; those of no token in none."""
    chunk: list[int] = []
    size = 0
    for number, length in enumerate(lengths):
        if chunk and size + length > most:
            yield chunk
            chunk, size = [], 0
        if length:
            chunk.append(number)
            size += length
    if chunk:
        yield chunk


class _Words:
    """The words of some units, and how rare they are among them."""

    def __init__(self, stems: Sequence[frozenset[str]]) -> None:
        self.stems = stems
        counts = Counter(stem for unit in stems for stem in unit)
        self.weights = {s: math.log1p(len(stems) / count) for s, count in counts.items()}

    def chosen(
        self, claims: Sequence[frozenset[str]], lengths: Sequence[int], room: int
    ) -> list[int]:
        """Return the numbers of the units that are shown, in their order.

        All that fit, else each claim's best in turn; a unit that does not fit is passed over, but
        the very first one is shown.
        """
        if sum(lengths) <= room:
            return list(range(len(lengths)))
        ranked = [self._ranked(claim) for claim in claims] or [list(range(len(lengths)))]
        kept: set[int] = set()
        for unit in (u for turn in zip_longest(*ranked) for u in turn if u is not None):
            if unit not in kept and (lengths[unit] <= room or not kept):
                kept.add(unit)
                room -= lengths[unit]
        return sorted(kept)

    def _ranked(self, claim: frozenset[str]) -> list[int]:
        shared = [math.fsum(self.weights[s] for s in claim & unit) for unit in self.stems]
        return sorted(range(len(shared)), key=lambda n: (-shared[n], n))
