"""Tables whose columns only blanks part, as text taken from reports has them.

    (in millions)        2023   2022
    Revenue             4,120  3,870
    Net income            512    498

A header of years or quarters, with lines below that end in as many values; or columns two blanks
apart, as many in each line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.calendar_words import MONTHS
from groundgraph.types import Span

_HEAD = re.compile(
    r"(?:fy ?|cy ?)?(?:19|20)\d\d(?:[ae]|[-/]\d\d)?|fy ?\d\d|[qh][1-4](?:[-/ ]?(?:19|20)?\d\d)?",
    re.IGNORECASE,
)
_MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
_FULL, _YEAR = r"(?:19|20)\d\d", r"(?:(?:19|20)\d\d|['’]?\d\d)"
_LONG_HEAD = re.compile(
    rf"(?<!\S)(?:(?P<part>(?:[qh][1-4]|[1-4]q|[12]h|fy|cy)[ -]?{_YEAR}|{_FULL}[ -][qh][1-4])"
    rf"|(?P<day>\d\d?[ -]{_MONTH}[ -]{_FULL}|{_MONTH}[ ]\d\d?,?[ ]{_FULL})"
    rf"|(?P<month>{_MONTH}[ -]{_YEAR}))(?!\S)",
    re.IGNORECASE,
)
"""Periods of several words: "Q1 2024", "31 Dec 2023", "Dec 31, 2023", "Mar 2024"."""
_VALUE = re.compile(r"[-–−+(]?[$€£]?\(?\d[\d,]*(?:\.\d+)?%?\)?%?|[-–—]|n/a|nm", re.IGNORECASE)
_CURRENCY = frozenset({"$", "€", "£"})
_TOKEN = re.compile(r"\S+")
_GAP = re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)")
_SENTENCE = re.compile(r"[a-z]{2}[.!?](?:\s|$)")
_ENDS = frozenset(")%:-–—$€£/")
"""What a line of a table may end in, beside letters and digits; a sentence ends otherwise."""
_MOST_WORDS, _FEWEST = 9, 2
_LONGEST = 240

Cut = list[Span]
"""The cells of a line."""


class Form(NamedTuple):
    """What the lines of a table have in common.

    Attributes:
        kind: "headed" by years or quarters, or "gaps" of two blanks.
        columns: How many columns stand behind the first.
    """

    kind: str
    columns: int


def form_of(line: str, before: Form | None) -> Form | None:
    """Return the form of a line, given that of the line before; ``None`` where it is of no table.

    >>> head = form_of("(in millions) 2023 2022", None)
    >>> head, form_of("Net income 512 498", head), form_of("Net income rose by 14.", head)
    (Form(kind='headed', columns=2), Form(kind='headed', columns=2), None)
    """
    end = line.rstrip()[-1:]
    if len(line) > _LONGEST or not (end.isalnum() or end in _ENDS) or not end:
        return None
    if before is not None and before.kind == "headed":
        found = _values(line)
        heading = not any(map(str.isdigit, line)) and len(line.split()) <= _MOST_WORDS
        if (found and len(found) == before.columns) or (heading and not _SENTENCE.search(line)):
            return before
    heads = _heads(line)
    if len(heads) >= _FEWEST:
        return Form("headed", len(heads))
    gaps = len(_GAP.findall(line))
    return Form("gaps", gaps) if gaps and not _SENTENCE.search(line) else None


def cut(line: str, start: int, form: Form) -> Cut:
    """Return the cells of a line of a table, the first of which names it.

    Args:
        line: The line.
        start: Where it stands in its text.
        form: Of its table.

    Returns:
        None for a line that names what stands below.
    """
    if form.kind == "gaps":
        ends = [match.span() for match in _GAP.finditer(line)]
        opens = [len(line) - len(line.lstrip()), *(end for _, end in ends)]
        closes = [*(first for first, _ in ends), len(line.rstrip())]
        return [Span(start + a, start + b) for a, b in zip(opens, closes, strict=True)]
    found = _heads(line) or _values(line)
    if len(found) != form.columns:
        return []
    name = line[: found[0].start].rstrip()
    begins = len(name) - len(name.lstrip())
    named = Span(start + min(begins, len(name)), start + len(name))
    return [named, *(Span(start + each.start, start + each.end) for each in found)]


def _heads(line: str) -> list[Span]:
    """Return the years, quarters or days that a line ends in, behind a short name or none."""
    return _long_heads(line) or _run(line, _HEAD)


def _long_heads(line: str) -> list[Span]:
    """Return the periods of several words that a line ends in, which are all of one kind."""
    found: list[Span] = []
    kind, end = None, len(line.rstrip())
    for match in reversed([*_LONG_HEAD.finditer(line)]):
        if line[match.end() : end].strip() or (found and match.lastgroup != kind):
            break
        found.append(Span(*match.span()))
        kind, end = match.lastgroup, match.start()
    short = len(line[:end].split()) <= _MOST_WORDS
    return found[::-1] if len(found) >= _FEWEST and short else []


def _values(line: str) -> list[Span]:
    """Return the values that a line ends in, behind a name."""
    found = _run(line, _VALUE)
    named = bool(found) and any(map(str.isalpha, line[: found[0].start]))
    return found if named else []


def _run(line: str, kind: re.Pattern[str]) -> list[Span]:
    """Return the last words of a line that are of a kind, a currency before one among it."""
    words = [Span(*match.span()) for match in _TOKEN.finditer(line)]
    found: list[Span] = []
    while words and kind.fullmatch(line, words[-1].start, words[-1].end):
        last = words.pop()
        if words and words[-1].of(line) in _CURRENCY:
            last = Span(words.pop().start, last.end)
        found.append(last)
    return found[::-1] if len(words) <= _MOST_WORDS else []
