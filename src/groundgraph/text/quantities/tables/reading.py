"""Tables and records inside a passage, as cells with a row, a column and offsets.

Read are pipe tables with or without a rule, HTML tables, lines with commas, semicolons or tabs,
columns that blanks part, JSON and Python literals, and lines of "key: value". What is no table is
left to be read as prose.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from groundgraph.text.held_data import is_name
from groundgraph.text.quantities.tables.aligned import aligned
from groundgraph.text.quantities.tables.data_records import data_cells
from groundgraph.text.quantities.tables.grid_cells import grid, piped, split, unquoted
from groundgraph.text.quantities.tables.heads import spelled_out
from groundgraph.text.quantities.tables.html import ANY_TAG, html_tables
from groundgraph.text.quantities.tables.measured import with_currency, with_units
from groundgraph.text.quantities.tables.ranged import ranged_cells
from groundgraph.text.quantities.tables.record_names import named_by_first_field
from groundgraph.text.quantities.tables.signs import with_signs
from groundgraph.text.quantities.tables.spaced import Form, cut, form_of
from groundgraph.text.quantities.written.table_cells import TableCell, Tables, spaced, unmarked
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.tables.html import Written

_RULE = re.compile(r"[\s|:+=-]+")
_DASHES = re.compile(r"\s*[-=─]{6,}\s*")
_KEY_VALUE = re.compile(
    r"\s{0,8}(?:[-*•]\s{1,3})?(?P<key>[^\W_][^:|\n]{0,79}?)"
    r"(?:\s?:[ \t]+|[ \t]\.{1,90}[ \t]+|\.{4,90}[ \t]*)(?P<value>[^\n]+)"
)
_LETTER_FIRST = re.compile(r"[\"'(]?[^\W\d_]")
_SENTENCE = re.compile(r"[a-z]{2}[.!?](?:\s|$)")
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|will|can|should|must)\b")
_RECORD_NAMES = frozenset(
    """ticket order case patient employee invoice flight course project recipe team club player book
    film event customer policy account contract""".split()
)
_OF_CELL = " — "
"""Between row and column where each line tells one cell: "Line A — Fare: 12.50"."""
_BETWEEN_FIELDS = (";", ",", " — ", " – ", " / ", " - ")
_GAPS, _ALIGNED = "gaps", "aligned"
"""What the forms of lines begin with whose columns blanks part, and that of aligned ones."""
_LONGEST_VALUE, _LONGEST_CELL, _KEY_WORDS = 120, 200, 8
_LEAST_RECORD, _LEAST_ROWS, _SENTENCE_WORDS = 2, 3, 4
_WORD = re.compile(r"\S+")
_PAIR = re.compile(
    r"(?:[^\W\d_][^,;:.\n]{0,40}|(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?),"
    r"(?:[^\W\d][\w ]{0,30}|[$€£]?\d+(?:\.\d+)?%?"
    r"|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{2,4}|\d\d?:\d\d)"
)
"""A name, date or year and a word, value, date or time, with no blank behind the comma."""
_DIGIT = re.compile(r"\d")
_DECIMAL_COMMA = re.compile(r"^(\D{0,3}\d{1,6}),(\d{1,2})(?=\D{0,6}$)")
"""A cell whose number is written as in "0,05", where commas part no cells."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def tables(text: str) -> Tables:
    r"""Return the tables and records of a passage.

    >>> found = tables("| name | price |\n|---|---|\n| Zorba | $4 |\n| Rex | $5 |")
    >>> [(c.row, c.column, c.value) for c in found.cells if c.column == "price"]
    [('Zorba', 'price', '$4'), ('Rex', 'price', '$5')]
    """
    data = data_cells(text)
    if data is not None:
        return data
    cells: list[TableCell] = []
    spans: list[Span] = []
    for found, span in _blocks(text):
        named = [replace(c, row=unmarked(c.row), column=unmarked(c.column)) for c in found]
        cells += with_signs(named)
        spans.append(span)
    for found, span in ranged_cells(text, spans, 1 + max((c.table for c in cells), default=-1)):
        cells += found
        spans.append(span)
    return Tables(tuple(named_by_first_field(cells)), tuple(spans))


