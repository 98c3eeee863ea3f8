"""The course of what a passage tells: which happening came before which.

Connectors, dates, the past perfect and words such as "later" say so; where nothing does, what is
told first came first, which is less sure and never goes against them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.once import once
from groundgraph.text.quantities.times.deeds import deeds_at
from groundgraph.text.quantities.times.happenings import Happening, happenings
from groundgraph.text.quantities.times.recurring import is_at_its_time, recurring
from groundgraph.text.quantities.written.bounds import BORDERS
from groundgraph.text.quantities.written.headed_days import headed_day
from groundgraph.text.quantities.written.moments import order, turns_the_year

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.written.model import Event, Sentence
    from groundgraph.text.quantities.written.moments import Moment
    from groundgraph.types import Span

PREFIX = 4
"""Letters that stems of one word share at least."""
_MOST = 80
"""Happenings of a passage beyond which its course is not followed."""
_SAID, _TOLD_FIRST = 1.0, 0.4
"""How sure an order is that words say, and one that the course of the text alone tells."""
_NEAR = 8
"""Happenings between two beyond which the course of the text says less: news begin with the end."""
_OWN = 0.5
"""Weight from which a word is one of what a cell dates."""
_HALF_A_DAY = 720
_END = "end"
_BORDERS = frozenset(BORDERS.values())
"""What the date of an end holds, such as one after "until"."""
_UNTIL = frozenset({"until", "till"})


class Course:
    """What passages tell, and in which order it came.

    Attributes:
        happenings: What they tell, in the order of the text.
    """

    def __init__(self, texts: Iterable[Sequence[Sentence]], events: Sequence[Event]) -> None:
        self.happenings: list[Happening] = []
        self._passages: list[int] = []
        self._said: list[int] = []
        self._later: list[tuple[int, int]] = []
        self._anchor: list[int] = []
        self._same_days: list[tuple[int, int]] = []
        self._days: list[tuple[int, Moment]] = []
        self._sentence: list[int] = []
        self.links: list[tuple[int, int]] = []
        self._subject: frozenset[str] = frozenset()
        for number, sentences in enumerate(texts):
            self._anchor, self._subject, self._sentence = [], frozenset(), []
            day: Moment | None = None
            most = len(self.happenings) + _MOST
            for sentence in sentences:
                if len(self.happenings) > most:
                    break
                first = len(self.happenings)
                self._read(happenings(sentence.text, sentence.span), number)
                day = headed_day(sentence) or day
                if day is not None and not sentence.mentions:
                    self._days += ((n, day) for n in range(first, len(self.happenings)))
        self._take_apart(events)
        self._add_told(events)
        self._add_ends(events)
        self._place(events)
        self._unite()
        self._before = self._closed()

    @once
    def stems(self) -> dict[str, list[str]]:
        """Every stem of what is told, by its first letters."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for word in dict.fromkeys(word for one in self.happenings for word in one.words):
            found[word[:PREFIX]].append(word)
        return found

    def order(self, one: int, other: int) -> float:
        """Return how sure it is that one happening came before another, below 0 where after it."""
        return self._sure(one, other) - self._sure(other, one)

    def parts(self, one: int, other: int) -> bool:
        """Say whether something came between two happenings."""
        _, told = self._before
        return any(told[one] >> n & 1 and told[n] >> other & 1 for n in range(len(told)))

    def _sure(self, one: int, other: int) -> float:
        said, told = self._before
        if said[one] >> other & 1:
            return _SAID
        near = min(1.0, _NEAR / abs(other - one)) if other != one else 0.0
        return _TOLD_FIRST * near if told[one] >> other & 1 else 0.0

    def _read(self, found: Sequence[Happening], passage: int) -> None:
        """Put what a sentence tells behind, or before, what was told last."""
        base, last = len(self.happenings), self._anchor[:1]
        self._add(map(self._with_subject, found), passage)
        for number, own in enumerate(found, base):
            if own.way and own.host >= 0:
                self._link(number, own, self._told_before(base, own.host, last))
                for other in _also(found, number - base):
                    self._link(number, own, base + other)
            if not own.way and not own.aside and own.words:
                self._follow(number, own, self._beside(found, number - base, base))
        self._rank(found, base)
        mains = [n for n, own in enumerate(found, base) if not own.way and not own.perfect]
        self._sentence = mains or self._sentence

    def _add(self, found: Iterable[Happening], passage: int) -> None:
        self.happenings += found
        self._passages += [passage] * (len(self.happenings) - len(self._passages))
        self._said += [0] * (len(self.happenings) - len(self._said))

    def _with_subject(self, own: Happening) -> Happening:
        """Return a happening with what its pronoun stands for, or what it leaves out."""
        if own.bare:
            return replace(own, near=self._subject) if self._subject else own
        if not own.way:
            self._subject = own.subject
        return own

    def _rank(self, found: Sequence[Happening], base: int) -> None:
        """Put what is told as first before, and what is told as last behind, its sentence."""
        mains = [at for at, own in enumerate(found) if not own.way and own.words]
        for at in mains:
            others = [base + other for other in mains if not found[other].rank]
            if found[at].rank > 0:
                self._say_all([base + at], others)
            elif found[at].rank < 0:
                self._say_all(others, [base + at])

    def _add_told(self, events: Iterable[Event]) -> None:
        """Add what is dated and stands in no clause, as in cells of tables and entries of logs."""
        for event in events:
            if len(self.happenings) < _MOST and not self._is_in_clauses(event):
                words = {
                    word: deeds_at((word,), 0) for word, held in event.words.items() if held >= _OWN
                }
                self._add([Happening(words, event.span)], event.passage)

    def _take_apart(self, events: Sequence[Event]) -> None:
        """Tell what a clause dates for each of several: "Barl opened in 1899, Tolk in 1887"."""
        inside: dict[int, list[Event]] = {}
        for event in events if len(events) > 1 else ():
            for number, own in enumerate(self.happenings):
                here = self._passages[number] == event.passage and event.moment.step is None
                if here and event.cell is None and _holds(own.span, event.span):
                    inside.setdefault(number, []).append(event)
                    break
        for number, several in inside.items():
            if _are_apart(several):
                self.happenings[number] = replace(self.happenings[number], words={})

    def _is_in_clauses(self, event: Event) -> bool:
        return event.cell is None and any(
            passage == event.passage and own.words and own.span.overlaps(event.span)
            for own, passage in zip(self.happenings, self._passages, strict=True)
        )

    def _add_ends(self, events: Iterable[Event]) -> None:
        """Add the ends of what is told "from 2015 to 2019"."""
        for event in events:
            if event.words.get(_END, 0.0) < 1.0 or event.cell is not None:
                continue
            for number, own in enumerate(self.happenings):
                if self._passages[number] == event.passage and _holds(own.span, event.span):
                    words = {**own.words, _END: frozenset[int]()}
                    self._add([replace(own, words=words, span=event.span)], event.passage)
                    break

    def _told_before(self, base: int, host: int, last: Sequence[int]) -> int:
        """Return a host, or for one without words, "it was", what was told before it."""
        for number in range(base + host, base - 1, -1):
            own = self.happenings[number]
            if own.words and (number == base + host or not own.way):
                return number
        return last[0] if last else base + host

    def _link(self, number: int, own: Happening, host: int) -> None:
        """Order what a connector leads to and its host."""
        if own.void:
            return
        if own.weak and is_at_its_time(own):
            self._same_days.append((number, host))
        if own.weak:
            self._later.append((number, host))
            return
        if own.said in _UNTIL and own.way < 0:
            return  # what went on until then is told by what began then: "suppressed", "resume"
        pair = (number, host) if own.way > 0 else (host, number)
        self.links.append(pair)
        self._say(*pair)

    def _beside(self, found: Sequence[Happening], own: int, base: int) -> list[int]:
        """Return what connectors put beside a happening of its sentence."""
        return [base + at for at, one in enumerate(found) if one.way and one.host == own]

    def _follow(self, number: int, own: Happening, beside: list[int]) -> None:
        """Place a clause by what was told last, and take it for what is told last where it is."""
        anchor = self._anchor
        if own.cue > 0 or own.rank < 0:
            self._say_all(anchor if own.rank < 0 else anchor[:1], [number])
        elif own.cue < 0 or own.perfect:
            later = [one for one in beside if not self.happenings[one].perfect]
            if later and not own.cue:
                self._later += [(one, later[0]) for one in anchor]
                self._anchor = later
                return
            self._say_all([number], anchor[:1])
            if anchor:
                self._later += [(number, one) for one in self._sentence]
                return
        else:
            self._later += [(one, each) for one in anchor for each in (number, *beside)]
        self._anchor = [number, *beside]

    def _say_all(self, early: Sequence[int], late: Sequence[int]) -> None:
        for one in early:
            for other in late:
                self._say(one, other)

    def _say(self, one: int, other: int) -> None:
        if one != other:
            self._said[one] |= 1 << other

    def _place(self, events: Iterable[Event]) -> None:
        """Order what is dated."""
        dated = list(self._dated(events))
        for one, moment in dated:
            for other, another in dated:
                beside = self._passages[one] == self._passages[other]
                known = beside or (moment.dated and another.dated)
                turned = one > other and _turns(another, moment)
                if known and not turned and order(moment, another) == "before":
                    self._say(one, other)

    def _unite(self) -> None:
        """Put what is told twice in one place, and what comes on the day of another beside it."""
        for one, other in (*recurring(self.happenings), *self._same_days):
            if self._said[one] >> other & 1 or self._said[other] >> one & 1:
                continue
            both = self._said[one] | self._said[other]
            self._said[one] = self._said[other] = both & ~(1 << one) & ~(1 << other)
            pair = 1 << one | 1 << other
            for number, row in enumerate(self._said):
                if row & pair and number not in {one, other}:
                    self._said[number] = row | pair

    def _dated(self, events: Iterable[Event]) -> Iterator[tuple[int, Moment]]:
        taken: set[int] = set()
        yield from (
            (n, day)
            for n, day in self._days
            if not (self.happenings[n].perfect or self.happenings[n].aside)
        )
        for event in events:
            for number, own in enumerate(self.happenings):
                here = self._passages[number] == event.passage
                if here and event.moment.step is not None and _holds(event.span, own.span):
                    yield number, event.moment
                    continue
                if here and number not in taken and _holds(own.span, event.span):
                    taken.add(number)
                    yield number, event.moment

    def _closed(self) -> tuple[list[int], list[int]]:
        """Return as bits what each happening comes before: by words, and by the text's course."""
        said = _reached(self._said)
        told = [*said]
        for one, other in self._later:
            if not said[other] >> one & 1:
                told[one] |= 1 << other
        return said, _reached(told)


