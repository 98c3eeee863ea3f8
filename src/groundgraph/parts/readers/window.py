"""What a reader reads at once: the question, evidence, and claims of an answer, as tokens.

"[CLS] question [SEP] evidence [SEP] claims [SEP]", the question only where there is one. The units
of evidence stand by what they share with the claims: each claim's best ones in turn, by their rare
words; what shares none comes last, and what does not fit is left out. So neither the order of the
passages nor how they are cut or joined decides anything.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Span
    from groundgraph.types.readings import CutAnswer

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


def windows(
    text: CutAnswer, tokens: Tokens, max_tokens: int, special: Special = BERT, most: int = 1
) -> Iterator[Window]:
    """Yield the windows of an answer, each with all that fits of its claims.

    A claim that is longer than half a window is read to there. An answer without claims has no
    window.

    Args:
        text: The answer.
        tokens: Of the model.
        max_tokens: Of a window, special ones among them.
        special: The tokens around texts.
        most: Windows of the same claims, the nearest evidence first; what they leave is not read.
    """
    asked, _ = tokens(text.question)
    asked = asked[: max_tokens // _QUESTION_SHARE]
    evidence = tuple(dict.fromkeys(text.units))
    held = [tokens(unit)[0] for unit in evidence]
    words = _words_of(evidence)
    half = (max_tokens - SPECIAL) // 2
    said = [_said(text.answer, span, tokens, half) for span in text.claims]
    for chunk in chunks([len(ids) for ids, _ in said], half):
        room = max_tokens - SPECIAL - len(asked) - sum(len(said[n][0]) for n in chunk)
        claims = [text.claims[n].of(text.answer) for n in chunk]
        before = [special.first, *asked, special.between] if asked else [special.first]
        ids = [token for n in chunk for token in said[n][0]]
        starts = [start for n in chunk for start in said[n][1]]
        claim_of = np.repeat(chunk, [len(said[n][0]) for n in chunk])
        for units in islice(words.chosen(claims, [len(ids) for ids in held], room), most):
            shown = [token for unit in units for token in held[unit]][:room]
            head = [*before, *shown, special.between]
            yield Window(
                np.array([*head, *ids, special.between], np.int32),
                len(head),
                claim_of.astype(np.int16),
                np.array(starts, np.int32),
            )


def _said(answer: str, span: Span, tokens: Tokens, most: int) -> tuple[list[int], list[int]]:
    ids, starts = tokens(span.of(answer))
    return list(ids[:most]), [span.start + start for start in starts[:most]]


def first_chosen(
    units: Sequence[str], claims: Sequence[str], lengths: Sequence[int], room: int
) -> list[int]:
    """Return the numbers of the units that are read beside some claims, in the evidence's order.

    All that fit, else those that share most rare words with a claim, each claim's best in turn.
    One that is longer than there is room for stands alone.

    Args:
        units: Of the evidence.
        claims: Texts.
        lengths: Tokens of each unit.
        room: Tokens that units may take.
    """
    return sorted(next(_words_of(tuple(units)).chosen(claims, lengths, room), []))


def chunks(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the numbers of neighbouring claims that are read together; those with tokens."""
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


@lru_cache(maxsize=4)  # answers to the same passages come together
def _words_of(units: tuple[str, ...]) -> _Words:
    return _Words(units)


class _Words:
    """The words of some units, and how rare they are among them; looked at when they are needed."""

    def __init__(self, units: Sequence[str]) -> None:
        self._units = units

    @cached_property
    def _by_text(self) -> list[int]:
        return sorted(range(len(self._units)), key=self._units.__getitem__)

    @cached_property
    def holders(self) -> dict[str, list[int]]:
        """The numbers of the units that hold each content stem, rising."""
        found: dict[str, list[int]] = {}
        for number, unit in enumerate(self._units):
            for stem in content_stems(unit):
                found.setdefault(stem, []).append(number)
        return found

    def chosen(
        self, claims: Sequence[str], lengths: Sequence[int], room: int
    ) -> Iterator[list[int]]:
        """Yield the numbers of the units of each window, as they stand in it, until all are shown.

        Each claim's best in turn, and those that share no word with a claim last, by their texts. A
        unit that is longer than a window has one of its own.
        """
        ranked = [self._ranked(content_stems(claim)) for claim in claims]
        turns = (unit for turn in zip_longest(*ranked) for unit in turn if unit is not None)
        left = list(dict.fromkeys([*turns, *self._by_text]))
        if not left:
            yield []
        while left:
            kept, free = [left[0]], room - lengths[left[0]]
            for unit in left[1:]:
                if lengths[unit] <= free:
                    kept.append(unit)
                    free -= lengths[unit]
            inside = set(kept)
            left = [unit for unit in left if unit not in inside]
            yield kept

    def _ranked(self, claim: frozenset[str]) -> list[int]:
        """Return the numbers of the units that share a word with a claim, the best ones first."""
        stems = [stem for stem in claim if stem in self.holders]
        shared: dict[int, int] = {}
        for bit, stem in enumerate(stems):
            for unit in self.holders[stem]:
                shared[unit] = shared.get(unit, 0) | 1 << bit
        weights = [math.log1p(len(self._units) / len(self.holders[stem])) for stem in stems]
        sums = {
            bits: math.fsum(weight for bit, weight in enumerate(weights) if bits >> bit & 1)
            for bits in set(shared.values())
        }
        return sorted(shared, key=lambda n: (-sums[shared[n]], self._units[n]))
