"""DeepEval: a metric for ``evaluate`` and ``assert_test``.

>>> from deepeval.test_case import LLMTestCase
>>> metric = GroundednessMetric()
>>> passages = ["The battery is covered for 24 months."]
>>> answer = "The battery is covered for 24 months."
>>> case = LLMTestCase(input="How long?", actual_output=answer, retrieval_context=passages)
>>> _ = metric.measure(case)
>>> metric.is_successful()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from groundgraph.api import acheck, check
from groundgraph.integrations.scores import NAME, needed, row_of, scored

with needed("DeepEval", "deepeval"):
    from deepeval.errors import MissingTestCaseParamsError
    from deepeval.metrics import BaseMetric
    from deepeval.test_case import LLMTestCase, RetrievedContextData, SingleTurnParams

if TYPE_CHECKING:
    from groundgraph.api import What
    from groundgraph.types import Verdict

_NEEDED = (SingleTurnParams.ACTUAL_OUTPUT, SingleTurnParams.RETRIEVAL_CONTEXT)


class GroundednessMetric(BaseMetric):
    """Groundedness of ``actual_output`` in ``retrieval_context``, higher is better.

    An answer that could not be checked has no score, the reason as ``error``, and is not
    successful.

    Args:
        threshold: From which score on a test case passes; ``None`` leaves it to the detector.
        detector: As for `groundgraph.check`.

    Attributes:
        verdict: Of the last test case.
    """

    _required_params: ClassVar[list[SingleTurnParams]] = [SingleTurnParams.INPUT, *_NEEDED]

    def __init__(self, threshold: float | None = None, detector: What = "fused") -> None:
        # DeepEval copies a metric by the names of these arguments in its `vars`.
        self.__dict__.update(threshold=threshold, detector=detector)
        self.evaluation_model = "groundgraph"
        self.include_reason = True
        self.verdict: Verdict | None = None
        self.score: float | None = None
        self.reason: str | None = None
        self.error: str | None = None

    @property
    def threshold(self) -> float:
        """The threshold that was given, else that of the last verdict.

        Before the first verdict it is 0.5, since DeepEval runs no metrics without a threshold.
        """
        given = self.__dict__["threshold"]
        if given is not None:
            return float(given)
        own = None if self.verdict is None else self.verdict.threshold
        return 0.5 if own is None else round(1.0 - own, 6)

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """Return the score of a test case; ``None`` when it could not be checked.

        Raises:
            MissingTestCaseParamsError: When it has no answer or no retrieval context.
        """
        return self._take(check(**self._row(test_case), detector=self.detector))

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float | None:
        """Return what `measure` does, while the event loop goes on."""
        return self._take(await acheck(**self._row(test_case), detector=self.detector))

    def is_successful(self) -> bool:
        """Say whether the last test case passes."""
        if self.error is not None or self.verdict is None or self.score is None:
            self.success = False
        elif self.__dict__["threshold"] is None:
            self.success = self.verdict.label == "grounded"
        else:
            self.success = self.score >= self.threshold
        return self.success

    @property
    def __name__(self) -> str:
        """The name in DeepEval's tables."""
        return NAME.capitalize()

    def _row(self, test_case: LLMTestCase) -> dict[str, Any]:
        self.verdict, self.score, self.reason, self.error = None, None, None, None
        missing = [each.value for each in _NEEDED if getattr(test_case, each.value) is None]
        if missing:
            raise MissingTestCaseParamsError(
                f"{', '.join(missing)} cannot be None for the {self.__name__} metric"
            )
        contexts = [
            each.context if isinstance(each, RetrievedContextData) else each
            for each in test_case.retrieval_context
        ]
        answer = test_case.actual_output
        return row_of({"question": test_case.input, "answer": answer, "passages": contexts})

    def _take(self, verdict: Verdict) -> float | None:
        found = scored(verdict)
        self.verdict, self.score, self.reason = verdict, found.score, found.reason
        self.score_breakdown = found.metadata
        self.error = found.reason if found.score is None else None
        self.is_successful()
        return self.score
