"""Of what the evidence says a thing that a claim says of something else.

"The X350 manages 24 pages a minute" against "The X200 prints 24 pages a minute. The X350 prints
38": the value stands with another thing alone, and what the claim speaks of has its own in the
same place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.statements.coreference import gender_in, leads_with_name
from groundgraph.text.statements.lexicon import reach
from groundgraph.text.statements.matching import (
    OTHER_KIND,
    SAME,
    apart,
    are_told,
    has_name,
    likeness,
)
from groundgraph.text.words import letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence
    from groundgraph.text.statements.model import Argument, Event

_MOST_HOLDERS = 3
_NAMED, _UNNAMED = 0.75, 0.7
_LEADING = frozenset({"subject", "object"})
_FREE = frozenset({"be", "say", "tell", "ask", "report", "state", "note", "explain", "claim"})
_COMMON = 12
_CONTRAST = re.compile(r";|\b(?:and|but|while|whereas)\b", re.IGNORECASE)
_CONTRASTS = re.compile(r"(?:;|\b(?:and|but|while|whereas))\s*(?:the\s+)?$", re.IGNORECASE)


class Owned(NamedTuple):
    """What the evidence says of another thing.

    Attributes:
        event: The event of the evidence that has the claim's value.
        fit: How sure it is that the claim's is wrong, in [0, 1].
    """

    event: Event
    fit: float


def owned_by_other(event: Event, evidence: Evidence, known: Sequence[int]) -> Owned | None:
    """Find a value of a claim's event that the evidence has of another thing alone.

    Args:
        event: The claim's event.
        evidence: What it is held against.
        known: Sentences that share most words with the claim.
    """
    leading = event.topic
    if leading is None or event.negated or event.conditional or not _is_plain(leading):
        return None
    if leading.pronoun and len(leading.also) != 1:
        return None
    own: list[Event] | None = None
    for value in _values(event, leading):
        holders = [*_holders(leading, value, evidence)]
        if not holders or not all(
            _is_of_rival(leading, value, other, evidence) for other in holders
        ):
            continue
        own = [*_events_of(leading, evidence, known)] if own is None else own
        for other in holders:
            fits = [mine for mine in own if _is_in_place(event, mine, other, value)]
            if fits and _stands_apart(leading, fits, other, evidence):
                return Owned(other, _NAMED if has_name(leading) else _UNNAMED)
    return None


def _is_plain(argument: Argument) -> bool:
    """Say whether a phrase is one thing that can be told: a name or a noun, and no "X's father"."""
    if argument.pronoun:
        return bool(argument.also) and all(map(_is_plain, argument.also))
    mixed = argument.names and not leads_with_name(argument)
    return bool(argument.head) and not (mixed or argument.timed or argument.plural)


def _values(event: Event, leading: Argument) -> Iterator[Argument]:
    """Yield what a claim says of its thing that can be told: names, amounts, phrases."""
    for role, found in event.roles.items():
        for argument in found:
            if argument == leading or argument.pronoun or argument.negated:
                continue
            telling = argument.names or role not in _LEADING or len(argument.words) > 1
            if argument.words and (_has_digit(argument) or (telling and has_name(leading))):
                yield argument


def _has_digit(argument: Argument) -> bool:
    return any(word[0].isdigit() for word in argument.words)


def _holders(leading: Argument, value: Argument, evidence: Evidence) -> Iterator[Event]:
    """Yield the events that have all words of a value in one place; none where many do."""
    numbers = evidence.holding(value.words)
    if len(numbers) > _MOST_HOLDERS or any(_may_join(leading, evidence, n) for n in numbers):
        return
    for number in numbers:
        for event in evidence.events(number):
            if any(value.words <= a.words for a in _every(event)):
                yield event


def _may_join(leading: Argument, evidence: Evidence, number: int) -> bool:
    """Say whether a sentence names a thing and sets it against nothing."""
    sentence = evidence.sentences[number]
    names = {word for each in (leading, *leading.also[:1]) for word in each.words}
    return not names.isdisjoint(sentence.stems) and not _CONTRAST.search(sentence.written)


def is_participle(event: Event, text: str) -> bool:
    """Say whether a verb is one in "-ing", of which it is seldom sure who does it."""
    told = letters(event.span.of(text))
    return any(word.endswith("ing") and lemma(word) == event.lemma for word in told)


def _is_of_rival(leading: Argument, value: Argument, event: Event, evidence: Evidence) -> bool:
    """Say whether an event is of another thing alone, which is told as the claim's thing is."""
    every = [a for a in _every(event) if not a.timed]
    if any(
        likeness(leading, a) not in {0.0, OTHER_KIND} or (a.pronoun and not a.also) for a in every
    ):
        return False
    if is_participle(event, evidence.sentences[event.sentence].text):
        return False
    leads = (*event.core.get("subject", ()), *event.core.get("object", ()))
    rival = next((a for a in leads if a.words != value.words), None)
    if rival is None or event.lemma in _FREE or not _is_plain(rival) or value.words <= rival.words:
        return False
    return apart([leading], [rival]) and are_told([leading], [rival])


