"""MLflow: a scorer for ``mlflow.genai.evaluate``.

>>> scorer = Groundedness()
>>> answer = "The battery is covered for 24 months."
>>> outputs = {"response": answer, "context": ["The battery is covered for 24 months."]}
>>> scorer(inputs={"question": "How long?"}, outputs=outputs).metadata["label"]
'grounded'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from groundgraph.api import check
from groundgraph.errors import InputError
from groundgraph.integrations.scores import NAME, needed, row_of, scored

with needed("MLflow", "mlflow"):
    from mlflow.entities import AssessmentError, AssessmentSource, Feedback, SpanType, Trace
    from mlflow.genai.scorers import Scorer


class Groundedness(Scorer):
    """Groundedness of an application's output, higher is better.

    The passages are among the outputs or inputs, under one of the names of
    `groundgraph.integrations.scores.row_of`, or else what the retriever spans of the trace
    returned. An answer that could not be checked has an error in place of a value.

    Attributes:
        name: Of the feedback.
        detector: As for `groundgraph.check`.
    """

    name: str = NAME
    detector: Any = "fused"

    def __call__(
        self, *, inputs: Any = None, outputs: Any = None, trace: Trace | None = None
    ) -> Feedback:
        """Judge one row.

        Args:
            inputs: What the application was given.
            outputs: Its answer, or a mapping with the answer.
            trace: How it came about.

        Raises:
            InputError: When there is no answer, or no passages.
        """
        found = scored(check(**_row(inputs, outputs, trace), detector=self.detector))
        error = None
        if found.score is None:
            error = AssessmentError("UNVERIFIABLE", found.metadata["reason"])
        return Feedback(
            name=self.name,
            value=found.score,
            error=error,
            source=AssessmentSource("CODE", "groundgraph"),
            rationale=found.reason,
            metadata={name: _text(value) for name, value in found.metadata.items()},
        )


def _row(inputs: Any, outputs: Any, trace: Trace | None) -> dict[str, Any]:
    asked = inputs if isinstance(inputs, Mapping) else {"input": inputs}
    given = outputs if isinstance(outputs, Mapping) else {"output": outputs}
    try:
        return row_of(asked, given)
    except InputError as error:
        retrieved = _retrieved(trace)
        if error.field != "passages" or not retrieved:
            raise
    return row_of(asked, given, {"passages": retrieved})


def _retrieved(trace: Trace | None) -> list[Any]:
    """Return the documents of the retriever spans, each once, in order."""
    spans = [] if trace is None else trace.search_spans(span_type=SpanType.RETRIEVER)
    documents = [document for span in spans for document in span.outputs or ()]
    return [each for place, each in enumerate(documents) if each not in documents[:place]]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
