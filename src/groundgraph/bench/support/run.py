"""Bench ``support``: does the evidence support the claim, on corpora of many kinds?

Every corpus of claims or answers beside their evidence that is at hand, judged as shipped, nothing
refitted: AUROC and the decision at the shipped threshold, beside the share of new words, length
and flagging everything; then the means over corpora and the worst corpus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.before import beside, read_before
from groundgraph.bench.judged import drawn, judge
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Cell, Results, Rows
from groundgraph.bench.support.corpora import TRAINED, present_corpora
from groundgraph.bench.trivial import TRIVIAL
from groundgraph.errors import InputError
from groundgraph.measures.baselines import baselines
from groundgraph.measures.bootstrap import interval_of
from groundgraph.specs import load, reference

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.options import RunOptions
    from groundgraph.bench.support.corpora import SupportCorpus
    from groundgraph.types import Example

_MOST = 500
_ALWAYS = "always hallucinated"
_DECIDED = ("balanced_accuracy", "precision", "recall", "f1")
_AVERAGED = ("auroc", "balanced_accuracy")
_CORPORA_NOTE = (
    "Hallucinated means that the evidence does not support the claim or answer. Rows are drawn by "
    "id; decisions are at the shipped threshold. 'unverifiable' counts rows that could not be "
    "checked: they are left out of the detector's other figures, whose n is of the others. "
    "'calibrated' is the share of these whose scores are probabilities. Trivial scores are of all "
    "rows. An AUROC whose interval holds 0.5 says nothing. Rows of these "
    f"trained a part of what is shipped: {', '.join(sorted(TRAINED))}."
)
_MEANS_NOTE = (
    "Each corpus counts alike; intervals by drawing corpora. 'unseen' are those of which no row "
    "trained a part of what is shipped."
)
_WORST_NOTE = "The corpus on which the AUROC of each detector is least."


@dataclass(frozen=True)
class SupportBench:
    """Measures detectors as shipped on corpora of claims and evidence.

    Attributes:
        detectors: Which.
    """

    detectors: tuple[str, ...] = ("fused", "lexical")

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the corpora in ``data``.

        Args:
            data: Folder of the corpora; those that are missing are left out.
            options: The limit holds for the rows of each corpus, drawn by id, and is 500 where
                ``None``; the split must be "all", as the rows of a corpus are judged together.

        Raises:
            InputError: When none of the corpora is there, or a split is asked for.
        """
        if options.split != "all":
            raise InputError("bench support judges the splits of a corpus together", field="split")
        corpora = present_corpora(data)
        if not corpora:
            raise InputError(
                f"found no corpus of bench support in {data}; --data names the folder that holds "
                "nli/, support/, summeval/ and others"
            )
        results = Results(
            "support",
            "Is the claim supported? Corpora of many kinds",
            {"detectors": [reference(name) for name in self.detectors]},
            options.keep,
        )
        before = read_before("support")
        cells: list[Cell] = []
        for corpus in corpora:
            cells += self._measure(corpus, options.limit or _MOST)
            shown = beside(cells, before.cells("corpora"))
            results.add("corpora", shown, before.noted("corpora", _CORPORA_NOTE))
        means = beside(self._means(cells, corpora), before.cells("means"))
        results.add("means", means, before.noted("means", _MEANS_NOTE))
        worst = [cell for name in self.detectors for cell in worst_corpus(cells, name)]
        results.add("worst", beside(worst, before.cells("corpora")), _WORST_NOTE)
        return results.as_json()

    def _measure(self, corpus: SupportCorpus, most: int) -> list[Cell]:
        examples = drawn(corpus.load(), most)
        return [
            *(
                cell
                for name in self.detectors
                for cell in detector_cells(f"{name}, {corpus.name}", judge(load(name), examples))
            ),
            *trivial_cells(corpus.name, examples),
        ]

    def _means(self, cells: Sequence[Cell], corpora: Sequence[SupportCorpus]) -> list[Cell]:
        groups = {
            "unseen corpora": {corpus.name for corpus in corpora if corpus.unseen},
            "all corpora": {corpus.name for corpus in corpora},
        }
        return [
            cell
            for group, names in groups.items()
            for scorer in (*self.detectors, *TRIVIAL, _ALWAYS)
            for metric in _AVERAGED
            for cell in mean_cells(
                f"{scorer}, mean of {group}",
                metric,
                [c for c in cells if c.row in {f"{scorer}, {name}" for name in names}],
            )
        ]


def detector_cells(row: str, judged: Judged) -> list[Cell]:
    """Measure what a detector says of a corpus."""
    found = judged.checked()
    return [
        found.rows.measured(row, "auroc", found.scores),
        *(found.rows.measured(row, metric, found.flagged) for metric in _DECIDED),
        found.rows.fact(row, "calibrated", found.calibrated),
        judged.rows.fact(row, "unverifiable", float(judged.unverifiable.sum())),
    ]


def trivial_cells(corpus: str, examples: Sequence[Example]) -> list[Cell]:
    """Measure scores that look at no meaning, and flagging every row."""
    rows = Rows.of(examples)
    [always] = [each for each in baselines(rows.labels) if each.name == _ALWAYS]
    return [
        *(
            rows.measured(f"{name}, {corpus}", "auroc", np.array([score(e) for e in examples]))
            for name, score in TRIVIAL.items()
        ),
        *(
            rows.fact(f"{_ALWAYS}, {corpus}", metric, getattr(always, metric))
            for metric in ("auroc", *_DECIDED)
        ),
    ]


def mean_cells(row: str, metric: str, cells: Sequence[Cell]) -> list[Cell]:
    """Return the mean of a metric over corpora, and over how many.

    A corpus without a value, where a class is empty or nothing could be checked, is left out; n
    and positives are those of the others together.
    """
    own = [cell for cell in cells if cell.metric == metric and cell.value is not None]
    if not own:
        return []
    values = np.array([cell.value for cell in own], float)

    def mean(weights: NDArray[np.float64]) -> float:
        return float(np.average(values, weights=weights))

    value, low, high = interval_of(mean, len(own))
    ci95 = None if low is None or high is None else (low, high)
    n, positives = sum(cell.n for cell in own), sum(cell.positives for cell in own)
    return [
        Cell(row, metric, value, ci95, None, n, positives),
        Cell(row, f"{metric}_corpora", float(len(own)), None, None, n, positives),
    ]


def worst_corpus(cells: Sequence[Cell], detector: str) -> list[Cell]:
    """Return the cells of the corpus on which a detector's AUROC is least."""
    known = {
        cell.row: cell.value
        for cell in cells
        if cell.row.startswith(f"{detector}, ")
        and cell.metric == "auroc"
        and cell.value is not None
    }
    least = min(known, key=lambda row: known[row], default=None)
    return [cell for cell in cells if cell.row == least]