def _stands_apart(
    leading: Argument, own: Sequence[Event], other: Event, evidence: Evidence
) -> bool:
    """Say whether a thing has no part in the sentence that holds a value, but in a contrast."""
    names = {word for each in (leading, *leading.also[:1]) for word in each.words}
    if names.isdisjoint(evidence.sentences[other.sentence].stems):
        return True
    text = evidence.sentences[other.sentence].text
    if not _CONTRASTS.search(text, 0, other.span.start):
        return False
    return any(mine.sentence == other.sentence and mine.lemma == other.lemma for mine in own)


def _events_of(leading: Argument, evidence: Evidence, known: Sequence[int]) -> Iterator[Event]:
    names = {word for each in (leading, *leading.also[:1]) for word in each.words}
    for number in dict.fromkeys([*known, *evidence.holding(names)[:_COMMON]]):
        for event in evidence.events(number):
            if any(likeness(leading, a) >= SAME for a in _every(event)):
                yield event


def _every(event: Event) -> Iterator[Argument]:
    return (a for filled in event.roles.values() for a in filled)


def _is_in_place(event: Event, mine: Event, other: Event, value: Argument) -> bool:
    """Say whether the evidence has another value for the claim's thing, in the same place.

    Of one measure ("38 pages"), of one relation, or where it says the rest of the claim.
    """
    if any(
        a.head == value.head and a.words != value.words and _has_digit(a) and _has_digit(value)
        for a in _every(mine)
    ):
        return True
    if mine.lemma not in _FREE and other.lemma in reach(mine.lemma):
        return any(
            any(value.words <= a.words for a in found)
            and bool(mine.roles.get(role))
            and all(value.words.isdisjoint(a.words) for a in mine.roles[role])
            for role, found in other.roles.items()
        ) or _differ(mine, other, value)
    roles = [
        {role for role, found in each.roles.items() for a in found if value.words <= a.words}
        for each in (event, other)
    ]
    if roles[0].isdisjoint(roles[1] - _LEADING):
        return False
    if not all(each.topic and gender_in(each.topic) for each in (event, other)):
        return False  # of two persons one is none of the other's parts
    rest = {w for a in event.others if a != value for w in a.words}
    told = [a for a in mine.others if a.names and not a.words & value.words]
    said = {w for a in _every(mine) for w in a.words if a not in told}
    return bool(value.names and told and rest & said)


def _differ(mine: Event, other: Event, value: Argument) -> bool:
    """Say whether one relation has the value in a role that the other event fills otherwise."""
    roles = {
        role for role, found in other.core.items() if any(value.words <= a.words for a in found)
    }
    return bool(mine.core.keys() - other.core.keys() - _LEADING) and bool(
        roles - mine.core.keys() - _LEADING
    )
