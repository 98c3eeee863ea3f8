"""How a detector is fitted, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FitOptions:
    """How a detector is fitted; one that lacks an option refuses it, unless it is the default.

    Attributes:
        calibration: "sigmoid", "isotonic" or "none", on scores of answers held out.
        threshold: A policy of `groundgraph.learn.thresholds.choose`.
        by: "generator" fits a head for each generator as well (``egc``).
        head: "xgboost" or "logistic" (``gga``).
        boosting: How XGBoost grows its trees (``gga``): `groundgraph.learn.boosted.BoostSettings`.
        share: Of the answers that go to the second detector at most, in (0, 1] (``router``).
        loss: In F1 against the second detector for every answer, at most, in [0, 1] (``router``).
        refit: "calibration" fits calibration, threshold and what counts as novel, on the trees as
            they are; "trees" fits those too; ``None`` takes what suits the number of labels
            (``fused``, ``lexical``).
    """

    calibration: str = "sigmoid"
    threshold: str = "best_f1"
    by: str | None = None
    head: str | None = None
    boosting: Any = None
    share: float | None = None
    loss: float | None = None
    refit: str | None = None