def _blocks(text: str) -> Iterator[tuple[list[TableCell], Span]]:
    """Yield the cells and the range of each table, in order."""
    number = 0
    html_end = 0
    if "<t" in text.lower():
        for rows, span in html_tables(text):
            found = grid(rows, number, _line_before(text, span.start))
            if found:
                yield found, span
                number, html_end = number + 1, max(html_end, span.end)
    told: list[list[Span]] = []
    for form, lines in _runs(text, html_end):
        found = [] if form == _OF_CELL else _read_run(text, lines, form, number)
        if form == _OF_CELL:
            told.append(lines)
        elif found:
            yield found, Span(lines[0].start, lines[-1].end)
            number += 1
    yield from _told(text, told, number)


def _line_before(text: str, at: int) -> str:
    """Return the short line above a table, which may name it."""
    above = text[max(0, at - _LONGEST_CELL) : at].rstrip().rpartition("\n")[2].strip()
    return ANY_TAG.sub(" ", above).strip()


def _lines(text: str, start: int) -> Iterator[Span]:
    while start <= len(text):
        stop = text.find("\n", start)
        stop = len(text) if stop < 0 else stop
        yield from _rows_of_line(text, start, stop)
        start = stop + 1


def _rows_of_line(text: str, start: int, stop: int) -> Iterator[Span]:
    """Yield a line, or what stands before its rows, these, and the rest: "a,b,c x,1,2 y,3,4"."""
    held = (
        unquoted(text[start:stop]).split()
        if text.count(",", start, stop) >= 2 * _LEAST_ROWS
        else ()
    )
    if sum(word.count(",") > 1 for word in held) >= _LEAST_ROWS:
        words = [Span(*match.span()) for match in _WORD.finditer(text, start, stop)]
        runs = [[*run] for _, run in groupby(words, lambda word: word.of(text).count(","))]
        rows = max(runs, key=lambda run: len(run) * (run[0].of(text).count(",") > 1))
        if len(rows) >= _LEAST_ROWS and rows[0].of(text).count(",") > 1:
            yield Span(start, rows[0].start)
            yield from rows
            start = rows[-1].end
    yield Span(start, stop)


def _runs(text: str, start: int) -> Iterator[tuple[str, list[Span]]]:
    """Yield forms, with runs of neighbouring lines of each."""
    held: list[tuple[str, Span]] = []
    form = ""
    for line in _lines(text, start):
        if form.startswith((_GAPS, "headed")) and _DASHES.fullmatch(line.of(text)):
            continue
        own = _form(text, line, form)
        if own != form and not (own.startswith(_GAPS) and form.startswith(_GAPS)):
            yield from _of_one_form(text, held)
            held = []
        form = own
        if own and line.of(text).strip():
            held.append((own, line))
    yield from _of_one_form(text, held)


def _of_one_form(text: str, held: Sequence[tuple[str, Span]]) -> Iterator[tuple[str, list[Span]]]:
    """Yield neighbouring lines as one run, where they are of one form or aligned, else by form."""
    if len({form for form, _ in held}) > 1:
        lines = [line for _, line in held]
        if aligned(text, lines):
            yield _ALIGNED, lines
            return
    for form, own in groupby(held, lambda one: one[0]):
        lines = [line for _, line in own]
        if len(lines) >= _least(form):
            yield form, lines


def _least(form: str) -> int:
    """Return how many lines a run has at least; of such that tell one cell one is a run."""
    return 1 if form == _OF_CELL else _LEAST_RECORD


def _is_rule(line: str) -> bool:
    """Say whether a line only parts rows of a table: "|---|:--|"."""
    return "--" in line and _RULE.fullmatch(line) is not None


def _form(text: str, line: Span, before: str) -> str:
    """Return the kind of a line: "|", ";n", ",n", "tn" with the number of marks, ":" or "".

    Where blanks part the columns, it is "headed n" or "gaps n"; where a line tells one cell with
    its row and column, " — ", and blank lines may stand between such.
    """
    written = text[line.start : line.end]
    if not written.strip():
        return before if before == _OF_CELL else ""
    if "|" in written:
        return "|"
    if before == "|" and _is_rule(written):
        return "|"
    spaced_out = form_of(written, _spaced_form(before))
    if spaced_out is not None and spaced_out.kind == "headed":
        return f"headed {spaced_out.columns}"
    by_marks = _form_by_marks(_THOUSANDS.sub(" ", written) if spaced_out else written, before)
    goes_on = by_marks == ":" and before.startswith(_GAPS)  # "Swap:   2.0Gi   1.8Gi"
    if spaced_out is None or (by_marks and not (goes_on and spaced_out.columns > 1)):
        return by_marks
    return f"{_GAPS} {spaced_out.columns}"


