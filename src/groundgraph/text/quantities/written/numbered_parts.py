"""Parts of writings that are numbered in Roman numerals or in words: "folio xiv", "ninth annex"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ORDINALS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_PARTS = "section|clause|article|paragraph|chapter|annex|appendix|schedule|folio|volume"
_EACH_PART = _PARTS.split("|")
_ROMAN = re.compile(
    r"(?<=[a-z] )(?!I [a-z]{2,}\b(?<! of)(?<! is)(?<! and))"  # "the volume I bought"
    r"(?:[IVXLC]{1,7}|[ivxlc]{2,7}|[vx])(?![\w-]|\.\w)"
)
_PART_BEFORE = re.compile(rf"(?:\b|^)({_PARTS}) $", re.IGNORECASE)
_OF_PLACE = re.compile(rf"(?<=st |nd |rd |th )(?:{_PARTS})\b(?! (?:\d|[IVXLC]))", re.IGNORECASE)
_PLACE_BEFORE = re.compile(r"([a-z]{4,11}|\d{1,3}(?:st|nd|rd|th)) $", re.IGNORECASE)
_LIKE_ASCII = re.compile("[\u017f\u212a\u0130\u0131]")
"""Letters beyond ASCII that patterns take for "s", "k" and "i" where case does not count."""
_LETTERS = {"C", "L"}
"""Numerals that are letters where they stand alone: "Appendix C"."""
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_SIZES = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        "m cm d cd c xc l xl x ix v iv i".split(),
        strict=True,
    )
)
_LONGEST = 12
"""Characters before a numeral, or before what is numbered, among which the other stands."""


def numbered_parts(text: str) -> Iterator[tuple[str, Span]]:
    """Yield the parts that a text names, with digits, and where; numerals first, then words.

    >>> [part for part, _ in numbered_parts("Fees: Schedule VII, the fourth schedule and folio xl")]
    ['schedule 7', 'folio 40', 'schedule 4']
    """
    lower = text.lower()
    if not any(part in lower for part in _EACH_PART) and not _LIKE_ASCII.search(text):
        return  # as of most claims
    for match in _ROMAN.finditer(text):
        part = _before(_PART_BEFORE, text, match.start())
        value = roman(match[0])
        if part is not None and value and match[0] not in _LETTERS:
            yield f"{part[1].lower()} {value}", Span(match.start() - len(part[0]), match.end())
    for match in _OF_PLACE.finditer(text):
        place = _before(_PLACE_BEFORE, text, match.start())
        if place is not None and (number := _number(place[1].lower())):
            yield f"{match[0].lower()} {number}", Span(match.start() - len(place[0]), match.end())


def _before(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str] | None:
    return pattern.search(text, max(0, at - _LONGEST), at)


def _number(place: str) -> int:
    return int(place[:-2]) if place[0].isdecimal() else ORDINALS.get(place, 0)


def roman(written: str) -> int:
    """Return what a Roman numeral stands for, 0 for letters that are none.

    >>> roman("xiv"), roman("XL"), roman("MDCCXLII"), roman("iix")
    (14, 40, 1742, 0)
    """
    values = [_VALUES.get(letter, 0) for letter in written.lower()]
    following = [*values[1:], 0]
    total = sum(-one if one < other else one for one, other in zip(values, following, strict=True))
    return total if written.lower() == _written(total) else 0


def _written(number: int) -> str:
    """Write a number in Roman numerals.

    >>> _written(149)
    'cxlix'
    """
    told = ""
    for size, letters in _SIZES:
        times, number = divmod(number, size)
        told += letters * times
    return told
