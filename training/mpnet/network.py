"""MPNet's first layers as a torch module, and its states of given embeddings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import torch
from torch.nn import functional
from transformers import MPNetConfig, MPNetModel

from training.mpnet import source
from training.mpnet.embeddings import LEVELS, MORE_LEVELS, english_rows, quantise, restore
from training.mpnet.vocabulary import SIZE, mpnet_of_bert

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import nn

WORDS = "embeddings.word_embeddings.weight"
FINE = 6
"""Layers whose matrices begin at 7 bits; the others' at 6."""
_OFFSET = 2
"""Position of a text's first token."""


def first_layers(layers: int) -> MPNetModel:
    """Return the first layers of all-mpnet-base-v2 under BERT's vocabulary.

    Word embeddings are those that an exported file will hold, and stay as they are, like the bias
    of relative positions. Matrices are restored from 7-bit integers, as they will be exported, and
    beyond the layers that are, from 6-bit ones.
    """
    own = {"num_hidden_layers": layers, "vocab_size": SIZE}
    config = MPNetConfig.from_dict(source.config() | own)
    encoder = MPNetModel(config, add_pooling_layer=False)
    weights = source.weights()
    rows = weights[WORDS][mpnet_of_bert()] * english_rows()[:, None]
    found = {**weights, WORDS: restore(*quantise(rows))}
    state = {name: torch.from_numpy(rounded(name, found[name])) for name in encoder.state_dict()}
    encoder.load_state_dict(state)
    frozen(encoder)
    return encoder


def rounded(name: str, weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a matrix of a layer as integers with a scale for each row hold it, others as given."""
    layer = re.search(r"\.layer\.(\d+)\.", name)
    if layer is None or weight.ndim < 2:
        kept: NDArray[np.float32] = weight.copy()
        return kept
    return restore(*quantise(weight, MORE_LEVELS if int(layer[1]) < FINE else LEVELS))


def frozen(encoder: MPNetModel) -> None:
    """Leave word embeddings and the bias of relative positions as they are."""
    encoder.embeddings.word_embeddings.weight.requires_grad_(False)
    encoder.encoder.relative_attention_bias.weight.requires_grad_(False)


def states(
    encoder: MPNetModel, given: torch.Tensor, mask: torch.Tensor, dropout: float = 0.0
) -> torch.Tensor:
    """Return the last states, as `MPNetModel` computes them, by torch's fused attention.

    States are kept in bf16 between the layers where products are computed in it.

    Args:
        encoder: The model; its own dropout is not asked.
        given: Embeddings of the tokens, shape ``(n, longest, width)``.
        mask: 1 where there is a token, shape ``(n, longest)``.
        dropout: Of what a layer adds to its states, while the encoder trains.
    """
    on = torch.is_autocast_enabled(given.device.type)
    kind = torch.bfloat16 if on else given.dtype
    n, longest, width = given.shape
    below, above = encoder.embeddings, encoder.encoder
    places = below.position_embeddings.weight[_OFFSET : longest + _OFFSET]
    x = _norm(below.LayerNorm, (given + places).to(kind))
    bias = above.compute_position_bias(given[:1]) + ((1 - mask) * -1e4)[:, None, None]
    bias = bias.to(kind)
    heads = (n, longest, encoder.config.num_attention_heads, -1)
    for layer in above.layer:
        own = layer.attention.attn
        q, k, v = (part(x).view(heads).transpose(1, 2) for part in (own.q, own.k, own.v))
        context = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias)
        added = own.o(context.transpose(1, 2).reshape(n, longest, width))
        x = _norm(layer.attention.LayerNorm, _dropped(added, dropout, encoder) + x)
        added = layer.output.dense(functional.gelu(layer.intermediate.dense(x)))
        x = _norm(layer.output.LayerNorm, _dropped(added, dropout, encoder) + x)
    return x


def _dropped(added: torch.Tensor, dropout: float, encoder: nn.Module) -> torch.Tensor:
    return functional.dropout(added, dropout) if dropout and encoder.training else added


def _norm(norm: Any, x: torch.Tensor) -> torch.Tensor:
    with torch.autocast(x.device.type, enabled=False):
        weight, bias = norm.weight.to(x.dtype), norm.bias.to(x.dtype)
        return functional.layer_norm(x, norm.normalized_shape, weight, bias, norm.eps)
