"""Any sentence-transformers model as an encoder; needs the extra ``hf``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import MissingExtraError, ModelError
from groundgraph.parts.encoders.cache import NoCache, encode_once
from groundgraph.parts.huggingface import check_folder
from groundgraph.parts.windows import readable, windows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Span

_UNLIMITED = 10**6  # Models without a limit report None, infinity or a huge number.


@dataclass(frozen=True)
class SentenceTransformerEncoder:
    """A sentence-transformers model, by its name on the Hugging Face hub or its folder.

    Code that comes with a model is never run (``trust_remote_code`` is off). The model is loaded
    on first use and shared by all instances of the process.

    Attributes:
        model: "sentence-transformers/all-mpnet-base-v2", or a folder.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        batch_size: Texts computed at once.
    """

    model: str = field(metadata={"reach": "model"})
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    batch_size: int = field(default=32, compare=False, metadata={"spec": False})

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """Return unit vectors, shape ``(n_texts, dimension)``.

        A text in which the model reads nothing may have a vector of zeros.

        Raises:
            MissingExtraError: When sentence-transformers is not installed.
            ModelError: When the model cannot be loaded, or gives numbers that are not finite.
        """
        if not texts:
            return self._compute([""])[:0]
        return encode_once([readable(text) for text in texts], self._compute, NoCache(), "")

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return, for each text, the spans that `encode` can read whole.

        Raises:
            MissingExtraError: When sentence-transformers is not installed.
            ModelError: When the model cannot be loaded, or its tokenizer knows no offsets.
        """
        model = _load(self.model, self.device)
        limit = _limit(model)
        if limit is None:
            return [windows(text, lambda _: (), 1) for text in texts]
        tokenizer = model.tokenizer
        if not getattr(tokenizer, "is_fast", False):
            raise ModelError(
                f"the tokenizer of {self.model} does not say where its tokens are; windows need "
                "a fast tokenizer (a tokenizer.json in the model's folder)"
            )

        def starts(text: str) -> list[int]:
            read = tokenizer(
                text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
            )
            return [start for start, _ in read["offset_mapping"]]

        return [windows(readable(text), starts, limit) for text in texts]

    def _compute(self, texts: list[str]) -> NDArray[np.float32]:
        vectors = _load(self.model, self.device).encode(
            texts,
            batch_size=self.batch_size,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        if not np.isfinite(vectors).all():
            raise ModelError(f"{self.model} gave vectors that are not finite")
        return np.asarray(vectors, np.float32)


def _limit(model: Any) -> int | None:
    """Return the tokens of a text that the model reads, special ones and prompt taken off."""
    most: float | None = model.max_seq_length
    if most is None or most > _UNLIMITED:
        return None
    tokenizer = model.tokenizer
    prompt = model.prompts.get(model.default_prompt_name) or ""
    taken = tokenizer.num_special_tokens_to_add() + len(tokenizer.tokenize(prompt))
    return max(1, int(most - taken))


@lru_cache(maxsize=4)
def _load(model: str, device: str | None) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise MissingExtraError("encoder 'sentence-transformers'", "hf") from error
    check_folder(model)
    try:
        return SentenceTransformer(model, device=device, trust_remote_code=False)
    except Exception as error:  # the hub, torch and the file formats each raise their own
        raise ModelError(f"{model} cannot be loaded by sentence-transformers: {error}") from error
