"""Numbers in digits and in words, as exact fractions with the precision that they show."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text import number_words
from groundgraph.text.number_words import ONES, ORDINALS, TENS
from groundgraph.text.quantities.tokens import Token, glued

if TYPE_CHECKING:
    from collections.abc import Sequence

SCALES = {**number_words.SCALES, "lakh": 10**5, "crore": 10**7}
_PLURAL_SCALES = {f"{word}s": value for word, value in SCALES.items()}
GROUPS = {"dozen": 12, "dozens": 12, "score": 20, "gross": 144, "pair": 2, "pairs": 2, "couple": 2}
_SHORT = {"k": 10**3, "mn": 10**6, "mln": 10**6, "bn": 10**9, "tn": 10**12}
_SHORT_MONEY = {"m": 10**6, "b": 10**9, "t": 10**12}
_PARTS = """half=2 halves=2 third=3 thirds=3 quarter=4 quarters=4 fourth=4 fourths=4 fifth=5
    fifths=5 sixth=6 sixths=6 seventh=7 sevenths=7 eighth=8 eighths=8 ninth=9 ninths=9 tenth=10
    tenths=10 twentieth=20 hundredth=100 hundredths=100 thousandth=1000"""
PARTS = {name: int(value) for name, _, value in (p.partition("=") for p in _PARTS.split())}
_VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_VULGAR |= {"⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅛": Fraction(1, 8)}
_TIMES = {"twice": 2, "thrice": 3, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2}
_TIMES |= {"triple": 3, "tripled": 3, "trebled": 3, "quadruple": 4, "quadrupled": 4}
_FOLD = {f"{word}fold": value for word, value in ONES.items()}
TIMES = frozenset({*_TIMES, *_FOLD, "times", "fold", "half", "x"})
"""Every word by which a number says how many times."""
WORDS = frozenset(
    {*ONES, *TENS, *SCALES, *_PLURAL_SCALES, *GROUPS, *PARTS, *ORDINALS, *_TIMES, *_FOLD, "every"}
)
"""Every word that can begin a number, but for "a"."""
_AFTER_FRACTION = frozenset(
    """of more less fewer higher lower larger smaller bigger cheaper longer shorter off above below
    as the its their his her in by to at on and or than when while if are is was were had have
    came went said from over since after before between""".split()
)
_WHOLE = frozenset({"full", "whole", "good", "further", "mere"})
_AFTER_HALF = frozenset("time way back brother sister hearted life term finished marathon".split())
"""What makes a word of its own of "half-"."""
_AFTER_TIMES = frozenset("as more less the its their his her that what".split())
_RATIOS_IN_DIGITS = frozenset({3, 4, 5, 10, 20, 100, 1000})
_MOST_PER = 1000
_PERIODS = frozenset(
    """second seconds minute minutes hour hours day days night nights week weeks weekend month months
    quarter year years time monday tuesday wednesday thursday friday saturday sunday morning evening
    afternoon summer winter spring autumn""".split()
)
"""After "every third" these tell how often, and after "one shop in three" of how long."""
_SHORTEST_NOUN = 3
_SHORTEST_ADJECTIVE = 3
"""Letters of what follows "half as"; "a" and "in" are no adjectives."""


class Number(NamedTuple):
    """A number and how it is shown.

    Attributes:
        value: Exactly.
        step: One unit of its last shown digit: 100,000 for "1.2 million", 1 for "5"; 0 for a
            fraction such as "a third".
        kind: "count"; "share" (a third, one in four); "ordinal" (third, 3rd); "times" (twice).
        first: Index of its first token.
        after: Index of the first token after it.
        weak: Whether it may be no number at all, as a lone "one".
        scaled: Whether a scale is written: "million", "k".
    """

    value: Fraction
    step: Fraction
    kind: str
    first: int
    after: int
    weak: bool = False
    scaled: bool = False


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
    elif token.kind == "sign" and token.text in _VULGAR:
        found = Number(_VULGAR[token.text], Fraction(0), "share", at, at + 1)
    elif token.kind == "word":
        found = _in_words(tokens, at)
    else:
        return None
    return found and _as_times(tokens, _of_scale(tokens, _ratio(tokens, _with_rest(tokens, found))))


def _word(tokens: Sequence[Token], at: int) -> str:
    """Return the word at an index, or "" for anything else and beyond the end."""
    return tokens[at].text if 0 <= at < len(tokens) and tokens[at].kind == "word" else ""


def _skip_hyphen(tokens: Sequence[Token], at: int) -> int:
    """Return the index after a hyphen that glues two words, else the same index."""
    if at + 1 < len(tokens) and tokens[at].text in {"-", "‑", "‐"}:
        near = glued(tokens[at - 1], tokens[at]) and glued(tokens[at], tokens[at + 1])
        return at + 1 if near else at
    return at


def _in_digits(tokens: Sequence[Token], at: int, *, money: bool) -> Number | None:
    written = tokens[at].text.replace(",", "")
    value = Fraction(written)
    decimals = len(written.partition(".")[2])
    step = Fraction(1, 10**decimals)
    after = at + 1
    if after < len(tokens) and glued(tokens[at], tokens[after]):
        suffix = tokens[after].text
        if suffix in {"st", "nd", "rd", "th"}:
            return Number(value, step, "ordinal", at, after + 1)
        short = _SHORT.get(suffix) or (_SHORT_MONEY.get(suffix) if money else None)
        if short:
            return Number(value * short, step * short, "count", at, after + 1, scaled=True)
        if suffix == "/" and after + 1 < len(tokens) and tokens[after + 1].kind == "number":
            return _slash(tokens, at)
        if suffix in _VULGAR:
            return Number(value + _VULGAR[suffix], Fraction(0), "count", at, after + 1)
    if money and _word(tokens, after) in {*_SHORT, *_SHORT_MONEY}:
        short = {**_SHORT, **_SHORT_MONEY}[tokens[after].text]
        return Number(value * short, step * short, "count", at, after + 1, scaled=True)
    return _mixed(tokens, Number(value, step, "count", at, after))


def _slash(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "3/4"; a longer chain, or a part of nothing, is none."""
    above, below = tokens[at].text, tokens[at + 2].text
    chained = at + 3 < len(tokens) and tokens[at + 3].text == "/"
    if chained or not (above.isdigit() and below.isdigit()) or not 1 < int(below) <= 100:
        return None
    if int(above) >= int(below) or not glued(tokens[at + 1], tokens[at + 2]):
        return None
    return Number(Fraction(int(above), int(below)), Fraction(0), "share", at, at + 3)


