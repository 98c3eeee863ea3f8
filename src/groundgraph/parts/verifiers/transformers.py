"""Any Hugging Face model of natural language inference as a verifier; needs the extra ``hf``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import expit, softmax

from groundgraph.errors import ModelError
from groundgraph.parts.huggingface import (
    Loaded,
    load_classifier,
    logits_of,
    token_limit,
    token_starts,
    without_marks,
)
from groundgraph.parts.verifiers.pairs import PairLimits, verify_in_windows
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Entailments

_ANY_LENGTH = 10**9
_MEANINGS = (
    re.compile(r"(entail|support|consistent).*"),
    re.compile(
        r"neutral|nei|unknown|notenough.*|hallucinat.*|(not|non|un|in)(entail|support|consist).*"
    ),
    re.compile(r"(contradict|refut).*"),
)
"""What entailment, neutral and contradiction are called, letters alone and in lower case."""


@dataclass(frozen=True)
class TransformersVerifier:
    """A sequence-classification model, by its name on the Hugging Face hub or its folder.

    Which output means what is read from the model's configuration, by name ("ENTAILMENT",
    "not_entailment", "refuted", "not enough info" …); a model with one output gives the
    probability of entailment. Code that comes with a model is never run (``trust_remote_code``
    is off), and its weights must be safetensors. The model is loaded on first use and shared by
    all instances of the process; on the CPU it computes in single precision.

    Attributes:
        model: "cross-encoder/nli-deberta-v3-base", or a folder.
        labels: What the outputs mean, in order, such as ``("contradiction", "neutral",
            "entailment")``, for a model whose configuration does not say; ``None`` reads it.
        max_tokens: Tokens of a pair, special ones among them; never more than the model's own
            limit, which ``None`` takes as it is.
        most_windows: Windows of a premise that are read.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        batch_size: Pairs computed at once.
    """

    model: str = field(metadata={"reach": "model"})
    labels: tuple[str, ...] | None = None
    max_tokens: int | None = 512
    most_windows: int = 64
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    batch_size: int = field(default=16, compare=False, metadata={"spec": False})

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge each pair; see `groundgraph.protocols.Verifier`.

        Raises:
            InputError: When ``most_windows`` is below 1.
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded or has no fitted classifier, when its
                outputs have no known meaning, when its tokenizer knows no offsets, or when it
                gives numbers that are not finite.
        """
        loaded = _load(self.model, self.device)
        meanings = self._meanings(loaded.model.config)
        known = (self.max_tokens, token_limit(loaded))
        limits = PairLimits(
            token_starts(loaded.tokenizer, self.model),
            min((limit for limit in known if limit is not None), default=_ANY_LENGTH),
            loaded.tokenizer.num_special_tokens_to_add(pair=True),
            self.most_windows,
        )
        plain = without_marks(loaded.tokenizer)
        return verify_in_windows(
            [Pair(*map(plain, pair)) for pair in pairs],
            limits,
            lambda pieces: _probabilities(logits_of(loaded, pieces, self.batch_size), meanings),
        )

    def _meanings(self, config: Any) -> list[int]:
        """Return, for each output, 0 for entailment, 1 for neutral, 2 for contradiction."""
        count = int(config.num_labels)
        names = [str(config.id2label[index]) for index in range(count)]
        if self.labels is not None:
            names = list(self.labels)
        elif names == ["LABEL_0"]:
            return [0]
        found = [_meaning(name) for name in names]
        known = [meaning for meaning in found if meaning is not None]
        if len(known) != count or len(found) != count or known.count(0) != 1:
            raise ModelError(
                f"{self.model} has {count} outputs, called {', '.join(names)}; one of them must "
                "mean entailment, and the others neutral or contradiction: give their order, "
                "such as labels=('contradiction', 'neutral', 'entailment')"
            )
        return known


def _meaning(name: str) -> int | None:
    letters = re.sub(r"[^a-z]", "", name.lower())
    matches = (index for index, called in enumerate(_MEANINGS) if called.fullmatch(letters))
    return next(matches, None)


def _probabilities(logits: NDArray[np.float64], meanings: Sequence[int]) -> NDArray[np.float64]:
    """Return entailment, neutral and contradiction, shape ``(n, 3)``, of logits ``(n, labels)``."""
    if len(meanings) == 1:
        entailed = expit(logits[:, 0])
        return np.stack([entailed, 1.0 - entailed, np.zeros_like(entailed)], axis=1)
    columns = np.eye(3)[list(meanings)]
    return np.asarray(softmax(logits, axis=1) @ columns, np.float64)


@lru_cache(maxsize=4)
def _load(model: str, device: str | None) -> Loaded:
    return load_classifier(model, device, "verifier 'transformers'")
