"""Passages read for what they measure and when: each amount and date with the words around it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.quantities.amounts import Amount, amounts_of
from groundgraph.text.quantities.dates import MONTHS, WEEKDAYS, mentions
from groundgraph.text.quantities.model import Event, Reading, Sentence, read
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.reckoning import reckoned, reckoned_across, steps
from groundgraph.text.quantities.relations import Relation, relations
from groundgraph.text.quantities.pieces import pieces
from groundgraph.text.quantities.segments import Words, content_words, segments
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.tables import Cell, Tables, spaced, tables
from groundgraph.text.quantities.timeline import Told, filled, resolved, told_by_the_last
from groundgraph.text.quantities.tokens import tokens
from groundgraph.text.quantities.units import COUNT, Unit, unit_at
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


_OWN, _FRAME, _SENTENCE, _RIVAL, _BEFORE, _TITLE = 1.0, 0.75, 0.5, 0.25, 0.25, 0.3
_DATE_WORDS = frozenset(map(stem, (*MONTHS, *WEEKDAYS)))
_LONGEST_TITLE = 70
_CACHED = 128
_WINDOW = 4


@dataclass(frozen=True, eq=False)
class PassageReading:
    """What one passage measures and dates.

    Attributes:
        number: The passage's number, from 0.
        text: Its text.
        tables: Its tables and records.
        spans: Its sentences outside tables.
    """

    number: int
    text: str
    tables: Tables
    spans: tuple[Span, ...]
    _read: dict[Span, Sentence] = field(default_factory=dict)

    def sentence(self, span: Span) -> Sentence:
        """Return a sentence, read when it is first asked for."""
        if span not in self._read:
            self._read[span] = read(self.text, span)
        return self._read[span]

    @cached_property
    def sentences(self) -> list[Sentence]:
        """Every sentence outside tables, in order."""
        return [self.sentence(span) for span in self.spans]

    @cached_property
    def readings(self) -> list[Reading]:
        """Every amount with its words."""
        return [*self._prose_readings(), *self._cell_readings()]

    @cached_property
    def title(self) -> Words:
        """The words of a first line that is a title."""
        first = self.spans[0].of(self.text) if self.spans else ""
        if not first or len(first) > _LONGEST_TITLE or first[-1] in ".!?:" or len(self.spans) < 2:
            return {}
        return self.sentences[0].words

    @cached_property
    def events(self) -> list[Event]:
        """Every date with its words, in the order of the text; then those told by others."""
        told = [*self._prose_events(), *self._cell_events()]
        return [*told, *reckoned(self.related, told), *steps(self.sentences, self.number)]

    @cached_property
    def related(self) -> list[tuple[Sentence, Relation, int]]:
        """What its sentences say of the order of things, with the number of each sentence."""
        return [
            (sentence, relation, line)
            for line, sentence in enumerate(self.sentences)
            for relation in relations(sentence)
        ]

    def _prose_readings(self) -> Iterator[Reading]:
        before: Words = {}
        for line, sentence in enumerate(self.sentences):
            if sentence.amounts:
                yield from self._of_sentence(sentence, before, line)
            before = sentence.words

    def _of_sentence(self, sentence: Sentence, before: Words, line: int) -> Iterator[Reading]:
        strong = [amount for amount in sentence.amounts if not amount.weak or amount.unit.name]
        ranges = segments(sentence.tokens, [(a.first, a.after) for a in strong])
        own = [
            content_words(sentence.tokens, sentence.text, *part, skip=sentence.skipped)
            for part in ranges
        ]
        for at, amount in enumerate(_with_nouns(sentence, strong)):
            near = {*own[at], *amount.noun, *([amount.per] if amount.per else [])}
            words = _weighted(near, own, at, sentence.words, before, self.title)
            yield Reading(
                amount,
                words,
                self.number,
                amount.span,
                sentence.span,
                line,
                own=frozenset(near),
                near=_near(sentence, amount),
                after=_after(sentence, amount),
            )

    def _prose_events(self) -> Iterator[Event]:
        before: Words = {}
        held = Moment()
        for line, sentence in enumerate(self.sentences):
            marks = _marks(sentence)
            ranges = segments(sentence.tokens, [(m.first, m.after) for m in marks])
            own = [
                content_words(
                    sentence.tokens, sentence.text, *_side(part, mark, sentence), skip=sentence.skipped
                )
                for part, mark in zip(ranges, marks, strict=True)
            ]
            for at, mark in enumerate(marks):
                moment = _resolved(mark, held)
                held = moment if moment != Moment() else held
                if moment != Moment():
                    near = set(own[at])
                    words = _weighted(near, own, at, sentence.words, before, self.title)
                    yield Event(moment, words, self.number, mark.span, sentence.span, line)
            before = sentence.words

    def _cell_readings(self) -> Iterator[Reading]:
        for cell in self.tables.cells:
            for amount in cell_amounts(cell):
                words = cell_words(cell)
                own = frozenset(word for word, weight in words.items() if weight >= _OWN)
                span = Span(cell.span.start + amount.span.start, cell.span.start + amount.span.end)
                line = self._line_of(cell)
                yield Reading(amount, words, self.number, span, cell.span, line, cell, own)

    def _cell_events(self) -> Iterator[Event]:
        held = Moment()
        for cell in self.tables.cells:
            value = cell.value
            if not any(map(str.isdigit, value)) and not any(map(str.isupper, value)):
                continue
            parts = tokens(value)
            for mention in mentions(parts, value):
                if mention.moment.year is not None and not _is_time(mention.moment, cell):
                    continue
                moment = filled(mention.moment, held)
                held = moment if moment.dated else held
                words = cell_words(cell)
                yield Event(
                    moment, words, self.number, cell.span, cell.span, self._line_of(cell), cell
                )

    def _line_of(self, cell: Cell) -> int:
        return len(self.spans) + 1000 * cell.table + cell.at[0]


def _side(part: tuple[int, int], mark: _Mark, sentence: Sentence) -> tuple[int, int]:
    """Cut the clause of a date at "two days before …": what follows is dated by that."""
    for relation in relations(sentence):
        for own in (relation.first_range, relation.second_range):
            if relation.amount is not None and own[0] <= mark.first < own[1]:
                return max(part[0], own[0]), min(part[1], own[1])
    return part


@dataclass(frozen=True)
class _Mark:
    """A date of a sentence, told in full or by the one before it."""

    span: Span
    first: int
    after: int
    moment: Moment
    told: Told | None = None


def _marks(sentence: Sentence) -> list[_Mark]:
    """Return the dates of a sentence; a time of day joins the "next morning" beside it."""
    plain = [_Mark(m.span, m.first, m.after, m.moment) for m in sentence.mentions]
    for told in told_by_the_last(sentence):
        clock = next((m for m in plain if m.after == told.first - 1 or m.after == told.first), None)
        if clock is not None and clock.moment.minutes and not clock.moment.dated:
            span = Span(clock.span.start, told.span.end)
            plain[plain.index(clock)] = _Mark(span, clock.first, told.after, clock.moment, told)
        elif not any(m.first < told.after and told.first < m.after for m in plain if m.told):
            inside = [m for m in plain if told.first <= m.first < told.after]
            plain = [m for m in plain if m not in inside]
            plain.append(_Mark(told.span, told.first, told.after, Moment(), told))
    return sorted(plain, key=lambda mark: mark.first)


def _resolved(mark: _Mark, held: Moment) -> Moment:
    if mark.told is None:
        return filled(mark.moment, held)
    return resolved(mark.told, held, mark.moment.minutes)


def _is_time(moment: Moment, cell: Cell) -> bool:
    """Say whether four digits in a cell are a year and not an amount."""
    if moment.month is not None:
        return True
    column = cell.column.lower()
    return cell.value.isdigit() and any(
        word in column for word in ("year", "date", "found", "born", "open", "built", "since", "release")
    )


def _with_nouns(sentence: Sentence, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Give a bare number the noun and unit of the one before it: "4 million riders, 3 there"."""
    last: Amount | None = None
    for amount in amounts:
        bare = amount.unit is COUNT and amount.kind == "count"
        if bare and not amount.noun and last is not None and _goes_on(sentence, last, amount):
            yield replace(amount, noun=last.noun, unit=last.unit)
            continue
        if amount.kind == "count" and amount.dimension != "share" and (not bare or amount.noun):
            last = amount
        yield amount


