"""Units and currencies beside a number, in words and symbols."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.tokens import Token, glued
from groundgraph.text.quantities.written.unit_table import (
    BY_SYMBOL,
    BY_WORD,
    DEGREES,
    MONEY_AFTER,
    MONEY_BEFORE,
    PERCENT,
    POINTS,
    SCALES_OF_HEAT,
    MeasureUnit,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_IRREGULAR = {"feet": "foot", "inches": "inch", "centuries": "century", "pennies": "penny"}
_IRREGULAR |= {"has": "has"}  # "the Vireo 200 has", no hectares
_BEHIND_UNITS = frozenset("at in on of for from to with and or per is are was when while".split())
"""What no article stands before."""
_BETWEEN = frozenset({"-"}), frozenset({"-", "."})
"""What may stand between two words of a unit, and behind "sq"."""
_FEET = frozenset({"ft", "feet", "foot"})
_SIZES = frozenset("across wide long high tall deep thick".split())
_MONEY_NAMES = {"us dollar": "dollar", "american dollar": "dollar", "swiss franc": "franc"}
_MONEY_NAMES |= {"pound sterling": "sterling", "euro cent": "eurocent"}
_PARTS = frozenset({"per cent", "percentage point", "percent point"})
_FIRST_OF_SEVERAL = frozenset(
    words.split()[0] for words in (*BY_WORD, *_MONEY_NAMES, *_PARTS) if " " in words
)
"""What units of several words begin with, in the singular."""


def unit_at(tokens: Sequence[Token], at: int, text: str) -> tuple[MeasureUnit, int] | None:
    """Read the unit that begins at a token: the longest of up to three words.

    Args:
        tokens: The tokens of a text.
        at: Where to begin.
        text: The text itself, as the case of a symbol can matter.

    Returns:
        The unit and the index after it, or ``None``.
    """
    if at >= len(tokens):
        return None
    token = tokens[at]
    if token.kind == "sign" and token.text != "°":
        return _sign(token, at)
    if token.kind not in {"word", "sign"}:
        return None
    return (
        _heat(tokens, at)
        or _power(tokens, at)
        or _of_several_words(tokens, at)
        or _slashed(tokens, at)
        or _of_one_word(tokens, at, text)
    )


def _of_several_words(tokens: Sequence[Token], at: int) -> tuple[MeasureUnit, int] | None:
    first = tokens[at].text
    if first not in _FIRST_OF_SEVERAL and _singular(first) not in _FIRST_OF_SEVERAL:
        return None
    for size in (3, 2):
        words, after = _words(tokens, at, size)
        unit = _known(words) if words else None
        if unit is not None:
            return unit, after
    return None


def _of_one_word(tokens: Sequence[Token], at: int, text: str) -> tuple[MeasureUnit, int] | None:
    token = tokens[at]
    written = text[token.start : token.end]
    if written in {"C", "F", "K"} and at and tokens[at - 1].kind == "number":
        return SCALES_OF_HEAT[token.text], at + 1
    if written == "in" and (_is_behind_feet(tokens, at) or _is_of_a_size(tokens, at)):
        return BY_WORD["inch"], at + 1
    if written == "st" and _is_before_pounds(tokens, at):
        return BY_WORD["stone"], at + 1
    if written == "A" and _opens_a_sentence(tokens, at, text):
        return None  # "§ 10 A late payment"
    if written in {"A", "t"} and _goes_on(tokens, at):
        return None  # "5 A4 sheets", "10 t-shirts"
    unit = BY_SYMBOL.get(written) or _single(token.text)
    return (unit, at + 1) if unit is not None else None


def _is_behind_feet(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "in" is the inches of "6 ft 2 in", and of no "6 ft 2 in 1990"."""
    if at < 2 or tokens[at - 1].kind != "number" or tokens[at - 2].text not in _FEET:
        return False
    return at + 1 >= len(tokens) or tokens[at + 1].kind != "number"


