"""Whether two dated things of the evidence are surely those that a claim puts in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.moments import order, turns_the_year
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.orders.contrast import ComparedPair
    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.model import Event
    from groundgraph.text.quantities.written.segments import Words

_HELD, _HARDLY = 0.5, 0.2
"""Weight from which an event holds a word; the share of what is said of both events below which
neither holds it."""
_FIRM, _FIRM_STEP, _CLEAR = 0.65, 0.9, 0.57
"""Fits at which a wrong order is a contradiction: of dated events, and of steps without dates; and
by how much they fit better this way round."""
_MOSTLY = 0.35
"""Share of its side's words, those of no passage counted too, that each event holds at least."""
_ENDED = frozenset("ended ends over gone ceased stopped finished subsided vanished".split())
"""What says that something was over."""
_ENDED_STEMS = frozenset({"end", "until", *map(stem, _ENDED)})
LIGHT = frozenset(map(stem, "took taken place happened occurred held went".split()))
"""Stems of what says of a thing only that it was."""


def can_be_ordered(first: Event, second: Event) -> float:
    """Return 1 for two events whose order is told, or that fall on one day, else 0."""
    alone = first.moment.step is not None or first.moment.nth is not None
    if alone and first.passage != second.passage:
        return 0.0
    told = sorted((first, second), key=lambda event: (event.passage, event.span.start))
    if turns_the_year(told[0].moment, told[1].moment) and first.cell is None:
        return 0.0
    return float(
        order(first.moment, second.moment) in {"before", "after"} or on_one_day(first, second)
    )


def on_one_day(first: Event, second: Event) -> bool:
    """Say whether two things that happened on one day are told of it in different sentences."""
    one, other = first.moment, second.moment
    days = one.day is not None and (one.year, one.month, one.day) == (
        other.year,
        other.month,
        other.day,
    )
    return days and not one.minutes and not other.minutes and not one.room and not other.room


def both_hold(best: ComparedPair[Event], shared: dict[str, float], claim: ReadClaim) -> bool:
    """Say whether both events hold enough of what the claim says of both, or neither holds any."""
    if best.first.moment.step is not None:
        return True
    weigh = claim.index.dated
    total = sum(weigh(word) for word in shared)
    own = [
        sum(weigh(word) * event.words.get(word, 0.0) for word in shared)
        for event in (best.first, best.second)
    ]
    return min(own) >= _HELD * total or max(own) < _HARDLY * total


def of_same_ends(claim: ReadClaim, relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether a date is not the beginning of what the claim says was over by then."""
    for part, event in ((relation.first_range, best.first), (relation.second_range, best.second)):
        said = {token.text for token in claim.sentence.tokens[slice(*part)]}
        near = {word for word, weight in event.words.items() if weight >= _HELD}
        if said & _ENDED and not near & _ENDED_STEMS:
            return False
    return True


def are_names_alone(claim: ReadClaim, relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether an event holds names of its side and nothing that happened to them.

    "Her divorce from Dor" is not the day on which she met Dor.
    """
    both = relation.first.keys() & relation.second.keys()
    for words, event in ((relation.first, best.first), (relation.second, best.second)):
        told = [word for word, name in words.items() if not name and word not in claim.date_words]
        told = [word for word in told if word not in LIGHT and word not in both]
        held = any(event.words.get(word, 0.0) >= _HELD for word in told)
        if told and any(words.values()) and not held:
            return True
    return False


def hold_most(claim: ReadClaim, relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether each event holds most words of its side, those of no passage counted too."""
    return all(
        _held_share(claim, words, event) >= _MOSTLY
        for words, event in ((relation.first, best.first), (relation.second, best.second))
    )


def _held_share(claim: ReadClaim, words: Words, event: Event) -> float:
    dates, weigh = claim.date_words, claim.index.dated
    weights = {word: weigh(word) or weigh.of_one for word in words if word not in dates}
    held = sum(weight * event.words.get(word, 0.0) for word, weight in weights.items())
    return held / sum(weights.values()) if weights else 0.0


def is_firm(best: ComparedPair[Event]) -> bool:
    """Say whether two events are surely those of the claim; steps without dates hardly are."""
    least = _FIRM if best.first.moment.step is None or best.first.moment.axis else _FIRM_STEP
    return best.fit >= least and best.clear >= _CLEAR
