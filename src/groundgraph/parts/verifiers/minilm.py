"""The embedded verifier: what the embedded reader says of one claim beside one premise.

Supported, unsupported and contradicted claims are entailed, neutral and contradictory ones. Data,
command, figures and limits: ``models/reader/MODEL_CARD.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.parts.onnx import side_by_side
from groundgraph.parts.readers.outcomes import outcomes_of
from groundgraph.parts.readers.window import BERT, Window
from groundgraph.parts.verifiers.pairs import PairLimits, verify_or_say_why
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.ranges import in_range
from groundgraph.text.language import is_english

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Entailments, Pair

_SPECIAL = 3  # [CLS] premise [SEP] hypothesis [SEP]
_POSITIONS = 512
_LEAST = 32
_FOREIGN = "a text is not in English, which is all that the embedded verifier reads"
_SILENT = "the claim has no character that the embedded verifier reads"


@dataclass(frozen=True)
class MiniLMVerifier:
    """The embedded reader as a verifier: English, no download.

    A pair of 256 tokens takes one core about 40 ms. The model is loaded on first use and shared by
    all instances of the process, those of `groundgraph.parts.readers.minilm.MiniLMReader` among
    them.

    Attributes:
        folder: Holds a ``model.onnx`` that ``python -m training reader`` wrote; "" for the shipped
            one.
        max_tokens: Tokens read of a pair at once, special ones among them; at most 512. Longer
            premises are read in windows.
        most_windows: Windows of a premise that are read.
        threads: Pairs computed at once; 0 takes every core that the process may use.

    Raises:
        InputError: When a number is out of range.
    """

    folder: str = field(default="", metadata={"reach": "read"})
    max_tokens: int = _POSITIONS
    most_windows: int = 64
    threads: int = field(default=0, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        in_range("max_tokens", self.max_tokens, _LEAST, _POSITIONS)
        in_range("most_windows", self.most_windows, 1, 2**20)
        in_range("threads", self.threads, 0, 1024)

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge each pair, each distinct one once; of English ones alone.

        Raises:
            ModelError: When the model's file is missing or damaged.
        """
        limits = PairLimits(_starts, self.max_tokens, _SPECIAL, self.most_windows)
        return verify_or_say_why(pairs, limits, self._judge)

    def _judge(self, pairs: list[Pair]) -> tuple[NDArray[np.float64], dict[int, str]]:
        problems = {i: why for i, pair in enumerate(pairs) if (why := _problem(pair))}
        read = [i for i in range(len(pairs)) if i not in problems]
        table = np.zeros((len(pairs), 3))
        table[read] = self._compute([pairs[i] for i in read])
        return table, problems

    def _compute(self, pairs: list[Pair]) -> NDArray[np.float64]:
        windows = [_window(pair) for pair in pairs]
        said = side_by_side(lambda w: outcomes_of(w, self.folder)[1], windows, self.threads)
        return np.concatenate([np.zeros((0, 3)), *said])


def _problem(pair: Pair) -> str:
    """Say why a pair cannot be judged, or ""."""
    if not (is_english(pair.premise) and is_english(pair.hypothesis)):
        return _FOREIGN
    return "" if _starts(pair.hypothesis) else _SILENT


def _window(pair: Pair) -> Window:
    """Return a pair as the reader was trained to read it: a claim beside evidence."""
    premise, hypothesis = wordpieces(pair.premise), wordpieces(pair.hypothesis)
    return Window(
        np.concatenate(
            [[BERT.first], premise.ids, [BERT.between], hypothesis.ids, [BERT.between]]
        ).astype(np.int32),
        len(premise.ids) + 2,
        np.zeros(len(hypothesis.ids), np.int16),
        np.array(hypothesis.starts, np.int32),
    )


def _starts(text: str) -> tuple[int, ...]:
    return wordpieces(text).starts
