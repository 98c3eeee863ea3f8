"""Tables of the bench ``logic`` about RAGTruth (Table 1) and HaluEval (Table 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.bench.logic import paper
from groundgraph.bench.logic.compared import (
    CROSS_VALIDATED,
    NOTHING,
    Column,
    Compared,
    compare,
    cross_validated,
    decided,
    differences,
    enough,
    left_out,
    measured,
    trivial,
)
from groundgraph.bench.logic.multihop import FROM_TRAIN
from groundgraph.bench.logic.variants import FULL, variants
from groundgraph.datasets.draws import draw
from groundgraph.datasets.halueval import load_halueval
from groundgraph.datasets.ragtruth import TASKS, unseen_by_reader
from groundgraph.learn import thresholds
from groundgraph.specs import load
from groundgraph.types import Example, FitOptions, Passage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from groundgraph.bench.results import Cell, Results
    from groundgraph.datasets.halueval import Part
    from groundgraph.methods.logic.detector import Logic

TABLE = "ragtruth"
POLICY = "best_f1"
FITTED = f"{FULL}, fitted on train"


class RAGTruthRows(NamedTuple):
    """The answers that are scored, and the train answers that thresholds come from.

    Attributes:
        test: Of the official test split; none with ``split="train"``.
        train: A draw of sources that the reader was not shown; none with ``split="test"``.
    """

    test: list[Example]
    train: list[Example]


def chosen_rows(
    examples: Sequence[Example], split: str, n_sources: int, limit: int | None
) -> RAGTruthRows:
    """Return the rows of a split; of train ones those of ``n_sources`` sources."""
    test = [e for e in examples if e.metadata["split"] == "test"]
    own = [e for e in examples if e.metadata["split"] == "train"]
    unseen = unseen_by_reader(own) if own else frozenset()
    kept = [e for e in own if str(e.metadata["source_id"]) in unseen]
    train = sources_drawn(kept, n_sources)
    return RAGTruthRows(
        test[:limit] if split in {"test", "all"} else [],
        train[:limit] if split in {"train", "all"} else [],
    )


def sources_drawn(examples: Sequence[Example], n: int) -> list[Example]:
    """Return the answers to about ``n`` sources, as many of each task."""
    kept: set[str] = set()
    for task in TASKS:
        names = {str(e.metadata["source_id"]) for e in examples if e.metadata["task"] == task}
        order = sorted(names, key=lambda name: (draw(0, "bench", name).random(), name))
        kept.update(order[: n // len(TASKS)])
    return [example for example in examples if str(example.metadata["source_id"]) in kept]


def ragtruth_tables(results: Results, found: RAGTruthRows, detector: Logic) -> None:
    """Add the tables about RAGTruth."""
    every = variants(detector)
    train = compare(every, found.train)
    if found.train:
        name = f"{TABLE}_train" if found.test else TABLE
        _train_table(results, name, train, every)
    if found.test:
        test = compare({**every, "lexical": load("lexical")}, found.test)
        counts = [left_out(test, name) for name in test.columns]
        test = test.checked_by(every)
        test = test.adding(_from_train(test, train.checked_by([FULL]), detector))
        results.add(TABLE, [*_test_cells(test), *counts], paper.RAGTRUTH_NOTE)
        others = [name for name in test.columns if name != FULL]
        cells = [cell for name in others for cell in differences(test, FULL, name)]
        for name in (FITTED, FROM_TRAIN):
            if name in test.columns and "lexical" in test.columns:
                cells += differences(test, name, "lexical")
        results.add(f"{TABLE}_differences", cells, paper.DIFFERENCES_NOTE)


def _train_table(results: Results, name: str, judged: Compared, every: Mapping[str, Logic]) -> None:
    counts = [left_out(judged, each) for each in every]
    judged = judged.checked_by(every)
    if not len(judged.rows):
        return
    cells = _by_task(judged, list(every), {})
    refit = {each: cross_validated(judged, each, POLICY) for each in every}
    chosen = {
        f"{each}, {CROSS_VALIDATED}": column for each, column in refit.items() if column is not None
    }
    own = Compared(judged.examples, judged.rows, chosen)
    cells += [cell for each in chosen for cell in measured(own, each)]
    results.add(name, [*cells, *counts], paper.RAGTRUTH_TRAIN_NOTE)
    cells = [cell for each in every if each != FULL for cell in differences(judged, FULL, each)]
    results.add(f"{TABLE}_train_differences", cells, paper.DIFFERENCES_NOTE)


def _from_train(test: Compared, train: Compared, detector: Logic) -> dict[str, Column]:
    """Return the full model with what was chosen and fitted on train answers of the same tasks."""
    train = train.where(np.isin(train.rows.tasks, test.rows.tasks))
    if not len(train.rows) or not enough(train.rows.labels):
        return {}
    threshold = thresholds.choose(POLICY, train.rows.labels, train.columns[FULL].scores)
    fitted = detector.fit(train.examples, FitOptions(threshold=POLICY))
    return {
        FROM_TRAIN: test.columns[FULL].at(threshold),
        FITTED: compare({FITTED: fitted}, test.examples).columns[FITTED],
    }


def _test_cells(judged: Compared) -> list[Cell]:
    return _by_task(judged, list(judged.columns), paper.RAGTRUTH) if len(judged.rows) else []


def _by_task(
    judged: Compared,
    names: Sequence[str],
    printed: Mapping[str, Mapping[str, tuple[float, float, float]]],
) -> list[Cell]:
    """Measure all answers and, where there are several tasks, those of each."""
    tasks = sorted(set(judged.rows.tasks.tolist()))
    every = tasks[0] if len(tasks) == 1 else ""
    cells = _part(judged, names, "", _by_row(printed, every))
    for task in tasks if len(tasks) > 1 else ():
        cells += _part(judged.of(task), names, f"{task}, ", _by_row(printed, task))
    return cells


def _by_row(
    printed: Mapping[str, Mapping[str, tuple[float, float, float]]], task: str
) -> dict[str, dict[str, float]]:
    """Return the paper's numbers by row and metric."""
    found = {}
    for row, tasks in printed.items():
        side = paper.RAGTRUTH_SIDES[row]
        names = (f"precision_{side}", f"recall_{side}", f"f1_{side}")
        found[row] = dict(zip(names, tasks[task], strict=True))
    return found


