"""What is fitted on few labels: calibration, threshold and novelty, on trees as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.expectation import REFITTED
from groundgraph.learn.inputs import labels_of
from groundgraph.learn.recalibration import ENOUGH, recalibrated
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.evidence_text import without_markup
from groundgraph.methods.fused.reading import claim_labels, read
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.sentence_level import SentenceLevel
    from groundgraph.types import Example

Detector = TypeVar("Detector", bound="SentenceLevel")


def head_to_keep(detector: Detector, n_labels: int, refit: str | None) -> Detector | None:
    """Return the detector whose trees are kept, or ``None`` where trees are to be fitted.

    It is the detector itself where it is fitted, else the shipped one, where that differs in
    nothing but what was learned.

    Args:
        detector: What is to be fitted.
        n_labels: On how many labels.
        refit: As in `groundgraph.FitOptions`; with ``None`` trees are kept below `ENOUGH` labels.

    Raises:
        InputError: When ``refit`` is unknown, or asks for trees to be kept where there are none.
    """
    if refit not in (None, *REFITTED):
        raise InputError(
            f"refit must be one of {', '.join(REFITTED)}, found {refit!r}", field="refit"
        )
    if refit == "trees" or (refit is None and n_labels >= ENOUGH):
        return None
    found = _fitted(detector)
    if found is None and refit == "calibration":
        raise InputError(
            f"this {detector.name} detector has no trees to keep, and other parts than the shipped "
            "one, whose trees would not fit it; fit trees, with refit='trees'",
            field="refit",
        )
    return found


def with_calibration(
    detector: Detector, examples: Sequence[Example], recipe: TwoLevelRecipe
) -> Detector:
    """Return a fitted detector with calibration, threshold and novelty of some answers.

    Claims keep their calibration unless it is known of each which are hallucinated: by gold spans,
    or because there is one.

    Raises:
        InputError: As for `groundgraph.learn.recalibration.recalibrated`.
    """
    assert detector.head is not None
    assert detector.rarity is not None
    labels = labels_of(examples)
    rarity = detector.rarity if detector.english_only else None
    every = [*read(without_markup(examples), detector.segmenter, rarity)]
    checked = np.array([not reading.obstacle for reading in every], bool)
    readings = [reading for reading in every if not reading.obstacle]
    head = recalibrated(
        detector.head,
        recipe,
        detector.measure_all(readings, detector.rarity),
        labels[checked],
        evidence_groups([reading.example for reading in readings]),
        claim_labels=_known_claims(readings, labels[checked].tolist()),
    )
    return replace(detector, head=head)


def _fitted(detector: Detector) -> Detector | None:
    if detector.head is not None and detector.rarity is not None:
        return detector
    shipped = cast("Detector", load(detector.name))
    return shipped if replace(shipped, head=None, rarity=None) == detector else None


def _known_claims(readings: Sequence[Reading], labels: Sequence[bool]) -> NDArray[np.bool_] | None:
    """Return which claims are hallucinated, or ``None`` where some answer leaves it open."""
    pairs = zip(readings, labels, strict=True)
    if any(bad and r.example.spans is None and len(r.claims) > 1 for r, bad in pairs):
        return None
    return claim_labels(readings, labels)
