"""The pipeline of the embedded reranker's constants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from training.steps import Pipeline, Step

if TYPE_CHECKING:
    from pathlib import Path

    from training.job import Job


@dataclass(frozen=True)
class Calibration:
    """What can be set.

    Attributes:
        model: A sentence-transformers model in place of MiniLM; needs ``groundgraph[hf]``.
        questions: So many of each corpus; 0 is all.
    """

    model: str = ""
    questions: int = 0


def calibrate(job: Job, chosen: Calibration) -> list[Path]:
    """Fit the constants and write them."""
    from training.reranker.calibrate import calibrate

    return calibrate(job.data, job.work / "constants.json", chosen)


RERANKER = Pipeline(
    "reranker",
    makes="slope and intercept of the embedded reranker, the defaults of `EncoderReranker`",
    data="2WikiMultihopQA; checked on HotpotQA",
    steps=(
        Step(
            "calibrate", "logistic regression on cosines, and how well these order paragraphs", 6,
            calibrate, reads_data=True, recipe=Calibration(), smoke={"questions": 8},
        ),
    ),
)  # fmt: skip
