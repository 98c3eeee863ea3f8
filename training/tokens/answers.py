"""Answers as the token model learns from them, out of the arrays on disk."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from training.loop import device
from training.tokens.data import ABOUT
from training.tokens.network import Batch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Data:
    """What `training.tokens.data` wrote."""

    def __init__(self, work: Path, like: Data | None = None) -> None:
        def load(name: str) -> Any:
            return np.load(work / f"{name}.npy", mmap_mode="r")

        self.evidence, self.answer = load("evidence_states"), load("answer_states")
        self.at, self.answer_at = load("evidence_offsets"), load("answer_offsets")
        self.kinds, self.rows, self.labels = load("kinds"), load("rows"), load("labels")
        self.about = json.loads((work / ABOUT).read_text())
        self.mean: np.ndarray[Any, Any]
        self.scale: np.ndarray[Any, Any]
        self.mean, self.scale = (like.mean, like.scale) if like else moments(self.rows)
        self.groups: dict[int, list[int]] = {}
        for number, each in enumerate(self.about):
            self.groups.setdefault(each["evidence"], []).append(number)

    def answers(self, place: int, claims: int, chance: np.random.Generator) -> list[int]:
        """Return the answers to one source, and so many claims made of its evidence."""
        numbers = self.groups[place]
        made = [n for n in numbers if self.about[n]["claim"]]
        drawn = chance.permutation(made)[:claims].tolist()
        return sorted(drawn + [n for n in numbers if not self.about[n]["claim"]])

    def batch(
        self, place: int, other: int | None = None, numbers: list[int] | None = None
    ) -> tuple[list[int], Batch]:
        """Return answers to one source, all or these; with ``other``, beside its evidence too."""
        numbers = self.groups[place] if numbers is None else numbers
        places = [place] if other is None else [place, other]
        kinds = np.concatenate([self.kinds[self.at[p] : self.at[p + 1]] for p in places])
        if other is not None:
            kinds[self.at[place + 1] - self.at[place] :] = 0
        lengths = np.array([self.answer_at[n + 1] - self.answer_at[n] for n in numbers])

        def own(values: Any) -> np.ndarray[Any, Any]:
            return np.concatenate(
                [values[self.answer_at[n] : self.answer_at[n + 1]] for n in numbers]
            )

        rows = np.clip((own(self.rows) - self.mean) / self.scale, -4, 4)
        mask = np.arange(lengths.max()) < lengths[:, None]

        def tensor(values: Any) -> torch.Tensor:
            return torch.from_numpy(values).to(device())

        def states(values: Any, offsets: Any, chosen: Sequence[int]) -> torch.Tensor:
            stretches = [values[offsets[n] : offsets[n + 1]] for n in chosen]
            return tensor(np.concatenate(stretches)).float()

        responses = [float(self.about[n]["label"]) for n in numbers]
        return numbers, Batch(
            states(self.evidence, self.at, places),
            tensor(kinds.astype(np.int64)),
            states(self.answer, self.answer_at, numbers),
            tensor(rows.astype(np.float32)),
            tensor(own(self.labels).astype(np.int64)),
            tensor(mask),
            torch.tensor(responses, device=device()),
        )


def moments(rows: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return mean and deviation of each column, of a sample of the rows."""
    some = np.asarray(rows[:: max(1, len(rows) // 200_000)], np.float64)
    return some.mean(0).astype(np.float32), np.maximum(some.std(0), 1e-3).astype(np.float32)
