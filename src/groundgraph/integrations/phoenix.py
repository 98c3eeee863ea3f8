"""Phoenix evals: an evaluator, with the fields of ``FaithfulnessEvaluator``.

>>> evaluator = GroundednessEvaluator()
>>> passages = ["The battery is covered for 24 months."]
>>> answer = "The battery is covered for 24 months."
>>> [score] = evaluator.evaluate({"input": "How long?", "output": answer, "context": passages})
>>> score.label
'grounded'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from groundgraph.api import check
from groundgraph.integrations.scores import NAME, needed, row_of, scored

with needed("Phoenix evals", "phoenix"):
    from phoenix.evals import Evaluator, Score

if TYPE_CHECKING:
    from groundgraph.api import What


class GroundednessInput(BaseModel):
    """What is judged."""

    input: str = Field(description="The question.")
    output: str = Field(description="The answer.")
    context: str | list[Any] = Field(description="The passages: a text, or a list of them.")


class GroundednessEvaluator(Evaluator):
    """Groundedness of ``output`` in ``context``, higher is better.

    An answer that could not be checked has a label, "unverifiable", and an explanation, but no
    score. Other names of fields are bound as for any evaluator: ``bind_evaluator``.

    Args:
        detector: As for `groundgraph.check`.
    """

    def __init__(self, detector: What = "fused") -> None:
        super().__init__(
            name=NAME, kind="code", direction="maximize", input_schema=GroundednessInput
        )
        self.detector = detector

    def _evaluate(self, eval_input: dict[str, Any]) -> list[Score]:
        found = scored(check(**row_of(eval_input), detector=self.detector))
        return [
            Score(
                name=self.name,
                score=found.score,
                label=found.label,
                explanation=found.reason,
                metadata=found.metadata,
                kind=self.kind,
                direction=self.direction,
            )
        ]
