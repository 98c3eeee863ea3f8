"""Answers and their evidence as the token classifier reads them: windows of word pieces, and rows.

A window of evidence is a sentence of prose, or facts of one record. It is encoded alone, and equal
windows are read once, so neither the order of passages, nor their repetition, nor how prose was cut
into them changes what is read.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.checksums import read_checked
from groundgraph.methods.fused.blocks import tokens
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.methods.fused.reading import WORD_NAMES, word_rows
from groundgraph.parts.onnx import shipped
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.types.tokens import AnswerTokens, TokenWindow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from groundgraph.methods.fused.reading import Material, Reading

WINDOW = 254
"""Word pieces of a window, [CLS] and [SEP] left out."""
NAMES = (*tokens.NAMES, *WORD_NAMES)


class TokenInputs(NamedTuple):
    """One answer as tokens, and its words.

    Attributes:
        reading: The answer.
        tokens: What a token classifier reads; the rows are named by `NAMES`, and the measures of
            a claim are the same for all of its tokens.
        words: Where each word stands in the answer, shape ``(n_words, 2)``.
        claim: The number of each word's claim, shape ``(n_words,)``.
        word_of: The number of each answer token's word, or -1, shape ``(n_tokens,)``.
        word_rows: What `reading.word_rows` returns, shape ``(n_claims, len(WORD_NAMES))``.
    """

    reading: Reading
    tokens: AnswerTokens
    words: NDArray[np.int32]
    claim: NDArray[np.int32]
    word_of: NDArray[np.int32]
    word_rows: NDArray[np.float64]


@cache
def token_rarity() -> Rarity:
    """Return how rare words are to the shipped token classifier.

    Raises:
        ModelError: When the file is missing or damaged.
    """
    path = shipped("tokens") / "rarity.json"
    return Rarity(**json.loads(read_checked(path)))


def token_inputs(readings: Iterable[Reading], rarity: Rarity) -> Iterator[TokenInputs]:
    """Prepare answers that can be checked, one by one; shared evidence is cut once."""
    shown: Material | None = None
    windows: tuple[TokenWindow, ...] = ()
    for reading in readings:
        if reading.evidence is not shown:
            shown, windows = reading.evidence, _evidence_windows(reading.evidence)
        yield _inputs(reading, rarity, windows)


def _inputs(reading: Reading, rarity: Rarity, evidence: tuple[TokenWindow, ...]) -> TokenInputs:
    texts = [claim.text for claim in reading.claims]
    question = reading.asked
    claim_words, rows = tokens.measure(texts, question, reading.evidence.index, rarity)
    pieces = [wordpieces(text) for text in texts]
    begins = [claim.span.start for claim in reading.claims]
    spans = [
        (begin + word.start, begin + word.end)
        for begin, own in zip(begins, claim_words, strict=True)
        for word in own
    ]
    bounds = np.array(spans, np.int32).reshape(-1, 2)
    starts = [begin + s for begin, own in zip(begins, pieces, strict=True) for s in own.starts]
    word_of = _words_of(bounds, np.array(starts, np.int32))
    by_claim = word_rows(reading, rarity)
    of_claims = np.repeat(by_claim, [len(own.starts) for own in pieces], axis=0)
    no_word = np.zeros((1, len(tokens.NAMES)), np.float32)  # taken by -1
    return TokenInputs(
        reading,
        AnswerTokens(
            evidence,
            len(reading.evidence.units),
            tuple((first, stop) for _, first, stop in reading.evidence.records),
            tuple(_windows([(question, 0)])) if question.strip() else (),
            tuple(_windows((text, number) for number, text in enumerate(texts))),
            len(texts),
            np.concatenate(
                [np.concatenate([rows, no_word])[word_of], of_claims.astype(np.float32)], axis=1
            ),
        ),
        bounds,
        np.repeat(np.arange(len(texts)), [len(own) for own in claim_words]).astype(np.int32),
        word_of,
        by_claim,
    )


def _evidence_windows(evidence: Material) -> tuple[TokenWindow, ...]:
    """Return the distinct windows of some passages, in order."""
    texts = [(unit.text, number) for number, unit in enumerate(evidence.units)]
    of_prose = [[own] for own, unit in zip(texts, evidence.units, strict=True) if unit.fact is None]
    of_records = [texts[first:stop] for _, first, stop in evidence.records]
    every = sorted([*of_prose, *of_records], key=lambda own: own[0][1])
    found: dict[tuple[int, ...], TokenWindow] = {}
    for own in every:
        for window in _windows(own):
            found.setdefault(window.ids, window)
    return tuple(found.values())


def _windows(pieces: Iterable[tuple[str, int]]) -> Iterator[TokenWindow]:
    """Join numbered texts into windows of at most `WINDOW` tokens; only longer texts are cut."""
    ids: list[int] = []
    parts: list[int] = []
    for text, number in pieces:
        more = wordpieces(text).ids.tolist()
        if ids and len(ids) + len(more) > WINDOW:
            yield TokenWindow(tuple(ids), tuple(parts))
            ids, parts = [], []
        ids += more
        parts += [number] * len(more)
        while len(ids) > WINDOW:
            yield TokenWindow(tuple(ids[:WINDOW]), tuple(parts[:WINDOW]))
            ids, parts = ids[WINDOW:], parts[WINDOW:]
    if ids:
        yield TokenWindow(tuple(ids), tuple(parts))


def _words_of(words: NDArray[np.int32], starts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the number of the word that each token stands in, or -1; words in their order."""
    found = np.searchsorted(words[:, 0], starts, side="right") - 1
    ends = np.append(words[:, 1], 0)  # -1: before the first word
    return np.where(starts < ends[found], found, -1).astype(np.int32)
