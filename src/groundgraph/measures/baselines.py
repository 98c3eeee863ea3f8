"""What a detector that looks at nothing would score, in closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.measures.arrays import binary

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Baseline(NamedTuple):
    """A trivial detector's metrics, named as in `groundgraph.measures.metrics`.

    ``None`` stands where the metric is undefined, as there.
    """

    name: str
    precision: float | None
    recall: float | None
    f1: float | None
    negative_f1: float | None
    macro_f1: float | None
    balanced_accuracy: float | None
    accuracy: float | None
    auroc: float | None
    average_precision: float | None


def baselines(labels: ArrayLike) -> tuple[Baseline, ...]:
    """Return always hallucinated, always grounded, and random at the base rate.

    With base rate p, the share of positive rows: always hallucinated has precision p, recall 1
    and F1 2p / (1 + p). The random detector flags each row with probability p without looking;
    its figures are the limits for many rows: precision, recall and F1 are p. Without rows
    there is nothing to compare, and the result is empty.
    """
    y = binary(labels)
    if not len(y):
        return ()
    rate = float(y.sum()) / len(y)
    return (
        _flagging("always hallucinated", rate, 1.0),
        _flagging("always grounded", rate, 0.0),
        _flagging("random at the base rate", rate, rate),
    )


def _flagging(name: str, rate: float, flagged: float) -> Baseline:
    """Flag a share ``flagged`` of rows, independently of the label."""
    f1 = _f1(rate, flagged)
    negative_f1 = _f1(1 - rate, 1 - flagged)
    both = 0 < rate < 1
    return Baseline(
        name,
        precision=rate if flagged > 0 else None,
        recall=flagged if rate > 0 else None,
        f1=f1,
        negative_f1=negative_f1,
        macro_f1=None if f1 is None or negative_f1 is None else (f1 + negative_f1) / 2,
        balanced_accuracy=0.5 if both else None,
        accuracy=rate * flagged + (1 - rate) * (1 - flagged),
        auroc=0.5 if both else None,
        average_precision=rate if rate > 0 else None,
    )


def _f1(rate: float, flagged: float) -> float | None:
    """F1 of a class of share ``rate`` when a share ``flagged`` of all rows is put in it."""
    return 2 * rate * flagged / (rate + flagged) if rate + flagged > 0 else None