def _goes_on(sentence: Sentence, last: Amount, amount: Amount) -> bool:
    """Say whether a bare number measures what the last amount does: "six of them", "from 12"."""
    if last.unit is COUNT:
        return True
    tokens = sentence.tokens
    before = tokens[amount.first - 1].text if amount.first else ""
    after = [token.text for token in tokens[amount.after : amount.after + 2]]
    return after in (["of", "them"], ["of", "these"], ["of", "those"]) or before in _SAME_UNIT


_SAME_UNIT = frozenset(
    "from existing than original previous only just further additional another".split()
)


def _after(sentence: Sentence, amount: Amount) -> tuple[str, ...]:
    words = [t.text for t in sentence.tokens[amount.first :] if t.start >= amount.span.end]
    return tuple(words[:2])


def _is_date(word: str) -> bool:
    return word in _DATE_WORDS or (word.isdigit() and len(word) in {1, 2, 4})


def _near(sentence: Sentence, amount: Amount) -> frozenset[str]:
    """Return the words right before and after an amount, as written."""
    before = sentence.tokens[max(0, amount.first - _WINDOW) : amount.first]
    after = sentence.tokens[amount.first : amount.after + _WINDOW]
    return frozenset(token.text for token in (*before, *after))


def _weighted(
    near: set[str], own: list[Words], at: int, rest: Words, before: Words, title: Words
) -> dict[str, float]:
    """Weigh words: of the own clause, of those before it, of the sentence, of what stands above.

    The words of a clause with a name of its own say little of another clause.
    """
    words: dict[str, float] = dict.fromkeys(title, _TITLE)
    for word in before:
        words[word] = _BEFORE
    named = any(capital and not _is_date(word) for word, capital in own[at].items())
    for other, part in enumerate(own):
        if other == at:
            continue
        told = _RIVAL if other > at else _SENTENCE if named else _FRAME
        for word, capital in part.items():
            rival = _is_date(word) or (capital and named)
            words[word] = max(words.get(word, 0.0), _RIVAL if rival else told)
    for word in rest.keys() - {word for part in own for word in part}:
        words[word] = max(words.get(word, 0.0), _SENTENCE)
    words.update(dict.fromkeys(near, _OWN))
    return words


