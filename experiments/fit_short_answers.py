"""Fit what the look-up of short answers adds to the log-odds of `fused`.

    python -m experiments.fit_short_answers --data DATA

A logistic regression of the answers' labels on the features of
`groundgraph.methods.fused.blocks.short_answers.SHIFT`, with the log-odds of the shipped `fused`,
shifted by quantities alone, as offset, and an L2 penalty, as in `fit_quantities`. The answers: the
dev half of the pairs written by hand, and of CondaQA and HotpotQA as many as --rows, from other
sources than `short_answers` reports on. Each corpus counts the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from experiments.fit_quantities import log_odds, weights
from experiments.short_answers import others, own_pairs
from groundgraph.methods.fused.blocks import quantities, short_answers
from groundgraph.methods.fused.detector import Fused
from groundgraph.methods.fused.reading import read
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Example

    Floats = NDArray[np.float64]

REPORTED = 400
"""Answers of each corpus that `short_answers` reports on."""


def measured(
    detector: Fused, examples: Sequence[Example]
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return log-odds, features and labels of the answers of one claim."""
    assert detector.rarity is not None
    assert detector.head is not None
    every = read(examples, detector.segmenter, detector.rarity)
    readings = [r for r in every if not r.obstacle and len(r.claims) == 1]
    table = detector.measure_all(readings, detector.rarity)
    head = replace(detector.head, shift=quantities.SHIFT)
    kept = [table.beside_names.index(name) for name in short_answers.NAMES]
    labels = np.array([bool(reading.example.label) for reading in readings])
    return log_odds(head.judge(table).claim_scores), table.beside[:, kept], labels


def main() -> None:
    """Print the weights by corpus and over all."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--rows", type=int, default=400, help="of each other corpus; default 400")
    given = parser.parse_args()
    detector = load("fused")
    assert isinstance(detector, Fused)
    more = others(given.data, REPORTED + given.rows)
    corpora = {"pairs": own_pairs("dev")} | {
        name: more[name][REPORTED:] for name in ("CondaQA", "HotpotQA")
    }
    found = {name: measured(detector, examples) for name, examples in corpora.items()}
    for name, (_, x, y) in found.items():
        for feature, column in zip(short_answers.NAMES, x.T, strict=True):
            held = column > 0
            print(f"{name}: {feature} of {held.sum()} of {len(y)}, {y[held].sum()} wrong")
    for chosen in (*((name,) for name in found), tuple(found)):
        kept = [found[name] for name in chosen]
        fitted = weights([r[0] for r in kept], [r[1] for r in kept], [r[2] for r in kept])
        told = ", ".join(f"{n} {w:+.2f}" for n, w in zip(short_answers.NAMES, fitted, strict=True))
        print(f"{' and '.join(chosen)}: {told}", flush=True)


if __name__ == "__main__":
    main()
