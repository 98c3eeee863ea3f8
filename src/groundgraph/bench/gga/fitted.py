"""Blocks of features under cross-validation, for the tables of bench ``gga``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.bench.scored import NOTHING_PRINTED, Scored
from groundgraph.learn.boosted import BoostSettings, XGBoostHead
from groundgraph.learn.folds import grouped_folds, out_of_fold
from groundgraph.measures.baselines import baselines
from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc, average_precision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell, Rows

    Floats = NDArray[np.float64]

FOLDS = 5
FEWEST = 2 * FOLDS
"""Rows of a class, and sources, from which on anything is fitted."""
PAPER = BoostSettings()
TUNED = BoostSettings(0.02, 6, 200, balanced=False, row_share=0.5, column_share=0.5)
"""Slower and more random: better on few rows, where the paper's overfit."""
DECIDED = ("f1", "precision", "recall")


class Block(NamedTuple):
    """Features by name, shape ``(n, len(names))``."""

    names: tuple[str, ...]
    x: Floats

    def __add__(self, other: object) -> Block:
        """Join the features of the same rows."""
        if not isinstance(other, Block):
            return NotImplemented
        return Block(self.names + other.names, np.hstack([self.x, other.x]))


def cross_validated(rows: Rows, block: Block, settings: BoostSettings = TUNED) -> Scored | None:
    """Score each row by a head that was fitted on other sources; ``None`` where too few are.

    Raises:
        MissingExtraError: When xgboost is not installed.
    """
    if too_few(rows):
        return None
    folds = grouped_folds(rows.sources, rows.labels, FOLDS)
    scores = out_of_fold(
        lambda x, y: XGBoostHead.fit(x, y, block.names, settings=settings),
        XGBoostHead.log_odds,
        block.x,
        rows.labels,
        folds,
    )
    return Scored(rows, scores)


def transferred(
    rows: Rows, block: Block, fitted_on: tuple[Rows, Block], settings: BoostSettings = TUNED
) -> Scored | None:
    """Score rows by heads that were fitted on other rows, of other sources."""
    theirs, their_block = fitted_on
    if too_few(rows) or too_few(theirs):
        return None
    folds = dict(
        zip(theirs.sources, grouped_folds(theirs.sources, theirs.labels, FOLDS), strict=True)
    )
    of_theirs = np.array([folds[source] for source in theirs.sources])
    of_rows = np.array([folds[source] for source in rows.sources])
    scores = np.empty(len(rows))
    for fold in range(FOLDS):
        kept, held = of_theirs != fold, of_rows == fold
        head = XGBoostHead.fit(
            their_block.x[kept], theirs.labels[kept], block.names, settings=settings
        )
        scores[held] = head.log_odds(block.x[held])
    return Scored(rows, scores)


def too_few(rows: Rows) -> bool:
    """Say whether there is too little to fit on and to judge."""
    classes = int(rows.labels.sum()), int((~rows.labels).sum()), len(set(rows.sources.tolist()))
    return min(classes) < FEWEST


def ranked(row: str, found: Scored, paper: Mapping[str, float] = NOTHING_PRINTED) -> list[Cell]:
    """Measure the order of scores: ``auc`` and ``average_precision``."""
    rows = found.rows
    return [
        rows.cell(
            row,
            name,
            interval(metric, rows.labels, found.scores, groups=rows.sources),
            paper.get(name),
        )
        for name, metric in (("auc", auroc), ("average_precision", average_precision))
    ]


def judged(
    row: str, rows: Rows, found: Scored | None, paper: Mapping[str, float] = NOTHING_PRINTED
) -> list[Cell]:
    """Measure cross-validated scores: their order, and decisions with in-fold thresholds."""
    if found is None:
        return [rows.fact(row, name, None, paper.get(name)) for name in ("auc", "f1")]
    decided = [
        cell._replace(paper=paper.get(cell.metric))
        for cell in found.cross_validated(row, "best_f1")
        if cell.metric in DECIDED
    ]
    return [*ranked(row, found, paper), *decided]


def trivial(rows: Rows, prefix: str = "") -> list[Cell]:
    """Say what flagging all, and no row gives."""
    return [
        rows.fact(prefix + each.name, metric, value)
        for each in baselines(rows.labels)[:2]
        for metric, value in (("auc", each.auroc), ("f1", each.f1))
    ]
