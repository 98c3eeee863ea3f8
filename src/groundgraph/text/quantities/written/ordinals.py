"""Places in a row, "the thirteenth", "the 150th", as the numbers that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES, ORDINALS, TENS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.tokens import Token

_ENDS = frozenset({"st", "nd", "rd", "th"})
_OF_TENS = {f"{word[:-1]}ieth": value for word, value in TENS.items()}
_OF_SCALES = {"hundredth": 100, "thousandth": 1000}
ORDINAL_WORDS = (ORDINALS.keys() - {"half"}) | _OF_TENS.keys() | _OF_SCALES.keys()
"""Every word that ends a place in a row."""
_BEFORE = 7
"""Tokens before such a word that may belong to it: "one hundred-and-fifty-first"."""


def ordinals(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the places in a row that some tokens tell, from 1.

    >>> from groundgraph.text.quantities.written.tokens import tokens
    >>> list(ordinals(tokens("Her 3rd win, his twenty-first and our hundred-and-fiftieth.")))
    [3, 21, 150]
    """
    for at, token in enumerate(tokens):
        if token.text in _ENDS and at and tokens[at - 1].text.isdecimal():
            if tokens[at - 1].end == token.start:
                yield int(tokens[at - 1].text)
        elif token.text in ORDINAL_WORDS:
            yield _spelled(tokens, at)


def _spelled(tokens: Sequence[Token], at: int) -> int:
    """Return the value of a place in words: its own, and that of the numbers that lead up to it."""
    word = tokens[at].text
    last = ORDINALS.get(word) or _OF_TENS.get(word) or _OF_SCALES[word]
    total, least = last, last
    for token in reversed(tokens[max(0, at - _BEFORE) : at]):
        value = TENS.get(token.text) or ONES.get(token.text, 0)
        if token.text == "hundred" and least < 100:
            total, least = total + 100, 100
        elif value >= 20 and least < 10:
            total, least = total + value, value
        elif 0 < value < 10 and least == 100:
            return total + (value - 1) * 100
        elif token.text not in {"-", "and"}:
            break
    return total
