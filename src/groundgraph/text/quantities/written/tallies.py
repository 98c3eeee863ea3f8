"""The votes on both sides that a sentence tells: "rejected by 61 votes to 39"."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.types import Span

_NUMBER = r"\d{1,3}(?:,\d{3}){1,3}|\d{1,7}"
_PAIR = re.compile(
    rf"(?<![\d.,–-])(?P<first>{_NUMBER})(?: votes?)?(?: to |[–-])"
    rf"(?P<second>{_NUMBER})(?![\d%]|[.,–-]\d)"
)
_OF_VOTES = re.compile(r"\b(?:vot(?:e[sd]?|ing)|ballots?|motion|bill|referendum)\b", re.IGNORECASE)
_ADOPTED = re.compile(
    r"\b(?:approv(?:e[sd]?|ing)|adopt(?:s|ed|ing)?|pass(?:es|ed|ing)?|carried|back(?:s|ed|ing)?"
    r"|ratif(?:y|ies|ied)|in favou?r)\b",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"\b(?:reject(?:s|ed|ing)?|defeat(?:s|ed|ing)?|voted down|against|oppos(?:e[sd]?|ing))\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:not|never|fail(?:s|ed)?|without|two[- ]thirds|three[- ]fifths|short of|veto\w*)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
"""Words by which more votes may not decide."""


class Tally(NamedTuple):
    """Two numbers of votes.

    Attributes:
        span: Where both stand.
        more: Where the higher stands.
        fewer: Where the lower stands.
        values: Both in the order of the text.
        adopted: Whether what was voted on was adopted, ``None`` where that is not told.
    """

    span: Span
    more: Span
    fewer: Span
    values: tuple[int, int]
    adopted: bool | None


def tally_in(text: str) -> Tally | None:
    """Return the one vote that a sentence tells.

    >>> text = "The bill was rejected by 61 votes to 39."
    >>> told = tally_in(text)
    >>> told.more.of(text), told.adopted
    ('61', False)
    """
    pairs = [*_PAIR.finditer(text)] if _OF_VOTES.search(text) else []
    if len(pairs) != 1:
        return None
    [pair] = pairs
    first, second = (int(pair[side].replace(",", "")) for side in ("first", "second"))
    spans = Span(*pair.span("first")), Span(*pair.span("second"))
    more, fewer = spans if first > second else spans[::-1]
    adopted, rejected = (found.search(text) is not None for found in (_ADOPTED, _REJECTED))
    sure = adopted != rejected and first != second and not _UNSURE.search(text)
    return Tally(Span(*pair.span()), more, fewer, (first, second), adopted if sure else None)
