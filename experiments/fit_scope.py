"""Fit what small words that are wrong, or that hold, add to the log-odds of `fused`.

    python -m experiments.fit_scope --data DATA

As `experiments.fit_quantities`, whose corpora and regression it takes, with the features of
`groundgraph.methods.fused.blocks.scope.SHIFT`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from experiments.fit_quantities import CORPORA, of_meaning, of_ragtruth, tell
from groundgraph.methods.fused.blocks import scope
from groundgraph.methods.fused.reading import distinct
from groundgraph.text.scope import judge_scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading


def found_of(readings: Sequence[Reading], _rarity: Rarity) -> NDArray[np.float64]:
    """Return what the shift reads of the claims, shape ``(n_claims, 3)``."""
    kept = [scope.NAMES.index(name) for name in scope.SHIFT.names]
    rows = []
    for reading in readings:
        texts = [claim.text for claim in reading.claims]
        passages = distinct(reading.example.passages)
        judged = judge_scope(reading.example.question, passages, texts)
        rows.append(scope.measure(judged)[:, kept])
    return np.concatenate(rows)


def main() -> None:
    parser = arguments.parser(__doc__)
    parser.add_argument("--sources", type=int, default=0, help="fit on so many sources only")
    options = parser.parse_args()
    rows = (of_ragtruth(options.data, options.sources, found_of), of_meaning(found_of))
    tell(dict(zip(CORPORA, rows, strict=True)), scope.SHIFT)


if __name__ == "__main__":
    main()
