"""Read pairs of other corpora for the second stage of the token model.

    python -m training.tokens.pairs --data ../shared/data     # after token_data.py

Premise and hypothesis of MNLI, BEGIN, SummEdits and FactCheck-GPT, less the tenth that
`verifier_data.py` holds out. Nobody has said which words are not supported, so only the answer's
label is kept. Arrays as those of `token_data.py` under --work/pairs; three minutes on one core
and 1 GB. The seed is fixed.

`unseen_pairs` are those of MNLI that are left: the trees learn from them, as the token model has
not seen them.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.types import Example, Passage
from training.tokens.data import Lower, prepare, read_rarity
from training.verifier.data import entailment_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from training.verifier.data import Row

SEED = 0
SOURCES = ("begin", "factcheckgpt", "mnli", "summedits")
MOST = 6000
UNSEEN, UNSEEN_MOST = "mnli", 4000


def pairs(data: Path) -> Iterator[Example]:
    """Yield at most `MOST` pairs of each source."""
    rows = entailment_rows(data)[0]
    for source in SOURCES:
        for number, row in enumerate(_drawn(rows, source)):
            yield example_of(row, f"{source}-{number}")


def unseen_pairs(data: Path) -> Iterator[Example]:
    """Yield `UNSEEN_MOST` pairs of `UNSEEN` that `pairs` does not, half of them entailed."""
    rows = entailment_rows(data)[0]
    seen = {(row.premise, row.hypothesis) for row in _drawn(rows, UNSEEN)}
    left = [r for r in rows if r.source == UNSEEN and (r.premise, r.hypothesis) not in seen]
    for side in ("entailed", "other"):
        own = [row for row in left if (row.label == "entailment") is (side == "entailed")]
        kept = draw(SEED, UNSEEN, "unseen", side).sample(own, min(UNSEEN_MOST // 2, len(own)))
        for number, row in enumerate(kept):
            yield example_of(row, f"{UNSEEN}-{side}-{number}")


def _drawn(rows: Sequence[Row], source: str) -> list[Row]:
    own = [row for row in rows if row.source == source]
    return draw(SEED, source).sample(own, min(MOST, len(own)))


def example_of(row: Row, name: str) -> Example:
    """Return a pair as an answer beside its evidence, hallucinated where it is not entailed."""
    return Example(
        row.hypothesis,
        (Passage(row.premise),),
        id=name,
        label=row.label != "entailment",
        metadata={"task": row.source, "source_id": name},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".cache/tokens"))
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    folder = arguments.work / "pairs"
    folder.mkdir(parents=True, exist_ok=True)
    prepare([*pairs(arguments.data)], folder, Lower(arguments.threads), read_rarity(arguments.work))


if __name__ == "__main__":
    main()
