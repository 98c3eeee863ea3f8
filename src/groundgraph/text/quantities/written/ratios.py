"""What the words behind a number make of it: "three times as many", "a third of a million"."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.numeral_words import AFTER_TIMES, SCALES, Number, word_at
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

TOLD_ONCE = frozenset({"pressure", "mass"})
_PART = 16
"""The most parts of one that are told of a mass: "1/8 g"."""
_NEAR = 6
"""Tokens between "blood pressure" and its values at most."""
_SHORTEST = 3
"""Letters of what follows "half as"; "a" and "in" are no adjectives."""


def is_ratio(tokens: Sequence[Token], at: int) -> bool:
    """Say whether "four times" goes on as a ratio, "as much", and not as a count, "a day"."""
    word = word_at(tokens, at)
    return word in AFTER_TIMES or (word.endswith("er") and word not in {"over", "after", "under"})


def is_first_of_two(tokens: Sequence[Token], at: int) -> bool:
    """Say whether digits before a slash have the unit behind it too, or are of a blood pressure.

    "142/88 mmHg", "5/160 mg"; "3/4 mg" is a part.
    """
    if at + 2 >= len(tokens) or tokens[at + 2].kind != "number":
        return False
    if (
        float(tokens[at].text.replace(",", ""))
        < float(tokens[at + 2].text.replace(",", ""))
        <= _PART
    ):
        return False
    unit = BY_WORD.get(word_at(tokens, at + 3))
    before = [token.text for token in tokens[max(0, at - _NEAR) : at]]
    blood = "bp" in before or ("blood", "pressure") in pairwise(before)
    return blood or (unit is not None and unit.dimension in TOLD_ONCE)


def of_scale(tokens: Sequence[Token], number: Number) -> Number:
    """Read on in "a third of a million"."""
    words = [word_at(tokens, at) for at in range(number.after, number.after + 3)]
    if number.kind != "share" or words[:2] != ["of", "a"] or words[2] not in SCALES:
        return number
    scale = SCALES[words[2]]
    step = Fraction(scale, 10)
    return Number(number.value * scale, step, "count", number.first, number.after + 3, scaled=True)


def as_times(tokens: Sequence[Token], number: Number) -> Number:
    """Read "half as tall as", "a third as much" as a ratio; "half as a gift" is a part."""
    after = word_at(tokens, number.after + 1)
    if number.kind != "share" or word_at(tokens, number.after) != "as" or len(after) < _SHORTEST:
        return number
    return number if after in {"the", "its", "their"} else number._replace(kind="times")
