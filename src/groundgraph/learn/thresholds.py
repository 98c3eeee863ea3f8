"""Where to draw the line: an answer is flagged as hallucinated when score >= threshold.

A threshold is one of the scores it was chosen from, the lowest that is flagged; where scores set
the classes wholly apart, what `choose` returns lies halfway between them. Rows of equal score are
flagged together, so a wanted rate can be missed on the safe side but never exceeded by splitting a
tie. Every guarantee is about the rows that were given; choose on scores of rows that
the head has not seen.
"""

from __future__ import annotations

import difflib
import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.inputs import two_classes
from groundgraph.measures.arrays import finite

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

TINY = 1e-12
"""Keeps sums of rates from being nought, and rounding from moving a count."""
_EQUAL = 0.001
"""F1 by which thresholds are equally good; the highest of them is taken."""


class _Cuts(NamedTuple):
    """What each possible threshold does, from the highest; each of shape ``(n_distinct,)``."""

    threshold: Floats
    recall: Floats
    false_positive_rate: Floats
    precision: Floats
    f1: Floats


def best_f1(labels: ArrayLike, scores: ArrayLike) -> float:
    """Return the threshold of the highest F1; of several, the highest.

    Raises:
        InputError: When a class is missing or a score is not finite; also for all below.
    """
    cuts = _cuts(labels, scores)
    return float(cuts.threshold[np.argmax(cuts.f1)])


def best_f1_at(labels: ArrayLike, scores: ArrayLike, rate: float) -> float:
    """Return the threshold that would have the highest F1 if a share ``rate`` were hallucinated.

    For scores chosen on rows of another base rate than those to come: recall and false-positive
    rate carry over, precision is that of ``rate``. Of thresholds within 0.001 of the highest F1,
    which thousands of rows do not tell apart, the lowest: it finds most.
    """
    _share("best_f1_at", rate)
    cuts = _cuts(labels, scores)
    hits, false_alarms = rate * cuts.recall, (1 - rate) * cuts.false_positive_rate
    f1 = 2 * hits / np.maximum(rate + hits + false_alarms, TINY)
    return float(cuts.threshold[np.flatnonzero(f1 >= f1.max() - _EQUAL)[-1]])


def best_balanced_accuracy(labels: ArrayLike, scores: ArrayLike) -> float:
    """Return the threshold of the highest mean recall of the classes; of several, the highest."""
    cuts = _cuts(labels, scores)
    return float(cuts.threshold[np.argmax(cuts.recall - cuts.false_positive_rate)])


def at_false_positive_rate(labels: ArrayLike, scores: ArrayLike, rate: float) -> float:
    """Return the lowest threshold that flags at most a share ``rate`` of grounded rows.

    Raises:
        InputError: When even the rows of highest score hold more grounded ones than that.
    """
    _share("fpr", rate)
    cuts = _cuts(labels, scores)
    allowed = np.flatnonzero(cuts.false_positive_rate <= rate)
    if not len(allowed):
        lowest = cuts.false_positive_rate[0]
        raise InputError(
            f"a false-positive rate of {rate} cannot be had: the highest score alone flags "
            f"{lowest:.3g} of the grounded rows; allow at least that"
        )
    return float(cuts.threshold[allowed[-1]])


def at_precision(labels: ArrayLike, scores: ArrayLike, precision: float) -> float:
    """Return the lowest threshold whose flagged rows are hallucinated in that share or more.

    Raises:
        InputError: When no threshold reaches it.
    """
    _share("precision", precision)
    cuts = _cuts(labels, scores)
    allowed = np.flatnonzero(cuts.precision >= precision)
    if not len(allowed):
        raise InputError(
            f"a precision of {precision} is never reached: the best of any threshold is "
            f"{cuts.precision.max():.3g}; ask for at most that"
        )
    return float(cuts.threshold[allowed[-1]])


def at_recall(labels: ArrayLike, scores: ArrayLike, recall: float) -> float:
    """Return the highest threshold that flags that share of hallucinated rows or more.

    The lowest score flags all, so one always exists.
    """
    _share("recall", recall)
    cuts = _cuts(labels, scores)
    return float(cuts.threshold[np.argmax(cuts.recall >= recall)])


def conformal(labels: ArrayLike, scores: ArrayLike, rate: float) -> float | None:
    """Return the threshold that flags a new grounded row with a probability of at most ``rate``.

    It is the lowest score above the ⌊rate · (n + 1)⌋-th highest of the n grounded ones (split
    conformal). The probability is over the given rows and the new one, which must be exchangeable;
    unlike `at_false_positive_rate` it is not about the given rows alone.

    Returns:
        ``None`` when no score lies so high, or there are too few grounded rows for that rate.

    Raises:
        InputError: As for `best_f1`.
    """
    _share("fpr", rate)
    s = finite(scores, np.size(scores))
    y = two_classes(labels, len(s))
    grounded = np.sort(s[~y])[::-1]
    # Of n + 1 exchangeable rows at most `allowed` have fewer than that many rows at or above them.
    allowed = math.floor(rate * (len(grounded) + 1) + TINY)
    if allowed == 0:
        return None
    if allowed > len(grounded):
        return float(s.min())
    above = s[s > grounded[allowed - 1]]
    return float(above.min()) if len(above) else None


