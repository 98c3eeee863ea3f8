"""LangChain: a step of a chain that adds the verdict to what passes.

::

    chain = retrieve | answer | GroundednessCheck()
    chain.invoke({"question": "How long?"})["verdict"].label
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from groundgraph.api import acheck, check, check_many
from groundgraph.errors import InputError
from groundgraph.integrations.scores import needed, row_of

with needed("LangChain", "langchain"):
    from langchain_core.runnables import Runnable

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig

    from groundgraph.api import What

Fields = Mapping[str, Any]


class GroundednessCheck(Runnable[Fields, dict[str, Any]]):
    """Takes a mapping with an answer and its passages, and returns it with the verdict.

    The names of the fields are those of `groundgraph.integrations.scores.row_of`; passages may be
    documents. ``verdict`` is a `groundgraph.Verdict`, so that the next step reads its label:
    "grounded", "hallucinated", or "unverifiable" where the answer could not be checked.

    Args:
        detector: As for `groundgraph.check`.
        output_key: The field of the verdict.
    """

    def __init__(self, detector: What = "fused", output_key: str = "verdict") -> None:
        self.detector = detector
        self.output_key = output_key

    def invoke(
        self,
        input: Fields,  # noqa: A002 - LangChain's name
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """Judge one answer.

        Raises:
            InputError: When the answer or the passages are not there.
        """
        return self._call_with_config(self._one, input, config, **kwargs)

    async def ainvoke(
        self,
        input: Fields,  # noqa: A002 - LangChain's name
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """Judge one answer while the event loop goes on; raises as `invoke` does."""
        return await self._acall_with_config(self._one_apart, input, config, **kwargs)

    def batch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """Judge several answers at once; raises as `invoke` does."""
        return self._batch_with_config(
            self._many, inputs, config, return_exceptions=return_exceptions, **kwargs
        )

    def _one(self, fields: Fields) -> dict[str, Any]:
        return self._with(fields, check(**row_of(fields), detector=self.detector))

    async def _one_apart(self, fields: Fields) -> dict[str, Any]:
        return self._with(fields, await acheck(**row_of(fields), detector=self.detector))

    def _many(self, inputs: list[Any]) -> list[dict[str, Any] | Exception]:
        """Return one output or error for each input."""
        rows = [_read(fields) for fields in inputs]
        readable = [row for row in rows if not isinstance(row, InputError)]
        verdicts = iter(check_many(readable, detector=self.detector))
        return [
            row if isinstance(row, InputError) else self._with(fields, next(verdicts))
            for fields, row in zip(inputs, rows, strict=True)
        ]

    def _with(self, fields: Fields, verdict: Any) -> dict[str, Any]:
        return {**fields, self.output_key: verdict}


def _read(fields: Fields) -> dict[str, Any] | InputError:
    try:
        return row_of(fields)
    except InputError as error:
        return error
