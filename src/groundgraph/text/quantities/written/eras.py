"""Years and centuries that are told with their era: "447 BC", "AD 14", "27 BC to 14 CE".

A year before Christ is counted as astronomers do: 1 BC is 0, 447 BC is -446, so that differences
and orders of years hold across both eras.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.decades import with_part
from groundgraph.text.quantities.written.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.clocks import Found
    from groundgraph.text.quantities.written.tokens import Token

_ERAS = {
    **dict.fromkeys((("bc",), ("bce",), (*"b.c",), (*"b.c.e",)), True),
    **dict.fromkeys((("ad",), ("ce",), (*"a.d",), (*"c.e",)), False),
}
"""The words of an era, and whether it is the one before Christ."""
ERA_WORDS = frozenset({"ad", "a"})
"""What may open a year told behind its era."""
_LONGEST = 5
_FIRST_MODERN = 1800
"""Year from which a number before "BC" or "AD" is rather one of our days: "In 2019 BC Hydro"."""
_CENTURY = 100
_LAST_YEAR = 2100
_LED = frozenset(
    """in since by until till from of before after during year to the circa c around about between
    late early mid - – — and or ( . ,""".split()
)
_RANGES = frozenset({"to", "until", "till", "and", "or", "-", "–", "—"})


def era_year_at(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read the year that begins at a token, where its era is told beside it.

    So too the first of two: the "447" of "447-438 BC" and of "from 447 to 438 BC".
    """
    if tokens[at].kind != "number":
        return _behind_its_era(tokens, text, at)
    year, end = _number(tokens[at].text), at + 1
    if year is None:
        return None
    told = _era_at(tokens, text, end)
    if told is not None:
        before, after = told
        if not before and not _may_be_ad(tokens, at, year):
            return None
        if year >= _FIRST_MODERN and _is_a_name(tokens, text, after):
            return None
        return with_part(tokens, at, after, Moment(1 - year if before else year))
    if end + 1 >= len(tokens) or tokens[end].text not in _RANGES:
        return None
    other = _number(tokens[end + 1].text)
    told = _era_at(tokens, text, end + 2) if other is not None else None
    if other is None or told is None or not _may_be_ad(tokens, at, year):
        return None
    if (year > other) != told[0]:
        return None
    return with_part(tokens, at, end, Moment(1 - year if told[0] else year))


def century_of_era(
    tokens: Sequence[Token], text: str, number: int, after: int
) -> tuple[Moment, int]:
    """Return a century as a moment, and the index after its era, where that is told.

    Args:
        tokens: Of the text.
        text: The text.
        number: Which century: 5 of "the 5th century BC".
        after: Index of the token behind "century".
    """
    told = _era_at(tokens, text, after)
    if told is None or not told[0]:
        end = after if told is None else told[1]
        return Moment((number - 1) * _CENTURY, years=_CENTURY), end
    return Moment(1 - number * _CENTURY, years=_CENTURY), told[1]


def _behind_its_era(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read "AD 14", "A.D. 14"."""
    told = _era_at(tokens, text, at)
    if told is None or told[0] or told[1] >= len(tokens):
        return None
    year = _number(tokens[told[1]].text)
    if year is None or year > _LAST_YEAR:
        return None
    return with_part(tokens, at, told[1] + 1, Moment(year))


def _number(written: str) -> int | None:
    digits = written.replace(",", "")
    if not digits.isdecimal() or not 0 < len(digits) <= _LONGEST or not int(digits):
        return None
    return int(digits)


def _era_at(tokens: Sequence[Token], text: str, at: int) -> tuple[bool, int] | None:
    """Return whether the era that begins at a token is before Christ, and the index after it."""
    if at >= len(tokens) or not text[tokens[at].start].isupper():
        return None
    for length in (5, 3, 1):
        words = tuple(token.text for token in tokens[at : at + length])
        if (
            len(words) == length
            and words in _ERAS
            and text[tokens[at + length - 1].start].isupper()
        ):
            stop = length > 1 and at + length < len(tokens) and tokens[at + length].text == "."
            return _ERAS[words], at + length + stop
    return None


def _may_be_ad(tokens: Sequence[Token], at: int, year: int) -> bool:
    """Say whether a number before "AD" or "CE" is a year: not of "2 AD servers", "5 CE marks"."""
    long = year >= _CENTURY or at == 0 or tokens[at - 1].text in _LED
    return long and year <= _LAST_YEAR


def _is_a_name(tokens: Sequence[Token], text: str, after: int) -> bool:
    """Say whether "BC" goes on as a name does: "BC Hydro"."""
    return after < len(tokens) and text[tokens[after].start].isupper()
