"""A learning curve: what a fit expects of itself, on more and more of the labelled answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.learn.expectation import Estimate, Expectation
    from groundgraph.types import Example

SHARES = (0.25, 0.5, 0.75)
"""Of the answers; the fit on all of them is the last point."""
_SEED = 0


@dataclass(frozen=True)
class CurvePoint:
    """A fit on some of the answers.

    Attributes:
        n: Answers that it was fitted on.
        positives: Those of them that are hallucinated.
        auroc: As in `Expectation`; ``None`` where it cannot be told.
        balanced_accuracy: Likewise.
        problem: Why nothing could be fitted; "" where something was.
    """

    n: int
    positives: int
    auroc: Estimate | None = None
    balanced_accuracy: Estimate | None = None
    problem: str = ""

    @classmethod
    def of(cls, fitted: Any) -> CurvePoint | None:
        """Return the point of a fitted detector, ``None`` where it expects nothing of itself."""
        told: Expectation | None = getattr(fitted, "expectation", None)
        if told is None:
            return None
        return cls(told.n, told.positives, told.auroc, told.balanced_accuracy)

    def as_json(self) -> dict[str, Any]:
        """Return plain values for the training record."""
        figures = {"auroc": self.auroc, "balanced_accuracy": self.balanced_accuracy}
        lists = {name: None if each is None else list(each) for name, each in figures.items()}
        problem = {"problem": self.problem} if self.problem else {}
        return {"n": self.n, "positives": self.positives, **lists, **problem}


def learning_curve(
    fit: Callable[[Sequence[Example]], Any], examples: Sequence[Example], whole: Any
) -> list[CurvePoint]:
    """Fit on a quarter, a half and three quarters of the answers as well.

    They are drawn by chance, each share with those of the smaller ones in it. Each point is
    measured as `Expectation` says, out-of-fold on the answers of its own fit: intervals of few
    answers are wide, and points differ by which answers were drawn.

    Args:
        fit: Fits a detector.
        examples: Labelled.
        whole: What ``fit`` made of all of them.

    Returns:
        Points with growing ``n``, at most one a share and that of ``whole``.

    Raises:
        InputError: When the detector does not tell what to expect of it.
    """
    last = CurvePoint.of(whole)
    if last is None:
        raise InputError("this detector does not say what to expect of a fit, so it has no curve")
    order = np.random.default_rng(_SEED).permutation(len(examples))
    sizes = sorted({round(share * len(examples)) for share in SHARES} - {0, len(examples)})
    return [_point(fit, [examples[at] for at in order[:size]]) for size in sizes] + [last]


def _point(fit: Callable[[Sequence[Example]], Any], examples: Sequence[Example]) -> CurvePoint:
    positives = sum(bool(example.label) for example in examples)
    try:
        found = CurvePoint.of(fit(examples))
    except InputError as error:
        return CurvePoint(len(examples), positives, problem=str(error))
    return found or CurvePoint(len(examples), positives, problem="it does not say what to expect")
