"""Evidence written as data: a JSON passage is flattened to facts with their paths."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-]+")
_LONGEST = 400_000


class Fact(NamedTuple):
    """One leaf of the data.

    Attributes:
        path: Keys from the root, list positions from 1: ``("hours", "Monday")``.
        value: The leaf as JSON has it: text, number, truth value or ``None``.
    """

    path: tuple[str, ...]
    value: str | float | bool | None

    @property
    def text(self) -> str:
        """The fact as words: "hours Monday: 9:0-17:0"."""
        value = json.dumps(self.value) if not isinstance(self.value, str) else self.value
        return f"{spaced(' '.join(self.path))}: {value}"


def facts(text: str) -> list[Fact] | None:
    """Flatten a text that is, or holds, one JSON object, array of objects or Python literal.

    Returns:
        The facts in the order of the text, what stands before and after the data as facts of
        their own, ("text",); or ``None`` when the text is ordinary prose.

    >>> facts('{"name": "Zorba", "hours": {"Monday": "9:0-17:0"}}')[1]
    Fact(path=('hours', 'Monday'), value='9:0-17:0')
    >>> facts("Zorba opens at nine.") is None
    True
    """
    start = min((at for at in (text.find("{"), text.find("[{")) if at >= 0), default=-1)
    stop = max(text.rfind("}"), text.rfind("]")) + 1
    if start < 0 or stop <= start or stop - start > _LONGEST:
        return None
    data = _parse(text[start:stop])
    if not isinstance(data, dict | list):
        return None
    found = list(_leaves(data, ()))
    lead, tail = _remark(text[:start]), _remark(text[stop:])
    return [*lead, *found, *tail] if found else None


def spaced(name: str) -> str:
    """Split a field's name into words.

    >>> spaced("RestaurantsTakeOut")
    'Restaurants Take Out'
    """
    return " ".join(_CAMEL.sub(" ", name).split())


def _remark(text: str) -> list[Fact]:
    return [Fact(("text",), text.strip())] if text.strip() else []


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        data = ast.literal_eval(text)
        repr(data)  # a hexadecimal number can have more digits than Python writes out
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None
    return data


def _leaves(data: Any, path: tuple[str, ...]) -> Iterator[Fact]:
    """Walk without recursion, so that no depth of nesting can overflow the stack."""
    stack: list[tuple[Any, tuple[str, ...]]] = [(data, path)]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            stack.extend((value[key], (*path, str(key))) for key in reversed(value))
        elif isinstance(value, list | tuple):
            numbered = list(enumerate(value, start=1))
            stack.extend((item, (*path, str(number))) for number, item in reversed(numbered))
        elif isinstance(value, str | bool | int | float) or value is None:
            yield Fact(path, value)
        else:
            yield Fact(path, str(value))
