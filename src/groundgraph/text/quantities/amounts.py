"""Amounts of a text in normal form: number, unit, what bounds it, and what is counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.features.words import STOP_WORDS
from groundgraph.text.quantities.numerals import ONES, SCALES, TENS, WORDS, Number, number_at
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.tokens import Token, glued
from groundgraph.text.quantities.units import (
    BY_WORD,
    COUNT,
    DEGREES,
    MONEY_BEFORE,
    PERCENT,
    Unit,
    money_before,
    unit_at,
)
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_BOUNDS = {
    "about": "about around approximately approx roughly circa ca some ~ ≈ nearly_about",
    "under": "nearly almost",
    "over": "over above exceeding > more_than greater_than longer_than higher_than upwards_of"
    " in_excess_of beyond older_than larger_than",
    "below": "under below < less_than fewer_than lower_than shorter_than younger_than",
    "least": "≥ at_least minimum_of no_less_than not_less_than no_fewer_than from",
    "most": "≤ at_most up_to maximum_of no_more_than not_more_than as_many_as as_much_as within",
}
_BY_PHRASE = {
    phrase.replace("_", " "): kind for kind, listed in _BOUNDS.items() for phrase in listed.split()
}
_AFTER_BOUNDS = {"or more": "least", "and above": "least", "and over": "least", "or less": "most"}
_AFTER_BOUNDS |= {"or fewer": "most", "or older": "least", "or under": "most", "or so": "about"}
_PER = frozenset({"per", "a", "an", "each", "every", "/"})
_LABELLED = frozenset(
    """day step grade level chapter section sections page version build ticket order priority
    number no gate room flight article phase part week stage class type model route line platform
    table figure fig case passage passages option group loan plan unit tier zone round act rule
    question item volume season episode appendix paragraph para § # release terminal exit highway
    interstate bus track lot block building form schedule clause node""".split()
)
_NOT_A_NOUN = STOP_WORDS | frozenset(
    """is are was were per said according including also ago old long high tall wide deep away
    apart later earlier ahead behind left worth total times percent new different other additional
    more further least costs cost weighs weighed holds held offers includes lasts lasted takes took
    rose fell runs ran starts started has had measures contains contained compared came went goes
    stood stands ended began opened closed joined finished reached while against versus given
    received reported lost won scored died""".split()
)
_FIRST_WORDS = WORDS | {"a", "an"}
_NO_NOUNS = _NOT_A_NOUN | WORDS
_OPENERS = STOP_WORDS | frozenset(
    """approximately around nearly almost roughly another every some exactly just altogether
    together since last next at least""".split()
)
_ADJECTIVES = frozenset(
    "working business calendar consecutive full additional further extra more other".split()
)
_BEFORE_DECADES = frozenset("the low mid high upper lower early late to his her their -".split())
_SUFFIXES = frozenset(
    "gb mb kb tb b w v c f x p kw kwh mw mah hz khz mhz ghz db ma l ml".split()
)
_LOOK_AHEAD, _MOST_ITEMS = 4, 40
_YEARS = range(1100, 2100)


@dataclass(frozen=True)
class Amount:
    """A number with its unit.

    Attributes:
        span: Where it stands in its text, with a currency before it and its unit.
        value: The number in the written unit, with a scale such as "million" multiplied in.
        step: One unit of the last shown digit; 0 for a fraction such as "a third".
        unit: The written unit.
        kind: "count", "share", "times" or "ordinal".
        bound: "exact", "about", "under" (just under), "over", "below", "least" or "most".
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
    unit: Unit = COUNT
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

    @cached_property
    def base(self) -> Fraction:
        """The value in the base unit of its dimension."""
        return self.value * self.unit.factor + self.unit.offset

    @cached_property
    def number(self) -> float:
        """The value in the written unit, to the precision of a float."""
        return float(self.value)

    @cached_property
    def approx(self) -> float:
        """The value in the base unit, to the precision of a float."""
        return self.number * float(self.unit.factor) + float(self.unit.offset)

    @cached_property
    def dimension(self) -> str:
        """What kind of thing it measures: "length", "money USD", "share"; "" for a count."""
        return self.unit.dimension if self.unit is not COUNT or self.kind != "share" else "share"


