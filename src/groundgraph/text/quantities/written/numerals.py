"""Numbers in digits and in words, as exact fractions with the precision that they show."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES, ORDINALS, TENS
from groundgraph.text.quantities.written.dosing import FIRST_WORDS, is_once, times_a_day
from groundgraph.text.quantities.written.groups import (
    every_at,
    grouped,
    halved,
    is_end_of_one,
    is_of_many,
    is_quarter_of_one,
)
from groundgraph.text.quantities.written.numeral_words import (
    AFTER_FRACTION,
    AFTER_HALF,
    FOLD,
    GROUPS,
    PARTS,
    PERIODS,
    PLURAL_SCALES,
    SCALES,
    SHORT,
    SHORT_MONEY,
    TIMES_OF,
    VULGAR,
    WHOLE,
    WORDS,
    Number,
    word_at,
)
from groundgraph.text.quantities.written.ratios import as_times, is_first_of_two, is_ratio, of_scale
from groundgraph.text.quantities.written.tokens import Token, glued
from groundgraph.text.quantities.written.unit_table import BY_WORD, CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

_RATIOS_IN_DIGITS = frozenset({3, 4, 5, 10, 20, 100, 1000})
_OF_KINDS = frozenset({"double", "triple"})
_KINDS = frozenset(
    """room bed bedroom bunk cabin occupancy glazing espresso album decker door bass cream vision
    standard degree major bond burger jump agent feature page""".split()
)
"""What is of a kind, and not twice as much, behind "double"."""
_SHORT = {**SHORT, **SHORT_MONEY}
_APART = SHORT.keys() - {"k"}
"""What may stand apart from any number: "15 bn people"."""
_TEN = 10
_HUNDREDS = frozenset({100, 1000, 10_000, 100_000})
_MOST_PER = 1000
_SHORTEST_NOUN = 3
"""Letters of what is counted in "one patient in twenty"."""


def number_at(tokens: Sequence[Token], at: int, *, money: bool = False) -> Number | None:
    """Read the number that begins at a token.

    Args:
        tokens: The tokens of a text.
        at: Where to begin.
        money: Whether a currency stands before it, so that "5m" is five million.

    Returns:
        The longest number that begins there, or ``None``.
    """
    token = tokens[at]
    if token.kind == "number":
        found = _in_digits(tokens, at, money=money)
    elif token.kind == "sign" and token.text in VULGAR:
        found = Number(VULGAR[token.text], Fraction(0), "share", at, at + 1)
    elif token.kind == "word":
        found = _in_words(tokens, at)
    else:
        return None
    return found and as_times(
        tokens, of_scale(tokens, _ratio(tokens, _told_twice(tokens, _with_rest(tokens, found))))
    )


def _told_twice(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "twenty-four (24)" and "24 (twenty-four)", as contracts write numbers."""
    at = number.after
    if number.kind != "count" or at + 2 >= len(tokens) or tokens[at].text != "(":
        return number
    written = {tokens[number.first].kind, tokens[at + 1].kind}
    again = number_at(tokens, at + 1) if written == {"word", "number"} else None
    if again is None or (again.kind, again.value) != ("count", number.value):
        return number
    closed = again.after < len(tokens) and tokens[again.after].text == ")"
    return number._replace(after=again.after + 1, weak=False) if closed else number


def _skip_hyphen(tokens: Sequence[Token], at: int) -> int:
    """Return the index after a hyphen that glues two words, else the same index."""
    if at + 1 < len(tokens) and tokens[at].text in {"-", "‑", "‐"}:
        near = glued(tokens[at - 1], tokens[at]) and glued(tokens[at], tokens[at + 1])
        return at + 1 if near else at
    return at


