"""The course of what a passage tells: which happening came before which.

Connectors, dates, the past perfect and words such as "later" say so; where nothing does, what is
told first came first, which is less sure and never goes against them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.happenings import happenings
from groundgraph.text.quantities.written.moments import order, turns_the_year

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.times.happenings import Happening
    from groundgraph.text.quantities.written.model import Event, Sentence
    from groundgraph.text.quantities.written.moments import Moment

_MOST = 80
"""Happenings of a passage beyond which its course is not followed."""
_LONG = 12
"""Sentences beyond which only what is told side by side is taken to have come in that order."""
SAID, TOLD_FIRST = 1.0, 0.4
"""How sure an order is that words say, and one that the course of the text alone tells."""
_RELATIVE, _UNTIL = frozenset({"which", "who", "where"}), frozenset({"until", "till"})
_IS_VERSIONED = re.compile(r"(?:version|release|\bv) ?\d+\.\d", re.IGNORECASE)
_IN_VERSION = re.compile(
    r"\b(?:version|release|in|with|by|v) ?(\d+)\.(\d+)\b(?!\.\d|[%\d])", re.IGNORECASE
)


class Course:
    """What a passage tells, and in which order it came.

    Attributes:
        happenings: What it tells, in the order of the text.
    """

    def __init__(self, sentences: Sequence[Sentence], events: Sequence[Event]) -> None:
        self.happenings: list[Happening] = []
        self._lines: list[int] = []
        self._said: list[int] = []
        self._later: list[tuple[int, int]] = []
        self._anchor: list[int] = []
        self._subject: frozenset[str] = frozenset()
        self._is_long = len(sentences) > _LONG
        self._names: frozenset[str] = frozenset()
        self._is_named = False
        self._linked: list[tuple[int, int]] = []
        self._text = sentences[0].text if sentences else ""
        for number, sentence in enumerate(sentences):
            if self._is_long and number == 1:
                self._anchor = []  # what leads a long text sums it up
            if len(self.happenings) > _MOST:
                break
            self._read(happenings(sentence.text, sentence.span))
            self._lines += [number] * (len(self.happenings) - len(self._lines))
        self._place(events)
        self._before = self._closed()

    def order(self, one: int, other: int) -> float:
        """Return how sure it is that one happening came before another, below 0 where after it."""
        return self._sure(one, other) - self._sure(other, one)

    def line(self, number: int) -> int:
        """Return the number of the sentence that tells a happening."""
        return self._lines[number]

    def is_plain(self, one: int, other: int) -> bool:
        """Say whether two happenings that are told one after the other surely came so.

        They do in a list of one sentence, and where each asks to do something.
        """
        here, there = self._lines[one], self._lines[other]
        if here != there:
            return all(self._asks(line) for line in (here, there))
        between = range(min(one, other), max(one, other) + 1)
        return not any(self.happenings[at].aside or self.happenings[at].state for at in between)

    def _asks(self, line: int) -> bool:
        """Say whether a sentence asks to do something: "Remove the cover"."""
        first = self.happenings[self._lines.index(line)]
        return first.bare and not first.past

    @property
    def linked(self) -> list[tuple[int, int]]:
        """Return the pairs of which a connector says that the first came before the second."""
        return self._linked

    def _sure(self, one: int, other: int) -> float:
        said, told = self._before
        return SAID if said[one] >> other & 1 else TOLD_FIRST if told[one] >> other & 1 else 0.0

    def _read(self, found: Sequence[Happening]) -> None:
        """Put what a sentence tells behind, or before, what was told last."""
        base, last = len(self.happenings), self._anchor[:1]
        self.happenings += [self._with_echo(own) for own in found]
        self._said += [0] * len(found)
        for number, own in enumerate(found, base):
            if own.closes and not self._is_long:
                self._say_all([at for at in range(base) if not self.happenings[at].aside], [number])
            if own.way and own.host >= 0:
                host = base + own.host
                of_last = last and not self.happenings[host].words
                self._link(number, own, last[0] if of_last else host)
            if not own.way and not own.aside and own.words:
                self._follow(number, own, self._beside(found, number - base, base))
            elif own.aside and own.host >= 0:
                self._step_aside(number, own, base + own.host)

    def _with_echo(self, own: Happening) -> Happening:
        """Tell a happening whose subject is left out, or "she", who or what that is."""
        names, self._names = self._names, own.names or self._names
        if own.subject is None:
            return own
        if own.subject:
            self._subject, self._is_named = own.subject, not own.names.isdisjoint(own.subject)
            return own
        named = own.pronoun and names and not self._is_named
        return replace(own, echo=names if named else self._subject)

    def _link(self, number: int, own: Happening, host: int) -> None:
        """Order what a connector leads to and its host."""
        if own.void:
            return
        if own.said in _UNTIL and own.way < 0:
            return  # what went on until then is told by what began then: "suppressed", "resume"
        if not own.firm and self.happenings[host].perfect:
            pair = host, number
        elif not own.firm:
            if not own.perfect:
                self._later.append((number, host))
            return
        else:
            pair = (number, host) if own.way > 0 else (host, number)
        self._say(*pair)
        self._linked.append(pair)

    def _step_aside(self, number: int, own: Happening, host: int) -> None:
        """Place "which was stented": after what it is said of, where its tense does not go back."""
        if own.perfect:
            self._say(number, host)
        elif own.said in _RELATIVE:
            self._later.append((host, number))
            self._anchor.append(number)

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
            if own.back:
                self._later += [(number, one) for one in range(number)]
            if anchor:
                return
        else:
            told = beside if own.state else [number, *beside]
            self._later += [(one, each) for one in anchor for each in told]
            self._anchor = told or anchor
            return
        self._anchor = [number, *beside]

    def _say_all(self, early: Sequence[int], late: Sequence[int]) -> None:
        for one in early:
            for other in late:
                self._say(one, other)

    def _say(self, one: int, other: int) -> None:
        if one != other:
            self._said[one] |= 1 << other

    def _place(self, events: Iterable[Event]) -> None:
        """Order what is dated, or told of versions."""
        dated = list(self._dated(events))
        versions = list(self._versions()) if self._text and _IS_VERSIONED.search(self._text) else []
        for one, number in versions:
            self._say_all([one], [other for other, another in versions if number < another])
        for one, moment in dated:
            for other, another in dated:
                if (
                    one != other
                    and order(moment, another) == "before"
                    and not (other < one and turns_the_year(another, moment))
                ):
                    self._said[one] |= 1 << other

    def _dated(self, events: Iterable[Event]) -> Iterator[tuple[int, Moment]]:
        taken: set[int] = set()
        for event in events:
            for number, own in enumerate(self.happenings):
                inside = own.span.start <= event.span.start and event.span.end <= own.span.end
                if inside and number not in taken and event.cell is None:
                    taken.add(number)
                    yield number, event.moment

    def _versions(self) -> Iterator[tuple[int, tuple[int, int]]]:
        for number, own in enumerate(self.happenings):
            told = _IN_VERSION.findall(own.span.of(self._text))
            if len(told) == 1:
                yield number, (int(told[0][0]), int(told[0][1]))

    def _closed(self) -> tuple[list[int], list[int]]:
        """Return as bits what each happening comes before: by words, and by the text's course."""
        said = _reached(self._said)
        told = [*said]
        for one, other in self._later:
            if not said[other] >> one & 1:
                told[one] |= 1 << other
        return said, told if self._is_long else _reached(told)


def _reached(edges: Sequence[int]) -> list[int]:
    """Return the transitive closure of a relation, a row of bits for each thing."""
    rows = [*edges]
    for middle in range(len(rows)):
        through = rows[middle]
        for number, row in enumerate(rows):
            if row >> middle & 1:
                rows[number] = row | through
    return rows
