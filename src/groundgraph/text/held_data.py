"""Data that a text holds as JSON, lines of JSON or a Python literal, as its leaves in order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.text.literals import read_records
from groundgraph.text.once import kept
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_OPENS = re.compile(r"(?:\[\s{0,40})?\{\s{0,40}[\"']")
_BRACKET = re.compile(r"\[\s{0,40}\{|\{")
"""Where data begins: with a key in quotes, else with any; "WHERE { … }" may stand before it."""
_LONGEST = 400_000
_NAMES = frozenset({"name", "title", "model", "product", "plan", "item"})
"""Fields that say what a record is called."""


class Leaf(NamedTuple):
    """A value that holds no others.

    Attributes:
        path: Keys from the root, list positions from 1: ``("hours", "Monday")``.
        value: A text, number or truth value, ``None``, or a `groundgraph.text.literals.WrittenSet`.
        record: How many objects begin before it.
        name: What the innermost record around it that has a name is called, "" where none has.
    """

    path: tuple[str, ...]
    value: Any
    record: int
    name: str


class HeldData(NamedTuple):
    """The data of a text.

    Attributes:
        span: Where it stands.
        leaves: What it holds.
    """

    span: Span
    leaves: list[Leaf]


@kept  # several judges read the same passages
def held_data(text: str) -> HeldData | None:
    """Read a text that is, or holds, one object or list of objects; ``None`` of any other.

    >>> held = held_data('Menu: {"name": "Zorba", "open": {"Monday": "9:0-17:0"}}')
    >>> held.span, held.leaves[1]
    (Span(start=6, end=55), Leaf(path=('open', 'Monday'), value='9:0-17:0', record=2, name='Zorba'))
    """
    opened = _OPENS.search(text) or _BRACKET.search(text)
    stop = max(text.rfind("}"), text.rfind("]")) + 1
    if opened is None or not opened.start() < stop <= opened.start() + _LONGEST:
        return None
    span = Span(opened.start(), stop)
    data = read_records(span.of(text))
    return None if data is None else HeldData(span, list(_leaves(data)))


def is_name(key: str) -> bool:
    """Say whether a field tells what its record is called."""
    return key.lower() in _NAMES


def _leaves(data: dict[Any, Any] | list[Any]) -> Iterator[Leaf]:
    """Walk in order, without recursion."""
    stack: list[tuple[Any, tuple[str, ...], str]] = [(data, (), "")]
    record = 0
    while stack:
        value, path, name = stack.pop()
        if isinstance(value, dict):
            record += 1
            name = next((str(value[key]) for key in value if is_name(str(key))), "") or name
            stack.extend((value[key], (*path, str(key)), name) for key in reversed(value))
        elif isinstance(value, list | tuple):
            called = _first_fields(value) or [name] * len(value)
            numbered = list(zip(value, range(1, len(value) + 1), called, strict=True))
            stack.extend((item, (*path, str(n)), own) for item, n, own in reversed(numbered))
        else:
            yield Leaf(path, value, record, name)


def _first_fields(records: Sequence[Any]) -> list[str]:
    """Return what records are called that begin with one field, each with a value of its own."""
    if len(records) < 2 or not all(isinstance(each, dict) and each for each in records):
        return []
    firsts = [next(iter(each.items())) for each in records]
    names = [str(value) for _, value in firsts if isinstance(value, str | int)]
    alike = len({key for key, _ in firsts}) == 1 and len({*names}) == len(records)
    return names if alike and all(names) else []
