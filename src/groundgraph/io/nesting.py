"""How many values stand one within the other, before anything walks into them.

Decoding, digests, worker processes and reports all go down into a value by recursion, and each
would overflow at another depth. Rows are therefore measured first, without recursion.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.errors import InputError
from groundgraph.text.literals import inside

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_NESTED = 100
"""Objects and arrays one within the other, the row itself being the first. Real rows have fewer
than ten; Python's own recursion allows several times this wherever a row is taken along."""
DEEPEST = 400
"""The most that a limit may be set to: beyond, decoding or taking a row along would overflow."""
_OPENING, _CLOSING = b"[{", b"]}"
_MARKS = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)


def check_nesting(raw: bytes, most: int = MOST_NESTED) -> None:
    """Refuse JSON that is nested too deep; anything else about it is left to who decodes it.

    Args:
        raw: JSON in UTF-8, or what claims to be.
        most: Objects and arrays that may stand one within the other.

    Raises:
        InputError: When there are more; says at which byte.
    """
    if sum(map(raw.count, (b"[", b"{"))) <= most:
        return
    depth, quoted = 0, False
    for mark in _MARKS.finditer(raw):
        found = mark.group()
        if found == b'"':
            quoted = not quoted
        elif quoted or len(found) > 1:
            continue
        elif found in _CLOSING:
            depth -= 1
        else:
            depth += 1
            if depth > most:
                raise _too_deep(most, f"at byte {mark.start()} of the row")


def check_value_nesting(value: object, most: int = MOST_NESTED) -> None:
    """Refuse a decoded value, such as a row that a program made, that is nested too deep.

    A value that contains itself is too deep.

    Args:
        value: Dictionaries, lists and tuples of other values.
        most: Of them that may stand one within the other.

    Raises:
        InputError: When there are more.
    """
    level = _containers([value])
    for _ in range(most):
        level = _containers(each for held in level for each in inside(held))
        if not level:
            return
    if level:
        raise _too_deep(most, "in the row")


def _containers(values: Iterable[object]) -> list[object]:
    """Return the distinct values that can hold others; one that is held twice counts once."""
    held = (value for value in values if isinstance(value, dict | list | tuple))
    return list({id(value): value for value in held}.values())


def _too_deep(most: int, where: str) -> InputError:
    return InputError(
        f"found more than {most} objects and arrays one within the other, {where}; flatten the "
        "row, leave out the field that is nested so deep, or raise the limit with --limit "
        f"nesting=NUMBER (at most {DEEPEST}; in Python: Limits(nesting=NUMBER))"
    )
