"""Denials that only limit an amount: "no more than 320" denies nothing, it is "at most 320".

Every reader of denials asks here, so that all of them take the same words for a limit.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.calendar_words import DAY_NAMES, MONTHS
from groundgraph.text.number_words import ONES, SCALES, TENS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

Way = Literal["least", "most"]
_OTHER_WAY: dict[str, Way] = {"least": "most", "most": "least"}

_MORE = """more greater larger bigger higher longer older taller heavier wider deeper faster
    further farther later over above beyond exceed exceeds exceeding"""
_LESS = """fewer less smaller lower shorter younger lighter narrower slower earlier sooner
    under below"""
_WAYS: dict[str, Way] = dict.fromkeys(_MORE.split(), "most")
_WAYS |= dict.fromkeys(_LESS.split(), "least")
_ALONE = frozenset("over above beyond exceed exceeds exceeding under below".split())
"""Words that limit what follows them without "than"."""
_TIMED = "later|earlier|sooner"
"""Words that limit whatever has a time, "no later than the day of travel"."""
_UNITS = """second minute hour day night week fortnight month quarter year decade century dozen
    half third kilo kilometre kilometer metre meter mile kilogram gram pound litre liter degree
    noon midnight"""
_TIMES = "second minute hour day night week fortnight month quarter year"
_MOVES = "to|be|go|rise|climb|fall|drop|sink|run|last|weigh|cost|take|get|is|are|was|were"


_NO_VERBS = "only|because|that|but|if|longer|more|who|which|and|or|the|an?"
_NO_VERBS += "|all|every|each|everyone|both|many|most"


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_NUMBER = _any([*ONES, *TENS, *SCALES, *_UNITS.split(), *MONTHS, *DAY_NAMES])
_AMOUNT = (
    rf"(?:(?:the|an?|about|some|around|age|of)\s+){{0,3}}"
    rf"(?:(?:[a-z]{{1,3}})?[$€£¥]\s?|[a-z]{{3}}\s?(?=\d))?(?:\d|(?:{_NUMBER})s?\b)"
)
_THAN = _any(_WAYS.keys() - _ALONE)
_VERB = rf"(?!(?:{_NO_VERBS})\b)[a-z]+\s+"
_LIMIT = re.compile(
    rf"""
    (?=[nc])(?:\b(?P<denial>no|not|never|cannot)|(?P<short>n['’]t))\s+
    (?: (?P<timed>{_TIMED})\s+than\s
      | (?P<plain>{_THAN})\s+than\s+(?={_AMOUNT})
      | (?:(?<!\bno\s)(?:{_VERB}){{1,3}}?)(?P<behind>{_THAN})\s+than\s+(?={_AMOUNT})
      | (?:(?:{_MOVES})\s+)?(?P<alone>{_any(_ALONE)})\s+(?={_AMOUNT})
    )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LEAD = re.compile(
    rf"""(?:[\w½¼¾.,]+[ -]+){{1,4}}?(?:{"|".join(_TIMES.split())})s?['’]?\s+
    (?:before|prior|beforehand|ahead|in\ advance)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_HINTS = ("than", *sorted(_ALONE - {"exceeds", "exceeding"}))
_DENYING = ("no", "never", "n't", "n’t")
"""What stands in every text that holds a limit, and in every one that denies."""


class Limit(NamedTuple):
    """A denial that makes a limit of an amount.

    Attributes:
        denial: Where the word that would deny stands: "no", "not", "n't".
        end: One past the last code point of the phrase; the amount stands behind it.
        way: "most" for "no more than", "least" for "no fewer than". A time before something is the
            longer the sooner it is: "no later than 24 hours before" is at least that.
    """

    denial: Span
    end: int
    way: Way


@lru_cache(maxsize=512)  # several judges read the same sentences
def limits(text: str) -> tuple[Limit, ...]:
    """Return the denials of a text that only limit an amount or a time, in order.

    "No longer" by itself denies, and "no better than a guess" compares.

    >>> [limit.way for limit in limits("Not later than Friday, no fewer than three of them.")]
    ['most', 'least']
    >>> limits("It no longer sells more than 3 kinds.")
    ()
    """
    lower = text.lower()
    if not any(word in lower for word in _DENYING) or not any(word in lower for word in _HINTS):
        return ()
    return tuple(map(_limit, _LIMIT.finditer(text)))


def _limit(match: re.Match[str]) -> Limit:
    denial = "denial" if match["denial"] else "short"
    word = match["timed"] or match["plain"] or match["behind"] or match["alone"]
    way = _WAYS[word.lower()]
    if match["timed"] and is_lead(match.string, match.end()):
        way = _OTHER_WAY[way]
    return Limit(Span(*match.span(denial)), match.end(), way)


def is_lead(text: str, start: int) -> bool:
    """Say whether a text tells from a place on how long before something: "24 hours before".

    >>> is_lead("24 hours before arrival", 0), is_lead("24 hours after arrival", 0)
    (True, False)
    """
    return _LEAD.match(text, start) is not None


def only_limits(text: str, start: int, end: int) -> bool:
    """Say whether the word at ``text[start:end]`` is a denial that only limits an amount.

    >>> only_limits("no more than 3", 0, 2), only_limits("no longer open", 0, 2)
    (True, False)
    """
    found = limits(text)
    at = bisect_left(found, start, key=lambda limit: limit.denial.start)
    return at < len(found) and found[at].denial.start < end


def way_before(text: str, start: int, end: int) -> Way | None:
    """Return what a denial whose phrase ends in ``[start, end]`` makes of an amount behind it.

    >>> way_before("no more than 3", 12, 13), way_before("more than 3", 9, 10)
    ('most', None)
    """
    found = limits(text)
    at = bisect_left(found, start, key=lambda limit: limit.end)
    return found[at].way if at < len(found) and found[at].end <= end else None


def without_limits(text: str) -> str:
    """Return a text, as long, with spaces for the denials that only limit an amount.

    >>> without_limits("No more than 3 came, not 4.")
    '   more than 3 came, not 4.'
    """
    for limit in limits(text):
        start, end = limit.denial
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def same_limits(one: str, other: str) -> bool:
    """Say whether two texts have as many denials that only limit an amount, of the same ways.

    >>> same_limits("It holds no more than 3.", "It holds more than 3.")
    False
    """
    mine, theirs = ([limit.way for limit in limits(text)] for text in (one, other))
    return mine == theirs
