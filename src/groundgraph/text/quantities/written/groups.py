"""Numbers told in groups and parts of them: "three score and ten", "half a gross", "1.2m users"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES, ORDINALS
from groundgraph.text.quantities.written.numeral_words import (
    GROUPS,
    PARTS,
    PERIODS,
    SCALES,
    Number,
    word_at,
)
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

_MANY = frozenset({"people", "men", "women", "children", "sheep", "cattle"})
"""Plurals without an "s"."""
_OF_QUARTERS = frozenset("last next this that previous final fiscal opening closing".split())
"""What stands before the quarter that is a part of a year and no length."""
_HALVED = SCALES | {"dozen": 12, "score": 20, "gross": 144}
_SMALL_PARTS = frozenset({"tenth", "hundredth", "thousandth"})
_QUARTERED = frozenset("century mile pound inch pint hour hours million acre ton tonne".split())
_HYPHENS = frozenset({"-", "‑", "‐"})
_COUNTED = frozenset(
    """downloads subscribers followers users people visitors visits viewers views listeners readers
    passengers customers members copies households inhabitants residents voters votes streams plays
    hits players accounts requests orders vehicles cars workers jobs employees students pupils
    patients doses tourists guests tickets parcels letters trips journeys words rows records
    parameters tokens pages sheep cattle chickens hens trees bottles bricks""".split()
)
"""What is counted in millions, and measured in no metres: "1.2m downloads"."""
_OF_MANY = {"m": 10**6, "b": 10**9}


def is_of_many(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a group is one of several things: "a score of years", not "a score of 84"."""
    counted = word_at(tokens, at + 1)
    return word_at(tokens, at) == "of" and (counted.endswith("s") or counted in _MANY)


def _ends_or_counts(tokens: Sequence[Token], at: int) -> bool:
    return is_of_many(tokens, at) or not word_at(tokens, at)


def grouped(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "2 dozen", "three score and ten", "5 gross of screws"."""
    following, after = word_at(tokens, number.after), number.after + 1
    size = GROUPS.get(following, 0)
    if following not in {"dozen", "dozens", "score", "gross"}:
        return number
    if following == "gross" and not _ends_or_counts(tokens, after):
        return number  # "£30,000 gross per year", "40 gross tonnes"
    step, rest = max(number.step * size, Fraction(1)), 0
    if following == "score" and word_at(tokens, after) == "and":
        rest = ONES.get(word_at(tokens, after + 1), 0)
        after += 2 if rest else 0
    value = number.value * size + rest
    return number._replace(value=value, step=step, after=after, weak=False)


def halved(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "half a dozen", "a half million", "half a thousandth" from its "half" on."""
    after, first = at + 1, at
    if word_at(tokens, at - 1) == "a":
        first = at - 1
        after += after < len(tokens) and tokens[after].text in _HYPHENS
    elif word_at(tokens, after) in {"a", "an"}:
        after += 1
    else:
        return None
    following = word_at(tokens, after)
    if following in _SMALL_PARTS:
        part = Fraction(1, 2 * PARTS[following])
        return Number(part, Fraction(0), "share", first, after + 1)
    size = _HALVED.get(following)
    if size is None or (following in {"score", "gross"} and not _ends_or_counts(tokens, after + 1)):
        return None
    step = Fraction(size, 10) if following in SCALES else Fraction(1)
    return Number(Fraction(size, 2), step, "count", first, after + 1, scaled=True)


def is_quarter_of_one(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "quarter of an hour", "quarter-century" is a part: not "the first quarter"."""
    if word_at(tokens, at - 1) in {*ORDINALS, *_OF_QUARTERS}:
        return False
    if word_at(tokens, at + 1) == "of" and word_at(tokens, at + 2) in {"a", "an"}:
        whole = word_at(tokens, at + 3)
        return whole in PERIODS or whole in SCALES or whole in BY_WORD
    hyphen = at + 1 < len(tokens) and tokens[at + 1].text in _HYPHENS
    lone = hyphen or word_at(tokens, at - 1) == "a"
    return lone and word_at(tokens, at + 1 + hyphen) in _QUARTERED


def is_end_of_one(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "the first third of an hour" is told of its beginning or end, as a part."""
    if word_at(tokens, at - 1) not in {"first", "last", "final"}:
        return False
    of_one = word_at(tokens, at + 1) == "of" and word_at(tokens, at + 2) in {"a", "an"}
    whole = word_at(tokens, at + 3)
    of_calendar = tokens[at].text == "quarter" and whole == "year"
    return of_one and whole in BY_WORD and not of_calendar


def in_millions(tokens: Sequence[Token], text: str, number: Number) -> Number:
    """Read the "m" of "1.2m downloads", "3M" as millions, and no metres."""
    at = number.after
    if number.kind != "count" or at >= len(tokens) or tokens[at - 1].kind != "number":
        return number
    sign = tokens[at]
    size = _OF_MANY.get(sign.text)
    if size is None or sign.start != tokens[at - 1].end:
        return number
    capital = text[sign.start] == "M" and not text[sign.end : sign.end + 1].isalnum()
    if not capital and word_at(tokens, at + 1) not in _COUNTED:
        return number
    value, step = number.value * size, number.step * size
    return number._replace(value=value, step=step, after=at + 1, scaled=True)


def every_at(tokens: Sequence[Token], at: int) -> int:
    """Return the index behind the "every" of "one in every four"."""
    return at + (word_at(tokens, at) == "every")


def below_zero(tokens: Sequence[Token], number: Number, after: int) -> tuple[Number, int]:
    """Read on in "four degrees below zero", which are minus four."""
    told = [token.text for token in tokens[after : after + 2]]
    if told != ["below", "zero"] or number.value < 0:
        return number, after
    return number._replace(value=-number.value), after + 2