def amounts_of(
    tokens: Sequence[Token], text: str, taken: frozenset[int] = frozenset()
) -> list[Amount]:
    """Return the amounts among the tokens of a text, in order.

    Args:
        tokens: Tokens of the text or of a part of it.
        text: The whole text.
        taken: Indices of tokens that belong to dates and times of day.
    """
    return _ranges(list(_joined(list(_amounts(tokens, text, taken)))), text)


def _amounts(
    tokens: Sequence[Token], text: str, taken: frozenset[int]
) -> Iterator[tuple[Amount, int, int]]:
    """Yield amounts with the indices of their first token and the one after them."""
    at = 0
    while at < len(tokens):
        kind = tokens[at].kind
        if kind == "word" and tokens[at].text not in _FIRST_WORDS:
            at += 1
            continue
        if kind == "clock" and at not in taken and tokens[at].text.count(":") == 2:
            yield _lap(tokens[at], at), at, at + 1
        if at in taken or kind not in {"number", "word", "sign"}:
            at += 1
            continue
        money = money_before(tokens, at) if kind == "number" else None
        number = number_at(tokens, at, money=money is not None) or _article(tokens, text, at)
        if number is None or not taken.isdisjoint(range(number.first, number.after)):
            at += 1
            continue
        amount, after = _amount(tokens, text, number, money)
        if amount is not None:
            yield amount, number.first, after
        at = max(after, number.after)


def _lap(token: Token, at: int) -> Amount:
    """Read "2:24:31" as a time taken."""
    hours, minutes, seconds = (int(part) for part in token.text.split(":"))
    value = Fraction(hours * 3600 + minutes * 60 + seconds, 3600)
    unit = BY_WORD["hours"]
    return Amount(Span(token.start, token.end), value, Fraction(1, 3600), unit, first=at, after=at + 1)


def _article(tokens: Sequence[Token], text: str, at: int) -> Number | None:
    """Read "an" in "an hour", "a kilometre" as one, where a unit follows."""
    if tokens[at].text not in {"a", "an"} or at + 1 >= len(tokens):
        return None
    if at and tokens[at - 1].text in {"times", "once", "twice", "such", "what"}:
        return None
    word = tokens[at + 1].text
    if len(word) < len("day") or word == "second" or not unit_at(tokens, at + 1, text):
        return None
    return Number(Fraction(1), Fraction(1), "count", at, at + 1, weak=True)


def _amount(
    tokens: Sequence[Token], text: str, number: Number, money: tuple[Unit, int] | None
) -> tuple[Amount | None, int]:
    """Add unit, bounds and noun to a number; ``None`` for what is part of a name."""
    first = money[1] if money else number.first
    if _is_part_of_a_code(tokens, number):
        return None, number.after
    unit, after = (money[0], number.after) if money else _unit_after(tokens, text, number)
    if money is None and unit is COUNT and number.kind == "ordinal":
        return None, number.after
    whole = number.value
    number, after = _with_half(tokens, number, after)
    sign, first = _sign(tokens, text, first)
    noun, per, end = _noun(tokens, text, after, counted=unit is COUNT)
    per = per or _each(tokens, first, after) or _age(tokens, unit, after)
    kind = number.kind if unit is COUNT or number.kind != "share" else "count"
    amount = Amount(
        Span(tokens[first].start, tokens[after - 1].end),
        number.value * sign,
        number.step,
        unit,
        kind,
        _bound(tokens, first, after),
        noun,
        per,
        _is_weak(tokens, text, number, after, unit) and number.value == whole,
        number.scaled,
        first,
        max(after, end),
    )
    return amount, amount.after


