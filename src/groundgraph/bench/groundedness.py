"""Tables of the shipped detectors that any RAGTruth bench shows: test, and train out-of-fold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.judged import judge
from groundgraph.bench.results import Cell, Results, Rows
from groundgraph.datasets.ragtruth import TEST_RATES
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import interval_of
from groundgraph.specs import load, training

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.views import Trained
    from groundgraph.types import Example

DETECTORS = ("lexical", "fused")
_METRICS = ("f1", "precision", "recall", "negative_f1", "balanced_accuracy")
_TEST_NOTE = (
    "The shipped detectors on the official test rows that are present, all qualities; their "
    "thresholds were chosen on train, out-of-fold. 'negative_f1' is F1 of the grounded class."
)
_TRAIN_NOTE = (
    "Recorded by `python -m training fused`, which takes hours, when the shipped detectors "
    "were fitted: five folds by source over the train rows of RAGTruth; each answer is judged by "
    "heads that saw neither it nor any answer to the same passages. The threshold was chosen on "
    "these scores for a base rate of 35%."
)
_RATES_NOTE = (
    "The same decisions, each answer weighted so that as many of a task are hallucinated as in the "
    "official test split: "
    + ", ".join(f"{task} {rate:.1%}" for task, rate in TEST_RATES.items())
    + "; every task counts alike, as there. What the test split would give, were its answers else "
    "like those of train."
)
_RECORDED = {
    "by_task": ("groundedness_train_out_of_fold", _TRAIN_NOTE),
    "by_generator": ("groundedness_train_out_of_fold_by_generator", _TRAIN_NOTE),
    "at_test_rates": ("groundedness_train_out_of_fold_at_test_rates", _RATES_NOTE),
}
_RATED = ("f1", "precision", "recall")


@dataclass(frozen=True)
class Decided:
    """One detector's scores and flags; answers that it could not check are left out."""

    detector: str
    rows: Rows
    scores: NDArray[np.float64]
    flagged: NDArray[np.bool_]
    unverifiable: int

    def cells(self, row: str, chosen: NDArray[np.bool_]) -> list[Cell]:
        """Measure the chosen rows."""
        rows, scores, flagged = self.rows[chosen], self.scores[chosen], self.flagged[chosen]
        return [
            rows.measured(row, "auroc", scores),
            rows.within(row, scores),
            *(rows.measured(row, metric, flagged) for metric in _METRICS),
            rows.measured(row, "expected_calibration_error", scores),
        ]


def decided(detector: str, examples: Sequence[Example]) -> Decided:
    """Judge labelled examples with a shipped detector."""
    every = judge(load(detector), examples)
    found = every.checked()
    return Decided(detector, found.rows, found.scores, found.flagged, int(every.unverifiable.sum()))


def out_of_fold(detector: str, examples: Sequence[Example], trained: Trained) -> Decided:
    """Read off the training of a detector how it judged answers that it had not seen."""
    return Decided(
        detector,
        Rows.of(examples)[trained.checked],
        trained.scores,
        trained.head.answer_decision.flags(trained.scores),
        int((~trained.checked).sum()),
    )


def groundedness_tables(results: Results, examples: Sequence[Example]) -> None:
    """Add the tables ``groundedness_test`` and, as recorded, ``groundedness_train_out_of_fold``."""
    test = [e for e in examples if e.metadata["split"] == "test"]
    if test:
        judged = [decided(name, test) for name in DETECTORS]
        results.add("groundedness_test", by_task(judged), _TEST_NOTE)
        results.add("groundedness_test_by_generator", by_generator(judged), _TEST_NOTE)
    if len(test) < len(examples):
        records = {name: training(name) for name in DETECTORS}
        for table, (name, note) in _RECORDED.items():
            cells = {own: [*map(Cell.of, record[table])] for own, record in records.items()}
            results.add(name, _side_by_side(cells), note)


