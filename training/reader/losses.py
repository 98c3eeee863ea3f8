"""What the reader learns: classes of tokens and claims, worst tokens, and the order of twins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from training.reader.recipe import NOT_SUPPORTED, SUPPORTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.reader.network import Batch
    from training.reader.recipe import Recipe


def loss_of(
    batch: Batch,
    tokens: torch.Tensor,
    claims: torch.Tensor,
    groups: Sequence[str],
    recipe: Recipe,
) -> torch.Tensor:
    """Return the loss of a batch.

    Args:
        batch: The windows and their classes.
        tokens: Logits ``(n, longest, 3)``.
        claims: Logits ``(n, most_claims, 3)``.
        groups: Of the windows.
        recipe: What each part counts.
    """
    return (
        token_loss(batch, tokens, recipe.positive_weight)
        + claim_loss(batch, claims)
        + recipe.worst_weight * worst_loss(batch, tokens)
        + recipe.order_weight * order_loss(batch, claims, groups)
    )


def class_loss(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Return negative log-likelihoods, shape ``(n,)``; "not supported" is either of two classes."""
    logs = torch.log_softmax(logits, 1)
    either = torch.logsumexp(logs[:, 1:], 1, keepdim=True)
    return -torch.cat([logs, either], 1).gather(1, classes[:, None])[:, 0]


def token_loss(batch: Batch, tokens: torch.Tensor, positive_weight: float) -> torch.Tensor:
    """Return the mean over labelled tokens; those of a long answer count less each."""
    known = batch.labels >= 0
    if not known.any():
        return tokens.sum() * 0
    labels = batch.labels[known]
    counts = known.sum(1, keepdim=True).expand_as(known)[known]
    weights = torch.where(labels > 0, positive_weight, 1.0) / counts.sqrt()
    return (class_loss(tokens[known], labels) * weights).sum() / weights.sum()


def claim_loss(batch: Batch, claims: torch.Tensor) -> torch.Tensor:
    """Return the mean over claims."""
    known = batch.outcomes >= 0
    return class_loss(claims[known], batch.outcomes[known]).mean()


def worst_loss(batch: Batch, tokens: torch.Tensor) -> torch.Tensor:
    """Return the loss of answers of which only the label is known and is not "supported".

    At least one of their words is not.
    """
    own = batch.claims.amax(1) > 0
    unknown = (batch.labels < 0).logical_or(~own).all(1) & (batch.outcomes > SUPPORTED).any(1)
    if not unknown.any():
        return tokens.sum() * 0
    odds = torch.logsumexp(tokens[..., 1:], 2) - tokens[..., 0]
    worst = odds.masked_fill(~own, -1e4)[unknown].amax(1)
    return functional.softplus(-worst).mean()


def order_loss(batch: Batch, claims: torch.Tensor, groups: Sequence[str]) -> torch.Tensor:
    """Return the loss of right and wrong windows of one group in the wrong order."""
    odds = torch.logsumexp(claims[..., 1:], 2) - claims[..., 0]
    scores = odds.masked_fill(batch.outcomes < 0, -1e4).amax(1)
    wrong = (batch.outcomes > SUPPORTED).any(1)
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    of = torch.tensor([numbers[group] for group in groups], device=scores.device)
    pairs = (of[:, None] == of[None]) & wrong[:, None] & ~wrong[None]
    if not pairs.any():
        return claims.sum() * 0
    gaps = (scores[:, None] - scores[None])[pairs]
    return functional.softplus(-gaps).mean()


assert NOT_SUPPORTED == 3  # `class_loss` puts it behind the classes
