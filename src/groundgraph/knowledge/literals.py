"""How a reader would write the literals of a graph: dates, numbers, texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.knowledge.vocabulary import XSD
from groundgraph.text.calendar_words import MONTH_NAMES

if TYPE_CHECKING:
    from groundgraph.knowledge.sparql import Term

_DATE = re.compile(r"([+-]?)(\d{4,})(?:-(\d\d))?(?:-(\d\d))?(?:T.*|Z|[+-]\d\d:\d\d)?")
_NUMBER = re.compile(r"\+?(-?)0*(0|[^\D0]\d*)(?:\.((?:\d*[^\D0])?)0*)?")
_DATES = {f"{XSD}{kind}" for kind in ("date", "dateTime", "gYear", "gYearMonth")}
_WHOLE = "integer int long short byte nonNegativeInteger positiveInteger unsignedInt unsignedLong"
_NUMBERS = {f"{XSD}{kind}" for kind in ("decimal", *_WHOLE.split())}
_TEXTS = {
    "",
    f"{XSD}string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
    *(f"{XSD}{kind}" for kind in ("boolean", "double", "float")),
}
_LONGEST = 500  # a longer text is no fact but prose


def readings(found: Term, language: str) -> tuple[str, ...]:
    """Return the ways to write a literal; none for what no answer states, such as geometry.

    >>> from groundgraph.knowledge.sparql import Term
    >>> readings(Term("literal", "1815-12-10T00:00:00Z", datatype=f"{XSD}dateTime"), "en")
    ('10 December 1815', '1815')
    >>> readings(Term("literal", "+8849.50", datatype=f"{XSD}decimal"), "en")
    ('8849.5',)
    """
    text = " ".join(found.value.split())
    if found.datatype in _DATES:
        return _date(text, language)
    if found.datatype in _NUMBERS:
        return (_number(text),)
    return (text,) if found.datatype in _TEXTS and 0 < len(text) <= _LONGEST else ()


def _date(text: str, language: str) -> tuple[str, ...]:
    match = _DATE.fullmatch(text)
    if match is None:
        return (text,) if text else ()
    sign, digits, month, day = match.groups()
    year = str(int(digits))
    if sign == "-":
        year = f"{year} BC" if language.startswith("en") else f"-{year}"
    # A year alone is stored as its first of January: that day is not known to be meant.
    if month is None or not 1 <= int(month) <= len(MONTH_NAMES) or (month, day) == ("01", "01"):
        return (year,)
    return (_written(year, int(month), day, language), year)


def _written(year: str, month: int, day: str | None, language: str) -> str:
    """Write a date out where we know the names of the months, else as ISO 8601 has it."""
    if not language.startswith("en"):
        return "-".join([year, f"{month:02}", *([day] if day else [])])
    name = MONTH_NAMES[month - 1].capitalize()
    return f"{int(day)} {name} {year}" if day and int(day) else f"{name} {year}"


def _number(text: str) -> str:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return text
    sign, whole, fraction = match.groups()
    return f"{sign}{whole}" + (f".{fraction}" if fraction else "")
