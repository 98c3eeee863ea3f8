"""Choices given as text: ``tau=0.5``, ``verifier=hhem:FOLDER``, ``verifier.batch_size=8``.

A key is the path of a field. The value of a field that holds a part is the registered name of
another one, with what it is made of behind a colon (a folder, an address, a model); its own fields
have keys below it. ``*.device=cuda`` sets a field wherever a part has it. ``llm.base_url`` and
``llm.model`` describe the chat model of every part that asks one.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import InputError
from groundgraph.registry import CHAT_MODELS, PART_KINDS
from groundgraph.specs.checks import Reach, reaches_of
from groundgraph.specs.types import inside, is_a, is_plain, options_of, parameters_of, shown, words

if TYPE_CHECKING:
    from groundgraph.registry import Registry
    from groundgraph.specs.types import Parameter

EVERYWHERE = "*"
CHAT = "llm"
_TRUTHS = {"true": True, "false": False, "on": True, "off": False, "yes": True, "no": False}
_NOTHING = frozenset({"null", "none"})


@dataclasses.dataclass
class _Choice:
    """What was chosen for a field, and for the fields below it."""

    text: str | None = None
    below: dict[str, _Choice] = dataclasses.field(default_factory=dict)


class Chosen(NamedTuple):
    """A detector or bench after the choices.

    Attributes:
        thing: With its fields replaced.
        reaches: What the choices reach out of the process.
    """

    thing: Any
    reaches: list[Reach]


def with_choices(thing: Any, choices: Mapping[str, str]) -> Chosen:
    """Return a detector, or another dataclass of parts, with fields chosen by text.

    Raises:
        InputError: When a field is unknown or a value does not fit; says what would.
    """
    tree = _tree(choices)
    maker = _Maker(tree.pop(CHAT, None))
    everywhere = tree.pop(EVERYWHERE, _Choice())
    made = maker.changed(thing, tree, "")
    for name, choice in everywhere.below.items():
        made, count = maker.everywhere(made, name, choice)
        if not count:
            raise InputError(f"no part has a field {name!r} to set", field=f"{EVERYWHERE}.{name}")
    return Chosen(made, maker.reaches)


def flattened(settings: Mapping[str, Any], place: str = "") -> dict[str, str]:
    """Return the nested settings of a configuration file as choices.

    ``name`` in a table of settings is the registered name of a part.

    >>> flattened({"tau": 0.5, "verifier": {"name": "hhem", "model": "FOLDER"}})
    {'tau': '0.5', 'verifier': 'hhem', 'verifier.model': 'FOLDER'}

    Raises:
        InputError: When a value is neither plain, a list of plain values, nor a table.
    """
    found: dict[str, str] = {}
    for key, value in settings.items():
        path = f"{place}.{key}" if place and key != "name" else place or str(key)
        if isinstance(value, Mapping):
            found |= flattened(value, path)
        elif isinstance(value, list | tuple):
            found[path] = ",".join(_word(item, path) for item in value)
        else:
            found[path] = _word(value, path)
    return found


def choices_for(parameter: Parameter) -> dict[str, type]:
    """Return the registered parts that a field can hold, by name; those that import here."""
    found: dict[str, type] = {}
    for registry in PART_KINDS:
        for name in registry:
            thing = _imported(registry, name)
            if thing is not None and _is_part(thing, parameter.options):
                found[name] = thing
    return found


def main_field(thing: type) -> str | None:
    """Return the field that stands behind the colon: the one that a part cannot do without."""
    known = parameters_of(thing)
    texts = {name: p for name, p in known.items() if str in p.options}
    needed = (n for n, p in texts.items() if not _has_default(p.field))
    named = (n for n, p in texts.items() if p.field.metadata.get("reach"))
    return next(needed, None) or next(named, None)


def name_of(part: Any) -> str:
    """Return the registered name of a part, "(fitted)" for what only `fit` makes."""
    found = (registry.name_of(type(part)) for registry in PART_KINDS)
    return next(filter(None, found), "(fitted)")


class _Maker:
    """Makes what was chosen, and notes what it reaches."""

    def __init__(self, chat: _Choice | None) -> None:
        self.reaches: list[Reach] = []
        self._chat = chat

    def changed(self, thing: Any, tree: Mapping[str, _Choice], place: str) -> Any:
        known = _fields_of(thing)
        values = {
            name: self._value(_known(known, name, place), choice, getattr(thing, name), place)
            for name, choice in tree.items()
            if _known(known, name, place)
        }
        return _refused(dataclasses.replace, place, thing, **values) if values else thing

    def everywhere(self, thing: Any, name: str, choice: _Choice) -> tuple[Any, int]:
        """Set a field of a part and of all parts below it; count them."""
        values, count = {}, 0
        for key, parameter in _fields_of(thing).items():
            value = getattr(thing, key)
            if key == name:
                values[key] = self._value(parameter, choice, value, EVERYWHERE)
                count += 1
            elif _fields_of(value):
                values[key], below = self.everywhere(value, name, choice)
                count += below
        return (dataclasses.replace(thing, **values) if count else thing), count

    def _value(self, parameter: Parameter, choice: _Choice, current: Any, place: str) -> Any:
        path = f"{place}.{parameter.field.name}" if place else parameter.field.name
        if choice.text is None:
            if not dataclasses.is_dataclass(current):
                raise InputError(f"{path} holds no part; name one: {path}=NAME", field=path)
            return self.changed(current, choice.below, path)
        name, colon, main = choice.text.partition(":")
        parts = choices_for(parameter) if not _only_plain(parameter) else {}
        if name in parts:
            return self._part(parts[name], main if colon else None, choice.below, path)
        value = _parsed(choice.text, parameter.options)
        if value is _MISFIT:
            raise _misfit(choice.text, parameter, parts, path)
        self.reaches += reaches_of(parameter, value, path)
        return value

    def _part(self, thing: type, main: str | None, below: Mapping[str, _Choice], path: str) -> Any:
        known = parameters_of(thing)
        tree = dict(below)
        if main is not None:
            field = main_field(thing)
            if field is None:
                raise InputError(f"{path}: this part takes nothing behind a colon", field=path)
            tree[field] = _Choice(main)
        given = {
            name: self._value(_known(known, name, path), choice, None, path)
            for name, choice in tree.items()
        }
        for name, parameter in known.items():
            if name not in given and not _has_default(parameter.field):
                given[name] = self._needed(parameter, path)
        return _refused(thing, path, **given)

    def _needed(self, parameter: Parameter, path: str) -> Any:
        place = f"{path}.{parameter.field.name}"
        if "chat" not in choices_for(parameter):
            raise InputError(f"{place} is missing: add --set {place}=VALUE", field=place)
        if self._chat is None:
            raise InputError(
                f"{path} asks a chat model: give --llm-url and --llm-model", field=place
            )
        return self._part(CHAT_MODELS.get("chat"), None, self._chat.below, CHAT)


_MISFIT = object()


def _fields_of(thing: Any) -> dict[str, Parameter]:
    kind: Any = type(thing)
    return parameters_of(kind)


def _tree(choices: Mapping[str, str]) -> dict[str, _Choice]:
    root = _Choice()
    for key, text in choices.items():
        at = root
        for step in key.split("."):
            if not step:
                raise InputError(f"{key!r} is no path of fields, such as verifier.batch_size")
            at = at.below.setdefault(step, _Choice())
        at.text = text
    return root.below


def _known(known: Mapping[str, Parameter], name: str, place: str) -> Parameter:
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known) or 'none'}"
    path = f"{place}.{name}" if place else name
    raise InputError(f"{path} is no field that can be set; {hint}", field=path)


def _only_plain(parameter: Parameter) -> bool:
    plain = {str, int, float, bool, type(None)}
    return all(option in plain for option in parameter.options)


def _is_part(thing: type, options: Sequence[Any]) -> bool:
    return any(isinstance(option, type) and is_a(thing, (option,)) for option in options)


def _imported(registry: Registry, name: str) -> type | None:
    try:
        found = registry.get(name)
    except ImportError:  # of an extra that is not installed
        return None
    return found if isinstance(found, type) else None


def _has_default(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    return field.default is not missing or field.default_factory is not missing


def _parsed(text: str, options: Sequence[Any]) -> Any:
    """Return the plain value that a text means to a field, `_MISFIT` where it means none."""
    word = text.strip().lower()
    readings: list[Any] = [_TRUTHS[word]] if word in _TRUTHS else []
    readings += [None] if word in _NOTHING else []
    readings += [kind(text) for kind in (int, float) if _reads(kind, text)]
    for value in (*readings, text):
        if is_plain(value, options):
            return float(value) if type(value) is int and int not in options else value
    items = inside(options, Sequence)
    if items is None:
        return _MISFIT
    values = [_parsed(item, options_of(items[0])) for item in text.split(",")]
    return _MISFIT if any(value is _MISFIT for value in values) else tuple(values)


def _reads(kind: type[int] | type[float], text: str) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True


def _misfit(text: str, parameter: Parameter, parts: Mapping[str, type], path: str) -> InputError:
    wanted = f"one of {', '.join(sorted(parts))}" if parts else words(parameter.options)
    return InputError(f"{path} is {shown(text)}; expected {wanted}", field=path)


def _refused(make: Any, place: str, *arguments: Any, **values: Any) -> Any:
    """Make a part; what it refuses is an `InputError` that says where."""
    try:
        return make(*arguments, **values)
    except (TypeError, ValueError, InputError) as error:
        where = f"{place}: " if place else ""
        raise InputError(f"{where}{error}", field=place or None) from error


def _word(value: Any, path: str) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float | str):
        return str(value)
    raise InputError(f"{path} holds {shown(value)}; expected a plain value", field=path)
