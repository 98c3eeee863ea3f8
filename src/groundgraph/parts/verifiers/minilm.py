"""The embedded verifier: a small entailment model of ours on onnxruntime, shipped.

Four layers of all-MiniLM-L6-v2 fine-tuned to say whether a hypothesis follows from a premise.
Data, command, figures and limits: ``models/verifier/MODEL_CARD.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.parts.onnx import session, shipped, side_by_side
from groundgraph.parts.verifiers.pairs import Reader, verify_or_say_why
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.ranges import in_range
from groundgraph.text.language import is_english

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Entailments, Pair

_CLS, _SEP = 101, 102
_SPECIAL = 3  # [CLS] premise [SEP] hypothesis [SEP]
_POSITIONS = 512
_LEAST = 32
_FOREIGN = "a text is not in English, which is all that the embedded verifier reads"


@dataclass(frozen=True)
class MiniLMVerifier:
    """An entailment model of 4 layers: English, no download, about 10 ms a pair of 256 tokens.

    The model is loaded on first use and shared by all instances of the process.

    Attributes:
        folder: Holds a ``model.onnx`` that ``python -m training verifier`` wrote; "" for the
            shipped one.
        max_tokens: Tokens read of a pair at once, special ones among them; at most 512. Longer
            premises are read in windows. It was trained on at most 384, mostly fewer, and judges
            RAGTruth's train answers better by windows of this length than by longer ones.
        most_windows: Windows of a premise that are read.
        threads: Pairs computed at once; 0 takes every core that the process may use.

    Raises:
        InputError: When a number is out of range.
    """

    folder: str = field(default="", metadata={"reach": "read"})
    max_tokens: int = 320
    most_windows: int = 64
    threads: int = field(default=0, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        in_range("max_tokens", self.max_tokens, _LEAST, _POSITIONS)
        in_range("most_windows", self.most_windows, 1, 2**20)
        in_range("threads", self.threads, 0, 1024)

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge each pair, each distinct one once; of English ones alone.

        Raises:
            ModelError: When the model's files are missing or damaged.
        """
        reader = Reader(_starts, self.max_tokens, _SPECIAL, self.most_windows)
        return verify_or_say_why(pairs, reader, self._judge)

    def _judge(self, pairs: list[Pair]) -> tuple[NDArray[np.float64], dict[int, str]]:
        foreign = {i: _FOREIGN for i, pair in enumerate(pairs) if not _english(pair)}
        read = [i for i in range(len(pairs)) if i not in foreign]
        table = np.zeros((len(pairs), 3))
        table[read] = self._compute([pairs[i] for i in read])
        return table, foreign

    def _compute(self, pairs: list[Pair]) -> NDArray[np.float64]:
        # Activations are quantised with one scale for all that is computed at once, so each pair
        # is computed alone: what it gets depends on nothing beside it, and nothing is padded.
        folder = Path(self.folder) if self.folder else shipped("verifier")
        model = session(folder / "model.onnx", 1)
        rows = side_by_side(lambda pair: model.run(["logits"], _feed(pair))[0][0], pairs,
                            self.threads)  # fmt: skip
        return _softmax(np.array(rows, np.float64).reshape(-1, 3))


def _english(pair: Pair) -> bool:
    return is_english(pair.premise) and is_english(pair.hypothesis)


def _feed(pair: Pair) -> dict[str, NDArray[np.int64]]:
    """Return the model's inputs, each of shape ``(1, n_tokens)``; types are 1 in the hypothesis."""
    premise, hypothesis = wordpieces(pair.premise).ids, wordpieces(pair.hypothesis).ids
    ids = np.concatenate([[_CLS], premise, [_SEP], hypothesis, [_SEP]]).astype(np.int64)[None]
    types = (np.arange(ids.shape[1]) >= len(premise) + 2).astype(np.int64)[None]
    return {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)}


def _starts(text: str) -> tuple[int, ...]:
    return wordpieces(text).starts


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)