def _form_by_marks(line: str, before: str) -> str:
    written = unquoted(line)
    for mark in ("\t", ";", ","):
        count = written.count(mark)
        least = 2 if mark == "," else 1
        if count >= least and len(written) <= _LONGEST_VALUE * 4 and f"{mark}{count}" == before:
            return before
    if _is_key_value(written):
        return _OF_CELL if _OF_CELL in written.partition(":")[0] else ":"
    if _SENTENCE.search(written) and _VERB.search(written):
        return ""
    for mark in ("\t", ";", ","):
        if written.count(mark) >= (2 if mark == "," else 1):
            return f"{mark}{written.count(mark)}"
    return ",1" if _PAIR.fullmatch(written.strip()) else ""


def _spaced_form(form: str) -> Form | None:
    kind, _, columns = form.partition(" ")
    return Form(kind, int(columns)) if kind in {"headed", "gaps"} else None


def _is_key_value(written: str) -> bool:
    match = _KEY_VALUE.match(written)
    if match is None or len(match["value"]) > _LONGEST_VALUE:
        return False
    value = match["value"].strip()
    long = _SENTENCE.search(value) and _VERB.search(value)
    broken = match["key"].count("(") > match["key"].count(")")  # "Revenue  £84m  (last year: £80m)"
    return len(match["key"].split()) <= _KEY_WORDS and not long and not broken


def _read_run(text: str, lines: list[Span], form: str, number: int) -> list[TableCell]:
    first = text[lines[0].start : lines[0].end]
    caption = _line_before(text, lines[0].start)
    if "|" in first:
        return _pipes(text, lines, number, caption)
    if form == _ALIGNED:
        rows = [[(span.of(text), span) for span in row] for row in aligned(text, lines)]
        return grid(rows, number, caption) if _is_tidy(rows, ",", corner=1) else []
    spaced_out = _spaced_form(form)
    if spaced_out is not None:
        return _spaced_out(text, lines, number, spaced_out)
    if _is_key_value(first):
        return _records([_fields(text, line) for line in lines], number, caption)
    mark = next(mark for mark in ("\t", ";", ",") if mark in first)
    rows = [split(text, line, mark) for line in lines]
    if mark != ",":
        rows = [[(_DECIMAL_COMMA.sub(r"\1.\2", cell), at) for cell, at in row] for row in rows]
    least = _LEAST_ROWS if mark == "," else _LEAST_RECORD
    if form == ",1" and not all(_DIGIT.search(row[1][0]) for row in rows[1:]):
        return []
    return grid(rows, number, caption) if len(rows) >= least and _is_tidy(rows, mark) else []


def _spaced_out(text: str, lines: list[Span], number: int, form: Form) -> list[TableCell]:
    """Read rows whose columns blanks part; what stands above the heads is the caption."""
    spans = [cut(line.of(text), line.start, form) for line in lines]
    rows = [[(span.of(text), span) for span in row] for row in spans if row]
    if form == Form("gaps", 1) and all(row[1][0][:1].isdigit() for row in rows):
        return _records([[(row[0], row[1])] for row in rows], number, "")
    headed = form.kind == "headed"
    if not headed and all(_DIGIT.search(row[1][0]) for row in rows if len(row) > 1):
        return _records([_field_of_line(text, row) for row in rows], number, "")
    tidy = headed or (rows and _is_tidy(rows, "" if _are_aligned(text, rows) else ","))
    if not tidy or len(rows) <= _LEAST_RECORD - headed:
        return []
    caption = " ".join(
        (_line_before(text, lines[0].start), rows[0][0][0] if headed else "")
    ).strip()
    rows[0][0] = ("", rows[0][0][1]) if headed else rows[0][0]
    return grid(rows, number, caption)


def _are_aligned(text: str, rows: list[list[Written]]) -> bool:
    """Say whether the columns of all lines begin at the same places."""
    places = [[span.start - text.rfind("\n", 0, span.start) for _, span in row[1:]] for row in rows]
    return all(own == places[0] for own in places)


def _field_of_line(text: str, row: list[Written]) -> list[tuple[Written, Written]]:
    """Read a line without a header as one field: the first cell, and all that follows."""
    value = Span(row[1][1].start, row[-1][1].end)
    return [(row[0], (value.of(text), value))]


