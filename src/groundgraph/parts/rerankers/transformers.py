"""Rerankers that run Hugging Face models; they need the extra ``hf``."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.batching import compute_lists
from groundgraph.parts.huggingface import (
    Loaded,
    in_batches,
    load_classifier,
    load_pretrained,
    logits_of,
    token_limit,
    token_starts,
    without_marks,
)
from groundgraph.parts.windows import readable, windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Texts = tuple[str, str]

_LEAST = 8
"""Tokens of query and text that must fit beside what surrounds them."""
_RELEVANT = re.compile(r"1|label1|true|yes|positive|relevant")
"""What the label of a text that bears on the query is called, small and alphanumeric."""

PREFIX = (
    "<|im_start|>system\nYou are Qwen, created by Alibaba Cloud. You are a helpful assistant."
    "<|im_end|>\n<|im_start|>user\n"
)
QUERY = "query: "
DOCUMENT = "document: "
TASK = (
    "You are a search relevance expert who evaluates how well documents match search queries. "
    "For each query-document pair, carefully analyze the semantic relationship between them, then "
    "provide your binary relevance judgment (0 for not relevant, 1 for relevant).\nRelevance:"
)
SUFFIX = "<|im_end|>\n<|im_start|>assistant\n"
"""The prompt that mxbai-rerank-v2 was trained with, in the order in which its pieces come."""


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
        reader = _reader(self.model, loaded, self.max_tokens, special)

        def compute(pieces: list[Texts]) -> NDArray[np.float64]:
            logits = logits_of(loaded, pieces, self.batch_size)
            return logits[:, relevant] - (logits[:, 1 - relevant] if len(labels) > 1 else 0.0)

        return _best_of_windows(pairs, reader, compute)


@dataclass(frozen=True)
class MxbaiReranker:
    """mxbai-rerank-v2, a Qwen2 that is asked to write 1 or 0; by name or folder.

    The score is logit("1") − logit("0") of the first token of its reply, from the prompt that it
    was trained with (github.com/mixedbread-ai/mxbai-rerank, ``mxbai_rerank_v2.py``; Li et al.
    2025, arXiv:2506.03487). The package cuts what is longer than the model reads; here windows
    are read as by `CrossEncoderReranker`, and special tokens that stand in the texts are taken
    apart. The scores rank texts; trained by reinforcement and preference, they are not
    calibrated.

    Attributes:
        model: "mixedbread-ai/mxbai-rerank-base-v2", "…-large-v2", or a folder.
        max_tokens: Tokens of a prompt; never more than the model's own limit.
        device: "cpu", "cuda" …; ``None`` takes the fastest present.
        batch_size: Prompts computed at once.
    """

    model: str = field(default="mixedbread-ai/mxbai-rerank-base-v2", metadata={"reach": "model"})
    max_tokens: int = 8192
    device: str | None = field(default=None, compare=False, metadata={"spec": False})
    batch_size: int = field(default=8, compare=False, metadata={"spec": False})

    def relevance(self, pairs: Sequence[Texts], /) -> NDArray[np.float64]:
        """Return a score for each (query, text), shape ``(n_pairs,)``.

        Raises:
            InputError: When ``max_tokens`` leaves no room beside the prompt.
            MissingExtraError: When torch or transformers is not installed.
            ModelError: When the model cannot be loaded or is no Qwen2, when its tokenizer knows
                no offsets, or when it gives numbers that are not finite.
        """
        loaded = _qwen2(self.model, self.device)
        ids = _ids_of(loaded.tokenizer)
        # Written together with its heading, a text may have a token more than alone.
        reader = _reader(self.model, loaded, self.max_tokens, len(_prompt(ids, "", "")) + 2)
        score = partial(_answer_odds, loaded.model, answers=(ids("1")[0], ids("0")[0]))

        def compute(pieces: list[Texts]) -> NDArray[np.float64]:
            prompts = [_prompt(ids, query, text) for query, text in pieces]
            return in_batches(prompts, [len(each) for each in prompts], self.batch_size, score)

        return _best_of_windows(pairs, reader, compute)


class _Reader(NamedTuple):
    """How a model reads a pair.

    Attributes:
        starts: Returns where each token of a text starts, special tokens left out.
        room: Tokens of query and text together.
        clean: Takes out of a text what the tokenizer would not read as text.
    """

    starts: Callable[[str], Sequence[int]]
    room: int
    clean: Callable[[str], str]


def _reader(model: str, loaded: Loaded, max_tokens: int, taken: int) -> _Reader:
    most = min(max_tokens, token_limit(loaded) or max_tokens)
    if most - taken < _LEAST:
        raise InputError(
            f"{model} is to read {most} tokens, of which {taken} are not the texts'; expected a "
            f"max_tokens of at least {taken + _LEAST}",
            field="max_tokens",
        )
    starts = cache(token_starts(loaded.tokenizer, model))  # many pairs share a query
    plain = without_marks(loaded.tokenizer)
    return _Reader(starts, most - taken, lambda text: plain(readable(text)))


def _best_of_windows(
    pairs: Sequence[Texts], reader: _Reader, compute: Callable[[list[Texts]], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Return the highest score of each pair's windows; each distinct two are computed once."""
    if not pairs:
        return np.empty(0, np.float64)
    pieces = [_pieces(reader.clean(query), reader.clean(text), reader) for query, text in pairs]
    scores = np.array([found.max() for found in compute_lists(pieces, compute)], np.float64)
    if not np.isfinite(scores).all():
        raise ModelError("the reranker gave scores that are not finite; its weights are damaged")
    return scores


