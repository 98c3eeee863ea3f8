"""What a triple of an example is called where passages are named: "triple 3", from 1."""

from __future__ import annotations

import re

_NAME = re.compile(r"triple (\d+)")


def name_of(number: int) -> str:
    """Return what the triple of a number, from 0, is cited as.

    >>> name_of(2)
    'triple 3'
    """
    return f"triple {number + 1}"


def number_of(name: str) -> int | None:
    """Return the number, from 0, of the triple that a passage stands for; ``None`` of another.

    >>> number_of("triple 3"), number_of("leaflet")
    (2, None)
    """
    found = _NAME.fullmatch(name)
    return int(found[1]) - 1 if found else None


def is_triple(name: str) -> bool:
    """Say whether a passage stands for a triple."""
    return _NAME.fullmatch(name) is not None
