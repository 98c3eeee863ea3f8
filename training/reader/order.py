"""In which order windows are shown: rounds of a mixture, cut into batches of like length.

All of it depends on the seed and the number of the round alone, so that a run that was stopped
goes on with the batch that it would have had.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from training.reader.encoding import Items

_TOGETHER = 6
"""Rows of a group that are shown close together."""
_NOISE = 0.1


class Order:
    """The batches of a run.

    Args:
        items: The windows.
        shown: Windows of each corpus in a round; corpora that it does not name are not shown.
        batch_tokens: Of a batch, padding among them.
        seed: Of every draw.
    """

    def __init__(
        self, items: Items, shown: Mapping[str, int], batch_tokens: int, seed: int
    ) -> None:
        self.lengths, self.batch_tokens, self.seed = items.lengths, batch_tokens, seed
        self.shown = {name: count for name, count in shown.items() if name in items.names}
        self.bundles = _bundles(items)
        self.sizes = {name: np.cumsum([0, *map(len, own)]) for name, own in self.bundles.items()}
        self._ends: list[int] = []

    def batch(self, step: int) -> list[int]:
        """Return the numbers of the windows of a step."""
        while not self._ends or self._ends[-1] <= step:
            count = len(self._round(len(self._ends)))
            self._ends.append((self._ends[-1] if self._ends else 0) + count)
        number = next(n for n, end in enumerate(self._ends) if step < end)
        return self._round(number)[step - (self._ends[number - 1] if number else 0)]

    def round_of(self, step: int) -> int:
        """Return the number of a step's round."""
        self.batch(step)
        return next(n for n, end in enumerate(self._ends) if step < end)

    @lru_cache(maxsize=2)  # noqa: B019 -- one order lives as long as its run
    def _round(self, number: int) -> list[list[int]]:
        bundles = [b for name in self.shown for b in self._drawn(name, number)]
        chance = np.random.default_rng((self.seed, number, 1))
        longest = np.array([self.lengths[bundle].max() for bundle in bundles])
        order = np.argsort(longest * chance.uniform(1 - _NOISE, 1 + _NOISE, len(longest)))
        batches: list[list[int]] = [[]]
        wide = 0
        for place in order.tolist():
            for item in bundles[place].tolist():
                wide = max(wide, int(self.lengths[item]))
                if batches[-1] and wide * (len(batches[-1]) + 1) > self.batch_tokens:
                    batches.append([])
                    wide = int(self.lengths[item])
                batches[-1].append(item)
        return [batches[n] for n in chance.permutation(len(batches))]

    def _drawn(self, name: str, number: int) -> list[NDArray[np.int64]]:
        """Return the bundles of a corpus in a round: they are all shown before one is again."""
        bundles, total = self.bundles[name], int(self.sizes[name][-1])
        start = number * self.shown[name]
        drawn = []
        for epoch in range(start // total, (start + self.shown[name] - 1) // total + 1):
            order = np.random.default_rng((self.seed, epoch, 2)).permutation(len(bundles))
            ends = np.cumsum([len(bundles[n]) for n in order]) + epoch * total
            inside = (ends > start) & (ends <= start + self.shown[name])
            drawn += [bundles[n] for n in order[inside]]
        return drawn


def _bundles(items: Items) -> dict[str, list[NDArray[np.int64]]]:
    """Return the windows of each corpus, those of a group together, up to so many."""
    rows = items.arrays["row"]
    corpora, groups = (items.arrays[name][rows] for name in ("corpus", "group"))
    order = np.lexsort((np.arange(len(rows)), groups, corpora))
    changes = np.flatnonzero(np.diff(corpora[order]) | np.diff(groups[order])) + 1
    found: dict[str, list[NDArray[np.int64]]] = {name: [] for name in items.names}
    for own in np.split(order, changes):
        name = items.names[corpora[own[0]]]
        found[name] += [own[start : start + _TOGETHER] for start in range(0, len(own), _TOGETHER)]
    return found
