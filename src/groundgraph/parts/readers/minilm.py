"""The embedded reader: evidence and answer read together, as the tokens of MiniLM's vocabulary.

For each token of an answer and for each of its claims: supported, unsupported, contradicted.
Encoder, data, command, figures and limits: ``models/reader/MODEL_CARD.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.parts.onnx import side_by_side
from groundgraph.parts.readers.outcomes import outcomes_of, pooled
from groundgraph.parts.readers.window import Window, windows
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.ranges import in_range
from groundgraph.text.language import is_english
from groundgraph.types.readings import OutcomeScores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types.readings import CutAnswer

    Floats = NDArray[np.float64]

_POSITIONS = 512
_LEAST = 64
_FEW = 6
"""Windows, those of one answer, that all cores compute one after the other. Of more, each core
computes its own: that takes less in all, and nothing is there sooner."""
_LOOKED_AT = 4000
"""Characters of evidence by which its language is told."""
_PLAIN = dict.fromkeys(map(ord, "“”„‟«»"), '"') | dict.fromkeys(map(ord, "‘’‚‛"), "'")
_PLAIN |= dict.fromkeys((0xA0, 0x202F), " ")
"""Quotation marks and spaces as most texts have them, one for one: offsets stay the same."""
_FOREIGN = "a text is not in English, which is all that the embedded reader reads"


@dataclass(frozen=True)
class MiniLMReader:
    """Reads an answer beside its evidence: English, no download.

    A window of 512 tokens takes one core about 110 ms, one of 128 about 20. The model is loaded on
    first use and shared by all instances of the process, those of
    `groundgraph.parts.verifiers.minilm.MiniLMVerifier` among them: once for few windows and once
    for many.

    Attributes:
        folder: Holds a ``model.onnx`` that ``python -m training reader`` wrote; "" for the shipped
            one.
        max_tokens: Of a window, special ones among them; at most 512.
        most_windows: Of the same claims. The evidence nearest to them is in the first one; what
            another one says counts where it supports a claim or token more, or contradicts a
            claim more.
        threads: Cores that compute; 0 takes every core that the process may use.

    Raises:
        InputError: When a number is out of range.
    """

    folder: str = field(default="", metadata={"reach": "read"})
    max_tokens: int = 512
    most_windows: int = 1
    threads: int = field(default=0, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        in_range("max_tokens", self.max_tokens, _LEAST, _POSITIONS)
        in_range("most_windows", self.most_windows, 1, 2**20)
        in_range("threads", self.threads, 0, 1024)

    def read(self, answers: Sequence[CutAnswer], /) -> list[OutcomeScores]:
        """Read each answer; of English ones alone.

        A claim that takes more than half of a window is read to there.

        Raises:
            ModelError: When the model's file is missing or damaged.
        """
        problems = ["" if _english(answer) else _FOREIGN for answer in answers]
        cut = [
            [] if problem else [*windows(answer, _tokens, self.max_tokens, most=self.most_windows)]
            for answer, problem in zip(answers, problems, strict=True)
        ]
        every = [window for own in cut for window in own]
        said = iter(self._outcomes(every))
        return [
            _joined(len(answer.claims), own, [next(said) for _ in own])._replace(problem=problem)
            for answer, own, problem in zip(answers, cut, problems, strict=True)
        ]

    def _outcomes(self, every: Sequence[Window]) -> list[tuple[Floats, Floats]]:
        if len(every) <= _FEW:
            return [outcomes_of(window, self.folder, self.threads) for window in every]
        return side_by_side(lambda w: outcomes_of(w, self.folder, 1), every, self.threads)


def _english(answer: CutAnswer) -> bool:
    shown: list[str] = []
    size = 0
    for unit in answer.units:
        if size > _LOOKED_AT:
            break
        shown.append(unit)
        size += len(unit)
    return is_english(answer.answer) and is_english(" ".join(shown))


def _tokens(text: str) -> tuple[list[int], Sequence[int]]:
    read = wordpieces(text if text.isascii() else text.translate(_PLAIN))
    return read.ids.tolist(), read.starts


def _joined(
    n_claims: int, own: Sequence[Window], said: Sequence[tuple[Floats, Floats]]
) -> OutcomeScores:
    """Join the windows of an answer; those of the same claims say together what they say best."""
    claims = np.full((n_claims, 3), np.nan)
    groups: dict[tuple[int, ...], list[int]] = {}
    for place, window in enumerate(own):
        groups.setdefault(tuple(np.unique(window.claims).tolist()), []).append(place)
    for numbers, places in groups.items():
        claims[list(numbers)] = pooled(np.stack([said[place][1] for place in places]))
    first = [places[0] for places in groups.values()]
    none = np.zeros((0, 3))
    tokens = [pooled(np.stack([said[p][0] for p in places])) for places in groups.values()]
    return OutcomeScores(
        np.concatenate([np.zeros(0, np.int32), *(own[place].starts for place in first)]),
        np.concatenate([np.zeros(0, np.int16), *(own[place].claims for place in first)]),
        np.concatenate([none, *tokens]),
        claims,
    )
