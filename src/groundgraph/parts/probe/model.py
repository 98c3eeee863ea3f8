"""A language model and its tokenizer, as the attention probe uses them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import torch
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    BitsAndBytesConfig,
)

from groundgraph.errors import MissingExtraError, ModelError
from groundgraph.parts.huggingface import check_folder, fastest_device
from groundgraph.parts.probe.forward import Plan, embed_pass, pad, padding_of, trace_pass
from groundgraph.parts.probe.tokens import owners
from groundgraph.parts.probe.traces import untraced
from groundgraph.parts.windows import readable
from groundgraph.types.traces import Generation, Trace

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.parts.probe.attention import Placement
    from groundgraph.parts.probe.forward import Found
    from groundgraph.parts.probe.rows import Detail
    from groundgraph.types.traces import ProbeInput

_UNLIMITED = 10**6  # tokenizers without a limit report a huge number
_TOKENS = 1024  # of triples that are read alone, at once


class Options(NamedTuple):
    """What of a trace is wanted.

    The fields are those of `groundgraph.parts.probe.attention.AttentionProbe`.
    """

    rows: Literal["answer", "predicting"]
    detail: Detail
    states: bool
    name: str


@dataclass(frozen=True, eq=False)
class ProbedModel:
    """A model and its tokenizer.

    Attributes:
        model: A causal language model or an encoder-decoder of transformers.
        tokenizer: Its tokenizer, a fast one.

    Raises:
        ModelError: When the tokenizer is not a fast one.
    """

    model: Any
    tokenizer: Any

    def __post_init__(self) -> None:
        if not getattr(self.tokenizer, "is_fast", False):
            raise ModelError(
                f"{type(self.tokenizer).__name__} does not say where its tokens are; the probe "
                "needs a fast tokenizer (a tokenizer.json in the model's folder)"
            )
        self.model.eval()

    @property
    def two_stacks(self) -> bool:
        """Say whether the model is an encoder-decoder."""
        return bool(self.model.config.is_encoder_decoder)

    def plan(self, item: ProbeInput, special_tokens: bool, window: int | None) -> Plan | str:
        """Cut an input into tokens, or say why it cannot be traced."""
        if not item.triples:
            return "the prompt states no triples"
        for start, end in item.triples:
            if not 0 <= start < end <= len(item.prompt):
                return f"triple span ({start}, {end}) is not in the prompt ({len(item.prompt)})"
        answer = self._answer(item)
        if isinstance(answer, str):
            return answer
        taken = 0 if self.two_stacks else len(answer)
        prompt = self.read_prompt(item.prompt, special_tokens, window, taken)
        if isinstance(prompt, str):
            return prompt
        offsets = self._read(item.prompt, special_tokens)["offset_mapping"]
        owner = owners(offsets, item.triples)
        texts = tuple(readable(item.prompt)[start:end] for start, end in item.triples)
        sizes = np.bincount(owner[owner >= 0], minlength=len(texts))
        for number, text in enumerate(texts):
            if not (sizes[number] and text.strip() and any(self._alone(text)[1])):
                return f"triple {number} ({text[:60]!r}) has no tokens of its own in the prompt"
        return Plan(prompt, owner, answer, texts)

    def read_prompt(
        self, text: str, special_tokens: bool, window: int | None, taken: int
    ) -> list[int] | str:
        """Return a prompt's tokens, or why the model cannot read them and ``taken`` more."""
        ids: list[int] = self._read(text, special_tokens)["input_ids"]
        if not ids:
            return "the prompt has no tokens"
        limit = window or self._window()
        if limit is not None and len(ids) + taken > limit:
            more = f" and the answer {taken}" if taken else ""
            return f"the prompt has {len(ids)} tokens{more}; the model reads at most {limit}"
        return self._unknown(ids) or ids

    def trace(self, plans: Sequence[Plan], options: Options, batch_size: int) -> list[Trace]:
        """Trace inputs, those of like length together.

        Raises:
            ModelError: When the model has no attention that can be looked at.
        """
        traces: dict[int, Trace] = {}
        embedded = self._embed({text for plan in plans for text in plan.texts})
        lengths = [len(plan.prompt) + len(plan.answer) for plan in plans]
        for batch in _longest_first(lengths, batch_size):
            members = [plans[index] for index in batch]
            found = trace_pass(self.model, members, options.rows, options.detail)
            for index, plan, one in zip(batch, members, found, strict=True):
                embeddings = np.stack([embedded[text] for text in plan.texts])
                traces[index] = self._trace(plan, one, embeddings, options)
        return [traces[index] for index in range(len(plans))]

    def chat(self, message: str) -> str | None:
        """Return a user's message in the chat template; ``None`` where there is none.

        Raises:
            ModelError: When the template takes no message of a user alone.
        """
        if not self.tokenizer.chat_template:
            return None
        turns = [{"role": "user", "content": message}]
        try:
            written: str = self.tokenizer.apply_chat_template(
                turns, tokenize=False, add_generation_prompt=True
            )
        except Exception as error:  # templates raise what they like
            raise ModelError(
                f"the tokenizer's chat template takes no question of a user alone: {error}; turn "
                "the chat template off"
            ) from error
        return written

    @torch.inference_mode()
    def generate(
        self, prompts: Sequence[list[int]], max_new_tokens: int, batch_size: int
    ) -> list[Generation]:
        """Write on after each prompt, greedily."""
        written: dict[int, Generation] = {}
        model, left = self.model, not self.two_stacks
        for batch in _longest_first([len(ids) for ids in prompts], batch_size):
            rows = [prompts[index] for index in batch]
            ids, mask = pad(rows, padding_of(model), model.device, left=left)
            result = model.generate(
                ids,
                attention_mask=mask,
                max_new_tokens=max_new_tokens,
                do_sample=False,
                temperature=None,
                top_p=None,
                top_k=None,
                pad_token_id=padding_of(model),
            )
            for index, row in zip(batch, result.tolist(), strict=True):
                written[index] = self._written(row[ids.shape[1] if left else 1 :])
        return [written[index] for index in range(len(prompts))]

    def _written(self, ids: list[int]) -> Generation:
        ends = self.model.generation_config.eos_token_id
        stops = {ends} if isinstance(ends, int) else set(ends or ())
        kept = ids[: next((i for i, token in enumerate(ids) if token in stops), len(ids))]
        return Generation(self.tokenizer.decode(kept, skip_special_tokens=True), tuple(kept))

    def _trace(
        self, plan: Plan, found: Found, embeddings: NDArray[np.float32], options: Options
    ) -> Trace:
        numbers = [array for array in (*found, embeddings) if array is not None]
        if not all(np.isfinite(array).all() for array in numbers):
            why = "the model gave numbers that are not finite; try dtype='float32'"
            return untraced(why, options.name)
        return Trace(
            found.mass,
            found.outside,
            found.softened,
            cosines(found.hidden, embeddings),
            found.log_probability,
            np.bincount(plan.owner[plan.owner >= 0], minlength=len(plan.texts)),
            tuple(self.tokenizer.decode([token]) for token in plan.answer),
            found.hidden if options.states else None,
            embeddings if options.states else None,
            found.parts,
            options.name,
            options.rows,
        )

    def _answer(self, item: ProbeInput) -> list[int] | str:
        if item.answer_ids is None:
            ids = self._read(item.answer, special_tokens=False)["input_ids"]
        else:
            ids = list(item.answer_ids)
        if not ids:
            return "the answer has no tokens"
        if all(token == self.tokenizer.unk_token_id for token in ids):
            return "the answer has no token that the model's tokenizer knows"
        return self._unknown(ids) or ids

    def _unknown(self, ids: Sequence[int]) -> str:
        known = self.model.get_input_embeddings().num_embeddings
        other = next((token for token in ids if not 0 <= token < known), None)
        if other is None:
            return ""
        return f"token {other} is not among the model's {known}; is it the model's tokenizer?"

    def _window(self) -> int | None:
        config = self.model.config.get_text_config()
        limit = getattr(config, "max_position_embeddings", None)
        limit = self.tokenizer.model_max_length if limit is None else limit
        return None if limit > _UNLIMITED else int(limit)

    def _read(self, text: str, special_tokens: bool) -> Any:
        return self.tokenizer(
            readable(text),
            add_special_tokens=special_tokens,
            return_offsets_mapping=True,
            truncation=False,
            verbose=False,
        )

    def _alone(self, text: str) -> tuple[list[int], list[bool]]:
        """Return the tokens of a text read alone, and which of them are its own."""
        read = self._read(text, special_tokens=True)
        return read["input_ids"], [start < end for start, end in read["offset_mapping"]]

    def _embed(self, texts: Collection[str]) -> dict[str, NDArray[np.float32]]:
        order = sorted(texts, key=lambda text: (-len(text), text))
        read = {text: self._alone(text) for text in order}
        vectors: dict[str, NDArray[np.float32]] = {}
        while order:
            size = max(1, _TOKENS // max(1, len(read[order[0]][0])))
            batch, order = order[:size], order[size:]
            ids, own = zip(*(read[text] for text in batch), strict=True)
            found = embed_pass(self.model, ids, own)
            vectors.update(zip(batch, found, strict=True))
        return vectors


def load(model: str, placed: Placement) -> ProbedModel:
    """Load a model and its tokenizer by name.

    Raises:
        MissingExtraError: When a package is missing that spreads or quantises weights.
        ModelError: When they cannot be loaded, or the tokenizer is not a fast one.
    """
    check_folder(model)
    options = _options(placed)
    try:
        config = AutoConfig.from_pretrained(model, trust_remote_code=False)
        kind = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
        weights = kind.from_pretrained(model, **options, trust_remote_code=False)
        tokenizer = AutoTokenizer.from_pretrained(model, trust_remote_code=False)
        if "device_map" not in options:
            weights.to(fastest_device(placed.device))
    except Exception as error:  # the hub, torch and the file formats each raise their own
        raise ModelError(f"{model} cannot be loaded by transformers: {error}") from error
    return ProbedModel(weights, tokenizer)


def _options(placed: Placement) -> dict[str, Any]:
    """Return what transformers is told of precision and devices.

    Quantised weights are put in place while they are loaded, and cannot be moved.
    """
    options: dict[str, Any] = {"dtype": placed.dtype}
    if placed.quantised != "no":
        _need("bitsandbytes", f"weights in {placed.quantised}")
        bits = {f"load_in_{placed.quantised}": True}
        options["quantization_config"] = BitsAndBytesConfig(**bits)
    if placed.device_map is not None or placed.quantised != "no":
        _need("accelerate", "spreading weights over devices")
        options["device_map"] = placed.device_map or {"": fastest_device(placed.device)}
    return options


def _need(package: str, feature: str) -> None:
    if find_spec(package) is None:
        raise MissingExtraError(f"{feature} ({package})", "large")


def cosines(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the cosine of each pair of rows, in [−1, 1]; 0 where a row is all zeros."""
    units: list[NDArray[np.float64]] = []
    for table in (left, right):
        norm = np.linalg.norm(table.astype(np.float64), axis=1, keepdims=True)
        units.append(table / np.where(norm > 0, norm, 1.0))
    return np.asarray(np.clip(units[0] @ units[1].T, -1, 1), np.float32)


def _longest_first(lengths: Sequence[int], batch_size: int) -> Iterator[list[int]]:
    order = sorted(range(len(lengths)), key=lambda index: -lengths[index])
    size = max(1, batch_size)
    return (order[start : start + size] for start in range(0, len(order), size))
