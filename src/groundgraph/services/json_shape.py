"""The part of JSON Schema that a reply is checked by: types, members, items, enumerations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
KEYWORDS = frozenset(
    """$schema additionalProperties default description enum items maxItems minItems properties
    required title type""".split()
)


def misfit(value: Any, schema: Mapping[str, Any], where: str = "reply") -> str:
    """Say how a JSON value breaks a schema, "" where it fits.

    Args:
        value: What `json.loads` returned.
        schema: May use `KEYWORDS`; "additionalProperties" counts when it is ``False``.
        where: What to call the value.

    Raises:
        ValueError: When the schema uses another keyword, which would go unchecked.

    >>> misfit({"n": "1"}, {"type": "object", "properties": {"n": {"type": "number"}}})
    'reply.n is a text, expected number'
    """
    unknown = schema.keys() - KEYWORDS
    if unknown:
        raise ValueError(
            f"schema keywords {sorted(unknown)} are not checked; use {sorted(KEYWORDS)}"
        )
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is_a(value, kind) for kind in kinds):
        return f"{where} is {_named(value)}, expected {' or '.join(kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} is none of {schema['enum']}"
    if isinstance(value, dict):
        return _member_misfit(value, schema, where)
    if isinstance(value, list):
        return _item_misfit(value, schema, where)
    return ""


def _member_misfit(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> str:
    known = schema.get("properties", {})
    missing = [name for name in schema.get("required", ()) if name not in value]
    if missing:
        return f"{where} lacks {', '.join(missing)}"
    if schema.get("additionalProperties") is False and value.keys() - known.keys():
        return f"{where} has members that the schema does not name"
    found = (misfit(value[name], known[name], f"{where}.{name}") for name in known if name in value)
    return next(filter(None, found), "")


def _item_misfit(value: list[Any], schema: Mapping[str, Any], where: str) -> str:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        return f"{where} has {len(value)} items, expected {least} to {most}"
    rule = schema.get("items", {})
    found = (misfit(item, rule, f"{where}[{number}]") for number, item in enumerate(value))
    return next(filter(None, found), "")


def _is_a(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _named(value: Any) -> str:
    if isinstance(value, bool):
        return "a truth value"
    names = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return names.get(type(value), "a number")