def _pieces(query: str, text: str, reader: _Reader) -> list[Texts]:
    """Return every pair of a window of the query and one of the text, at least one."""
    return [
        (asked, read)
        for asked in _cut(query, reader, reader.room * 3 // 4)
        for read in _cut(text, reader, max(1, reader.room - len(reader.starts(asked))))
    ]


def _cut(text: str, reader: _Reader, limit: int) -> list[str]:
    return [span.of(text) for span in windows(text, reader.starts, limit)] or [""]


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


def _ids_of(tokenizer: Any) -> Callable[[str], list[int]]:
    """Return a function from a text to its token ids, which remembers them."""
    return cache(lambda text: tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])


def _prompt(ids: Callable[[str], list[int]], query: str, text: str) -> list[int]:
    # Piece by piece, as in training: "?" before a line's end is another token than "?\n".
    pieces = (PREFIX, QUERY + query, "\n", DOCUMENT + text, "\n", TASK, SUFFIX)
    return [token for piece in pieces for token in ids(piece)]


def _answer_odds(
    model: Any, prompts: Sequence[Sequence[int]], answers: tuple[int, int]
) -> NDArray[np.float64]:
    """Return how much likelier the first answer follows than the second, as log-odds."""
    import torch

    longest = max(map(len, prompts))
    # Padding stands on the left, so that every prompt ends in the last column.
    ids = torch.tensor([[0] * (longest - len(prompt)) + list(prompt) for prompt in prompts])
    padding = torch.tensor([longest - len(prompt) for prompt in prompts])[:, None]
    positions = torch.arange(longest)[None, :] - padding
    feed = {
        "input_ids": ids,
        "attention_mask": (positions >= 0).long(),
        "position_ids": positions.clamp(min=0),
    }
    with torch.inference_mode():
        on_device = {name: value.to(model.device) for name, value in feed.items()}
        # Logits of the last position alone: those of all would take gigabytes.
        hidden = model.base_model(**on_device, use_cache=False).last_hidden_state[:, -1]
        logits = model.get_output_embeddings()(hidden)[:, list(answers)].float().cpu().numpy()
    first, second = np.asarray(logits, np.float64).T
    return np.asarray(first - second, np.float64)


@lru_cache(maxsize=4)
def _classifier(model: str, device: str | None) -> Loaded:
    return load_classifier(model, device, "reranker 'cross-encoder'")


@lru_cache(maxsize=2)
def _qwen2(model: str, device: str | None) -> Loaded:
    loaded = load_pretrained(model, device, "AutoModelForCausalLM", "reranker 'mxbai'")
    kind = loaded.model.config.model_type
    if kind != "qwen2":
        raise ModelError(f"{model} is a {kind}; the reranker 'mxbai' needs a Qwen2")
    return loaded
