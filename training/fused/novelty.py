"""Writes what answers the scores were calibrated on into fitted detectors, which stay as they are.

`python -m training fused` learns it with the trees; a change of what is measured of an answer's
form needs no new trees.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph import save
from groundgraph.checksums import write_sums
from groundgraph.learn.novelty import Novelty
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.evidence_text import without_markup
from groundgraph.methods.fused.blocks import form
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.sentence_level import SentenceLevel
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.specs import load, training
from training.fused.shift import name_in_card

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Example

DETECTORS = ("fused", "lexical")


def write_novelty(output: Path, train: Sequence[Example]) -> list[Path]:
    """Write the novelty of both detectors, their checksums, and those in their cards.

    Args:
        output: Holds ``fused/detector.json`` and ``lexical/detector.json``.
        train: The answers that they were calibrated on.
    """
    found = novelty_of(train)
    print(f"    {found}: limit {found.limit:.2f}, beyond it {found.exceeded:.2%}", flush=True)
    return [_written(output / name, found) for name in DETECTORS]


def novelty_of(train: Sequence[Example]) -> Novelty:
    """Learn what answers are usual."""
    readings = _checkable(train)
    groups = evidence_groups([reading.example for reading in readings])
    return Novelty.fit(form.measure(readings), form.NAMES, groups)


def forms_of(answers: Sequence[Example]) -> NDArray[np.float64]:
    """Measure the form of the answers that can be checked, shape ``(n, len(form.NAMES))``."""
    return form.measure(_checkable(answers))


def _checkable(answers: Sequence[Example]) -> list[Reading]:
    every = read(without_markup(answers), SentenceSegmenter())
    return [reading for reading in every if not reading.obstacle]


def _written(folder: Path, found: Novelty) -> Path:
    fitted = load(folder)
    assert isinstance(fitted, SentenceLevel)
    assert fitted.head is not None
    other = fitted.head.elsewhere
    head = replace(fitted.head, novelty=found, elsewhere=other and replace(other, home=found))
    path = save(replace(fitted, head=head), folder, training(folder))
    write_sums(folder)
    name_in_card(folder / "MODEL_CARD.md", path.read_bytes())
    return path
