"""Lists in prose that are tables: several things, each with a value behind its name.

    Pull test: Bondall 410 N; Fixator 655 N; Old Hide 580 N.
    Tom: maths 74, French 81. Esi: maths 83, French 79.

Their cells are held as rows alone; as amounts they are read with their sentence.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.number_words import LABELLED
from groundgraph.text.quantities.written.table_cells import TableCell
from groundgraph.text.words import STOP_WORDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DIGITS = r"[$€£]?\d[\d,]*(?:\.\d+)?(?:[:.]\d\d)?"
_UNIT = r"%|°[CF]|[^\W\d_][\w²³]{0,9}(?:/[^\W\d_]{1,6})?"
_PER = r"(?: (?:an?|per) [^\W\d_]{1,10})?"
_NAME = r"[^\W_][\w'’&+-]{0,24}(?: [^\W\d_][\w'’&+-]{0,24}){0,3}?(?: \d{1,4})?"
_ENTRY = re.compile(
    rf"(?<![\w.,-])(?P<name>{_NAME})(?P<sep>: | [–—-] | \(| )(?P<value>{_DIGITS})"
    rf"(?P<unit> ?(?:{_UNIT}){_PER})?(?P<close>\)?)(?=[,;.)]|\s*$|\n| and )"
)
"""A name and one value, up to where the next begins."""
_JOIN = re.compile(
    r"(?:, [^\d.;:\n]{3,60}[.;]|[,;.])? (?:and |but )?(?:the |only |just )?|[,;]? ?\n"
)
_SEGMENT = re.compile(r"[;\n]|\.(?=\s+[^\W_]|\s*$)")
_HEADED = re.compile(
    rf"\s*(?:[^:;.\n]{{1,60}}: )?(?P<name>{_NAME})(?: [–—-] |: )(?P<body>.+)", re.DOTALL
)
_FIELD = re.compile(
    rf"\s*(?:(?P<label>[^\W\d_][\w'’-]{{0,20}}(?: [^\W\d_][\w'’-]{{0,20}}){{0,2}}) )?"
    rf"(?P<value>{_DIGITS})(?P<unit> ?(?:{_UNIT}))?(?P<behind> (?:in|at|on) (?P<of>\w{{1,20}}))?\s*"
)
_NAMES = "Name"
"""What heads the names."""
_FEWEST, _FEWEST_WITH_FIELDS, _MOST = 3, 2, 40
_DAYS = 31
_YEARS = range(1500, 2101)
_CUE = re.compile(r"\d\D{2,90}\d[\d.,]*\D{2,90}\d")


class _Row(NamedTuple):
    """A thing of a list: its name, and its values by what heads their columns."""

    name: str
    values: tuple[tuple[str, str, Span], ...]


def roster_cells(text: str, taken: Sequence[Span], number: int) -> tuple[TableCell, ...]:
    """Return the cells of the lists of a text outside of its tables, numbered from here on.

    >>> found = roster_cells("Pull test: Oak 410 N; Ash 655 N; Elm 580 N.", [], 0)
    >>> [(cell.row, cell.value) for cell in found if cell.column == "N"]
    [('Oak', '410'), ('Ash', '655'), ('Elm', '580')]
    """
    found: list[TableCell] = []
    if _CUE.search(text):
        for start, stop in _free(len(text), taken):
            part = text[start:stop]
            for rows in _with_fields(part, start) or _lists(part, start):
                found += _cells(rows, number)
                number += 1
    return tuple(found)


def _free(end: int, taken: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield what of a text no table takes."""
    start = 0
    for span in (*sorted(taken), Span(end, end)):
        if span.start > start:
            yield start, span.start
        start = max(start, span.end)


def _cells(rows: Sequence[_Row], number: int) -> Iterator[TableCell]:
    for at, row in enumerate(rows):
        yield TableCell(row.name, _NAMES, row.name, row.values[0][2], number, (at, 0))
        for column, (head, value, span) in enumerate(row.values, 1):
            yield TableCell(row.name, head, value, span, number, (at, column))