def _is_part_of_a_code(tokens: Sequence[Token], number: Number) -> bool:
    """Say whether digits are glued to what makes a name of them: "K1", "CO2", "covid-19", "3D"."""
    first, last = tokens[number.first], tokens[number.after - 1]
    if first.kind != "number":
        return False
    if number.first:
        before = tokens[number.first - 1]
        if glued(before, first):
            if before.kind == "word" and before.text not in {"usd", "eur", "gbp", "chf", "us"}:
                return True
            hyphen = before.text in {"-", "#", "_"} and number.first > 1
            if hyphen and glued(tokens[number.first - 2], before):
                return tokens[number.first - 2].kind == "word"
    if number.after < len(tokens) and glued(last, tokens[number.after]):
        after = tokens[number.after]
        if after.text == "s" and number.value % 10 == 0 and number.first:
            return tokens[number.first - 1].text in _BEFORE_DECADES
        if after.text == "." and number.after + 1 < len(tokens):
            return glued(after, tokens[number.after + 1])
        return after.kind == "word" and not _known_suffix(after.text)
    return False


def _known_suffix(word: str) -> bool:
    return word in BY_WORD or word.rstrip("s") in BY_WORD or word in _SUFFIXES


def _unit_after(tokens: Sequence[Token], text: str, number: Number) -> tuple[Unit, int]:
    """Read the unit after a number: "5 km", "three-quarters of an hour", "a 5-year-old"."""
    at = number.after
    while at < len(tokens) and tokens[at].text in {"-", "‑"} and glued(tokens[at - 1], tokens[at]):
        at += 1
    if number.kind == "share":
        at = _skip_of(tokens, at)
    if at < len(tokens) and tokens[at].text in _ADJECTIVES:
        at += 1
    if tokens[number.after - 1].text in {"couple", "pair"} and _text(tokens, at) == "of":
        at += 1
    found = unit_at(tokens, at, text) if at < len(tokens) else None
    if found is None or not _fits(tokens, number, at, found):
        return COUNT, number.after
    if found[0].name == "pounds" and number.scaled:
        return MONEY_BEFORE["£"], found[1]
    return found


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if at < len(tokens) else ""


def _skip_of(tokens: Sequence[Token], at: int) -> int:
    """Skip "of a", "an" before the unit of a part: "half an hour", "a quarter of a gram"."""
    here = at
    if here < len(tokens) and tokens[here].text == "of":
        here += 1
    if here < len(tokens) and tokens[here].text in {"a", "an", "one"}:
        return here + 1
    return at


def _fits(tokens: Sequence[Token], number: Number, at: int, found: tuple[Unit, int]) -> bool:
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
        return False
    if number.kind == "share" and at == number.after:
        return tokens[number.first].text in {"½", "¼", "¾", "⅓", "⅔", "⅛"} or "/" in {
            token.text for token in tokens[number.first : number.after]
        } or tokens[at - 1].text == "half" or unit.dimension != ""
    return True


def _with_half(tokens: Sequence[Token], number: Number, after: int) -> tuple[Number, int]:
    """Read on in "an hour and a half", "a year and a quarter"."""
    words = [token.text for token in tokens[after : after + 3]]
    parts = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
    if len(words) == 3 and words[0] == "and" and words[1] == "a" and words[2] in parts:
        if after > number.after and number.value.denominator == 1:
            value = number.value + parts[words[2]]
            return number._replace(value=value, step=Fraction(0)), after + 3
    return number, after


def _sign(tokens: Sequence[Token], text: str, first: int) -> tuple[int, int]:
    """Read "minus 11" and "-11": the sign, and the index of the first token."""
    if first == 0:
        return 1, first
    before = tokens[first - 1]
    if before.text in {"minus", "negative"}:
        return -1, first - 1
    if before.text in {"-", "−"} and glued(before, tokens[first]):
        lone = before.start == 0 or text[before.start - 1] in " (\n\t:|,"
        return (-1, first - 1) if lone else (1, first)
    return 1, first


def _bound(tokens: Sequence[Token], first: int, after: int) -> str:
    """Return what the words before or after an amount make of it."""
    behind = " ".join(token.text for token in tokens[after : after + 2])
    if behind in _AFTER_BOUNDS:
        return _AFTER_BOUNDS[behind]
    words = [token.text for token in tokens[max(0, first - 3) : first]]
    while words and words[-1] in {"a", "an", "the", "little", "just", "well"}:
        words.pop()
    if words[-2:] == ["up", "to"] and words[-3:-2] and words[-3] in {"add", "adds", "added"}:
        return "exact"
    for size in (3, 2, 1):
        kind = _BY_PHRASE.get(" ".join(words[-size:])) if len(words) >= size else None
        if kind == "least" and words[-1] == "from":
            return "exact"
        if kind:
            return kind
    return "exact"


