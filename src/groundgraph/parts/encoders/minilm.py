"""The embedded encoder: all-MiniLM-L6-v2 on onnxruntime, shipped with the package.

Weights and their provenance: ``models/minilm/MODEL_CARD.md``. A sentence's vector is the mean of
its token vectors at unit length, as sentence-transformers computes it (Reimers & Gurevych 2019,
arXiv:1908.10084).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.parts.encoders.cache import encode_once, open_cache
from groundgraph.parts.onnx import batches, session, shipped, tokenizer
from groundgraph.parts.windows import readable, windows
from groundgraph.ranges import in_range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Span

SHA256 = "22939ce1bd04982346ac1293fb0e89fd639430311764f75822030d3b5e7200f9"
"""Of the shipped ``model.onnx``."""
DIMENSION = 384
_POSITIONS = 512
_LEAST = 8  # room for any one character
_SPECIAL = 2  # [CLS] and [SEP]
_FOLDER = shipped("minilm")
_MODEL, TOKENIZER = _FOLDER / "model.onnx", _FOLDER / "tokenizer.json"


@dataclass(frozen=True)
class MiniLM:
    """all-MiniLM-L6-v2: 384 dimensions, English, no download.

    A text's vector does not depend on what else is encoded with it, to the last bit. A run of more
    than 100 letters without a space is one unknown token to this model, whatever they are. The
    model is loaded on first use and shared by all instances of the process.

    Attributes:
        max_tokens: Tokens read of each text, [CLS] and [SEP] among them; 256 is what the model
            was trained for, 512 the most it has positions for. `encode` ignores what is
            beyond, as sentence-transformers does; `windows` cuts so that nothing is.
        threads: Threads of a batch's computation; 0 takes every core that the process may
            use.
        batch_tokens: Tokens computed at once; bounds memory.
        cache: "memory" (the vectors used last), "off", or the path of a SQLite file.

    Raises:
        InputError: When a number is out of range.
    """

    max_tokens: int = 256
    threads: int = field(default=0, compare=False, metadata={"spec": False})
    batch_tokens: int = field(default=1024, compare=False, metadata={"spec": False})
    cache: str = field(
        default="memory",
        compare=False,
        metadata={"spec": False, "reach": "write", "harmless": "off|memory"},
    )

    def __post_init__(self) -> None:
        in_range("max_tokens", self.max_tokens, _LEAST, _POSITIONS)
        in_range("threads", self.threads, 0, 1024)
        in_range("batch_tokens", self.batch_tokens, 1, 2**20)

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """Return unit vectors, shape ``(n_texts, 384)``; an empty text has one too.

        Raises:
            ModelError: When the model's files are missing or damaged, or the cache's file
                cannot be used.
        """
        if not texts:
            return np.empty((0, DIMENSION), np.float32)
        identity = f"{SHA256}/{self.max_tokens}"
        clean = [readable(text) for text in texts]
        return encode_once(clean, self._compute, open_cache(self.cache), identity)

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return, for each text, the spans that `encode` can read whole.

        Cuts fall after sentences or between words; a word is cut only when it alone is above
        the limit.

        Raises:
            ModelError: When the tokenizer's file is missing or damaged.
        """
        return [self._windows(readable(text)) for text in texts]

    def _windows(self, text: str) -> list[Span]:
        limit = self.max_tokens - _SPECIAL
        # A token holds at least one character of the decomposed text, and a character
        # decomposes into at most four (ASCII into one): short texts need no tokenizer.
        if len(text) * (1 if text.isascii() else 4) <= limit:
            return windows(text, lambda _: (), limit)
        return windows(text, _token_starts, limit)

    def _compute(self, texts: list[str]) -> NDArray[np.float32]:
        model = session(_MODEL, self.threads)
        ids = [self._ids(text) for text in texts]
        vectors = np.empty((len(ids), DIMENSION), np.float32)
        for batch in batches([len(tokens) for tokens in ids], self.batch_tokens):
            tokens = np.array([ids[row] for row in batch], np.int64)
            feed = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
            (by_token,) = model.run(["token_embeddings"], feed)
            vectors[batch] = _pooled(by_token)
        return vectors

    def _ids(self, text: str) -> NDArray[np.int32]:
        ids = tokenizer(TOKENIZER).encode(text).ids
        if len(ids) > self.max_tokens:
            ids = ids[: self.max_tokens - 1] + ids[-1:]
        return np.array(ids, np.int32)


def _pooled(by_token: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return unit means of token vectors, ``(n_texts, n_tokens, 384)``.

    The graph has a mean too, but adds up in another order when a batch holds one text alone.
    """
    means = by_token.mean(axis=1)
    return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), np.float32)


def _token_starts(text: str) -> list[int]:
    return [
        start for start, _ in tokenizer(TOKENIZER).encode(text, add_special_tokens=False).offsets
    ]
