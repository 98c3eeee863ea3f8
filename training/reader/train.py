"""Trains the reader on a mixture of corpora."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from groundgraph.errors import InputError
from training import loop
from training.loop import Run, device, digest
from training.reader.encoding import Items, minilm
from training.reader.finish import WEIGHTS, finishing
from training.reader.judging import Judge
from training.reader.losses import loss_of
from training.reader.network import Windows, initial, teacher
from training.reader.order import Order
from training.reader.recipe import HELD_ROWS, MIXTURES, SHOWN_ROWS
from training.reader.restored import begun
from training.reader.vocabulary import of_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from training.job import Pace
    from training.loop import Rate
    from training.reader.encoding import Vocabulary
    from training.reader.network import Batch, Reader, Said
    from training.reader.recipe import Recipe

_UNMADE = ("steps", "cooling", "finish", "begun", "teacher")
"""What of a recipe may differ when a run goes on: how long it is, where a file lies."""


def train(work: Path, recipe: Recipe, pace: Pace, path: str = WEIGHTS) -> list[Path]:
    """Train on the rows in ``work``, from the last checkpoint if there is one.

    Each checkpoint appends a line of what the reader says of what is held out to
    ``work/NAME_figures.jsonl``.

    Args:
        work: The folder.
        recipe: How.
        pace: How often a checkpoint is written, and when to stop.
        path: Name of the checkpoint.
    """
    recipe, into = found(work, recipe), work / path
    if recipe.finish:
        into, recipe = finishing(work, recipe)
    words = vocabulary(recipe)
    items = Items(work / SHOWN_ROWS, words, recipe.max_tokens)
    held = Items(work / HELD_ROWS, words, recipe.max_tokens)
    judge = Judge(held, work / figures_of(path))
    order = Order(items, mixture_of(recipe), recipe.batch_tokens, recipe.seed)
    windows = Windows(items.arrays)
    model, teaching = initial(recipe).to(device()), teacher(recipe)
    if teaching is not None:
        teaching.to(device())
    run = Run(Path(path).stem, into, made_of(items, recipe), recipe.steps, pace)

    def losses(step: int) -> Iterator[torch.Tensor]:
        batch = windows.batch(order.batch(step))
        yield loss_of(batch, model(batch), recipe, said_by(teaching, batch))

    loop.train(
        model, [optimizer_of(model, recipe)], rate(recipe), losses, run,
        kept=lambda step: judge.write(model, step),
    )  # fmt: skip
    return [into]


def mixture_of(recipe: Recipe) -> Mapping[str, int]:
    """Return how many rows of each corpus a round holds.

    Raises:
        InputError: When there is no mixture of that name.
    """
    if recipe.mixture not in MIXTURES:
        names = " or ".join(MIXTURES)
        raise InputError(f"train.mixture is {recipe.mixture!r}; expected {names}")
    return MIXTURES[recipe.mixture]


def figures_of(checkpoint: str) -> str:
    """Return the name of the file of the figures of a run."""
    return f"{Path(checkpoint).stem}_figures.jsonl"


def found(work: Path, recipe: Recipe) -> Recipe:
    """Return the recipe with where its teacher lies."""
    return replace(recipe, teacher=str(work / recipe.teacher)) if recipe.teacher else recipe


def said_by(teacher: Reader | None, batch: Batch) -> Said | None:
    """Return what a teacher says of a batch, if there is one."""
    if teacher is None:
        return None
    with torch.no_grad():
        said: Said = teacher(batch)
    return said


def vocabulary(recipe: Recipe) -> Vocabulary:
    """Return how the encoder that a recipe begins with reads texts."""
    return of_folder(Path(recipe.init)) if recipe.init else minilm()


def made_of(items: Items, recipe: Recipe) -> dict[str, Any]:
    """Return what a run comes from, with the runs before it where it began with weights of one."""
    known = {name: value for name, value in asdict(recipe).items() if name not in _UNMADE}
    own = {
        "recipe": known,
        "shown": items.made_of["rows"],
        "mixture": dict(mixture_of(recipe)),
    }
    if recipe.teacher:
        theirs = loop.read(Path(recipe.teacher))
        kept = {name: theirs["made_of"][name] for name in ("recipe", "mixture")}
        own["teacher"] = kept | {"steps": theirs["step"], "file": digest(Path(recipe.teacher))}
    return own | (begun_with(Path(recipe.begun)) if recipe.begun else {})


def begun_with(path: Path) -> dict[str, Any]:
    """Return what a run says of the weights that it begins with.

    "before" holds steps and mixture of each run that it comes from, the latest first, its teacher,
    and what its weights were averaged with.
    """
    content, file = begun(path)
    made_of = content["made_of"]
    own = {"steps": content["step"], "mixture": made_of["mixture"]}
    own |= {name: made_of[name] for name in ("averaged", "teacher") if name in made_of}
    return {"begun": file, "before": [own, *made_of.get("before", [])]}


def rate(recipe: Recipe) -> Rate:
    """Return a rate that rises, stays and falls to nothing at the last step."""
    falls = max(1, int(recipe.cooling * recipe.steps))
    warm = max(1, recipe.warm_up)
    return lambda step: min(1.0, (step + 1) / warm, max(0.0, (recipe.steps - step) / falls))


def optimizer_of(model: Reader, recipe: Recipe) -> torch.optim.Optimizer:
    """Return AdamW, with rates of their own for the heads and for the encoder's vectors."""
    own = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    rates = {
        "encoder": recipe.learning_rate,
        "vectors": recipe.vector_learning_rate or recipe.learning_rate,
        "heads": recipe.head_learning_rate,
    }
    groups = {kind: [p for n, p in own if _kind(n, p) == kind] for kind in rates}
    return torch.optim.AdamW(
        [{"params": groups[kind], "lr": rate} for kind, rate in rates.items()],
        weight_decay=recipe.weight_decay,
        fused=device() == "cuda",
    )


def _kind(name: str, weight: torch.Tensor) -> str:
    if not name.startswith("encoder."):
        return "heads"
    return "vectors" if weight.ndim == 1 else "encoder"
