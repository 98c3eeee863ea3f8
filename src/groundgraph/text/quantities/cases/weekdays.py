"""Days of the week on which something recurs: "Bins are emptied on Mondays and Thursdays"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import DAY_NAMES
from groundgraph.text.hours import days_in
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.limits import denies
from groundgraph.text.quantities.written.model import Event, read
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
_APART = re.compile(rf";|\b(?:while|whereas|but)\b|(?:, (?:and )?| and )(?=[A-Z])(?!(?i:{_DAY}))")
"""What may part the days of one from those of another: "Ana on Mondays and Ben on Fridays"."""
_MORE = frozenset(
    """never except but only closed shut while whereas unless other apart until instead also first
    second third last alternate""".split()
)
"""Words by which a sentence tells more of its days than that something is so on them."""
_DAY_STEMS = frozenset(
    map(stem, [*DAY_NAMES, *(f"{day}s" for day in DAY_NAMES), "weekdays", "weekends", "daily"])
)
_SAME = frozenset({"it", "they", "we"})
_MOVED = frozenset("moved postponed rescheduled shifted switched changed".split())
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
        if own and own <= other.stems and _tells_days(other) and other.letters.isdisjoint(_MOVED)
    ]
    if len(found) != 1:
        return []
    [(number, other)] = found
    part = _part_of(claim, other.span.of(other.text))
    told, _ = days_in(part)
    if not part or (days & told and not days <= told and not _names(claim)):
        return []
    if not days <= told and _are_told_apart(claim, number, other, own, days):
        return []
    right = (days <= told) is not denies(sentence)
    event = Event(Moment(), {}, number, other.span, other.span, 0)
    fit = _SURE if len(own) >= _FEWEST else _LIKELY
    return [Check(decided(right=right), "limit", at, (event,), fit)]


def _names(claim: ReadClaim) -> set[str]:
    """Return the names of a claim, else of its question, but for days."""
    for sentence in (claim.sentence, claim.question):
        named = {w for w, name in sentence.words.items() if name or w in claim.index.names}
        if names := named - _DAY_STEMS:
            return names
    return set()


def _part_of(claim: ReadClaim, text: str) -> str:
    """Return what a sentence tells of whom a claim names; "" where it has several and that is open.

    "Dr Osei sees patients on Mondays; Dr Brandt on Fridays" has a part for each.
    """
    parts = [""]
    for piece in _APART.split(text):
        parts[-1] += f" {piece}"
        if days_in(piece)[0]:
            parts.append("")
    parts = [*parts[:-1]] if not parts[-1].strip() else parts
    if len(parts) <= 1:
        return text
    fits = [len(_names(claim) & read(part).words.keys()) for part in parts]
    best = max(fits)
    return parts[fits.index(best)] if best and fits.count(best) == 1 else ""


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
    more = not sentence.letters.isdisjoint(_MORE)
    return not more and _RECURRING.search(text) is not None and not denies(sentence)
