"""The attention of a few queries, caught inside a transformers model's own forward pass.

The model runs on torch's fused attention, which holds no weights. Beside it the softmax of the
answer's rows alone is computed from the same queries and keys, one layer at a time, and reduced
at once: what is held grows with answer tokens × sequence, never with its square.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, cast

import torch
from transformers import AttentionInterface
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

from groundgraph.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from torch import Tensor

Detail = Literal["mean", "layers", "heads"]

ELEMENTS = 1 << 21
"""Attention weights that are computed at once."""
NAME = "groundgraph_rows"
"""The name of `attend` among transformers' attention functions."""
_LOWEST = torch.finfo(torch.float32).min
_SPARSE = ("indices", "block_indices", "sinks")  # options of attention that reads chosen keys


@dataclass
class TracedRows:
    """Collects, over the layers of one forward pass, the attention of some queries.

    Attributes:
        queries: The positions whose attention is wanted.
        groups: 1 where a key belongs to a triple, shape ``(n_batch, n_keys, n_triples)``.
        detail: What is kept beside the mean: the mass of each layer, or of each layer and head.
        cross: Whether only a decoder's attention to its encoder is wanted.
        parts: For each layer, shape ``(n_batch, [n_heads,] n_rows, n_triples)``.
        layers: How many layers were seen.
    """

    queries: slice
    groups: Tensor
    detail: Detail = "mean"
    cross: bool = False
    parts: list[Tensor] = field(default_factory=list)
    layers: int = 0
    _sum: Tensor | None = None

    @property
    def mean(self) -> Tensor:
        """Return the mean over layers and heads, shape ``(n_batch, n_rows, n_keys)``."""
        assert self._sum is not None
        return self._sum / self.layers

    def add(self, layer: _Layer) -> None:
        """Add the rows of one layer."""
        groups = self.groups.to(layer.query.device)
        n_batch, n_heads, n_rows, _ = layer.query.shape
        total = layer.query.new_zeros(n_batch, n_rows, layer.key.shape[2], dtype=torch.float32)
        by_head = groups.new_zeros(n_batch, n_heads, n_rows, groups.shape[2])
        for heads, rows in layer.blocks():
            weights = layer.weights(heads, rows)
            total[:, rows] += weights.sum(dim=1)
            if self.detail == "heads":
                by_head[:, heads, rows] = weights @ groups[:, None]
        total /= n_heads
        if self.detail != "mean":
            self.parts.append((by_head if self.detail == "heads" else total @ groups).cpu())
        self._sum = total if self._sum is None else self._sum.add_(total.to(self._sum.device))
        self.layers += 1


