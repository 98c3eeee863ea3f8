"""What is fitted on how many labels: trees, or calibration, threshold and novelty alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.expectation import REFITTED
from groundgraph.learn.inputs import labels_of
from groundgraph.learn.recalibration import FEW, recalibrated
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.fused.reading import claim_labels, prepared, read
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.sentence_level import SentenceLevel
    from groundgraph.types import Example

MANY = 2000
"""From so many labels on trees alone are fitted: they have what they need, and to fit twice takes
twice as long."""

Detector = TypeVar("Detector", bound="SentenceLevel")


def refitted(
    detector: Detector, examples: Sequence[Example], recipe: TwoLevelRecipe, refit: str | None
) -> Detector:
    """Fit what the labels suffice for.

    Below `FEW` labels that is calibration, threshold and novelty, on the trees of the detector or,
    where it has none, of the shipped one. From there on trees are fitted too, and what ranks the
    answers better out-of-fold is kept; from `MANY` on trees alone are fitted. A detector whose
    parts are not the shipped one's has no trees to keep.

    Args:
        detector: What is to be fitted.
        examples: Labelled answers.
        recipe: How.
        refit: As in `groundgraph.FitOptions`.

    Raises:
        InputError: When ``refit`` is unknown, or asks for trees to be kept where there are none, or
            when nothing can be fitted on these answers.
    """
    if refit not in (None, *REFITTED):
        raise InputError(
            f"refit must be one of {', '.join(REFITTED)}, found {refit!r}", field="refit"
        )
    ways = ways_of(detector, len(labels_of(examples)), refit)
    kept = to_keep(detector) if "calibration" in ways else None
    tried = [_tried(detector if way == "trees" else kept, examples, recipe, way) for way in ways]
    fits = [each for each in tried if not isinstance(each, InputError)]
    if not fits:
        raise next(each for each in tried if isinstance(each, InputError))
    best, *others = sorted(fits, key=_ranks, reverse=True)
    return _beside(best, others[0]) if others else best


def ways_of(detector: SentenceLevel, n_labels: int, refit: str | None) -> tuple[str, ...]:
    """Return what is tried, of the keys of `REFITTED`; parameters and errors as for `refitted`."""
    if refit == "trees" or (refit is None and n_labels >= MANY):
        return ("trees",)
    if to_keep(detector) is None:
        if refit == "calibration":
            raise InputError(
                f"this {detector.name} detector has no trees to keep, and other parts than the "
                "shipped one, whose trees would not fit it; fit trees, with refit='trees'",
                field="refit",
            )
        return ("trees",)
    return ("calibration",) if refit or n_labels < FEW else ("calibration", "trees")


def to_keep(detector: Detector) -> Detector | None:
    """Return the detector where it is fitted, else the shipped one, if that has the same parts."""
    if detector.head is not None and detector.rarity is not None:
        return detector
    shipped = cast("Detector", load(detector.name))
    return shipped if replace(shipped, head=None, rarity=None) == detector else None


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
    every = [*read(prepared(examples), detector.segmenter, rarity)]
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


def _tried(
    detector: Detector | None, examples: Sequence[Example], recipe: TwoLevelRecipe, way: str
) -> Detector | InputError:
    """Fit in one way; an error is returned, as the other way may do."""
    assert detector is not None
    try:
        if way == "calibration":
            return with_calibration(detector, examples, recipe)
        return detector.fit_out_of_fold(examples, labels_of(examples).tolist(), recipe)[0]
    except InputError as error:
        return error


def _ranks(detector: SentenceLevel) -> float:
    """Return the AUROC that a fit expects of itself."""
    expected = detector.expectation
    return expected.auroc[0] if expected and expected.auroc else 0.0


def _beside(chosen: Detector, other: Detector) -> Detector:
    """Return the chosen one, which says how the other ranked the answers."""
    assert chosen.head is not None
    assert chosen.head.expectation is not None
    instead = other.expectation.auroc if other.expectation else None
    expectation = replace(chosen.head.expectation, instead=instead)
    return replace(chosen, head=replace(chosen.head, expectation=expectation))


def _known_claims(readings: Sequence[Reading], labels: Sequence[bool]) -> NDArray[np.bool_] | None:
    """Return which claims are hallucinated, or ``None`` where some answer leaves it open."""
    pairs = zip(readings, labels, strict=True)
    if any(bad and r.example.spans is None and len(r.claims) > 1 for r, bad in pairs):
        return None
    return claim_labels(readings, labels)
