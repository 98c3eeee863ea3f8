"""The same answers judged again after edits that change no meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.judged import Judged, judge
from groundgraph.measures.bootstrap import ratio_intervals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell
    from groundgraph.protocols import Detector
    from groundgraph.types import Example, Verdict

SMALL_CHANGE = 0.02
"""A score that moves by more than this has changed."""
_SHARES = ("labels_changed", "scores_moved", "unverifiable", "unverifiable_unedited")


def invariance_cells(
    detector: Detector,
    first: Judged,
    edits: Mapping[str, Callable[[Example], Example]],
    draw: Callable[[list[Example]], list[Example]],
) -> list[Cell]:
    """Measure what each edit changes.

    Args:
        detector: What judged.
        first: The answers as they are, and its verdicts.
        edits: By name; an answer that an edit leaves as it is does not count for it.
        draw: Which of an edit's answers to judge again.
    """
    known = {example.id: place for place, example in enumerate(first.examples)}
    cells = []
    for name, edit in edits.items():
        changed = {e.id: edit(e) for e in first.examples}
        touched = [e for e in first.examples if _differs(e, changed[e.id])]
        chosen = draw(touched)
        if chosen:
            before = first.at([known[e.id] for e in chosen])
            after = judge(detector, [changed[e.id] for e in chosen])
            cells += _compared(name, before, after)
    return cells


def _differs(example: Example, edited: Example) -> bool:
    return (example.answer, example.passages, example.question) != (
        edited.answer,
        edited.passages,
        edited.question,
    )


def _compared(row: str, before: Judged, after: Judged) -> list[Cell]:
    rows = before.rows
    pairs = list(zip(before.verdicts, after.verdicts, strict=True))
    other = np.array([a.label != b.label for a, b in pairs], float)
    moved = np.array([_moved(a, b) for a, b in pairs], float)
    columns = np.column_stack([other, moved, after.unverifiable, before.unverifiable])
    shares = ratio_intervals(columns, np.ones(columns.shape), groups=rows.sources)
    return [
        *(rows.cell(row, metric, found) for metric, found in zip(_SHARES, shares, strict=True)),
        *_rates(row, "tpr", before, after, rows.labels),
        *_rates(row, "fpr", before, after, ~rows.labels),
    ]


def _rates(
    row: str, metric: str, before: Judged, after: Judged, own: NDArray[np.bool_]
) -> list[Cell]:
    """Return the share of answers of a class that are flagged, and what it was unedited."""
    parts = np.column_stack([judged.flagged & own for judged in (after, before)])
    wholes = np.column_stack([~judged.unverifiable & own for judged in (after, before)])
    found = ratio_intervals(parts, wholes, groups=before.rows.sources)
    names = (metric, f"{metric}_unedited")
    return [before.rows.cell(row, name, each) for name, each in zip(names, found, strict=True)]


def _moved(before: Verdict, after: Verdict) -> bool:
    first, second = before.hallucination_score, after.hallucination_score
    if first is None or second is None:
        return first is not second
    return abs(first - second) > SMALL_CHANGE