def _lists(part: str, start: int) -> list[list[_Row]]:
    """Return lists of names with one value each, told one after the other."""
    runs: list[list[re.Match[str]]] = [[]]
    for match in _ENTRY.finditer(part):
        last = runs[-1][-1] if runs[-1] else None
        if last is not None and not _follows(part, last, match):
            runs.append([])
        runs[-1].append(match)
    lists = ([_row(match, start) for match in run] for run in runs if _is_list(part, run))
    return [rows for rows in lists if len({row.name.lower() for row in rows}) == len(rows)]


def _follows(part: str, last: re.Match[str], match: re.Match[str]) -> bool:
    """Say whether an entry stands right behind another of its kind."""
    alike = (last["sep"], (last["unit"] or "").strip()) == (
        match["sep"],
        (match["unit"] or "").strip(),
    )
    return alike and _JOIN.fullmatch(part, last.end(), match.start()) is not None


def _unit(match: re.Match[str]) -> str:
    return (match["unit"] or "").strip()


def _row(match: re.Match[str], start: int) -> _Row:
    at, end = match.span("value")
    value = (_unit(match), match["value"], Span(start + at, start + end))
    return _Row(_trimmed(match["name"]), (value,))


def _trimmed(name: str) -> str:
    """Return a name from its first capital on: "Great Hask" of "comprise Great Hask"."""
    words = name.split(" ")
    large = [at for at, word in enumerate(words) if word[0].isupper()]
    first = large[0] if large else 0
    for at, word in enumerate(words):
        if words[-1][0].isupper() and not (word[0].isupper() or word[0].isdigit()):
            first = at + 1
    return " ".join(words[first:])


def _is_list(part: str, run: Sequence[re.Match[str]]) -> bool:
    """Say whether entries list what several things have, and no dates or numbers that name."""
    if not _FEWEST <= len(run) <= _MOST:
        return False
    names = [_trimmed(match["name"]) for match in run]
    if not all(map(_may_name, names)):
        return False
    numbers = [match["value"].strip("$€£").replace(",", "") for match in run]
    bare = not any(match["unit"] for match in run) and all(map(str.isdigit, numbers))
    of_months = all(name.lower() in MONTHS for name in names)
    if bare and of_months and all(int(n) <= _DAYS for n in numbers):
        return False
    if bare and all(int(number) in _YEARS for number in numbers):
        return False
    headed = part[: run[0].start("name")].rstrip()[-1:] in {":", ""}
    return headed or run[0]["sep"] != " " or sum(name[0].isupper() for name in names) > 1


def _may_name(name: str) -> bool:
    words = name.lower().split(" ")
    return words[-1] not in LABELLED and STOP_WORDS.isdisjoint(words)


def _with_fields(part: str, start: int) -> list[list[_Row]]:
    """Return lists of names with several values each: "Tom: maths 74, French 81. Esi: …"."""
    runs: list[list[_Row]] = [[]]
    ends = [0, *(match.end() for match in _SEGMENT.finditer(part)), len(part)]
    for first, last in pairwise(ends):
        row = _fields(part, first, last, start)
        if row is None or (runs[-1] and _heads(row) != _heads(runs[-1][0])):
            runs.append([])
        if row is not None:
            runs[-1].append(row)
    return [run for run in runs if len(run) >= _FEWEST_WITH_FIELDS]


def _heads(row: _Row) -> tuple[str, ...]:
    return tuple(head for head, _, _ in row.values)


def _fields(part: str, first: int, last: int, start: int) -> _Row | None:
    """Read what stands behind one name: two values or more, each with a head of its own."""
    match = _HEADED.fullmatch(part[first:last].rstrip(" .;\n"))
    if match is None or not _may_name(match["name"]):
        return None
    values = []
    at = first + match.start("body")
    for field in match["body"].split(", "):
        told = _FIELD.fullmatch(field)
        if told is None:
            return None
        head = told["label"] or told["of"] or _unit(told)
        begin, end = told.span("value")
        values.append((head, told["value"], Span(start + at + begin, start + at + end)))
        at += len(field) + 2
    heads = {head for head, _, _ in values}
    return _Row(match["name"], tuple(values)) if len(values) == len(heads) > 1 else None
