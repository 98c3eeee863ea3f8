"""The dates of a sentence, told in full or by the one before, and what they begin or end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.timeline import (
    Told,
    filled,
    resolved,
    tells_onward,
    told_by_the_last,
)
from groundgraph.text.quantities.written.births import ages_in
from groundgraph.text.quantities.written.bounds import BORDERS
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.model import Sentence

RANGES = frozenset({"to", "until", "till", "–", "-", "—"})
"""What stands between the two ends of a time: "6 Oct to 12 Nov"."""
_BEFORE_DATES = frozenset("the early late mid about around".split())
_OF_RUNS = frozenset("from to for train bus ferry flight tram service departure".split())


@dataclass(frozen=True)
class DateMark:
    """A date of a sentence, told in full or by the one before it."""

    span: Span
    first: int
    after: int
    moment: Moment
    told: Told | None = None
    age: Quantity | None = None


def _mark(sentence: Sentence, mention: DateMention) -> DateMark:
    """Take "the Sunday before the vote" for the last one before the date told last."""
    told = None
    moment, after = mention.moment, mention.after
    if moment.weekday is not None and not moment.dated and after < len(sentence.tokens):
        sign = {"before": -1, "after": 1}.get(sentence.tokens[after].text)
        if sign:
            told = Told(mention.span, mention.first, after, weekday=moment.weekday, sign=sign)
    return DateMark(mention.span, mention.first, after, moment, told)


def marks_of(sentence: Sentence) -> list[DateMark]:
    """Return the dates of a sentence; a time of day joins the "next morning" beside it."""
    plain = [_mark(sentence, mention) for mention in sentence.mentions]
    for told in told_by_the_last(sentence):
        clock = next((m for m in plain if told.first - 1 <= m.after <= told.first), None)
        if clock is not None and clock.moment.minutes and not clock.moment.dated:
            span = Span(clock.span.start, told.span.end)
            plain[plain.index(clock)] = DateMark(span, clock.first, told.after, clock.moment, told)
        elif not any(m.first < told.after and told.first < m.after for m in plain if m.told):
            plain = [m for m in plain if not told.first <= m.first < told.after]
            plain.append(DateMark(told.span, told.first, told.after, Moment(), told))
    for amount in ages_in(sentence):
        if not any(m.first <= amount.first < m.after for m in plain):
            plain.append(DateMark(amount.span, amount.first, amount.after, Moment(), age=amount))
    return sorted(plain, key=lambda mark: mark.first)


def names_a_run(sentence: Sentence, mark: DateMark) -> bool:
    """Say whether a time of day only names a train or bus: "the 14:02 from Ghent"."""
    tokens = sentence.tokens
    following = tokens[mark.after].text if mark.after < len(tokens) else ""
    alone = bool(mark.moment.minutes) and not mark.moment.dated and mark.first > 0
    return alone and tokens[mark.first - 1].text == "the" and following in _OF_RUNS


def borders(sentence: Sentence, mark: DateMark) -> Iterator[str]:
    """Yield "begin" for a date after "from" or "since", "end" for one after "until"."""
    at = mark.first - 1
    while at > 0 and sentence.tokens[at].text in _BEFORE_DATES:
        at -= 1
    if at >= 0 and sentence.tokens[at].text in BORDERS:
        yield BORDERS[sentence.tokens[at].text]
    elif at >= 0 and sentence.tokens[at].text in RANGES and _are_ends(sentence, at):
        yield "end"  # "from 2010 to 2016", "6 Oct to 12 Nov"
    elif _are_ends(sentence, mark.after) and sentence.tokens[mark.after].text in RANGES:
        yield "begin"


def _are_ends(sentence: Sentence, at: int) -> bool:
    """Say whether dates stand on both sides of a token."""
    mentions = sentence.mentions
    return any(m.after == at for m in mentions) and any(m.first == at + 1 for m in mentions)


def moment_of(sentence: Sentence, mark: DateMark, held: Moment) -> Moment:
    """Return what a date tells beside the one told last.

    Of "at 11:00 the same day" that is the time where nothing tells the day.
    """
    if mark.told is None:
        return filled(mark.moment, held, onward=tells_onward(sentence))
    found = resolved(mark.told, held, mark.moment.minutes)
    return mark.moment if found == Moment() and mark.moment.minutes else found
