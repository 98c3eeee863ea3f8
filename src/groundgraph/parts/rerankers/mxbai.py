"""mxbai-rerank-v2 from Hugging Face; needs the extra ``hf``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import ModelError
from groundgraph.parts.huggingface import Loaded, in_batches, load_pretrained
from groundgraph.parts.rerankers.best_window import best_of_windows, reader_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.parts.rerankers.best_window import Texts

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
class MxbaiReranker:
    """mxbai-rerank-v2, a Qwen2 that is asked to write 1 or 0; by name or folder.

    The score is logit("1") − logit("0") of the first token of its reply, from the prompt that it
    was trained with (github.com/mixedbread-ai/mxbai-rerank, ``mxbai_rerank_v2.py``; Li et al.
    2025, arXiv:2506.03487). The package cuts what is longer than the model reads; here windows
    are read (`groundgraph.parts.rerankers.best_window`), and special tokens that stand in the
    texts are taken apart. The scores rank texts; trained by reinforcement and preference, they
    are not calibrated.

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
        reader = reader_for(self.model, loaded, self.max_tokens, len(_prompt(ids, "", "")) + 2)
        score = partial(_answer_odds, loaded.model, answers=(ids("1")[0], ids("0")[0]))

        def compute(pieces: list[Texts]) -> NDArray[np.float64]:
            prompts = [_prompt(ids, query, text) for query, text in pieces]
            return in_batches(prompts, [len(each) for each in prompts], self.batch_size, score)

        return best_of_windows(pairs, reader, compute)


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


@lru_cache(maxsize=2)
def _qwen2(model: str, device: str | None) -> Loaded:
    loaded = load_pretrained(model, device, "AutoModelForCausalLM", "reranker 'mxbai'")
    kind = loaded.model.config.model_type
    if kind != "qwen2":
        raise ModelError(f"{model} is a {kind}; the reranker 'mxbai' needs a Qwen2")
    return loaded
