"""Answers that several detectors judged, and the cells that any table of them holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.bench.judged import Judged
from groundgraph.bench.results import Rows
from groundgraph.bench.scored import Scored
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import paired_interval, ratio_intervals
from groundgraph.progress import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell
    from groundgraph.protocols import Detector
    from groundgraph.types import Example, Verdict

    Flags = NDArray[np.bool_]

DECIDED = (
    "accuracy",
    *(
        f"{m}_{side}"
        for side in ("hallucinated", "grounded")
        for m in ("f1", "precision", "recall")
    ),
)
_COMPARED = ("accuracy", "f1_hallucinated", "f1_grounded")
BATCH = 32
CROSS_VALIDATED = "threshold by cross-validation"
NOTHING: Mapping[str, float] = MappingProxyType({})


class Column(NamedTuple):
    """What one detector says of some answers; each of shape ``(n,)``.

    Attributes:
        scores: Higher means hallucinated; 0 where it could not check.
        flagged: Whether it calls the answer hallucinated.
        checked: Whether it could check the answer.
    """

    scores: NDArray[np.float64]
    flagged: Flags
    checked: Flags

    def where(self, chosen: Flags) -> Column:
        """Return some of the rows."""
        return Column(self.scores[chosen], self.flagged[chosen], self.checked[chosen])

    def at(self, threshold: float) -> Column:
        """Decide at another threshold on the score."""
        return self._replace(flagged=self.scores >= threshold)


@dataclass(frozen=True)
class Compared:
    """Labelled answers, and a `Column` by the name of each detector."""

    examples: list[Example]
    rows: Rows
    columns: dict[str, Column]

    def where(self, chosen: Flags) -> Compared:
        """Return some of the answers."""
        kept = [e for e, own in zip(self.examples, chosen.tolist(), strict=True) if own]
        columns = {name: column.where(chosen) for name, column in self.columns.items()}
        return Compared(kept, self.rows[chosen], columns)

    def checked_by(self, names: Iterable[str]) -> Compared:
        """Return the answers that each of these detectors could check."""
        every = [self.columns[name].checked for name in names]
        return self.where(np.logical_and.reduce([np.ones(len(self.rows), bool), *every]))

    def adding(self, columns: Mapping[str, Column]) -> Compared:
        """Return the same answers with more columns."""
        return replace(self, columns={**self.columns, **columns})

    def leaving(self, names: Iterable[str]) -> Compared:
        """Return the same answers without some of the columns."""
        left = set(names)
        return replace(self, columns={n: c for n, c in self.columns.items() if n not in left})

    def of(self, task: str) -> Compared:
        """Return the answers of a task."""
        return self.where(self.rows.tasks == task)


def compare(detectors: Mapping[str, Detector], examples: Sequence[Example]) -> Compared:
    """Judge answers by every detector, batch by batch, so that they share what they encode."""
    found: dict[str, list[Verdict]] = {name: [] for name in detectors}
    for start in range(0, len(examples), BATCH):
        batch = examples[start : start + BATCH]
        for name, detector in detectors.items():
            tell(f"{len(detectors)} detectors: {name}", start, len(examples))
            found[name] += detector.detect(batch)
    judged = {name: Judged(list(examples), verdicts) for name, verdicts in found.items()}
    columns = {n: Column(one.scores, one.flagged, ~one.unverifiable) for n, one in judged.items()}
    return Compared(list(examples), Rows.of(examples), columns)


def measured(
    judged: Compared, name: str, row: str = "", printed: Mapping[str, float] = NOTHING
) -> list[Cell]:
    """Measure a detector on the answers that it could check.

    Args:
        judged: The answers.
        name: Of the column.
        row: Of the table; the column's name where not given.
        printed: The paper's numbers, by metric.
    """
    found = judged.checked_by([name])
    column, row = found.columns[name], row or name
    return [
        *decided(found.rows, row, column.flagged, printed),
        found.rows.measured(row, "auroc", column.scores, printed.get("auroc")),
    ]


def decided(
    rows: Rows, row: str, flagged: Flags, printed: Mapping[str, float] = NOTHING
) -> list[Cell]:
    """Measure a decision: accuracy, and F1, precision and recall of both classes."""
    found = ratio_intervals(*_ratios(rows.labels, flagged), groups=rows.sources)
    return [
        rows.cell(row, metric, each, printed.get(metric))
        for metric, each in zip(DECIDED, found, strict=True)
    ]


def _ratios(labels: Flags, flagged: Flags) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return what each row adds to the two sides of each of `DECIDED`, shape ``(n, 7)``."""
    right = labels == flagged
    parts, wholes = [right], [np.ones_like(right)]
    for own, said in ((labels, flagged), (~labels, ~flagged)):
        parts += [2 * (own & said), own & said, own & said]
        wholes += [own.astype(int) + said, said, own]
    return np.stack(parts, axis=1), np.stack(wholes, axis=1)


def trivial(rows: Rows, prefix: str = "") -> list[Cell]:
    """Measure flagging nothing, and everything."""
    cells = []
    for name, flag in (("always_grounded", False), ("always_hallucinated", True)):
        row = f"{prefix}{name}"
        cells += decided(rows, row, np.full(len(rows), flag))
        cells.append(rows.measured(row, "auroc", np.zeros(len(rows))))
    return cells


def cross_validated(judged: Compared, name: str, policy: str) -> Column | None:
    """Decide by thresholds chosen on the other folds, split by source.

    Returns:
        ``None`` where a fold would leave too few answers of a class to choose from.
    """
    column = judged.columns[name]
    found = Scored(judged.rows, column.scores).by_fold(policy)
    return None if found is None else column._replace(flagged=found[0])


def differences(
    judged: Compared, first: str, second: str, row: str = "", printed: Mapping[str, float] = NOTHING
) -> list[Cell]:
    """Measure one detector minus another on the answers that both could check."""
    both = judged.checked_by([first, second])
    a, b, rows = both.columns[first], both.columns[second], both.rows
    row = row or f"{first} minus {second}"
    ratios = [_ratios(rows.labels, column.flagged) for column in (a, b)]
    found = ratio_intervals(*ratios[0], minus=ratios[1], groups=rows.sources)
    ranked = paired_interval(metrics.auroc, rows.labels, a.scores, b.scores, groups=rows.sources)
    decided_ = {m: each for m, each in zip(DECIDED, found, strict=True) if m in _COMPARED}
    return [
        rows.cell(row, metric, each, printed.get(metric))
        for metric, each in {**decided_, "auroc": ranked}.items()
    ]


def left_out(judged: Compared, name: str) -> Cell:
    """Count the answers that a detector could not check."""
    return judged.rows.fact(name, "unverifiable", int((~judged.columns[name].checked).sum()))


def enough(labels: Flags, least: int = 10) -> bool:
    """Say whether both classes have enough answers to choose a threshold from."""
    return bool(min(labels.sum(), (~labels).sum()) >= least)
