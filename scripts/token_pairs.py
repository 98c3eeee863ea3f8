"""Read pairs of other corpora for the second stage of the token model.

    python scripts/token_pairs.py --data ../shared/data     # after token_data.py

Premise and hypothesis of MNLI, BEGIN, SummEdits and FactCheck-GPT, less the tenth that
`verifier_data.py` holds out. Nobody has said which words are not supported, so only the answer's
label is kept. Arrays as those of `token_data.py` under --work/pairs; three minutes on one core
and 1 GB. The seed is fixed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from groundgraph.datasets.draws import draw
from groundgraph.types import Example, Passage
from token_data import Lower, prepare, read_rarity
from verifier_data import entailment_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 0
SOURCES = ("begin", "factcheckgpt", "mnli", "summedits")
MOST = 6000


def pairs(data: Path) -> Iterator[Example]:
    """Yield at most `MOST` pairs of each source."""
    rows = entailment_rows(data)[0]
    for source in SOURCES:
        own = [row for row in rows if row.source == source]
        for number, row in enumerate(draw(SEED, source).sample(own, min(MOST, len(own)))):
            name = f"{source}-{number}"
            yield Example(
                row.hypothesis,
                (Passage(row.premise),),
                id=name,
                label=row.label != "entailment",
                metadata={"task": source, "source_id": name},
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
