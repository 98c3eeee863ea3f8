"""HHEM-2.1-Open as a verifier, without the code that comes with it; needs the extra ``hf``.

Vectara's model (huggingface.co/vectara/hallucination_evaluation_model) is the encoder of
FLAN-T5-base with a token classifier: the first token of a prompt, a ``<pad>`` in place of a
[CLS], gets two logits, whose second is that the hypothesis is consistent with the premise. Its
published code wraps transformers' ``T5ForTokenClassification``, which is used here as it is.

Deviations from that code: it reads a premise of any length in one piece, here a premise above
``max_tokens`` is read in windows; and special tokens that stand in the texts are taken apart.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import softmax

from groundgraph.errors import MissingExtraError, ModelError
from groundgraph.parts.huggingface import (
    Loaded,
    check_folder,
    fastest_device,
    logits_of,
    token_starts,
    without_marks,
)
from groundgraph.parts.verifiers.pairs import PairLimits, verify_in_windows
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Entailments

PROMPT = (
    "<pad> Determine if the hypothesis is true given the premise?\n\n"
    "Premise: {text1}\n\nHypothesis: {text2}"
)
"""Used where the model's config.json names no other."""

FOUNDATION = "google/flan-t5-base"
"""Used where neither the caller nor the model's config.json names another."""

_PREFIX = "t5."
_EMBEDDINGS = ("transformer.shared.weight", "transformer.encoder.embed_tokens.weight")


@dataclass(frozen=True)
class HHEM:
    """Vectara's HHEM-2.1-Open, or a model of its make, by name or folder.

    It knows "consistent" and "not consistent": the latter is all neutral, and contradiction
    is 0. The model is loaded on first use and shared by all instances of the process.

    Attributes:
        model: Name on the Hugging Face hub, or a folder with ``config.json`` and
            ``model.safetensors``.
        foundation: Name or folder of the T5 that it was tuned from, whose configuration and
            tokenizer it has. ``None`` takes the folder "foundation" in the model's folder, where
            there is one, else what the model's ``config.json`` names.
        max_tokens: Tokens of a pair with the prompt. T5 has no limit of its own; 2,048 is the
            length that the model's card measures.
        most_windows: Windows of a premise that are read.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        batch_size: Pairs computed at once.
    """

    model: str = field(
        default="vectara/hallucination_evaluation_model", metadata={"reach": "model"}
    )
    foundation: str | None = field(default=None, metadata={"reach": "model"})
    max_tokens: int = 2048
    most_windows: int = 16
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    batch_size: int = field(default=8, compare=False, metadata={"spec": False})

    def verify(self, pairs: Sequence[Pair], /) -> Entailments:
        """Judge each pair; see `groundgraph.protocols.Verifier`.

        Raises:
            InputError: When ``most_windows`` is below 1.
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model or its foundation cannot be loaded, when its weights do
                not fit the architecture, or when it gives numbers that are not finite.
        """
        loaded, prompt = _load(self.model, self.foundation, self.device)
        starts = token_starts(loaded.tokenizer, self.model)
        frame = loaded.tokenizer("".join(prompt))["input_ids"]
        limits = PairLimits(starts, self.max_tokens, len(frame), self.most_windows)
        plain = without_marks(loaded.tokenizer)
        return verify_in_windows(
            [Pair(*map(plain, pair)) for pair in pairs],
            limits,
            lambda pieces: self._compute(loaded, prompt, pieces),
        )

    def _compute(
        self, loaded: Loaded, prompt: tuple[str, str, str], pieces: list[Pair]
    ) -> NDArray[np.float64]:
        before, between, after = prompt
        texts = [(f"{before}{each.premise}{between}{each.hypothesis}{after}",) for each in pieces]
        logits = logits_of(loaded, texts, self.batch_size, lambda found: found[:, 0])
        consistent = softmax(logits, axis=1)[:, 1]
        return np.stack([consistent, 1.0 - consistent, np.zeros_like(consistent)], axis=1)


@lru_cache(maxsize=4)
def _load(
    model: str, foundation: str | None, device: str | None
) -> tuple[Loaded, tuple[str, str, str]]:
    """Return the model, and its prompt around the two texts."""
    try:
        import torch  # noqa: F401 - without it, transformers imports and then fails oddly
        from safetensors.torch import load_file
        from transformers import AutoConfig, AutoTokenizer, T5ForTokenClassification
        from transformers.utils import cached_file
    except ImportError as error:
        raise MissingExtraError("verifier 'hhem'", "hf") from error
    for name in (model, foundation or ""):
        check_folder(name)
    inner = Path(model) / "foundation"
    try:
        settings = json.loads(Path(cached_file(model, "config.json")).read_text("utf-8"))
        weights = load_file(cached_file(model, "model.safetensors"))
        if foundation is None:
            foundation = str(inner) if inner.is_dir() else settings.get("foundation", FOUNDATION)
        config = AutoConfig.from_pretrained(foundation, trust_remote_code=False)
        tokenizer = AutoTokenizer.from_pretrained(foundation, trust_remote_code=False)
    except Exception as error:  # the hub, torch and the file formats each raise their own
        raise ModelError(f"{model} cannot be loaded as HHEM: {error}") from error
    if config.model_type != "t5":
        raise ModelError(f"the foundation {foundation} is a {config.model_type}, expected a T5")
    config.num_labels = 2
    network = T5ForTokenClassification(config)
    _fill(network, weights, f"{model}, on {foundation},")
    network = network.to(fastest_device(device)).eval()
    return Loaded(network, tokenizer), _split(settings.get("prompt", PROMPT), model)


def _fill(network: Any, weights: dict[str, Any], named: str) -> None:
    """Put weights into a network, each where it belongs and none left over."""
    state = {key.removeprefix(_PREFIX): tensor for key, tensor in weights.items()}
    shared = next((state[key] for key in _EMBEDDINGS if key in state), None)
    if shared is not None:  # one table under two names, of which files hold one or both
        state = {**dict.fromkeys(_EMBEDDINGS, shared), **state}
    expected = network.state_dict()
    unlike = [
        *(f"{key} is missing" for key in expected if key not in state),
        *(f"{key} is unknown" for key in state if key not in expected),
        *(
            f"{key} has shape {tuple(state[key].shape)}, expected {tuple(tensor.shape)}"
            for key, tensor in expected.items()
            if key in state and state[key].shape != tensor.shape
        ),
    ]
    if unlike:
        raise ModelError(
            f"{named} does not hold the weights of HHEM-2.1: {'; '.join(unlike[:3])} "
            f"({len(unlike)} differences); name the right model and its foundation"
        )
    network.load_state_dict(state, strict=True)


def _split(prompt: str, model: str) -> tuple[str, str, str]:
    before, first, rest = prompt.partition("{text1}")
    between, second, after = rest.partition("{text2}")
    if not (first and second):
        raise ModelError(
            f"the prompt of {model} must hold {{text1}} and then {{text2}}, found {prompt!r}"
        )
    return before, between, after
