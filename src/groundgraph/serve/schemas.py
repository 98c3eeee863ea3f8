"""What the description of the interface (OpenAPI 3.1) says of bodies, with examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel

_PASSAGE = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "required": ["text"],
            "properties": {"id": {"type": "string"}, "text": {"type": "string"}},
        },
    ]
}
_TURN = {
    "type": "object",
    "required": ["role", "content"],
    "properties": {
        "role": {"enum": ["user", "assistant", "system", "tool"]},
        "content": {"description": "A text, or parts of type text.", "type": ["string", "array"]},
    },
}
ROW: dict[str, Any] = {
    "type": "object",
    "description": "A row as `groundgraph check` reads it, of any of its dialects.",
    "properties": {
        "id": {"type": "string"},
        "question": {"anyOf": [{"type": "string"}, {"type": "array", "items": _TURN}]},
        "passages": {"type": "array", "items": _PASSAGE},
        "answer": {"type": "string"},
        "triples": {
            "type": "array",
            "items": {"type": "array", "items": {"type": ["string", "number", "boolean"]}},
        },
        "generator": {"type": "string"},
    },
}
_EXAMPLE = {
    "question": "How long is the warranty on the battery?",
    "passages": ["The battery is covered for 24 months."],
    "answer": "The battery is covered for 60 months.",
}
_SPAN = {
    "type": "object",
    "properties": {
        "start": {"type": "integer"},
        "end": {"type": "integer"},
        "text": {"type": "string"},
        "kind": {"enum": ["contradicted", "unsupported"]},
        "score": {"type": "number"},
    },
}
ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["type", "message"],
    "properties": {
        "type": {"type": "string"},
        "message": {"type": "string"},
        "field": {"type": ["string", "null"]},
    },
}
RECORD: dict[str, Any] = {
    "type": "object",
    "description": "A row as `groundgraph check` writes it: a verdict, or an error.",
    "properties": {
        "id": {"type": ["string", "null"]},
        "line": {"type": "integer"},
        "label": {"enum": ["grounded", "hallucinated", "unverifiable"]},
        "hallucination_score": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "threshold": {"type": ["number", "null"]},
        "claim_threshold": {"type": "number"},
        "calibrated": {"type": "boolean"},
        "reason": {"type": "string"},
        "findings": {"type": "array", "items": {"type": "object"}},
        "spans": {"type": "array", "items": _SPAN},
        "error": ERROR,
    },
}
_REFUSED = {
    "type": "object",
    "required": ["error", "detail"],
    "properties": {"error": ERROR, "detail": {"type": "string"}},
}
_MEANINGS = {
    400: "A body that cannot be used",
    401: "No valid token",
    404: "No such detector or guard",
    408: "The body stopped coming",
    413: "The body, or the list, is over its limit",
    415: "A body that is compressed, or of another type",
    422: "A row that cannot be read; or, of a drop-in, an answer that could not be checked",
    429: "The queue is full; Retry-After says when to try again",
    503: "The detector failed",
    504: "Not judged within the deadline",
}


def refusals(*without: int) -> dict[int | str, dict[str, Any]]:
    """Return what is said of the statuses that every judging route may answer with."""
    content = {"application/json": {"schema": _REFUSED}}
    told: dict[int | str, dict[str, Any]] = {
        status: {"description": text, "content": content} for status, text in _MEANINGS.items()
    }
    for status in without:
        del told[status]
    return told


def body(schema: dict[str, Any], example: Any, media: str = "application/json") -> dict[str, Any]:
    """Return what is said of one kind of body."""
    return {media: {"schema": schema, "examples": {"example": {"value": example}}}}


def of_model(model: type[BaseModel], *, by_alias: bool = True) -> dict[str, Any]:
    """Return the schema of a body, with what it refers to in the place of each reference.

    A description has its shared parts elsewhere than a schema that stands alone.
    """
    schema = model.model_json_schema(by_alias=by_alias)
    parts = schema.pop("$defs", {})

    def whole(value: Any) -> Any:
        if isinstance(value, list):
            return [whole(each) for each in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            return whole(parts[value["$ref"].rpartition("/")[2]])
        return {name: whole(each) for name, each in value.items()}

    found: dict[str, Any] = whole(schema)
    return found


def answers(
    schema: dict[str, Any],
    example: Any,
    told: str,
    others: Mapping[str, dict[str, Any]] | None = None,
) -> dict[int | str, dict[str, Any]]:
    """Return what is said of a response.

    Args:
        schema: Of the body.
        example: Of it.
        told: What it is.
        others: Schemas of the bodies of other types that it may have.
    """
    more = {media: {"schema": each} for media, each in (others or {}).items()}
    return {200: {"description": told, "content": {**body(schema, example), **more}}, **refusals()}


def asked(content: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of a request."""
    return {"requestBody": {"required": True, "content": content}}


def parameter(name: str, told: str) -> dict[str, Any]:
    """Return what is said of a parameter of the query."""
    return {"name": name, "in": "query", "schema": {"type": "string"}, "description": told}


ROWS = {"anyOf": [ROW, {"type": "array", "items": ROW}]}
RECORDS = {"anyOf": [RECORD, {"type": "array", "items": RECORD}]}
EXAMPLE = _EXAMPLE
EXAMPLE_RECORD = {
    "id": "row-1",
    "line": 1,
    "label": "hallucinated",
    "hallucination_score": 0.73,
    "threshold": 0.45,
    "calibrated": False,
    "reason": "",
    "findings": [
        {
            "claim": "The battery is covered for 60 months.",
            "start": 0,
            "end": 37,
            "outcome": "contradicted",
            "score": 0.73,
            "evidence": [],
            "explanation": "Where the answer says “60”, the evidence says “24”.",
        }
    ],
    "spans": [{"start": 27, "end": 29, "kind": "contradicted", "score": 0.73, "text": "60"}],
}
VIEW: dict[str, Any] = {
    "type": "object",
    "description": "Offsets count UTF-16 units, as JavaScript does.",
    "properties": {
        "summary": {"type": "object", "description": "Label, score and texts of the answer"},
        "details": {"type": "object", "description": "Passages, verdicts and the drawn graph"},
    },
}
EXAMPLE_VIEW = {
    "summary": {"line": 1, "label": "hallucinated", "score": 0.73, "claims": 1, "flagged": 1},
    "details": {"passages": [["1", "The battery is covered for 24 months."]]},
}