def _noun(
    tokens: Sequence[Token], text: str, at: int, *, counted: bool
) -> tuple[tuple[str, ...], str, int]:
    """Return the stems of what is counted, of what it is measured by, and where that ends."""
    found: list[str] = []
    end = at
    for _ in range(_LOOK_AHEAD):
        if at >= len(tokens) or tokens[at].kind not in {"word", "mark"}:
            break
        word = tokens[at].text
        if word in _PER and at + 1 < len(tokens) and tokens[at + 1].kind == "word":
            if word in {"a", "an", "/"} and not _is_measure(tokens[at + 1].text) and not (
                word == "/" and counted
            ):
                break
            return tuple(found), _per(tokens[at + 1].text), at + 2 if not found else end
        if word == "of" and not found:
            at += 1
            if at < len(tokens) and tokens[at].text in {"the", "its", "their", "these", "those"}:
                at += 1
            continue
        if word in {"-", "old", "'", "’"} and not found:
            at += 1
            continue
        if tokens[at].kind == "mark" or word in _NO_NOUNS or len(found) == 2:
            break
        if not word.endswith("ly"):
            found.append(stem(word))
        at += 1
    return tuple(found), "", end


def _age(tokens: Sequence[Token], unit: Unit, after: int) -> str:
    """Return "age" for "a 50-year-old man", "28 years old"."""
    words = [token.text for token in tokens[after : after + 2]]
    old = words[:1] == ["old"] or words == ["-", "old"]
    return "age" if old and unit.dimension == "time" else ""


def _per(word: str) -> str:
    """Return what an amount is for one of: a time by the name of its unit, else a stem."""
    if word in SCALES:
        return word
    unit = BY_WORD.get(word) or BY_WORD.get(word.removesuffix("s"))
    return unit.name if unit is not None and unit.dimension == "time" else stem(word)


def _each(tokens: Sequence[Token], first: int, after: int) -> str:
    """Return "each" for "£18 each", "20 seconds each", "each covering up to 140 m²"."""
    if _text(tokens, after) in {"each", "apiece"}:
        return "each"
    for token in reversed(tokens[max(0, first - 4) : first]):
        if token.kind == "mark":
            return ""
        if token.text == "each":
            return "each"
    return ""


def _is_measure(word: str) -> bool:
    """Say whether "a" before a word means "per": "a day", "an hour", "a head"."""
    known = BY_WORD.get(word)
    return (known is not None and known.dimension in {"time", "mass", "volume", "length"}) or (
        word in {"head", "person", "share", "piece", "time", "pop", "barrel", "seat", "shift"}
    )


def _is_weak(
    tokens: Sequence[Token], text: str, number: Number, after: int, unit: Unit
) -> bool:
    if unit is COUNT:
        return (
            number.weak
            or _is_label(tokens, text, number, after)
            or _is_list_number(tokens, text, number)
            or _is_age(tokens, text, number)
        )
    return number.weak and tokens[number.first].text != "one"


