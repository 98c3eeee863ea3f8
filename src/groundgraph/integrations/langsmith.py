"""LangSmith: an evaluator for ``evaluate``.

::

    evaluate(app, data="my dataset", evaluators=[GroundednessEvaluator()])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.api import check
from groundgraph.integrations.scores import NAME, needed, row_of, scored

with needed("LangSmith", "langsmith"):
    from langsmith.evaluation import EvaluationResult, RunEvaluator

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from langsmith.schemas import Example, Run

    from groundgraph.api import What

    Row = Callable[[Run, Example | None], Mapping[str, Any]]


def fields_of(run: Run, example: Example | None) -> dict[str, Any]:
    """Return what the application was asked and what it returned; see `row_of`.

    The question is read off the example's inputs, where there is an example, else off the run's.
    """
    asked = run.inputs if example is None else example.inputs
    return {**(asked or {}), **(run.outputs or {})}


class GroundednessEvaluator(RunEvaluator):
    """Groundedness of what an application returned, higher is better.

    An answer that could not be checked has no score, the value "unverifiable" and the reason as its
    comment: LangSmith leaves it out of the average.

    Args:
        detector: As for `groundgraph.check`.
        fields: Gives the fields of a run; the application returns its answer and passages under
            one of the names of `groundgraph.integrations.scores.row_of` unless this is given.
    """

    def __init__(self, detector: What = "fused", fields: Row = fields_of) -> None:
        self.detector = detector
        self.fields = fields

    @property
    def feedback_keys(self) -> list[str]:
        """The one key of the feedback."""
        return [NAME]

    def evaluate_run(
        self, run: Run, example: Example | None = None, evaluator_run_id: UUID | None = None
    ) -> EvaluationResult:
        """Judge one run.

        Raises:
            InputError: When the answer or the passages are not among the fields.
        """
        found = scored(check(**row_of(self.fields(run, example)), detector=self.detector))
        return EvaluationResult(
            key=NAME,
            score=found.score,
            value=found.label,
            comment=found.reason,
            metadata=found.metadata,
            source_run_id=evaluator_run_id,
        )
