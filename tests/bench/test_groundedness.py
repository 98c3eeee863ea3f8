"""Tables of the shipped detectors: what the test split's share of hallucinated answers changes."""

from __future__ import annotations

import numpy as np
import pytest

from groundgraph.bench.groundedness import Decided, at_test_rates, by_generator, recorded
from groundgraph.bench.results import Cell, Rows
from groundgraph.datasets.ragtruth import TEST_RATES

GENERATORS = ("gpt-4-0613", "llama-2-7b-chat")


def judged(n: int = 1200, seed: int = 0) -> Decided:
    """Judge made-up answers, half of them hallucinated, each task with its own mistakes."""
    chance = np.random.default_rng(seed)
    tasks = np.array(sorted(TEST_RATES), np.str_)[np.arange(n) % 3]
    labels = chance.random(n) < 0.5
    scores = np.clip(chance.normal(np.where(labels, 0.6, 0.4), 0.2), 0, 1)
    flagged = scores > np.where(tasks == "Summary", 0.7, 0.5)
    generators = np.array(GENERATORS, np.str_)[chance.integers(0, 2, n)]
    sources = np.array([f"s{i // 6}" for i in range(n)], np.str_)
    rows = Rows(labels, generators, tasks, np.full(n, "train", np.str_), sources)
    return Decided("made", rows, scores, flagged, 0)


def cell(cells: list[Cell], row: str, metric: str) -> Cell:
    [found] = [c for c in cells if (c.row, c.metric) == (row, metric)]
    return found


def f1_at_rates(own: Decided, tasks: list[str]) -> float:
    """Work F1 out from recall and false-positive rate, task by task."""
    hits = flagged = positives = 0.0
    for task in tasks:
        chosen, rate = own.rows.tasks == task, TEST_RATES[task]
        labels, flags = own.rows.labels[chosen], own.flagged[chosen]
        hits += rate * flags[labels].mean()
        flagged += rate * flags[labels].mean() + (1 - rate) * flags[~labels].mean()
        positives += rate
    return 2 * hits / (flagged + positives)


@pytest.mark.parametrize("task", ["all", *TEST_RATES])
def test_rates_weigh_recall_and_false_positive_rate(task: str) -> None:
    own = judged()
    found = cell(at_test_rates([own]), f"made, {task}", "f1")
    expected = f1_at_rates(own, list(TEST_RATES) if task == "all" else [task])
    assert found.value == pytest.approx(expected)
    assert found.ci95
    assert found.ci95[0] < expected < found.ci95[1]
    assert found.n == (1200 if task == "all" else 400)


def test_recall_of_a_task_does_not_depend_on_rates() -> None:
    own = judged()
    positive = own.rows.labels & (own.rows.tasks == "QA")
    found = cell(at_test_rates([own]), "made, QA", "recall")
    assert found.value == pytest.approx(own.flagged[positive].mean())


@pytest.mark.parametrize("task", list(TEST_RATES))
def test_flagging_all_has_the_f1_of_the_rate(task: str) -> None:
    found = cell(at_test_rates([judged()]), f"always hallucinated, {task}", "f1")
    rate = TEST_RATES[task]
    assert found.value == pytest.approx(2 * rate / (1 + rate))


def test_rates_of_the_test_split_are_those_published() -> None:
    assert sum(900 * rate for rate in TEST_RATES.values()) == pytest.approx(943)


def test_a_task_of_one_class_has_no_figure() -> None:
    own = judged()
    rows = own.rows
    labels = rows.labels | (rows.tasks == "Summary")
    kept = Rows(labels, rows.generators, rows.tasks, rows.splits, rows.sources)
    cells = at_test_rates([Decided("made", kept, own.scores, own.flagged, 0)])
    assert cell(cells, "made, Summary", "f1").value is None
    assert cell(cells, "made, all", "f1").value is None
    assert cell(cells, "made, QA", "f1").value is not None


def test_each_generator_is_measured_on_each_task() -> None:
    cells = by_generator([judged()])
    rows = {c.row for c in cells if c.metric == "auroc"}
    assert rows == {
        f"made, {generator}{task}"
        for generator in GENERATORS
        for task in ("", *(f", {t}" for t in TEST_RATES))
    }


def test_a_record_keeps_every_table() -> None:
    assert list(recorded([judged(120)])) == ["by_task", "by_generator", "at_test_rates"]
