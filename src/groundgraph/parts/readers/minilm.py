"""A reader of our own on onnxruntime: evidence and answer read together by six layers of MiniLM.

For each token of an answer and for each of its claims: supported, unsupported, contradicted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.parts.onnx import session, side_by_side
from groundgraph.parts.readers.window import Window, windows
from groundgraph.parts.wordpieces import wordpieces
from groundgraph.ranges import in_range

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.parts.readers.window import Text

    Floats = NDArray[np.float64]

FILE = "model.onnx"
_POSITIONS = 512
_LEAST = 64


class Reading(NamedTuple):
    """What a reader says of an answer.

    Attributes:
        starts: Where each token that was read starts in the answer, shape ``(n_tokens,)``.
        claim_of: The claim of each, the same shape.
        tokens: Probabilities of supported, unsupported and contradicted, shape ``(n_tokens, 3)``.
        claims: The same of each claim, shape ``(n_claims, 3)``; NaN for one without a token.
    """

    starts: NDArray[np.int32]
    claim_of: NDArray[np.int16]
    tokens: Floats
    claims: Floats

    @property
    def odds(self) -> Floats:
        """Log-odds that each claim is not supported, shape ``(n_claims,)``."""
        return log_odds(self.claims)

    @property
    def token_odds(self) -> Floats:
        """Log-odds that each token is not supported, shape ``(n_tokens,)``."""
        return log_odds(self.tokens)


@dataclass(frozen=True)
class MiniLMReader:
    """Reads an answer beside its evidence; English.

    The model is loaded on first use and shared by all instances of the process.

    Attributes:
        folder: Holds a ``model.onnx`` that ``training/reader/export.py`` wrote.
        max_tokens: Of a window, special ones among them; at most 512.
        most_windows: Of the same claims. The evidence nearest to them is in the first one; what
            another one says counts where it supports a claim or token more, or contradicts a
            claim more.
        threads: Windows computed at once; 0 takes every core that the process may use.

    Raises:
        InputError: When a number is out of range.
    """

    folder: str = field(metadata={"reach": "read"})
    max_tokens: int = 512
    most_windows: int = 1
    threads: int = field(default=0, compare=False, metadata={"spec": False})

    def __post_init__(self) -> None:
        in_range("max_tokens", self.max_tokens, _LEAST, _POSITIONS)
        in_range("most_windows", self.most_windows, 1, 2**20)
        in_range("threads", self.threads, 0, 1024)

    def read(self, texts: Sequence[Text], /) -> list[Reading]:
        """Read each answer.

        Raises:
            ModelError: When the model's files are missing or damaged.
        """
        cut = [list(self._windows(text)) for text in texts]
        every = [window for own in cut for window in own]
        said = iter(side_by_side(self._run, every, self.threads))
        return [
            _reading(len(text.claims), own, [next(said) for _ in own])
            for text, own in zip(texts, cut, strict=True)
        ]

    def _windows(self, text: Text) -> Iterator[Window]:
        return windows(text, _tokens, self.max_tokens, most=self.most_windows)

    def _run(self, window: Window) -> tuple[Floats, Floats]:
        # Activations are quantised with one scale for all that is computed at once, so each window
        # is computed alone: what it gets depends on nothing beside it, and nothing is padded.
        own = slice(window.first, window.first + len(window.starts))
        numbers = np.unique(window.claims)
        members = np.zeros((1, len(numbers), len(window.ids)), np.float32)
        members[0, :, own] = window.claims == numbers[:, None]
        feed = {
            "input_ids": window.ids.astype(np.int64)[None],
            "token_type_ids": (np.arange(len(window.ids)) >= window.first).astype(np.int64)[None],
            "members": members,
        }
        tokens, claims = session(Path(self.folder) / FILE, 1).run(["tokens", "claims"], feed)
        return _softmax(tokens[0, own]), _softmax(claims[0])


def log_odds(probabilities: Floats) -> Floats:
    """Return the log-odds of the classes that are not "supported", bounded to ±30."""
    supported = np.clip(probabilities[:, 0], 1e-13, 1 - 1e-13)
    return np.asarray(np.log1p(-supported) - np.log(supported), np.float64)


def _tokens(text: str) -> tuple[list[int], Sequence[int]]:
    read = wordpieces(text)
    return read.ids.tolist(), read.starts


def _reading(
    n_claims: int, own: Sequence[Window], said: Sequence[tuple[Floats, Floats]]
) -> Reading:
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
    return Reading(
        np.concatenate([np.zeros(0, np.int32), *(own[place].starts for place in first)]),
        np.concatenate([np.zeros(0, np.int16), *(own[place].claims for place in first)]),
        np.concatenate([none, *tokens]),
        claims,
    )


def pooled(said: Floats) -> Floats:
    """Return what windows say together, shape ``(n, 3)``.

    The support is that of the window that supports most; what is left of 1 is divided as in the
    window most given to contradiction, so that windows without bearing change nothing.

    Args:
        said: Probabilities of the three classes, shape ``(n_windows, n, 3)``.
    """
    supported = said[:, :, 0].max(axis=0)
    left = said[:, :, 1:].sum(axis=2)
    share = np.divide(said[:, :, 2], left, out=np.zeros_like(left), where=left > 0).max(axis=0)
    rest = 1 - supported
    return np.stack([supported, rest * (1 - share), rest * share], axis=1)


def _softmax(logits: NDArray[np.float32]) -> Floats:
    powers = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float64)