def halfway(labels: ArrayLike, scores: ArrayLike) -> float | None:
    """Return the middle between the classes, which flags just what it should.

    Returns:
        ``None`` where scores do not set the classes wholly apart.

    Raises:
        InputError: As for `best_f1`.
    """
    s = finite(scores, np.size(scores))
    y = two_classes(labels, len(s))
    lowest, highest = float(s[y].min()), float(s[~y].max())
    return (lowest + highest) / 2 if lowest > highest else None


PLAIN: dict[str, Callable[[ArrayLike, ArrayLike], float]] = {
    "best_f1": best_f1,
    "balanced_accuracy": best_balanced_accuracy,
}
VALUED: dict[str, Callable[[ArrayLike, ArrayLike, float], float]] = {
    "best_f1_at": best_f1_at,
    "fpr": at_false_positive_rate,
    "precision": at_precision,
    "recall": at_recall,
}
_OF_RATES = frozenset({"fpr", "precision", "recall"})
FORMS = (
    "best_f1",
    "best_f1_at=0.35",
    "balanced_accuracy",
    "fpr=0.05",
    "precision=0.9",
    "recall=0.9",
)
"""What a policy may look like; the number is yours to choose."""


def choose(policy: str, labels: ArrayLike, scores: ArrayLike) -> float:
    """Return the threshold that a policy asks for; `halfway`, which meets any, where there is one.

    Args:
        policy: One of `FORMS`, with any number between 0 and 1.
        labels: True = hallucinated, shape ``(n,)``; both classes must occur.
        scores: Finite, higher = worse, shape ``(n,)``.

    Raises:
        InputError: When the policy is not understood, or cannot be met on these rows.
    """
    name, value = parse(policy)
    apart = halfway(labels, scores)
    if apart is not None:
        return apart
    if value is None:
        return PLAIN[name](labels, scores)
    return VALUED[name](labels, scores, value)


def parse(policy: str) -> tuple[str, float | None]:
    """Return a policy's name and its number, ``None`` where it takes none.

    Raises:
        InputError: When the policy is not understood.
    """
    name, equals, number = (part.strip() for part in policy.partition("="))
    if name in PLAIN and not equals:
        return name, None
    if name in VALUED and equals:
        return name, _share(name, _number(policy, number))
    known = [form for form in FORMS if form.partition("=")[0] == name]
    near = known or difflib.get_close_matches(policy, FORMS, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(FORMS)}"
    raise InputError(f"threshold policy {policy!r} is not understood; {hint}", field="policy")


def unshown(policy: str, positives: int, grounded: int) -> str:
    """Say that answers are too few to show what a policy promises, "" where they are not.

    A rate r is seen only in 1/r answers or more of the class that it is of.

    Raises:
        InputError: When the policy is not understood.
    """
    name, value = parse(policy)
    if value is None or name not in _OF_RATES:
        return ""
    n, kind = (grounded, "grounded") if name == "fpr" else (positives, "hallucinated")
    rate = value if name == "fpr" else 1 - value
    needed = math.ceil(1 / rate - TINY) if rate > TINY else math.inf
    if n >= needed:
        return ""
    most = f"; that takes {needed:,} or more" if math.isfinite(needed) else ""
    return f"{n:,} {kind} answers are too few to show {name}={value:g}{most}"


def _number(policy: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(
            f"threshold policy {policy!r} needs a number between 0 and 1 after '='",
            field="policy",
        ) from None


def _share(name: str, value: float) -> float:
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise InputError(f"{name} must be between 0 and 1, found {value}", field="policy")
    return value


def _cuts(labels: ArrayLike, scores: ArrayLike) -> _Cuts:
    s = finite(scores, np.size(scores))
    y = two_classes(labels, len(s))
    order = np.argsort(-s, kind="stable")
    s, y = s[order], y[order]
    last = np.append(np.flatnonzero(s[1:] != s[:-1]), len(s) - 1)
    hits = np.cumsum(y)[last]
    flagged = last + 1
    n_positive = int(y.sum())
    return _Cuts(
        threshold=s[last],
        recall=hits / n_positive,
        false_positive_rate=(flagged - hits) / (len(y) - n_positive),
        precision=hits / flagged,
        f1=2 * hits / (n_positive + flagged),
    )
