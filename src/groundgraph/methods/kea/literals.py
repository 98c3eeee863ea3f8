"""Literals among the labels of a knowledge graph: when two dates or amounts say the same.

KEA Explain compares labels by embedding, which puts 1867 beside 1868. Numbers are compared
exactly there; here so are dates and amounts with a unit, and a year agrees with a day in it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.number_words import bare_number

_NAME = "|".join(sorted(MONTHS, key=len, reverse=True))
_YEAR = r"(?P<year>[12]\d{3})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_YEAR}-(?P<number>\d\d)(?:-(?P<day>\d\d))?(?:T[\d:.]+)?Z?",
        rf"{_DAY} (?:of )?(?P<name>{_NAME})\.?,? {_YEAR}",
        rf"(?P<name>{_NAME})\.? {_DAY},? {_YEAR}",
        rf"(?P<name>{_NAME})\.?,? {_YEAR}",
        rf"(?:the year |year |c\. ?|circa )?{_YEAR}",
    )
)
_AMOUNT = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_LONGEST_AMOUNT = 4


class DateLiteral(NamedTuple):
    """A year, and a month and day in it where they are known."""

    year: int
    month: int | None = None
    day: int | None = None


@lru_cache(maxsize=1 << 14)
def as_date(label: str) -> DateLiteral | None:
    """Return the date that a label is, else ``None``.

    >>> as_date("7 November 1867") == as_date("1867-11-07") == DateLiteral(1867, 11, 7)
    True
    >>> as_date("1867"), as_date("Nov 1867"), as_date("18 people")
    (DateLiteral(year=1867, month=None, day=None), DateLiteral(year=1867, month=11, day=None), None)
    """
    text = " ".join(label.split())
    for form in _DATES:
        match = form.fullmatch(text)
        if match:
            found = match.groupdict()
            named = MONTHS.get((found.get("name") or "").lower())
            month = int(found["number"]) if found.get("number") else named
            return DateLiteral(
                int(found["year"]), month, int(found["day"]) if found.get("day") else None
            )
    return None


def amounts(label: str) -> tuple[str, ...]:
    """Return the numbers in a label, in order.

    >>> amounts("1,200.50 metres in 3 days")
    ('1200.5', '3')
    """
    return tuple(bare_number(match) for match in _AMOUNT.findall(label))


def is_literal(label: str) -> bool:
    """Say whether a label is a date, or an amount with at most a few words.

    >>> is_literal("7 November 1867"), is_literal("330 metres"), is_literal("Paris")
    (True, True, False)
    """
    return as_date(label) is not None or (
        label[:1] in "0123456789+-$€£¥." and any(map(str.isdigit, label))
        and len(label.split()) <= _LONGEST_AMOUNT
    )  # fmt: skip


def agree(a: str, b: str) -> bool:
    """Say whether two literals can both be true: of dates, the parts that both have are equal.

    >>> agree("1867", "7 November 1867"), agree("1868", "1867-11-07"), agree("5", "5.0")
    (True, False, True)
    """
    first, second = as_date(a), as_date(b)
    if first is None or second is None:
        return amounts(a) == amounts(b)
    return all(
        x == y for x, y in zip(first, second, strict=True) if x is not None and y is not None
    )


@lru_cache(maxsize=1 << 14)
def stand_in(label: str) -> str:
    """Return a literal as a bare number, so that it is compared exactly; else the label.

    >>> stand_in("7 November 1867"), stand_in("330 metres"), stand_in("1867"), stand_in("Paris")
    ('18671107', '330', '1867', 'Paris')
    """
    date = as_date(label)
    if date is not None and date.month is not None:
        return f"{date.year}{date.month:02}{date.day or 0:02}"
    numbers = amounts(label)
    if date is None and not (is_literal(label) and len(numbers) == 1):
        return label
    return numbers[0]
