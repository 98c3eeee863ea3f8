"""The values that a sentence gives: names, counts, dates, hours, colours, other noun phrases."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.calendar_words import DAY_NAMES, MONTH_NAMES, MONTHS
from groundgraph.text.english.phrases import phrases
from groundgraph.text.english.tagging import may_be_verb, tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.names import names
from groundgraph.text.number_words import ONES, ORDINALS, SCALES, TENS, bare_number
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.quantities.written.numbered_parts import roman
from groundgraph.text.words import content_stems, stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.names import Name

Kind = Literal["name", "count", "date", "hour", "colour", "phrase"]
_UNITS = {
    "time": frozenset(map(stem, "second minute hour day week month year decade century".split())),
    "money": frozenset(
        map(
            stem, "$ € £ euro euros dollar dollars pound pounds crown crowns cent franc yen".split()
        )
    ),
    "length": frozenset(
        map(stem, "metre meter centimetre kilometre kilometer mile foot feet inch km cm mm".split())
    ),
    "mass": frozenset(map(stem, "gram kilogram tonne ton mg kg g pound".split())),
}
_CURRENCIES = {
    stem(word): names[0]
    for names in (("$", "dollar"), ("€", "euro"), ("£", "pound"), ("yen",), ("franc",), ("crown",))
    for word in names
}
_MONTHS_OF = {"year": 12.0, "month": 1.0, "decade": 120.0, "century": 1200.0}
_HOURS_OF = {"second": 1 / 3600, "minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0}
_LENGTHS = {
    **{stem(unit): months for unit, months in _MONTHS_OF.items()},
    **{stem(unit): hours for unit, hours in _HOURS_OF.items()},
}
_COLOURS = re.compile(
    r"\b(?:red|green|blue|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y|amber|beige"
    r"|turquoise|silver|gold|golden|crimson|scarlet|navy|cyan|magenta|maroon|teal)\b",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    r"\b(?:one|an?) (second|minute|hour|day|week|month|year|decade|century|mile|euro|dollar)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:pier|gate|platform|room|terminal|section|chapter|article|clause|step|line|route|bus|flight"
    r"|building|block|floor|level|unit|ward|exit|stage|phase|model|zone|track|bay|dock|hall|door|form"
    r"|table|figure|error|code|hole|lot|stand|booth|studio|lab|plant|site|group|team|class|grade) "
    r"(?P<number>[A-Z]?\d+[A-Za-z]?|(?P<roman>[IVX]{1,5})|[A-Z])\b",
    re.IGNORECASE,
)
"""Things that are told apart by a number, which counts nothing."""
_CODES = re.compile(
    r"\b(?:(?!The |Our |Your |All |Both |With |From |And |For )[A-Z][a-z]{1,20} )?"
    r"(?!EUR|USD|GBP|CHF|AED|CAD|AUD|UTC|GMT)[A-Z]{1,5}-?\d{1,5}(?:-\d{1,7}|[A-Z])?\b"
    r"(?![.:,]\d|%)"
)
"""Models, roads, rooms, notices: "the A1", "Korda K2", "CVE-2024-13176"."""
_VERSIONS = re.compile(
    r"(?<![\w.,$€£-])v?(?!\d\d?\.\d\d?\.(?:19|20)\d\d)"
    r"(?P<number>\d{1,4}\.\d{1,4}\.\d{1,6}(?:\.\d{1,6})?)(?![\w,]|\.\d)"
)
"""Numbers of three or four parts, which count nothing: "3.4.1"."""
_NAMED = re.compile(r"[ -][A-Z][a-z]{1,20}['’]?s? [A-Z]|['’]? [A-Z][a-z]{1,20}\b(?!['’]? [a-z])")
"""What follows a number within a name."""
_PERIOD = re.compile(
    r"\b(?:(?P<ordinal>twenty[- ]first|[a-z]{5,12}|\d{1,2}(?:st|nd|rd|th))[ -]century"
    r"|(?P<year>[12]\d{3})s?)\b(?! ?BCE?\b)",
    re.IGNORECASE,
)
_CENTURIES = ORDINALS | {"twenty-first": 21}
_CALENDAR = frozenset({*DAY_NAMES, *MONTHS})
_JOINED_WORDS = re.compile(
    rf"\b({'|'.join(TENS)})[- ]({'|'.join(word for word, n in ONES.items() if 0 < n < 10)})\b",
    re.IGNORECASE,
)
_MONTH_STEMS = tuple(map(stem, MONTH_NAMES))
_ISO = re.compile(r"(?<![\w-])([12]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)\Z")
_MANY = frozenset("people police children men women staff percent".split())
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FACTORS = SCALES | {"mn": 10**6, "bn": 10**9, "k": 1000, "m": 10**6, "b": 10**9}
_SCALED = re.compile(r" ?(hundred|thousand|million|billion|trillion|mn|bn|k)\b", re.IGNORECASE)
_SCALED_SUM = re.compile(
    r" ?(hundred|thousand|million|billion|trillion|mn|bn|k|m|b)\b", re.IGNORECASE
)
_ODDS = re.compile(
    r"\b(?:1|one) (?:in|out of) (?:every )?(?P<of>\d{1,3}(?:,\d{3})*|10{3,6})\b(?![.:/,-]\d)"
    r"(?! ?(?:second|minute|hour|day|week|month|year|[A-Z%]))(?: (?P<unit>[a-z]{2,20}))?"
)
"""How many one is among, which is one value: "1 in 1,000 people"."""
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_NO_UNITS = frozenset(
    """and or but of in on at to from by for with as is are was were had has have before after
    than per a an the when while if""".split()
)


class Value(NamedTuple):
    """Something that a sentence gives.

    Attributes:
        span: Where it stands.
        kind: What it is.
        keys: What tells it from others: the stems of its words, or the readings of a number.
        unit: The stem of what a count counts, or its sign; "" where that is not said.
    """

    span: Span
    kind: Kind
    keys: frozenset[str]
    unit: str = ""


def measured_by(unit: str) -> str:
    """Return what a unit measures, "" where it is none."""
    return next((name for name, units in _UNITS.items() if unit in units), "")


@lru_cache(maxsize=2048)
def values(text: str, *, phrases_too: bool) -> tuple[Value, ...]:
    """Return the names, counts, dates, hours and colours of a sentence, and other noun phrases."""
    named = names(text)
    odds = [*_odds(text)]
    dates = [date for date in _dates(text) if not any(date.span.overlaps(o.span) for o in odds)]
    found = [*odds, *dates, *_colours(text, named), *_numbered(text), *_singles(text)]
    found += _codes(text, [value.span for value in found])
    taken = [value.span for value in found]
    for span, readings in _quantities(text):
        if any(span.overlaps(other) for other in taken) or _is_of_name(text, span):
            continue
        if next(iter(readings))[0] == "t":
            found.append(Value(span, "hour", readings))
        else:
            found.append(_counted(text, span, readings))
    for name in named:
        span = Span(name.start, name.end)
        if not any(span.overlaps(other) for other in taken):
            found.append(Value(span, "name", frozenset(map(stem, name.parts))))
    if phrases_too:
        found += _phrases(text, [value.span for value in found])
    return tuple(sorted(found, key=lambda value: value.span))


def periods(text: str, noun: str) -> tuple[Value, ...]:
    """Return the centuries or decades that a text names, or names a year of.

    >>> [value.keys for value in periods("It was built in 1648, not in the 1500s.", "century")]
    [frozenset({'17'}), frozenset({'16'})]
    """
    found = []
    for told in _PERIOD.finditer(text):
        if told["year"]:
            year = int(told["year"])
            whole = told[0].endswith("s")
            number = year // 10 if noun == "decade" else (year - (not whole)) // 100 + 1
        else:
            ordinal = told["ordinal"].lower().replace(" ", "-")
            number = int(ordinal[:-2]) if ordinal[0].isdecimal() else _CENTURIES.get(ordinal, 0)
            number = number if noun == "century" else 0
        if number:
            found.append(Value(Span(*told.span()), "date", frozenset({str(number)})))
    return tuple(found)


def are_of_two_currencies(given: Value, other: Value) -> bool:
    """Say whether two sums are in different money, as "40 dollars" and "€40" are."""
    known = {_CURRENCIES[value.unit] for value in (given, other) if value.unit in _CURRENCIES}
    return len(known) > 1


def alike(given: Value, other: Value) -> bool:
    """Say whether two counts are the same time in other units: "12 months", "one year"."""
    for units in (_MONTHS_OF, _HOURS_OF):
        known = {stem(unit) for unit in units}
        if given.unit in known and other.unit in known:
            amounts = [_amounts(value) for value in (given, other)]
            return any(math.isclose(one, two) for one in amounts[0] for two in amounts[1])
    return False


def _amounts(value: Value) -> list[float]:
    numbers = [key for key in value.keys if _NUMBER.fullmatch(key)]
    return [float(key) * _LENGTHS[value.unit] for key in numbers]


def _colours(text: str, named: Sequence[Name]) -> Iterable[Value]:
    """Yield the colours of a text; the first word of a longer name ("Red Tide") is none."""
    longer = [Span(name.start, name.end) for name in named if len(name.parts) > 1]
    for found in _COLOURS.finditer(text):
        if found[0][:1].isupper() and any(Span(*found.span()).overlaps(own) for own in longer):
            continue
        yield Value(Span(*found.span()), "colour", frozenset({stem(found[0].lower())}))


def _numbered(text: str) -> Iterable[Value]:
    for found in _NUMBERED.finditer(text):
        if found["number"].isalpha() and not found["number"].isupper():
            continue
        keys = frozenset(word.stem for word in words(found[0])) | {found["number"].lower()}
        if found["roman"]:
            keys |= {str(roman(found["roman"]))}
        yield Value(Span(*found.span()), "name", keys)


def _codes(text: str, taken: Sequence[Span]) -> Iterable[Value]:
    for found in _CODES.finditer(text):
        span = Span(*found.span())
        if not any(span.overlaps(other) for other in taken):
            yield Value(span, "name", frozenset(stem(part.lower()) for part in found[0].split()))
    for found in _VERSIONS.finditer(text):
        yield Value(Span(*found.span()), "name", frozenset({found["number"]}))


def _quantities(text: str) -> Iterable[tuple[Span, frozenset[str]]]:
    """Yield where numbers and hours stand, and their readings; "twenty-four" is one number."""
    joined = [*_JOINED_WORDS.finditer(text)]
    for found in joined:
        number = TENS[found[1].lower()] + ONES[found[2].lower()]
        yield Span(*found.span()), frozenset({str(number)})
    for start, written, readings in quantities_with_text(text):
        if not any(found.start() <= start < found.end() for found in joined):
            yield Span(start, start + len(written)), readings


def _is_of_name(text: str, span: Span) -> bool:
    """Say whether a number is part of a name: "the Thirty Years' War"."""
    return text[span.start].isupper() and _NAMED.match(text, span.end) is not None


def _singles(text: str) -> Iterable[Value]:
    for found in _SINGLE.finditer(text):
        yield Value(Span(*found.span()), "count", frozenset({"1"}), stem(found[1].lower()))


def _odds(text: str) -> Iterable[Value]:
    for found in _ODDS.finditer(text):
        unit = found["unit"] or ""
        unit, end = ("", found.end("of")) if unit in _NO_UNITS else (unit, found.end())
        keys = frozenset({f"1/{found['of'].replace(',', '')}"})
        yield Value(Span(found.start(), end), "count", keys, stem(unit))


def _dates(text: str) -> Iterable[Value]:
    """Yield the dates, years, months and weekdays of a text; a month by its whole name."""
    digits = [*_ISO.finditer(text)]
    for iso in digits:
        year, month, day = map(int, iso.groups())
        keys = frozenset({str(day), _MONTH_STEMS[month - 1], str(year)})
        yield Value(Span(*iso.span()), "date", keys)
    for token in tokens(text, Span(0, len(text))):
        lower = token.lower
        if token.kind == "date" or _YEAR.fullmatch(token.text) or lower in _CALENDAR:
            if lower in {"may", "march"} and token.text[:1].islower():
                continue
            if any(iso.start() <= token.start < iso.end() for iso in digits):
                continue
            keys = frozenset(map(_date_key, re.findall(r"\w+", token.text.lower())))
            yield Value(Span(token.start, token.end), "date", keys)


def _date_key(word: str) -> str:
    """Return what a word of a date is known by: "Feb" and "February" are one, "7th" and "7" too."""
    if word[0].isdigit():
        return bare_number(_ORDINAL_END.sub("", word))
    return _MONTH_STEMS[MONTHS[word] - 1] if word in MONTHS else stem(word)


def _counted(text: str, span: Span, readings: frozenset[str]) -> Value:
    """Return a number with what it counts: the word behind it, or the sign at it."""
    sign = text[span.end : span.end + 1]
    before = text[max(span.start - 1, 0) : span.start]
    if sign == "%":
        return Value(span, "count", readings, sign)
    money = before in {"$", "€", "£"}
    keys, end = readings, span.end
    if scaled := (_SCALED_SUM if money else _SCALED).match(text, end):
        keys = frozenset(_multiplied(reading, _FACTORS[scaled[1].lower()]) for reading in readings)
        end = scaled.end()
    if money:
        return Value(Span(span.start - 1, end), "count", keys, before)
    behind = re.match(r"[ -]([^\W\d_]+)", text[end : end + 30])
    if behind is None or behind[1].lower() in _NO_UNITS:
        return Value(Span(span.start, end), "count", keys)
    if _is_done(behind[1].lower()):  # "45 work in Graz"
        return Value(Span(span.start, end), "count", keys)
    own = Span(span.start, end + behind.end())
    return Value(own, "count", keys, stem(behind[1].lower()))


def _multiplied(reading: str, factor: int) -> str:
    """Return a number so many times: "2000000" for "2" million."""
    if not _NUMBER.fullmatch(reading):
        return reading
    return bare_number(format(Decimal(reading) * factor, "f"))


def _is_done(word: str) -> bool:
    """Say whether a word behind a number is what so many do, and not what is counted."""
    plural = word.endswith("s") or word in _MANY
    return not plural and not measured_by(stem(word)) and may_be_verb(word)


def _phrases(text: str, taken: Sequence[Span]) -> Iterable[Value]:
    read = tokens(text, Span(0, len(text)))
    for phrase in phrases(read, tags(read)):
        if phrase.kind not in {"NP", "AP"}:
            continue
        span = Span(read[phrase.first].start, read[phrase.last - 1].end)
        keys = content_stems(span.of(text))
        if keys and not any(span.overlaps(other) for other in taken):
            yield Value(span, "phrase", keys)
