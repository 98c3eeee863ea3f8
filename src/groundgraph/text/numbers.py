"""Quantities of a text in one form: numbers, ordinals, spelled numbers and times of day."""

from __future__ import annotations

import re
from functools import lru_cache

from groundgraph.text.number_words import ONES, ORDINALS, TENS, bare_number
from groundgraph.text.words import has_digit, has_digit_or

_SPELLED = {word: str(n) for word, n in (ONES | TENS).items() if word != "one"}  # mostly a pronoun
_SPELLED["hundred"] = "100"
_SPELLED |= {word: str(n) for word, n in ORDINALS.items() if 3 <= n <= 10}
_OPENS = "".join(sorted({word[0] for word in _SPELLED}))
_QUANTITY = re.compile(
    rf"(?=\d|\b[{_OPENS}])(?:"  # quick to know, and most letters begin none
    r"(?P<hour>\d{1,2}):(?P<minute>\d{1,2})(?::\d\d)?(?:\s*(?P<half>[ap]\.?m\b))?"
    r"|(?P<clock>\d{1,2})\s*(?P<only>[ap]\.?m\b)"
    r"|(?P<number>\d+(?:,\d+)*(?:\.\d+)?)(?:st|nd|rd|th)?(?!\d*xx\b)"  # "2xx" is a class
    rf"|(?P<word>\b(?:{'|'.join(_SPELLED)})\b))",
    re.IGNORECASE,
)
_HALF_DAY = 720


def quantities(text: str) -> list[frozenset[str]]:
    """Return the readings of each quantity, in order; two agree when they share a reading.

    A time without a.m. or p.m. has two readings, and "16:30" and "4:30 PM" agree on one.

    >>> quantities("1,200.0 at 4:30 PM")
    [frozenset({'1200'}), frozenset({'t990'})]
    """
    return [readings for _, _, readings in quantities_with_text(text)]


@lru_cache(maxsize=2048)  # several blocks of features read the same sentences
def quantities_with_text(text: str) -> tuple[tuple[int, str, frozenset[str]], ...]:
    """Return where each quantity starts, how it is written, and its readings."""
    if not has_digit_or(_SPELLED.keys(), text):
        return ()
    return tuple((m.start(), m[0], _readings(m)) for m in _QUANTITY.finditer(text))


def times(text: str) -> list[tuple[str, frozenset[str]]]:
    """Return how each time of day is written, and its readings.

    >>> times("open 9 am to 17:00, 3 days a week")
    [('9 am', frozenset({'t540'})), ('17:00', frozenset({'t1020'}))]
    """
    if not has_digit(text):
        return []
    quantities_ = quantities_with_text(text)
    return [(written, r) for _, written, r in quantities_ if next(iter(r))[0] == "t"]


def _readings(match: re.Match[str]) -> frozenset[str]:
    if match["number"]:
        return frozenset({bare_number(match["number"])})
    if match["word"]:
        return frozenset({_SPELLED[match["word"].lower()]})
    hour = int(match["hour"] or match["clock"])
    minutes = 60 * hour + int(match["minute"] or 0)
    half = (match["half"] or match["only"] or "").lower()[:1]
    if half:
        return frozenset({f"t{minutes % _HALF_DAY + (_HALF_DAY if half == 'p' else 0)}"})
    both = {minutes, minutes + _HALF_DAY} if 0 < hour < 12 else {minutes % (2 * _HALF_DAY)}
    return frozenset(f"t{reading}" for reading in both)
