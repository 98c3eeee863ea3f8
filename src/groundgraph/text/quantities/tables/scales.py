"""Scales of tables: "in thousands of euros", "($000)", "€k", "TEUR", "₹ lakhs"."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.quantities.written.numeral_words import SCALES


class _Scale(NamedTuple):
    """A scale.

    Attributes:
        factor: What values are multiplied by.
        word: What names it wherever it stands.
        short: What names it beside a currency.
    """

    factor: int
    word: str
    short: str


_SCALES = (
    _Scale(10**6, r"million(?:s|en)?", r"m|mn|mio|mln"),
    _Scale(10**3, r"thousands?|(?<![\d,.])000s?", r"k|t(?=[€$]|EUR)"),
    _Scale(10**9, r"billions?", r"bn"),
    _Scale(10**5, r"lakhs?|lacs?", r"lakh"),
    _Scale(10**7, r"crores?", r"crs?"),
)
_CODES = r"EUR|USD|GBP|CHF|INR|SEK|NOK|DKK|JPY|AUD|CAD|PLN"
_CURRENCY = rf"(?:[$€£¥₹]|\b(?:{_CODES}))"
_NAMED = tuple(
    (
        scale.factor,
        re.compile(
            rf"(?:\b|['’])(?:{scale.word})\b|{_CURRENCY}\s?(?:{scale.word}|{scale.short})\b\.?"
            rf"|\b(?:{scale.short})\.?\s?(?:[$€£¥₹]|(?:{_CODES})\b)",
            re.IGNORECASE,
        ),
    )
    for scale in _SCALES
)
_SHORT = re.compile(
    rf"(?P<before>{_CURRENCY})\s?(?:m|mn|mio|mln|k|bn)\b\.?"
    rf"|\b(?:m|mn|mio|mln|k|t(?=[€$]|EUR)|bn)\.?\s?(?P<behind>[$€£¥₹]|(?:{_CODES})\b)",
    re.IGNORECASE,
)
_OF_ALL = re.compile(
    r"\bin\s(?:U\.?S\.?\s)?[$€£₹]?\s?(?:US\s)?(?:dollars\s)?"
    r"(millions?|thousands?|billions?|lakhs?|crores?)\b"
    r"(?!\s+of(?!\s(?:U\.?S\.?\s)?(?:dollars|euros?|pounds|francs|yen|kronor|rupees)\b))"
    r"|[(,]\s?(?:[$€£]|[A-Z]{3})\s?(thousand|million|billion)s?\)"
    r"|\bin\s[$€£](?:['’]?(000)s?|([km]|bn))\b",
    re.IGNORECASE,
)
_HINTS = ("million", "thousand", "billion", "lakh", "crore", "$", "€", "£")
"""What every text with such a scale holds, in lower case."""
_WRITTEN = {**SCALES, "000": 10**3, "k": 10**3, "m": 10**6, "bn": 10**9}


def scale_named(name: str) -> int:
    """Return the scale that a column, a row or a caption names, else 1.

    >>> [scale_named(name) for name in ("Revenue ($000)", "TEUR", "₹ lakhs", "Over 1,000 km")]
    [1000, 1000, 100000, 1]
    """
    return next((factor for factor, named in _NAMED if named.search(name)), 1)


def without_scale(name: str) -> str:
    """Return a name without a scale that is written beside a currency: "€" of "€m" or "kEUR"."""
    return _SHORT.sub(lambda match: match["before"] or match["behind"], name)


def scale_of(text: str) -> int:
    """Return the scale that a text gives the tables beside it: 10**6 for "(in millions)"."""
    lower = text.lower()
    found = _OF_ALL.search(text) if any(sign in lower for sign in _HINTS) else None
    told = next(filter(None, found.groups())).lower() if found else ""
    return _WRITTEN[told if told in _WRITTEN else told.rstrip("s")] if told else 1
