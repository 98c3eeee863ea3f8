"""What the weights of `fused` are fitted on: answers as they were measured, with their trees."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from training.fused.corpora import LEFT_OUT, RAGTRUTH, corpora, unseen
from training.fused.measuring import measured
from training.fused.trees import KEPT
from training.fused.weights import Known

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.detector import Fused
    from groundgraph.types import Example
    from training.fused.corpora import Corpus
    from training.fused.measuring import Rows
    from training.fused.steps import Beside
    from training.job import Job

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Material:
    """What the weights are fitted on.

    Attributes:
        ragtruth: RAGTruth's answers that the reader was not shown.
        known: Of each corpus.
    """

    ragtruth: Corpus
    known: dict[str, Known]

    @property
    def unseen(self) -> Known:
        """What is known of RAGTruth's."""
        return self.known[RAGTRUTH]

    @property
    def examples(self) -> list[Example]:
        """RAGTruth's answers that could be checked."""
        return [self.ragtruth.answers[n] for n in self.unseen.rows.places.tolist()]

    @property
    def left_out(self) -> list[str]:
        """The corpora left out that are at hand."""
        return [name for name in LEFT_OUT if name in self.known]


def gathered(job: Job, how: Beside, detector: Fused, *, others: bool = True) -> Material:
    """Measure RAGTruth's answers, and the other corpora."""
    kept = dict(np.load(job.work / KEPT))
    ragtruth = unseen(job.data, kept["ids"].tolist(), how.sources)
    rows = measured(detector, ragtruth, job.work)
    ids = [ragtruth.answers[n].id for n in rows.places.tolist()]
    found = {RAGTRUTH: Known(rows, *kept_trees(kept, ids, rows))}
    assert detector.head is not None
    trees = replace(detector.head, shift=None)
    for corpus in corpora(job.data, how.rows) if others else ():
        rows = measured(detector, corpus, job.work)
        if 0 < rows.labels.sum() < len(rows.labels):
            found[corpus.name] = Known(rows, *trees.log_odds(rows.table))
    return Material(ragtruth, found)


def kept_trees(
    kept: Mapping[str, NDArray[Any]], ids: Sequence[str], rows: Rows
) -> tuple[Floats, Floats]:
    """Return what trees that had not seen the evidence say of claims and answers.

    Raises:
        ValueError: When they were fitted on answers that were cut otherwise.
    """
    place = {name: number for number, name in enumerate(kept["ids"].tolist())}
    bounds = np.searchsorted(kept["owner"], np.arange(len(place) + 1))
    own = [place[name] for name in ids]
    if np.any(np.diff(bounds)[own] != np.bincount(rows.owner, minlength=len(ids))):
        raise ValueError(f"{KEPT} is of other claims than these answers make; do step trees again")
    claims = [kept["claim_trees"][bounds[n] : bounds[n + 1]] for n in own]
    return np.concatenate(claims), kept["answer_trees"][own]
