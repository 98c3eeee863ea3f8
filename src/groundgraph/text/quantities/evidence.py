"""Passages read for what they measure and when, made for look-up."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.once import kept, once
from groundgraph.text.passage_sentences import pieces
from groundgraph.text.quantities.bands import Band, bands_of
from groundgraph.text.quantities.cells import (
    LONG_CELL,
    cell_events,
    cell_readings,
    cell_stems,
    scale_of,
)
from groundgraph.text.quantities.codes import codes_of, people_of
from groundgraph.text.quantities.courses import Course
from groundgraph.text.quantities.durations import durations
from groundgraph.text.quantities.headed import Stretch, stretches
from groundgraph.text.quantities.links import Link, links_of
from groundgraph.text.quantities.lookup import WordRow, records_of
from groundgraph.text.quantities.model import Event, EvidenceQuantity, Sentence
from groundgraph.text.quantities.near_codes import Line, lines_of
from groundgraph.text.quantities.ordinals import ORDINAL_WORDS, ordinals
from groundgraph.text.quantities.prose import is_date_word, prose_events, prose_readings
from groundgraph.text.quantities.reckoning import endings, reckoned, reckoned_across, steps
from groundgraph.text.quantities.relations import Relation, relations
from groundgraph.text.quantities.rows import Grid, grids_of
from groundgraph.text.quantities.rulings import Rule, rules_of
from groundgraph.text.quantities.same_time import same_time
from groundgraph.text.quantities.scales import Scaled, scales_of
from groundgraph.text.quantities.schedules import Schedule, schedule_told, schedules_of
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.subjects import Subjects, subjects
from groundgraph.text.quantities.tables import Tables, tables
from groundgraph.text.quantities.tokens import tokens
from groundgraph.text.quantities.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.codes import Code
    from groundgraph.text.quantities.tables import TableCell

_LONGEST_TITLE = 70
_TIMED = 2
"""Times with one date that make a text one of that day."""
_DAY_CLOCK = re.compile(r"\b(?:0\d|1[3-9]|2[0-3]):[0-5]\d\b")
_TWO_CLOCKS = re.compile(r"(?:dep|leav|start|open)[^\0]{0,400}?\d{1,2}[:.]\d\d", re.IGNORECASE)
_CLOCK, _DECIMAL = re.compile(r"\d[:.]\d\d"), re.compile(r"\d\.\d")
_CODE = re.compile(r"\d[\d.,]*\d|\d")
_NUMBERED = re.compile(r"[^\W\d_]{1,12} \d{1,6}")
"""A row that is named with a number, such as "KX 305"."""
_LONE_LETTER = re.compile(r"(?<= )(?:[A-Z]|One)(?![\w'’])")
_VERSION = re.compile(
    r"(?:\b(?:version|release|build|section|clause)s? |\bv\.? ?|(?:^|[.;]) ?(?=\d+\.\d+ ?[(:]))"
    r"(\d+\.\d+)(?!\d)",
    re.IGNORECASE | re.MULTILINE,
)
_NAME = re.compile(r"(?<=[^\W\d_,;] )[A-Z][^\W\d_]+|(?<=[,;] )[A-Z][^\W\d_]+")


@dataclass(frozen=True, eq=False)
class PassageReading:
    """What one passage measures and dates, read when it is first asked for.

    Attributes:
        number: The passage's number, from 0.
        text: Its text.
        tables: Its tables and records.
        sentences: Its sentences outside tables, and those of long cells.
        labels: Numbers that name something in it.
    """

    number: int
    text: str
    tables: Tables
    sentences: tuple[Sentence, ...]
    labels: frozenset[str]

    @once
    def readings(self) -> list[EvidenceQuantity]:
        """Every amount with its words."""
        lines, cells = len(self.sentences), self.tables.cells
        told = [
            *_in_scale(prose_readings(self.sentences, self.number, self.title), self.text),
            *cell_readings(
                [cell for cell in cells if cell.value not in self.labels],
                self.number,
                lines,
                scale_of(self.text) if cells else 1,
            ),
        ]
        timed = _CLOCK.search(self.text) and _TWO_CLOCKS.search(self.text)
        return [*told, *durations(self.events)] if timed else told

    @once
    def events(self) -> list[Event]:
        """Every date with its words, in the order of the text; then those told by others."""
        lines, cells = len(self.sentences), self.tables.cells
        told = [
            *prose_events(self.sentences, self.number, self.title),
            *cell_events(cells, self.number, lines),
        ]
        if _DAY_CLOCK.search(self.text):
            told = [_by_24_hours(event) for event in told]
        return [*told, *reckoned(self.distances, told), *steps(self.sentences, self.number)]

    @once
    def endings(self) -> list[Event]:
        """When that ended which its sentences say went on for some time."""
        return list(endings(self.events, self.sentences))

    @once
    def records(self) -> list[WordRow]:
        """The cells that hold a word or a code, by the row that they stand in."""
        return records_of(self.tables.cells)

    @once
    def links(self) -> list[Link]:
        """What its sentences say of the order of two things without a date."""
        return links_of(self.sentences)

    @once
    def course(self) -> Course:
        """Which of the things that its sentences tell came before which."""
        return Course(self.sentences, self.events)

    @once
    def scales(self) -> list[Scaled]:
        """What its sentences compare in words."""
        return scales_of(self.sentences)

    @once
    def grids(self) -> list[Grid]:
        """Its tables with rows and columns."""
        return grids_of(self.tables.cells)

    @once
    def bands(self) -> list[Band]:
        """The rows of its tables that stand for ranges."""
        return bands_of(self.tables.cells, self.number)

    @once
    def rules(self) -> list[Rule]:
        """What its sentences rule for bands of a measure."""
        return rules_of(self.sentences, self.number)

    @property
    def codes(self) -> tuple[Code, ...]:
        """Its identifiers."""
        return codes_of(self.text)

    @property
    def people(self) -> tuple[Code, ...]:
        """Its names of two or three words."""
        return people_of(self.text)

    @once
    def named(self) -> frozenset[str]:
        """Those names, as they are compared."""
        return frozenset([code.key for code in self.people])

    @once
    def lines_of_codes(self) -> dict[Code, Line]:
        """The sentence or line of each of them."""
        return lines_of(self)

    @once
    def schedules(self) -> list[Schedule]:
        """The opening hours that its tables and records tell, else its sentences."""
        found = schedules_of(self.tables.cells)
        return found or schedule_told(self.sentences, self.text)

    @once
    def stems(self) -> frozenset[str]:
        """The stems of all its words."""
        return frozenset(stem(token.text) for token in tokens(self.text) if token.kind != "mark")

    @once
    def by_span(self) -> dict[Span, Sentence]:
        """Its sentences by where they stand."""
        return {sentence.span: sentence for sentence in reversed(self.sentences)}

    @once
    def title(self) -> frozenset[str]:
        """The words of a first line that is a title."""
        first = self.sentences[0].span.of(self.text) if len(self.sentences) > 1 else ""
        is_title = bool(first) and len(first) <= _LONGEST_TITLE and first[-1] not in ".!?:"
        return self.sentences[0].stems if is_title else frozenset()

    @once
    def related(self) -> list[tuple[Sentence, Relation, int]]:
        """What its sentences say of the order of things, with the number of each sentence."""
        return [
            (sentence, relation, line)
            for line, sentence in enumerate(self.sentences)
            for relation in relations(sentence)
        ]

    @once
    def distances(self) -> list[tuple[Sentence, Relation, int]]:
        """What its sentences date by something else, with the number of each sentence."""
        apart = [told for told in self.related if told[1].amount is not None]
        same = [
            (sentence, relation, line)
            for line, sentence in enumerate(self.sentences)
            for relation in same_time(sentence)
        ]
        return [*apart, *same]


def _in_scale(told: Iterable[EvidenceQuantity], text: str) -> Iterator[EvidenceQuantity]:
    """Let bare numbers stand for thousands where a text says so: "(CHF thousand)"."""
    scale = scale_of(text) if "thousand" in text or "million" in text or "billion" in text else 1
    for reading in told:
        amount = reading.amount
        bare = amount.unit is COUNT and amount.kind == "count" and not amount.noun
        if scale > 1 and bare and not amount.weak and not amount.scaled:
            yield replace(reading, amount=replace(amount, scale=scale))
        else:
            yield reading


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


def _by_24_hours(event: Event) -> Event:
    """Read a time without a.m. or p.m. as one of 24 hours, as the passage writes them."""
    minutes = event.moment.minutes
    if len(minutes) < 2:
        return event
    return replace(event, moment=replace(event.moment, minutes=minutes[:1]))


@kept
def read_passage(text: str, number: int) -> PassageReading:
    """Read a passage; what its sentences say is read when it is first asked for."""
    found = tables(text)
    spans: list[Span] = []
    start = 0
    for taken in (*sorted(found.spans), Span(len(text), len(text))):
        spans += pieces(text, start, max(start, taken.start))
        start = max(start, taken.end)
    for cell in found.cells:
        if len(cell.value) > LONG_CELL:
            spans += pieces(text, cell.span.start, min(cell.span.end, len(text)))
    labels = labels_of(text, found.cells)
    made = tuple(Sentence(text, span, labels) for span in spans)
    return PassageReading(number, text, found, made, labels)


def labels_of(text: str, cells: Iterable[TableCell]) -> frozenset[str]:
    """Return the numbers that name something in a passage, such as the version 5.2."""
    rows = {cell.row for cell in cells if cell.row and _CODE.fullmatch(cell.row)}
    named = {cell.row.lower() for cell in cells if _NUMBERED.fullmatch(cell.row)}
    versions = _VERSION.findall(text) if _DECIMAL.search(text) else ()
    return frozenset({*versions, *(row for row in rows if "." in row), *named})


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
    def events(self) -> list[Event]:
        """Every date of every passage."""
        told = _of_one_day([event for passage in self.passages for event in passage.events])
        return [*told, *reckoned_across(self.passages, told)]

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
    def subjects(self) -> tuple[Subjects, ...]:
        """What each passage is about."""
        return tuple(
            subjects(each.text, [sentence.span for sentence in each.sentences])
            for each in self.passages
        )

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
    def cells(self) -> list[TableCell]:
        """Every cell of every passage."""
        return [cell for passage in self.passages for cell in passage.tables.cells]

    @once
    def vocabulary(self) -> frozenset[str]:
        """Every stem of the passages, numbers and lone letters too."""
        found: set[str] = set()
        for sentence in self.sentences:
            found |= sentence.stems
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


__all__ = [
    "Event",
    "EvidenceIndex",
    "EvidenceQuantity",
    "PassageReading",
    "Sentence",
    "Weights",
    "read_passage",
]
