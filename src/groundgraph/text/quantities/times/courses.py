"""The course of what a passage tells: which happening came before which.

Connectors, dates, the past perfect and words such as "later" say so; where nothing does, what is
told first came first, which is less sure and never goes against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.happenings import happenings
from groundgraph.text.quantities.written.moments import order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.times.happenings import Happening
    from groundgraph.text.quantities.written.model import Event, Sentence
    from groundgraph.text.quantities.written.moments import Moment

_MOST = 80
"""Happenings of a passage beyond which its course is not followed."""
_SAID, _TOLD_FIRST = 1.0, 0.4
"""How sure an order is that words say, and one that the course of the text alone tells."""
_UNTIL = frozenset({"until", "till"})


class Course:
    """What a passage tells, and in which order it came.

    Attributes:
        happenings: What it tells, in the order of the text.
    """

    def __init__(self, sentences: Sequence[Sentence], events: Sequence[Event]) -> None:
        self.happenings: list[Happening] = []
        self._said: list[int] = []
        self._later: list[tuple[int, int]] = []
        self._anchor: list[int] = []
        for sentence in sentences:
            if len(self.happenings) > _MOST:
                break
            self._read(happenings(sentence.text, sentence.span))
        self._place(events)
        self._before = self._closed()

    def order(self, one: int, other: int) -> float:
        """Return how sure it is that one happening came before another, below 0 where after it."""
        return self._sure(one, other) - self._sure(other, one)

    def _sure(self, one: int, other: int) -> float:
        said, told = self._before
        return _SAID if said[one] >> other & 1 else _TOLD_FIRST if told[one] >> other & 1 else 0.0

    def _read(self, found: Sequence[Happening]) -> None:
        """Put what a sentence tells behind, or before, what was told last."""
        base, last = len(self.happenings), self._anchor[:1]
        self.happenings += found
        self._said += [0] * len(found)
        for number, own in enumerate(found, base):
            if own.way and own.host >= 0:
                host = base + own.host
                of_last = last and not self.happenings[host].words
                self._link(number, own, last[0] if of_last else host)
            if not own.way and not own.aside and own.words:
                self._follow(number, own, self._beside(found, number - base, base))

    def _link(self, number: int, own: Happening, host: int) -> None:
        """Order what a connector leads to and its host."""
        if own.void:
            return
        if own.said in _UNTIL and own.way < 0:
            return  # what went on until then is told by what began then: "suppressed", "resume"
        self._say(*((number, host) if own.way > 0 else (host, number)))

    def _beside(self, found: Sequence[Happening], own: int, base: int) -> list[int]:
        """Return what connectors put beside a happening of its sentence."""
        return [base + at for at, one in enumerate(found) if one.way and one.host == own]

    def _follow(self, number: int, own: Happening, beside: list[int]) -> None:
        """Place a clause by what was told last, and take it for what is told last where it is."""
        anchor = self._anchor
        if own.cue > 0:
            self._say_all(anchor[:1], [number])
        elif own.cue < 0 or own.perfect:
            later = [one for one in beside if not self.happenings[one].perfect]
            if later and not own.cue:
                self._later += [(one, later[0]) for one in anchor]
                self._anchor = later
                return
            self._say_all([number], anchor[:1])
            if anchor:
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
                if order(moment, another) == "before":
                    self._say(one, other)

    def _dated(self, events: Iterable[Event]) -> Iterator[tuple[int, Moment]]:
        taken: set[int] = set()
        for event in events:
            for number, own in enumerate(self.happenings):
                inside = own.span.start <= event.span.start and event.span.end <= own.span.end
                if inside and number not in taken and event.cell is None:
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


def _reached(edges: Sequence[int]) -> list[int]:
    """Return the transitive closure of a relation, a row of bits for each thing."""
    rows = [*edges]
    for middle in range(len(rows)):
        through = rows[middle]
        for number, row in enumerate(rows):
            if row >> middle & 1:
                rows[number] = row | through
    return rows
