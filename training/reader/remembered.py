"""What a run begun with other weights keeps of them.

Of rows that those were shown, the run learns what they say beside the labels, so that it forgets
less of it (Li and Hoiem, 2016, "Learning without Forgetting", section 3).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import torch

from training.loop import device
from training.reader.losses import taught_loss
from training.reader.network import Batch, Said, initial
from training.reader.recipe import STRANGERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.reader.encoding import Items
    from training.reader.recipe import Recipe


class Remembered:
    """The weights that a run began with, and which windows are to be said as they say them.

    Args:
        recipe: Of the run.
        items: Its windows; all but those of strangers' pairs are meant.
    """

    def __init__(self, recipe: Recipe, items: Items) -> None:
        known = initial(replace(recipe, teacher="", dropout=0.0))
        self.reader = known.requires_grad_(False).eval().to(device())
        self.is_old = items.corpora[items.arrays["row"]] != STRANGERS

    def loss(self, numbers: Sequence[int], batch: Batch, said: Said) -> torch.Tensor:
        """Return how far what is said of a batch is from what was; 0 where nothing of it is old.

        Args:
            numbers: Of the batch's windows.
            batch: The windows.
            said: What the run says of them.
        """
        old = torch.from_numpy(self.is_old[list(numbers)]).to(batch.ids.device)
        if not old.any():
            return said.claims.new_zeros(())
        part = Batch(*(values[old] for values in batch))
        with torch.no_grad():
            before: Said = self.reader(part)
        return taught_loss(part, Said(*(values[old] for values in said)), before)
