"""Dates that a passage tells by others, "four years after the merger", and numbered steps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.times.distances import moved
from groundgraph.text.quantities.times.relations import clause_of, is_past, shared_from, side_of
from groundgraph.text.quantities.times.timeline import seconds_of
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment, shifted
from groundgraph.text.quantities.written.segments import Words, content_words
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.times.relations import Relation
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_HELD, _MOSTLY = 0.5, 0.75
"""Shares of the words of a thing that an event must hold to be that thing: to reckon from what is
told, and back from it."""
_STARTS = re.compile(r"(?:step )?\d", re.IGNORECASE)
_BESIDES = 0.5
_DAY = 86400
_LASTING = frozenset({"for", "lasted", "lasting", "lasts", "another", "took"})
_SINCE = frozenset({"of", "after", "from", "following"})
_BEHIND = 2
"""Sentences behind a date that may tell how long what began then goes on."""
ENDS = frozenset(map(stem, "end expire close finish".split()))
_TERMS = frozenset(
    map(
        stem,
        """warranty guarantee cover trial contract subscription lease membership licence license
        permit term period""".split(),
    )
)
"""What ends, by its stem; and what begins with what is bought or signed, by its own."""
_NO_TERM = frozenset(
    """before after ago earlier later notice old per every each within least most extra further
    more""".split()
)
"""Words beside a time that is not how long something lasts."""


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
    """Yield when that ended which began on a date and went on "for nineteen years".

    A sentence beside the only date may tell how long: "bought on 1 March. The warranty lasts".
    """
    dated = [e for e in events if e.cell is None and e.moment.dated and e.line < len(sentences)]
    for event in dated:
        alone, first = len(dated) == 1, max(0, event.line - _BEHIND)
        beside = sentences[first : event.line + 1 + _BEHIND] if alone else ()
        others = (s for s in beside if s is not sentences[event.line] and _is_of_it(s, event))
        for sentence in (sentences[event.line], *others):
            told = (a for a in sentence.amounts if _goes_on(sentence, a, event, alone=alone))
            amount = next(told, None)
            if amount is not None:
                seconds, calendar = seconds_of(amount)
                moment = shifted(event.moment, seconds, calendar_unit=calendar)
                words = {**dict.fromkeys((*sentence.words, *ENDS), 1.0), **event.words}
                yield replace(event, moment=moment, words=words, span=amount.span)
                break


class Deadline(NamedTuple):
    """The last day of a time limit.

    Attributes:
        begins: The day from which the limit runs.
        due: Its last day, where its length is told.
    """

    begins: Event
    due: Event


def deadlines(events: Sequence[Event], sentences: Sequence[Sentence]) -> Iterator[Deadline]:
    """Yield the last day of "within four weeks of the notice", where the day of that is told.

    It stands behind in the same sentence, or is the only day of the passage and told of the notice.
    """
    days = [event for event in events if event.cell is None and event.moment.day is not None]
    for line, sentence in enumerate(sentences):
        for amount in sentence.amounts if days and "within" in sentence.letters else ():
            if not _is_a_limit(sentence, amount):
                continue
            since = content_words(sentence.tokens, sentence.text, amount.after)
            here = [e for e in days if e.line == line and e.span.start > amount.span.start]
            only = [e for e in days if len(days) == 1 and _tells_of(e, since)]
            if len(begins := here or only) == 1:
                seconds, calendar = seconds_of(amount)
                moment = shifted(begins[0].moment, seconds, calendar_unit=calendar)
                words = dict.fromkeys(sentence.words, 1.0)
                due = Event(moment, words, begins[0].passage, amount.span, sentence.span, line)
                yield Deadline(begins[0], due)


def _tells_of(event: Event, words: Words) -> bool:
    return any(event.words.get(word, 0.0) == 1.0 for word in words)


def _is_a_limit(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether "within" stands before an amount of days or more, and "of" or "after" behind."""
    if amount.dimension != "time" or amount.unit.factor < _DAY or amount.first == 0:
        return False
    behind = [token.text for token in sentence.tokens[amount.after : amount.after + 1]]
    return sentence.tokens[amount.first - 1].text == "within" and not _SINCE.isdisjoint(behind)


