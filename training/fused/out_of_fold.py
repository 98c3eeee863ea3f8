"""What the token models of the folds said, in the place of the token classifier."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.token_inputs import token_inputs, token_rarity
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.token_classifiers.minilm import MiniLMTokens, token_scores
from training.tokens.judging import judged_folds
from training.tokens.judging import read as read_judged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.protocols import TokenClassifier
    from groundgraph.types import Example
    from groundgraph.types.tokens import AnswerTokens, TokenScores


@dataclass(frozen=True)
class OutOfFold:
    """A token classifier that repeats what models said of answers that they had not seen.

    Attributes:
        said: By the key of an answer: log-odds as in `TokenScores`, with nothing near.
    """

    said: dict[bytes, TokenScores]

    @classmethod
    def load(cls, work: Path) -> OutOfFold:
        """Read what the pipeline `tokens` left."""
        rows = np.load(work / "rows.npy", mmap_mode="r")
        offsets = np.load(work / "answer_offsets.npy")
        found = {}
        for path in judged_folds(work):
            for each in read_judged(path):
                key = _key(rows[offsets[each.number] : offsets[each.number + 1]])
                found[key] = token_scores(each.tokens, each.answer, _NOTHING, _NOTHING)
        return cls(found)

    def with_others(self, examples: Sequence[Example], model: TokenClassifier) -> OutOfFold:
        """Return one that also repeats what a model says of examples that it has not seen."""
        readings = [r for r in read(examples, SentenceSegmenter()) if not r.obstacle]
        answers = [inputs.tokens for inputs in token_inputs(readings, token_rarity())]
        scores = model.classify(answers)
        others = {_exact_key(a): s for a, s in zip(answers, scores, strict=True)}
        return OutOfFold(self.said | others)

    def classify(self, answers: Iterable[AnswerTokens], /) -> Iterator[TokenScores]:
        """Repeat the scores of answers that were read before."""
        for answer in answers:
            said = self.said.get(_exact_key(answer)) or self.said[_key(answer.rows)]
            yield said._replace(
                nearness=np.zeros((answer.n_claims, answer.n_units), np.float32),
                records=np.zeros((answer.n_claims, len(answer.records)), np.float32),
            )


_NOTHING = np.zeros((0, 0), np.float32)


def _key(rows: NDArray[np.float32]) -> bytes:
    return hashlib.blake2b(np.ascontiguousarray(rows, np.float32).tobytes()).digest()


def _exact_key(answer: AnswerTokens) -> bytes:
    """Tell short texts apart too, whose rows may be the same."""
    windows = repr((answer.evidence, answer.question, answer.answer))
    return hashlib.blake2b(_key(answer.rows) + windows.encode()).digest()


def out_of_fold_tokens(work: Path, pairs: Sequence[Example]) -> OutOfFold:
    """Return what token models say of RAGTruth's answers and of pairs, none of which they saw."""
    return OutOfFold.load(work).with_others(pairs, MiniLMTokens())
