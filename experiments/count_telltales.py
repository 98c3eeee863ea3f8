"""How well are wrong claims told from right ones by their looks, in what the reader is shown?

    python -m training reader --data DATA --only data
    python -m experiments.count_telltales --work .cache/reader [--share 0.1]

For each corpus, and for each kind of made pairs: how many rows, the share that is wrong, and the
AUROC of the share of words that the evidence lacks, of length, of whether a negation stands in the
claim, and of whether it is no copy of the evidence. 0.5 gives nothing away. Draws are by row. A
minute on one core.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.measures.metrics import auroc
from training.paths import CACHE
from training.reader.recipe import SHOWN_ROWS
from training.reader.rows import read

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from training.reader.rows import Row

    Looks = tuple[bool, float, float, float, float]

LOOKS = ("new words", "length", "negation", "no copy")
WORD = re.compile(r"\w+")
DENIAL = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|only)\b|n['’]t\b",
    re.IGNORECASE,
)
LEAST = 20


def main() -> None:
    """Print the table."""
    options = parser().parse_args()
    found: dict[str, list[Looks]] = defaultdict(list)
    for number, row in enumerate(read(options.work / SHOWN_ROWS)):
        if draw(0, "telltales", str(number)).random() < options.share:
            for name in {row.corpus, f"{row.corpus}, {row.about}" if row.about else row.corpus}:
                found[name].append(looks(row))
    for line in lines(found):
        print(line)


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    found = arguments.parser(__doc__, data=False)
    add = found.add_argument
    add("--work", type=Path, default=CACHE / "reader", help="of `python -m training reader`")
    add("--share", type=float, default=0.1, help="of the rows")
    return found


def looks(row: Row) -> Looks:
    """Return whether a row is wrong, and the looks of its last claim, or of the whole answer."""
    claim = row.answer[slice(*row.claims[-1][:2])] if row.claims else row.answer
    known = {word.lower() for text in row.passages for word in WORD.findall(text)}
    words = [word.lower() for word in WORD.findall(claim)]
    new = sum(word not in known for word in words) / max(1, len(words))
    plain = claim.strip(" .").lower()
    copied = any(plain in text.lower() for text in row.passages)
    return (
        row.is_wrong,
        new,
        float(len(words)),
        float(bool(DENIAL.search(claim))),
        float(not copied),
    )


def lines(found: Mapping[str, Sequence[Looks]]) -> list[str]:
    """Return a line of each name that has enough rows of either label."""
    shown = []
    for name in sorted(found):
        table = np.array(found[name], float)
        wrong = table[:, 0] > 0
        if min(wrong.sum(), (~wrong).sum()) < LEAST:
            continue
        pairs = zip(LOOKS, table.T[1:], strict=True)
        said = "  ".join(f"{look} {auroc(wrong, score):.2f}" for look, score in pairs)
        shown.append(f"{name:32} n={len(wrong):6} wrong {wrong.mean():.2f}  {said}")
    return shown


if __name__ == "__main__":
    main()
