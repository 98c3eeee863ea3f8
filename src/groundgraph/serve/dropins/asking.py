"""What the drop-ins have in common: a body in, one answer judged, what cannot be said refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from groundgraph.errors import InputError
from groundgraph.serve.checks import json_of
from groundgraph.serve.errors import DeadlineError, DetectorError, UnverifiableError
from groundgraph.serve.limits import unless_hung_up
from groundgraph.serve.rows import row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import Request

    from groundgraph.serve.judging import Judges, Record
    from groundgraph.serve.settings import Settings
    from groundgraph.types import Example

Body = TypeVar("Body", bound=BaseModel)
_FAILURES = {error.__name__: error for error in (DeadlineError, DetectorError)}


async def read(request: Request, shape: type[Body]) -> Body:
    """Return the body of a request.

    Raises:
        InputError: When it is not of the shape; says where.
    """
    try:
        return shape.model_validate(await json_of(request), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "body"
        raise InputError(f"field {field!r}: {first['msg']}", field=field) from None


class Asking:
    """Has the answers of drop-ins judged.

    Args:
        settings: Of the server.
        judges: Of the process.
    """

    def __init__(self, settings: Settings, judges: Judges) -> None:
        self._settings = settings
        self._judges = judges

    @property
    def default(self) -> str:
        """The name of the detector that judges by default."""
        return self._settings.default

    @property
    def names(self) -> Sequence[str]:
        """The names of the detectors."""
        return list(self._judges.specs)

    @property
    def until(self) -> float:
        """The loop's time at which a request that begins is given up."""
        return asyncio.get_running_loop().time() + self._settings.deadline

    async def record(self, request: Request, example: Example, name: str | None = None) -> Record:
        """Return the verdict row of an answer, whatever its label.

        Raises:
            InputError: When the answer is over a limit.
            RefusedError: When it was not judged.
        """
        row = row_of(example, 1, self._settings.limits)
        judging = self._judges.record(row, self._judges.name(name), self.until)
        record = await unless_hung_up(request, judging)
        if error := record.get("error"):
            raise _FAILURES.get(error["type"], DetectorError)(error["message"])
        return record

    async def said(self, request: Request, example: Example) -> tuple[Record, dict[str, Any]]:
        """Return the verdict row, and what the response says beside the other side's own fields.

        Raises:
            UnverifiableError: When the answer could not be checked and the server fails closed. An
                empty answer has no words that could be unsupported, and is no such case.
        """
        record = await self.record(request, example)
        if record["label"] != "unverifiable":
            return record, {}
        if self._settings.fail == "closed" and example.answer.strip():
            raise UnverifiableError(f"unverifiable: {record['reason']}")
        return record, {"unverifiable": record["reason"]}

    @property
    def judges(self) -> Judges:
        """The judges of the process."""
        return self._judges

    @property
    def fails_closed(self) -> bool:
        """Whether what could not be checked does not pass."""
        return self._settings.fail == "closed"


def spans_in(record: Record, answer: str) -> list[dict[str, Any]]:
    """Return the spans of a verdict, each with its text and an explanation.

    The whole answer is one where it is hallucinated and the detector does not say which of its
    words are: no spans would read as "nothing found".
    """
    spans = record["spans"]
    if not spans and record["label"] == "hallucinated":
        score = record["hallucination_score"]
        spans = [{"start": 0, "end": len(answer), "kind": "unsupported", "score": score}]
    return [
        {**s, "text": answer[s["start"] : s["end"]], "explanation": _explanation(record, s)}
        for s in spans
    ]


def _explanation(record: Record, span: dict[str, Any]) -> str:
    """Return that of a claim that the span stands in."""
    own = [
        finding["explanation"]
        for finding in record["findings"]
        if finding["start"] < span["end"] and span["start"] < finding["end"]
    ]
    return next(filter(None, own), f"{span['kind']} by the evidence")
