"""Form block: what kind of answer this is, to what question and beside what evidence.

The heads do not read it: it says nothing of what is wrong, only whether answers like this one are
known (`groundgraph.learn.novelty`). Lengths and counts are logarithms of one more. Passages that
were set aside, and a passage that is given twice, count for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from groundgraph.methods.fused.reading import Reading

NAMES = (
    "claims",
    "claim_characters",
    "question_characters",
    "turns",
    "short_answer",
    "evidence_units",
    "unit_characters",
    "data_share",
)


def measure(readings: Iterable[Reading]) -> NDArray[np.float64]:
    """Measure answers that have claims, shape ``(n_answers, len(NAMES))``."""
    rows = [(*_of_answer(reading), *_of_evidence(reading)) for reading in readings]
    return np.array(rows, float).reshape(len(rows), len(NAMES))


def _of_answer(reading: Reading) -> tuple[float, ...]:
    claims, question = reading.claims, reading.given.question
    characters = sum(len(claim.text) for claim in claims) / len(claims)
    turns = 1 if isinstance(question, str) else len(question)
    short = any(made is not None for made in reading.judged.statements)
    lengths = (len(claims), characters, len(reading.asked), turns)
    return (*np.log1p(lengths).tolist(), float(short))


def _of_evidence(reading: Reading) -> tuple[float, ...]:
    units = reading.evidence.units
    n = max(len(units), 1)
    characters = sum(len(unit.text) for unit in units) / n
    data = sum(unit.fact is not None for unit in units) / n
    return (*np.log1p((len(units), characters)).tolist(), data)