def _is_of_a_size(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "in" is the inches of "11 in across"."""
    behind_digits = at > 0 and tokens[at - 1].kind == "number"
    return behind_digits and at + 1 < len(tokens) and tokens[at + 1].text in _SIZES


def _is_before_pounds(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "st" is the stone of "12 st 4 lb"."""
    following = [token.text for token in tokens[at + 2 : at + 3]]
    return at > 0 and tokens[at - 1].kind == "number" and following in (["lb"], ["lbs"])


def _opens_a_sentence(tokens: Sequence[Token], at: int, text: str) -> bool:
    """Say whether "A" is an article: apart from the number, before a word in lower case."""
    if at == 0 or glued(tokens[at - 1], tokens[at]) or at + 1 >= len(tokens):
        return False
    following = tokens[at + 1]
    if following.text in _BEHIND_UNITS:
        return False  # "3.5 A at 24 V"
    return following.kind == "word" and text[following.start].islower()


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Say whether what follows a letter is glued to it, as in "A4" and "t-shirts"."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or not glued(tokens[at], following):
        return False
    return following.kind == "number" or following.text in {"-", "‑", "'", "’"}


def money_before(tokens: Sequence[Token], at: int) -> tuple[MeasureUnit, int] | None:
    """Return the currency that ends right before a number, and the index where it begins.

    The minus of the number may stand between: "EUR -5", "€-5".
    """
    at -= has_minus(tokens, at)
    if at == 0:
        return None
    before = tokens[at - 1]
    if before.kind not in {"sign", "word"}:
        return None
    if before.kind == "sign" and at > 1 and glued(tokens[at - 2], before):
        joined = tokens[at - 2].text + before.text
        if joined in MONEY_BEFORE:
            return MONEY_BEFORE[joined], at - 2
    unit = MONEY_BEFORE.get(before.text)
    return (unit, at - 1) if unit is not None else None


def has_minus(tokens: Sequence[Token], at: int) -> bool:
    """Say whether a minus between a currency and a number belongs to the number: "EUR -5"."""
    if at <= 1 or tokens[at - 1].text not in {"-", "−"} or not glued(tokens[at - 1], tokens[at]):
        return False
    currency = tokens[at - 2]
    apart = currency.kind == "sign" or not glued(currency, tokens[at - 1])
    return apart and currency.text in MONEY_BEFORE


def _heat(tokens: Sequence[Token], at: int) -> tuple[MeasureUnit, int] | None:
    """Read "°C", "degrees Celsius", "degrees"."""
    token = tokens[at]
    if token.text not in {"°", "degree", "degrees", "deg"}:
        return None
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if following in SCALES_OF_HEAT:
        return SCALES_OF_HEAT[following], at + 2
    return DEGREES, at + 1


def _sign(token: Token, at: int) -> tuple[MeasureUnit, int] | None:
    unit = BY_WORD.get(token.text) or MONEY_AFTER.get(token.text)
    return (unit, at + 1) if unit is not None else None


def _power(tokens: Sequence[Token], at: int) -> tuple[MeasureUnit, int] | None:
    """Read "m2" and "cm3", whose digit is a token of its own, and "m²"."""
    word = tokens[at].text
    if word[-1] in "²³":
        kind = "square" if word[-1] == "²" else "cubic"
        unit = BY_WORD.get(f"{kind} {word[:-1]}") or BY_WORD.get(word)
        return (unit, at + 1) if unit is not None else None
    if at + 1 >= len(tokens) or tokens[at + 1].text not in {"2", "3"}:
        return None
    if not glued(tokens[at], tokens[at + 1]):
        return None
    kind = "square" if tokens[at + 1].text == "2" else "cubic"
    unit = BY_WORD.get(f"{kind} {word}")
    return (unit, at + 2) if unit is not None else None


def _words(tokens: Sequence[Token], at: int, size: int) -> tuple[str, int]:
    """Return so many words from an index on, and the index after them; a hyphen is a blank.

    So is the stop of "sq. m".
    """
    taken: list[str] = []
    while len(taken) < size:
        if at < len(tokens) and taken and tokens[at].text in _BETWEEN[taken[-1] == "sq"]:
            at += 1
        if at >= len(tokens) or tokens[at].kind != "word":
            return "", at
        taken.append(tokens[at].text)
        at += 1
    return " ".join(taken), at


@lru_cache(maxsize=1 << 14)
def _known(words: str) -> MeasureUnit | None:
    """Look up a unit of several words: each word may be in the plural."""
    singular = " ".join(_singular(word) for word in words.split())
    if singular in _PARTS:
        return POINTS if "point" in singular else PERCENT
    if singular in _MONEY_NAMES:
        return MONEY_AFTER[_MONEY_NAMES[singular]]
    each = singular.replace(" an ", " per ").replace(" a ", " per ")
    return BY_WORD.get(singular) or BY_WORD.get(words) or BY_WORD.get(each)


def _slashed(tokens: Sequence[Token], at: int) -> tuple[MeasureUnit, int] | None:
    """Read "km/h"; what is no unit as a whole ends at the slash."""
    if at + 2 >= len(tokens) or tokens[at + 1].text != "/":
        return None
    unit = BY_WORD.get(f"{tokens[at].text}/{tokens[at + 2].text}")
    return (unit, at + 3) if unit is not None else None


@lru_cache(maxsize=1 << 14)
def _single(word: str) -> MeasureUnit | None:
    word = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    singular = _singular(word)
    return BY_WORD.get(singular) or MONEY_AFTER.get(singular) or BY_WORD.get(word)


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    return word[:-1] if len(word) > 2 and word.endswith("s") and not word.endswith("ss") else word