def _is_age(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether a number between commas after a name is an age: "Dawn Milosky, 45, of"."""
    at = number.first
    if at < 2 or tokens[at - 1].text != "," or not text[tokens[at - 2].start].isupper():
        return False
    return number.after >= len(tokens) or tokens[number.after].text in {",", "."}


def _is_list_number(tokens: Sequence[Token], text: str, number: Number) -> bool:
    """Say whether a number only counts the items of a list: "6. Wipe the filter", "3  Add"."""
    token = tokens[number.first]
    if token.kind != "number" or not token.text.isdigit() or int(token.text) > _MOST_ITEMS:
        return False
    lone = token.start == 0 or text[token.start - 1] in "\n*(" or number.first == 0
    if not lone or number.after >= len(tokens):
        return False
    after = tokens[number.after]
    gap = after.start - token.end
    return (after.text in {".", ")"} and gap == 0) or (
        after.kind == "word" and text[after.start].isupper()
    )


def _is_label(tokens: Sequence[Token], text: str, number: Number, after: int) -> bool:
    """Say whether a bare number names something: "Grade 4", "passage 2", "Nova 5"."""
    first = tokens[number.first]
    if number.scaled or "," in first.text or "." in first.text or number.first == 0:
        return False
    if first.kind != "number":
        return tokens[number.first - 1].text in _LABELLED
    before = tokens[number.first - 1]
    if before.text == "." and number.first > 1:
        before = tokens[number.first - 2]
    if before.text in _LABELLED:
        return True
    capital = before.kind == "word" and text[before.start].isupper()
    inside = before.text not in _OPENERS and before.text not in {*ONES, *TENS}
    lower = after < len(tokens) and tokens[after].kind == "word" and (
        text[tokens[after].start].islower() and tokens[after].text not in _NOT_A_NOUN
    )
    twice = number.first > 1 and text[tokens[number.first - 2].start].isupper()
    named = twice and tokens[number.first - 2].kind == "word" and number.first > 2
    return capital and inside and (not lower or named) and before.end + 1 == first.start


def _joined(found: list[tuple[Amount, int, int]]) -> Iterator[Amount]:
    """Join "1 h 20 min", "5 hours and 45 minutes", "6 ft 2 in" into one amount each."""
    at = 0
    while at < len(found):
        amount, _, after = found[at]
        while at + 1 < len(found) and _is_compound(amount, after, found[at + 1]):
            smaller, _, after = found[at + 1]
            amount = _compound(amount, smaller)
            at += 1
        yield amount
        at += 1


def _is_compound(amount: Amount, after: int, following: tuple[Amount, int, int]) -> bool:
    smaller, first, _ = following
    gap = first - after
    same = amount.dimension in {"time", "length", "mass"} and smaller.dimension == amount.dimension
    if gap > 1 or not same or smaller.bound != "exact" or smaller.value < 0:
        return False
    whole = amount.value.denominator == 1 or amount.step == 0
    return whole and smaller.value * smaller.unit.factor < amount.unit.factor


def _compound(amount: Amount, smaller: Amount) -> Amount:
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
        after=smaller.after,
    )


def _ranges(found: list[Amount], text: str) -> list[Amount]:
    """Give the lower end of "2–8 °C", "5 to 7 million" the unit and scale of the upper one."""
    for at, (low, high) in enumerate(pairwise(found)):
        if _is_score(text, low, high):
            found[at], found[at + 1] = replace(low, weak=True), replace(high, weak=True)
            continue
        if low.dimension.startswith("money") and high.unit is COUNT and joins(text, low, high):
            found[at + 1] = high = replace(high, unit=low.unit)
            low = replace(low, unit=COUNT)
        if low.unit is not COUNT or low.kind != "count" or low.noun or low.scaled:
            continue
        if (high.unit is COUNT and not high.scaled) or not joins(text, low, high):
            continue
        scale = _scale_of(high) if low.value * _scale_of(high) <= high.value else Fraction(1)
        step = low.step * scale
        found[at] = replace(
            low, value=low.value * scale, step=step, unit=high.unit, weak=False, scaled=scale > 1
        )
    return found


def _is_score(text: str, low: Amount, high: Amount) -> bool:
    """Say whether "25-22" is a score or a number in two parts, and no range."""
    bare = low.unit is COUNT and high.unit is COUNT and not high.noun
    return bare and text[low.span.end : high.span.start] in {"-", "–"} and not high.scaled


def joins(text: str, low: Amount, high: Amount) -> bool:
    """Say whether "to", a dash or "between … and" joins two neighbouring amounts."""
    gap = text[low.span.end : high.span.start].strip().lower()
    if gap in {"-", "–", "—", "to", "through", "- to", "-to"}:
        return True
    before = text[max(0, low.span.start - 10) : low.span.start].lower()
    return (gap == "and" and before.rstrip().endswith("between")) or gap == "or"


def _scale_of(amount: Amount) -> Fraction:
    """Return 1,000,000 for "7 million", 1 for "700"."""
    if not amount.scaled:
        return Fraction(1)
    sizes = (10**12, 10**9, 10**6, 10**3)
    return Fraction(next((size for size in sizes if abs(amount.value) >= size), 1))


__all__ = ["DEGREES", "PERCENT", "Amount", "amounts_of"]
