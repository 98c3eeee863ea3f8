"""Table of conflicts: does a detector name the passages that disagree on an answer?"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.judged import judge
from groundgraph.bench.results import Cell
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.graph.sets import ConflictSet
    from groundgraph.protocols import Detector
    from groundgraph.types import Example, Verdict

FOUND_NOTE = (
    "Hand-written sets of passages, half of which disagree on what the answer says. A conflict is "
    "told rightly when its passages are those that disagree. 'precision': of the sets in which "
    "one is told; 'recall': of those that have one; 'false_alarms': share of sets without one in "
    "which one is told; also by kind. Intervals by set. 'other numbers elsewhere' tells one "
    "wherever a passage has a number of the answer, and another passage other numbers alone. "
    "'passages exchanged': the passage nearest to the answer beside those of another set, which "
    "cannot disagree with it."
)
ANSWERS_NOTE = (
    "Shares of answers called hallucinated: that follow one side of a conflict, that tell of it, "
    "and beside passages without one; 'told': shares that come with a conflict; 'named': shares "
    "with one that the answer is seen to tell of. n counts answers."
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def found_cells(name: str, sets: Sequence[ConflictSet], detector: Detector) -> list[Cell]:
    """Measure how rightly a detector tells conflicts, over all and by kind."""
    verdicts = judge(detector, [each.example for each in sets]).verdicts
    told = [[{s.passage_id for s in c.sides} for c in verdict.conflicts] for verdict in verdicts]
    rows = [(bool(found), each.sides in found) for each, found in zip(sets, told, strict=True)]
    trivial = [(bool(found), each.sides == found) for each, found in _with_numbers(sets)]
    cells = [*_measured(name, sets, rows), *_measured("other numbers elsewhere", sets, trivial)]
    twins = exchanged(sets)
    alarms = judge(detector, [each.example for each in twins]).column(lambda v: bool(v.conflicts))
    told_of_twins = [(bool(alarm), False) for alarm in alarms]
    apart = _measured(f"{name}, passages exchanged", twins, told_of_twins)
    cells += [cell for cell in apart if cell.metric == "false_alarms"]
    for kind in sorted({each.kind for each in sets}):
        own = [number for number, each in enumerate(sets) if each.kind == kind]
        picked = [sets[n] for n in own], [rows[n] for n in own]
        cells += _measured(f"{name}, {kind}", *picked)
    return cells


def exchanged(sets: Sequence[ConflictSet]) -> list[ConflictSet]:
    """Return sets that keep the passage nearest to the answer; the others are the next set's.

    Each has as many passages of as many words that differ, and no conflict.
    """
    twins = []
    for each, following in zip(sets, [*sets[1:], *sets[:1]], strict=True):
        said = content_stems(each.example.answer)
        own = max(each.example.passages, key=lambda p: len(content_stems(p.text) & said))
        others = [
            replace(passage, id=f"other {passage.id}") for passage in following.example.passages[1:]
        ]
        example = replace(each.example, passages=(own, *others))
        twins.append(replace(each, example=example, aware=None, sides=frozenset()))
    return twins


def _measured(
    row: str, sets: Sequence[ConflictSet], told: Sequence[tuple[bool, bool]]
) -> Iterator[Cell]:
    """Yield precision, recall, and the share of sets without a conflict in which one is told."""
    has = np.array([bool(each.sides) for each in sets], float)
    any_told, right = np.array(told, float).reshape(-1, 2).T
    parts = np.stack([right * has, right * has, any_told * (1 - has)], axis=1)
    wholes = np.stack([any_told, has, 1 - has], axis=1)
    intervals = ratio_intervals(parts, wholes)
    for metric, found in zip(("precision", "recall", "false_alarms"), intervals, strict=True):
        if found.value is not None:
            low, high = found.low, found.high
            ci95 = None if low is None or high is None else (float(low), float(high))
            yield Cell(row, metric, found.value, ci95, None, len(sets), int(has.sum()))


def _with_numbers(sets: Sequence[ConflictSet]) -> Iterator[tuple[ConflictSet, frozenset[str]]]:
    """Yield each set with two passages of which one has other numbers than the answer."""
    for each in sets:
        said = {*_NUMBER.findall(each.example.answer)}
        held = [(p.id, {*_NUMBER.findall(p.text)}) for p in each.example.passages]
        follows = [name for name, numbers in held if numbers & said]
        others = [name for name, numbers in held if numbers and not numbers & said]
        yield each, frozenset({follows[0], others[0]}) if follows and others else frozenset()


def answer_cells(name: str, sets: Sequence[ConflictSet], detector: Detector) -> list[Cell]:
    """Measure what becomes of the answers beside a conflict, and beside none."""
    groups: dict[str, list[Example]] = {
        "follows one side": [each.example for each in sets if each.sides],
        "tells of the conflict": [each.aware for each in sets if each.aware is not None],
        "no conflict": [each.example for each in sets if not each.sides],
    }
    cells: list[Cell] = []
    for group, examples in groups.items():
        if examples:
            verdicts = judge(detector, examples).verdicts
            cells += (
                _share(f"{name}, {group}", metric, verdicts, is_so)
                for metric, is_so in _SHARES.items()
            )
    return cells


_SHARES: dict[str, Callable[[Verdict], bool]] = {
    "flagged": lambda verdict: verdict.label == "hallucinated",
    "told": lambda verdict: bool(verdict.conflicts),
    "named": lambda verdict: any(conflict.named for conflict in verdict.conflicts),
}


def _share(
    row: str, metric: str, verdicts: Sequence[Verdict], is_so: Callable[[Verdict], bool]
) -> Cell:
    held: NDArray[np.float64] = np.array([is_so(verdict) for verdict in verdicts], float)[:, None]
    [found] = ratio_intervals(held, np.ones_like(held))
    low, high = found.low, found.high
    ci95 = None if low is None or high is None else (float(low), float(high))
    return Cell(row, metric, found.value, ci95, None, len(verdicts), 0)
