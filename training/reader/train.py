"""Trains the reader on a mixture of corpora."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from training import loop
from training.loop import Run, device, digest
from training.reader.data import HELD_OUT, SHOWN
from training.reader.encoding import Items, minilm
from training.reader.finish import WEIGHTS, finishing
from training.reader.judging import Judge
from training.reader.losses import loss_of
from training.reader.network import batch_of, initial
from training.reader.order import Order
from training.reader.recipe import SHOWN as MIXTURE
from training.reader.vocabulary import of_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from training.job import Pace
    from training.loop import Rate
    from training.reader.encoding import Vocabulary
    from training.reader.network import Reader
    from training.reader.recipe import Recipe

FIGURES = "figures.jsonl"
_UNMADE = ("steps", "cooling", "finish", "begun")
"""What of a recipe may differ when a run goes on: how long it is, where a file lies."""


def train(work: Path, recipe: Recipe, pace: Pace) -> list[Path]:
    """Train on ``work/shown.jsonl``, from the last checkpoint if there is one.

    Each checkpoint appends a line of what the reader says of ``work/held_out.jsonl`` to
    ``work/figures.jsonl``.
    """
    path = work / WEIGHTS
    if recipe.finish:
        path, recipe = finishing(work, recipe)
    words = vocabulary(recipe)
    items = Items(work / SHOWN, words, recipe.max_tokens)
    judge = Judge(Items(work / HELD_OUT, words, recipe.max_tokens), work / FIGURES)
    order = Order(items, MIXTURE, recipe.batch_tokens, recipe.seed)
    model = initial(recipe).to(device())
    run = Run("reader", path, made_of(work, recipe), recipe.steps, pace)

    def losses(step: int) -> Iterator[torch.Tensor]:
        numbers = order.batch(step)
        batch = batch_of([items[number] for number in numbers])
        groups = [items.group(number) for number in numbers]
        tokens, claims = model(batch)
        yield loss_of(batch, tokens, claims, groups, recipe)

    loop.train(
        model, [optimizer_of(model, recipe)], rate(recipe), losses, run,
        kept=lambda step: judge.write(model, step),
    )  # fmt: skip
    return [path]


def vocabulary(recipe: Recipe) -> Vocabulary:
    """Return how the encoder that a recipe begins with reads texts."""
    return of_folder(Path(recipe.init)) if recipe.init else minilm()


def made_of(work: Path, recipe: Recipe) -> dict[str, Any]:
    """Return what a run comes from, with the runs before it where it began with weights of one."""
    known = {name: value for name, value in asdict(recipe).items() if name not in _UNMADE}
    own = {"recipe": known, "shown": digest(work / SHOWN), "mixture": dict(MIXTURE)}
    return own | (begun_with(Path(recipe.begun)) if recipe.begun else {})


def begun_with(path: Path) -> dict[str, Any]:
    """Return what a run says of the checkpoint that it begins with.

    "before" holds steps and mixture of each run that it comes from, the latest first, and what its
    weights were averaged with.
    """
    content = loop.read(path)
    made_of = content["made_of"]
    own = {"steps": content["step"], "mixture": made_of["mixture"]}
    if "averaged" in made_of:
        own["averaged"] = made_of["averaged"]
    return {"begun": digest(path), "before": [own, *made_of.get("before", [])]}


def rate(recipe: Recipe) -> Rate:
    """Return a rate that rises, stays and falls to nothing at the last step."""
    falls = max(1, int(recipe.cooling * recipe.steps))
    warm = max(1, recipe.warm_up)
    return lambda step: min(1.0, (step + 1) / warm, max(0.0, (recipe.steps - step) / falls))


def optimizer_of(model: Reader, recipe: Recipe) -> torch.optim.Optimizer:
    """Return AdamW, with a rate of its own for the heads."""
    own = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    return torch.optim.AdamW(
        [
            {"params": [p for n, p in own if n.startswith("encoder.")], "lr": recipe.learning_rate},
            {
                "params": [p for n, p in own if not n.startswith("encoder.")],
                "lr": recipe.head_learning_rate,
            },
        ],
        weight_decay=recipe.weight_decay,
    )
