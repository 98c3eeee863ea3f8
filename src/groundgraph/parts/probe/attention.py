"""What a Hugging Face model attends to while it writes an answer; needs the extra ``gga``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from groundgraph.errors import InputError, MissingExtraError
from groundgraph.parts.probe.traces import untraced
from groundgraph.types.traces import Generation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.parts.probe.model import ProbedModel
    from groundgraph.types.traces import ProbeInput, Trace


class Placement(NamedTuple):
    """Where and in what precision a model is loaded; fields as in `AttentionProbe`."""

    device: str | None = None
    dtype: str = "auto"
    quantised: Literal["no", "8bit", "4bit"] = "no"
    device_map: str | None = None


@dataclass(frozen=True)
class AttentionProbe:
    """Runs a model over prompt and answer once and traces its attention to the triples.

    The pass is teacher-forced: the answer is given, not written again. Prompt and answer are cut
    into tokens apart, as they are when the model writes, so a triple's tokens do not depend on
    the answer. Decoder-only models are traced in their self-attention; encoder-decoders in the
    attention of the answer in the decoder to the prompt in the encoder.

    A triple's embedding is the mean over its own tokens, special ones left out, of the hidden
    states that enter the last layer (of the encoder, where there is one) when its text is read
    alone. The answer's hidden states are taken at the same layer of the decoder.

    T5 needs transformers 5.16 or later; where a version keeps a model's attention to itself, an
    error says so.

    Code that comes with a model is never run (``trust_remote_code`` is off). The model is loaded
    on first use and shared by all instances of the process; `AttentionProbe.around` takes one
    that is loaded already.

    Attributes:
        model: A name on the Hugging Face hub, or a folder.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        dtype: "float32", "bfloat16", "float16", or "auto" for what the weights are saved in.
        batch_size: Answers computed at once.
        special_tokens: Whether the tokenizer adds its special tokens to a prompt. Turn it off
            for prompts made by a chat template, which hold them already.
        rows: Whose attention is traced: of the "answer" tokens, as the paper has it, or of the
            tokens before, "predicting" them.
        quantised: Whether the weights are loaded in 8 or 4 bits by bitsandbytes.
        device_map: How accelerate spreads the weights over devices, such as "auto" or
            "balanced"; ``None`` puts all of them on ``device``.
        detail: Whether `Trace.parts` holds the mass by "layers", by "heads", or, for "mean",
            is ``None``.
        states: Whether the trace holds hidden states and embeddings.
        window: Most tokens of prompt and answer (of the prompt, for an encoder-decoder);
            ``None`` takes what the model's configuration says.
        loaded: The loaded model, where it was given.
    """

    model: str = field(metadata={"reach": "model"})
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    batch_size: int = field(default=4, compare=False, metadata={"spec": False})
    special_tokens: bool = True
    rows: Literal["answer", "predicting"] = "answer"
    quantised: Literal["no", "8bit", "4bit"] = "no"
    device_map: str | None = field(default=None, compare=False, metadata={"spec": False})
    detail: Literal["mean", "layers", "heads"] = "mean"
    states: bool = True
    window: int | None = None
    loaded: ProbedModel | None = field(
        default=None, compare=False, repr=False, metadata={"spec": False}
    )

    @classmethod
    def around(cls, model: Any, tokenizer: Any, **options: Any) -> AttentionProbe:
        """Probe a transformers model that is loaded already, where it stands.

        Args:
            model: A causal language model or an encoder-decoder. While a pass runs, its
                configuration names another attention function.
            tokenizer: Its fast tokenizer.
            options: Other fields of the probe.
        """
        name = getattr(model, "name_or_path", "") or type(model).__name__
        return cls(name, loaded=_module().ProbedModel(model, tokenizer), **options)

    def trace(self, inputs: Sequence[ProbeInput], /) -> list[Trace]:
        """Return one trace per input, in order.

        An input that cannot be traced has a trace that says why: a prompt above the model's
        window, an answer or a triple without tokens, no triples, numbers that are not finite.

        Raises:
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded, its tokenizer knows no offsets, or it
                has no attention that can be looked at (a state-space model has none).
        """
        if not inputs:
            return []
        module, model = _module(), self._model()
        plans = [model.plan(item, self.special_tokens, self.window) for item in inputs]
        good = [plan for plan in plans if not isinstance(plan, str)]
        options = module.Options(self.rows, self.detail, self.states, self.model)
        done = iter(model.trace(good, options, self.batch_size))
        return [
            untraced(plan, self.model) if isinstance(plan, str) else next(done) for plan in plans
        ]

    def chat(self, message: str, /) -> str | None:
        """Return a user's message in the tokenizer's chat template, ready for the answer.

        The text holds the special tokens, so that it is read by a probe with
        ``special_tokens=False``.

        Returns:
            ``None`` where the tokenizer has no chat template.

        Raises:
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded, or the template takes no message of a
                user alone.
        """
        return self._model().chat(message)

    def generate(self, prompts: Sequence[str], /, *, max_new_tokens: int = 64) -> list[Generation]:
        """Return what the model writes, always the likeliest token next.

        Raises:
            InputError: When ``max_new_tokens`` is below 1.
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded, or its tokenizer knows no offsets.
        """
        if max_new_tokens < 1:
            raise InputError(f"max_new_tokens is {max_new_tokens}; a model writes at least 1")
        if not prompts:
            return []
        model = self._model()
        taken = 0 if model.two_stacks else max_new_tokens
        read = [
            model.read_prompt(text, self.special_tokens, self.window, taken) for text in prompts
        ]
        good = [ids for ids in read if not isinstance(ids, str)]
        written = iter(model.generate(good, max_new_tokens, self.batch_size))
        return [Generation("", (), ids) if isinstance(ids, str) else next(written) for ids in read]

    def _model(self) -> ProbedModel:
        placed = Placement(self.device, self.dtype, self.quantised, self.device_map)
        return self.loaded or _load(self.model, placed)


def _module() -> Any:
    try:
        import torch  # noqa: F401 - asked for first, so that no other error is taken for its absence
        import transformers  # noqa: F401
    except ImportError as error:
        raise MissingExtraError("probe 'attention'", "gga") from error
    from groundgraph.parts.probe import model

    return model


@lru_cache(maxsize=2)
def _load(model: str, placed: Placement) -> Any:
    return _module().load(model, placed)
