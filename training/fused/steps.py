"""The pipeline of the detectors `fused` and `lexical`: the token model first, then the trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from training.steps import Pipeline, Step
from training.tokens.steps import STEPS as TOKEN_STEPS
from training.tokens.steps import TOKENS, pair_counts

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
    """

    most: int = 0


def trees(job: Job, chosen: Trees) -> list[Path]:
    """Fit both detectors."""
    from training.fused.trees import Fit, fit_all

    return fit_all(Fit(job, pair_counts(job), chosen.most))


def shift(job: Job, _: None) -> list[Path]:
    """Write what is added to log-odds."""
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
    makes="the detectors `fused` and `lexical`, with the token classifier",
    data=TOKENS.data,
    extra=TOKENS.extra,
    packages=TOKENS.packages,
    work=TOKENS.name,
    steps=(
        *TOKEN_STEPS,
        Step(
            "trees", "boosted trees over tokens, words, data and details, out-of-fold", 20, trees,
            after=("data", "second", "export"), reads_data=True, exports=True,
            recipe=Trees(), smoke={"most": 20},
        ),
        Step(
            "shift", "what is added to log-odds, into fitted detectors", 3, shift,
            reads_data=True, exports=True, on_demand=True,
        ),
        Step(
            "novelty", "which answers they were calibrated on, into fitted detectors", 3, novelty,
            reads_data=True, exports=True, on_demand=True,
        ),
        Step(
            "cards", "model cards, after `groundgraph bench fused --output out`", 1, cards,
            after=("trees",), exports=True, on_demand=True,
            recipe=Results(), smoke={"results": ""},
        ),
    ),
)  # fmt: skip
