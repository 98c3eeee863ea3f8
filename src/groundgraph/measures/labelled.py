"""How labelled answers were judged: rates with their intervals, beside flagging every answer."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.measures import metrics
from groundgraph.measures.baselines import baselines
from groundgraph.measures.bootstrap import Interval, interval

if TYPE_CHECKING:
    from collections.abc import Sequence


class Figures(NamedTuple):
    """Of the labelled answers that were judged.

    Attributes:
        n: How many they are.
        positives: Those of them that are hallucinated.
        unjudged: Labelled answers that could not be checked, and are left out.
        measured: By name: F1, precision and recall of the label "hallucinated", and AUROC of the
            scores, with 95% intervals by the passages that answers share.
        trivial: The F1 of flagging every answer, ``None`` where none is hallucinated.
    """

    n: int
    positives: int
    unjudged: int
    measured: dict[str, Interval]
    trivial: float | None


class Tally:
    """Counts labelled answers as they are judged, in some bytes each."""

    def __init__(self) -> None:
        self._labels, self._flags = array("b"), array("b")
        self._scores, self._groups = array("d"), array("Q")
        self._unjudged = 0

    def add(
        self, label: bool, passages: Sequence[str], score: float | None, *, flagged: bool
    ) -> None:
        """Count one answer.

        Args:
            label: Whether it is hallucinated.
            passages: Answers to the same ones are drawn together.
            score: Its hallucination score, ``None`` where it could not be checked.
            flagged: Whether it was labelled as hallucinated.
        """
        if score is None:
            self._unjudged += 1
            return
        key = "\0".join(passages).encode("utf-8", "surrogatepass")
        self._labels.append(label)
        self._flags.append(flagged)
        self._scores.append(score)
        self._groups.append(int.from_bytes(blake2b(key, digest_size=8).digest(), "big"))

    def figures(self) -> Figures | None:
        """Return what was counted, ``None`` where no labelled answer was judged."""
        y, flags = np.array(self._labels, bool), np.array(self._flags, bool)
        if not len(y):
            return None
        groups, scores = np.array(self._groups), np.array(self._scores)
        measured = {
            "F1": interval(metrics.f1, y, flags, groups=groups),
            "precision": interval(metrics.precision, y, flags, groups=groups),
            "recall": interval(metrics.recall, y, flags, groups=groups),
            "AUROC": interval(metrics.auroc, y, scores, groups=groups),
        }
        always, *_ = baselines(y)
        return Figures(len(y), int(y.sum()), self._unjudged, measured, always.f1)