def _mixed(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "3 1/2"."""
    at = _skip_hyphen(tokens, number.after)
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
    if word in _TIMES or word in _FOLD:
        return Number(Fraction(_TIMES.get(word) or _FOLD[word]), Fraction(0), "times", at, at + 1)
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
    following = _word(tokens, at + 1)
    if following in _WHOLE and _word(tokens, at + 2) in PARTS:
        part = _after_article(tokens, at + 1)
        return part._replace(first=at) if part is not None else None
    if following in SCALES:
        return _scaled(tokens, Number(Fraction(1), Fraction(1), "count", at, at + 1))
    if following in {"baker's", "baker’s"} and _word(tokens, at + 2) == "dozen":
        return Number(Fraction(13), Fraction(1), "count", at, at + 3)
    if following in {"score", "gross"} and _word(tokens, at + 2) != "of":
        return None
    if following in {"dozen", "score", "gross", "couple", "pair"}:
        weak = following in {"couple", "pair"}
        value = Fraction(GROUPS[following])
        return Number(value, Fraction(1), "count", at, at + 2, weak)
    if following in PARTS and not following.endswith("s"):
        of_which = at > 0 and _word(tokens, at - 1) in {"which", "whom"}
        if following != "half" and not of_which and not _ends_fraction(tokens, at + 2):
            return None
        return Number(Fraction(1, PARTS[following]), Fraction(0), "share", at, at + 2)
    return None


def _every(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "every third customer" as a share; "every third week" tells how often."""
    following, after = _word(tokens, at + 1), _word(tokens, at + 2)
    below = 2 if following == "other" else ORDINALS.get(following, 0)
    if below < 2 or after in _PERIODS or not after:
        return None
    return Number(Fraction(1, below), Fraction(0), "share", at, at + 2)


def _part(tokens: Sequence[Token], at: int) -> Number | None:
    """Read "half", "half a dozen", "half a million"; another part alone is an ordinal."""
    word = tokens[at].text
    if word != "half":
        known = word in ORDINALS
        return (
            Number(Fraction(ORDINALS[word]), Fraction(1), "ordinal", at, at + 1) if known else None
        )
    joined = _skip_hyphen(tokens, at + 1)
    if joined > at + 1 and _word(tokens, joined) in _AFTER_HALF:
        return None
    after = at + 1 if _word(tokens, at + 1) not in {"a", "an"} else at + 2
    following = _word(tokens, after)
    size = SCALES.get(following) or (GROUPS["dozen"] if following == "dozen" else None)
    if after > at + 1 and size:
        step = Fraction(size, 10) if following in SCALES else Fraction(1)
        return Number(Fraction(size, 2), step, "count", at, after + 1, scaled=True)
    return Number(Fraction(1, 2), Fraction(0), "share", at, at + 1)


def _ends_fraction(tokens: Sequence[Token], at: int) -> bool:
    """Say whether what follows makes "a third" a part and no third in a row."""
    if at >= len(tokens) or tokens[at].kind in {"mark", "sign"}:
        return True
    return tokens[at].text in _AFTER_FRACTION


def _spelled(tokens: Sequence[Token], at: int) -> Number:
    """Read tens and ones, and go on with scales."""
    word = tokens[at].text
    value, after = ONES.get(word, TENS.get(word, 0)), at + 1
    near = _skip_hyphen(tokens, after)
    unit = ONES.get(_word(tokens, near), 0)
    if word in TENS and 0 < unit < 10:
        value, after = value + unit, near + 1
    elif 13 <= value <= 20 and _word(tokens, near) in TENS:
        rest = _spelled(tokens, near)
        if rest.value < 100:
            return Number(100 * value + rest.value, Fraction(1), "count", at, rest.after)
    elif value < 10 and _archaic(tokens, at, after):
        value, after = value + TENS[tokens[after + 1].text], after + 2
        return Number(Fraction(value), Fraction(1), "count", at, after)
    lone = value == 1
    return _scaled(tokens, Number(Fraction(value), Fraction(1), "count", at, after, weak=lone))


def _archaic(tokens: Sequence[Token], at: int, after: int) -> bool:
    """Say whether "one and twenty" is one number: no other number leads up to it or goes on."""
    if _word(tokens, after) != "and" or _word(tokens, after + 1) not in TENS:
        return False
    if _word(tokens, after + 2) in {*ONES, *SCALES}:
        return False
    return not (at and _word(tokens, at - 1) in {"and", "hundred", "thousand", "million"})


def _scaled(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "two hundred and fifty thousand", "1.2 million", "two thousand five hundred"."""
    total, current, step = Fraction(0), number.value, number.step
    after, least = number.after, 10**15
    while current:
        near = _skip_hyphen(tokens, after)
        scale = _scale(_word(tokens, near), plural=number.step < 1)
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
    return SCALES.get(word) or (_PLURAL_SCALES.get(word) if plural else None)


def _below(tokens: Sequence[Token], at: int, scale: int) -> Number | None:
    """Read the tens and ones after a scale, with or without "and"."""
    start = at + 1 if _word(tokens, at) == "and" else at
    word = _word(tokens, start)
    if word not in ONES and word not in TENS:
        return None
    value, after = ONES.get(word, TENS.get(word, 0)), start + 1
    near = _skip_hyphen(tokens, after)
    unit = ONES.get(_word(tokens, near), 0)
    if word in TENS and 0 < unit < 10:
        value, after = value + unit, near + 1
    if SCALES["hundred"] < scale <= SCALES.get(_word(tokens, after), 0):
        return None
    return Number(Fraction(value), Fraction(1), "count", start, after)


def _with_rest(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "two and a half", "two thirds", "2 dozen", "1.2 million", "three times"."""
    if number.kind != "count":
        return number
    if tokens[number.after - 1].kind == "number":
        number = _scaled(tokens, number)
    following = _word(tokens, _skip_hyphen(tokens, number.after))
    if following in PARTS and number.value < 100 and number.value.denominator == 1:
        parts = _parts(tokens, number, following)
        if parts is not None:
            return parts
    number = _and_part(tokens, number)
    following = _word(tokens, number.after)
    if following in {"dozen", "dozens", "score"}:
        size = GROUPS[following]
        step = max(number.step * size, Fraction(1))
        return number._replace(
            value=number.value * size, step=step, after=number.after + 1, weak=False
        )
    if following in {"times", "fold", "x"} and _is_ratio(tokens, number.after + 1):
        return number._replace(kind="times", after=number.after + 1, weak=False)
    return number


def _is_ratio(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "four times" goes on as a ratio, "as much", and not as a count, "a day"."""
    word = _word(tokens, at)
    return word in _AFTER_TIMES or (word.endswith("er") and word not in {"over", "after", "under"})


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
    if _word(tokens, at) != "and":
        return number
    if _word(tokens, at + 1) in {"a", "an", "one"} and _word(tokens, at + 2) in PARTS:
        part, after = Fraction(1, PARTS[tokens[at + 2].text]), at + 3
    elif _word(tokens, at + 1) in ONES and _word(tokens, _skip_hyphen(tokens, at + 2)) in PARTS:
        below = _skip_hyphen(tokens, at + 2)
        part, after = Fraction(ONES[tokens[at + 1].text], PARTS[tokens[below].text]), below + 1
    else:
        return number
    if part >= 1 or number.value.denominator != 1:
        return number
    scale = SCALES.get(_word(tokens, after))
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
    named = _word(tokens, at + 1) == "in" and _is_noun(_word(tokens, at))
    if named and tokens[number.first].kind == "word":
        return _of_named(tokens, number, at + 2)
    out_of = _word(tokens, at) == "out" and _word(tokens, at + 1) == "of"
    if not out_of and (_word(tokens, at) != "in" or _word(tokens, at + 1) == "a"):
        return number
    start = at + 2 if out_of else at + 1
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


def _is_noun(word: str) -> bool:
    """Say whether a word may be what is counted in "one patient in twenty"."""
    return len(word) >= _SHORTEST_NOUN and word not in _AFTER_FRACTION and word not in WORDS


def _of_named(tokens: Sequence[Token], number: Number, at: int) -> Number:
    """Read "one patient in twenty" as a share; "one visit in twenty years" is a count."""
    every = _in_words(tokens, at) if at < len(tokens) and tokens[at].kind == "word" else None
    if every is None or every.kind != "count" or not number.value < every.value <= _MOST_PER:
        return number
    following = _word(tokens, every.after)
    if following in _PERIODS or (following not in _AFTER_FRACTION and following.endswith("s")):
        return number
    return Number(number.value / every.value, Fraction(0), "share", number.first, every.after)


def _of_scale(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "a third of a million"."""
    words = [_word(tokens, at) for at in range(number.after, number.after + 3)]
    if number.kind != "share" or words[:2] != ["of", "a"] or words[2] not in SCALES:
        return number
    scale = SCALES[words[2]]
    step = Fraction(scale, 10)
    return Number(number.value * scale, step, "count", number.first, number.after + 3, scaled=True)


def _as_times(tokens: Sequence[Token], number: Number) -> Number:
    """Read "half as tall as", "a third as much" as a ratio; "half as a gift" is a part."""
    after = _word(tokens, number.after + 1)
    if (
        number.kind != "share"
        or _word(tokens, number.after) != "as"
        or len(after) < _SHORTEST_ADJECTIVE
    ):
        return number
    return number if after in {"the", "its", "their"} else number._replace(kind="times")
