"""Other notations of words: "Sat" for Saturday, "EUR" and "€" for euros, "WiFi" for Wi-Fi.

Data and notes are written in cut words, codes and signs, and answers to them in words.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES, MONTHS, WEEKDAYS
from groundgraph.text.number_words import ONES
from groundgraph.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

_GROUPS = """
    eur euro euros €
    usd dollar dollars $
    gbp pound pounds £
    min mins minute minutes
    hr hrs hour hours
    sec secs second seconds
    approx approximately
    max maximum
    kg kilogram kilograms kilo
    km kilometre kilometres kilometer kilometers
    cm centimetre centimetres centimeter centimeters
    mm millimetre millimetres millimeter millimeters
    ml millilitre millilitres milliliter milliliters
    gb gigabyte gigabytes
    mb megabyte megabytes
    email mail
    wifi wi
    wifi fi
    tv television
    %  percent percentage
    appt appointment
    dept department
    govt government
    mgmt management
    incl including included
    excl excluding excluded
    tel telephone phone
"""
_SIGNS = frozenset("€$£%")
_WEEK = (frozenset({"mon", "fri"}), frozenset({"monday", "friday"}))
_ABLE = re.compile(r"(?<![\w-])(?!non|un|in|im)(?P<base>[a-z]{3,})[ai]ble\b", re.IGNORECASE)
_CLOCK, _HALVES = re.compile(r"\d:\d\d"), frozenset({"am", "pm"})


def _known() -> dict[str, frozenset[str]]:
    groups = [line.split() for line in _GROUPS.splitlines() if line.strip()]
    groups += [[short, DAY_NAMES[day]] for short, day in WEEKDAYS.items()]
    groups += [[short, MONTH_NAMES[month - 1]] for short, month in MONTHS.items()]
    groups += [[word, str(value)] for word, value in ONES.items()]
    found: dict[str, set[str]] = {}
    for group in groups:
        stems = {stem(word) for word in group}
        for each in stems:
            found.setdefault(each, set()).update(stems - {each})
    return {word: frozenset(others) for word, others in found.items() if others}


NOTATIONS: Mapping[str, frozenset[str]] = MappingProxyType(_known())
"""Stems of words that are written in other ways too, with the stems of these; signs as they are."""


def others(text: str, stems: AbstractSet[str]) -> set[str]:
    """Return the stems that a text holds in another notation only.

    >>> sorted(others("Sat 9:00-12:00, 4 EUR", {"sat", "9", "12", "4", "eur"}) - {"€"})
    ['am', 'euro', 'four', 'nin', 'pm', 'saturday', 'twelv']
    >>> sorted(others("The tickets are refundable.", {"ticket", "refundabl"}))
    ['can', 'refund']

    Args:
        text: The text.
        stems: Of its words.
    """
    held = stems | {sign for sign in _SIGNS if sign in text}
    found = {other for each in held & NOTATIONS.keys() for other in NOTATIONS[each]}
    if any(ends <= held for ends in _WEEK):
        found.add("weekday")
    if _CLOCK.search(text):
        found |= _HALVES
    if "ble" in text:  # "refundable": it can be refunded
        for able in _ABLE.finditer(text):
            found |= {"can", stem(able["base"]), stem(f"{able['base']}e")}
    return found - stems
