"""Weights between those of two runs.

A run that begins with the weights of another and is shown other things forgets some of what the
other had learned; between the two lie weights that know most of both (Wortsman et al., 2022,
"Robust fine-tuning of zero-shot models", section 3).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from training.reader.restored import begun

if TYPE_CHECKING:
    from collections.abc import Mapping

    from training.reader.recipe import Averaging


def averaged(checkpoint: Mapping[str, Any], recipe: Averaging) -> dict[str, Any]:
    """Return a checkpoint, its weights averaged with those of another one; as it is without one.

    Raises:
        InputError: When the share is not between 0 and 1, or the other has other weights.
    """
    if not recipe.other:
        return dict(checkpoint)
    if not 0 < recipe.share <= 1:
        raise InputError(f"export.share is {recipe.share}; expected more than 0 and at most 1")
    other, file = begun(Path(recipe.other))
    own, theirs = checkpoint["model"], other["model"]
    if shapes(own) != shapes(theirs):
        raise InputError(f"{recipe.other} holds the weights of another network")
    share = recipe.share
    weights = {
        name: share * value.float() + (1 - share) * theirs[name].float()
        for name, value in own.items()
    }
    about = {
        "share": share,
        "other": file,
        "steps": other["step"],
        "mixture": other["made_of"]["mixture"],
    }
    made_of = {**checkpoint["made_of"], "averaged": about}
    return {**checkpoint, "model": weights, "made_of": made_of}


def shapes(state: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor."""
    return {name: tuple(value.shape) for name, value in state.items()}
