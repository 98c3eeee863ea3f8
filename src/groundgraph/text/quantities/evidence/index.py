"""Passages side by side: how much their words tell apart, and what all of them hold."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.once import kept, once
from groundgraph.text.passage_heads import passage_heads
from groundgraph.text.quantities.evidence.headed import Stretch, stretches
from groundgraph.text.quantities.evidence.headed_tables import HeadedTable, headed_tables
from groundgraph.text.quantities.evidence.numbered import Numbered, numbered_in, whole_numbers
from groundgraph.text.quantities.evidence.passage_reading import read_passage
from groundgraph.text.quantities.evidence.prose import is_date_word
from groundgraph.text.quantities.evidence.subjects import Subjects, subjects
from groundgraph.text.quantities.tables.cells import (
    LONG_CELL,
    cell_stems,
)
from groundgraph.text.quantities.times.courses import Course
from groundgraph.text.quantities.written.ordinals import ORDINAL_WORDS, ordinals
from groundgraph.text.quantities.written.stems import content_stem, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.passage_heads import PassageHeads
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity, Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell

_LONG = 12
"""Digits from which a number is a code."""
_TIMED = 2
"""Times with one date that make a text one of that day."""
_CODE = re.compile(r"\d[\d.,]*\d|\d")
_LONE_LETTER = re.compile(r" ([A-Z]|One)(?![\w'’])")
_NAME = re.compile(r"(?<=[^\W\d_,;] )[A-Z][^\W\d_]+|(?<=[,;] )[A-Z][^\W\d_]+")


def _of_one_day(events: list[Event]) -> list[Event]:
    """Give times of day the date of a log or timetable that is of one day."""
    days = {(e.moment.year, e.moment.month, e.moment.day) for e in events if e.moment.dated}
    timed = [e for e in events if e.moment.dated and e.moment.minutes]
    if len(days) != 1 or len(timed) < _TIMED or timed[0].moment.day is None:
        return events
    day = replace(timed[0].moment, minutes=())
    return [
        replace(e, moment=replace(day, minutes=e.moment.minutes))
        if e.moment.minutes and not e.moment.dated and e.moment.weekday is None
        else e
        for e in events
    ]


class Weights:
    """How much a word tells readings, or events, apart.

    Attributes:
        of_one: The weight of a word that just one holds.
    """

    def __init__(self, held: Iterable[Iterable[str]]) -> None:
        lists = list(held)
        self._holders = Counter(word for words in lists for word in words)
        self._many = len(lists)
        self._known: dict[str, float] = {}
        self.of_one = math.log(1.0 + self._many)

    def __call__(self, word: str) -> float:
        """Return the weight of a stem: the higher the fewer hold it; 0 where none does."""
        if word not in self._known:
            holders = self._holders.get(word, 0)
            self._known[word] = math.log(1.0 + self._many / holders) if holders else 0.0
        return self._known[word]


@kept
def index_of(texts: tuple[str, ...]) -> EvidenceIndex:
    """Return the readings of some passages, kept for the next answer to the same evidence."""
    return EvidenceIndex(texts)


class EvidenceIndex:
    """The readings of some passages."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.passages = [read_passage(text, number) for number, text in enumerate(texts)]

    @once
    def labels(self) -> frozenset[str]:
        """Every number that names something."""
        return frozenset(label for passage in self.passages for label in passage.labels)

    @once
    def readings(self) -> list[EvidenceQuantity]:
        """Every amount of every passage."""
        return [reading for passage in self.passages for reading in passage.readings]

    @once
    def measured_lines(self) -> frozenset[tuple[int, int, str]]:
        """What the cells of each row measure: number of its passage, its line, a dimension."""
        cells = (r for r in self.readings if r.cell is not None and r.amount.dimension)
        return frozenset((r.passage, r.line, r.amount.dimension) for r in cells)

    @once
    def events(self) -> list[Event]:
        """Every date of every passage."""
        return _of_one_day([event for passage in self.passages for event in passage.events])

    @once
    def measured(self) -> Weights:
        """How much a word tells amounts apart."""
        return Weights(reading.words for reading in self.readings)

    @once
    def dated(self) -> Weights:
        """How much a word tells dates apart."""
        return Weights(event.words for event in self.events)

    @once
    def stretches(self) -> tuple[Stretch, ...]:
        """What of the passages tells of one of several things of a kind."""
        return stretches([passage.text for passage in self.passages])

    @once
    def heads(self) -> PassageHeads:
        """What each passage opens with, of those that open with things of a kind."""
        return passage_heads(tuple(passage.text for passage in self.passages))

    @once
    def headed_tables(self) -> list[HeadedTable]:
        """The tables that headings tell from others with the same columns."""
        tables = [(each.number, each.tables.cells) for each in self.passages if each.tables.cells]
        return headed_tables(tables, lambda: self.stretches)

    @once
    def subjects(self) -> tuple[Subjects, ...]:
        """What each passage is about."""
        return tuple(
            subjects(each.text, [sentence.span for sentence in each.sentences])
            for each in self.passages
        )

    @once
    def course(self) -> Course:
        """Which of the things that the passages tell came before which."""
        return Course([passage.sentences for passage in self.passages], self.events)

    @once
    def sentences(self) -> list[Sentence]:
        """Every sentence of every passage."""
        return [sentence for passage in self.passages for sentence in passage.sentences]

    @once
    def places(self) -> list[tuple[frozenset[str], int]]:
        """Every place in a row from the second on, with the stems of its sentence."""
        return [
            (sentence.stems, place)
            for sentence in self.sentences
            if not ORDINAL_WORDS.isdisjoint(sentence.letters)
            for place in ordinals(sentence.tokens)
            if place > 1
        ]

    @once
    def numbered(self) -> list[Numbered]:
        """What every passage tells by number: "symphony no. 6", "the ninth volume"."""
        return [one for p in self.passages for one in numbered_in(p.sentences, p.number)]

    @once
    def whole_numbers(self) -> frozenset[int]:
        """Every whole number, of cells too."""
        written = (word for cell in self.cells for word in f"{cell.row} {cell.value}".split())
        cells = frozenset(int(word) for word in written if word.isdecimal() and len(word) < _LONG)
        return whole_numbers(self.sentences) | cells

    @once
    def cells(self) -> list[TableCell]:
        """Every cell of every passage."""
        return [cell for passage in self.passages for cell in passage.tables.cells]

    @once
    def vocabulary(self) -> frozenset[str]:
        """Every stem of the passages, numbers and lone letters too."""
        letters = frozenset[str]().union(*(sentence.letters for sentence in self.sentences))
        found = set(filter(None, map(content_stem, letters)))
        for cell in self.cells:
            short = cell.value if len(cell.value) <= LONG_CELL else ""
            for text in (cell.row, cell.column, short, cell.caption):
                found.update(cell_stems(text))
        for passage in self.passages:
            found.update(_CODE.findall(passage.text))
            found.update(f"{letter.lower()}#" for letter in _LONE_LETTER.findall(passage.text))
        return frozenset(found)

    @once
    def names(self) -> frozenset[str]:
        """Every stem that is written as a name inside a sentence, or names a row."""
        found = {word for cell in self.cells for word in cell_stems(cell.row)}
        found.update(self._capitals())
        return frozenset(word for word in found if not is_date_word(word))

    def _capitals(self) -> Iterator[str]:
        for sentence in self.sentences:
            written = sentence.span.of(sentence.text)
            yield from (stem(word.lower()) for word in _NAME.findall(written))
            yield from (f"{letter.lower()}#" for letter in _LONE_LETTER.findall(written))

    @once
    def columns(self) -> frozenset[str]:
        """Every word that names a row or column of a table."""
        names = {name for cell in self.cells for name in (cell.row, cell.column)}
        return frozenset(word for name in names for word in cell_stems(name))
