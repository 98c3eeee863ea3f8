"""Opening hours as values write them, such as "9:00 - 17:00" or "closed", and times beside them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MINUTES = r"(?::\d{1,2}|\.[0-5]\d(?!\d))"
TIME = rf"(?:\d{{1,2}}{MINUTES}?(?:\s*[ap]\.?m\b\.?)?|noon|midnight)"
TO = r"\s{0,9}(?:-|–|—|to|until|till?|through|and)\s{0,9}"
TELLS_HALF = re.compile(r":|[ap]\.?m\b|noon|midnight", re.IGNORECASE)
"""What tells which half of the day a time is of, in what is written by 24 hours."""
_WITH_MINUTES = re.compile(r"\d\.[0-5]\d(?!\d)")
_LATE = re.compile(r"(?<![\d.:])(?:1[3-9]|2[0-4])(?![\d.:])")
_BETWEEN_RANGES = re.compile(r"(?<!\s)\s*(?:,|;|/|\band\b|&)\s*")
_RANGE = re.compile(rf"{TIME}{TO}{TIME}", re.IGNORECASE)
_ONE_END = re.compile(
    r"(?:open )?(?:(?P<closes>until|till?|up to|closes(?: at)?)|from|opens(?: at)?) "
    rf"(?P<time>{TIME})"
)
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{1,2}))?\s*([ap])?", re.IGNORECASE)
_DAY_LENGTH, _NOON = 1440, 720
_CLOSED = "0:0-0:0"
"""How Yelp writes that something is closed."""
_LONGEST = 120


Opening = tuple[int | None, int | None]
"""Opening and closing time in minutes after midnight; ``None`` for one that is not told."""
Openings: TypeAlias = "tuple[Opening, ...]"
"""All openings of a day; none where it is closed."""
UNTOLD: Openings = ((None, None),)
"""Those of a day of which something is told that is not read."""


def openings_of(value: str) -> Openings | None:
    """Return what a value says of when something is open.

    Returns:
        Openings; none for "closed"; ``None`` where the value says something else, or hours without
        a.m. or p.m. that may be either.

    >>> openings_of("12:00 - 14:30, 6 pm - 11 pm"), openings_of("Closed"), openings_of("9-5")
    (((720, 870), (1080, 1380)), (), None)
    >>> openings_of("until 9 pm")
    ((None, 1260),)
    >>> openings_of("10am–5.30pm")
    ((600, 1050),)
    """
    if len(value) > _LONGEST:
        return None
    lower = value.strip().lower()
    if lower == _CLOSED or lower.strip(".") in {"closed", "shut"}:
        return ()
    if match := _ONE_END.fullmatch(lower.strip(" .")):
        [time] = readings(match["time"], full_day=True)
        end = (None, time) if match["closes"] else (time, None)
        return (end,) if _tells_half(match["time"]) else None
    found = []
    for part in _BETWEEN_RANGES.split(lower):
        times = [readings(time, full_day=True) for time in re.split(TO, part)]
        told = _tells_half(part)
        if not _RANGE.fullmatch(part.strip(" .")) or len(times) != 2 or not all(times) or not told:
            return None
        found.append((min(times[0]), min(times[1])))
    return tuple(found)


def _tells_half(time: str) -> bool:
    """Say whether times tell which half of the day they are of: "9-18" does, "9-5" does not."""
    return any(told.search(time) for told in (TELLS_HALF, _WITH_MINUTES, _LATE))


def agree(
    times: Sequence[frozenset[int]],
    openings: Sequence[Opening],
    end: Literal["opens", "closes", ""] = "",
) -> bool | None:
    """Say whether times are those of some openings; ``None`` where these leave it open.

    Args:
        times: Readings of both ends of one opening, or of one end.
        openings: What is told.
        end: Which end one time is, "" for either.
    """
    if len(times) == 1:
        ends = {"opens": (0,), "closes": (1,), "": (0, 1)}[end]
        return any_of(_is(one[at], times[0]) for one in openings for at in ends)
    return any_of(_all(map(_is, one, times)) for one in openings)


def any_of(found: Iterable[bool | None]) -> bool | None:
    """Say whether one is true; ``None`` where one may be."""
    every = {*found}
    return True if True in every else None if None in every else False


def _all(found: Iterable[bool | None]) -> bool | None:
    every = {*found}
    return False if False in every else None if None in every else True


def _is(told: int | None, times: frozenset[int]) -> bool | None:
    return None if told is None else told in times


def readings(time: str, *, full_day: bool = False) -> frozenset[int]:
    """Return the minutes that a time may mean: without a.m. or p.m. up to 12 there are two.

    With ``full_day``, such a time is one of 24 hours, as in data.
    """
    lower = time.strip().lower()
    if lower in {"noon", "midnight"}:
        return frozenset({_NOON if lower == "noon" else 0})
    match = _CLOCK.match(lower)
    if match is None:
        return frozenset()
    minutes = 60 * int(match[1]) + int(match[2] or 0)
    if match[3]:
        return frozenset({minutes % _NOON + (_NOON if match[3] == "p" else 0)})
    every = {minutes % _DAY_LENGTH}
    if not full_day and 1 <= int(match[1]) <= 12:
        every.add((minutes + _NOON) % _DAY_LENGTH)
    return frozenset(every)
