"""Haystack: an evaluator component, with the inputs and outputs of ``FaithfulnessEvaluator``.

>>> evaluator = GroundednessEvaluator()
>>> passages = ["The battery is covered for 24 months."]
>>> found = evaluator.run(["How long?"], [passages], ["The battery is covered for 24 months."])
>>> found["results"][0]["label"]
'grounded'
"""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING, Any

from groundgraph.api import check_many
from groundgraph.integrations.scores import needed, scored, texts_of

with needed("Haystack", "haystack"):
    from haystack import component

if TYPE_CHECKING:
    from groundgraph.api import What
    from groundgraph.types import Verdict


@component
class GroundednessEvaluator:
    """Groundedness of predicted answers in their contexts, higher is better.

    An answer that could not be checked has the score NaN and the status "error", as a failed one of
    Haystack's own evaluators, and is left out of the mean.

    Args:
        detector: As for `groundgraph.check`; a name or folder in a pipeline that is saved.
    """

    def __init__(self, detector: Any = "fused") -> None:
        self.detector: What = detector

    @component.output_types(
        score=float, individual_scores=list[float], results=list[dict[str, Any]]
    )
    def run(
        self,
        questions: list[str],
        contexts: list[list[str]],
        predicted_answers: list[str],
    ) -> dict[str, Any]:
        """Judge the answers at once.

        Args:
            questions: One a predicted answer.
            contexts: The passages of each; texts or documents.
            predicted_answers: What is judged.

        Returns:
            ``score``, the mean of those that could be checked, NaN where none could;
            ``individual_scores``; and ``results``, each with ``score``, ``status``, ``label``,
            ``reason``, ``statements``, ``statement_scores`` and ``metadata``.

        Raises:
            ValueError: When the three lists are not of one length.
        """
        lengths = len(questions), len(contexts), len(predicted_answers)
        if len({*lengths}) > 1:
            raise ValueError(
                "questions, contexts and predicted_answers must be as long as each other, found "
                f"{lengths[0]}, {lengths[1]} and {lengths[2]}"
            )
        rows = [
            {"question": question, "passages": texts_of(context), "answer": answer}
            for question, context, answer in zip(
                questions, contexts, predicted_answers, strict=True
            )
        ]
        results = [_result(verdict) for verdict in check_many(rows, detector=self.detector)]
        scores = [result["score"] for result in results]
        known = [score for score in scores if not math.isnan(score)]
        mean = fmean(known) if known else math.nan
        return {"score": mean, "individual_scores": scores, "results": results}


def _result(verdict: Verdict) -> dict[str, Any]:
    found = scored(verdict)
    return {
        "score": math.nan if found.score is None else found.score,
        "status": "error" if found.score is None else "evaluated",
        "label": found.label,
        "reason": found.reason,
        "statements": [finding.claim.text for finding in verdict.findings],
        "statement_scores": [
            math.nan if finding.score is None else round(1.0 - finding.score, 6)
            for finding in verdict.findings
        ],
        "metadata": found.metadata,
    }
