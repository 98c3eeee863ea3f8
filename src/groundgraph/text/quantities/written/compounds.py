"""Neighbouring amounts that are one, "5 h 45 min", or the ends of a range, "2–8 °C"."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.labels import is_by_article
from groundgraph.text.quantities.written.ratios import TOLD_ONCE
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import ANY_MONEY, BY_WORD, COUNT, MONEY_BEFORE
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit


_BEFORE_POWER = re.compile(r"(\d{1,30}(?:\.\d{1,30})?) ?[×x·⋅*] ?10")
_JOINTS = frozenset({"", "and", ",", "-"})
"""What may stand between two amounts that are one; "a year lasts 36 hours" is two."""


def joined(found: list[tuple[Quantity, int, int]], text: str) -> Iterator[Quantity]:
    """Join "1 h 20 min", "5 hours and 45 minutes", "6 ft 2 in" into one amount each."""
    at = 0
    while at < len(found):
        amount, _, after = found[at]
        while at + 1 < len(found) and (
            smaller := _smaller_unit(amount, after, found[at + 1], text)
        ):
            after = found[at + 1][2]
            amount = _compound(amount, smaller)
            at += 1
        yield amount
        at += 1


def _smaller_unit(
    amount: Quantity, after: int, following: tuple[Quantity, int, int], text: str
) -> Quantity | None:
    """Return what follows as the smaller part of an amount, if it is: "3 h 40", "5 ft 11".

    Of two digits are the hundredths of "one metre forty", "two pounds fifty".
    """
    smaller, first, stop = following
    unit = _LEFT_OUT.get(amount.unit.name)
    bare = smaller.unit is COUNT and not smaller.noun and smaller.kind == "count"
    if amount.unit.name == "hours" and text[smaller.span.start : smaller.span.end].endswith("m"):
        bare = smaller.unit.name == "m"  # "3h 40m"
    cents = smaller.dimension == ANY_MONEY
    told_so = text[amount.span.start].isdigit() == text[smaller.span.start].isdigit()
    if unit is None and (bare or cents) and told_so and _TENS <= smaller.value < _HUNDRED:
        unit = None if text[amount.span.start] in MONEY_BEFORE else _hundredths(amount.unit)
        bare = True
    near = first == after or (amount.unit.name == "feet" and first == after + 1)
    if bare and unit is not None and near and smaller.value.denominator == 1:
        smaller = replace(smaller, unit=unit)
    return smaller if _is_compound(amount, after, (smaller, first, stop), text) else None


_MMHG = BY_WORD["mmhg"]
_BLOOD = re.compile(r"\b(?:BP|bp|[Bb]lood pressure)\b")
_BESIDE = 40
"""Letters between "blood pressure" and its values at most."""
_OF_BLOOD = frozenset({"mmHg", "kPa"})
_SYSTOLIC, _DIASTOLIC = (stem("systolic"),), (stem("diastolic"),)
_LEFT_OUT = {"hours": BY_WORD["minutes"], "minutes": BY_WORD["seconds"], "feet": BY_WORD["inches"]}
"""Units whose smaller parts may be told without a unit of their own."""
_TENS, _HUNDRED = 10, 100
_POUNDS = MONEY_BEFORE["£"]


def _hundredths(unit: MeasureUnit) -> MeasureUnit | None:
    """Return what a hundredth of a metre or of a currency is told in; "pounds" are money then."""
    if unit.name == "m":
        return BY_WORD["cm"]
    money = _POUNDS if unit.name == "pounds" else unit
    of_money = money.dimension.startswith("money")
    return money._replace(factor=money.factor / _HUNDRED) if of_money else None


def _is_compound(
    amount: Quantity, after: int, following: tuple[Quantity, int, int], text: str
) -> bool:
    smaller, first, _ = following
    between = text[amount.span.end : smaller.span.start].strip().lower()
    if (
        first - after > 1
        or between not in _JOINTS
        or (between == "," and is_by_article(text, amount.span))
    ):
        return False
    if amount.unit.name == "pounds" and smaller.dimension == _POUNDS.dimension:
        amount = replace(amount, unit=_POUNDS)
    plain = amount.dimension in {"time", "length", "mass"} or first == after
    same = plain and smaller.dimension == amount.dimension != ""
    if not same or smaller.bound not in {"exact", "exactly"} or smaller.value < 0:
        return False
    whole = amount.value.denominator == 1 or amount.step == 0
    return whole and smaller.value * smaller.unit.factor < amount.unit.factor


def _compound(amount: Quantity, smaller: Quantity) -> Quantity:
    if amount.dimension != smaller.dimension:
        amount = replace(amount, unit=_POUNDS)
    ratio = smaller.unit.factor / amount.unit.factor
    span = Span(amount.span.start, smaller.span.end)
    value = amount.value + smaller.value * ratio
    return replace(
        amount,
        span=span,
        value=value,
        step=smaller.step * ratio,
        noun=smaller.noun,
        per=smaller.per,
        weak=False,
        after=smaller.after,
    )


def ranges(found: list[Quantity], text: str) -> list[Quantity]:
    """Give the lower end of "2–8 °C", "5 to 7 million" the unit and scale of the upper one."""
    for at in range(len(found) - 2, -1, -1):  # "120 x 60 x 60 cm"
        if _is_of_sizes(text, *found[at : at + 2]):
            found[at] = replace(found[at], unit=found[at + 1].unit, noun=(), weak=False)
        elif _is_slashed(text, *found[at : at + 2]):
            found[at : at + 2] = _of_two(text, *found[at : at + 2])
    for at in range(len(found) - 1):
        low, high = found[at : at + 2]
        if _is_score(text, low, high):
            found[at : at + 2] = [replace(end, weak=True) for end in (low, high)]
            continue
        low, high = _with_money(text, low, high)
        found[at : at + 2] = low, high
        if low.unit is not COUNT or low.kind != "count" or low.noun or low.scaled:
            continue
        if (high.unit is COUNT and not high.scaled) or not joins(text, low, high):
            continue
        scale = _power_of(text, high) or scale_of(high)
        scale = scale if low.value * scale <= high.value else Fraction(1)
        step = low.step * scale
        found[at] = replace(
            low,
            value=low.value * scale,
            step=step,
            unit=high.unit,
            per=low.per or ("" if high.per == "age" else high.per),
            weak=False,
            scaled=scale > 1,
        )
    return found


def _is_of_sizes(text: str, one: Quantity, other: Quantity) -> bool:
    """Say whether "x" or "by" joins two sizes of which the last has the unit: "4 by 2.5 m"."""
    between = text[one.span.end : other.span.start].strip()
    bare = one.unit is COUNT and one.kind == "count"
    return bare and other.dimension in {"length", "pixels"} and between in {"x", "×", "by"}


def _is_slashed(text: str, one: Quantity, other: Quantity) -> bool:
    """Say whether "/" joins two numbers, or "over" the two of a blood pressure."""
    if text[one.span.end : other.span.start] == "/":
        return True
    over = text[one.span.end : other.span.end].startswith(" over ")
    return over and bool(_BLOOD.search(text[: one.span.start][-_BESIDE:]))


def _of_two(text: str, one: Quantity, other: Quantity) -> list[Quantity]:
    """Give the first of "5/160 mg" its unit, and what a blood pressure tells: "142/88 mmHg"."""
    if one.unit is other.unit is COUNT and _BLOOD.search(text[: one.span.start][-_BESIDE:]):
        other = replace(other, unit=_MMHG, noun=(), bound="exact")
    if one.unit is COUNT and one.kind == "count" and other.dimension in TOLD_ONCE:
        one = replace(one, unit=other.unit, noun=(), weak=False)
    if one.unit == other.unit and other.unit.name in _OF_BLOOD and one.value > other.value:
        bound = other.bound if one.bound == "exact" else one.bound
        one = replace(one, noun=_SYSTOLIC, bound=bound)
        other = replace(other, noun=_DIASTOLIC, bound=bound)
    return [one, other]


def _is_score(text: str, low: Quantity, high: Quantity) -> bool:
    """Say whether "25-22" is a score or a number in two parts, and no range."""
    bare = low.unit is COUNT and high.unit is COUNT and not high.noun
    return bare and text[low.span.end : high.span.start] in {"-", "–"} and not high.scaled


def joins(text: str, low: Quantity, high: Quantity) -> bool:
    """Say whether "to", a dash or "between … and" joins two neighbouring amounts."""
    gap = text[low.span.end : high.span.start].rstrip("+").strip().lower()
    if gap in {"-", "–", "—", "to", "through", "- to", "-to", "…", "..."}:
        return True
    before = text[max(0, low.span.start - 10) : low.span.start].lower()
    return (gap == "and" and before.rstrip().endswith("between")) or gap == "or"


def _power_of(text: str, amount: Quantity) -> Fraction | None:
    """Return 100,000 for "5 × 10^5", ``None`` where no power is written."""
    written = _BEFORE_POWER.match(amount.span.of(text))
    return abs(amount.value) / Fraction(written[1]) if written and amount.scaled else None


def scale_of(amount: Quantity) -> Fraction:
    """Return 1,000,000 for "7 million", 1 for "700"."""
    if not amount.scaled:
        return Fraction(1)
    sizes = (10**12, 10**9, 10**6, 10**3)
    return Fraction(next((size for size in sizes if abs(amount.value) >= size), 1))


def _with_money(text: str, low: Quantity, high: Quantity) -> tuple[Quantity, Quantity]:
    """Move the currency of "$5 to 7 million" to the upper end, from where both take it."""
    if not (low.dimension.startswith("money") and high.unit is COUNT and joins(text, low, high)):
        return low, high
    return replace(low, unit=COUNT), replace(high, unit=low.unit)
