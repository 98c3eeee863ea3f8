"""Compare what joins evidence to the claims of an EGC graph: a cosine, or an entailment.

    python -m experiments.compare_egc_edges --data DATA [--rows 100]

RAGTruth's answers to questions, of the train sources that the shipped reader was not shown: the
verifier of ``support="entails"`` asks it. AUROC of the unfitted score 1 - EGC (Eq. 7) of each, over
the answers that both can judge, and the gain of "entails" over "similar"; intervals by source. Then
the mean share of claims with an edge, in grounded and in hallucinated answers. About a second an
answer on one core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import numpy as np

from experiments import arguments
from groundgraph.datasets.draws import draw
from groundgraph.datasets.ragtruth import load_ragtruth, unseen_by_reader
from groundgraph.measures.bootstrap import interval, paired_interval
from groundgraph.measures.metrics import auroc
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.egc.graph import Support
from training.figures import bounded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.types import Example, Verdict

BATCH = 32


def examples(data: Path, most: int | None) -> list[Example]:
    """Return answers to questions whose sources the reader was not shown, in a drawn order."""
    train = load_ragtruth(data, split="train")
    unseen = unseen_by_reader(train)
    chosen = [
        example
        for example in train
        if example.metadata["task"] == "QA" and str(example.metadata["source_id"]) in unseen
    ]
    draw(0, "egc edges").shuffle(chosen)
    return chosen[:most]


def judged(detector: EGC, rows: Sequence[Example]) -> list[Verdict]:
    """Return the verdicts, batch by batch."""
    starts = range(0, len(rows), BATCH)
    return [v for start in starts for v in detector.detect(rows[start : start + BATCH])]


def main() -> None:
    """Print the figures."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--rows", type=int, help="of the answers; default: all")
    given = parser.parse_args()
    rows = examples(given.data, given.rows)
    said = {support: judged(EGC(support=support), rows) for support in get_args(Support)}
    kept = [n for n in range(len(rows)) if all(own[n].features for own in said.values())]
    labels = np.array([bool(rows[n].label) for n in kept])
    sources = [str(rows[n].metadata["source_id"]) for n in kept]
    print(f"{len(rows)} answers, {len(kept)} judged by both, {int(labels.sum())} hallucinated")
    scores = {}
    for support, own in said.items():
        scores[support] = np.array([own[n].hallucination_score or 0.0 for n in kept])
        coverage = np.array([own[n].features["coverage"] for n in kept])
        area = interval(auroc, labels, scores[support], groups=sources)
        shares = [f"{coverage[labels == label].mean():.3f}" for label in (False, True)]
        print(f"{support}: AUROC {bounded(area)}, claims with an edge {' and '.join(shares)}")
    gain = paired_interval(auroc, labels, scores["entails"], scores["similar"], groups=sources)
    print(f"gain of entails: {bounded(gain)}")


if __name__ == "__main__":
    main()