def _in_digits(tokens: Sequence[Token], at: int, *, money: bool) -> Number | None:
    value, step = _digits(tokens[at].text.replace(",", ""))
    if "e" in tokens[at].text:
        return Number(value, step, "count", at, at + 1, scaled=value >= _TEN)
    after = at + 1
    if after < len(tokens) and glued(tokens[at], tokens[after]):
        suffix = tokens[after].text
        if suffix in {"st", "nd", "rd", "th"}:
            return Number(value, step, "ordinal", at, after + 1)
        money = money or word_at(tokens, after + 1).upper() in CODES
        short = SHORT.get(suffix) or (SHORT_MONEY.get(suffix) if money else None)
        if short:
            return Number(value * short, step * short, "count", at, after + 1, scaled=True)
        if suffix == "/" and after + 1 < len(tokens) and tokens[after + 1].kind == "number":
            if is_first_of_two(tokens, at):
                return Number(value, step, "count", at, after)
            return _slash(tokens, at)
        if suffix in VULGAR:
            return Number(value + VULGAR[suffix], Fraction(0), "count", at, after + 1)
    if word_at(tokens, after) in (_SHORT if money else _APART):
        short = _SHORT[tokens[after].text]
        return Number(value * short, step * short, "count", at, after + 1, scaled=True)
    return _mixed(tokens, Number(value, step, "count", at, after))


@lru_cache(maxsize=1 << 12)  # the same few numbers stand in most texts
def _digits(written: str) -> tuple[Fraction, Fraction]:
    """Return the value of "1200.5" or "2.998e8", and one unit of its last digit."""
    number, _, power = written.partition("e")
    decimals = len(number.partition(".")[2])
    if power:
        return Fraction(written), Fraction(10) ** (int(power) - decimals)
    return Fraction(number) if decimals else Fraction(int(number)), Fraction(1, 10**decimals)