def _part(
    judged: Compared, names: Sequence[str], prefix: str, printed: Mapping[str, Mapping[str, float]]
) -> list[Cell]:
    cells = []
    for name in names:
        row, own = f"{prefix}{name}", judged.checked_by([name])
        cells += measured(judged, name, row, printed.get(name, NOTHING))
        cells.append(own.rows.within(row, own.columns[name].scores))
    return cells + trivial(judged.rows, prefix)


def halueval_cells(folder: Path, parts: Sequence[Part], detector: Logic, n: int) -> list[Cell]:
    """Judge a draw of each part of HaluEval."""
    cells = []
    for part in parts:
        examples = [_with_facts(e) for e in load_halueval(folder, part) if e.label is not None]
        order = sorted(examples, key=lambda e: draw(0, "bench", e.id).random())
        judged = compare(_compared(detector), order[:n])
        cells += [left_out(judged, name)._replace(row=f"{part}, {name}") for name in judged.columns]
        checked = judged.checked_by(judged.columns)
        for name in judged.columns:
            known = paper.HALUEVAL.get(name, {})
            printed = {"accuracy": known[part]} if part in known else NOTHING
            cells += _halueval_row(checked, name, f"{part}, {name}", printed)
        if len(checked.rows):
            cells += trivial(checked.rows, f"{part}, ")
    return cells


def _compared(detector: Logic) -> dict[str, Logic]:
    every = variants(detector)
    return {name: every[name] for name in (FULL, "max_nli", "provenance")}


def _halueval_row(
    judged: Compared, name: str, row: str, printed: Mapping[str, float]
) -> list[Cell]:
    if len(judged.rows):
        return measured(judged, name, row, printed)
    return decided(judged.rows, row, judged.columns[name].flagged, printed)[:1]


def _with_facts(example: Example) -> Example:
    """Give an answer of HaluEval 2.0 the facts that people judged true as passages."""
    facts = example.metadata.get("facts")
    if not facts:
        return example
    judged = zip(facts, example.metadata["judgements"], strict=True)
    true = tuple(Passage(fact) for fact, judgement in judged if judgement == "true")
    return Example(
        example.answer, true, question=example.question, id=example.id, generator=example.generator,
        label=example.label, metadata=example.metadata,
    )  # fmt: skip
