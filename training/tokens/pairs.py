"""Reads pairs of other corpora for the second stage of the token model.

Premise and hypothesis of MNLI, BEGIN, SummEdits and FactCheck-GPT, less the tenth that
`training.entailment` holds out. Nobody has said which words are not supported, so only the
answer's label is kept. Arrays as those of `training.tokens.data`, 1 GB of them. The seed is fixed.

`unseen_pairs` are those of MNLI that are left: the trees learn from them, as the token model has
not seen them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.types import Example, Passage
from training.entailment import entailment_rows
from training.tokens.data import Lower, prepare, read_rarity
from training.tokens.recipe import EVERY_PAIR

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from training.entailment import LabelledPair
    from training.tokens.recipe import PairCounts

SEED = 0
FOLDER = "pairs"
SOURCES = ("begin", "factcheckgpt", "mnli", "summedits")
UNSEEN = "mnli"


def read_pairs(data: Path, work: Path, counts: PairCounts = EVERY_PAIR) -> list[Path]:
    """Write what the second stage reads beside the first one's, measured alike."""
    folder = work / FOLDER
    folder.mkdir(exist_ok=True)
    return prepare([*pairs(data, counts)], folder, Lower(), read_rarity(work))


def pairs(data: Path, counts: PairCounts = EVERY_PAIR) -> Iterator[Example]:
    """Yield at most ``counts.seen`` pairs of each source."""
    rows = entailment_rows(data, counts.rows)[0]
    for source in SOURCES:
        for number, row in enumerate(_drawn(rows, source, counts.seen)):
            yield example_of(row, f"{source}-{number}")


def unseen_pairs(data: Path, counts: PairCounts = EVERY_PAIR) -> Iterator[Example]:
    """Yield ``counts.unseen`` pairs of `UNSEEN` that `pairs` does not, half of them entailed."""
    rows = entailment_rows(data, counts.rows)[0]
    seen = {(row.premise, row.hypothesis) for row in _drawn(rows, UNSEEN, counts.seen)}
    left = [r for r in rows if r.source == UNSEEN and (r.premise, r.hypothesis) not in seen]
    for side in ("entailed", "other"):
        own = [row for row in left if (row.label == "entailment") is (side == "entailed")]
        kept = draw(SEED, UNSEEN, "unseen", side).sample(own, min(counts.unseen // 2, len(own)))
        for number, row in enumerate(kept):
            yield example_of(row, f"{UNSEEN}-{side}-{number}")


def _drawn(rows: Sequence[LabelledPair], source: str, most: int) -> list[LabelledPair]:
    own = [row for row in rows if row.source == source]
    return draw(SEED, source).sample(own, min(most, len(own)))


def example_of(row: LabelledPair, name: str) -> Example:
    """Return a pair as an answer beside its evidence, hallucinated where it is not entailed."""
    return Example(
        row.hypothesis,
        (Passage(row.premise),),
        id=name,
        label=row.label != "entailment",
        metadata={"task": row.source, "source_id": name},
    )
