"""Amounts of a text in one form: number, scale and unit, spelled or in digits, with ranges.

Lengths are held in metres, masses in grams, volumes in millilitres, durations up to weeks in
seconds and longer ones in months, so that "2 weeks" is "14 days" and "3 km" is "3,000 m".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.number_words import ONES, ORDINALS, SCALES, TENS
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.text.words import STOP_WORDS, has_digit_or, stem

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPELLED = {word: float(value) for word, value in (ONES | TENS).items()}
_ORDINALS = {word: float(value) for word, value in ORDINALS.items() if value >= 3}
_FRACTIONS = {"half": 0.5, "dozen": 12.0}
_SCALES = {word: float(value) for word, value in SCALES.items()}
_SHORT_SCALES = {"k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12}
_NAMES = {
    "m": "m metre meter km kilometre kilometer cm centimetre centimeter mm millimetre millimeter"
    " mile mi foot feet ft inch inches yard yd",
    "g": "gram g kg kilogram kilo mg milligram pound lb ounce oz ton tonne",
    "ml": "ml milliliter millilitre liter litre cup tablespoon tbsp teaspoon tsp pint quart gallon",
    "s": "second sec minute min hour hr day week",
    "month": "month year yr decade century",
    "%": "% percent",
}
_TO_BASE = {
    name: (base, float(BY_WORD[name].factor / BY_WORD[base].factor))
    for base, names in _NAMES.items()
    for name in names.split()
}
_TO_BASE |= {"dollar": ("$", 1.0), "usd": ("$", 1.0), "buck": ("$", 1.0), "cent": ("$", 0.01)}
_TO_BASE |= {"sterling": ("£", 1.0), "euro": ("€", 1.0), "°": ("°", 1.0), "degree": ("°", 1.0)}
_WORDS = {*_SPELLED, *_ORDINALS, *_FRACTIONS, *_SCALES}
_SCALE = "|".join(_SCALES)
_DIGIT = "|".join(word for word, value in ONES.items() if 0 < value < 10)
_TEEN = "|".join(word for word, value in ONES.items() if not 0 < value < 10)
_TENS = "|".join(TENS)
_SMALL = rf"(?:(?:{_TENS})(?:[ -](?:{_DIGIT}))?|{_TEEN}|{_DIGIT})\b"
_CLOCK = re.compile(r"\d{1,2}:\d{1,2}(?::\d\d)?|\d{1,2}\s*[ap]\.?m\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?P<currency>[$£€]\s?)?(?<![\w.])"
    r"(?:(?P<digits>\d+(?:,\d{3})+(?:\.\d+)?|(?:\d+[ -])?\d/\d{1,2}(?!\d|/)|\d*\.?\d+)(?!\d*xx\b)"
    rf"(?:\s?(?P<short>k|mn|bn|tn)\b|(?P<glued>[mb])\b|[\s-](?P<scale>{_SCALE})\b"
    r"|(?:st|nd|rd|th)\b)?"
    rf"|(?P<spelled>(?:{_SMALL}|a(?=[ -](?:{_SCALE})\b))"
    rf"(?:[ -](?:{_SCALE})\b(?:[ -](?:and )?{_SMALL})?)*)"
    rf"|(?P<position>(?:{'|'.join(_ORDINALS)})\b)"
    rf"|(?P<fraction>(?:{'|'.join(_FRACTIONS)})\b))",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(r"[\s-]*(%|°|per\s?cent|[^\W\d_]+(?:'s)?)", re.IGNORECASE)
_JOIN = re.compile(r"\s*(?:-|–|—|to|and|or)\s*$", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
_LOOSE = re.compile(
    r"(?:\babout|\baround|\bnearly|\balmost|\bapproximately|\broughly|\bsome|\bover|\bunder"
    r"|\bmore than|\bless than|\bat least|\bup to|\bnearly|~)\s*$",
    re.IGNORECASE,
)
_NEAR, _NEARER, _EXACT = 0.06, 0.02, 1e-9
"""How far, as a share, amounts may differ: said to be "about", converted, and neither."""
_LOOK_AHEAD = 3


class Amount(NamedTuple):
    """A number with its unit, or a range of numbers.

    Attributes:
        start: First code point in the text.
        end: One past the last, without the unit.
        low: Value in the base unit.
        high: The same, or the upper end of a range.
        unit: Base unit ("m", "g", "ml", "s", "month", "%", "$", "£", "€", "°"), or "".
        scale: 1000 in "5 thousand", else 1.
        factor: Base units in one of the written unit, 1 without a unit.
        noun: Stem of the first content word after the number and its unit, or "".
        loose: Whether the text says "about", "over" or the like.
    """

    start: int
    end: int
    low: float
    high: float
    unit: str
    scale: float
    factor: float
    noun: str
    loose: bool


def amounts(text: str) -> list[Amount]:
    """Return the amounts of a text in order.

    >>> [(a.low, a.high, a.unit) for a in amounts("between 5 and 7 km, $1.2 million")]
    [(5000.0, 7000.0, 'm'), (1200000.0, 1200000.0, '$')]
    """
    found = list(_single(text)) if has_digit_or(_WORDS, text) else []
    joined: list[Amount] = []
    for amount in found:
        before = joined[-1] if joined else None
        if before is not None and _is_range(text, before, amount):
            joined[-1] = _range(before, amount)
        else:
            joined.append(amount)
    return joined


def agree(a: Amount, b: Amount) -> bool:
    """Say whether two amounts can both be true: one lies within the other.

    Units must be the same, or one must be without; amounts said to be "about" may differ by 6%,
    converted ones by 2%.
    """
    if a.unit and b.unit and a.unit != b.unit:
        return False
    if a.unit != b.unit:
        a, b = _bare(a), _bare(b)
    converted = a.factor != b.factor
    room = _NEAR if a.loose or b.loose else _NEARER if converted else _EXACT
    return _within(a, b, room) or _within(b, a, room)


def _single(text: str) -> Iterator[Amount]:
    text = _CLOCK.sub(lambda clock: " " * len(clock[0]), text)
    for match in _NUMBER.finditer(text):
        value, scale = _value(match)
        if value is None:
            continue
        unit, factor, noun = _unit(text, match.end(), (match["currency"] or "").strip())
        loose = _LOOSE.search(text[max(0, match.start() - 16) : match.start()]) is not None
        number = value * scale * factor
        place = (match.start(), match.end())
        yield Amount(*place, number, number, unit, scale, factor, noun, loose)


def _value(match: re.Match[str]) -> tuple[float | None, float]:
    """Return the number as written, and its scale."""
    if match["digits"]:
        scale = _SCALES.get((match["scale"] or "").lower(), 1.0)
        short = match["short"] or (match["glued"] if match["currency"] else None)
        scale = _SHORT_SCALES[short.lower()] if short else scale
        return _digits(match["digits"]), scale
    if match["position"]:
        return _ORDINALS[match["position"].lower()], 1.0
    if match["fraction"]:
        return _FRACTIONS[match["fraction"].lower()], 1.0
    return _spelled(match["spelled"].lower()), 1.0


def _digits(written: str) -> float | None:
    """Read "1,200.5" or "3 1/2"."""
    if "/" not in written:
        return float(written.replace(",", ""))
    whole, _, fraction = f"0 {written}".replace("-", " ").rpartition(" ")
    above, _, below = fraction.partition("/")
    return float(whole.split()[-1]) + float(above) / float(below) if float(below) else None


def _spelled(written: str) -> float | None:
    """Read "two hundred and fifty thousand"; a lone "one" is mostly a pronoun."""
    parts = [part for part in re.split(r"[\s-]+", written) if part not in {"", "and"}]
    if parts == ["one"]:
        return None
    total = current = 0.0
    for part in parts:
        if part in _SCALES:
            current = max(current, 1.0) * _SCALES[part]
            if part != "hundred":
                total, current = total + current, 0.0
        else:
            current += 1.0 if part == "a" else _SPELLED[part]
    return total + current


def _unit(text: str, at: int, currency: str) -> tuple[str, float, str]:
    """Return the base unit, its factor, and the stem of the first content word after it."""
    unit, factor = currency, 1.0
    for _ in range(_LOOK_AHEAD):
        match = _FOLLOWING.match(text, at)
        if match is None:
            break
        at = match.end()
        word = match[1].lower().removesuffix("'s")
        known = _TO_BASE.get(word) or _TO_BASE.get(word.removesuffix("s"))
        if "cent" in word and "per" in word:
            known = ("%", 1.0)
        if known and not unit:
            unit, factor = known
        elif word not in STOP_WORDS:
            return unit, factor, stem(word)
        elif unit:
            break
    return unit, factor, ""


def _is_range(text: str, before: Amount, amount: Amount) -> bool:
    link = _JOIN.fullmatch(text[before.end : amount.start])
    ends = before.low != before.high or amount.low / amount.factor < before.low / before.factor
    if link is None or ends or (before.unit and before.unit != amount.unit):
        return False
    if "and" not in link[0].lower():
        return True
    return _BETWEEN.search(text[max(0, before.start - 10) : before.start]) is not None


def _range(low: Amount, high: Amount) -> Amount:
    """Join two ends; a unit or scale that only the upper end has is meant for both."""
    scale = high.scale if low.scale == 1 else 1.0
    factor = 1.0 if low.unit else high.factor
    start = next(x for x in (low.low * scale * factor, low.low * factor) if x <= high.high)
    return high._replace(start=low.start, low=start, loose=low.loose)


def _bare(amount: Amount) -> Amount:
    factor = amount.factor
    return amount._replace(low=amount.low / factor, high=amount.high / factor, unit="", factor=1.0)


def _within(inner: Amount, outer: Amount, room: float) -> bool:
    below = outer.low - room * abs(outer.low)
    above = outer.high + room * abs(outer.high)
    return below <= inner.low and inner.high <= above
