"""Amounts of a text in normal form: number, unit, what bounds it, and what is counted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES
from groundgraph.text.once import once
from groundgraph.text.quantities.written.bounds import bound_behind, bound_of, sign_of
from groundgraph.text.quantities.written.compounds import joined, ranges
from groundgraph.text.quantities.written.dosing import FIRST_WORDS, HAS
from groundgraph.text.quantities.written.groups import below_zero, in_millions
from groundgraph.text.quantities.written.labels import is_part_of_a_code, is_weak
from groundgraph.text.quantities.written.nouns import LOOK_AHEAD, age_of, each_of, noun_of, text_at
from groundgraph.text.quantities.written.numeral_words import VULGAR, WORDS, Number
from groundgraph.text.quantities.written.numerals import number_at
from groundgraph.text.quantities.written.tokens import Token, glued
from groundgraph.text.quantities.written.unit_table import (
    BY_WORD,
    COUNT,
    MONEY_BEFORE,
    PER_SECOND,
    POINTS,
    MeasureUnit,
)
from groundgraph.text.quantities.written.units import has_minus, money_before, unit_at
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SHORTEST_UNIT = 3
"""Letters of a unit that may follow "a"; "a m" is none."""
_NO_UNITS = frozenset(
    {"second", "mark", "crown", "real", "won", "rand", "grain", "league", "score", "bit"}
)
"""What means something else after "a": "a mark of 2"."""
_FIRST_WORDS = WORDS | FIRST_WORDS | {"a", "an"}
_ADJECTIVES = frozenset(
    "working business calendar consecutive full additional further extra more other".split()
)
_YEARS = range(1100, 2100)
_FOOT_MARKS, _INCH_MARKS = frozenset("'’′"), frozenset('"”″')
_QUOTE = re.compile(r'(?<!\d)"')
_AND_PARTS = {"and a half": Fraction(1, 2), "and a quarter": Fraction(1, 4)}
_AND_PARTS |= {"and three quarters": Fraction(3, 4)}


@dataclass(frozen=True)
class Quantity:
    """A number with its unit.

    Attributes:
        span: Where it stands in its text, with a currency before it and its unit.
        value: The number in the written unit, with a scale such as "million" multiplied in.
        step: One unit of the last shown digit; 0 for a fraction such as "a third".
        unit: The written unit.
        kind: "count", "share", "times" or "ordinal".
        bound: "exact", "exactly" (so written), "about", "under" (just under), "over", "below",
            "least" or "most".
        noun: Stems of the words after it that say what is counted, at most two.
        per: What it is for one of: "days" in "5 a day", "kg" in "3 per kg", "each"; "age" for
            "28 years old"; else "".
        weak: Whether it may be no amount, as a lone "one", or a number that names something.
        scaled: Whether a scale such as "million" is written.
        first: Index of its first token.
        after: Index after its last token.
        part: Whether it is told as a part of the next, as 18 in "18 of its 30 sailings".
        scale: Where its table is "in millions", what a sum of money in it is multiplied with.
    """

    span: Span
    value: Fraction
    step: Fraction
    unit: MeasureUnit = COUNT
    kind: str = "count"
    bound: str = "exact"
    noun: tuple[str, ...] = ()
    per: str = ""
    weak: bool = False
    scaled: bool = False
    first: int = 0
    after: int = 0
    scale: int = 1
    part: bool = False

    @once
    def base(self) -> Fraction:
        """The value in the base unit of its dimension."""
        return self.value * self.unit.factor + self.unit.offset

    @once
    def number(self) -> float:
        """The value in the written unit, to the precision of a float."""
        return float(self.value)

    @once
    def approx(self) -> float:
        """The value in the base unit, to the precision of a float."""
        return self.number * float(self.unit.factor) + float(self.unit.offset)

    @once
    def dimension(self) -> str:
        """What kind of thing it measures: "length", "money USD", "share"; "" for a count."""
        return self.unit.dimension if self.unit is not COUNT or self.kind != "share" else "share"


def amounts_of(
    tokens: Sequence[Token], text: str, taken: frozenset[int] = frozenset()
) -> list[Quantity]:
    """Return the amounts among the tokens of a text, in order.

    Args:
        tokens: Tokens of the text or of a part of it.
        text: The whole text.
        taken: Indices of tokens that belong to dates and times of day.
    """
    found = ranges(list(joined(list(_amounts(tokens, text, taken)), text)), text)
    before = [None, *found]
    return [one for one, last in zip(found, before, strict=False) if not _is_rate_of(one, last)]


def _is_rate_of(amount: Quantity, before: Quantity | None) -> bool:
    """Say whether "a day" is what the amount before it is for one of: "750 mg of salt a day"."""
    if before is None or not amount.weak or amount.value != 1:
        return False
    near = amount.first - before.after <= LOOK_AHEAD
    return near and amount.dimension == "time" and amount.unit.name == before.per


def _amounts(
    tokens: Sequence[Token], text: str, taken: frozenset[int]
) -> Iterator[tuple[Quantity, int, int]]:
    """Yield amounts with the indices of their first token and the one after them."""
    at = 0
    while at < len(tokens):
        kind = tokens[at].kind
        if kind == "word" and tokens[at].text not in _FIRST_WORDS:
            at += 1
            continue
        if kind == "clock" and at not in taken and tokens[at].text.count(":") == 2:
            yield _lap(tokens[at], at), at, at + 1
        if kind == "number" and (tall := _feet_and_inches(tokens, at)) is not None:
            yield tall, at, tall.after
            at = tall.after
            continue
        if at in taken or kind not in {"number", "word", "sign"}:
            at += 1
            continue
        money = money_before(tokens, at) if kind == "number" else None
        number = number_at(tokens, at, money=money is not None) or _article(tokens, text, at)
        number = in_millions(tokens, text, number) if number and kind == "number" else number
        if number is None or not taken.isdisjoint(range(number.first, number.after)):
            at += 1
            continue
        amount, after = _amount(tokens, text, number, money)
        if amount is not None:
            yield amount, number.first, after
        at = max(after, number.after)


def _lap(token: Token, at: int) -> Quantity:
    """Read "2:24:31" as a time taken."""
    hours, minutes, seconds = map(Fraction, token.text.replace(",", ".").split(":"))
    value = hours + minutes / 60 + seconds / 3600
    step = Fraction(1, 3600 * 10 ** len(token.text.replace(",", ".").partition(".")[2]))
    unit = BY_WORD["hours"]
    return Quantity(Span(token.start, token.end), value, step, unit, first=at, after=at + 1)


def _feet_and_inches(tokens: Sequence[Token], at: int) -> Quantity | None:
    """Read 6'2", which is 74 inches."""
    parts = tokens[at : at + 4]
    glued_on = len(parts) > 3 and all(glued(*pair) for pair in pairwise(parts))
    if not glued_on or parts[2].kind != "number" or not parts[0].text.isdecimal():
        return None
    if parts[1].text not in _FOOT_MARKS or parts[3].text not in _INCH_MARKS:
        return None
    value = int(parts[0].text) + Fraction(parts[2].text.replace(",", "")) / 12
    span = Span(parts[0].start, parts[3].end)
    return Quantity(span, value, Fraction(1, 12), BY_WORD["feet"], first=at, after=at + 4)


