"""Table of `logic` on bridge questions: does reading passages together help its verifier?

Where it does, the same is read over passages whose titles were exchanged: as many links from the
same sentences, to others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.bench.judged import drawn
from groundgraph.bench.logic.compared import compare, differences, enough, left_out, measured
from groundgraph.bench.logic.variants import Remembering
from groundgraph.datasets.draws import draw
from groundgraph.learn import thresholds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.bench.logic.compared import Compared
    from groundgraph.bench.results import Cell
    from groundgraph.methods.logic.detector import Logic
    from groundgraph.types import Example

NOTE = (
    "HotpotQA's bridge questions; the shipped verifier reads sentences that a walk from the "
    "question comes to ('walk'), passages merged into groups, or each alone ('none'). 'threshold "
    "from dev': chosen by balanced accuracy on answers of the dev half, since the shipped one was "
    "chosen for sentences. 'walk, links shuffled': the titles of the passages exchanged by a draw. "
    "Differences are paired; intervals by question. Both classes are about "
    "as frequent, so that chance is an accuracy of 0.5."
)
GROUPINGS = ("walk", "bridges", "links", "none")
ANSWERS = 300
"""Answers of each half; each is read in four ways."""
SHUFFLED = "walk, links shuffled"
_POLICY = "balanced_accuracy"
_CHOSEN = ", threshold from dev"


def merged_cells(
    detector: Logic, dev: Sequence[Example], examples: Sequence[Example], most: int = ANSWERS
) -> list[Cell]:
    """Measure `logic` with sentences of a walk, passages merged over bridges or links, and neither.

    Args:
        detector: The detector.
        dev: Labelled answers on which thresholds are chosen.
        examples: Those that are reported on.
        most: How many of either are drawn.
    """
    verifier = Remembering(detector.verifier)
    settings = {
        name: replace(detector, verifier=verifier, grouping=name)  # type: ignore[arg-type]
        for name in GROUPINGS
    }
    first = compare(settings, drawn(dev, most)).checked_by(GROUPINGS)
    own = drawn(examples, most)
    judged = compare(settings, own)
    twin = compare({SHUFFLED: settings["walk"]}, [shuffled(example) for example in own])
    judged = judged.adding(twin.columns)
    missing = [left_out(judged, name) for name in GROUPINGS]
    judged = _at_chosen(judged.checked_by((*GROUPINGS, SHUFFLED)), first)
    cells = [cell for name in judged.columns for cell in measured(judged, name, f"logic, {name}")]
    for ending in ("", _CHOSEN):
        for name in GROUPINGS[:-1]:
            pair = f"{name}{ending}", f"{GROUPINGS[-1]}{ending}"
            if set(pair) <= judged.columns.keys():
                cells += differences(judged, *pair)
    cells += differences(judged, "walk", SHUFFLED)
    return [*cells, *missing]


def shuffled(example: Example) -> Example:
    """Return an example whose passages have exchanged their titles."""
    titles = [passage.id for passage in example.passages]
    draw(0, "shuffled titles", example.id).shuffle(titles)
    passages = zip(example.passages, titles, strict=True)
    return replace(example, passages=tuple(replace(p, id=title) for p, title in passages))


def _at_chosen(judged: Compared, first: Compared) -> Compared:
    """Add the same columns at thresholds chosen on other answers, where these are enough."""
    if not enough(first.rows.labels):
        return judged
    chosen = {
        f"{name}{_CHOSEN}": judged.columns[name].at(
            thresholds.choose(_POLICY, first.rows.labels, first.columns[name].scores)
        )
        for name in GROUPINGS
    }
    return judged.adding(chosen)
