"""Bench ``egc``: Tables I–VII and Figures 2–3 of arXiv:2606.06748 on RAGTruth, and more.

Every number stands beside the paper's, with n, positives and a 95% bootstrap interval drawn by
source. Tables from the paper use its ``isolated`` mode; the ones named ``unverifiable`` leave
claimless answers out. AUROC is of the hallucinated class throughout.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.bench.egc import paper, tables
from groundgraph.bench.egc.tables import TAUS, MeasuredAnswers
from groundgraph.bench.groundedness import groundedness_tables
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Results, Rows
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.methods.egc.detector import EGC
from groundgraph.specs import describe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.options import RunOptions
    from groundgraph.methods.egc.graph import Cosines, GraphNodes
    from groundgraph.types import Example

    Floats = NDArray[np.float64]

_BATCH = 384


@dataclass(frozen=True)
class EGCBench:
    """Reproduces the EGC paper and measures what it left out.

    Attributes:
        detector: In the paper's mode.
        cross_task_sources: Sources drawn (seeded) from each task that the paper leaves out, with
            all their answers; all 1,676 would take half an hour on two cores.
    """

    detector: EGC = field(default_factory=lambda: EGC(claimless="isolated"))
    cross_task_sources: int = 250

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the corpora in ``data``.

        Args:
            data: Folder that holds ``ragtruth/response.jsonl[.gz]`` and its sources.
            options: The limit holds for the answers of each task; split "train" or "test" leaves
                the other out, and with it the fitted head of Table II, which needs both.

        Raises:
            InputError: When RAGTruth is not there.
        """
        found = [e for e in load_ragtruth(data) if options.split in {"all", e.metadata["split"]}]
        every = _limited(found, options.limit)
        good = [e for e in every if e.metadata["quality"] == "good"]
        qa = self._measure([e for e in good if e.metadata["task"] == "QA"])
        results = Results(
            "egc", "EGC on RAGTruth (arXiv:2606.06748)", describe(self.detector), options.keep
        )
        if len(qa.rows):
            self._paper_tables(results, qa)
        for name, examples in _by_task(good).items():
            if name != "QA":
                drawn = _drawn(examples, self.cross_task_sources)
                tables.cross_task(results, name, self._measure(drawn), self.detector.tau)
        groundedness_tables(results, every)
        return results.as_json()

    def _measure(self, examples: list[Example]) -> MeasuredAnswers:
        found: list[GraphNodes] = []
        cosines: list[Cosines] = []
        for start in range(0, len(examples), _BATCH):
            batch = examples[start : start + _BATCH]
            nodes = self.detector.nodes(batch)
            cosines += self.detector.compare(nodes)
            found += [each.in_graph() for each in nodes]
        claimless = np.array([not each.claims for each in found], bool)
        return MeasuredAnswers(Rows.of(examples), found, cosines, claimless, examples)

    def _paper_tables(self, results: Results, qa: MeasuredAnswers) -> None:
        tau = self.detector.tau
        measures = qa.at(tau)
        test = qa.rows.splits == "test"
        results.add("counts", tables.counts(qa.rows), "Table I. Only answers of quality 'good'.")
        results.add("delta", tables.delta(qa, measures.composite()), paper.DELTA_NOTE)
        results.add("claimless", tables.claimless(qa), paper.CLAIMLESS_NOTE)
        if test.any() and not test.all():
            results.add("overall", tables.overall(qa, measures, test), "Table II, test split.")
            kept = test & ~qa.claimless
            results.add(
                "overall_unverifiable",
                tables.unfitted(qa.rows[kept], measures, kept),
                "Table II without claimless answers; no fitted head.",
            )
            results.add(
                "fitted_by_generator", tables.by_generator(qa, measures, test), paper.BY_NOTE
            )
        if test.any():
            results.add("family", tables.families(qa.rows, measures, test), paper.FAMILY_NOTE)
            results.add(
                "generators", tables.generators(qa.rows, measures, test), "Table IV, test split."
            )
            results.add(
                "features", tables.features(qa.rows, measures, test), "Table V, test split."
            )
        sweep = {each: qa.at(each).composite() for each in TAUS}
        results.add("threshold_sweep", tables.sweep(qa, sweep), "Tables VI and VII, all rows.")
        results.add("score_means", tables.means(qa.rows, measures.composite()), "Figure 2, left.")
        results.add("feature_quartiles", tables.quartiles(qa.rows, measures), "Figure 3.")


def _limited(examples: Sequence[Example], limit: int | None) -> list[Example]:
    if limit is None:
        return list(examples)
    return [e for found in _by_task(examples).values() for e in found[:limit]]


def _by_task(examples: Sequence[Example]) -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = {}
    for example in examples:
        found.setdefault(str(example.metadata["task"]), []).append(example)
    return found


def _drawn(examples: Sequence[Example], n_sources: int) -> list[Example]:
    """Return the answers to some sources, the same ones on every run."""
    sources = sorted({str(example.metadata["source_id"]) for example in examples})
    kept = set(random.Random(0).sample(sources, min(n_sources, len(sources))))  # noqa: S311
    return [example for example in examples if str(example.metadata["source_id"]) in kept]
