"""Detectors that read an example otherwise than it was given, and tell of it as it was given.

A detector names the steps from what is given to what it reads; a verdict goes back through them.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from groundgraph.methods.checkable import examples_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.types import Example, Verdict

    Detector = TypeVar("Detector")
    Detect = Callable[[Detector, Sequence[Example]], list[Verdict]]


class Step(NamedTuple):
    """Something in which what is read of examples differs from what was given.

    Attributes:
        read: Returns what is read of each example: the example itself where that is all of it.
        as_given: Returns a verdict on what was read as one on the example that was given.
    """

    read: Callable[[Sequence[Example]], list[Example]]
    as_given: Callable[[Verdict, Example], Verdict]


def read_by(steps: Sequence[Step], examples: Sequence[Example]) -> Sequence[Example]:
    """Return what is read of examples after some steps."""
    for step in steps:
        examples = step.read(examples)
    return examples


def reads(*steps: Step) -> Callable[[Detect[Detector]], Detect[Detector]]:
    """Let a detector's ``detect`` see examples after ``steps``, and its verdicts tell of the given.

    An example that a step leaves as it is is passed on itself.
    """

    def reading(detect: Detect[Detector]) -> Detect[Detector]:
        @wraps(detect)
        def detecting(self: Detector, examples: Sequence[Example], /) -> list[Verdict]:
            stages = [examples_of(examples)]
            for step in steps:
                stages.append(step.read(stages[-1]))
            verdicts = detect(self, stages[-1])
            for step, given, taken in zip(steps[::-1], stages[-2::-1], stages[::-1], strict=False):
                verdicts = [
                    verdict if own is was else step.as_given(verdict, was)
                    for verdict, own, was in zip(verdicts, taken, given, strict=True)
                ]
            return verdicts

        return detecting

    return reading
