"""The cells of tables and records as amounts and dates with the words of row and column."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import read_month
from groundgraph.text.quantities.tables.heads import is_period
from groundgraph.text.quantities.tables.reading import spaced
from groundgraph.text.quantities.tables.scales import scale_named, without_scale
from groundgraph.text.quantities.tables.signs import is_in_brackets
from groundgraph.text.quantities.times.timeline import filled
from groundgraph.text.quantities.written.amounts import Quantity, amounts_of
from groundgraph.text.quantities.written.bounds import BORDERS
from groundgraph.text.quantities.written.dates import mentions
from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import content_words, is_odd_name
from groundgraph.text.quantities.written.tokens import tokens
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT, MeasureUnit
from groundgraph.text.quantities.written.units import unit_at
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.dates import DateMention
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.text.quantities.written.tokens import Token

_BARE, _SEVERAL = 2, 2
"""Tokens of a value that is an amount alone, with its sign; amounts of a cell in parts."""
_LONGEST_UNIT = 8
_MINUTES = re.compile(r"\d{1,4}m")
_LASTING = re.compile(
    r"\b(?:after|every|timeout|interval|delay|ttl|duration|period|wait|age|time|expir\w{1,4}|window"
    r"|uptime|running for)\b",
    re.IGNORECASE,
)
"""Columns and fields that hold how long something lasts."""
_PART = re.compile(r"[^,;/()]+")
_OWN, _OTHER, _CAPTION = 1.0, 0.7, 0.3
"""Weights of the words of a cell's row and column, of its row's other cells, and of the caption."""
LONG_CELL = 120
"""A cell of more characters is prose and read as such."""
_DATE_COLUMNS = tuple(
    """year date found born open built since release establish launch incorporat start active term
    end complete introduc record debut died death formed publish joined hired appoint elected
    retired graduat""".split()
)
_LOSSES = re.compile(
    r"\b(?:loss|lost|lose|losing|deficit|outflow|negative|minus|(?:de|re)duc|decreas|declin|fell"
    r"|fall|drop|down|below|lower|contract|shr[aiu]nk|worse|used|burn)",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"[$€£¥]?\s?[-—–]{1,2}\s?%?")
_TIMES = frozenset("seconds minutes hours days nights weeks months years".split())
_DURATIONS = frozenset({"durat", "runtim"})
_LASTS = ("last", "tak", "long")
"""What is said of a duration."""
_TABLE_LINES = 1000
_CLOCK = re.compile(r"(\d{1,3}):(\d\d)")
_OF_RACES = re.compile(
    r"\b(?:times?|duration|lap|split|result|finish|total|best|marathon|half|\d+ (?:k?m|k|miles?))\b"
)
"""Columns whose clocks may tell how long something took."""
_SIZE = re.compile(r"\d+(?:\.\d+)?[KMGT]")
_OF_STORAGE = frozenset(
    "size used avail available free total shared cache memory mem disk swap".split()
)
"""Columns in which "17G" is 17 GB; as it may be GiB it contradicts nothing."""
_OF_STATEMENTS = frozenset({"amount", "value", "sum", "transaction", "payment", "booking"})


def line_of(cell: TableCell, lines: int) -> int:
    """Return a number for a cell's row that no sentence of the passage has."""
    return lines + _TABLE_LINES * (cell.table + 1) + cell.at[0]


def cell_readings(
    cells: Sequence[TableCell], passage: int, lines: int, scale: int
) -> Iterator[EvidenceQuantity]:
    """Yield the amounts of cells.

    Args:
        cells: The cells of a passage.
        passage: Its number.
        lines: How many sentences it has.
        scale: 10**6 where it says "in millions" of its tables, else 1.
    """
    numbers = {line for cell in cells if cell.value[-1:].isdecimal() for line in _lines(cell)}
    for cell in cells:
        if len(cell.value) > LONG_CELL:
            continue
        told = cell_amounts(cell, scale)
        if is_nothing(cell.value) and not numbers.isdisjoint(_lines(cell)):
            told = [
                replace(amount, span=Span(0, len(cell.value)))
                for amount in cell_amounts(replace(cell, value="0"), scale)
            ]
        for amount in (*told, *_of_the_other_sign(cell, told), *_time_taken(cell)):
            words = {**cell_words(cell), **_beside(cell, amount, told)}
            own = frozenset(word for word, weight in words.items() if weight >= _OWN)
            start = cell.span.start
            span = Span(start + amount.span.start, start + amount.span.end)
            yield EvidenceQuantity(
                amount, words, passage, span, cell.span, line_of(cell, lines), cell, own
            )


def _lines(cell: TableCell) -> list[tuple[int, str, int]]:
    """Return the lines of a table in which a cell is told of a period: its row, or its column."""
    row, column = cell.at
    of_row = [(cell.table, "row", row)] if is_period(cell.column) else []
    return [*of_row, *([(cell.table, "column", column)] if is_period(cell.row) else [])]


def is_nothing(value: str) -> bool:
    """Say whether a cell is a dash, which is 0 in a line of numbers."""
    return _NOTHING.fullmatch(value) is not None


