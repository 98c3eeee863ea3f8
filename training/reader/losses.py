"""What the reader learns: classes of tokens and claims, worst tokens, order of twins, a teacher.

Nothing here waits for the device: what does not apply is masked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch.nn import functional

from training.reader.recipe import NOT_SUPPORTED, SUPPORTED

if TYPE_CHECKING:
    from training.reader.network import Batch, Said
    from training.reader.recipe import Recipe


def loss_of(batch: Batch, said: Said, recipe: Recipe, taught: Said | None = None) -> torch.Tensor:
    """Return the loss of a batch.

    Args:
        batch: The windows and their classes.
        said: What the reader says of them.
        recipe: What each part counts.
        taught: What a teacher says of them.
    """
    loss = (
        token_loss(batch, said.tokens, recipe.positive_weight)
        + claim_loss(batch, said.claims)
        + recipe.worst_weight * worst_loss(batch, said.tokens)
        + recipe.order_weight * order_loss(batch, said.claims)
    )
    if taught is None:
        return loss
    states = recipe.states_weight * states_loss(batch, said.states, taught.states)
    return loss + recipe.teacher_weight * taught_loss(batch, said, taught) + states


def class_loss(logits: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Return negative log-likelihoods; "not supported" is either of two classes.

    Args:
        logits: Shape ``(…, 3)``.
        classes: Shape ``(…)``; where it is -1 the result means nothing.
    """
    logs = torch.log_softmax(logits, -1)
    either = torch.logsumexp(logs[..., 1:], -1, keepdim=True)
    every = torch.cat([logs, either], -1)
    return -every.gather(-1, classes.clamp_min(0)[..., None])[..., 0]


def token_loss(batch: Batch, tokens: torch.Tensor, positive_weight: float) -> torch.Tensor:
    """Return the mean over labelled tokens; those of a long answer count less each."""
    known = (batch.labels >= 0).float()
    counts = known.sum(1, keepdim=True).clamp_min(1)
    weights = torch.where(batch.labels > 0, positive_weight, 1.0) * known / counts.sqrt()
    return _mean(class_loss(tokens, batch.labels), weights)


def claim_loss(batch: Batch, claims: torch.Tensor) -> torch.Tensor:
    """Return the mean over claims."""
    return _mean(class_loss(claims, batch.outcomes), (batch.outcomes >= 0).float())


def worst_loss(batch: Batch, tokens: torch.Tensor) -> torch.Tensor:
    """Return the loss of answers of which only the label is known and is not "supported".

    At least one of their words is not.
    """
    own = batch.claims.amax(1) > 0
    unknown = (batch.labels < 0).logical_or(~own).all(1) & (batch.outcomes > SUPPORTED).any(1)
    odds = torch.logsumexp(tokens[..., 1:], 2) - tokens[..., 0]
    worst = odds.masked_fill(~own, -1e4).amax(1)
    return _mean(functional.softplus(-worst), unknown.float())


def order_loss(batch: Batch, claims: torch.Tensor) -> torch.Tensor:
    """Return the loss of right and wrong windows of one group in the wrong order."""
    odds = torch.logsumexp(claims[..., 1:], 2) - claims[..., 0]
    scores = odds.masked_fill(batch.outcomes < 0, -1e4).amax(1)
    wrong = (batch.outcomes > SUPPORTED).any(1)
    pairs = (batch.groups[:, None] == batch.groups[None]) & wrong[:, None] & ~wrong[None]
    return _mean(functional.softplus(scores[None] - scores[:, None]), pairs.float())


def taught_loss(batch: Batch, said: Said, taught: Said) -> torch.Tensor:
    """Return how far the classes of the answer's tokens and claims are from a teacher's."""
    own = batch.claims.amax(1)
    counts = own.sum(1, keepdim=True).clamp_min(1)
    tokens = _mean(_divergence(said.tokens, taught.tokens), own / counts.sqrt())
    known = (batch.outcomes >= 0).float()
    return tokens + _mean(_divergence(said.claims, taught.claims), known)


def states_loss(batch: Batch, states: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Return one less the mean cosine of the tokens' states to a teacher's."""
    gaps = 1 - functional.cosine_similarity(states.float(), taught.float(), dim=2)
    return _mean(gaps, batch.mask.float())


def _divergence(said: torch.Tensor, taught: torch.Tensor) -> torch.Tensor:
    """Return the Kullback-Leibler divergences of what is said from what is taught."""
    own, theirs = torch.log_softmax(said, -1), torch.log_softmax(taught, -1)
    return (theirs.exp() * (theirs - own)).sum(-1)


def _mean(values: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return a weighted mean; 0 where all weights are."""
    return (values * weights).sum() / weights.sum().clamp_min(1e-6)


assert NOT_SUPPORTED == 3  # `class_loss` puts it behind the classes
