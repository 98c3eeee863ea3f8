"""The shape of every bench's results: tables of cells, each with its n and interval."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import Interval, interval, mean_difference, within_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.options import Keep
    from groundgraph.types import Example

FEW = 5
"""Answers of a class below which draws of them say nothing of others."""
_REPORTED = ("numpy", "scipy", "scikit-learn", "onnxruntime", "tokenizers")


class Cell(NamedTuple):
    """One number of a table.

    Attributes:
        row: Name of the row.
        metric: Name of the column.
        value: The number, or ``None`` where it is undefined (a class is empty).
        ci95: Bootstrap interval, drawn by source; ``None`` where there is none.
        paper: The number that the paper prints, or ``None``.
        n: How many answers it rests on.
        positives: How many of them are hallucinated.
    """

    row: str
    metric: str
    value: float | None
    ci95: tuple[float, float] | None
    paper: float | None
    n: int
    positives: int

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Cell:
        """Return the cell that was written as JSON."""
        low_high = content["ci95"]
        return cls(**{**content, "ci95": None if low_high is None else tuple(low_high)})


@dataclass(frozen=True)
class Rows:
    """Answers as columns of equal length, in the order of the data."""

    labels: NDArray[np.bool_]
    generators: NDArray[np.str_]
    tasks: NDArray[np.str_]
    splits: NDArray[np.str_]
    sources: NDArray[np.str_]

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Rows:
        """Read the columns off labelled examples of a corpus with tasks and splits."""

        def column(name: str) -> NDArray[np.str_]:
            return np.array([str(e.metadata.get(name, "")) for e in examples], np.str_)

        return cls(
            np.array([bool(e.label) for e in examples], bool),
            np.array([e.generator or "" for e in examples], np.str_),
            column("task"),
            column("split"),
            column("source_id"),
        )

    @classmethod
    def labelled(cls, labels: Sequence[bool], sources: Sequence[str]) -> Rows:
        """Return rows of which only the label and the source are known."""
        blank = np.full(len(labels), "", np.str_)
        return cls(np.array(labels, bool), blank, blank, blank, np.array(sources, np.str_))

    def __getitem__(self, chosen: NDArray[np.bool_]) -> Rows:
        return Rows(
            self.labels[chosen],
            self.generators[chosen],
            self.tasks[chosen],
            self.splits[chosen],
            self.sources[chosen],
        )

    def __len__(self) -> int:
        return len(self.labels)

    def cell(self, row: str, metric: str, found: Interval, paper: float | None = None) -> Cell:
        """Return a cell about these answers."""
        bounded = found.low is not None and found.high is not None
        ci95 = (float(found.low or 0.0), float(found.high or 0.0)) if bounded else None
        return Cell(row, metric, found.value, ci95, paper, len(self), int(self.labels.sum()))

    def fact(self, row: str, metric: str, value: float | None, paper: float | None = None) -> Cell:
        """Return a cell without an interval."""
        return self.cell(row, metric, Interval(value, None, None), paper)

    def measured(
        self,
        row: str,
        metric: str,
        scores: NDArray[Any],
        paper: float | None = None,
    ) -> Cell:
        """Return ``metric`` of `groundgraph.measures.metrics` with its interval by source.

        There is no interval where a class that it rests on has fewer than `FEW` answers.
        """
        function: Callable[..., float | None] = getattr(metrics, metric)
        found = interval(function, self.labels, scores, groups=self.sources)
        return self.cell(row, metric, self.bounded(metric, found), paper)

    def bounded(self, metric: str, found: Interval) -> Interval:
        """Return an interval without its bounds where too few answers are of a class."""
        positives = int(self.labels.sum())
        least = {"accuracy": FEW, "recall": positives}.get(
            metric, min(positives, len(self) - positives)
        )
        return found if least >= FEW else Interval(found.value, None, None)

    def delta(self, row: str, metric: str, egc: NDArray[Any], paper: float | None = None) -> Cell:
        """Return the mean EGC of grounded answers minus that of hallucinated ones (Eq. 6)."""
        found = mean_difference(egc, self.labels, groups=self.sources)
        return self.cell(row, metric, found, paper)

    def within(self, row: str, scores: NDArray[Any]) -> Cell:
        """Return the AUROC over pairs of answers by the same generator."""
        found = within_interval(self.labels, scores, self.generators, groups=self.sources)
        metric = "within_generator_auroc"
        return self.cell(row, metric, self.bounded(metric, found))


@dataclass
class Results:
    """What a bench found, in the order in which it is shown.

    Attributes:
        bench: Name of the bench.
        title: For people.
        spec: What was measured.
        keep: Called with what `as_json` gives after each table, so that a run which is
            interrupted leaves those that it had finished.
        tables: Cells by the name of the table.
        notes: What stands above each table.
    """

    bench: str
    title: str
    spec: Mapping[str, Any]
    keep: Keep | None = None
    tables: dict[str, list[Cell]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def add(self, table: str, cells: Sequence[Cell], note: str = "") -> None:
        """Add a table; an empty one is left out."""
        if cells:
            self.tables[table] = list(cells)
            self.notes[table] = note
            if self.keep:
                self.keep(self.as_json(complete=False))

    def as_json(self, *, complete: bool = True) -> dict[str, Any]:
        """Return the content of results.json; not complete while tables are still to come."""
        return {
            "bench": self.bench,
            "title": self.title,
            "complete": complete,
            "tables": {
                name: [cell._asdict() for cell in cells] for name, cells in self.tables.items()
            },
            "notes": self.notes,
            "spec": dict(self.spec),
            "environment": environment(),
        }


def environment() -> dict[str, Any]:
    """Say what the numbers were made with."""
    return {
        "groundgraph": version("groundgraph"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "packages": {name: version(name) for name in _REPORTED},
    }