def _are_apart(events: Sequence[Event]) -> bool:
    """Say whether each of several dates of a clause has a word of its own."""
    own = [
        {word for word, held in event.words.items() if held == 1 and not word.isdigit()} - _BORDERS
        for event in events
    ]
    return len(own) > 1 and all(
        one - set().union(*(other for other in own if other is not one)) for one in own
    )


def _turns(one: Moment, other: Moment) -> bool:
    """Say whether a time told behind another may lie after it: "sat in December, … in May"."""
    return _over_midnight(one, other) or turns_the_year(one, other)


def _over_midnight(one: Moment, other: Moment) -> bool:
    """Say whether a time told behind another is one of the next day: 22:25, then 00:40."""
    timed = one.minutes and other.minutes and not (one.dated or other.dated)
    return bool(timed) and one.minutes[0] - other.minutes[0] > _HALF_A_DAY


def _also(found: Sequence[Happening], at: int) -> list[int]:
    """Return what else a connector governs that opens a sentence: "before that, do A and do B"."""
    also = []
    for number in range(found[at].host + 1, len(found)) if found[at].host > at else ():
        own = found[number]
        if own.way or own.aside or own.cue or own.said != "and":
            break
        also.append(number)
    return also


def _holds(whole: Span, part: Span) -> bool:
    return whole.start <= part.start and part.end <= whole.end


def _reached(edges: Sequence[int]) -> list[int]:
    """Return the transitive closure of a relation, a row of bits for each thing."""
    rows = [*edges]
    for middle in range(len(rows)):
        through = rows[middle]
        for number, row in enumerate(rows) if through else ():
            if row >> middle & 1:
                rows[number] = row | through
    return rows
