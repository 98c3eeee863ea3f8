"""A passage cut into sentences and lines, in one linear pass."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from groundgraph.text.abbreviations import RULES, ends_label, never, rule_for, unless_numbered
from groundgraph.text.sentences import is_left_out
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = re.compile(r"[.!?][\"'”’)\]]{0,3}(?=[ \t])|\n")
_OPENS = re.compile(r"[ \t]*[\"'“‘(\[*•–-]{0,3}[ ]?[A-Z0-9$€£¥\"“]")
_NUMBERED = re.compile(r"[ \t]{0,4}(?:\d|[IVXLC]{1,7}\b)")
_PRICE = re.compile(r"[ \t]{0,4}[€$£¥]\d")
_ABBREVIATED = frozenset(
    """st no nos fig sec dept approx inc ltd co corp jr sr
    jan feb mar apr jun jul aug sep sept oct nov dec art para vol pp""".split()
)
"""Words whose stop ends no sentence, beside those of `groundgraph.text.abbreviations`."""
_MONTHS = frozenset("jan feb mar apr jun jul aug sep sept oct nov dec".split())
_DAY_BEFORE = re.compile(r"\d(?:st|nd|rd|th)? $")
_NEXT_WORD = re.compile(r"[ \t]{1,4}[A-Z][a-z]")
_LEADS_TO_DATES = frozenset(
    "on by from until till since in at to after before between and or of dated".split()
)
_LONGEST_WORD = 12
_WINDOW = 24
"""Characters before a stop among which a label stands: "tariff M"."""
_LONGEST_INITIALS = 3
"""Characters of initials without their last stop: "a.m", "U.S"."""
_SHORT, _LONGEST, _MOST_NUMBERS = 240, 800, 40
"""Characters up to which a sentence is not looked into, and at most; numbers in one at most."""
_NUMBER = re.compile(r"\d+")


def pieces(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Return the sentences and lines of ``text[start:end]`` in order, without blanks around them.

    Longer ones than prose has are cut, so that reading one takes no more than its share of time.

    >>> text = "Dr. Lee paid $3.5 million. The rest, 4 a.m. on May 2, is gone."
    >>> [span.of(text) for span in pieces(text)]
    ['Dr. Lee paid $3.5 million.', 'The rest, 4 a.m. on May 2, is gone.']
    """
    stop = len(text) if end is None else end
    return list(_pieces(text, start, stop) if start or stop < len(text) else _whole(text))


@lru_cache(maxsize=64)  # several judges cut the same passages and claims
def _whole(text: str) -> tuple[Span, ...]:
    return tuple(_pieces(text, 0, len(text)))


def _pieces(text: str, start: int, stop: int) -> Iterator[Span]:
    for match in _END.finditer(text, start, stop):
        if match[0] == "\n" or _ends(text, start, match):
            yield from _stripped(text, start, match.end())
            start = match.end()
    yield from _stripped(text, start, stop)


def _stripped(text: str, start: int, stop: int) -> Iterator[Span]:
    body = text[start:stop]
    inner = body.strip()
    if inner:
        first = start + len(body) - len(body.lstrip())
        yield from _cut(text, first, first + len(inner))


def _cut(text: str, start: int, stop: int) -> Iterator[Span]:
    while stop - start > _SHORT:
        limit = min(stop, start + _LONGEST)
        more = next(islice(_NUMBER.finditer(text, start, limit), _MOST_NUMBERS, None), None)
        limit = more.start() if more is not None else limit
        if limit == stop:
            break
        blank = text.rfind(" ", start + 1, limit)
        end = blank + 1 if blank > 0 else limit
        yield Span(start, end)
        start = end
    yield Span(start, stop)


def _last_word(text: str, start: int, stop: int) -> str:
    """Return the letters, digits and stops right before an offset."""
    first = stop
    while first > start and (text[first - 1].isalnum() or text[first - 1] in "._"):
        first -= 1
    return text[first:stop]


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    """Say whether a stop ends a sentence and no abbreviation, initial or list number."""
    if _OPENS.match(text, match.end()) is None:
        return False
    if match[0] == "." and is_left_out(
        text, text.rfind(" ", start, match.start()) + 1, match.end()
    ):
        return False
    if match[0] != "." or ends_label(text[max(start, match.start() - _WINDOW) : match.start()]):
        return True
    word = _last_word(text, max(start, match.start() - _LONGEST_WORD), match.start())
    if word.lower() in _MONTHS and _ends_with_date(text, start, match, word):
        return True
    if word.lower() in _ABBREVIATED or (len(word) == 1 and word.isalpha() and word.isupper()):
        return False
    rule = rule_for(word, RULES)
    if rule is never or (rule is unless_numbered and _NUMBERED.match(text, match.end())):
        return False
    if rule is not None and _PRICE.match(text, match.end()):
        return False
    if word.isdigit() and len(word) <= 2 and match.start() - len(word) == start:
        return False
    return not ("." in word and word[-1].isalpha() and len(word) <= _LONGEST_INITIALS)


def _ends_with_date(text: str, start: int, match: re.Match[str], month: str) -> bool:
    """Say whether an abbreviated month behind its day ends a sentence: "Due 15 Aug. Sent by Ana".

    "On 15 Aug. Ana left" goes on.
    """
    first = match.start() - len(month)
    if _DAY_BEFORE.search(text, max(start, first - 5), first) is None:
        return False
    opening = text[start:first].split(None, 1)
    leads = len(opening) < 2 or (
        len(text[start:first]) < _WINDOW and opening[0].lower() in _LEADS_TO_DATES
    )
    return not leads and _NEXT_WORD.match(text, match.end()) is not None
