"""Pairs of MNLI, which the trees learn short claims in other words from. The seed is fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.datasets.draws import draw
from groundgraph.types import Example, Passage
from training.entailment import entailment_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from training.entailment import LabelledPair

SEED = 0
SOURCE = "mnli"


class PairCounts(NamedTuple):
    """How many pairs there are to be.

    Attributes:
        rows: To read of each corpus; 0 is all.
        passed: Drawn first and left out; so the trees are those of before, when another model
            was trained on these.
        kept: That the trees learn from.
    """

    rows: int = 0
    passed: int = 6000
    kept: int = 4000


EVERY_PAIR = PairCounts()
FEW_PAIRS = PairCounts(rows=60, passed=6, kept=24)
"""Under ``--smoke``."""


def mnli_pairs(data: Path, counts: PairCounts = EVERY_PAIR) -> Iterator[Example]:
    """Yield ``counts.kept`` pairs, half of them entailed, of those that train anything."""
    own = [row for row in entailment_rows(data, counts.rows)[0] if row.source == SOURCE]
    drawn = draw(SEED, SOURCE).sample(own, min(counts.passed, len(own)))
    passed = {(row.premise, row.hypothesis) for row in drawn}
    left = [row for row in own if (row.premise, row.hypothesis) not in passed]
    for side in ("entailed", "other"):
        rows = [row for row in left if (row.label == "entailment") is (side == "entailed")]
        few = min(counts.kept // 2, len(rows))
        kept = draw(SEED, SOURCE, "unseen", side).sample(rows, few)
        for number, row in enumerate(kept):
            yield example_of(row, f"{SOURCE}-{side}-{number}")


def example_of(row: LabelledPair, name: str) -> Example:
    """Return a pair as an answer beside its evidence, hallucinated where it is not entailed."""
    return Example(
        row.hypothesis,
        (Passage(row.premise),),
        id=name,
        label=row.label != "entailment",
        metadata={"task": row.source, "source_id": name},
    )
