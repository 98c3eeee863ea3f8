"""Detectors that read an example otherwise than it was given, and tell of it as it was given."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

from groundgraph.methods.checkable import examples_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.types import Example, Verdict

    Detector = TypeVar("Detector")
    Detect = Callable[[Detector, Sequence[Example]], list[Verdict]]


def read_as(
    detect: Detect[Detector],
    read: Callable[[Sequence[Example]], list[Example]],
    as_given: Callable[[Verdict, Example], Verdict],
) -> Detect[Detector]:
    """Return ``detect`` on what is read of the examples, its verdicts about what was given.

    Args:
        detect: A detector's method.
        read: Returns what is read of each example: the example itself where that is all of it.
        as_given: Returns the verdict on what was read as one on the example that was given.
    """

    @wraps(detect)
    def reading(self: Detector, examples: Sequence[Example], /) -> list[Verdict]:
        listed = examples_of(examples)
        taken = read(listed)
        return [
            verdict if own is given else as_given(verdict, given)
            for verdict, own, given in zip(detect(self, taken), taken, listed, strict=True)
        ]

    return reading
