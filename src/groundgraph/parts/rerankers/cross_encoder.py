"""A cross-encoder from Hugging Face; needs the extra ``hf``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from groundgraph.errors import ModelError
from groundgraph.parts.huggingface import Loaded, load_classifier, logits_of
from groundgraph.parts.rerankers.best_window import best_of_windows, reader_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.parts.rerankers.best_window import Texts

_RELEVANT = re.compile(r"1|label1|true|yes|positive|relevant")
"""What the label of a text that bears on the query is called, small and alphanumeric."""


@dataclass(frozen=True)
class CrossEncoderReranker:
    """A sequence-classification model that reads query and text together, by name or folder.

    The score is the logit of a model with one output, and the log-odds of the relevant label of
    a model with two. Whether 0 is as likely relevant as not depends on how it was trained. A
    text longer than the model reads is read in windows, and so is a query above three quarters
    of that; the score is that of the best pair of windows. Code that comes with a model is never
    run (``trust_remote_code`` is off), and its weights must be safetensors. The model is loaded
    on first use and shared by all instances of the process.

    Attributes:
        model: "cross-encoder/ms-marco-MiniLM-L6-v2", or a folder.
        relevant: The label that means relevant, for a model with two whose configuration does
            not say ("relevant", "yes", "LABEL_1" …); ``None`` reads it.
        max_tokens: Tokens of a pair, special ones among them; never more than the model's own
            limit.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        batch_size: Pairs computed at once.
    """

    model: str = field(metadata={"reach": "model"})
    relevant: str | None = None
    max_tokens: int = 512
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    batch_size: int = field(default=32, compare=False, metadata={"spec": False})

    def relevance(self, pairs: Sequence[Texts], /) -> NDArray[np.float64]:
        """Return a score for each (query, text), shape ``(n_pairs,)``.

        Raises:
            InputError: When ``max_tokens`` leaves no room for the texts.
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded or has no fitted classifier, when it has
                more than two labels or none that is known to mean relevant, when its tokenizer
                knows no offsets, or when it gives numbers that are not finite.
        """
        loaded = _classifier(self.model, self.device)
        labels = _label_names(loaded.model.config)
        relevant = _relevant(labels, self.relevant, self.model) if len(labels) > 1 else 0
        special = loaded.tokenizer.num_special_tokens_to_add(pair=True)
        reader = reader_for(self.model, loaded, self.max_tokens, special)

        def compute(pieces: list[Texts]) -> NDArray[np.float64]:
            logits = logits_of(loaded, pieces, self.batch_size)
            return logits[:, relevant] - (logits[:, 1 - relevant] if len(labels) > 1 else 0.0)

        return best_of_windows(pairs, reader, compute)


def _label_names(config: Any) -> list[str]:
    return [str(config.id2label[index]) for index in range(int(config.num_labels))]


def _relevant(labels: Sequence[str], named: str | None, model: str) -> int:
    """Return which of two labels means relevant."""
    if named is None:
        small = [re.sub(r"[^a-z0-9]", "", label.lower()) for label in labels]
        found = [index for index, label in enumerate(small) if _RELEVANT.fullmatch(label)]
    else:
        found = [index for index, label in enumerate(labels) if label == named]
    if len(labels) != 2 or len(found) != 1:
        raise ModelError(
            f"{model} has the labels {', '.join(labels)}; a reranker needs a single output, or "
            "two labels of which one means relevant: name it, such as relevant='LABEL_1'"
        )
    return found[0]


@lru_cache(maxsize=4)
def _classifier(model: str, device: str | None) -> Loaded:
    return load_classifier(model, device, "reranker 'cross-encoder'")
