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
    rf"(?P<unit> ?(?:{_UNIT}){_PER})?(?P<close>\)?)(?=[,;.)]|\s*$|\n| and | or )"
)
"""A name and one value, up to where the next begins."""
_JOIN = re.compile(
    r"(?:, [^\d.;:\n]{3,60}[.;]|[,;.])? (?:and |but )?(?:the |only |just )?|[,;]? ?\n"
)
_SEGMENT = re.compile(r"[;\n]|\.(?=\s+[^\W_]|\s*$)")
_HEADED = re.compile(
    rf"\s*(?:[^:;.\n]{{1,60}}: )?(?P<name>{_NAME})(?: [–—-] |: )(?P<body>.+)", re.DOTALL
)
_BRACKETED = re.compile(rf"(?<![\w.,-])(?P<name>{_NAME}) \((?P<body>[^()\n]{{5,120}})\)")
_LEADING = re.compile(r"(?:(?:and|or|with|the|a|an|in|of|for|by|from|to|plus) )+", re.IGNORECASE)
"""Small words before a name."""
_FIELD = re.compile(
    rf"\s*(?:(?P<label>[^\W\d_][\w'’-]{{0,20}}(?: [^\W\d_][\w'’-]{{0,20}}){{0,2}}) )?"
    rf"(?P<value>{_DIGITS})(?P<unit> ?(?:{_UNIT}))?{_PER}"
    rf"(?P<behind> (?:in|at|on) (?:(?P<of>[^\W\d]\w{{0,19}})|\d{{1,4}} \w{{1,10}}))?\s*"
)
_ORDER = re.compile(
    r"\((?P<heads>[^\W\d_][\w -]{0,20}(?: ?/ ?[^\W\d_][\w -]{0,20}){1,3})\): (?=[^\W_])"
)
"""What values behind the names of a list are of, in their order."""
_ORDERED = re.compile(
    rf"(?P<name>{_NAME}) (?P<values>{_DIGITS}(?: ?(?:{_UNIT}))?"
    rf"(?: / {_DIGITS}(?: ?(?:{_UNIT}))?){{1,3}})(?=[;,.]|\Z)"
)
_BETWEEN_SLASHES, _STOP = re.compile(r"[^/\s](?:[^/]*[^/\s])?"), re.compile(r"[.\n](?:\s|\Z)")
_SEVERAL = re.compile(
    r"(?P<kind>[^\W\d_]{3,20}) (?P<one>[A-Z]|[A-Z]{0,3}\d{1,3}) (?:and|&) "
    r"(?P<other>[A-Z]|[A-Z]{0,3}\d{1,3})"
)
"""Two things of a kind, by a letter or number."""
_SHARED = 2
"""Heads that two rows of one list have in common at least."""
_NAMES = "Name"
"""What heads the names."""
_FEWEST, _FEWEST_WITH_FIELDS, _MOST = 3, 2, 40
_DAYS = 31
_YEARS = range(1500, 2101)
_CUE = re.compile(r"\d\D{2,90}\d[\d.,]*\D{2,90}\d")


class _Row(NamedTuple):
    """A thing of a list: its name, its values by what heads their columns, where it is named."""

    name: str
    values: tuple[tuple[str, str, Span], ...]
    place: Span


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
            listed = _in_order(part, start) or _with_fields(part, start)
            for rows in listed or _in_brackets(part, start) or _lists(part, start):
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
    heads = dict.fromkeys(head.lower() for row in rows for head, _, _ in row.values)
    columns = {head: column for column, head in enumerate(heads, 1)}
    for at, row in enumerate(rows):
        yield TableCell(row.name, _NAMES, row.name, row.place, number, (at, 0))
        for head, value, span in row.values:
            yield TableCell(row.name, head, value, span, number, (at, columns[head.lower()]))


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
    name, stop = _trimmed(match["name"]), start + match.end("name")
    return _Row(name, (value,), Span(stop - len(name), stop))


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
        if row is None or (runs[-1] and len(_heads(row) & _heads(runs[-1][0])) < _SHARED):
            runs.append([])
        if row is not None:
            runs[-1].append(row)
    runs = [run for run in runs if len(run) >= _FEWEST_WITH_FIELDS]
    return [[one for row in run for one in _each(row)] for run in runs]


