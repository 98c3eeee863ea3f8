"""LlamaIndex: an evaluator for ``evaluate_response`` and ``BatchEvalRunner``.

>>> evaluator = GroundednessEvaluator()
>>> passages = ["The battery is covered for 24 months."]
>>> found = evaluator.evaluate("How long?", "It is covered for 24 months.", passages)
>>> found.passing
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.api import acheck
from groundgraph.integrations.scores import needed, scored

with needed("LlamaIndex", "llamaindex"):
    from llama_index.core.evaluation import BaseEvaluator, EvaluationResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.api import What


class GroundednessEvaluator(BaseEvaluator):
    """Groundedness of a response in its contexts, higher is better.

    A response that could not be checked is an invalid result with its reason, without score and
    without ``passing``.

    Args:
        detector: As for `groundgraph.check`.
    """

    def __init__(self, detector: What = "fused") -> None:
        self.detector = detector

    def _get_prompts(self) -> dict[str, Any]:
        return {}

    def _update_prompts(self, prompts: dict[str, Any]) -> None:
        """Take no prompts: there is no model that they would be shown to."""

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Judge one response; ``kwargs`` are other fields of `groundgraph.Example`.

        Raises:
            ValueError: When the response or the contexts are missing.
        """
        if response is None or contexts is None:
            raise ValueError("contexts and response must be provided")
        given = {"question": query or "", "answer": response, "passages": list(contexts)}
        found = scored(await acheck(**given, detector=self.detector, **kwargs))
        return EvaluationResult(
            query=query,
            response=response,
            contexts=list(contexts),
            passing=found.passed,
            score=found.score,
            feedback=found.reason,
            invalid_result=found.score is None,
            invalid_reason=found.metadata["reason"] if found.score is None else None,
        )
