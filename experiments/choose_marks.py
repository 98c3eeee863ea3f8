"""Choose from which log-odds words of flagged claims are marked.

    python -m experiments.choose_marks --data DATA

Reads what `python -m training fused` measured and decided, so neither trees nor reader had seen the
answers' sources. Prints character precision, recall and F1 of the marks on RAGTruth's train answers
with intervals by source, all and by task, for each pair of log-odds: from which a word begins a
mark, and from which its neighbours join it. The pair of `groundgraph.methods.fused.marking` stays
unless another is better by more than 0.001. Two minutes on one core.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from experiments import arguments
from groundgraph.measures.spans import span_counts
from groundgraph.methods.fused.detector import Fused
from groundgraph.specs import load
from training.fused.beside import flagged, marks_figures, marks_of, spans_of
from training.fused.deciding import Decided
from training.fused.material import gathered
from training.fused.steps import Beside
from training.fused.weights import Weights
from training.job import Job
from training.paths import MODELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Example

SURE, DOUBTFUL = (1.5, 1.0, 0.5, 0.0, -0.5), (0.0, -0.5, -0.8, -1.2, -2.0)


def main() -> None:
    options = arguments.parser(__doc__, work=True).parse_args()
    detector = load("fused")
    assert isinstance(detector, Fused)
    assert detector.head is not None
    assert detector.head.shift is not None
    job = Job(options.work, MODELS, options.data)
    material = gathered(job, Beside(), detector, others=False)
    weights = Weights(detector.head.shift, detector.head.elsewhere)
    decided = Decided(detector.head, *material.unseen.log_odds(weights))
    rows, examples = material.unseen.rows, material.examples
    gold, flags = spans_of(rows), flagged(decided, rows)
    for sure, doubtful in product(SURE, DOUBTFUL):
        if doubtful <= sure:
            show(
                f"{sure:4.1f} {doubtful:4.1f}",
                gold,
                marks_of(rows, flags, (sure, doubtful)),
                examples,
            )
    whole = marks_of(rows, flags, (-np.inf, -np.inf))
    show("sentences", gold, whole, examples)
    show("all marked", gold, [[(0, len(e.answer))] for e in examples], examples)


def show(
    name: str,
    gold: Sequence[Sequence[tuple[int, int]]],
    marks: Sequence[Sequence[tuple[int, int]]],
    examples: Sequence[Example],
) -> None:
    """Print the scores of all answers and of each task's."""
    counts = span_counts(gold, marks)
    tasks = np.array([example.metadata["task"] for example in examples])
    sources = np.array([str(example.metadata["source_id"]) for example in examples])
    for task in ("all", *sorted(set(tasks.tolist()))):
        own = (tasks == task) | (task == "all")
        found = marks_figures(counts[own], sources[own].tolist())
        told = " ".join(
            f"{metric} {value:.4f} [{low:.3f}, {high:.3f}]"
            for metric, (value, low, high) in found.items()
        )
        print(f"{name:10} {task:8} n={own.sum()} {told}", flush=True)


if __name__ == "__main__":
    main()