def _in_order(part: str, start: int) -> list[list[_Row]]:
    """Return lists of names with values in an order that is told first.

    "Temperature (unloaded / loaded): PA12 110 °C / 80 °C; PETG 65 °C / 55 °C".
    """
    found = []
    for told in _ORDER.finditer(part):
        heads = [head.strip() for head in told["heads"].split("/")]
        stop = _STOP.search(part, told.end())
        entries = _ORDERED.finditer(part, told.end(), stop.start() if stop else len(part))
        rows = [row for entry in entries if (row := _row_in_order(entry, heads, start))]
        if len(rows) >= _FEWEST_WITH_FIELDS:
            found.append(rows)
    return found


def _row_in_order(entry: re.Match[str], heads: Sequence[str], start: int) -> _Row | None:
    places = [
        match.span() for match in _BETWEEN_SLASHES.finditer(entry.string, *entry.span("values"))
    ]
    if len(places) != len(heads):
        return None
    values = (
        (head, entry.string[begin:end], Span(start + begin, start + end))
        for head, (begin, end) in zip(heads, places, strict=True)
    )
    begin, end = entry.span("name")
    return _Row(entry["name"], tuple(values), Span(start + begin, start + end))


def _heads(row: _Row) -> frozenset[str]:
    return frozenset(head.lower() for head, _, _ in row.values)


def _fields(part: str, first: int, last: int, start: int) -> _Row | None:
    """Read what stands behind one name and a colon."""
    match = _HEADED.fullmatch(part[first:last].rstrip(" .;\n"))
    return None if match is None else _row_with_fields(match, start + first)


def _in_brackets(part: str, start: int) -> list[list[_Row]]:
    """Return lists of names with values in brackets: "db-1 (32 vCPU, 128 GB), db-2 (16 vCPU, …"."""
    rows = [_row_with_fields(match, start) for match in _BRACKETED.finditer(part)]
    named = [row for row in rows if row is not None]
    if len(named) < max(len(rows), _FEWEST_WITH_FIELDS):
        return []
    return [named] if len({_heads(row) for row in named}) == 1 else []


def _row_with_fields(match: re.Match[str], start: int) -> _Row | None:
    """Read two values or more, each with a head of its own, behind a name.

    What has no value, or none that is read, is left out: "electric", "force adjustable 40–140 N".
    """
    leading = _LEADING.match(match["name"])
    name = match["name"][leading.end() :] if leading else match["name"]
    if not (_may_name(name) or _SEVERAL.fullmatch(name)):
        return None
    values = []
    at = match.start("body")
    for field in match["body"].split(", "):
        told = _FIELD.fullmatch(field)
        if told is not None:
            unit = (told["unit"] or "") if told["label"] else ""
            begin, end = told.start("value"), told.end("value") + len(unit)
            head = told["label"] or told["of"] or _unit(told)
            values.append((head, field[begin:end], Span(start + at + begin, start + at + end)))
        at += len(field) + 2
    heads = {head for head, _, _ in values}
    if not 1 < len(values) == len(heads):
        return None
    end = start + match.end("name")
    return _Row(name, tuple(values), Span(end - len(name), end))


def _each(row: _Row) -> list[_Row]:
    """Return a row for each of several things told as one: "Zones A and B"."""
    several = _SEVERAL.fullmatch(row.name)
    if several is None:
        return [row]
    kind = f"{several['kind'].removesuffix('s')} "
    return [row._replace(name=kind + several[name]) for name in ("one", "other")]
