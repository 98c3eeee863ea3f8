"""Trains the token model: which words of an answer does its evidence not support?

One layer, which starts as the encoder's own second, reads an answer whose tokens attend to the
frozen states of the evidence and to each other. A step shows all answers to one source.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.nn import functional

from training import loop
from training.loop import Run, device, linear
from training.tokens.lower import FROZEN
from training.tokens.network import TokenModel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.tokens.answers import Data
    from training.tokens.network import Batch
    from training.tokens.recipe import Recipe


def network(n_rows: int, recipe: Recipe) -> TokenModel:
    """Return the network that a recipe trains."""
    return TokenModel(
        n_rows, layers=recipe.layers, hidden=recipe.hidden, row_dropout=recipe.row_dropout
    )


def fresh(data: Data, recipe: Recipe, first: Path | None) -> TokenModel:
    """Return a model that starts as layers of the encoder, or as the first stage left it."""
    torch.manual_seed(recipe.seed)
    model = network(len(data.mean), recipe)
    if first is None:
        model.start(FROZEN)
    else:
        model.load_state_dict(loop.read(first)["model"])
    return model.to(device())


class Course:
    """What a model is shown in each step.

    Args:
        model: What learns.
        data: RAGTruth's answers, their copies and claims.
        pairs: Of other corpora, or ``None``.
        recipe: How.
        number: Of the run; runs differ in their order.
        places: The sources whose answers are shown.
    """

    def __init__(
        self,
        model: TokenModel,
        data: Data,
        pairs: Data | None,
        recipe: Recipe,
        number: int,
        places: Sequence[int],
    ) -> None:
        self.model, self.data, self.pairs, self.recipe = model, data, pairs, recipe
        self.seed, self.places = recipe.seed + number, places

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return int(self.recipe.epochs * len(self.places))

    def losses(self, step: int) -> Iterator[torch.Tensor]:
        """Yield the loss of the answers to one source, and those of pairs."""
        recipe, places = self.recipe, self.places
        chance = np.random.default_rng((self.seed, step))
        torch.manual_seed(self.seed * 1_000_003 + step)
        order = np.random.default_rng((self.seed, step // len(places), 7)).permutation(len(places))
        place = places[order[step % len(places)]]
        other = int(chance.choice(places)) if chance.random() < recipe.distractors else None
        numbers = self.data.answers(place, recipe.claims, chance)
        _, batch = self.data.batch(place, other if other != place else None, numbers)
        yield loss_of(self.model, batch, recipe)
        if self.pairs is not None:
            for pair in chance.choice(len(self.pairs.groups), recipe.pairs):
                _, batch = self.pairs.batch(int(pair))
                yield pair_loss(self.model, batch, recipe) / recipe.pairs


def train(course: Course, run: Run) -> None:
    """Train to the end, from the last checkpoint if there is one."""
    model, recipe = course.model, course.recipe
    optimizer = torch.optim.AdamW(
        [
            {"params": list(model.layers.parameters()), "lr": recipe.learning_rate},
            {
                "params": [p for n, p in model.named_parameters() if not n.startswith("layers.")],
                "lr": recipe.head_learning_rate,
            },
        ],
        weight_decay=recipe.weight_decay,
    )
    loop.train(model, [optimizer], linear(run.steps, recipe.warm_up), course.losses, run)


def of_one_run(recipe: Recipe) -> dict[str, Any]:
    """Return a recipe without what only says how runs are joined."""
    return {name: v for name, v in asdict(recipe).items() if name not in {"runs", "begun"}}


def loss_of(model: TokenModel, batch: Batch, recipe: Recipe) -> torch.Tensor:
    """Return token loss and response loss together."""
    tokens, responses = model(batch)
    kept = batch.labels >= 0
    labels = batch.labels[kept]
    losses = functional.cross_entropy(tokens[kept].float(), labels, reduction="none")
    weights = torch.where(labels > 0, recipe.positive_weight, 1.0)
    token = (losses * weights).sum() / weights.sum()
    response = functional.binary_cross_entropy_with_logits(responses.float(), batch.responses)
    return token + recipe.response_weight * response


def pair_loss(model: TokenModel, batch: Batch, recipe: Recipe) -> torch.Tensor:
    """Return the loss of answers of which only the label is known.

    An answer that is not supported has at least one word that is not.
    """
    tokens, responses = model(batch)
    odds = (torch.logaddexp(tokens[:, 1], tokens[:, 2]) - tokens[:, 0]).float()
    low = odds.new_full((len(batch.mask),), -1e4)
    worst = low.scatter_reduce(0, batch.mask.nonzero()[:, 0], odds, "amax")
    both = torch.cat([responses.float(), worst])
    loss = functional.binary_cross_entropy_with_logits(both, batch.responses.repeat(2))
    return recipe.pair_weight * loss
