"""Of what the evidence says a thing that a claim says of something else.

"The X350 manages 24 pages a minute" against "The X200 prints 24 pages a minute. The X350 prints
38": the value stands with another thing alone, and what the claim speaks of has its own in the
same place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.statements.lexicon import reach
from groundgraph.text.statements.matching import OTHER_KIND, SAME, apart, are_told, likeness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence
    from groundgraph.text.statements.model import Argument, Event

_MOST_HOLDERS = 3
_NAMED, _UNNAMED = 0.75, 0.7
_LEADING = frozenset({"subject", "object"})
_FREE = frozenset({"be", "say", "tell", "ask", "report", "state", "note", "explain", "claim"})
_COMMON = 12


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
    for value in _values(event, leading):
        holders = [*_holders(value, evidence)]
        if not holders or any(_takes_part(leading, other) for other in holders):
            continue
        if not all(_is_of_rival(leading, value, other) for other in holders):
            continue
        own = [*_events_of(leading, evidence, known)]
        for other in holders:
            if any(_are_parallel(mine, other, leading) or _has_own(event, mine, value) for mine in own):
                return Owned(other, _NAMED if _names(leading) else _UNNAMED)
    return None


def _is_plain(argument: Argument) -> bool:
    """Say whether a phrase is one thing that can be told: a name or a noun, and no "X's father"."""
    if argument.pronoun:
        return bool(argument.also) and all(map(_is_plain, argument.also))
    mixed = argument.names and argument.head not in argument.names
    return bool(argument.head) and not (mixed or argument.timed or argument.plural)


def _names(argument: Argument) -> bool:
    return any(each.names for each in (argument, *argument.also[:1]))


def _values(event: Event, leading: Argument) -> Iterator[Argument]:
    for role, found in event.roles.items():
        for argument in found:
            if argument == leading or argument.pronoun or argument.negated:
                continue
            telling = argument.names or any(map(str.isdigit, "".join(argument.words)))
            if argument.words and (telling or role not in _LEADING or len(argument.words) > 1):
                yield argument


def _holders(value: Argument, evidence: Evidence) -> Iterator[Event]:
    """Yield the events that have all words of a value in one place; none where many do."""
    numbers = evidence.holding(value.words)
    if len(numbers) > _MOST_HOLDERS:
        return
    for number in numbers:
        found = [
            event
            for event in evidence.events(number)
            if any(value.words <= a.words for filled in event.roles.values() for a in filled)
        ]
        if not found:  # it stands where nothing was read
            yield from ()
        yield from found


def _takes_part(leading: Argument, event: Event) -> bool:
    """Say whether a thing may have part in an event, or nothing is known of who has."""
    every = [a for filled in event.roles.values() for a in filled]
    return any(
        likeness(leading, a) not in {0.0, OTHER_KIND} or (a.pronoun and not a.also)
        for a in every
        if not a.timed
    )


def _is_of_rival(leading: Argument, value: Argument, event: Event) -> bool:
    topic = event.topic
    if topic is None or topic.words == value.words:
        topic = next((a for a in event.others if a.words != value.words), None)
    if topic is None or not _is_plain(topic) or value.words <= topic.words:
        return False
    return apart([leading], [topic]) and are_told([leading], [topic])


def _events_of(
    leading: Argument, evidence: Evidence, known: Sequence[int]
) -> Iterator[Event]:
    names = {word for each in (leading, *leading.also[:1]) for word in each.words}
    numbers = dict.fromkeys([*known, *evidence.holding(names)[:_COMMON]])
    for number in numbers:
        for event in evidence.events(number):
            if any(likeness(leading, a) >= SAME for a in _every(event)):
                yield event


def _every(event: Event) -> Iterable[Argument]:
    return (a for filled in event.roles.values() for a in filled)


def _has_own(event: Event, mine: Event, value: Argument) -> bool:
    """Say whether the evidence speaks of what the claim does, with another name as its value."""
    rest = {w for a in event.others if a != value for w in a.words}
    told = [a for a in mine.others if a.names and not a.words & value.words]
    said = {w for a in _every(mine) for w in a.words if a not in told}
    return bool(value.names and told and rest & said)


def _are_parallel(mine: Event, other: Event, leading: Argument) -> bool:
    """Say whether two events tell the same kind of thing: of one relation, or in like words."""
    if mine.lemma not in _FREE and other.lemma in reach(mine.lemma) | {mine.lemma}:
        return bool(mine.core.keys() & other.core.keys())
    first = {w for a in _every(mine) if likeness(leading, a) < SAME for w in a.words}
    second = {w for a in _every(other) for w in a.words}
    return any(not word[0].isdigit() for word in first & second)
