"""ragas: a metric, with the arguments of ``Faithfulness``.

>>> metric = Groundedness()
>>> answer = "The battery is covered for 24 months."
>>> passages = ["The battery is covered for 24 months."]
>>> metric.score(user_input="How long?", response=answer, retrieved_contexts=passages).value > 0.5
True
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any

from groundgraph.api import check_many
from groundgraph.integrations.scores import NAME, needed, row_of, scored

with needed("ragas", "ragas"):
    from ragas.metrics.collections import BaseMetric
    from ragas.metrics.result import MetricResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.api import What
    from groundgraph.types import Verdict


class Groundedness(BaseMetric):
    """Groundedness of a response in its retrieved contexts, higher is better.

    A response that could not be checked has the value NaN, which ragas leaves out of means, and
    the reason. ``traces["output"]`` holds claims and spans.

    Args:
        detector: As for `groundgraph.check`.
        name: Of the metric.
    """

    def __init__(self, detector: What = "fused", name: str = NAME) -> None:
        self.detector = detector
        super().__init__(name=name)

    async def ascore(
        self, response: str, retrieved_contexts: Sequence[str], user_input: str = ""
    ) -> MetricResult:
        """Judge one response while the event loop goes on."""
        given = {"response": response, "retrieved_contexts": retrieved_contexts}
        [result] = await self.abatch_score([{**given, "user_input": user_input}])
        return result

    async def abatch_score(self, inputs: list[dict[str, Any]]) -> list[MetricResult]:
        """Judge several responses at once; each with the arguments of `ascore`.

        Raises:
            InputError: When a response or its contexts are missing, or no texts.
        """
        rows = [row_of(fields) for fields in inputs]
        verdicts = await asyncio.to_thread(check_many, rows, detector=self.detector)
        return [_result(verdict) for verdict in verdicts]


def _result(verdict: Verdict) -> MetricResult:
    found = scored(verdict)
    value = math.nan if found.score is None else found.score
    return MetricResult(value=value, reason=found.reason, traces={"output": found.metadata})
