"""Dates that a passage tells by others: "four years after the company had been formed", steps."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.distances import moved
from groundgraph.text.quantities.times.relations import clause_of, is_past, speaks_of_one_named
from groundgraph.text.quantities.times.timeline import seconds_of
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment, shifted
from groundgraph.text.quantities.written.segments import Words, content_words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_HELD, _MOSTLY = 0.5, 0.75
"""Shares of the words of a thing that an event must hold to be that thing: to reckon from what is
told, and back from it."""
_NEXT = frozenset({"then", "finally", "lastly", "afterwards", "thereafter", "subsequently", "next"})
_AFTER_THAT = frozenset({"after", "that"})
_MOST_STEPS, _LEAST_CUED = 12, 2
_STARTS = re.compile(r"(?:step )?\d", re.IGNORECASE)
_BESIDES = 0.5
_DAY = 86400
_LASTING = frozenset({"for", "lasted", "lasting", "another", "took"})


def reckoned(
    related: Sequence[tuple[Sentence, Relation, int]], told: Sequence[Event]
) -> list[Event]:
    """Return the events that are dated by their distance from another.

    Args:
        related: What the sentences say of the order of things.
        told: The events of the passage that have a date of their own.
    """
    found: list[Event] = []
    for sentence, relation, line in related:
        if relation.amount is not None:
            found += _by_distance(sentence, relation, line, [*told, *found])
    return found


def endings(events: Sequence[Event], sentences: Sequence[Sentence]) -> Iterator[Event]:
    """Yield when that ended which began on a date and went on "for nineteen years"."""
    for event in events:
        if event.cell is not None or not event.moment.dated or event.line >= len(sentences):
            continue
        sentence = sentences[event.line]
        amount = next((a for a in sentence.amounts if _goes_on(sentence, a, event)), None)
        if amount is not None:
            seconds, calendar = seconds_of(amount)
            moment = shifted(event.moment, seconds, calendar_unit=calendar)
            words = {**event.words, "end": 1.0}
            yield replace(event, moment=moment, words=words, span=amount.span)


def _goes_on(sentence: Sentence, amount: Quantity, event: Event) -> bool:
    """Say whether "for nineteen years" comes after a date, and no other date between."""
    if amount.dimension != "time" or amount.unit.factor < _DAY or amount.first == 0:
        return False
    if sentence.tokens[amount.first - 1].text not in _LASTING:
        return False
    dates = [m.span.start for m in sentence.mentions if m.span.start < amount.span.start]
    return bool(dates) and event.span.start <= dates[-1] < event.span.end


def _by_distance(
    sentence: Sentence, relation: Relation, line: int, told: Sequence[Event]
) -> Iterator[Event]:
    here = [event for event in told if event.line == line and event.cell is None]
    first = _inside(sentence, relation.first_range, here)
    second = _inside(sentence, relation.second_range, here)
    if first is not None and second is not None:
        if first.moment.month is None and second.moment.month is not None:
            yield from _shifted(sentence, relation, line, second, relation.sign, relation.first)
        return
    if second is None and first is None:
        second = _like(relation.second, told, here)
        if second is None and speaks_of_one_named(sentence, relation):
            second = _last_before(sentence, relation, told)
        elsewhere = [event for event in told if event not in here]
        first = _like(relation.first, elsewhere, (), _MOSTLY) if second is None else None
    if second is not None:
        yield from _shifted(sentence, relation, line, second, relation.sign, relation.first)
    elif first is not None:
        yield from _shifted(sentence, relation, line, first, -relation.sign, relation.second)


def _shifted(
    sentence: Sentence, relation: Relation, line: int, from_: Event, sign: int, words: Words
) -> Iterator[Event]:
    if relation.amount is None:
        return
    moment = moved(from_.moment, relation.amount, sign)
    if moment != Moment() and words:
        weights = {**_besides(sentence, relation), **dict.fromkeys(words, 1.0)}
        span = relation.amount.span
        yield Event(moment, weights, from_.passage, span, sentence.span, line)


def _besides(sentence: Sentence, relation: Relation) -> dict[str, float]:
    """Weigh what a sentence says after a relation: "Ana, born a day after Bo, won the cup"."""
    stop = max(relation.first_range[1], relation.second_range[1])
    following = [token.text for token in sentence.tokens[stop : stop + 2]]
    goes_on = len(following) > 1 and following[0] == "," and is_past(following[1])
    if not goes_on or any(mention.first >= stop for mention in sentence.mentions):
        return {}
    end = clause_of(sentence, relation.second_range[0])[1]
    rest = content_words(sentence.tokens, sentence.text, stop, end, skip=sentence.skipped)
    return {word: _BESIDES for word in rest if word not in relation.second}


def _inside(sentence: Sentence, part: tuple[int, int], events: Sequence[Event]) -> Event | None:
    """Return the event that stands in a part of a sentence, where there is just one."""
    if part[0] >= part[1]:
        return None
    start, end = sentence.tokens[part[0]].start, sentence.tokens[part[1] - 1].end
    found = [event for event in events if start <= event.span.start < end]
    return found[-1] if found else None


def _last_before(sentence: Sentence, relation: Relation, told: Sequence[Event]) -> Event | None:
    """Return the event told last before a relation, where "she had gone" speaks of that."""
    start = sentence.tokens[relation.second_range[0]].start
    earlier = [e for e in told if e.cell is None and e.moment.dated and e.span.start < start]
    return max(earlier, key=lambda event: event.span.start, default=None)


def _like(
    words: Words, events: Sequence[Event], here: Sequence[Event], least: float = _HELD
) -> Event | None:
    """Return the event that holds most of some words, where it holds enough.

    Those of one sentence with the words, ``here``, hold what stands in their own clause alone.
    """
    if not words:
        return None
    near = {id(event) for event in here}
    scores = [
        sum(w for word in words if (w := event.words.get(word, 0.0)) >= (id(event) in near))
        / len(words)
        for event in events
    ]
    best = max(scores, default=0.0)
    return events[scores.index(best)] if best >= least else None


def steps(sentences: Sequence[Sentence], passage: int) -> list[Event]:
    """Return what is told in order without dates: "first …, then …, finally …", "1. …"."""
    numbered = _numbered(sentences, passage)
    return numbered or list(_cued(sentences, passage))


def _numbered(sentences: Sequence[Sentence], passage: int) -> list[Event]:
    found = []
    for line, sentence in enumerate(sentences):
        if not _STARTS.match(sentence.text, sentence.span.start):
            continue
        tokens = sentence.tokens
        at = 1 if tokens and tokens[0].text == "step" else 0
        if (
            len(tokens) > at + 1
            and tokens[at].text.isdigit()
            and tokens[at + 1].text in {".", ")", ":"}
        ):
            moment = Moment(step=int(tokens[at].text))
            words = dict.fromkeys(content_words(tokens, sentence.text, at + 2), 1.0)
            found.append(Event(moment, words, passage, sentence.span, sentence.span, line))
    return found if len(found) > 1 else []


def _cued(sentences: Sequence[Sentence], passage: int) -> Iterator[Event]:
    """Yield the sentences of a passage that says "then", "finally" and the like, in order.

    Such words part a sentence too. A passage of more sentences is no instruction.
    """
    if len(sentences) > _MOST_STEPS or sum(bool(_cues(s)) for s in sentences) < _LEAST_CUED:
        cued = [s for s in sentences if len(_cues(s)) > 1]
        if len(sentences) > _MOST_STEPS or not cued:
            return
    number = 0
    for line, sentence in enumerate(sentences):
        edges = [0, *[at for at in _cues(sentence) if at > 1], len(sentence.tokens)]
        for start, stop in pairwise(edges):
            if stop > start:
                number += 1
                yield _step(sentence, (start, stop), line, passage, number)


def _cues(sentence: Sentence) -> list[int]:
    if _NEXT.isdisjoint(sentence.letters) and not sentence.letters >= _AFTER_THAT:
        return []
    return [at for at, token in enumerate(sentence.tokens) if _is_cue(sentence, at, token.text)]


def _is_cue(sentence: Sentence, at: int, word: str) -> bool:
    following = sentence.tokens[at + 1].text if at + 1 < len(sentence.tokens) else ""
    if word == "after" and following in {"that", "this"}:
        return True
    if word not in _NEXT:
        return False
    before = sentence.tokens[at - 1].text if at else ","
    if word == "next":
        return before in {",", ";", "and"} or at == 0
    return before in {",", ";", "and", ".", "only"} or at == 0


def _step(sentence: Sentence, part: tuple[int, int], line: int, passage: int, number: int) -> Event:
    words = dict.fromkeys(
        content_words(sentence.tokens, sentence.text, *part, skip=sentence.skipped), 1.0
    )
    start, end = sentence.tokens[part[0]].start, sentence.tokens[part[1] - 1].end
    return Event(Moment(step=number), words, passage, Span(start, end), sentence.span, line)
