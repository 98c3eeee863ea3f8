"""Which values the fields of registered classes may have, read off their annotations.

An annotation counts as far as it can be understood: plain types, literals, tuples, mappings,
unions, registered classes and protocols. Whatever else it says, any plain value fits.
"""

from __future__ import annotations

import builtins
import collections.abc
import dataclasses
import math
import re
import sys
import types
import typing
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from groundgraph import protocols
from groundgraph.registry import SPECIFIED

_NUMBERS = (int, float)
_MOST = 2**63
_SHOWN = 60
_WORDS: dict[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a finite number",
    str: "a text",
    types.NoneType: "null",
    Any: "a plain value",
}


class Parameter(NamedTuple):
    """A field of a registered class, and the types that it may have."""

    field: dataclasses.Field[Any]
    options: tuple[Any, ...]


@cache
def parameters_of(thing: type) -> dict[str, Parameter]:
    """Return the parameters of a registered class by name; ``{}`` where it is no dataclass."""
    if not dataclasses.is_dataclass(thing):
        return {}
    fields = [field for field in dataclasses.fields(thing) if field.init]
    return {field.name: Parameter(field, options_of(_resolved(field, thing))) for field in fields}


def options_of(annotation: Any) -> tuple[Any, ...]:
    """Return the types of a union, or the one type."""
    if typing.get_origin(annotation) in {typing.Union, types.UnionType}:
        return tuple(one for each in typing.get_args(annotation) for one in options_of(each))
    return (annotation,)


def inside(options: Sequence[Any], kind: type) -> tuple[Any, ...] | None:
    """Return the types inside the option that is of a kind; ``None`` where none is.

    Args:
        options: Types that a value may have.
        kind: `Mapping`, for key and value; or `Sequence`, for each item, or one and `...`.
    """
    for option in options:
        origin = typing.get_origin(option) or option
        if origin is Any:
            return (Any,)
        if isinstance(origin, type) and issubclass(origin, kind) and origin is not str:
            types_inside = typing.get_args(option) or (Any,)
            many = issubclass(origin, Sequence) and origin is not tuple
            return (types_inside[0], ...) if many else types_inside
    return None


def is_plain(value: object, options: Sequence[Any]) -> bool:
    """Say whether a number, text, truth value or ``None`` is of one of some types."""
    return any(_is_plain(value, option) for option in options)


def all_plain(values: Sequence[Any], option: Any) -> bool:
    """Say whether all are numbers, or texts, of a type; thousands are seen at once."""
    found = set(map(type, values))
    if option is str:
        return found <= {str}
    if option is int:
        return found <= {int} and all(map(_MOST.__gt__, map(abs, values)))
    try:
        return option is float and found <= set(_NUMBERS) and all(map(math.isfinite, values))
    except OverflowError:
        return False


def is_a(thing: type, options: Sequence[Any]) -> bool:
    """Say whether a registered class is what a field is for: a class, or a protocol's methods."""
    return any(_is_a(thing, option) for option in options)


def words(options: Sequence[Any]) -> str:
    """Say in words what is expected, such as "a finite number or null"."""
    return " or ".join(dict.fromkeys(_word(option) for option in options))


def shown(value: object) -> str:
    """Return a value as a message shows it: short, and on one line."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    try:
        text = repr(value)
    except ValueError:  # of thousands of digits
        text = "a huge number"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _is_plain(value: Any, option: Any) -> bool:
    if option is Any:
        return is_plain(value, tuple(_WORDS)[:-1])
    if option is types.NoneType or option is None:
        return value is None
    if typing.get_origin(option) is Literal:
        return any(value == each and type(value) is type(each) for each in typing.get_args(option))
    if isinstance(value, bool) or option not in _NUMBERS:
        return (option is bool or option is str) and isinstance(value, option)
    if isinstance(value, int):
        return abs(value) < _MOST if option is int else abs(value) <= sys.float_info.max
    return option is float and isinstance(value, float) and math.isfinite(value)


def _is_a(thing: type, option: Any) -> bool:
    # To Python 3.10 the likes of `tuple[str, ...]` are types too.
    if option is Any or typing.get_origin(option) or not isinstance(option, type):
        return option is Any
    if getattr(option, "_is_protocol", False):
        wanted = [name for name in vars(option) if not name.startswith("_")]
        return all(hasattr(thing, name) or name in parameters_of(thing) for name in wanted)
    return issubclass(thing, option)


def _word(option: Any) -> str:
    if option in _WORDS:
        return _WORDS[option]
    if typing.get_origin(option) is Literal:
        return " or ".join(map(repr, typing.get_args(option)))
    if inside((option,), Mapping):
        return "an object"
    if inside((option,), Sequence):
        return "a list"
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", getattr(option, "__name__", str(option))).lower()
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


class _Names(dict[str, Any]):
    """What the words of an annotation mean, also of those that only type checkers import."""

    def __missing__(self, name: str) -> Any:
        for module in (collections.abc, typing, protocols):
            if hasattr(module, name):
                return getattr(module, name)
        found = (registry.class_named(name) for registry in SPECIFIED.values())
        return next((each for each in found if each is not None), Any)


def _resolved(field: dataclasses.Field[Any], thing: type) -> Any:
    """Return the type that a field's annotation means, `Any` where it cannot be told."""
    if not isinstance(field.type, str):
        return field.type
    owners = (each for each in thing.__mro__ if field.name in vars(each).get("__annotations__", {}))
    names = _Names(vars(builtins))
    names.update(vars(sys.modules[next(owners, thing).__module__]))
    holder = types.SimpleNamespace(__annotations__={"field": field.type})
    try:
        return typing.get_type_hints(holder, {}, names)["field"]
    except (NameError, TypeError, SyntaxError, AttributeError):
        return Any