def _slash(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "3/4"; a longer chain, or a part of nothing, is none."""
    above, below = tokens[at].text, tokens[at + 2].text
    chained = at + 3 < len(tokens) and tokens[at + 3].text == "/"
    if chained or not (above.isdecimal() and below.isdecimal()) or not 1 < int(below) <= 100:
        return None
    if int(above) >= int(below) or not glued(tokens[at + 1], tokens[at + 2]):
        return None
    return Number(Fraction(int(above), int(below)), Fraction(0), "share", at, at + 3)


def _mixed(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "3 1/2" and "3 ½"."""
    at = _skip_hyphen(tokens, number.after)
    part_of = tokens[at].text if at < len(tokens) else ""
    if part_of in VULGAR and number.step == 1 and tokens[at].start - tokens[at - 1].end <= 1:
        value = number.value + VULGAR[part_of]
        return number._replace(value=value, step=Fraction(0), after=at + 1)
    if at + 2 < len(tokens) and tokens[at].kind == "number" and tokens[at + 1].text == "/":
        near = glued(tokens[at], tokens[at + 1]) and tokens[at].start - tokens[at - 1].end <= 1
        part = _slash(tokens, at) if near else None  # "2  1/4 cup" is the second of a list
        if part is not None:
            return number._replace(
                value=number.value + part.value, step=Fraction(0), after=part.after
            )
    return number


def _in_words(tokens: Sequence[Token], at: int) -> Number | None:
    word = tokens[at].text
    if word in _OF_KINDS and word_at(tokens, at + 1).removesuffix("s") in _KINDS:
        return None  # "a double room"
    if word in TIMES_OF or word in FOLD:
        return Number(Fraction(TIMES_OF.get(word) or FOLD[word]), Fraction(0), "times", at, at + 1)
    if word in FIRST_WORDS:
        often = times_a_day(tokens, at) or (is_once(tokens, at) and (1, at + 1))
        return Number(Fraction(often[0]), Fraction(0), "times", at, often[1]) if often else None
    if word in {"a", "an"}:
        return _after_article(tokens, at)
    if word == "every":
        return _every(tokens, at)
    if word == "half" or word in PARTS:
        return _part(tokens, at)
    if word in ONES or word in TENS:
        return _spelled(tokens, at)
    if word in ORDINALS:
        return Number(Fraction(ORDINALS[word]), Fraction(1), "ordinal", at, at + 1)
    return None


def _after_article(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "a hundred", "a dozen", "a third", "a quarter", "a half", "a full third"."""
    following = word_at(tokens, at + 1)
    if following in WHOLE and word_at(tokens, at + 2) in PARTS:
        part = _after_article(tokens, at + 1)
        return part._replace(first=at) if part is not None else None
    if following in SCALES:
        return _scaled(tokens, Number(Fraction(1), Fraction(1), "count", at, at + 1))
    if following in {"baker's", "baker’s"} and word_at(tokens, at + 2) == "dozen":
        return Number(Fraction(13), Fraction(1), "count", at, at + 3)
    if following in {"score", "gross"} and not is_of_many(tokens, at + 2):
        return None
    if following in {"dozen", "score", "gross", "couple", "pair"}:
        weak = following in {"couple", "pair"}
        value = Fraction(GROUPS[following])
        return Number(value, Fraction(1), "count", at, at + 2, weak)
    if following == "half" and (of_group := halved(tokens, at + 1)) is not None:
        return of_group
    if following == "quarter" and is_quarter_of_one(tokens, at + 1):
        return Number(Fraction(1, 4), Fraction(0), "share", at, at + 2)
    if following in PARTS and not following.endswith("s"):
        of_which = at > 0 and word_at(tokens, at - 1) in {"which", "whom"}
        if following != "half" and not of_which and not _ends_fraction(tokens, at + 2):
            return None
        return Number(Fraction(1, PARTS[following]), Fraction(0), "share", at, at + 2)
    return None


def _every(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "every third customer" as a share; "every third week" tells how often."""
    following, after = word_at(tokens, at + 1), word_at(tokens, at + 2)
    below = 2 if following == "other" else ORDINALS.get(following, 0)
    if below < 2 or after in PERIODS or not after:
        return None
    return Number(Fraction(1, below), Fraction(0), "share", at, at + 2)


def _part(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "half", "half a dozen", "half a million"; another part alone is an ordinal."""
    word = tokens[at].text
    if word in PARTS and is_end_of_one(tokens, at):
        return Number(Fraction(1, PARTS[word]), Fraction(0), "share", at, at + 1)
    if word == "quarter" and is_quarter_of_one(tokens, at):
        return Number(Fraction(1, 4), Fraction(0), "share", at, at + 1)
    if word != "half":
        known = word in ORDINALS
        return (
            Number(Fraction(ORDINALS[word]), Fraction(1), "ordinal", at, at + 1) if known else None
        )
    joined = _skip_hyphen(tokens, at + 1)
    if joined > at + 1 and word_at(tokens, joined) in AFTER_HALF:
        return None
    return halved(tokens, at) or Number(Fraction(1, 2), Fraction(0), "share", at, at + 1)


def _ends_fraction(tokens: Sequence[Token], at: int) -> bool:
    """Say whether what follows makes "a third" a part and no third in a row."""
    if at >= len(tokens) or tokens[at].kind in {"mark", "sign"}:
        return True
    return tokens[at].text in AFTER_FRACTION


def _spelled(tokens: Sequence[Token], at: int) -> Number:
    """Read tens and ones, and go on with scales."""
    word = tokens[at].text
    value, after = ONES.get(word, TENS.get(word, 0)), at + 1
    near = _skip_hyphen(tokens, after)
    unit = ONES.get(word_at(tokens, near), 0)
    if word in TENS and 0 < unit < 10:
        value, after = value + unit, near + 1
    elif 13 <= value <= 20 and word_at(tokens, near) in TENS:
        rest = _spelled(tokens, near)
        if rest.value < 100:
            return Number(100 * value + rest.value, Fraction(1), "count", at, rest.after)
    elif value < 10 and _archaic(tokens, at, after):
        value, after = value + TENS[tokens[after + 1].text], after + 2
        return Number(Fraction(value), Fraction(1), "count", at, after)
    if (decimals := _decimals(tokens, after)) > 0:
        spelled = "".join(str(ONES[tokens[after + n].text]) for n in range(1, decimals + 1))
        step = Fraction(1, 10**decimals)
        told = Number(value + int(spelled) * step, step, "count", at, after + 1 + decimals)
        return _scaled(tokens, told)
    lone = value == 1
    return _scaled(tokens, Number(Fraction(value), Fraction(1), "count", at, after, weak=lone))


def _decimals(tokens: Sequence[Token], at: int) -> int:
    """Return how many decimals are told in words: two of "one point four five"."""
    if word_at(tokens, at) != "point":
        return 0
    words = takewhile(lambda token: ONES.get(token.text, 10) < 10, tokens[at + 1 :])
    return sum(1 for _ in words)


def _archaic(tokens: Sequence[Token], at: int, after: int) -> bool:
    """Say whether "one and twenty" is one number: no other number leads up to it or goes on."""
    if word_at(tokens, after) != "and" or word_at(tokens, after + 1) not in TENS:
        return False
    if word_at(tokens, after + 2) in {*ONES, *SCALES}:
        return False
    return not (at and word_at(tokens, at - 1) in {"and", "hundred", "thousand", "million"})


def _scaled(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "two hundred and fifty thousand", "1.2 million", "two thousand five hundred"."""
    total, current, step = Fraction(0), number.value, number.step
    after, least = number.after, 10**15
    while current:
        near = _skip_hyphen(tokens, after)
        scale = _scale(word_at(tokens, near), plural=number.step < 1)
        if scale is None or scale >= least:
            break
        step, after = step * scale, near + 1
        if scale == SCALES["hundred"]:
            current *= scale
        else:
            total, current, least = total + current * scale, Fraction(0), scale
        more = _below(tokens, after, scale)
        if more is not None:
            current, step, after = current + more.value, Fraction(1), more.after
    if after == number.after:
        return number
    return number._replace(value=total + current, step=step, after=after, weak=False, scaled=True)


def _scale(word: str, *, plural: bool) -> int | None:
    """Return what "million" stands for; "millions" only after a decimal, as in "1.2 millions"."""
    return SCALES.get(word) or (PLURAL_SCALES.get(word) if plural else None)


def _below(tokens: Sequence[Token], at: int, scale: int) -> Number | None:
    """Read the tens and ones after a scale, with or without "and"."""
    start = at + 1 if word_at(tokens, at) == "and" else at
    word = word_at(tokens, start)
    if word not in ONES and word not in TENS:
        return None
    value, after = ONES.get(word, TENS.get(word, 0)), start + 1
    near = _skip_hyphen(tokens, after)
    unit = ONES.get(word_at(tokens, near), 0)
    if word in TENS and 0 < unit < 10:
        value, after = value + unit, near + 1
    if SCALES["hundred"] < scale <= SCALES.get(word_at(tokens, after), 0):
        return None
    return Number(Fraction(value), Fraction(1), "count", start, after)


def _with_rest(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "two and a half", "two thirds", "2 dozen", "1.2 million", "three times"."""
    if number.kind != "count":
        return number
    if tokens[number.after - 1].kind == "number":
        number = _scaled(tokens, number)
    following = word_at(tokens, _skip_hyphen(tokens, number.after))
    if following in PARTS and number.value < 100 and number.value.denominator == 1:
        parts = _parts(tokens, number, following)
        if parts is not None:
            return parts
    number = _and_part(tokens, number)
    number = grouped(tokens, number)
    following = word_at(tokens, number.after)
    if following in {"times", "fold", "x"} and is_ratio(tokens, number.after + 1):
        return number._replace(kind="times", after=number.after + 1, weak=False)
    return number


def _parts(tokens: Sequence[Token], number: Number, following: str) -> Number | None:
    """Read "two thirds", "three-quarters"; a singular part needs "one" before it."""
    size, after = PARTS[following], _skip_hyphen(tokens, number.after) + 1
    plural = following.endswith(("s", "ves"))
    if plural == (number.value == 1) and following != "half":
        return None
    return Number(number.value / size, Fraction(0), "share", number.first, after)


def _and_part(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "two and a half", "three and three quarters", and a scale after it."""
    at = number.after
    if word_at(tokens, at) != "and":
        return number
    if word_at(tokens, at + 1) in {"a", "an", "one"} and word_at(tokens, at + 2) in PARTS:
        part, after = Fraction(1, PARTS[tokens[at + 2].text]), at + 3
    elif word_at(tokens, at + 1) in ONES and word_at(tokens, _skip_hyphen(tokens, at + 2)) in PARTS:
        below = _skip_hyphen(tokens, at + 2)
        part, after = Fraction(ONES[tokens[at + 1].text], PARTS[tokens[below].text]), below + 1
    else:
        return number
    if part >= 1 or number.value.denominator != 1:
        return number
    scale = SCALES.get(word_at(tokens, after))
    size = _size_of(tokens[at - 1].text)
    whole = number._replace(
        value=number.value + part * size, step=Fraction(0), after=after, weak=False
    )
    if scale is None:
        return whole
    value = whole.value * scale
    return whole._replace(value=value, step=Fraction(scale, 10), after=after + 1, scaled=True)


def _size_of(word: str) -> int:
    """Return what a half of is added in "a dozen and a half", "a million and a half"."""
    return GROUPS.get(word) or SCALES.get(word) or 1


def _ratio(tokens: Sequence[Token], number: Number) -> Number:
    """Read "one in four", "7 out of 10" as a share."""
    if number.kind != "count" or number.scaled or number.value.denominator != 1:
        return number
    at = number.after
    named = word_at(tokens, at + 1) == "in" and _is_noun(word_at(tokens, at))
    digits = at + 2 < len(tokens) and tokens[at + 2].kind == "number"
    if named and (digits or tokens[number.first].kind == "word"):
        return _of_named(tokens, number, at + 2)
    in_a = word_at(tokens, at) == "in" and word_at(tokens, at + 1) == "a"
    if word_at(tokens, at) == "per" or (in_a and word_at(tokens, at + 2) in SCALES):
        return _per_many(tokens, number, at + 1 + in_a)
    out_of = word_at(tokens, at) == "out" and word_at(tokens, at + 1) == "of"
    if not out_of and (word_at(tokens, at) != "in" or word_at(tokens, at + 1) == "a"):
        return number
    start = every_at(tokens, at + 2 if out_of else at + 1)
    if start >= len(tokens) or tokens[start].kind not in {"number", "word"}:
        return number
    every = (
        _in_digits(tokens, start, money=False)
        if tokens[start].kind == "number"
        else (_in_words(tokens, start))
    )
    if every is None or every.kind != "count" or not number.value < every.value <= _MOST_PER:
        return number
    in_digits = tokens[start].kind == "number" or tokens[number.first].kind == "number"
    if not out_of and in_digits and every.value not in _RATIOS_IN_DIGITS:
        return number
    return Number(number.value / every.value, Fraction(0), "share", number.first, every.after)


def _per_many(tokens: Sequence[Token], number: Number, at: int) -> Number:
    """Read "two per thousand", "3 per 100 patients" as a share; "3 per 100 g" is none."""
    many = SCALES.get(word_at(tokens, at))
    if many is None and at < len(tokens) and tokens[at].kind == "number":
        every = _in_digits(tokens, at, money=False)
        many = int(every.value) if every is not None and every.value in _HUNDREDS else None
    following = word_at(tokens, at + 1)
    if many not in _HUNDREDS or following in BY_WORD or number.value >= many:
        return number
    return Number(number.value / many, Fraction(0), "share", number.first, at + 1)


def _is_noun(word: str) -> bool:
    """Say whether a word may be what is counted in "one patient in twenty"."""
    return len(word) >= _SHORTEST_NOUN and word not in AFTER_FRACTION and word not in WORDS


def _of_named(tokens: Sequence[Token], number: Number, at: int) -> Number:
    """Read "one patient in twenty" as a share; "one visit in twenty years" is a count."""
    if at < len(tokens) and tokens[at].kind == "number":
        every = _in_digits(tokens, at, money=False)
        every = every if every is not None and every.value in _HUNDREDS else None
    else:
        every = _in_words(tokens, at) if at < len(tokens) else None
    if every is None or every.kind != "count" or not number.value < every.value <= _MOST_PER:
        return number
    following = word_at(tokens, every.after)
    if following in PERIODS or (following not in AFTER_FRACTION and following.endswith("s")):
        return number
    return Number(number.value / every.value, Fraction(0), "share", number.first, every.after)
