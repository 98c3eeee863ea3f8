"""Measure which answers `groundgraph.learn.novelty` finds new, and whether calibration fails there.

    python -m experiments.measure_novelty --data DATA

First RAGTruth's train answers, each held against those of other sources: how many are novel, by
task, of the grounded and of the hallucinated. Novelty must not tell these apart. Then rows of every
corpus at hand, as a shipped detector judges them: how many are novel, and of those that are
calibrated and those that are novel the share that is hallucinated, the mean score, the expected
calibration error (five bins) and the Brier score beside that of always saying the share. Rows of
--sources 600 and --rows 100: six minutes on one core with `lexical`, twelve with `fused`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from experiments import arguments
from groundgraph.bench.judged import Judged, drawn, judge
from groundgraph.bench.support.corpora import present_corpora
from groundgraph.datasets.ragtruth import load_ragtruth
from groundgraph.learn.novelty import EXCEEDED, Novelty
from groundgraph.measures.metrics import expected_calibration_error
from groundgraph.methods.checkable import evidence_groups
from groundgraph.methods.evidence_text import without_markup
from groundgraph.methods.fused.blocks import form
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.specs import load
from training.rows import of_sources

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Example

BINS = 5


class Told(NamedTuple):
    """Scores of answers, and how far they are probabilities.

    Attributes:
        scores: In [0, 1], shape ``(n,)``.
        labels: Whether each answer is hallucinated.
    """

    scores: NDArray[np.float64]
    labels: NDArray[np.bool_]

    def __str__(self) -> str:
        n = len(self.labels)
        if not n:
            return "n =    0"
        share = float(self.labels.mean())
        error = expected_calibration_error(self.labels, self.scores, n_bins=BINS)
        brier = float(((self.scores - self.labels) ** 2).mean())
        return (
            f"n = {n:4} hallucinated {share:.2f} mean score {self.scores.mean():.2f} "
            f"ECE {error:.3f} Brier {brier:.3f} (share alone {share * (1 - share):.3f})"
        )


def of_ragtruth(examples: Sequence[Example]) -> None:
    """Print how many train answers are novel beside those of other sources."""
    readings = [r for r in read(without_markup(examples), SentenceSegmenter()) if not r.obstacle]
    kept = [reading.example for reading in readings]
    distances = Novelty.held_out(form.measure(readings), form.NAMES, evidence_groups(kept))
    novel = distances > np.quantile(distances, 1 - EXCEEDED)
    labels = np.array([bool(example.label) for example in kept])
    tasks = np.array([str(example.metadata["task"]) for example in kept])
    for name, own in [("all", tasks != ""), *((t, tasks == t) for t in sorted(set(tasks)))]:
        bad, good = (novel[own & kind].mean() for kind in (labels, ~labels))
        print(f"    {name:10} {own.sum():6} answers, novel {novel[own].mean():.2%}: of the "
              f"hallucinated {bad:.2%}, of the grounded {good:.2%}", flush=True)  # fmt: skip


def split(judged: Judged) -> tuple[Told, Told]:
    """Return the answers whose scores are probabilities, and the novel ones."""
    calibrated = np.array([verdict.calibrated for verdict in judged.verdicts], bool)
    labels = judged.rows.labels
    return (
        Told(judged.scores[calibrated], labels[calibrated]),
        Told(judged.scores[~calibrated], labels[~calibrated]),
    )


def joined(parts: Sequence[Told]) -> Told:
    """Put answers of several corpora together."""
    return Told(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def main() -> None:
    """Print the figures."""
    parser = arguments.parser(__doc__)
    parser.add_argument("--detector", default="fused", help="default: fused")
    parser.add_argument("--rows", type=int, default=100, help="of each corpus; default 100")
    parser.add_argument("--sources", type=int, default=600, help="of RAGTruth; default 600, 0: all")
    options = parser.parse_args()
    print("RAGTruth train, by source")
    of_ragtruth(of_sources(load_ragtruth(options.data, split="train"), options.sources))
    detector = load(options.detector)
    found: list[tuple[Told, Told]] = []
    for corpus in present_corpora(options.data):
        judged = judge(detector, drawn(corpus.load(), options.rows)).checked()
        calibrated, novel = split(judged)
        found.append((calibrated, novel))
        print(f"{corpus.name}: {len(novel.labels)} of {len(judged.verdicts)} novel")
        print(f"    calibrated {calibrated}\n    novel      {novel}", flush=True)
    print("all together")
    for name, parts in zip(("calibrated", "novel"), zip(*found, strict=True), strict=True):
        print(f"    {name:10} {joined(parts)}", flush=True)


if __name__ == "__main__":
    main()