def _side_by_side(cells: Mapping[str, Sequence[Cell]]) -> list[Cell]:
    """Join what detectors recorded; a baseline on other answers than the first is named by them."""
    found: dict[tuple[str, str], Cell] = {}
    for detector, own in cells.items():
        for cell in own:
            there = found.setdefault((cell.row, cell.metric), cell)
            if there != cell:
                row = f"{cell.row}, answers of {detector}"
                found[row, cell.metric] = cell._replace(row=row)
    return list(found.values())


def recorded(judged: Sequence[Decided]) -> dict[str, list[Cell]]:
    """Measure what a training record keeps, by the name that it has there."""
    return {
        "by_task": by_task(judged),
        "by_generator": by_generator(judged),
        "at_test_rates": at_test_rates(judged),
    }


def by_task(judged: Iterable[Decided]) -> list[Cell]:
    """Measure detectors on all rows and on each task, beside flagging everything."""
    cells = []
    for each in judged:
        every = np.ones(len(each.rows), bool)
        tasks = sorted(set(each.rows.tasks.tolist()))
        for name, chosen in [("all", every), *((t, each.rows.tasks == t) for t in tasks)]:
            row = f"{each.detector}, {name}"
            cells += each.cells(row, chosen)
            cells.append(_always_f1(each.rows[chosen], f"always hallucinated, {name}"))
        cells.append(each.rows.fact(f"{each.detector}, all", "unverifiable", each.unverifiable))
    return list(dict.fromkeys(cells))


def by_generator(judged: Iterable[Decided]) -> list[Cell]:
    """Measure detectors on the answers of each generator, beside flagging everything.

    How well the answers of a generator to one task are told apart is a row of its own.
    """
    cells = []
    for each in judged:
        for name in sorted(set(each.rows.generators.tolist())):
            chosen = each.rows.generators == name
            cells += each.cells(f"{each.detector}, {name}", chosen)
            cells.append(_always_f1(each.rows[chosen], f"always hallucinated, {name}"))
            for task in sorted(set(each.rows.tasks[chosen].tolist())):
                own = chosen & (each.rows.tasks == task)
                row = f"{each.detector}, {name}, {task}"
                cells.append(each.rows[own].measured(row, "auroc", each.scores[own]))
    return list(dict.fromkeys(cells))


def at_test_rates(judged: Iterable[Decided]) -> list[Cell]:
    """Measure decisions as if each task had the test split's share of hallucinated answers."""
    cells = []
    for each in judged:
        everything = np.ones(len(each.rows), bool)
        for name in ("all", *sorted(TEST_RATES)):
            chosen = each.rows.tasks == name if name in TEST_RATES else everything
            rows, flagged = each.rows[chosen], each.flagged[chosen]
            cells += [_rated(rows, f"{each.detector}, {name}", m, flagged) for m in _RATED]
            row = f"always hallucinated, {name}"
            cells.append(_rated(rows, row, "f1", everything[chosen]))
    return list(dict.fromkeys(cells))


def _rated(rows: Rows, row: str, metric: str, flagged: NDArray[np.bool_]) -> Cell:
    """Return a metric at `TEST_RATES`, in each resample too; ``None`` without both classes."""
    tasks = sorted(set(rows.tasks.tolist()))
    kind = 2 * np.searchsorted(tasks, rows.tasks) + rows.labels
    wanted = np.array([share for t in tasks for share in (1 - TEST_RATES[t], TEST_RATES[t])])

    def measured(weights: NDArray[np.float64]) -> float | None:
        found = np.bincount(kind, weights=weights, minlength=len(wanted))
        if not found.all():
            return None
        value: float | None = getattr(metrics, metric)(
            rows.labels, flagged, weights * (wanted / found)[kind]
        )
        return value

    return rows.cell(row, metric, interval_of(measured, len(rows), groups=rows.sources))


def _always_f1(rows: Rows, row: str) -> Cell:
    return rows.measured(row, "f1", np.ones(len(rows), bool))
