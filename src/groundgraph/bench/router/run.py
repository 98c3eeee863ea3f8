"""Bench ``router``: what the second detector costs and brings, on RAGTruth train.

Sources that the embedded reader was trained on are left out, and some of the others drawn. On
half of them `egc` and `logic` are fitted and the bands chosen; the other half is measured. For
each pair of detectors and each share of answers that may be sent on: F1, AUROC and CPU time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.bench.judged import judge
from groundgraph.bench.options import EVERYTHING
from groundgraph.bench.results import Results, Rows
from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_reader
from groundgraph.errors import InputError
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import paired_interval
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.logic.detector import Logic
from groundgraph.methods.router.detector import Band, Router, bands
from groundgraph.specs import describe, load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from groundgraph.bench.options import RunOptions
    from groundgraph.bench.results import Cell
    from groundgraph.protocols import Detector
    from groundgraph.types import Example

_BATCH = 96
_SHARES = (0.1, 0.2, 0.3, 0.5)
_NOTE = (
    "One row for each pair of detectors and each share of the answers that may go to the second: "
    "none (the first alone), up to all (the second alone). Bands are chosen on the other half of "
    "the sources for the highest F1; 'share' is what they sent on here, 'cpu_ms' milliseconds of "
    "CPU per answer of both together, 'f1_less_second' F1 minus that of the second alone. "
    "'lexical' and 'fused' are the shipped ones, which were fitted on the train split, these "
    "answers among it: their figures flatter them, those of egc and logic do not. AUROC mixes the "
    "scores of two detectors, each calibrated on its own."
)


class Timed(NamedTuple):
    """What a detector said of some answers.

    Attributes:
        scores: NaN where it could not check the answer, shape ``(n,)``.
        flags: Whether the answer was flagged, shape ``(n,)``.
        ms: Milliseconds of CPU per answer.
    """

    scores: NDArray[np.float64]
    flags: NDArray[np.bool_]
    ms: float

    def of(self, chosen: NDArray[np.bool_]) -> Timed:
        """Return what it said of the chosen answers."""
        return Timed(self.scores[chosen], self.flags[chosen], self.ms)


@dataclass(frozen=True)
class RouterBench:
    """Draws quality against cost for pairs of detectors.

    Attributes:
        firsts: Names of the detectors that see every answer.
        seconds: Names of those that see what is sent on.
        sources: Sources drawn, each with its six answers.
    """

    firsts: tuple[str, ...] = ("egc", "lexical", "fused")
    seconds: tuple[str, ...] = ("fused", "logic")
    sources: int = 100

    def run(self, data: Path, options: RunOptions = EVERYTHING) -> dict[str, Any]:
        """Run on the corpora in ``data``.

        Args:
            data: Folder that holds ``ragtruth/response.jsonl[.gz]`` and its sources.
            options: The limit holds for the answers; there is nothing to measure on the test
                split.

        Raises:
            InputError: When RAGTruth is not there, or the split is "test".
        """
        if options.split == "test":
            raise InputError("bench router measures on the train split alone", field="split")
        train = load_ragtruth(data, split="train")
        sources = unseen_by_reader(train)
        unseen = [e for e in train if str(e.metadata["source_id"]) in sources]
        fitting, measured = _halves(unseen, self.sources)
        if options.limit is not None:
            fitting, measured = fitting[: options.limit // 2], measured[: options.limit // 2]
        said = {
            name: (_judge(detector, fitting), _judge(detector, measured))
            for name in dict.fromkeys((*self.firsts, *self.seconds))
            for detector in [_fitted(name, fitting)]
        }
        results = Results("router", "Router on RAGTruth", describe(Router()), options.keep)
        labels = np.array([bool(e.label) for e in fitting], bool)
        rows, cells = Rows.of(measured), []
        for second in self.seconds:
            for first in self.firsts:
                if first != second:
                    pair = (said[first], said[second])
                    cells += _curve(f"{first} → {second}", pair, labels, rows)
        results.add("router", cells, _NOTE)
        return results.as_json()


def _halves(examples: Sequence[Example], n: int) -> tuple[list[Example], list[Example]]:
    """Draw ``n`` sources, the same ones on every run, and split them in two."""
    sources = sorted({str(e.metadata["source_id"]) for e in examples})
    drawn = sorted(sources, key=lambda source: draw(0, "router", source).random())[:n]
    place = {source: number for number, source in enumerate(drawn)}
    kept = [e for e in examples if str(e.metadata["source_id"]) in place]
    halves: tuple[list[Example], list[Example]] = ([], [])
    for example in kept:
        halves[place[str(example.metadata["source_id"])] % 2].append(example)
    return halves


def _fitted(name: str, examples: Sequence[Example]) -> Detector:
    unfitted: dict[str, EGC | Logic] = {"egc": EGC(), "logic": Logic()}
    if name not in unfitted:
        return load(name)
    return unfitted[name].fit(examples)


def _judge(detector: Detector, examples: Sequence[Example]) -> Timed:
    start = time.process_time()
    judged = judge(detector, examples, size=_BATCH)
    spent = time.process_time() - start
    scores = np.where(judged.unverifiable, np.nan, judged.scores)
    return Timed(scores, judged.flagged, 1000 * spent / max(len(examples), 1))


def _curve(
    name: str,
    pair: tuple[tuple[Timed, Timed], tuple[Timed, Timed]],
    labels: NDArray[np.bool_],
    rows: Rows,
) -> list[Cell]:
    """Measure a pair at each share, bands chosen on the first of each two `Timed`."""
    (first_known, first), (second_known, second) = pair
    known, kept = ~np.isnan(second_known.scores), ~np.isnan(second.scores)
    first, second, rows = first.of(kept), second.of(kept), rows[kept]
    tried = bands(
        labels[known],
        first_known.scores[known],
        first_known.flags[known],
        second_known.flags[known],
    )
    none = Band(2.0, -1.0, 0.0, 0.0)
    chosen = [("0", none), *((f"{share:.0%}", _best(tried, share, none)) for share in _SHARES)]
    cells: list[Cell] = []
    for shown, band in [*chosen, ("100%", Band(0.0, 1.0, 1.0, 1.0))]:
        inside = (first.scores >= band.low) & (first.scores <= band.high)
        sent = np.isnan(first.scores) | inside
        routed = Timed(
            np.where(sent, second.scores, first.scores),
            np.where(sent, second.flags, first.flags),
            (first.ms if shown != "100%" else 0.0) + sent.mean() * second.ms,
        )
        cells += _point(f"{name}, {shown}", routed, float(sent.mean()), rows, second.flags)
    return cells


def _best(tried: Sequence[Band], share: float, none: Band) -> Band:
    """Return the band of the highest F1 that sends on at most a share; none where ties forbid."""
    kept = [band for band in tried if band.share <= share]
    return max(kept, key=lambda band: (band.f1, -band.share), default=none)


def _point(
    row: str, routed: Timed, share: float, rows: Rows, second: NDArray[np.bool_]
) -> list[Cell]:
    less = paired_interval(metrics.f1, rows.labels, routed.flags, second, groups=rows.sources)
    return [
        rows.fact(row, "share", share),
        rows.measured(row, "f1", routed.flags),
        rows.cell(row, "f1_less_second", less),
        rows.measured(row, "auroc", routed.scores),
        rows.fact(row, "cpu_ms", routed.ms),
    ]
