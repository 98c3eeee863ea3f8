"""The pipeline of the detectors `lexical` and `fused`: the trees first, then the reader beside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from training.steps import Pipeline, Step

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


COMMAND = "python -m training fused --data DATA"
"""What the detectors' files and cards name."""


@dataclass(frozen=True)
class Results:
    """What the cards show beside the train figures.

    Attributes:
        results: What ``groundgraph bench fused`` and ``bench support`` wrote, commas between.
    """

    results: str = "fused/results.json,support/results.json"


@dataclass(frozen=True)
class Trees:
    """How the trees are fitted.

    Attributes:
        most: Trees of a head, where it has more; 0 leaves it as it is.
        sources: Of RAGTruth; 0 is all.
    """

    most: int = 0
    sources: int = 0


@dataclass(frozen=True)
class Beside:
    """How the reader is put beside the trees.

    Attributes:
        rows: Of each corpus but RAGTruth; 0 is all.
        sources: Of RAGTruth's that the reader was not shown; 0 is all.
        threshold: A policy of `groundgraph.learn.thresholds.choose`, on RAGTruth's answers; or
            "everywhere", which weighs the corpora left out as much as RAGTruth.
        weights: "fitted" on all corpora; or "kept", those of the detector that is there, which is
            calibrated anew for a reader that learnt on.
    """

    rows: int = 250
    sources: int = 0
    threshold: str = "best_f1_at=0.35"
    weights: Literal["fitted", "kept"] = "fitted"


def trees(job: Job, chosen: Trees) -> list[Path]:
    """Fit `lexical`."""
    from training.fused.pairs import EVERY_PAIR, FEW_PAIRS
    from training.fused.trees import Fit, fit

    counts = FEW_PAIRS if job.smoke else EVERY_PAIR
    return fit(Fit(job, counts, chosen.most, chosen.sources))


def beside(job: Job, chosen: Beside) -> list[Path]:
    """Weigh trees, reader and rules, and write `fused`."""
    from training.fused.beside import write_fused

    return write_fused(job, chosen)


def shift(job: Job, _: None) -> list[Path]:
    """Write what rules add to log-odds."""
    from groundgraph.datasets.ragtruth import load_ragtruth
    from training.fused.shift import write_shifts

    return write_shifts(job.output, load_ragtruth(job.data, split="train"))


def novelty(job: Job, _: None) -> list[Path]:
    """Write which answers the scores were calibrated on."""
    from groundgraph.datasets.ragtruth import load_ragtruth
    from training.fused.novelty import write_novelty

    return write_novelty(job.output, load_ragtruth(job.data, split="train"))


def cards(job: Job, chosen: Results) -> list[Path]:
    """Write the cards."""
    from training.fused.cards import write_cards

    return write_cards(job.output, chosen.results)


FUSED = Pipeline(
    "fused",
    makes="the detectors `lexical` and `fused`, with the reader that is shipped",
    data="RAGTruth; MNLI; the corpora that the reader is not shown",
    steps=(
        Step(
            "trees", "boosted trees over words, data and details: `lexical`", 15, trees,
            reads_data=True, exports=True, recipe=Trees(), smoke={"most": 20, "sources": 24},
        ),
        Step(
            "beside", "the reader beside them, weights and decision: `fused`", 30, beside,
            after=("trees",), reads_data=True, exports=True, repeats=True,
            recipe=Beside(), smoke={"rows": 24, "sources": 24},
        ),
        Step(
            "shift", "what rules add to log-odds, into fitted detectors", 3, shift,
            reads_data=True, exports=True, on_demand=True,
        ),
        Step(
            "novelty", "which answers they were calibrated on, into fitted detectors", 3, novelty,
            reads_data=True, exports=True, on_demand=True,
        ),
        Step(
            "cards", "model cards, after `groundgraph bench fused --output out`", 1, cards,
            after=("beside",), exports=True, on_demand=True,
            recipe=Results(), smoke={"results": ""},
        ),
    ),
)  # fmt: skip