@dataclass
class _Layer:
    """One layer's queries and keys, and what is done to their products before the softmax.

    Attributes:
        query: Shape ``(n_batch, n_heads, n_rows, dimension)``.
        key: Shape ``(n_batch, n_key_heads, n_keys, dimension)``, each for as many heads.
        scaling: Of the products.
        softcap: Bound of the products, or ``None``.
        added: Position bias and mask, each of a shape that broadcasts to
            ``(n_batch, n_heads, n_rows, n_keys)``.
        sinks: A product per head that takes attention from all keys, or ``None``.
    """

    query: Tensor
    key: Tensor
    scaling: float
    softcap: float | None
    added: list[Tensor]
    sinks: Tensor | None

    def blocks(self) -> Iterator[tuple[slice, slice]]:
        """Yield ranges of heads that share keys and of rows, each small enough to compute."""
        n_batch, n_heads, n_rows, _ = self.query.shape
        shared = n_heads // self.key.shape[1]
        row = n_batch * self.key.shape[2]
        heads = shared * min(max(1, ELEMENTS // (row * n_rows * shared)), self.key.shape[1])
        rows = min(max(1, ELEMENTS // (row * heads)), n_rows)
        for first in range(0, n_heads, heads):
            for start in range(0, n_rows, rows):
                yield slice(first, min(first + heads, n_heads)), slice(start, start + rows)

    def weights(self, heads: slice, rows: slice) -> Tensor:
        """Return the attention of some rows, shape ``(n_batch, heads, rows, n_keys)``."""
        query = self.query[:, heads, rows].float()
        shared = self.query.shape[1] // self.key.shape[1]
        key = self.key[:, heads.start // shared : heads.stop // shared].float()
        # Heads of one group stand one under the other, so keys need not be repeated for each.
        logits = query.reshape(*key.shape[:2], -1, key.shape[3]) @ key.transpose(2, 3)
        logits = logits.mul_(self.scaling).view(*query.shape[:3], -1)
        if self.softcap is not None:
            logits = logits.div_(self.softcap).tanh_().mul_(self.softcap)
        for bias in self.added:
            logits += _part(_part(bias, 1, heads), 2, rows)
        if self.sinks is None:
            return logits.softmax(dim=-1)
        sinks = self.sinks[heads].float().view(1, -1, 1, 1).expand(*logits.shape[:3], 1)
        return torch.cat([logits, sinks], dim=-1).softmax(dim=-1)[..., :-1]


_ROWS: ContextVar[TracedRows | None] = ContextVar("rows", default=None)
_LOCK = RLock()  # a model's configuration is changed for the time of a pass


@contextmanager
def collecting(model: torch.nn.Module, rows: TracedRows | None) -> Iterator[None]:
    """Run forward passes of ``model`` on `attend`, and let this thread's fill ``rows``."""
    found: list[Any] = [module.config for module in model.modules() if hasattr(module, "config")]
    configs = {id(config): config for config in found}
    with _LOCK:
        # transformers' public way to change it may reload kernels, and knows no way back.
        before = [(config, config._attn_implementation) for config in configs.values()]  # noqa: SLF001
        token = _ROWS.set(rows)
        try:
            for config, _ in before:
                config._attn_implementation = NAME  # noqa: SLF001
            yield
        finally:
            _ROWS.reset(token)
            for config, implementation in before:
                config._attn_implementation = implementation  # noqa: SLF001


def attend(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    **options: Any,
) -> tuple[Tensor, Tensor | None]:
    """Return what fused attention does, and add the wanted rows to `collecting`'s.

    Models that cap their products or have attention sinks run on their own eager attention,
    which holds the weights of one layer at a time.
    """
    rows = _ROWS.get()
    if rows is not None and not (rows.cross and getattr(module, "is_causal", True)):
        mask = _mask(module, rows.queries, query, key, attention_mask, options)
        rows.add(_layer(module, rows.queries, query, key, mask, options))
    if options.get("softcap") is None and options.get("s_aux") is None:
        fused = sdpa_attention_forward(module, query, key, value, attention_mask, **options)
        return cast("tuple[Tensor, Tensor | None]", fused)
    mask = _mask(module, slice(None), query, key, attention_mask, options)
    mask = None if mask is None else mask.to(query.dtype)
    eager = sys.modules[type(module).__module__].eager_attention_forward
    held = eager(module, query, key, value, mask, **options)
    return cast("tuple[Tensor, Tensor | None]", held)


AttentionInterface.register(NAME, attend)
AttentionMaskInterface.register(NAME, sdpa_mask)


def _layer(
    module: torch.nn.Module,
    queries: slice,
    query: Tensor,
    key: Tensor,
    mask: Tensor | None,
    options: Mapping[str, Any],
) -> _Layer:
    sparse = [name for name in _SPARSE if options.get(name) is not None]
    if sparse:
        raise ModelError(
            f"{type(module).__name__} chooses the keys that it reads ({sparse[0]}); its attention "
            "cannot be computed from queries and keys alone: probe a model of full attention"
        )
    scaling = options.get("scaling")
    bias = options.get("position_bias")
    biases = [] if bias is None else [_part(bias, 2, queries)[..., : key.shape[2]].float()]
    return _Layer(
        query[:, :, queries],
        key,
        query.shape[-1] ** -0.5 if scaling is None else float(scaling),
        options.get("softcap"),
        biases if mask is None else [*biases, mask],
        options.get("s_aux"),
    )


def _mask(
    module: torch.nn.Module,
    queries: slice,
    query: Tensor,
    key: Tensor,
    mask: Tensor | None,
    options: Mapping[str, Any],
) -> Tensor | None:
    """Return what is added to the products of ``queries``; ``None`` when they see all keys.

    No mask stands for plain causal attention, which fused attention needs none for.
    """
    if mask is None:
        causal = options.get("is_causal")
        if not (getattr(module, "is_causal", True) if causal is None else causal):
            return None
        mask = _causal(queries, query.shape[2], key, options.get("sliding_window"))
    else:
        mask = _part(mask, 2, queries)[..., : key.shape[2]]
    if mask.dtype == torch.bool:
        return torch.zeros(mask.shape, device=mask.device).masked_fill_(~mask, _LOWEST)
    return mask.float().clamp(min=_LOWEST)


def _causal(queries: slice, n_queries: int, key: Tensor, window: int | None) -> Tensor:
    position = torch.arange(key.shape[2], device=key.device)
    own = position[len(position) - n_queries :][queries, None]
    seen = position <= own
    if window is not None:
        seen &= position > own - window
    return seen[None, None]


def _part(tensor: Tensor, dim: int, part: slice) -> Tensor:
    """Return a range of a dimension, or all of it where it is one for all."""
    if tensor.shape[dim] == 1:
        return tensor
    return tensor[(slice(None),) * dim + (part,)]
