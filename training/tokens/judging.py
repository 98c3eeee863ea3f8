"""What the folds' models say of answers whose sources they have not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from groundgraph.errors import InputError
from groundgraph.measures.metrics import auroc, f1
from training.figures import number
from training.loop import in_half
from training.tokens.recipe import Recipe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.tokens.answers import Data
    from training.tokens.network import TokenModel

    Floats = NDArray[np.float32]

SECOND = "second"
"""Folder of the second stage under the first one's."""


class Judged(NamedTuple):
    """An answer that was judged.

    Attributes:
        number: Of the answer.
        tokens: Logits of its tokens, ``(n_tokens, 3)``.
        answer: Its own logit.
    """

    number: int
    tokens: Floats
    answer: float


def judged(model: TokenModel, data: Data, places: Sequence[int]) -> Iterator[Judged]:
    """Judge all answers to some sources."""
    with torch.no_grad(), in_half():
        for place in places:
            numbers, batch = data.batch(place)
            tokens, responses = model.eval()(batch)
            each = tokens.split(batch.mask.sum(1).tolist())
            logits = (values.float().cpu().numpy() for values in each)
            yield from map(Judged, numbers, logits, responses.float().tolist())


def write(path: Path, found: Iterator[Judged]) -> None:
    """Write what was said of some answers."""
    numbers, tokens, responses = zip(*found, strict=True)
    np.savez(
        path, numbers=np.array(numbers), responses=np.array(responses, np.float32),
        tokens=np.concatenate(tokens).astype(np.float32), lengths=np.array([*map(len, tokens)]),
    )  # fmt: skip


def read(path: Path) -> Iterator[Judged]:
    """Return what `write` wrote, in its order."""
    found = dict(np.load(path))  # each look into the file itself would read it all again
    stops = np.cumsum(found["lengths"])
    for number_, answer, length, stop in zip(
        found["numbers"].tolist(), found["responses"], found["lengths"], stops, strict=True
    ):
        yield Judged(number_, found["tokens"][stop - length : stop], float(answer))


def judged_folds(work: Path) -> list[Path]:
    """Return the files of what the folds' models said after the second stage.

    Raises:
        InputError: When a fold is missing.
    """
    paths = [work / SECOND / f"fold_{fold}.npz" for fold in range(Recipe.folds)]
    for path in paths:
        if not path.is_file():
            raise InputError(f"{path} is not there: run python -m training tokens --data DATA")
    return paths


def not_supported(logits: Floats) -> Floats:
    """Return the log-odds that tokens are not supported, ``(n_tokens,)``."""
    odds: Floats = np.logaddexp(logits[:, 1], logits[:, 2]) - logits[:, 0]
    return odds


def report(data: Data, path: Path, name: str) -> None:
    """Print how well answers and tokens are told apart, by task; copies are left out."""
    own = [each for each in read(path) if not data.about[each.number]["copy"]]
    by_task: dict[str, list[Judged]] = {"all": own}
    for each in own:
        by_task.setdefault(data.about[each.number]["task"], []).append(each)
    for task in ("all", *sorted({*by_task} - {"all"})):
        found = by_task[task]
        labels = np.array([data.about[each.number]["label"] for each in found])
        odds = [not_supported(each.tokens) for each in found]
        worst = np.array([values.max() for values in odds])
        gold, said = np.concatenate([gold_of(data, each) for each in found]), np.concatenate(odds)
        answers = np.array([each.answer for each in found])
        print(
            f"    {name}: {task:8} n={len(found)}"
            f" AUROC answer {number(auroc(labels, answers), 4)}"
            f" worst token {number(auroc(labels, worst), 4)}"
            f" tokens {number(auroc(gold[gold >= 0] > 0, said[gold >= 0]), 4)}"
            f" best F1 {best_f1(labels, answers):.4f}",
            flush=True,
        )


def gold_of(data: Data, each: Judged) -> NDArray[Any]:
    """Return the classes of an answer's tokens."""
    labels: NDArray[Any] = data.labels[
        data.answer_at[each.number] : data.answer_at[each.number + 1]
    ]
    return labels


def best_f1(labels: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Return the best F1 at a quantile of the scores."""
    thresholds = np.quantile(scores, np.linspace(0.2, 0.9, 36))
    return max(f1(labels, scores > threshold) or 0.0 for threshold in thresholds)
