"""Trained weights as integers hold them, so that layers give what they did before.

A short run moves weights by less than half a step of the 7-bit integers that they began as;
rounded to the nearest ones they are where they began. Here what one weight is moved by as it is
rounded is made up for by the weights of its row that are not rounded yet, by what the layer is
given (Frantar et al., 2023, "GPTQ: Accurate Post-Training Quantization for Generative Pre-trained
Transformers", section 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import nn

from training.loop import in_half
from training.onnx_graph import LEVELS
from training.reader.network import reader_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from training.reader.network import Batch, Reader

_DAMPING = 0.01
_TOGETHER = 128


def rounded(model: Mapping[str, torch.Tensor], batches: Iterable[Batch]) -> dict[str, torch.Tensor]:
    """Return a reader's weights, with matrices of its encoder's layers as integers hold them.

    Args:
        model: The weights.
        batches: What the layers are given is taken from these.
    """
    reader = reader_of(model)
    found = {name: value.detach().clone() for name, value in reader.state_dict().items()}
    for name, products in _inputs(reader, batches).items():
        found[f"{name}.weight"] = rounded_matrix(found[f"{name}.weight"].float(), products)
    return found


def _inputs(reader: Reader, batches: Iterable[Batch]) -> dict[str, torch.Tensor]:
    """Return the sum of products of what each dense layer of the encoder is given."""
    found: dict[str, torch.Tensor] = {}
    mask = torch.zeros(0)

    def taken(name: str) -> Callable[[nn.Module, tuple[Any, ...]], None]:
        def take(_: nn.Module, given: tuple[Any, ...]) -> None:
            rows = given[0][mask].float()
            with torch.autocast(rows.device.type, enabled=False):
                found[name] = found.get(name, torch.zeros(())) + (rows.T @ rows).cpu()

        return take

    layers = [
        (name, module)
        for name, module in reader.named_modules()
        if ".layer." in name and isinstance(module, nn.Linear)
    ]
    hooks = [module.register_forward_pre_hook(taken(name)) for name, module in layers]
    reader.eval()
    with torch.no_grad(), in_half():
        for batch in batches:
            mask = batch.mask.bool()
            reader(batch)
    for hook in hooks:
        hook.remove()
    return found


def rounded_matrix(weight: torch.Tensor, products: torch.Tensor) -> torch.Tensor:
    """Return a matrix as integers hold it that gives nearly what the matrix gives.

    A row's highest weight is one of the highest integers, as `training.onnx_graph.quantised` has
    it; a matrix that integers hold stays as it is.

    Args:
        weight: The matrix, shape ``(out, in)``.
        products: Sum over what the layer is given of its products with itself, ``(in, in)``.
    """
    scale = weight.abs().amax(1).clamp_min(1e-9) / LEVELS
    order = products.diagonal().argsort(descending=True)
    damped = products + _DAMPING * products.diagonal().mean().clamp_min(1e-9) * torch.eye(
        len(products)
    )
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(damped[order][:, order]))
    shares = torch.linalg.cholesky(inverse, upper=True)
    first = weight[:, order]
    is_highest = (first / scale[:, None]).round().abs() >= LEVELS
    left, held = first.clone(), torch.zeros_like(first)
    for start in range(0, left.shape[1], _TOGETHER):
        stop = min(start + _TOGETHER, left.shape[1])
        errors = torch.zeros(len(left), stop - start)
        for column in range(start, stop):
            whole = (left[:, column] / scale).round().clamp(-LEVELS, LEVELS) * scale
            held[:, column] = torch.where(is_highest[:, column], first[:, column], whole)
            errors[:, column - start] = (left[:, column] - held[:, column]) / shares[column, column]
            left[:, column:stop] -= errors[:, column - start, None] * shares[column, column:stop]
        left[:, stop:] -= errors @ shares[start:stop, stop:]
    result = torch.empty_like(weight)
    result[:, order] = held
    return result
