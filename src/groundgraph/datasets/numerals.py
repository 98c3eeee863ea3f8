"""Counts and ordinals of a text, and one number written the way another is."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.number_words import ONES, ORDINALS

_CARDINALS = [*ONES, "twenty"]
_ORDINALS = ["zeroth", *ORDINALS][:11]
_NUMERAL = re.compile(
    rf"\b(?P<ordinal>{'|'.join(_ORDINALS[1:])})\b"
    rf"|\b(?P<cardinal>{'|'.join(_CARDINALS[2:])})\b"
    r"|(?<![\w.,/#-])(?P<place>\d{1,3})(?:st|nd|rd|th)\b"
    r"|(?<![\w.,/-])(?P<digits>\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d+)?(?![\w/]|,\d|[–-]\d)",
    re.IGNORECASE,
)
_TEENS = (11, 12, 13)


class Numeral(NamedTuple):
    """A number, whether it is an ordinal, how it is written, and where it stands."""

    value: int
    is_ordinal: bool
    style: str
    start: int
    end: int


def numerals(text: str) -> list[Numeral]:
    """Return the whole numbers of a text, in order; "one" is mostly a pronoun and left out.

    >>> [(n.value, n.style) for n in numerals("The third of 3,677 seats, twelve of 40.")]
    [(3, 'ordinal'), (3677, 'commas'), (12, 'cardinal'), (40, 'digits')]
    """
    found = (_numeral(match) for match in _NUMERAL.finditer(text))
    return [numeral for numeral in found if numeral is not None]


def written_like(value: int, model: str, numeral: Numeral) -> str:
    """Return ``model`` with its numeral exchanged for a value, in the same style where it can be.

    >>> written_like(12, "the third season", numerals("the third season")[0])
    'the 12th season'
    """
    return model[: numeral.start] + _written(value, numeral.style) + model[numeral.end :]


def _numeral(match: re.Match[str]) -> Numeral | None:
    style, written = match.lastgroup or "", match[match.lastgroup or 0].lower()
    if style == "ordinal":
        value = _ORDINALS.index(written)
    elif style == "cardinal":
        value = _CARDINALS.index(written)
    elif "." in match[0]:
        return None
    else:
        value = int(written.replace(",", ""))
        style = "commas" if "," in written else style
    return Numeral(value, style in {"ordinal", "place"}, style, *match.span())


def _written(value: int, style: str) -> str:
    if style in {"ordinal", "place"}:
        return _ORDINALS[value] if style == "ordinal" and value < len(_ORDINALS) else _place(value)
    if style == "cardinal" and value < len(_CARDINALS):
        return _CARDINALS[value]
    return f"{value:,}" if style == "commas" else str(value)


def _place(value: int) -> str:
    last = 0 if value % 100 in _TEENS else value % 10
    return f"{value}{({1: 'st', 2: 'nd', 3: 'rd'}).get(last, 'th')}"
