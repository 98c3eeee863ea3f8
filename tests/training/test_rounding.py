"""Matrices as integers hold them, rounded so that layers give what they gave."""

from __future__ import annotations

import pytest
import torch

from training.onnx_graph import LEVELS, quantised
from training.reader.rounding import rounded_matrix

WIDTH = 48


@pytest.fixture
def given() -> torch.Tensor:
    """What a layer is given: few directions hold most of it."""
    chance = torch.Generator().manual_seed(0)
    directions = torch.randn(8, WIDTH, generator=chance)
    noise = 0.05 * torch.randn(400, WIDTH, generator=chance)
    return torch.randn(400, 8, generator=chance) @ directions + noise


@pytest.fixture
def held() -> torch.Tensor:
    """A matrix that integers hold."""
    weight = torch.randn(20, WIDTH, generator=torch.Generator().manual_seed(1))
    return nearest(weight)


def nearest(weight: torch.Tensor) -> torch.Tensor:
    whole, scale = quantised(weight.T.numpy())
    return torch.from_numpy((whole * scale).T.copy())


def test_a_matrix_that_integers_hold_stays_as_it_is(
    held: torch.Tensor, given: torch.Tensor
) -> None:
    found = rounded_matrix(held, given.T @ given)

    torch.testing.assert_close(found, held)


def test_integers_hold_what_is_found(held: torch.Tensor, given: torch.Tensor) -> None:
    moved = held + 0.003 * torch.randn(held.shape, generator=torch.Generator().manual_seed(2))

    found = rounded_matrix(moved, given.T @ given)

    steps = found / (found.abs().amax(1, keepdim=True) / LEVELS)
    torch.testing.assert_close(steps, steps.round(), atol=1e-3, rtol=0)


def test_a_layer_gives_more_of_what_a_small_move_changed_than_to_the_nearest(
    held: torch.Tensor, given: torch.Tensor
) -> None:
    step = held.abs().amax(1, keepdim=True) / LEVELS
    moved = held + 0.3 * step * torch.sign(given[0])  # less than half a step: the nearest undo it
    wanted = given @ moved.T

    found = rounded_matrix(moved, given.T @ given)

    lost = (given @ found.T - wanted).square().mean()
    undone = (given @ nearest(moved).T - wanted).square().mean()
    assert lost < 0.25 * undone


def test_what_a_layer_is_never_given_breaks_nothing(held: torch.Tensor) -> None:
    found = rounded_matrix(held + 0.001, torch.zeros(WIDTH, WIDTH))

    assert found.isfinite().all()
