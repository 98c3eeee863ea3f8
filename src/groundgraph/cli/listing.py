"""``groundgraph detectors``: what there is, and what each is made of."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.specs.types import Parameter

_HIDDEN = frozenset({"head", "decision", "marker"})
"""Fields that `fit` fills; nobody sets them by hand."""

_IN_PART = {"gga": "the head of features=untraced", "router": "the band"}
"""What is fitted of detectors that come without a file from `fit`."""

_PLAIN = re.compile(r"[A-Za-z][\w.-]*(?: [\w.-]+)*")
"""Text that YAML reads as it stands."""


def detectors(
    name: Annotated[
        str | None,
        typer.Argument(help="Show what this one is made of, and a configuration."),
    ] = None,
) -> None:
    """List the detectors, or the parts and parameters of one and what can stand in each place."""
    from groundgraph.registry import DETECTORS

    if name is not None:
        for line in _parts(name):
            typer.echo(line)
        return
    for each in DETECTORS:
        fitted = f" (fitted: {_IN_PART[each]})" if each in _IN_PART else ""
        typer.echo(f"{each:<12} {_state(each):<10} {_summary(each)}{fitted}")


def _summary(name: str) -> str:
    from groundgraph.registry import DETECTORS

    try:
        text = inspect.getdoc(DETECTORS.get(name)) or ""
    except ImportError as error:  # also a missing extra
        return f"cannot be used: {error}"
    return text.partition("\n")[0]


def _state(name: str) -> str:
    from groundgraph.specs import training

    return "fitted" if training(name) else "in part" if name in _IN_PART else "unfitted"


def _parts(name: str) -> Iterator[str]:
    """Yield the parameters with what they may be, then a configuration file of the defaults."""
    from groundgraph.registry import DETECTORS
    from groundgraph.specs import load
    from groundgraph.specs.types import parameters_of

    thing, detector = DETECTORS.get(name), load(name)
    told: dict[str, str] = {}
    for kind in reversed(inspect.getmro(thing)):  # what a class says goes before what its bases say
        told |= _attributes(inspect.cleandoc(kind.__doc__ or ""))
    known = {n: p for n, p in parameters_of(thing).items() if n not in _HIDDEN}
    yield f"{name}: {_summary(name)}"
    yield ""
    for field, parameter in known.items():
        own = getattr(detector, field)
        yield f"  {field} = {'by its fields' if _is_group(parameter, own) else _default(own)}"
        yield f"      {told.get(field, '')}"
        yield f"      can be: {_told(parameter, field, own)}"
    yield ""
    yield f"# {name}.yaml, for: groundgraph check FILE --config {name}.yaml"
    yield f"detector: {name}"
    for field, parameter in known.items():
        own = getattr(detector, field)
        if _is_group(parameter, own):
            yield f"{field}:"
            yield from (f"  {name}: {_scalar(value)}" for name, value in _group(own))
            continue
        shown = _scalar(own) if _settable(own) else f"…  # {_choices(parameter)}"
        yield f"{field}: {shown}" if _settable(own) else f"# {field}: {shown}"


def _attributes(doc: str) -> dict[str, str]:
    """Return what a docstring says of each field, on one line each."""
    section = doc.partition("\nAttributes:\n")[2].partition("\n\n")[0]
    entries = re.split(r"\n    (?=\w+: )", "\n" + section)
    pairs = (entry.strip().partition(": ") for entry in entries if ": " in entry)
    return {field: " ".join(text.split()) for field, _, text in pairs}


def _choices(parameter: Parameter) -> str:
    from groundgraph.specs.choices import choices_for, main_field
    from groundgraph.specs.types import words

    parts = choices_for(parameter)
    if not parts:
        return words(parameter.options)
    named = ((name, main_field(thing)) for name, thing in sorted(parts.items()))
    names = [f"{name}:{field.upper()}" if field else name for name, field in named]
    return ", ".join([*names, *(["null"] if type(None) in parameter.options else [])])


def _is_group(parameter: Parameter, value: Any) -> bool:
    """Say whether a field is no part of a registry, and has plain fields of its own."""
    from groundgraph.specs.choices import choices_for

    return is_dataclass(value) and not choices_for(parameter) and bool(_group(value))


def _group(value: Any) -> list[tuple[str, Any]]:
    """Return the fields of a value with what they are; [] unless a configuration can set all."""
    own = [(each.name, getattr(value, each.name)) for each in fields(value)]
    return own if all(isinstance(held, bool | int | float | str | tuple) for _, held in own) else []


def _told(parameter: Parameter, field: str, value: Any) -> str:
    if not _is_group(parameter, value):
        return _choices(parameter)
    return ", ".join(f"{field}.{name}={_scalar(held)}" for name, held in _group(value))


def _default(value: Any) -> str:
    from groundgraph.specs.choices import name_of

    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "(none)"
    return str(value) if isinstance(value, int | float | str) else name_of(value)


def _scalar(value: Any) -> str:
    """Return a value as YAML has it, on one line; text that is no plain word in quotes."""
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False)
    shown = _default(value)
    plain = not isinstance(value, str) or _PLAIN.fullmatch(value)
    return shown if plain else json.dumps(value, ensure_ascii=False)


def _settable(value: Any) -> bool:
    from groundgraph.specs.choices import name_of

    plain = value is None or isinstance(value, bool | int | float | str)
    return plain or (not isinstance(value, tuple) and name_of(value) != "(fitted)")
