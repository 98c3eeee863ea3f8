"""What the weights of `fused` are fitted on: answers as they were measured, with their trees."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.learn.elsewhere import Elsewhere
from groundgraph.learn.shift import Shift
from training.fused.corpora import LEFT_OUT, RAGTRUTH, corpora, unseen
from training.fused.measuring import measured
from training.fused.novelty import forms_of
from training.fused.trees import KEPT
from training.fused.weights import Form, Known

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

_NOWHERE = 1e-9
"""A distance within which no answer lies."""


@dataclass(frozen=True)
class Material:
    """What the weights are fitted on.

    Attributes:
        ragtruth: RAGTruth's answers that the reader was not shown.
        known: Of each corpus.
        form: Which answers are judged as RAGTruth's are.
    """

    ragtruth: Corpus
    known: dict[str, Known]
    form: Form

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
    """Measure RAGTruth's answers, and the other corpora.

    Claims are read by themselves as they will be: of RAGTruth's answers where their form is unlike
    that of the others; and of all answers elsewhere.
    """
    kept = dict(np.load(job.work / KEPT))
    ragtruth = unseen(job.data, kept["ids"].tolist(), how.sources)
    assert detector.head is not None
    assert detector.head.novelty is not None
    home = Form.around(detector.head.novelty, forms_of(ragtruth.answers))
    rows = measured(_judging(detector, home), ragtruth, job.work)
    ids = [ragtruth.answers[n].id for n in rows.places.tolist()]
    found = {RAGTRUTH: Known(rows, *kept_trees(kept, ids, rows))}
    trees = replace(detector.head, shift=None)
    away = _judging(detector, home._replace(near=0.0, far=_NOWHERE))
    for corpus in corpora(job.data, how.rows) if others else ():
        rows = measured(away, corpus, job.work)
        if 0 < rows.labels.sum() < len(rows.labels):
            found[corpus.name] = Known(rows, *trees.log_odds(rows.table))
    return Material(ragtruth, found, home)


def _judging(detector: Fused, form: Form) -> Fused:
    """Return a detector that takes answers for those at home, or elsewhere, by their form."""
    assert detector.head is not None
    elsewhere = Elsewhere(Shift((), ()), *form)
    return replace(detector, head=replace(detector.head, elsewhere=elsewhere))


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
