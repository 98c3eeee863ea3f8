"""Numbers of constructors, held to what can be computed with."""

from __future__ import annotations

from groundgraph.errors import InputError

COSINE = (-1, 1)
SHARE = (0, 1)
COUNT = (1, 2**20)


def in_range(name: str, value: float, low: float, high: float) -> None:
    """Check a constructor's number.

    Raises:
        InputError: When it is not from ``low`` to ``high``.
    """
    if not low <= value <= high:
        raise InputError(f"{name} is {value}; expected {low} to {high}", field=name)


def in_ranges(thing: object, **ranges: tuple[float, float]) -> None:
    """Check fields of an object by their names.

    Raises:
        InputError: When one is not within its lowest and highest value.
    """
    for name, (low, high) in ranges.items():
        in_range(name, getattr(thing, name), low, high)
