"""Evidence written as data: JSON, a table or key–value lines, flattened to facts with paths.

A table or a list of fields is taken as one only when every line has its form, so that prose is
never mistaken for it.
"""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.text.held_data import held_data
from groundgraph.text.literals import WrittenSet

if TYPE_CHECKING:
    from collections.abc import Iterable

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-]+")
_LONGEST = 400_000
_MOST_WRITTEN = 10 * _LONGEST  # in all facts: a name over a long list stands in each of its facts
_LONGEST_PATH = 2_000  # characters; what is longer names no field
_LINE = re.compile(r"\S.*\S|\S")
_RULE = re.compile(r"\s*(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*(?:\|\s*)?")
_KEY = r"[^\W\d_](?:[\w /()'&-]{0,39}[\w/()'&-])?"
_KEY_VALUE = re.compile(rf"\s*(?:[-*•]\s*)?({_KEY})\s*:\s+(\S.{{0,79}})")
_LABEL = re.compile(r"[^\W_][^.!?;:]{0,39}")
_SENTENCE_END = re.compile(r"[a-z]{2}[.!?]$")
_LEAST_LINES, _LEAST_COLUMNS, _KEY_WORDS, _CELL = 3, 3, 4, 60


_NO = frozenset({"no", "none", "false"})
_YES = frozenset({"yes", "true", "free", "paid", "full_bar", "beer_and_wine"})


class Fact(NamedTuple):
    """One leaf of the data.

    Attributes:
        path: Keys from the root, list positions from 1: ``("hours", "Monday")``.
        value: The leaf as JSON has it: text, number, truth value or ``None``.
    """

    path: tuple[str, ...]
    value: str | float | bool | None

    @property
    def name(self) -> str:
        """Its path as words: "hours Monday"."""
        return spaced(" ".join(self.path))

    @property
    def text(self) -> str:
        """The fact as words: "hours Monday: 9:0-17:0"."""
        value = json.dumps(self.value) if not isinstance(self.value, str) else self.value
        return f"{self.name}: {value}"

    @property
    def truth(self) -> tuple[bool, bool | None]:
        """Whether the value is a yes/no answer, and which; ``None`` where the data has null."""
        if self.value is None or isinstance(self.value, bool):
            return True, self.value
        short = isinstance(self.value, str) and len(self.value) <= _CELL
        word = str(self.value).strip("u'\"").lower() if short else "?"
        return word in _NO | _YES, word in _YES


def facts(text: str) -> list[Fact] | None:
    """Flatten a text that is, or holds, one JSON object, array of objects or Python literal.

    Lines that are an object each are an array. A text that is a Markdown table, comma-separated
    values with a header, or lines of "key: value" from first to last is flattened too
    (`table_facts`, `key_value_facts`).

    Returns:
        The facts in the order of the text, what stands before and after the data as facts of
        their own, ("text",); or ``None`` when the text is ordinary prose, or data with names too
        long for fields.

    >>> facts('{"name": "Zorba", "hours": {"Monday": "9:0-17:0"}}')[1]
    Fact(path=('hours', 'Monday'), value='9:0-17:0')
    >>> facts("Zorba opens at nine.") is None
    True
    """
    found = _data_facts(text)
    if found is None:
        found = table_facts(text) or key_value_facts(text)
    return found if found and _is_bounded(found) else None


def _data_facts(text: str) -> list[Fact] | None:
    held = held_data(text)
    if held is None:
        return None
    found = [Fact(leaf.path, _plain(leaf.value)) for leaf in held.leaves]
    before, after = text[: held.span.start], text[held.span.end :]
    return [*_remark(before), *found, *_remark(after)] if found else []


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, WrittenSet) else value


def _is_bounded(found: Iterable[Fact]) -> bool:
    """Say whether the facts, written out, are in proportion to a text, and their names short."""
    left = _MOST_WRITTEN
    for path, value in found:
        names = sum(map(len, path))
        left -= names + len(str(value))
        if names > _LONGEST_PATH or left < 0:
            return False
    return True


