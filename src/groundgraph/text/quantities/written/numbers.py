"""Numbers written for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_BEFORE = frozenset("$€£¥₹")
_PLACES = 2
_HOUR = 60
_OF_TIME = frozenset("seconds minutes hours days weeks months quarters years decades".split())


def written(value: Fraction, unit: MeasureUnit | None = None) -> str:
    """Write a number with at most two decimals, and its unit.

    >>> from fractions import Fraction
    >>> from groundgraph.text.quantities.written.units import BY_WORD
    >>> written(Fraction(27169, 2), BY_WORD["km"]), written(Fraction(1, 3))
    ('13,584.5 km', '0.33')
    >>> written(Fraction(7, 4), BY_WORD["hours"]), written(Fraction(7, 2), BY_WORD["hours"])
    ('1 hour 45 minutes', '3.5 hours')
    >>> written(Fraction(83, 3600), BY_WORD["hours"])
    '1 minute 23 seconds'
    """
    if unit is not None and unit.name == "hours" and is_to_the_second(value):
        return _with_seconds(value)
    if unit is not None and unit.name == "hours" and value > 1 and _are_minutes(value):
        hours, rest = divmod(value, 1)
        return f"{hours:,} hour{'s' * (hours > 1)} {rest * _HOUR} minutes"
    rounded = round(value, _PLACES)
    text = f"{int(rounded):,}" if rounded.denominator == 1 else f"{float(rounded):,.2f}".rstrip("0")
    if unit is None or not unit.name:
        return text
    if unit.name in _BEFORE:
        return f"{unit.name}{text}"
    if unit.name == "%":
        return f"{text}%"
    return f"{text} {unit.name[:-1] if text == '1' and unit.name in _OF_TIME else unit.name}"


def _are_minutes(hours: Fraction) -> bool:
    """Say whether hours are told better with minutes than as a decimal."""
    return (hours * 2).denominator > 1 and (hours * _HOUR).denominator == 1


def is_to_the_second(hours: Fraction) -> bool:
    """Say whether hours are told to the second, which two decimals do not show."""
    return (hours * 100).denominator > 1 and (hours * _HOUR**2).denominator == 1


def timed_as(times: Sequence[Fraction]) -> Callable[[Fraction], str]:
    """Return how some hours are written beside each other: "2:14:09", "9 hours 5 minutes"."""
    return _clocked if any((hours * _HOUR).denominator > 1 for hours in times) else _with_seconds


def _clocked(hours: Fraction) -> str:
    minutes, seconds = divmod(int(hours * _HOUR**2), _HOUR)
    return f"{minutes // _HOUR}:{minutes % _HOUR:02}:{seconds:02}"


def _with_seconds(hours: Fraction) -> str:
    minutes, seconds = divmod(int(hours * _HOUR**2), _HOUR)
    parts = (minutes // _HOUR, "hour"), (minutes % _HOUR, "minute"), (seconds, "second")
    return " ".join(f"{many:,} {name}{'s' * (many != 1)}" for many, name in parts if many)


__all__ = ["is_to_the_second", "timed_as", "written"]