def _article(tokens: Sequence[Token], text: str, at: int) -> Number | None:
    """Read "an" in "an hour", "a kilometre" as one, where a unit follows."""
    if tokens[at].text == "every" and text_at(tokens, at + 2) == "and":
        half = text_at(tokens, at + 4) == "half" and unit_at(tokens, at + 1, text)
        return Number(Fraction(1), Fraction(1), "count", at, at + 1) if half else None
    if tokens[at].text not in {"a", "an"} or at + 1 >= len(tokens):
        return None
    once = at and tokens[at - 1].text in {"times", "once", "twice", "such", "what"}
    if once and text_at(tokens, at + 2) not in HAS:
        return None
    word = tokens[at + 1].text
    if len(word) < _SHORTEST_UNIT or word in _NO_UNITS or not unit_at(tokens, at + 1, text):
        return None
    return Number(Fraction(1), Fraction(1), "count", at, at + 1, weak=True)


def _amount(
    tokens: Sequence[Token], text: str, number: Number, money: tuple[MeasureUnit, int] | None
) -> tuple[Quantity | None, int]:
    """Add unit, bounds and noun to a number; ``None`` for what is part of a name."""
    first = money[1] if money else number.first
    if is_part_of_a_code(tokens, number) or _is_a_generation(tokens, text, number):
        return None, number.after
    unit, after = (money[0], number.after) if money else _unit_after(tokens, text, number)
    if money is None and unit is COUNT and number.kind == "ordinal":
        return None, number.after
    whole = number.value
    number, after = _with_half(tokens, number, after)
    number, after = below_zero(tokens, number, after)
    sign, first = sign_of(tokens, text, first, money=unit.dimension.startswith("money"))
    negative = sign < 0 or (money is not None and has_minus(tokens, number.first))
    bound, behind = bound_behind(tokens, after)
    noun, per, end = noun_of(tokens, behind, counted=unit is COUNT)
    per = per or each_of(tokens, first, after) or age_of(tokens, unit, after)
    if tokens[first].text in FIRST_WORDS and tokens[first].text != "once":
        noun, per = (), "days"  # "90 mg bd"
    per = per or ("seconds" if unit.name in PER_SECOND else "")
    kind = number.kind if unit is COUNT or number.kind != "share" else "count"
    amount = Quantity(
        Span(tokens[first].start, tokens[after - 1].end),
        -number.value if negative else number.value,
        number.step,
        unit,
        kind,
        bound_of(tokens, text, first, bound),
        noun,
        per,
        is_weak(tokens, text, number, after, unit) and number.value == whole,
        number.scaled,
        first,
        max(after, end),
    )
    return amount, amount.after