@lru_cache(maxsize=4096)
def cell_words(cell: Cell) -> dict[str, float]:
    """Return the words of a cell's row, column, caption and neighbours, weighed."""
    words = dict.fromkeys(cell_stems(cell.caption), _TITLE)
    for other in cell.others:
        words.update(dict.fromkeys(cell_stems(other), _SENTENCE + 0.2))
    words.update(dict.fromkeys(cell_stems(f"{spaced(cell.row)} {spaced(cell.column)}"), _OWN))
    return words


@lru_cache(maxsize=4096)
def cell_stems(text: str) -> tuple[str, ...]:
    """Return the content words of a cell, row or column."""
    return tuple(content_words(tokens(text), text))


def cell_amounts(cell: Cell) -> list[Amount]:
    """Return the amounts of a cell, with the unit that its column or caption names."""
    if not any(map(str.isdigit, cell.value)) and not cell.value.islower():
        return []
    return list(_cell_amounts(cell))


def _cell_amounts(cell: Cell) -> Iterator[Amount]:
    parts = tokens(cell.value)
    dated = mentions(parts, cell.value)
    taken = frozenset(
        index
        for mention in dated
        if mention.moment.minutes or mention.moment.month or _is_time(mention.moment, cell)
        for index in range(mention.first, mention.after)
    )
    unit, scale = header_unit(cell.column, cell.caption)
    for amount in amounts_of(parts, cell.value, taken):
        if amount.unit is COUNT and amount.kind == "count" and unit is not None:
            yield replace(amount, unit=unit, weak=False)
        elif amount.weak and len(parts) > 2:
            continue
        else:
            yield replace(amount, weak=False, scale=1 if amount.scaled else scale)


