"""Passages with markup, read as the words that a reader of the page sees.

The tables of a prompt's graph become what they say (`groundgraph.text.documents.graph_contexts`).
What a retriever or a prompt writes around a passage is left out
(`groundgraph.text.documents.labels`). Prose in a wrapper of JSON, or in an object that Python wrote
(`groundgraph.text.documents.written_objects`), is taken out of it, and JSON out of strings of JSON
(`groundgraph.text.documents.json_words`); XML of records becomes JSON
(`groundgraph.text.documents.xml_data`); HTML loses its tags
(`groundgraph.text.documents.html_text`); Markdown loses the marks of headings, emphasis and links
and what is struck out, and the rows of its tables become records, as do records of lines "key:
value" (`groundgraph.text.documents.record_lines`); lines that are quoted lose their ">"
(`groundgraph.text.documents.quoted_lines`). Fields that several headings have are read each with
its own (`groundgraph.text.documents.sections`); settings and lines of logs become fields
(`groundgraph.text.documents.settings`). Lines that a margin broke are joined
(`groundgraph.text.documents.line_breaks`), and those that pages of any subject hold are left out
(`groundgraph.text.documents.furniture`). Letters that are written as a letter and its accent become
one, digits of full width plain, and signs that compare with a number words. A text without any of
that, and data (`groundgraph.text.structured`), are left as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.documents.calendars import calendar_text
from groundgraph.text.documents.data_frames import data_frames
from groundgraph.text.documents.drawn_tables import drawn_tables
from groundgraph.text.documents.furniture import without_furniture
from groundgraph.text.documents.graph_contexts import graph_contexts
from groundgraph.text.documents.html_text import html_text
from groundgraph.text.documents.json_words import unfolded, unwrapped
from groundgraph.text.documents.labels import unlabelled
from groundgraph.text.documents.line_breaks import running_text
from groundgraph.text.documents.plain_text import (
    PlainText,
    PlainWriter,
    composed,
    spoken,
    write_pipes,
    write_table,
)
from groundgraph.text.documents.query_results import named_rows, plain_rows
from groundgraph.text.documents.quoted_lines import unquoted
from groundgraph.text.documents.record_lines import records_at
from groundgraph.text.documents.reference_marks import without_reference_marks
from groundgraph.text.documents.releases import releases
from groundgraph.text.documents.sections import sections
from groundgraph.text.documents.settings import levels, settings
from groundgraph.text.documents.table_shape import with_one_head
from groundgraph.text.documents.term_tables import term_tables
from groundgraph.text.documents.written_objects import as_literal, as_values
from groundgraph.text.documents.xml_data import xml_data
from groundgraph.text.documents.yaml_data import yaml_data
from groundgraph.text.structured import facts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.text.documents.record_lines import Records

# A run ends where another mark of its kind could begin, so that time grows with the text alone.
_MARK = re.compile(
    r"(?P<link>!?\[(?P<name>[^\[\]\n]+)\]"
    r"\((?:[^()\s\[\]]|\([^()\s]*\))+(?:[ ]\"[^\"\n]*\")?\))"
    r"|(?<![~\\])~~(?![\s~])(?P<struck>[^~\n]+)(?<!\s)~~(?!~)[ ]?"
    r"|(?<![\w*\\])(?:"
    r"\*(?![\s*])(?P<star>[^*\n]+)(?<!\s)\*"
    r"|\*\*(?![\s*])(?P<stars>[^*\n]+)(?<!\s)\*\*"
    r"|\*{3}(?![\s*])(?P<three_stars>[^*\n]+)(?<!\s)\*{3})(?![\w*])"
    r"|(?<!\w)(?:"
    r"_(?![\s_])(?P<line>[^_\n]+)(?<!\s)_"
    r"|__(?![\s_])(?P<lines>[^_\n]+)(?<!\s)__)(?!\w)"
)
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?=\S)")
_ITEM = re.compile(r" {0,3}[-*+•][ \t]{1,8}(?=\S)")
_LEAST_WORDS = 4
"""Of an item that is a sentence: its mark is none of what it says."""
_RULE = re.compile(r":?-+:?")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_HINT = re.compile(r"[*_#|]|^ {0,3}[-+•][ \t]|~~|\]\(|:[ \t]", re.MULTILINE)
_MOST_COLUMNS = 200
"""A line of more cells than this is no row of a table that a person reads."""


@lru_cache(maxsize=256)
def plain_text(text: str) -> PlainText | None:
    r"""Read a passage without its markup; ``None`` where it has none.

    >>> plain_text("## Fees\nEntry is **free**.").text
    'Fees\nEntry is free.'
    >>> plain_text("Rooms:\n| Room | Fee |\n|---|---|\n| Small | 40 |").text
    'Rooms:\n\nSmall — Fee: 40'
    >>> plain_text("Entry is free.") is None
    True
    """
    read = _through(_OF_DATA, text, None)
    plain = text if read is None else read.text
    if plain.lstrip()[:1] in {"{", "["} and facts(plain) is not None:
        return read
    return _through(_STEPS, text, read)


def _through(
    steps: Sequence[Callable[[str], PlainText | None]], text: str, read: PlainText | None
) -> PlainText | None:
    for step in steps:
        found = step(text if read is None else read.text)
        if found is not None:
            read = found if read is None else found.after(read)
    return read


def _furnished(text: str) -> PlainText | None:
    return None if "\n" not in text or facts(text) is not None else without_furniture(text)


def _running(text: str) -> PlainText | None:
    return None if facts(text) is not None else running_text(text)


def _markdown(text: str) -> PlainText | None:
    if _HINT.search(text) is None:
        return None
    out = PlainWriter(text)
    spans = [match.span() for match in _LINE.finditer(text)]
    changed = False
    at = 0
    while at < len(spans):
        stop = _write_table(out, text, spans, at)
        if stop > at:
            changed, at = True, stop
        else:
            changed |= _write_line(out, text, *spans[at])
            at += 1
    if not changed or facts(text) is not None:
        return None
    return out.collected().stripped()


def _write_table(out: PlainWriter, text: str, spans: Sequence[tuple[int, int]], at: int) -> int:
    """Write the table or records that begin at a line as a paragraph; return the line after."""
    stop = _table_end(text, spans, at)
    records = None if stop > at else records_at(text, spans, at)
    if records is None and stop == at:
        return at
    begins = spans[at][0]
    if at and not text[slice(*spans[at - 1])].isspace():
        out.put("\n", begins, begins)
    if records is None:
        _write_rows(out, text, spans[at:stop])
    else:
        stop = records.stop
        _write_records(out, text, records, is_all=stop - at == len(spans))
    if stop < len(spans) and not text[slice(*spans[stop])].isspace():
        out.put("\n", spans[stop][0], spans[stop][0])
    return stop


def _table_end(text: str, spans: Sequence[tuple[int, int]], at: int) -> int:
    """Return one past the last line of the table that begins at a line; ``at`` where none does.

    Lines between the rows may be blank, as they are where each row was a paragraph of a page.
    """
    if "|" not in text[slice(*spans[at])]:
        return at
    rule = _next_line(text, spans, at)
    if rule == len(spans) or not _is_rule(text[slice(*spans[rule])]):
        return at
    if len(_cells(*spans[at], text)) > _MOST_COLUMNS:
        return at
    stop = rule + 1
    while (row := _next_line(text, spans, stop - 1)) < len(spans) and "|" in text[
        slice(*spans[row])
    ]:
        stop = row + 1
    return stop if stop > rule + 1 else at


def _next_line(text: str, spans: Sequence[tuple[int, int]], at: int) -> int:
    """Return the next line; past one that is blank, the one after it."""
    after = at + 1
    if after < len(spans) and text[slice(*spans[after])].isspace():
        after += 1
    return after


def _is_rule(line: str) -> bool:
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    return "|" in line and all(_RULE.fullmatch(cell.strip()) for cell in cells)


def _write_rows(out: PlainWriter, text: str, spans: Sequence[tuple[int, int]]) -> None:
    lines = [span for span in spans if not text[slice(*span)].isspace()]
    grid = [_cells(*span, text) for number, span in enumerate(lines) if number != 1]
    read = [[_cell(text, *cell) for cell in row] for row in grid]
    header, *rows = with_one_head(read)
    write_table(out, header, rows)


def _write_records(out: PlainWriter, text: str, records: Records, *, is_all: bool) -> None:
    """Write records as the rows of the table that they could be.

    Where a text is nothing else, the table is written as one, which is data.
    """
    header = [_cell(text, *key) for key in records.header]
    rows = [[_cell(text, *value) for value in row] for row in records.rows]
    (write_pipes if is_all else write_table)(out, header, rows)


def _cells(start: int, stop: int, text: str) -> list[tuple[int, int]]:
    line = text[start:stop].strip()
    first = text.index(line, start) if line else start
    last = first + len(line)
    first += line.startswith("|")
    last -= line.endswith("|") and last > first
    cells = []
    for cell in text[first:last].split("|"):
        cells.append((first, first + len(cell)))
        first += len(cell) + 1
    return cells


def _cell(text: str, start: int, stop: int) -> PlainText:
    words = PlainWriter(text)
    _write_inline(words, text, start, stop)
    return words.collected().stripped()


def _write_line(out: PlainWriter, text: str, start: int, stop: int) -> bool:
    heading = _HEADING.match(text, start, stop)
    mark = heading or _sentence_mark(text, start, stop)
    begins = mark.end() if mark else start
    changed = _write_inline(out, text, begins, stop)
    return changed or begins > start


def _sentence_mark(text: str, start: int, stop: int) -> re.Match[str] | None:
    """Return the mark of a line that is an item of a list, where that is a sentence."""
    mark = _ITEM.match(text, start, stop)
    said = text[mark.end() : stop].rstrip(" \n\"'”’)*_") if mark else ""
    is_sentence = said.endswith((".", "!", "?")) and len(said.split()) >= _LEAST_WORDS
    return mark if is_sentence and "|" not in said else None


def _write_inline(out: PlainWriter, text: str, start: int, stop: int) -> bool:
    """Write words without marks, struck-out ones and addresses of links; say whether any were.

    Marks within marks are taken off one after another, at most three deep.
    """
    return _unmarked(out, text, (start, stop), 3)


def _unmarked(out: PlainWriter, text: str, within: tuple[int, int], depth: int) -> bool:
    place, stop = within
    changed = False
    for match in _MARK.finditer(text, place, stop) if depth else ():
        kind = match.lastgroup or ""
        inner = "name" if kind == "link" else kind
        if _is_name_in_code(match):
            continue
        out.keep(place, match.start())
        if kind != "struck":
            _unmarked(out, text, match.span(inner), depth - 1)
        place, changed = match.end(), True
    out.keep(place, stop)
    return changed


def _is_name_in_code(match: re.Match[str]) -> bool:
    return match["lines"] is not None and " " not in match["lines"]


_OF_DATA = (
    graph_contexts,
    as_literal,
    as_values,
    unlabelled,
    unfolded,
    unwrapped,
    plain_rows,
    term_tables,
    xml_data,
    unwrapped,
    named_rows,
)
_STEPS = (
    composed,
    calendar_text,
    drawn_tables,
    data_frames,
    releases,
    html_text,
    unquoted,
    without_reference_marks,
    yaml_data,
    settings,
    levels,
    sections,
    _markdown,
    _furnished,
    _running,
    spoken,
)
