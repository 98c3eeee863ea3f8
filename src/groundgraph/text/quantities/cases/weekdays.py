"""Days of the week on which something recurs: "Bins are emptied on Mondays and Thursdays"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.hours import days_in
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.limits import denies
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Sentence

_DAY = "|".join(DAY_NAMES)
_RECURRING = re.compile(
    rf"\b(?:(?:{_DAY})s|(?:every|each) (?:{_DAY})|weekdays|weekends|daily|every day)\b"
    rf"|\b(?:{_DAY}) (?:to|through|and) (?:{_DAY})\b",
    re.IGNORECASE,
)
_MORE = frozenset(
    """never except but only closed shut while whereas unless other apart until instead also first
    second third last alternate""".split()
)
"""Words by which a sentence tells more of its days than that something is so on them."""
_DAY_STEMS = frozenset(
    map(stem, [*DAY_NAMES, *(f"{day}s" for day in DAY_NAMES), "weekdays", "weekends", "daily"])
)
_SAME = frozenset({"it", "they", "we"})
_SURE, _LIKELY, _FEWEST = 0.92, 0.75, 2


def check_weekdays(claim: ReadClaim) -> list[Check]:
    """Hold "The museum is open on Tuesdays" against the days that the evidence tells of it.

    One sentence holds all that the claim says besides its days.
    """
    sentence = claim.sentence
    if sentence.amounts or not sentence.letters.isdisjoint(_MORE):
        return []
    days, at = days_in(claim.text)
    if not days:
        return []
    own = {*sentence.words} - _DAY_STEMS or {*claim.question.words} - _DAY_STEMS
    found = [
        (passage.number, other)
        for passage in claim.index.passages
        for other in passage.sentences
        if own and _tells_days(other) and own <= other.stems
    ]
    if len(found) != 1:
        return []
    [(number, other)] = found
    told, _ = days_in(other.span.of(other.text))
    if days & told and not days <= told:
        return []
    if not days <= told and _are_told_apart(claim, number, other, own, days):
        return []
    right = (days <= told) is not denies(sentence)
    event = Event(Moment(), {}, number, other.span, other.span, 0)
    fit = _SURE if len(own) >= _FEWEST else _LIKELY
    return [Check(decided(right=right), "limit", at, (event,), fit)]


def _are_told_apart(
    claim: ReadClaim, number: int, sentence: Sentence, own: set[str], days: frozenset[int]
) -> bool:
    """Say whether another sentence tells the days of the same: "On Saturdays it closes at noon"."""
    return any(
        days & days_in(other.span.of(other.text))[0]
        for other in claim.index.passages[number].sentences
        if other is not sentence
        and (not other.letters.isdisjoint(_SAME) or 2 * len(own & other.stems) >= len(own))
    )


def _tells_days(sentence: Sentence) -> bool:
    """Say whether a sentence tells on which days something is so each week, and no more of them."""
    text = sentence.span.of(sentence.text)
    plain = sentence.letters.isdisjoint(_MORE) and not denies(sentence)
    return plain and _RECURRING.search(text) is not None