def _is_tidy(rows: list[list[Written]], mark: str, corner: int = 0) -> bool:
    """Say whether lines with commas are a table: a header of words, short cells, numbers below.

    The first of the header's cells may be blank where ``corner`` is 1.
    """
    header = [cell for cell, _ in rows[0]]
    if any(cell[:1].isdigit() for cell in header if cell) or not all(header[corner:]):
        return False
    cells = [cell for row in rows for cell, _ in row]
    if any(len(cell) > _LONGEST_CELL // 3 or _is_sentence(cell) for cell in cells):
        return False
    return mark != "," or any(cell[:1].isdigit() for row in rows[1:] for cell, _ in row)


def _is_sentence(cell: str) -> bool:
    """Say whether a cell is more than a name such as "Acme, Inc."."""
    return len(cell.split()) >= _SENTENCE_WORDS and _SENTENCE.search(cell) is not None


def _pipes(text: str, lines: list[Span], number: int, caption: str) -> list[TableCell]:
    rows = piped([split(text, line, "|") for line in lines if not _is_rule(line.of(text))])
    if rows and all(_is_key_value(cell) for row in rows for cell, _ in row if cell):
        pairs = [[_pair(text, span) for _, span in row] for row in rows]
        return _records(pairs, number, caption)
    return grid(rows, number, caption)


def _fields(text: str, line: Span) -> list[tuple[Written, Written]]:
    """Read "key: value", or several such between ";", ",", " — " or " / "."""
    for mark in _BETWEEN_FIELDS:
        parts = [span for _, span in split(text, line, mark) if span.start < span.end]
        if len(parts) > 1 and all(_is_key_value(span.of(text)) for span in parts):
            return [_pair(text, span) for span in parts]
    return [_pair(text, line)]


def _pair(text: str, span: Span) -> tuple[Written, Written]:
    match = _KEY_VALUE.match(text, span.start, span.end)
    if match is None:
        written = text[span.start : span.end].strip()
        return ("", span), (written, span)
    value = match["value"].strip()
    start = match.start("value")
    key = match["key"].strip("*_ ")
    return (key, Span(*match.span("key"))), (value, Span(start, start + len(value)))


def _records(
    records: list[list[tuple[Written, Written]]], number: int, caption: str
) -> list[TableCell]:
    """Read fields: each line a field of one record, or each line a record of several fields."""
    one = all(len(fields) == 1 for fields in records)
    if one:
        records = [[field for fields in records for field in fields]]
    keys = [*dict.fromkeys(key for fields in records for (key, _), _ in fields)]
    names = dict(zip(keys, keys if one else spelled_out(keys), strict=True))
    found = []
    for at, fields in enumerate(records):
        (key, _), (value, _) = fields[0]
        name = value if not one or is_name(key) else caption
        named = _named_sections(fields) if one else {}
        if one and not name and key.lower() in _RECORD_NAMES:
            name = f"{key} {value}"
        texts = [value for _, (value, _) in fields if _LETTER_FIRST.match(value) and value != name]
        for column, ((key, _), (value, span)) in enumerate(fields):
            others = tuple(text for text in texts if text != value)
            own = named.get(key.rpartition(" ")[0], name)
            row = "" if own == value and column else own
            found.append(
                TableCell(row, names[key], value, span, number, (at, column), others, caption, one)
            )
    return with_currency(found) if one else with_units(found)


def _named_sections(fields: list[tuple[Written, Written]]) -> dict[str, str]:
    """Return what sections are called: "metadata" is "billing" where "metadata name" says so."""
    told = [(key.rpartition(" "), value) for (key, _), (value, _) in fields]
    return {section: value for (section, _, key), value in told if section and is_name(key)}


def _told(text: str, runs: list[list[Span]], number: int) -> Iterator[tuple[list[TableCell], Span]]:
    """Yield the cells of lines that each tell one, with its row and column.

    They are of one table where no cell of it is told twice, whatever stands between the lines.
    """
    names = [_pair(text, line)[0][0] for lines in runs for line in lines]
    if len(names) < _LEAST_RECORD:
        return
    is_one = len(set(names)) == len(names)
    rows: dict[str, int] = {}
    columns: dict[str, int] = {}
    for lines in runs:
        caption = _line_before(text, lines[0].start)
        found = []
        for (key, _), (value, span) in (_pair(text, line) for line in lines):
            row, _, column = key.rpartition(_OF_CELL)
            at = rows.setdefault(row, len(rows)), columns.setdefault(column, len(columns) + 1)
            found.append(TableCell(row, column, value, span, number, at, (), caption))
        named = dict(zip(columns, spelled_out([*columns]), strict=True))
        cells = with_units([replace(cell, column=named[cell.column]) for cell in found])
        yield cells, Span(lines[0].start, lines[-1].end)
        if not is_one:
            number, rows, columns = number + 1, {}, {}


__all__ = ["TableCell", "Tables", "spaced", "tables"]
