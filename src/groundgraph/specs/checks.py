"""What may stand in a spec: registered names, and plain values of the types that their fields have.

All of it is checked before anything is made, and what would reach out of the process is found:
addresses, environment variables, files, models by name. A field says so by its metadata::

    base_url: str = field(metadata={"reach": "url"})
    cache: str = field(default="off", metadata={"reach": "write", "harmless": "off|memory"})

``reach`` is one of `KINDS`, or ``None`` for a field that reaches nothing though its name has one of
the words `OUTWARD`; ``harmless`` is a pattern of values that reach nothing, beside the empty text.
A text field of such a name that says nothing, in another package perhaps, counts as reaching out.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import ModelError, UntrustedError
from groundgraph.registry import DETECTORS, SPECIFIED
from groundgraph.specs.types import (
    Parameter,
    all_plain,
    inside,
    is_a,
    is_plain,
    options_of,
    parameters_of,
    shown,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from groundgraph.registry import Registry

    Trust = bool | Collection[str]

KINDS = {
    "url": "an address that is asked",
    "environment": "an environment variable that is read",
    "write": "a file that is written",
    "read": "a file or folder that is read",
    "model": "a model, downloaded where no folder has that name",
    "detector": "a folder of another detector",
    "undeclared": "its package does not say what it reaches",
}
OUTWARD = frozenset(
    "address api cache dir directory endpoint env environment file files folder host key model "
    "models path paths uri url urls".split()
)
MOST_NESTED = 24
_LONGEST = 300  # characters of a value that the refusal shows
_SECRET = re.compile(r"//[^/@\s]*@")


class Reach(NamedTuple):
    """A value by which a spec reaches out of the process.

    Attributes:
        field: Where it stands, such as "spec.verifier.client.base_url".
        kind: One of `KINDS`.
        value: What stands there.
    """

    field: str
    kind: str
    value: str


def check_spec(spec: Any) -> list[Reach]:
    """Check a spec, or a value that `groundgraph.specs.describe` returned, without making it.

    Returns:
        What it reaches out to; of parameters that it leaves out, by their defaults.

    Raises:
        UnknownNameError: When a name is not registered.
        ModelError: When a parameter is unknown, missing, or of another type than its field; says
            where.
    """
    return list(_value(spec, (Any,), "spec", 0))


def refuse_reach(found: Iterable[Reach], trust: Trust, whose: str) -> None:
    """Refuse what reaches out, but for what is trusted.

    Args:
        found: From `check_spec`.
        trust: ``True`` for all, or the values that are meant.
        whose: What the spec is of, for the message.

    Raises:
        UntrustedError: When something is not trusted; lists all of it.
    """
    if trust is True:
        return
    allowed = {trust} if isinstance(trust, str) else {str(value) for value in trust or ()}
    refused = [reach for reach in found if reach.value not in allowed]
    if not refused:
        return
    listed = "\n".join(
        f"  {field} = {_SECRET.sub('//***@', repr(value)):.{_LONGEST}}: {KINDS[kind]}"
        for field, kind, value in refused
    )
    raise UntrustedError(
        f"{whose} reaches out, which a spec may do only when you trust it:\n{listed}\n"
        "If you know where it is from and mean this, say --trust, or --allow VALUE for each value; "
        "in Python load(…, trust=True) or load(…, trust=[values])",
        refused,
    )


def _parts_of(spec: Mapping[str, Any], place: str) -> tuple[Registry, str, Mapping[str, Any]]:
    registry = SPECIFIED.get(spec["kind"])
    if registry is None:
        raise ModelError(
            f"{place} is of unknown kind {shown(spec['kind'])}; expected one of {list(SPECIFIED)}"
        )
    name, parameters = spec.get("name"), spec.get("parameters")
    if not isinstance(name, str) or not isinstance(parameters, Mapping):
        raise ModelError(
            f"{place} needs 'name', a text, and 'parameters', an object; found {_listed(spec)}"
        )
    unknown = set(spec) - {"kind", "name", "parameters", "groundgraph"}
    if unknown:
        raise ModelError(f"{place} holds {_listed(unknown)}, which no spec has")
    return registry, name, parameters


def is_outward(parameter: Parameter) -> bool:
    """Say whether a field must declare what it reaches: it holds text, and its name says so."""
    options = (*parameter.options, *(inside(parameter.options, Sequence) or ()))
    texts = any(option is str or option is Any for option in options)
    return texts and not OUTWARD.isdisjoint(parameter.field.name.split("_"))


def _value(value: Any, options: Sequence[Any], place: str, depth: int) -> Iterator[Reach]:
    """Check a value against the types that it may have, and yield what it reaches."""
    if depth > MOST_NESTED:
        raise ModelError(f"{place} is nested deeper than the {MOST_NESTED} levels that a spec has")
    if isinstance(value, Mapping) and isinstance(value.get("kind"), str):
        yield from _part(value, options, place, depth)
    elif isinstance(value, Mapping):
        yield from _mapping(value, options, place, depth)
    elif isinstance(value, list | tuple):
        yield from _sequence(value, options, place, depth)
    elif not is_plain(value, options):
        raise _misfit(value, options, place)


def _part(
    spec: Mapping[str, Any], options: Sequence[Any], place: str, depth: int
) -> Iterator[Reach]:
    registry, name, given = _parts_of(spec, place)
    thing, owner = registry.get(name), f"{registry.kind} {name!r}"
    if not is_a(thing, options):
        raise ModelError(f"{place} is the {owner}; expected {words(options)}")
    known = parameters_of(thing)
    for key, value in given.items():
        yield from _given(known, key, value, (f"{place}.{key}", owner), depth + 1)
    for key, parameter in known.items():
        if key not in given:
            yield from _default(parameter, f"{place}.{key}", owner)


def _given(
    known: Mapping[str, Parameter], key: str, value: Any, where: tuple[str, str], depth: int
) -> Iterator[Reach]:
    """Check one parameter; those of a class that is no dataclass have no types."""
    place, owner = where
    parameter = known.get(key)
    if known and parameter is None:
        near = difflib.get_close_matches(str(key)[:60], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
        raise ModelError(f"{place[:200]} is no parameter of {owner}; {hint}")
    parameter = parameter or _untyped(str(key))
    if not parameter.field.metadata.get("spec", True) and Any in parameter.options:
        raise ModelError(f"{place} cannot be given in a spec; leave it out")
    yield from _value(value, parameter.options, place, depth)
    yield from reaches_of(parameter, value, place)


def _default(parameter: Parameter, place: str, owner: str) -> Iterator[Reach]:
    """Yield what a parameter that is left out reaches by its default."""
    field = parameter.field
    if field.default is not dataclasses.MISSING:
        yield from _of_instance(parameter, field.default, place)
    elif field.default_factory is not dataclasses.MISSING:
        yield from _of_instance(parameter, field.default_factory(), place)
    else:
        raise ModelError(f"{place} is missing; {owner} cannot be made without it")


def _of_instance(parameter: Parameter, value: object, place: str) -> Iterator[Reach]:
    yield from reaches_of(parameter, value, place)
    kind: Any = type(value)
    for name, own in parameters_of(kind).items():
        yield from _of_instance(own, getattr(value, name), f"{place}.{name}")


def reaches_of(parameter: Parameter, value: Any, place: str) -> Iterator[Reach]:
    """Yield what a field reaches with a value, or with each text of a list."""
    metadata = parameter.field.metadata
    kind = metadata.get("reach", "undeclared" if is_outward(parameter) else None)
    if kind is None:
        return
    for text in value if isinstance(value, list | tuple) else (value,):
        if not isinstance(text, str):  # a part, whose own fields are looked at
            continue
        known = kind == "detector" and text in DETECTORS
        if text and not known and not re.fullmatch(metadata.get("harmless", ""), text):
            yield Reach(place, kind, text)


def _untyped(name: str) -> Parameter:
    field: dataclasses.Field[Any] = dataclasses.field()
    field.name = name
    return Parameter(field, (Any,))


def _mapping(
    value: Mapping[Any, Any], options: Sequence[Any], place: str, depth: int
) -> Iterator[Reach]:
    types = inside(options, Mapping)
    if types is None:
        raise _misfit(value, options, place)
    wrong = next((key for key in value if not isinstance(key, str)), None)
    if wrong is not None:
        raise ModelError(f"{place} has the key {shown(wrong)}; keys are texts")
    if all_plain(tuple(value.values()), types[-1]):
        return
    for key, item in value.items():
        yield from _value(item, options_of(types[-1]), f"{place}[{shown(key)}]", depth + 1)


def _sequence(
    value: Sequence[Any], options: Sequence[Any], place: str, depth: int
) -> Iterator[Reach]:
    types = inside(options, Sequence)
    if types is None:
        raise _misfit(value, options, place)
    if types == (Any,) or types[-1] is Ellipsis:
        types = types[:1] * len(value)
    if len(types) != len(value):
        raise ModelError(f"{place} has {len(value)} items; expected {len(types)}")
    if not value or (len(set(types)) == 1 and all_plain(value, types[0])):
        return
    for number, (item, expected) in enumerate(zip(value, types, strict=True)):
        yield from _value(item, options_of(expected), f"{place}[{number}]", depth + 1)


def _misfit(value: object, options: Sequence[Any], place: str) -> ModelError:
    return ModelError(f"{place} is {shown(value)}; expected {words(options)}")


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(sorted(shown(name) for name in names)[:5]) or "nothing"
