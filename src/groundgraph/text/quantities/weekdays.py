"""Days of the week on which something recurs: "Bins are emptied on Mondays and Thursdays"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES, WEEKDAYS
from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.limits import denies
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim

_DAY = "|".join(DAY_NAMES)
_NAMED = re.compile(
    rf"\b(?P<first>{_DAY})s?\b(?:(?: to | through |-|–)(?P<last>{_DAY})s?\b)?|\bweekdays\b"
    r"|\bweekends\b|\b(?:daily|every day)\b",
    re.IGNORECASE,
)
_RECURRING = re.compile(
    rf"\b(?:(?:{_DAY})s|(?:every|each) (?:{_DAY})|weekdays|weekends|daily|every day)\b"
    rf"|\b(?:{_DAY}) (?:to|through|and) (?:{_DAY})\b",
    re.IGNORECASE,
)
_WHOLE_WEEK = frozenset(range(7))
_MORE = frozenset(
    """never except but only closed shut while whereas unless other apart until instead also first
    second third last alternate""".split()
)
"""Words by which a sentence tells more of its days than that something is so on them."""
_DAY_STEMS = frozenset(
    map(stem, [*DAY_NAMES, *(f"{day}s" for day in DAY_NAMES), "weekdays", "weekends", "daily"])
)
_SURE, _LIKELY, _FEWEST = 0.92, 0.75, 2


def check_weekdays(claim: ReadClaim) -> list[Check]:
    """Hold "The museum is open on Tuesdays" against the days that the evidence tells of it.

    One sentence holds all that the claim says besides its days.
    """
    sentence = claim.sentence
    days = days_named(claim.text)
    if not days or not sentence.letters.isdisjoint(_MORE) or sentence.amounts:
        return []
    own = {*sentence.words} - _DAY_STEMS or {*claim.question.words} - _DAY_STEMS
    found = [
        (passage.number, other)
        for passage in claim.index.passages
        for other in passage.sentences
        if own and own <= {*other.stems} and _tells_days(other)
    ]
    if len(found) != 1:
        return []
    [(number, other)] = found
    told = days_named(other.span.of(other.text))
    if days & told and not days <= told:
        return []
    right = (days <= told) is not denies(sentence)
    event = Event(Moment(), {}, number, other.span, other.span, 0)
    fit = _SURE if len(own) >= _FEWEST else _LIKELY
    said = _NAMED.search(claim.text)
    return [Check(decided(right=right), "limit", said[0] if said else "", (event,), fit)]


def days_named(text: str) -> frozenset[int]:
    """Return the days of the week that a text names, 0 for Monday.

    >>> sorted(days_named("From Monday to Wednesday, and on Saturdays"))
    [0, 1, 2, 5]
    """
    found: set[int] = set()
    for match in _NAMED.finditer(text):
        word = match[0].lower()
        if match["first"]:
            first = WEEKDAYS[match["first"].lower()]
            last = WEEKDAYS[match["last"].lower()] if match["last"] else first
            found |= {(first + n) % 7 for n in range((last - first) % 7 + 1)}
        elif word == "weekdays":
            found |= set(range(5))
        else:
            found |= {5, 6} if word == "weekends" else _WHOLE_WEEK
    return frozenset(found)


def _tells_days(sentence: Sentence) -> bool:
    """Say whether a sentence tells on which days something is so each week, and no more of them."""
    text = sentence.span.of(sentence.text)
    plain = sentence.letters.isdisjoint(_MORE) and not denies(sentence)
    return plain and _RECURRING.search(text) is not None
