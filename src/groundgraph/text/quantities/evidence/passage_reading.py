"""A passage read for what it measures and when; each part when it is first asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.inquiries import is_question
from groundgraph.text.once import kept, once
from groundgraph.text.passage_sentences import pieces
from groundgraph.text.quantities.evidence.code_lines import Line, lines_of
from groundgraph.text.quantities.evidence.opening_hours import Schedule, schedules
from groundgraph.text.quantities.evidence.prose import prose_events, prose_readings
from groundgraph.text.quantities.evidence.rulings import Rule, rules_of
from groundgraph.text.quantities.evidence.told_comparisons import ToldComparison, told_comparisons
from groundgraph.text.quantities.evidence.value_lists import ValueList, cell_lists, value_lists
from groundgraph.text.quantities.tables.bands import Band, bands_of
from groundgraph.text.quantities.tables.cells import (
    LONG_CELL,
    cell_events,
    cell_readings,
)
from groundgraph.text.quantities.tables.durations import durations
from groundgraph.text.quantities.tables.grids import Grid, grids_of, words_of
from groundgraph.text.quantities.tables.reading import Tables, spaced, tables
from groundgraph.text.quantities.tables.rosters import roster_cells
from groundgraph.text.quantities.tables.scales import scale_of
from groundgraph.text.quantities.tables.sheets import Sheet, sheets_of
from groundgraph.text.quantities.tables.word_rows import WordRow, records_of
from groundgraph.text.quantities.times.anchors import Anchored, anchored
from groundgraph.text.quantities.times.entries import entries, numbered
from groundgraph.text.quantities.times.reckoning import (
    Deadline,
    deadlines,
    endings,
    reckoned,
    steps,
)
from groundgraph.text.quantities.times.relations import Relation, relations
from groundgraph.text.quantities.written.codes import codes_of, people_of
from groundgraph.text.quantities.written.model import Event, EvidenceQuantity, Sentence
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.tokens import tokens
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.quantities.written.codes import Code
    from groundgraph.text.quantities.written.table_cells import TableCell

_LONGEST_TITLE = 70
_DAY_CLOCK = re.compile(r"\b(?:0\d|1[3-9]|2[0-3]):[0-5]\d\b")
_TWO_CLOCKS = re.compile(r"(?:dep|leav|start|open)[^\0]{0,400}?\d{1,2}[:.]\d\d", re.IGNORECASE)
_CLOCK, _DECIMALS = re.compile(r"\d[:.]\d\d"), re.compile(r"(?<!\d)\d+(?:\.\d+)+")
_BEFORE_VERSIONS, _BEHIND_VERSIONS = frozenset("nedsv.;"), frozenset("(:")
"""Last letters of what stands before a version, and what follows one that opens a line."""
_CODE = re.compile(r"\d[\d.,]*\d|\d")
_NUMBERED = re.compile(r"[^\W\d_]{1,12} \d{1,6}")
"""A row that is named with a number, such as "KX 305"."""
_LIKE_A_YEAR = re.compile(r"\d{4}")
_OF_IDS = re.compile(
    r"(?:\w{1,20} )?(?:id|no\.?|nr\.?|#)"
    r"|(?:order|ticket|invoice|case|customer|account|booking|policy)(?: (?:number|code|ref))?",
    re.IGNORECASE,
)
"""Columns whose numbers name what their rows are of."""
_SERIES = re.compile(r"\b([A-Z][a-z]{2,20}) ([1-9])(?=:| [a-z])")
"""Things that are numbered: "Scope 1 emissions", beside "Scope 2"."""
_VERSION = re.compile(
    r"(?:\b(?:version|release|build|section|clause)s? |\bv\.? ?|(?:^|[.;]) ?(?=\d+\.\d+ ?[(:]))"
    r"(\d+\.\d+)(?!\d)",
    re.IGNORECASE | re.MULTILINE,
)


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
        told += entries(self.text, self.sentences, self.number)
        in_order = steps(self.sentences, self.number) or numbered(self.text, self.number)
        return [*told, *reckoned(self.related, told), *in_order]

    @once
    def anchored(self) -> list[Anchored]:
        """The times that its sentences reckon from something that happens."""
        return [told for sentence in self.sentences for told in anchored(sentence)]

    @once
    def endings(self) -> list[Event]:
        """When that ended which its sentences say went on for some time."""
        return list(endings(self.events, self.sentences))

    @once
    def deadlines(self) -> list[Deadline]:
        """The last days of what its sentences say is to be done within some time of a day."""
        return list(deadlines(self.events, self.sentences))

    @once
    def records(self) -> list[WordRow]:
        """The cells that hold a word or a code, by the row that they stand in."""
        return records_of(self.tables.cells)

    @once
    def grids(self) -> list[Grid]:
        """Its tables with rows and columns, and lists that are such."""
        cells = self.tables.cells
        number = 1 + max((cell.table for cell in cells), default=-1)
        listed = grids_of(roster_cells(self.text, self.tables.spans, number))
        return [*grids_of(cells), *(replace(grid, loose=True) for grid in listed)]

    @once
    def value_lists(self) -> list[ValueList]:
        """Values of several things of a kind, read loosely."""
        return [*value_lists(self.sentences), *cell_lists(self.readings)]

    @once
    def told_comparisons(self) -> list[ToldComparison]:
        """What its sentences compare in words."""
        return told_comparisons(self.sentences)

    @once
    def row_heads(self) -> dict[int, frozenset[str]]:
        """The words that head the names of each table's rows, by its number."""
        first = [cell for cell in self.tables.cells if cell.at[1] == 0 and not cell.alone]
        return {cell.table: words_of(cell.column) for cell in first}

    @once
    def sheets(self) -> list[Sheet]:
        """Its tables of numbers."""
        return sheets_of(self.tables.cells, self.number, self.text)

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
        return schedules(self.tables.cells, self.sentences, self.text)

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
            if not is_question(sentence.span.of(self.text))
        ]


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


def labels_of(text: str, cells: Sequence[TableCell]) -> frozenset[str]:
    """Return the numbers that name something in a passage, such as the version 5.2."""
    rows = {cell.row for cell in cells if cell.row and _CODE.fullmatch(cell.row)}
    named = {cell.row.lower() for cell in cells if _NUMBERED.fullmatch(cell.row)}
    versions = _VERSION.findall(text) if _may_name_versions(text) else ()
    series = _SERIES.findall(text)
    named |= {
        f"{word} {n}".lower() for word, n in series if len({m for w, m in series if w == word}) > 1
    }
    ids = {cell.value for cell in cells if _LIKE_A_YEAR.fullmatch(cell.value) and _is_of_ids(cell)}
    return frozenset({*versions, *(row for row in rows if "." in row), *named, *ids})


def _may_name_versions(text: str) -> bool:
    """Say whether a decimal may be a version: by what stands before or behind the first digits."""
    return any(
        text[max(0, found.start() - 2) : found.start()].strip()[-1:].lower() in _BEFORE_VERSIONS
        or text[found.end() : found.end() + 2].strip()[:1] in _BEHIND_VERSIONS
        for found in _DECIMALS.finditer(text)
    )


def _is_of_ids(cell: TableCell) -> bool:
    return _OF_IDS.fullmatch(spaced(cell.column)) is not None
