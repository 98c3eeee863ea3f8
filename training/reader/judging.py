"""What the reader says of rows that it is not shown, a line of figures at each checkpoint."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from groundgraph.measures.metrics import auroc
from training.loop import in_half
from training.reader.network import Windows
from training.reader.recipe import HELD_RAGTRUTH, PAIRED, SUPPORTED

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.reader.encoding import Items
    from training.reader.network import Reader

    Floats = NDArray[np.float64]

AT_ONCE = 16_384
"""Tokens of a batch that is judged, padding among them."""


class Scores(NamedTuple):
    """What is said of some rows.

    Attributes:
        claim: Highest log-odds that a claim is not supported, shape ``(n_rows,)``.
        token: Highest log-odds that a token is not, the same shape.
        own: Log-odds of each labelled token, shape ``(n_labelled,)``.
        own_wrong: Whether it is not supported, the same shape.
    """

    claim: Floats
    token: Floats
    own: Floats
    own_wrong: NDArray[np.bool_]


class Judge:
    """Judges the windows of rows that are held out.

    Args:
        items: The windows.
        path: A line is appended to it for each checkpoint.
    """

    def __init__(self, items: Items, path: Path) -> None:
        self.items, self.path = items, path
        self.windows = Windows(items.arrays)
        self.wrong = np.zeros(len(items.groups), bool)
        for number in range(len(items)):
            item = items[number]
            self.wrong[item.row] |= item.is_wrong
        self.corpora = items.corpora

    def write(self, model: Reader, step: int) -> None:
        """Print the figures of a checkpoint, and append them to the file."""
        figures = {"step": step, **self.figures(model)}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")
        shown = ", ".join(f"{k} {v:.3f}" for k, v in figures.items() if isinstance(v, float))
        print(f"    at step {step:,}: {shown}", flush=True)

    def figures(self, model: Reader) -> dict[str, float]:
        """Return the figures.

        AUROC of claims on RAGTruth's answers and on each corpus that is left out, of tokens on
        RAGTruth, the mean over corpora left out of claims, of tokens and of both, and the share of
        made pairs, and of the dev half of the pairs of `bench meaning`, in the right order.
        """
        said = scores(model, self.items, self.windows)
        own = {*PAIRED, HELD_RAGTRUTH}
        corpora = sorted(set(self.items.names) - own)
        by = {"claim": said.claim, "token": said.token, "both": said.claim + said.token}
        found = {
            f"mean {name}": _mean([self._auroc(corpus, score) for corpus in corpora])
            for name, score in by.items()
        }
        for held in PAIRED:
            found |= {f"{held} {n}": self._ordered(held, s) for n, s in by.items()}
        found |= {f"ragtruth {n}": self._auroc(HELD_RAGTRUTH, s) for n, s in by.items()}
        found["ragtruth own tokens"] = _auroc(said.own, said.own_wrong)
        return found | {corpus: self._auroc(corpus, said.claim) for corpus in corpora}

    def _auroc(self, corpus: str, score: Floats) -> float:
        rows = self.corpora == corpus
        return _auroc(score[rows], self.wrong[rows])

    def _ordered(self, corpus: str, score: Floats) -> float:
        """Return the share of pairs of a right and a wrong row of one group in the right order."""
        groups: dict[int, list[int]] = {}
        for row in np.flatnonzero(self.corpora == corpus).tolist():
            groups.setdefault(int(self.items.groups[row]), []).append(row)
        gaps = [
            np.sign(score[one] - score[other])
            for rows in groups.values()
            for one in rows
            for other in rows
            if self.wrong[one] and not self.wrong[other]
        ]
        return float(np.mean(gaps) / 2 + 1 / 2) if gaps else float("nan")


def scores(model: Reader, items: Items, windows: Windows) -> Scores:
    """Return what a model says of the rows of some windows, the worst of a row's windows."""
    corpora = items.corpora
    claim, token = (np.full(len(corpora), -np.inf) for _ in range(2))
    own: list[Floats] = []
    wrong: list[NDArray[np.bool_]] = []
    model.eval()
    for numbers in _batches(items):
        with torch.no_grad(), in_half():
            tokens, claims, _ = model(windows.batch(numbers))
        odds = (torch.logsumexp(tokens[..., 1:], 2) - tokens[..., 0]).double().cpu().numpy()
        whole = (torch.logsumexp(claims[..., 1:], 2) - claims[..., 0]).double().cpu().numpy()
        for place, number in enumerate(numbers):
            item = items[number]
            mine = odds[place, item.first : item.first + len(item.labels)]
            claim[item.row] = max(claim[item.row], whole[place, : len(item.outcomes)].max())
            token[item.row] = max(token[item.row], mine.max())
            if corpora[item.row] == HELD_RAGTRUTH:
                own.append(mine)
                wrong.append(item.labels > SUPPORTED)
    none = np.zeros(0)
    return Scores(claim, token, np.concatenate([none, *own]), np.concatenate([none > 0, *wrong]))


def _batches(items: Items) -> list[list[int]]:
    batches: list[list[int]] = [[]]
    for number in np.argsort(items.lengths, kind="stable").tolist():
        if batches[-1] and int(items.lengths[number]) * (len(batches[-1]) + 1) > AT_ONCE:
            batches.append([])
        batches[-1].append(number)
    return batches


def _auroc(score: Floats, wrong: NDArray[np.bool_]) -> float:
    if not len(wrong) or wrong.all() or not wrong.any():
        return float("nan")
    value = auroc(wrong, score)
    return float("nan") if value is None else value


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else float("nan")
