"""The verifier's network: lower layers of MiniLM, and a head for three labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from safetensors.torch import load_file
from torch import nn
from transformers import BertConfig, BertModel

from training.minilm import source

if TYPE_CHECKING:
    from pathlib import Path

    from training.verifier.recipe import Recipe


class Verifier(nn.Module):
    """The model: encoder, and a head over [CLS] and the mean of the hypothesis."""

    def __init__(self, layers: int) -> None:
        super().__init__()
        config = BertConfig.from_pretrained(str(source.folder()))
        config.num_hidden_layers = layers
        # Two epochs do not overfit, and with dropout torch leaves its fast attention on CPUs.
        config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
        self.encoder = BertModel(config, add_pooling_layer=False)
        self.dense = nn.Linear(2 * config.hidden_size, config.hidden_size)
        self.output = nn.Linear(config.hidden_size, 3)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return logits, shape ``(n, 3)``."""
        states = self.encoder(ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        weights = types.to(states.dtype)[:, :, None]
        mean = (states * weights).sum(1) / weights.sum(1)
        pooled = torch.cat([states[:, 0], mean], 1)
        logits: torch.Tensor = self.output(self.dropout(torch.tanh(self.dense(pooled))))
        return logits


def initial(recipe: Recipe, start: Path | None = None) -> Verifier:
    """Return the model with MiniLM's weights in its encoder, or those of a file."""
    torch.manual_seed(recipe.seed)
    model = Verifier(recipe.layers)
    if start is not None:
        model.load_state_dict(load_file(start))
    else:
        weights = load_file(source.weights_file())
        wanted = model.encoder.state_dict()
        model.encoder.load_state_dict({name: weights[name] for name in wanted})
    model.encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    return model
