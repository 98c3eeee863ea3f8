"""Labelled answers and what a detector says of them, for any bench; and draws of answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.results import Rows
from groundgraph.datasets.draws import draw
from groundgraph.progress import tell
from groundgraph.registry import DETECTORS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Detector
    from groundgraph.types import Example, Verdict

BATCH = 96
"""Answers that a bench judges at once."""


@dataclass(frozen=True)
class Judged:
    """Labelled answers and one verdict each, in the same order."""

    examples: list[Example]
    verdicts: list[Verdict]

    def checked(self) -> Judged:
        """Leave out the answers that could not be checked."""
        pairs = zip(self.examples, self.verdicts, strict=True)
        kept = [pair for pair in pairs if pair[1].hallucination_score is not None]
        return Judged([example for example, _ in kept], [verdict for _, verdict in kept])

    def at(self, places: Sequence[int]) -> Judged:
        """Return the answers at these places."""
        return Judged([self.examples[i] for i in places], [self.verdicts[i] for i in places])

    @cached_property
    def rows(self) -> Rows:
        """The answers as columns."""
        return Rows.of(self.examples)

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """Hallucination scores, shape ``(n,)``, in [0, 1]; 0 where an answer was not checked."""
        return self.column(lambda verdict: verdict.hallucination_score or 0.0)

    @cached_property
    def flagged(self) -> NDArray[np.bool_]:
        """Whether each answer is called hallucinated, shape ``(n,)``."""
        return np.array([verdict.label == "hallucinated" for verdict in self.verdicts], bool)

    @cached_property
    def unverifiable(self) -> NDArray[np.bool_]:
        """Whether each answer could not be checked, shape ``(n,)``."""
        return np.array([verdict.label == "unverifiable" for verdict in self.verdicts], bool)

    @property
    def calibrated(self) -> float | None:
        """The share of the answers whose score is a probability; ``None`` without answers."""
        if not self.verdicts:
            return None
        return sum(verdict.calibrated for verdict in self.verdicts) / len(self.verdicts)

    def column(self, read: Callable[[Verdict], float]) -> NDArray[np.float64]:
        """Return one number a verdict, shape ``(n,)``."""
        return np.array([read(verdict) for verdict in self.verdicts], np.float64)


def judge(detector: Detector, examples: Sequence[Example], *, size: int = BATCH) -> Judged:
    """Judge labelled examples, ``size`` of them at once."""
    name = DETECTORS.name_of(type(detector)) or type(detector).__name__
    verdicts: list[Verdict] = []
    for start in range(0, len(examples), size):
        tell(name, start, len(examples))
        verdicts += detector.detect(examples[start : start + size])
    tell(name, len(examples), len(examples))
    return Judged(list(examples), verdicts)


def drawn(examples: Sequence[Example], most: int) -> list[Example]:
    """Return at most so many examples, in the order given; the draw depends on their ids alone."""
    order = sorted(
        range(len(examples)), key=lambda place: draw(0, "bench", examples[place].id).random()
    )
    return [examples[place] for place in sorted(order[:most])]


def drawn_sources(examples: Sequence[Example], most: int) -> list[int]:
    """Return, in order, the places of a seeded draw of about ``most`` examples.

    Sources are drawn whole, until there are ``most``: their answers share passages and facts.
    """
    places: dict[str, list[int]] = {}
    for place, example in enumerate(examples):
        places.setdefault(str(example.metadata["source_id"]), []).append(place)
    order = sorted(places, key=lambda name: (draw(0, "bench", name).random(), name))
    chosen: list[int] = []
    for source in order:
        if len(chosen) >= most:
            break
        chosen += places[source]
    return sorted(chosen)
