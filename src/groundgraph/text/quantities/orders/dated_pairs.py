"""Whether two dated things of the evidence are surely those that a claim puts in order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.happenings import ENDS
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import order, states, turns_the_year
from groundgraph.text.quantities.written.segments import segments
from groundgraph.text.quantities.written.stems import content_stem, stem
from groundgraph.text.vocabulary.small_words import JOINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.orders.contrast import ComparedPair
    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.segments import Words

_HELD = 0.5
"""Weight from which an event holds a word."""
_FIRM, _FIRM_STEP, _CLEAR = 0.65, 0.9, 0.57
"""Fits at which a wrong order is a contradiction: of dated events, and of steps without dates; and
by how much they fit better this way round."""
_MOSTLY = 0.35
"""Share of its side's words, those of no passage counted too, that each event holds at least."""
_ENDED = frozenset("ended ends over gone ceased stopped finished subsided vanished".split())
"""What says that something was over."""
_GOING_ON = frozenset({"still", "longer"})
"""What is said of something whose end tells whether it is so."""
_CLOSES = _ENDED - {"gone"} | frozenset("end closes close closed finishes expires expired".split())
"""What names the end of something, whose beginning may be dated too."""
_END = "end"
"""What an event holds that a date after "until" ends."""
_NO, _NEAR_NO = frozenset({"no", "without", "never"}), 2
"""Words that deny what follows among so many tokens."""
_LASTING = frozenset({"of", "for", "lasting", "-", "long"})
_ENDED_STEMS = frozenset({"end", "until", *map(stem, _ENDED)})
_TITLES = frozenset(map(stem, "mr mrs ms dr prof".split()))
_LIGHT = frozenset(map(stem, "took taken place happened occurred held went came".split()))
"""Stems of what says of a thing only that it was."""


def can_be_ordered(first: Event, second: Event) -> float:
    """Return 1 for two events whose order is told, else 0."""
    alone = first.moment.step is not None or first.moment.nth is not None
    if alone and first.passage != second.passage:
        return 0.0
    told = sorted((first, second), key=lambda event: (event.passage, event.span.start))
    if turns_the_year(told[0].moment, told[1].moment) and first.cell is None:
        return 0.0
    return float(order(first.moment, second.moment) in {"before", "after"})