def table_facts(text: str) -> list[Fact] | None:
    r"""Flatten a Markdown table, or comma-separated values of three lines and columns or more.

    Returns:
        A fact for each cell, (row from 1, column's header), or ``None`` for any other text.

    >>> table_facts("| name | stars |\n|---|---|\n| Zorba | 4.5 |")[1]
    Fact(path=('1', 'stars'), value=4.5)
    """
    lines = _lines(text)
    if len(lines) < _LEAST_LINES or len(text) > _LONGEST:
        return None
    if "|" in lines[0] and _RULE.fullmatch(lines[1]):
        rows = [_cells(line) for line in (lines[0], *lines[2:])]
        return _row_facts(rows) if all("|" in line for line in lines[2:]) else None
    if any(line.count(",") < _LEAST_COLUMNS - 1 for line in lines):
        return None
    try:
        rows = list(csv.reader(lines, strict=True))
    except csv.Error:
        return None
    cells = [cell for row in rows for cell in row]
    tidy = all(len(cell) <= _CELL and not _SENTENCE_END.search(cell) for cell in cells)
    numeric = any(cell.strip()[:1].isdigit() for row in rows[1:] for cell in row)
    headed = all(_LABEL.fullmatch(cell) and not cell[0].isdigit() for cell in rows[0])
    return _row_facts(rows) if tidy and numeric and headed else None


def table_rows(text: str) -> list[tuple[int, int]]:
    r"""Return where each row of `table_facts` stands in its text, but for the header.

    >>> [start for start, _ in table_rows("name,stars,city\nZorba,4.5,Bonn\nOrfeo,4,Ulm")]
    [16, 31]
    """
    found = table_facts(text)
    if not found:
        return []
    rows = [match.span() for match in _LINE.finditer(text)]
    rows = rows[2 if _RULE.fullmatch(text[slice(*rows[1])]) else 1 :]
    return rows if len(rows) == int(found[-1].path[0]) else []


def key_value_facts(text: str) -> list[Fact] | None:
    r"""Flatten three lines or more that are all "key: value", with short values and no key twice.

    >>> key_value_facts("Name: Zorba\nStars: 4.5\nWiFi: no")[2]
    Fact(path=('WiFi',), value='no')
    """
    lines = _lines(text)
    if len(lines) < _LEAST_LINES or ":" not in lines[0]:
        return None
    found = []
    for line in lines:
        match = _KEY_VALUE.match(line)
        if not match or line[match.end() :].strip() or len(match[1].split()) > _KEY_WORDS:
            return None
        if _SENTENCE_END.search(match[2]):
            return None
        found.append(Fact((match[1].strip(),), _scalar(match[2])))
    return found if len({fact.path for fact in found}) == len(found) else None


def spaced(name: str) -> str:
    """Split a field's name into words.

    >>> spaced("RestaurantsTakeOut")
    'Restaurants Take Out'
    """
    return " ".join(_CAMEL.sub(" ", name).split())


def _remark(text: str) -> list[Fact]:
    return [Fact(("text",), text.strip())] if text.strip() else []


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def _row_facts(rows: list[list[str]]) -> list[Fact] | None:
    header = [cell.strip() for cell in rows[0]]
    if len(set(header)) < len(header) or any(len(row) != len(header) for row in rows):
        return None
    return [
        Fact((str(number), key), _scalar(cell))
        for number, row in enumerate(rows[1:], start=1)
        for key, cell in zip(header, row, strict=True)
    ]


def _scalar(written: str) -> str | float | bool | None:
    """Read a cell as JSON would: a number, true, false or null, and else its text."""
    cell = written.strip()
    if cell.lower() in {"true", "false", "null", "none", ""}:
        return {"true": True, "false": False}.get(cell.lower())
    if re.fullmatch(r"-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?", cell, re.ASCII) is None:
        return cell  # "007" and "1,200" stay as they are written
    return float(cell) if "." in cell else int(cell)
