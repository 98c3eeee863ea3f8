"""The reader's network: an encoder, and heads for the tokens and the claims of an answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from safetensors.torch import load_file
from torch import nn
from transformers import AutoConfig, AutoModel, BertConfig, BertModel

from training import loop
from training.loop import device
from training.minilm import source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.reader.encoding import Item
    from training.reader.recipe import Recipe

CLASSES = 3
OUTSIDE, WORST = -1e4, 20.0
EAGER_TOKENS = 384
"""Longest windows whose attention is computed without fusing, 1.5 times as fast for 128 tokens."""


class Batch(NamedTuple):
    """Windows side by side.

    Attributes:
        ids: Shape ``(n, longest)``.
        types: 1 from the claims on, the same shape.
        mask: 1 where there is a token, the same shape.
        claims: Which tokens each claim has, shape ``(n, most_claims, longest)``, 0 or 1.
        labels: Class of each token, or -1, shape ``(n, longest)``.
        outcomes: Class of each claim, or -1, shape ``(n, most_claims)``.
    """

    ids: torch.Tensor
    types: torch.Tensor
    mask: torch.Tensor
    claims: torch.Tensor
    labels: torch.Tensor
    outcomes: torch.Tensor


def batch_of(items: Sequence[Item]) -> Batch:
    """Return windows as a batch."""
    longest, most = max(len(i.ids) for i in items), max(len(i.outcomes) for i in items)
    ids, types, mask = (np.zeros((len(items), longest), np.int64) for _ in range(3))
    claims = np.zeros((len(items), most, longest), np.float32)
    labels = np.full((len(items), longest), -1, np.int64)
    outcomes = np.full((len(items), most), -1, np.int64)
    for row, item in enumerate(items):
        size, own = len(item.ids), np.arange(len(item.claims)) + item.first
        ids[row, :size], mask[row, :size], types[row, item.first : size] = item.ids, 1, 1
        claims[row, item.claims, own] = 1
        labels[row, own] = item.labels
        outcomes[row, : len(item.outcomes)] = item.outcomes
    arrays = (ids, types, mask, claims, labels, outcomes)
    return Batch(*(torch.from_numpy(array).to(device()) for array in arrays))


class Reader(nn.Module):
    """The model.

    The head of the claims is given the mean of a claim's states, a mean weighted by attention, and
    the highest log-odds that a token of it is unsupported, or contradicted.

    Args:
        encoder: Gives states of ``width``.
        width: Of the states.
    """

    def __init__(self, encoder: Any, width: int) -> None:
        super().__init__()
        self.encoder: Any = encoder
        self.token = nn.Linear(width, CLASSES)
        self.look = nn.Linear(width, 1)
        self.dense = nn.Linear(2 * width + 2, width)
        self.claim = nn.Linear(width, CLASSES)

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits of tokens ``(n, longest, 3)`` and of claims ``(n, most_claims, 3)``."""
        given: dict[str, Any] = {"input_ids": batch.ids, "attention_mask": batch.mask}
        if hasattr(self.encoder.config, "type_vocab_size") and self.encoder.config.type_vocab_size:
            given["token_type_ids"] = batch.types
        self.attend(batch.ids.shape[1])
        states = self.encoder(**given).last_hidden_state
        tokens = self.token(states).float()
        return tokens, self.claims(states, tokens, batch.claims)

    def attend(self, longest: int) -> None:
        """Choose how attention is computed: on CPUs the plain way is faster for short texts."""
        if isinstance(self.encoder, BertModel) and device() == "cpu":
            way = "eager" if longest <= EAGER_TOKENS else "sdpa"
            self.encoder.config._attn_implementation = way  # noqa: SLF001

    def claims(
        self, states: torch.Tensor, tokens: torch.Tensor, claims: torch.Tensor
    ) -> torch.Tensor:
        """Return the logits of claims from the states of their tokens."""
        outside = (1 - claims) * OUTSIDE
        looks = torch.softmax(self.look(states).float().transpose(1, 2) + outside, 2) * claims
        means = claims / claims.sum(2, keepdim=True).clamp_min(1)
        odds = tokens[:, :, 1:] - tokens[:, :, :1]
        worst = (odds.transpose(1, 2)[:, :, None] + outside[:, None]).amax(3).transpose(1, 2)
        worst = worst.clamp(-WORST, WORST)
        pooled = torch.cat([means @ states.float(), looks @ states.float(), worst], 2)
        logits: torch.Tensor = self.claim(torch.tanh(self.dense(pooled)))
        return logits.float()


def initial(recipe: Recipe) -> Reader:
    """Return the model as it begins: MiniLM's weights, or those of a folder, under new heads.

    A checkpoint that the recipe names takes their place.
    """
    torch.manual_seed(recipe.seed)
    encoder = _encoder(Path(recipe.init)) if recipe.init else _minilm()
    reader = Reader(encoder, encoder.config.hidden_size)
    if recipe.begun:
        reader.load_state_dict(loop.read(Path(recipe.begun))["model"])
    return reader


def _minilm() -> Any:
    config = BertConfig.from_pretrained(str(source.folder()))
    # With dropout torch leaves its fast attention on CPUs.
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
    encoder = BertModel(config, add_pooling_layer=False)
    weights = load_file(source.weights_file())
    encoder.load_state_dict({name: weights[name] for name in encoder.state_dict()})
    encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    encoder.embeddings.register_forward_hook(_in_half)
    return encoder


def _in_half(_: nn.Module, __: Any, states: torch.Tensor) -> torch.Tensor:
    """Keep states in bf16 between the layers too, where products are computed in it."""
    return states.to(torch.bfloat16) if torch.is_autocast_enabled(states.device.type) else states


def _encoder(folder: Path) -> Any:
    config = AutoConfig.from_pretrained(str(folder), local_files_only=True)
    encoder = AutoModel.from_pretrained(str(folder), config=config, local_files_only=True)
    encoder.get_input_embeddings().weight.requires_grad_(False)
    return encoder
