"""A run that ends early: its rate falls to nothing from the last checkpoint on, in a copy."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from training import loop

if TYPE_CHECKING:
    from pathlib import Path

    from training.reader.recipe import Recipe

WEIGHTS, FINISHED, ABOUT = "reader.pt", "finished.pt", "finish.json"


def finishing(work: Path, recipe: Recipe) -> tuple[Path, Recipe]:
    """Return the checkpoint of the copy, and a recipe whose rate falls over all that is left.

    A copy that was begun goes on; one that has ended makes way where the run went on since.

    Raises:
        InputError: When there is no checkpoint to begin with.
    """
    run, path, about = (work / name for name in (WEIGHTS, FINISHED, ABOUT))
    if not run.is_file():
        raise InputError(f"found no {run} to finish: train without finish first")
    began = loop.read(run)["step"]
    known = json.loads(about.read_text(encoding="utf-8")) if path.is_file() else None
    if known is None or (known["began"] != began and not loop.read(path)["others"]):
        shutil.copyfile(run, path)
        known = {"began": began, "steps": recipe.finish}
        about.write_text(json.dumps(known), encoding="utf-8")
    steps = known["began"] + known["steps"]
    return path, replace(recipe, steps=steps, cooling=known["steps"] / steps)


def last(work: Path) -> Path:
    """Return the checkpoint to be used: that of a copy that has ended, else that of the run."""
    path = work / FINISHED
    return path if path.is_file() and not loop.read(path)["others"] else work / WEIGHTS
