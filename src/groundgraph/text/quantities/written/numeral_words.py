"""Words and signs that numbers are written in, beside those of `groundgraph.text.number_words`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text import number_words
from groundgraph.text.number_words import ONES, ORDINALS, TENS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.tokens import Token

SCALES = {**number_words.SCALES, "lakh": 10**5, "crore": 10**7}
PLURAL_SCALES = {f"{word}s": value for word, value in SCALES.items()}
GROUPS = {"dozen": 12, "dozens": 12, "score": 20, "gross": 144, "pair": 2, "pairs": 2, "couple": 2}
SHORT = {"k": 10**3, "mn": 10**6, "mln": 10**6, "mio": 10**6, "bn": 10**9, "bln": 10**9}
SHORT |= {"tn": 10**12}
SHORT_MONEY = {"m": 10**6, "b": 10**9, "t": 10**12}
_PARTS = """half=2 halves=2 third=3 thirds=3 quarter=4 quarters=4 fourth=4 fourths=4 fifth=5
    fifths=5 sixth=6 sixths=6 seventh=7 sevenths=7 eighth=8 eighths=8 ninth=9 ninths=9 tenth=10
    tenths=10 eleventh=11 elevenths=11 twelfth=12 twelfths=12 fifteenth=15 fifteenths=15
    sixteenth=16 sixteenths=16 twentieth=20 twentieths=20 fiftieth=50 fiftieths=50 hundredth=100
    hundredths=100 thousandth=1000 thousandths=1000"""
PARTS = {name: int(value) for name, _, value in (p.partition("=") for p in _PARTS.split())}
VULGAR = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
VULGAR |= {"⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8)}
VULGAR |= {"⅝": Fraction(5, 8), "⅞": Fraction(7, 8), "⅕": Fraction(1, 5), "⅖": Fraction(2, 5)}
VULGAR |= {"⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6), "⅚": Fraction(5, 6)}
TIMES_OF = {"twice": 2, "thrice": 3, "double": 2, "doubled": 2, "doubles": 2, "doubling": 2}
TIMES_OF |= {"triple": 3, "tripled": 3, "trebled": 3, "quadruple": 4, "quadrupled": 4}
FOLD = {f"{word}fold": value for word, value in ONES.items()}
TIMES = frozenset({*TIMES_OF, *FOLD, "times", "fold", "half", "x"})
"""Every word by which a number says how many times."""
WORDS = frozenset(
    {*ONES, *TENS, *SCALES, *PLURAL_SCALES, *GROUPS, *PARTS, *ORDINALS, *TIMES_OF, *FOLD, "every"}
)
"""Every word that can begin a number, but for "a"."""
AFTER_FRACTION = frozenset(
    """of more less fewer higher lower larger smaller bigger cheaper longer shorter off above below
    as the its their his her in by to at on and or than when while if are is was were had have
    came comes went goes gets got stays stayed said from over since after before between""".split()
)
WHOLE = frozenset({"full", "whole", "good", "further", "mere"})
AFTER_HALF = frozenset("time way back brother sister hearted life term finished marathon".split())
"""What makes a word of its own of "half-"."""
AFTER_TIMES = frozenset("as more less the its their his her that what".split())
PERIODS = frozenset(
    """second seconds minute minutes hour hours day days night nights week weeks weekend month
    months quarter year years time monday tuesday wednesday thursday friday saturday sunday morning
    evening afternoon summer winter spring autumn""".split()
)
"""After "every third" these tell how often, and after "one shop in three" of how long."""


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


def word_at(tokens: Sequence[Token], at: int) -> str:
    """Return the word at an index, or "" for anything else and beyond the end."""
    return tokens[at].text if 0 <= at < len(tokens) and tokens[at].kind == "word" else ""
