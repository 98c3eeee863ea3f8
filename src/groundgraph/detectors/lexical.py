"""Lexical baseline: what the answer says in words that the evidence does not hold.

No neural part. Each claim is measured by its words against the evidence (unseen content words,
weighed by rarity; unseen numbers and names; copied runs; fields of data that say otherwise);
boosted trees score the claims and, over them, the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.detectors import sentence_level as level
from groundgraph.features import lexical, shape
from groundgraph.parts.segmenters import SentenceSegmenter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.detectors.sentence_level import Reading
    from groundgraph.features.rarity import Rarity
    from groundgraph.learn.two_level import Table, TwoLevelHead, TwoLevelRecipe
    from groundgraph.protocols import Segmenter
    from groundgraph.types import Example, Verdict


@dataclass(frozen=True)
class Lexical:
    """The lexical baseline.

    Attributes:
        segmenter: Cuts answers into claims and passages into units.
        rarity: How rare each stem is; learned by `fit`.
        head: Claim and response heads; learned by `fit`.
    """

    segmenter: Segmenter = field(default_factory=SentenceSegmenter)
    rarity: Rarity | None = None
    head: TwoLevelHead | None = None

    def detect(self, examples: Sequence[Example], /) -> list[Verdict]:
        """Judge answers.

        Raises:
            NotFittedError: Before `fit`; ``groundgraph.load("lexical")`` is the shipped one.
        """
        rarity, head = level.fitted("lexical", self.rarity, self.head)
        readings = level.read(examples, self.segmenter)
        checkable = [reading for reading in readings if not reading.obstacle]
        table = measure(checkable, rarity)
        judged = level.verdicts(
            checkable,
            head.judge(table),
            nearness=[nearness(reading, rarity) for reading in checkable],
            features=level.shown_features(table),
            edges=[()] * len(checkable),
            calibrated=head.answer_decision.calibrated,
        )
        return level.with_obstacles(readings, judged)

    def fit(
        self,
        examples: Sequence[Example],
        labels: Sequence[bool],
        /,
        *,
        by: str | None = None,
        calibration: str = "sigmoid",
        threshold: str = "best_f1",
    ) -> Lexical:
        """Return a copy fitted on labelled answers; see `Fused.fit`."""
        level.only_pooled("lexical", by)
        recipe = replace(level.RECIPE, calibration=calibration, threshold=threshold)
        return self.fit_out_of_fold(examples, labels, recipe)[0]

    def fit_out_of_fold(
        self, examples: Sequence[Example], labels: Sequence[bool], recipe: TwoLevelRecipe
    ) -> tuple[Lexical, level.Trained]:
        """Fit, and return what the heads said of answers whose evidence they had not seen."""
        readings = level.read(examples, self.segmenter)
        rarity = level.learn_rarity(readings)
        checkable = [reading for reading in readings if not reading.obstacle]
        trained = level.train(readings, measure(checkable, rarity), labels, recipe)
        return replace(self, rarity=rarity, head=trained.head), trained


def measure(readings: Sequence[Reading], rarity: Rarity) -> Table:
    """Measure answers and their claims with the lexical, field and shape blocks."""
    return level.table(
        readings,
        [level.claim_rows(reading, rarity) for reading in readings],
        [level.answer_row(reading) for reading in readings],
        level.CLAIM_NAMES,
        shape.RESPONSE_NAMES,
    )


def nearness(reading: Reading, rarity: Rarity) -> NDArray[np.float64]:
    """Return the rarity-weighted share of each claim's words that each unit holds.

    Returns:
        Shape ``(n_claims, n_units)``, in [0, 1].
    """
    index = reading.evidence.index
    rows = [lexical.best_units(claim.text, index, rarity) for claim in reading.claims]
    return np.stack(rows)[:, : index.n_units]