@lru_cache(maxsize=2048)
def header_unit(column: str, caption: str) -> tuple[Unit | None, int]:
    """Return the unit that a column's name gives, and the scale that it or the caption gives."""
    parts = tokens(spaced(column))
    text = spaced(column)
    scale = _scale_of(f"{column} {caption}")
    for at in range(len(parts)):
        before = parts[at - 1].text if at else ""
        last = at == len(parts) - 1 and at > 0 and before not in {"per", "/", "a"}
        unit = unit_at(parts, at, text) if before in {"(", "in", ",", "["} or last else None
        if unit is not None:
            return unit[0], scale
    return None, scale


def _scale_of(text: str) -> int:
    lower = text.lower()
    if "million" in lower or "$m)" in lower:
        return 10**6
    if "thousand" in lower or "'000" in lower or "000s" in lower:
        return 10**3
    return 10**9 if "billion" in lower else 1


@lru_cache(maxsize=_CACHED)
def read_passage(text: str, number: int) -> PassageReading:
    """Read a passage; what its sentences say is read when it is first asked for."""
    found = tables(text)
    spans: list[Span] = []
    start = 0
    for taken in (*sorted(found.spans), Span(len(text), len(text))):
        spans += pieces(text, start, max(start, taken.start))
        start = max(start, taken.end)
    return PassageReading(number, text, found, tuple(spans))


class Index:
    """The readings of some passages, made for look-up."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.passages = [read_passage(text, number) for number, text in enumerate(texts)]

    @cached_property
    def readings(self) -> list[Reading]:
        """Every amount of every passage."""
        return [reading for passage in self.passages for reading in passage.readings]

    @cached_property
    def events(self) -> list[Event]:
        """Every date of every passage."""
        told = [event for passage in self.passages for event in passage.events]
        return [*told, *reckoned_across(self.passages, told)]

    @cached_property
    def by_dimension(self) -> dict[str, list[Reading]]:
        """Readings by what they measure."""
        found: defaultdict[str, list[Reading]] = defaultdict(list)
        for reading in self.readings:
            found[reading.amount.dimension].append(reading)
        return dict(found)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every stem of the passages."""
        found: set[str] = set()
        for passage in self.passages:
            for sentence in passage.sentences:
                found.update(sentence.words)
            for cell in passage.tables.cells:
                found.update(cell_words(cell))
                found.update(cell_stems(cell.value))
        return frozenset(found)

    @cached_property
    def names(self) -> frozenset[str]:
        """Every stem that is written as a name inside a sentence, or names a row."""
        found = {
            word
            for passage in self.passages
            for sentence in passage.sentences
            for word, name in sentence.words.items()
            if name
        }
        cells = [cell for passage in self.passages for cell in passage.tables.cells]
        found.update(word for cell in cells for word in cell_stems(cell.row))
        return frozenset(word for word in found if not _is_date(word))

    @cached_property
    def columns(self) -> frozenset[str]:
        """Every word that names a row or column of a table."""
        cells = [cell for passage in self.passages for cell in passage.tables.cells]
        return frozenset(word for cell in cells for word in cell_words(cell))

    @cached_property
    def _held(self) -> Counter[str]:
        return Counter(word for item in (*self.readings, *self.events) for word in item.words)

    def weight(self, word: str) -> float:
        """Return how much a stem tells readings apart; 0 where no reading has it."""
        held = self._held.get(word, 0)
        return math.log(1.0 + (len(self.readings) + len(self.events)) / held) if held else 0.0


__all__ = ["Event", "Index", "PassageReading", "Reading", "Sentence", "read", "read_passage"]