def _beside(cell: TableCell, amount: Quantity, told: Sequence[Quantity]) -> dict[str, float]:
    """Return the words of the part of a cell that holds one of several amounts, and of the others.

    "postgres 5433, redis 6380" tells two ports of what heads the row.
    """
    if len(told) < _SEVERAL or not any(map(str.isalpha, cell.value)):
        return {}
    found: dict[str, float] = {}
    for match in _PART.finditer(cell.value):
        own = match.start() <= amount.span.start < match.end()
        found |= {w: _OWN if own else _CAPTION for w in _plain(match[0]) if own or w not in found}
    return found


def _plain(text: str) -> list[str]:
    return [word for word in cell_stems(text) if not word[0].isdigit()]


def _of_the_other_sign(cell: TableCell, told: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield "-850.00" of a bank statement as 850 too, and an amount in brackets with both signs.

    "The rent was 850 euros" tells what was paid, and "Costs | (12.2)" may be told either way.
    """
    either = is_in_brackets(cell.value)
    if either or cell.column.lower() in _OF_STATEMENTS:
        yield from (replace(a, value=-a.value, weak=True) for a in told if either or a.value < 0)


def _is_of_minutes(cell: TableCell) -> bool:
    """Say whether "10m" of a setting are minutes: "escalate after", "ttl"."""
    return _MINUTES.fullmatch(cell.value) is not None and _LASTING.search(cell.column) is not None


def _is_size(cell: TableCell) -> bool:
    """Say whether a cell is a size as "df -h" and "ls -lh" write it: "17G" under "Used"."""
    return bool(_SIZE.fullmatch(cell.value)) and cell.column.lower() in _OF_STORAGE


def _time_taken(cell: TableCell) -> Iterator[Quantity]:
    """Yield "3:12" under "Time" or "5 km" as hours and minutes, and as minutes and seconds.

    Which of them it is cannot be told, so that both are weak and contradict nothing.
    """
    parts = _CLOCK.fullmatch(cell.value)
    if parts is None or not _OF_RACES.search(spaced(cell.column).lower()):
        return
    for name in ("hours", "minutes"):
        value = int(parts[1]) + Fraction(int(parts[2]), 60)
        span = Span(0, len(cell.value))
        yield Quantity(span, value, Fraction(1, 60), BY_WORD[name], weak=True)


def cell_events(cells: Sequence[TableCell], passage: int, lines: int) -> Iterator[Event]:
    """Yield the dates of cells."""
    held = Moment()
    for cell in cells:
        value = cell.value
        if len(value) > LONG_CELL or (not any(map(str.isdigit, value)) and not value[:1].isupper()):
            continue
        parts, dates = cell_mentions(value)
        for mention in dates:
            if mention.moment.year is not None and not is_time(mention, cell):
                continue
            moment = filled(mention.moment, held)
            held = moment if moment.dated else held
            words = cell_words(cell)
            before = parts[mention.first - 1].text if mention.first else ""
            words |= {BORDERS[before]: _OWN} if before in BORDERS else {}
            yield Event(moment, words, passage, cell.span, cell.span, line_of(cell, lines), cell)


def is_time(mention: DateMention, cell: TableCell) -> bool:
    """Say whether four digits in a cell are a year and not an amount."""
    if mention.moment.month is not None or mention.moment.step is not None:
        return mention.moment.month is not None
    if cell.value.strip("() c.").isdigit():
        column = cell.column.lower()
        return any(word in column for word in _DATE_COLUMNS)
    return any(map(str.isalpha, cell.value)) or "(" in cell.value


def cell_words(cell: TableCell) -> dict[str, float]:
    """Return the words of a cell's row, column, caption and neighbours, weighed."""
    words = dict.fromkeys(cell_stems(cell.caption), _CAPTION)
    for other in cell.others:
        if len(other) <= LONG_CELL:
            words.update(dict.fromkeys(cell_stems(other), _OTHER))
    words.update(dict.fromkeys(cell_stems(cell.row), _OWN))
    named = cell_stems(cell.column)
    lasts = () if _DURATIONS.isdisjoint(named) else _LASTS
    words.update(dict.fromkeys((*named, *lasts), _OWN))
    return words


@lru_cache(maxsize=1024)
def cell_mentions(value: str) -> tuple[tuple[Token, ...], tuple[DateMention, ...]]:
    """Return the tokens of what a cell holds, and its dates and times of day."""
    parts = tuple(tokens(value))
    return parts, tuple(mentions(parts, value))


@lru_cache(maxsize=8192)
def cell_stems(text: str) -> tuple[str, ...]:
    """Return the content words of a cell, row or column; a letter alone is a name: "B" of a zone.

    >>> cell_stems("Monthly price"), cell_stems("B"), cell_stems("2023-08")
    (('month', 'cost'), ('b#',), ('august', '2023'))
    """
    if month := read_month(text):
        return (*content_words(tokens(month), month), text[:4])
    plain = spaced(text)
    if len(plain) == 1 and plain.isupper() and is_odd_name(plain.lower()):
        return (f"{plain.lower()}#",)
    return tuple(content_words(tokens(plain), plain))


def cell_amounts(cell: TableCell, scale: int = 1) -> list[Quantity]:
    """Return the amounts of a cell, with the unit that its column or caption names."""
    if not any(map(str.isdigit, cell.value)) and not cell.value.islower():
        return []
    if _is_size(cell) or _is_of_minutes(cell):
        whole = Span(0, len(cell.value))
        written = f"{cell.value}B" if _is_size(cell) else f"{cell.value}in"
        told = amounts_of(cell_mentions(written)[0], written)
        return [replace(amount, span=whole, weak=True) for amount in told]
    return [_as_in_accounts(cell, amount) for amount in _cell_amounts(cell, scale)]


def _as_in_accounts(cell: TableCell, amount: Quantity) -> Quantity:
    """Read an amount in brackets as one below 0, where others of its line are above."""
    if not is_in_brackets(cell.value):
        return amount
    value = abs(amount.value)
    return replace(amount, value=-value if cell.turns else value, span=Span(0, len(cell.value)))


def _cell_amounts(cell: TableCell, around: int) -> Iterator[Quantity]:
    parts, told = cell_mentions(cell.value)
    taken = frozenset(
        index
        for mention in told
        if mention.moment.minutes or is_time(mention, cell)
        for index in range(mention.first, mention.after)
    )
    years = cell.column[:1].isdigit() and "(" not in cell.column  # may head the columns
    name = cell.row if years else cell.column
    unit, scale = header_unit(name, cell.caption)
    if unit is None and name == cell.column and "(" in cell.row:
        unit, scale = header_unit(cell.row, cell.caption)  # "Melting point (°C)" heads a row
    scale = scale if scale > 1 else around
    per = ""
    if unit is None and cell.unit:
        unit, per = unit_told(cell.unit)
    unit = unit or _unit_beside(cell)
    for amount in amounts_of(parts, cell.value, taken):
        if amount.unit is COUNT and amount.kind == "count" and unit is not None:
            known = 1 if amount.scaled else scale
            yield replace(amount, unit=unit, weak=False, per=amount.per or per, scale=known)
        elif not amount.weak or len(parts) <= _BARE:
            yield replace(amount, weak=False, scale=1 if amount.scaled else scale)


@lru_cache(maxsize=2048)
def header_unit(column: str, caption: str) -> tuple[MeasureUnit | None, int]:
    """Return the unit that a column's name gives, and the scale that it or the caption gives."""
    text = without_scale(spaced(column))
    parts = tokens(text)
    scale = scale_named(column)
    scale = scale if scale > 1 else scale_named(caption)
    for at in range(len(parts)):
        before = parts[at - 1].text if at else ""
        last = at == len(parts) - 1 and at > 0 and before not in {"per", "/", "a"}
        last = last and not (_is_letter(text, parts[at]) or _is_counted(parts, at))
        named = before in {"(", "in", ",", "["} or last or _counts_times(parts, at)
        named = named or parts[at].text == "°"
        unit = unit_at(parts, at, text) if named else None
        if unit is not None:
            return unit[0], scale
    return None, scale


@lru_cache(maxsize=1024)
def unit_told(text: str) -> tuple[MeasureUnit | None, str]:
    """Return the unit that a text is, and what it is for one of.

    >>> unit, per = unit_told("µg/dL")
    >>> unit.name, per
    ('µg', 'dl')
    """
    told = amounts_of(tokens(written := f"1 {text}"), written)
    whole = len(told) == 1 and told[0].unit is not COUNT and not told[0].noun
    return (told[0].unit, told[0].per) if whole else (None, "")


def _unit_beside(cell: TableCell) -> MeasureUnit | None:
    """Return the unit that stands in a cell of its own: "Sodium | 139 | mmol/L"."""
    for other in cell.others:
        if len(other) <= _LONGEST_UNIT and ("/" in other or "%" in other or other[-1:] == "g"):
            parts = tokens(other)
            unit = unit_at(parts, 0, other) if parts else None
            if unit is not None and unit[1] == len(parts):
                return unit[0]
    return None


def _is_letter(text: str, part: Token) -> bool:
    """Say whether a word is one capital letter, which names "Compound C" and measures nothing."""
    return part.end - part.start == 1 and text[part.start].isupper()


def _is_counted(parts: Sequence[Token], at: int) -> bool:
    """Say whether a number stands before a word, and is not the end of a name such as "p99"."""
    number = parts[at - 1]
    glued = at > 1 and parts[at - 2].kind == "word" and parts[at - 2].end == number.start
    return number.kind == "number" and not glued


def _counts_times(parts: Sequence[Token], at: int) -> bool:
    """Say whether a column begins with a unit of time: "Days", "Days of leave"."""
    return at == 0 and parts[0].text in _TIMES


def speaks_of_loss(text: str) -> bool:
    """Say whether a text tells or asks of a loss."""
    return _LOSSES.search(text) is not None
