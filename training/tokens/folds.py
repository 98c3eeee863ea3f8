"""The folds of the token model's training, in two stages.

One model is trained for each fold of sources and judges the answers of that fold; its weights are
the mean of its runs. The second stage goes on from these, with claims made of the evidence and
pairs of other corpora beside RAGTruth's answers; its model is the mean of the weights that it began
with, which count a third, and those that it ended with. One more model, which is shipped, goes on
from the first fold's with all sources.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from groundgraph.learn.folds import grouped_folds
from training import loop
from training.loop import Run, device, digest
from training.side_by_side import side_by_side
from training.tokens.answers import Data
from training.tokens.data import ABOUT
from training.tokens.judging import SECOND, judged, report, write
from training.tokens.pairs import FOLDER as PAIRS
from training.tokens.recipe import Recipe
from training.tokens.train import Course, fresh, network, of_one_run, train

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Pace

ALL = "all"
"""The fold that no source is in."""


class Stage(NamedTuple):
    """One of the two stages.

    Attributes:
        work: Where the arrays and the first stage are.
        recipe: How it trains.
        number: 1 or 2.
    """

    work: Path
    recipe: Recipe
    number: int

    @property
    def folder(self) -> Path:
        """Where its weights are."""
        return self.work if self.number == 1 else self.work / SECOND

    @property
    def folds(self) -> list[str]:
        """Names of its folds; the longest first."""
        names = [str(fold) for fold in range(self.recipe.folds)]
        return names if self.number == 1 else [ALL, *names]

    @property
    def parts(self) -> list[tuple[str, int]]:
        """Fold and run of each training; the longest first."""
        return [(fold, run) for fold in self.folds for run in range(self.recipe.runs)]

    def weights(self, fold: str) -> Path:
        """Return the file of a fold's model."""
        return self.folder / f"fold_{fold}.pt"

    def said(self, fold: str) -> Path:
        """Return the file of what a fold's model says of the answers of the fold."""
        return self.folder / f"fold_{fold}.npz"

    def run(self, fold: str, run: int) -> Path:
        """Return the file of one run's weights, and of its checkpoints."""
        return self.folder / f"fold_{fold}.{run}.pt"

    def first(self, fold: str) -> Path | None:
        """Return the weights of the first stage that a fold's model goes on from."""
        if self.number == 1:
            return None
        return self.work / f"fold_{0 if fold == ALL else fold}.pt"

    def files(self, fold: str) -> list[Path]:
        """Return what a fold leaves."""
        return [self.weights(fold), *([] if fold == ALL else [self.said(fold)])]

    def made_of(self, fold: str, run: int) -> dict[str, Any]:
        """Return what the weights of a run come from."""
        arrays = [self.work] if self.number == 1 else [self.work, self.work / PAIRS]
        first = self.first(fold)
        return {
            "recipe": of_one_run(self.recipe),
            "run": run,
            "answers": [digest(folder / ABOUT) for folder in arrays],
            "first stage": digest(first) if first else None,
        }

    def joined_from(self, fold: str) -> dict[str, Any]:
        """Return what the weights of a fold's model come from."""
        runs = [digest(self.run(fold, run)) for run in range(self.recipe.runs)]
        return {"recipe": asdict(self.recipe), "runs": runs}


def train_stage(stage: Stage, pace: Pace, processes: int) -> list[Path]:
    """Train what is not trained, side by side, and let each fold's model judge its fold."""
    stage.folder.mkdir(exist_ok=True)
    parts = [part for part in stage.parts if not is_trained(stage, part)]
    side_by_side(partial(train_part, stage, pace), parts, processes)
    folds = [fold for fold in stage.folds if not is_finished(stage, fold)]
    side_by_side(partial(finish, stage), folds, processes)
    return [path for fold in stage.folds for path in stage.files(fold)]


def train_part(stage: Stage, pace: Pace, part: tuple[str, int]) -> None:
    """Train one run of one fold, from its checkpoint if there is one."""
    fold, number_of_run = part
    data = Data(stage.work)
    pairs = Data(stage.work / PAIRS, like=data) if stage.number == 2 else None
    inside, _ = split(data, stage.recipe, fold)
    model = fresh(data, stage.recipe, stage.first(fold))
    course = Course(model, data, pairs, stage.recipe, number_of_run, inside)
    name = f"stage {stage.number}, fold {fold}, run {number_of_run}"
    train(course, Run(name, stage.run(*part), stage.made_of(*part), course.steps, pace))


def is_trained(stage: Stage, part: tuple[str, int]) -> bool:
    """Say whether a run of a fold has ended."""
    return loop.is_done(stage.run(*part), stage.made_of(*part))


def is_finished(stage: Stage, fold: str) -> bool:
    """Say whether a fold's model is there and made of the runs, and has judged its fold."""
    return all(path.is_file() for path in stage.files(fold)) and (
        loop.is_done(stage.weights(fold), stage.joined_from(fold))
    )


def finish(stage: Stage, fold: str) -> None:
    """Join the runs of a fold, and let the model judge the answers that it has not seen."""
    data = Data(stage.work)
    model = network(len(data.mean), stage.recipe).to(device())
    stage.said(fold).unlink(missing_ok=True)  # it was said by another model
    model.load_state_dict(mean_of(stage, fold))
    steps = loop.read(stage.run(fold, 0))["step"]
    loop.keep(stage.weights(fold), model, stage.joined_from(fold), steps)
    _, outside = split(data, stage.recipe, fold)
    if outside:
        write(stage.said(fold), judged(model, data, outside))
        report(data, stage.said(fold), f"stage {stage.number}, fold {fold}")


def mean_of(stage: Stage, fold: str) -> dict[str, torch.Tensor]:
    """Return the mean of the runs' weights, and of the first stage's as the recipe says."""
    runs = [loop.read(stage.run(fold, run))["model"] for run in range(stage.recipe.runs)]
    mean = {name: torch.stack([run[name] for run in runs]).mean(0) for name in runs[0]}
    first = stage.first(fold)
    if first is None:
        return mean
    begun = loop.read(first)["model"]
    return {name: torch.lerp(w, begun[name], stage.recipe.begun) for name, w in mean.items()}


def recipe_of(path: Path) -> Recipe:
    """Return the recipe of a fold's model."""
    return Recipe(**loop.read(path)["made_of"]["recipe"])


def split(data: Data, recipe: Recipe, name: str) -> tuple[list[int], list[int]]:
    """Return the sources that a fold's model is trained on, and those that it judges."""
    places = sorted(data.groups)
    sources = [data.about[data.groups[p][0]]["source"] for p in places]
    labels = np.array([data.about[data.groups[p][0]]["label"] for p in places])
    folds = grouped_folds(np.array(sources), labels, n_folds=recipe.folds, seed=recipe.seed)
    own = [p for p, f in zip(places, folds, strict=True) if str(f) != name]
    return own, [p for p, f in zip(places, folds, strict=True) if str(f) == name]