def of_same_ends(claim: ReadClaim, relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether a date is not the beginning of what the claim says was over by then."""
    for part, event in ((relation.first_range, best.first), (relation.second_range, best.second)):
        said = {token.text for token in claim.sentence.tokens[slice(*part)]}
        near = {word for word, weight in event.words.items() if weight >= _HELD}
        if said & _ENDED and not near & _ENDED_STEMS:
            return False
    return True


def at_its_end(
    claim: ReadClaim, relation: Relation, best: ComparedPair[Event]
) -> ComparedPair[Event] | None:
    """Return a pair with the end of what a claim says was still, or no longer, so.

    Returns:
        ``None`` where the evidence dates no end of it.
    """
    first = end_meant(claim, relation.first_range, best.first)
    second = end_meant(claim, relation.second_range, best.second)
    if first is None or second is None:
        return None
    return replace(best, first=first, second=second)


def end_meant(claim: ReadClaim, part: tuple[int, int], event: Event) -> Event | None:
    """Return what ends an event of which a part of a claim says that it goes on, else the event."""
    said = {token.text for token in claim.sentence.tokens[slice(*part)]}
    if said.isdisjoint(_GOING_ON | _CLOSES):
        return event
    if not _owned(event).isdisjoint(ENDS | _ENDED_STEMS):
        return event
    beside = (one for one in claim.index.events if one.around == event.around)
    same = (one for one in beside if one.passage == event.passage)
    end = next((one for one in same if one.words.get(_END, 0.0) >= 1.0), None)
    return event if end is None and said.isdisjoint(_GOING_ON) else end


def _owned(event: Event) -> set[str]:
    return {word for word, weight in event.words.items() if weight >= _HELD}


def are_names_alone(claim: ReadClaim, relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether an event holds names of its side and nothing that happened to them.

    "Her divorce from Dor" is not the day on which she met Dor.
    """
    both = relation.first.keys() & relation.second.keys()
    for words, event in ((relation.first, best.first), (relation.second, best.second)):
        told = [word for word, name in words.items() if not name and word not in claim.date_words]
        told = [word for word in told if word not in _LIGHT | _TITLES and word not in both]
        held = any(event.words.get(word, 0.0) >= _HELD for word in told)
        if told and any(words.values()) and not held:
            return True
    return False


def are_meant(claim: ReadClaim, relation: Relation, best: ComparedPair[Event]) -> bool:
    """Say whether each event tells of its side beside its date, denies none, and begins none.

    "No preventive drug so far"; "joined with a probation of six months" beside "after probation".
    """
    sides = ((relation.first, best.first, -1), (relation.second, best.second, 1))
    return not any(
        _is_otherwise(claim, words, event, begins=relation.sign == way)
        for words, event, way in sides
    )


def _is_otherwise(claim: ReadClaim, words: Words, event: Event, *, begins: bool) -> bool:
    sentence = claim.index.passages[event.passage].by_span.get(event.around)
    if event.cell is not None or sentence is None:
        return False
    texts = [token.text for token in sentence.tokens]
    places = [at for at, text in enumerate(texts) if content_stem(text) in words]
    if any(not _NO.isdisjoint(texts[max(0, at - _NEAR_NO) : at]) for at in places):
        return True
    if begins and any(_lasts(sentence, at) for at in places):
        return True
    date = next((at for at, t in enumerate(sentence.tokens) if t.start >= event.span.start), 0)
    told = event.moment.step is None
    return bool(places) and all(
        _are_parted(texts, *sorted((at, date)), dated_first=told and date < at) for at in places
    )


def _are_parted(texts: Sequence[str], start: int, stop: int, *, dated_first: bool) -> bool:
    """Say whether another clause begins between two tokens: "adds on Friday that it changed"."""
    return any(
        texts[at] == ";" or (texts[at] == "," and texts[at + 1] in JOINTS)
        for at in range(start, stop)
    ) or (dated_first and "that" in texts[start:stop])


def _lasts(sentence: Sentence, at: int) -> bool:
    """Say whether a time tells how long a noun lasts: "a six-month course", "a term of a year"."""
    for amount in sentence.amounts:
        if amount.dimension != "time" or amount.first <= at < amount.after:
            continue
        ahead = at < amount.first
        start, stop = (at + 1, amount.first) if ahead else (amount.after, at)
        between = {token.text for token in sentence.tokens[start:stop]}
        if stop - start <= 1 and (between <= _LASTING if between else not ahead):
            return True
    return False


def exchange_names(claim: ReadClaim, check: Check) -> bool:
    """Say whether a time between two dates is told of them with their names exchanged.

    "Mora bleached in 2016, and Kalea was spared for four years" beside Kalea in 2016.
    """
    events = [held for held in check.held if isinstance(held, Event)]
    own = next((a for a in claim.sentence.amounts if a.span == check.at), None)
    if check.way != "elapsed" or check.outcome != "supported" or own is None or len(events) != 2:
        return False
    for date in claim.sentence.mentions:
        marks = sorted([(date.first, date.after), (own.first, own.after)])
        parts = segments(claim.sentence.tokens, marks)
        told, other = parts if marks[0][0] == date.first else parts[::-1]
        for one, another in (events, events[::-1]):
            if told != other and states(one.moment, date.moment):
                return _are_of_each_other(claim, (told, one), (other, another))
    return False


def _are_of_each_other(
    claim: ReadClaim, one: tuple[tuple[int, int], Event], other: tuple[tuple[int, int], Event]
) -> bool:
    """Say whether all names of two clauses are of the event of the other clause alone."""
    return _names_another(claim, one[0], (one[1], other[1])) and _names_another(
        claim, other[0], (other[1], one[1])
    )


def _names_another(claim: ReadClaim, part: tuple[int, int], events: tuple[Event, Event]) -> bool:
    tokens = claim.sentence.tokens[slice(*part)]
    names = {content_stem(t.text) for t in tokens if claim.text[t.start].isupper()} - {""}
    own, another = (
        {name for name in names if event.words.get(name, 0.0) >= _HELD} for event in events
    )
    return bool(another) and not own


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
