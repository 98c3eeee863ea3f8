"""What the words beside an amount make of it: "about", "at least", "minus"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.bounds import is_lead, way_before
from groundgraph.text.quantities.written.numeral_words import WORDS
from groundgraph.text.quantities.written.tokens import Token, glued

if TYPE_CHECKING:
    from collections.abc import Sequence

BORDERS = {"from": "begin", "since": "begin", "until": "end", "till": "end"}
"""Words before a date, and the stems that they say of it."""
_BOUNDS = {
    "about": "about around approximately approx roughly circa ca some ~ ≈ nearly_about close_to"
    " in_the_region_of in_the_order_of on_the_order_of",
    "under": "nearly almost not_quite short_of shy_of",
    "exactly": "exactly precisely",
    "over": "over above exceeding > more_than greater_than longer_than higher_than upwards_of"
    " in_excess_of beyond older_than larger_than exceed exceeds heavier_than taller_than wider_than"
    " later_than deeper_than dearer_than costlier_than more_expensive_than bigger_than thicker_than"
    " warmer_than hotter_than",
    "below": "under below < less_than fewer_than lower_than shorter_than younger_than smaller_than"
    " lighter_than earlier_than sooner_than cheaper_than shallower_than narrower_than thinner_than"
    " colder_than cooler_than",
    "least": "≥ at_least at_the_least minimum_of from",
    "most": "≤ at_most at_the_most up_to maximum_of as_many_as as_much_as within"
    " limited_to capped_at",
}
_BY_PHRASE = {
    phrase.replace("_", " "): kind for kind, listed in _BOUNDS.items() for phrase in listed.split()
}
_LEAST_BEHIND = (
    "or_more or_greater or_higher or_longer or_older or_above or_over and_above and_over"
)
_LEAST_BEHIND += " and_up and_older at_least at_minimum minimum upwards"
_MOST_BEHIND = (
    "or_less or_fewer or_lower or_below or_under or_shorter or_younger or_smaller and_under"
)
_MOST_BEHIND += " and_below at_most maximum tops"
_AFTER_BOUNDS = {
    phrase.replace("_", " "): kind
    for kind, listed in (("least", _LEAST_BEHIND), ("most", _MOST_BEHIND), ("about", "or_so"))
    for phrase in listed.split()
}
_CLOSES_BEFORE = frozenset(phrase.split()[-1] for phrase in _BY_PHRASE)
_OPENS_BEHIND = frozenset(phrase.split()[0] for phrase in _AFTER_BOUNDS)
"""The last word of what bounds an amount from before it, and the first of what does from behind."""
_BEYOND = re.compile(
    r"\b(?:above|below|over|under|beyond|past|after|before|from)"
    r" (?:it|this|that|then|there|which)\b"
    r"|\b(?:otherwise|thereafter|afterwards|upwards?|without|unless)\b",
    re.IGNORECASE,
)
"""Words that point to what lies on the other side of a limit, or when one may lie there."""
_OF_LEADS = {"over": "below", "below": "over"}
"""What bounds of a moment make of the time before something: later than 2 hours before, at less."""
_OF_MOMENTS = frozenset({"later than", "earlier than", "sooner than"})
_NOUNS = 2
"""Words between an amount and what bounds it: "seven minutes of speech or less"."""
_ENDS = frozenset("and or but in on for to with by".split())
_MODALS = frozenset({"can", "may", "could"})
"""What "add up to 5 users" is allowed by."""
_LITTLE = frozenset("a an the little just well".split())
_STANDS_AT = frozenset(
    """to at of from by than below above about around roughly nearly and or between as
    is are was were be been being reach reaches reached hit hits average averages averaged
    total totals totalled equal equals show shows showed record records recorded""".split()
)
"""Words behind which a value lies below zero: "it stood at minus 11"."""


def sign_of(
    tokens: Sequence[Token], text: str, first: int, *, money: bool = False
) -> tuple[int, int]:
    """Read "minus 11" and "-11": the sign, and the index of the first token.

    Money that is taken away from something has none: "the price minus 11 euros".
    """
    if first == 0:
        return 1, first
    before = tokens[first - 1]
    if [token.text for token in tokens[max(0, first - 3) : first]] == ["plus", "or", "minus"]:
        return 1, first
    if before.text in {"minus", "negative"}:
        taken = money and before.text == "minus" and _takes_away(tokens, first - 1)
        return (1, first) if taken else (-1, first - 1)
    if before.text in {"-", "−"} and glued(before, tokens[first]):
        lone = before.start == 0 or text[before.start - 1] in " (\n\t:|,"
        return (-1, first - 1) if lone else (1, first)
    return 1, first


def _takes_away(tokens: Sequence[Token], minus: int) -> bool:
    """Say whether "minus" follows what something is taken from: "the price, minus 11 euros"."""
    before = minus - 1
    if before > 0 and tokens[before].text in {",", "("}:
        before -= 1
    kind, word = tokens[before][:2] if before >= 0 else ("mark", "")
    return kind != "mark" and word not in _STANDS_AT


def bound_of(tokens: Sequence[Token], text: str, first: int, behind: str) -> str:
    """Return what the words before an amount make of it, else those ``behind`` it."""
    before = first
    while before and tokens[before - 1].text in _LITTLE:
        before -= 1
    start = tokens[before - 1].end if before else 0
    way = way_before(text, start, tokens[first].start)
    if way or behind:
        return way or behind
    told = _before(tokens, first, before)
    of_moment = " ".join(token.text for token in tokens[max(0, before - 2) : before]) in _OF_MOMENTS
    lead = of_moment and is_lead(text, tokens[first].start)
    return _OF_LEADS.get(told, told) if lead else told


def bound_behind(tokens: Sequence[Token], after: int) -> tuple[str, int]:
    """Read "or more", "guests or fewer", "years at most" behind an amount.

    Returns:
        What it makes of the amount, "" for nothing, and the index after it.
    """
    begins = _after_per(tokens, after)
    if begins > after:  # "126 mg/dL or more": what it is per is still to be read
        return bound_behind(tokens, begins)[0], after
    for at in range(after, min(after + _NOUNS + 1, len(tokens))):
        word = tokens[at].text
        if word in _OPENS_BEHIND:
            words = [token.text for token in tokens[at : at + 3]]
            counts = words[2:] and (words[2][0].isdigit() or words[2] in WORDS)
            if word in {"at", "and"} and counts:
                break  # "three rooms at most five metres wide": it belongs to the next
            for size in (2, 1) if at == after else (2,):
                kind = _AFTER_BOUNDS.get(" ".join(words[:size]))
                if kind:
                    return kind, at + len(words[:size])
        if tokens[at].kind != "word" or word in _ENDS:
            break
    return "", after


def _after_per(tokens: Sequence[Token], after: int) -> int:
    """Return the index behind "/dL"."""
    per = after + 1 < len(tokens) and tokens[after].text == "/" and tokens[after + 1].kind == "word"
    return after + 2 if per else after


def _before(tokens: Sequence[Token], first: int, before: int) -> str:
    """Read "at least", "up to a", before an amount."""
    if not before or tokens[before - 1].text not in _CLOSES_BEFORE:
        return "exact"
    words = [token.text for token in tokens[max(0, first - 3) : before]]
    sums = words[-2:] == ["up", "to"] and words[-3:-2] and words[-3] in {"add", "adds", "added"}
    if sums and not (before > 3 and tokens[before - 4].text in _MODALS):
        return "exact"
    for size in (3, 2, 1):
        kind = _BY_PHRASE.get(" ".join(words[-size:])) if len(words) >= size else None
        if kind == "least" and words[-1] == "from":
            return "exact"
        if kind == "over" and tokens[first - 1].text == "the":
            return "exact"  # "over the three years"
        if kind:
            return kind
    return "exact"


def tells_beyond(text: str) -> bool:
    """Say whether a text behind a limit tells what holds on its other side.

    >>> tells_beyond(" and fell sharply above it."), tells_beyond(" above sea level.")
    (True, False)
    """
    return _BEYOND.search(text) is not None