def _is_of_it(sentence: Sentence, event: Event) -> bool:
    """Say whether a sentence without a date tells of what began on that of another."""
    first = sentence.tokens[0].text if sentence.tokens else ""
    named = bool(sentence.words.keys() & (event.words.keys() | _TERMS))
    return not sentence.mentions and (first in {"it", "this"} or named)


def _goes_on(sentence: Sentence, amount: Quantity, event: Event, *, alone: bool) -> bool:
    """Say whether "for nineteen years" comes after a date, and no other date between.

    Beside the only date of a passage it may be told as a term: "a lease of five years".
    """
    if amount.dimension != "time" or amount.unit.factor < _DAY or amount.first == 0:
        return False
    if alone and _is_term(sentence, amount):
        return True
    if sentence.tokens[amount.first - 1].text not in _LASTING:
        return False
    dates = [m.span.start for m in sentence.mentions if m.span.start < amount.span.start]
    if not sentence.mentions and sentence.span.start > event.span.start:
        return True
    return bool(dates) and event.span.start <= dates[-1] < event.span.end


def _is_term(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether a sentence tells one time, and how long a lease, a trial or another term is."""
    if [each for each in sentence.amounts if each.dimension == "time"] != [amount]:
        return False
    near = sentence.tokens[max(0, amount.first - 2) : amount.after + 1]
    plain = _NO_TERM.isdisjoint(token.text for token in near) and amount.bound == "exact"
    return plain and not _TERMS.isdisjoint(sentence.words)


def _by_distance(
    sentence: Sentence, relation: Relation, line: int, told: Sequence[Event]
) -> Iterator[Event]:
    here = [event for event in told if event.line == line and event.cell is None]
    first = _told_of(sentence, relation, "first", here)
    second = _told_of(sentence, relation, "second", here)
    if first is not None and second is not None:
        if first.moment.month is None and second.moment.month is not None:
            yield from _shifted(sentence, relation, line, second, relation.sign, relation.first)
        return
    if second is None and first is None:
        second = _like(relation.second, told, here)
        elsewhere = [event for event in told if event not in here]
        first = _like(relation.first, elsewhere, (), _MOSTLY) if second is None else None
    if second is not None:
        yield from _shifted(sentence, relation, line, second, relation.sign, relation.first)
    elif first is not None:
        words = {**relation.second, **_left_out(sentence, relation)}
        yield from _shifted(sentence, relation, line, first, -relation.sign, words)


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


def _left_out(sentence: Sentence, relation: Relation) -> Words:
    """Return what a thing without a verb of its own did too: "qualified a year after Moncrieff"."""
    part = shared_from(sentence, relation), relation.first_range[1]
    told = content_words(sentence.tokens, sentence.text, *part, skip=sentence.skipped)
    return {word: False for word, name in told.items() if not name}


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


def _told_of(
    sentence: Sentence, relation: Relation, side: str, events: Sequence[Event]
) -> Event | None:
    """Return the event of one thing of a relation; the last where there are several."""
    places = {token.start: at for at, token in enumerate(sentence.tokens)}
    found = [e for e in events if side_of(sentence, relation, places.get(e.span.start, -1)) == side]
    return found[-1] if found else None


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
    """Return what is told in numbered steps, without dates: "1. …", "Step 2: …"."""
    found = []
    for line, sentence in enumerate(sentences):
        if not _STARTS.match(sentence.text, sentence.span.start):
            continue
        tokens = sentence.tokens
        at = 1 if tokens and tokens[0].text == "step" else 0
        if (
            len(tokens) > at + 1
            and tokens[at].text.isdecimal()
            and tokens[at + 1].text in {".", ")", ":"}
        ):
            moment = Moment(step=int(tokens[at].text))
            words = dict.fromkeys(content_words(tokens, sentence.text, at + 2), 1.0)
            found.append(Event(moment, words, passage, sentence.span, sentence.span, line))
    return found if len(found) > 1 else []
