"""What an entailment model makes of the answers that ``kea`` judges, triple by triple or whole.

GraphEval (Sansford et al., 2024, arXiv:2407.10793) asks of each triple of an answer whether the
context entails it, and flags the answer when one is not entailed. Deviations: our triples, and
a much smaller entailment model.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.kea import paper
from groundgraph.bench.scored import Scored
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.results import Cell, Rows
    from groundgraph.protocols import Verifier
    from groundgraph.types import Example, Triple, Verdict

    Floats = NDArray[np.float64]

MOST_ANSWERS = 600
"""Of each corpus: two cores verify a pair of 256 tokens in about 9 ms."""
CROSS_VALIDATED = "threshold by cross-validation"
_FLAGGED_ABOVE = 0.5
_PROBABILITIES = ("triples", "whole answer")


def triple_cells(name: str, judged: Judged, policy: str, verifier: Verifier) -> list[Cell]:
    """Measure a verifier on an answer's triples and on the whole answer, beside ``kea``.

    Args:
        name: Of the corpus, for the rows.
        judged: Labelled answers, all checked.
        policy: What a threshold is chosen for.
        verifier: Reads the passages, joined, as premise.
    """
    kept, scores = _scores(judged, verifier)
    if not kept.examples:
        return []
    rows = kept.rows
    cells = [
        rows.fact(name, "unverifiable", len(judged.examples) - len(kept.examples)),
        *Scored(rows, scores["kea"]).always(f"{name}, always hallucinated"),
        *_published(name, rows),
    ]
    for row, values in scores.items():
        found = Scored(rows, values)
        cells += found.ranked(f"{name}, {row}")
        if row in _PROBABILITIES:
            cells += found.decided(f"{name}, {row}", values > _FLAGGED_ABOVE)
        cells += found.cross_validated(f"{name}, {row}, {CROSS_VALIDATED}", policy)
    return cells


def _scores(judged: Judged, verifier: Verifier) -> tuple[Judged, dict[str, Floats]]:
    """Return the answers that the verifier could judge both ways, and their scores by name."""
    triples = [[as_sentence(triple) for triple in claimed(verdict)] for verdict in judged.verdicts]
    by_triple = _unentailed(judged, triples, verifier)
    whole = _unentailed(judged, [[example.answer] for example in judged.examples], verifier)
    kept = [n for n in range(len(triples)) if len(by_triple[n]) and len(whole[n])]
    scores = {
        "triples": [by_triple[n].max() for n in kept],
        "mean of triples": [by_triple[n].mean() for n in kept],
        "whole answer": [whole[n][0] for n in kept],
        "kea": judged.scores[kept].tolist(),
    }
    columns = {name: np.array(values, np.float64) for name, values in scores.items()}
    return judged.at(kept), columns


def _published(name: str, rows: Rows) -> list[Cell]:
    printed = paper.GRAPHEVAL_BALANCED_ACCURACY.get(name)
    if printed is None:
        return []
    row = f"{name}, GraphEval with TrueTeacher as published"
    return [rows.fact(row, "balanced_accuracy", None, printed)]


def claimed(verdict: Verdict) -> list[Triple]:
    """Return the triples that ``kea`` read off the answer."""
    return [view.triple for view in verdict.triples if view.side == "answer"]


def as_sentence(triple: Triple) -> str:
    """Write a triple as a hypothesis.

    >>> as_sentence(("Vienna", "lies on", "Danube"))
    'Vienna lies on Danube.'
    """
    return f"{' '.join(triple)}."


def _unentailed(
    judged: Judged, hypotheses: Sequence[Sequence[str]], verifier: Verifier
) -> list[Floats]:
    """Return 1 - entailment of each answer's hypotheses that the verifier could judge."""
    pairs = [
        [Pair(_premise(example), hypothesis) for hypothesis in texts]
        for example, texts in zip(judged.examples, hypotheses, strict=True)
    ]
    said = verifier.verify(list(chain.from_iterable(pairs)))
    fine = np.array([i not in said.problems for i in range(len(said.entailment))], bool)
    ends = np.cumsum([len(texts) for texts in pairs])
    bounds = zip([0, *ends[:-1]], ends, strict=True) if pairs else ()
    return [1.0 - said.entailment[low:high][fine[low:high]] for low, high in bounds]


def _premise(example: Example) -> str:
    return "\n\n".join(passage.text for passage in example.passages)