def _unit_after(tokens: Sequence[Token], text: str, number: Number) -> tuple[MeasureUnit, int]:
    """Read the unit after a number: "5 km", "three-quarters of an hour", "a 5-year-old"."""
    at = number.after
    if _are_inches(tokens, text, number):
        return BY_WORD["inches"], at + 1
    while at < len(tokens) and tokens[at].text in {"-", "‑"} and glued(tokens[at - 1], tokens[at]):
        at += 1
    if number.kind == "share":
        at = _skip_of(tokens, at)
    if at < len(tokens) and tokens[at].text in _ADJECTIVES:
        at += 1
    if tokens[number.after - 1].text in {"couple", "pair"} and text_at(tokens, at) == "of":
        at += 1
    if number.kind == "share" and text_at(tokens, at) == "point" and at > number.after:
        return POINTS, at + 1  # "a quarter of a point"
    found = unit_at(tokens, at, text) if at < len(tokens) else None
    if found is not None and _is_of_the_next(tokens, text, at, found):
        return COUNT, number.after
    if found is None or not _fits(tokens, number, at, found):
        return COUNT, number.after
    if found[0].name == "pounds" and number.scaled:
        return MONEY_BEFORE["£"], found[1]
    return found


def _is_a_generation(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether "5G" names a network."""
    behind = tokens[number.after] if number.after < len(tokens) else None
    return (
        behind is not None
        and glued(tokens[number.after - 1], behind)
        and text[behind.start : behind.end] == "G"
    )


def _is_of_the_next(
    tokens: Sequence[Token], text: str, at: int, found: tuple[MeasureUnit, int]
) -> bool:
    """Say whether a currency is that of a number after it: "children 6-14 EUR 7"."""
    money = found[0].dimension.startswith("money") and text[tokens[at].start].isupper()
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    apart = at > 0 and not glued(tokens[at - 1], tokens[at])
    return money and apart and following is not None and following.kind == "number"


def _are_inches(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether the mark behind digits is that of inches, and closes no quotation: 6.7" OLED."""
    at = number.after
    if at >= len(tokens) or tokens[at].text not in _INCH_MARKS or number.kind != "count":
        return False
    last, mark = tokens[at - 1], tokens[at]
    if last.kind != "number" or not glued(last, mark) or text[mark.start] == "”":
        return False
    line = text[text.rfind("\n", 0, mark.start) + 1 : mark.start]
    return len(_QUOTE.findall(line)) % 2 == 0


def _skip_of(tokens: Sequence[Token], at: int) -> int:
    """Skip "of a", "an" before the unit of a part: "half an hour", "a quarter of a gram"."""
    here = at
    if here < len(tokens) and tokens[here].text == "of":
        here += 1
    if here < len(tokens) and tokens[here].text in {"a", "an", "one"}:
        return here + 1
    return at


def _fits(tokens: Sequence[Token], number: Number, at: int, found: tuple[MeasureUnit, int]) -> bool:
    """Say whether a unit is meant: a letter only after digits, none of a part of "the hours"."""
    unit, after = found
    in_digits = tokens[number.first].kind == "number"
    if len(tokens[at].text) == 1 and tokens[at].kind == "word" and after == at + 1:
        plain = in_digits and number.kind == "count"
        decade = number.value in _YEARS and tokens[at].text == "s"
        return plain and not decade
    if number.kind == "ordinal":
        return False
    if tokens[at].text == "foot" and number.value > 1 and at == number.after and not in_digits:
        return text_at(tokens, at + 1) in ONES  # "five foot eleven", but not "five foot soldiers"
    if number.kind == "share" and at == number.after:
        return (
            tokens[number.first].text in VULGAR
            or "/" in {token.text for token in tokens[number.first : number.after]}
            or tokens[at - 1].text == "half"
            or unit.dimension != ""
        )
    return True


def _with_half(tokens: Sequence[Token], number: Number, after: int) -> tuple[Number, int]:
    """Read on in "an hour and a half", "an hour and three quarters"."""
    if text_at(tokens, after) != "and" or after == number.after or number.value.denominator > 1:
        return number, after
    told = " ".join(token.text for token in tokens[after : after + 3])
    if told not in _AND_PARTS:
        return number, after
    return number._replace(value=number.value + _AND_PARTS[told], step=Fraction(0)), after + 3
