"""What is fitted on how many labels: trees, or calibration, threshold and novelty alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from groundgraph.errors import InputError
from groundgraph.learn.inputs import distinct, judgeable, labels_of
from groundgraph.learn.recalibration import FEW, WrongOrderError, recalibrated
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.fused.reading import STEPS, claim_labels, read
from groundgraph.methods.read_as import read_by
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.learn.expectation import Estimate
    from groundgraph.learn.two_level import TwoLevelRecipe
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.sentence_level import SentenceLevel
    from groundgraph.types import Example

_REFITS = ("trees", "calibration")
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
    if refit not in (None, *_REFITS):
        raise InputError(
            f"refit must be one of {', '.join(_REFITS)}, found {refit!r}", field="refit"
        )
    labels_of(examples)
    examples = distinct(examples)
    ways = ways_of(detector, len(examples), refit)
    kept = to_keep(detector) if "calibration" in ways else None
    tried = [_tried(detector if way == "trees" else kept, examples, recipe, way) for way in ways]
    fits = [each for each in tried if not isinstance(each, InputError)]
    errors = [each for each in tried if isinstance(each, InputError)]
    if not fits:
        raise InputError("; and trees of these answers: ".join(dict.fromkeys(map(str, errors))))
    best, *others = sorted(fits, key=_ranks, reverse=True)
    if others:
        return _beside(best, _auroc(others[0]))
    wrong = next((each for each in errors if isinstance(each, WrongOrderError)), None)
    return _beside(best, wrong.auroc) if wrong else best


def ways_of(detector: SentenceLevel, n_labels: int, refit: str | None) -> tuple[str, ...]:
    """Return what is tried, "trees" or "calibration"; parameters and errors as for `refitted`."""
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
    rarity = detector.rarity if detector.english_only else None
    every = [*read(read_by(STEPS, examples), detector.segmenter, rarity)]
    checked = np.array([not reading.obstacle for reading in every], bool)
    labels = judgeable(labels_of(examples), checked)
    readings = [reading for reading in every if not reading.obstacle]
    head = recalibrated(
        detector.head,
        recipe,
        detector.measure_all(readings, detector.rarity),
        labels,
        evidence_groups([reading.example for reading in readings]),
        claim_labels=_known_claims(readings, labels.tolist()),
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
    """Return the AUROC that a fit expects of itself, 0 where it cannot be told."""
    return (_auroc(detector) or (0.0,))[0]


def _auroc(detector: SentenceLevel) -> Estimate | None:
    return detector.expectation.auroc if detector.expectation else None


def _beside(chosen: Detector, instead: Estimate | None) -> Detector:
    """Return the chosen one, which says how the other ranked the answers."""
    assert chosen.head is not None
    assert chosen.head.expectation is not None
    expectation = replace(chosen.head.expectation, instead=instead)
    return replace(chosen, head=replace(chosen.head, expectation=expectation))


def _known_claims(readings: Sequence[Reading], labels: Sequence[bool]) -> NDArray[np.bool_] | None:
    """Return which claims are hallucinated, or ``None`` where some answer leaves it open."""
    pairs = zip(readings, labels, strict=True)
    if any(bad and r.example.spans is None and len(r.claims) > 1 for r, bad in pairs):
        return None
    return claim_labels(readings, labels)
