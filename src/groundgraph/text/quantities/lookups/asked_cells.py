"""Which lines and columns of a table a question names, and what it asks of their cells.

"The percentage change in total revenue between 2018 and 2019" names one line and two columns.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.calendar_words import MONTHS
from groundgraph.text.quantities.tables.periods import Period, periods_in
from groundgraph.text.quantities.tables.sheets import placed_words
from groundgraph.text.words import stem as plain_stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.tables.sheets import Line, Sheet

Way = Literal["cell", "growth", "change", "average", "sum", "ratio", "when"]

_MOVE = (
    r"(?:increase ?/ ?\(?decrease\)?|change|increase|decrease|difference|growth|decline|rise|drop"
    r"|reduction|variance)"
)
_WAYS: tuple[tuple[Way, re.Pattern[str]], ...] = (
    (
        "growth",
        re.compile(
            rf"(?:percent(?:age)?|%|relative) {_MOVE}|growth rate|rate of (?:growth|change)"
            rf"|{_MOVE}(?: in|,? expressed| as a| by) percent(?:age)?\b(?! of)"
        ),
    ),
    ("change", re.compile(rf"\b{_MOVE}")),
    ("average", re.compile(r"\b(?:average|mean)\b")),
    ("ratio", re.compile(r"\b(?:ratio|proportion|percentage|percent|fraction)\b")),
    ("sum", re.compile(r"\b(?:total|sum|combined|together)\b")),
)
_WHEN = re.compile(
    r"\b(?:which|what) (?:of the )?(?:fiscal |financial )?(?:years?|period)\b", re.IGNORECASE
)
_PLAIN = frozenset(
    map(
        plain_stem,
        """what which how much many large larger largest great greater greatest high higher highest
        low lower lowest small smaller smallest less more most least than exceed exceeded negative
        positive company companies group firm amount amounts value values figure
        figures year years fiscal financial period periods end ended ending respective respectively
        across over between both all three two recorded reported company's total number thousand
        thousands million millions billion usd dollars answer quarter quarters table calendar
        """.split(),
    )
)
"""Stems of a question that tell no line of a table from another."""
_OF_MOVES = frozenset(
    map(
        plain_stem,
        "change increase decrease variance difference growth percent percentage amount".split(),
    )
) | frozenset(map(str, range(1990, 2100)))
"""Stems of columns that hold how others changed."""
_SPRING = 2
_LOOSE, _ENDS = 2, 2
"""Words of a question that may stand between those of a name; periods of a range."""


class Named(NamedTuple):
    """A name of lines that a question has.

    Attributes:
        lines: The lines, several where more are called so.
        span: Where it stands.
    """

    lines: tuple[Line, ...]
    span: Span


class Asked(NamedTuple):
    """What a question asks of a table.

    Attributes:
        way: How the value is reckoned from cells.
        named: Its lines, in the order in which they are named.
        columns: Its columns, by period where periods are asked: those that may be meant.
        ranges: Whether two periods may stand for all between them.
        sure: Whether nothing of the question is left that may name something else.
        whole: Whether it has the names of its lines in full.
        text: The question.
    """

    way: Way
    named: tuple[Named, ...]
    columns: tuple[tuple[Line, ...], ...]
    ranges: bool
    sure: bool
    whole: bool
    text: str


def asked_of(text: str, sheet: Sheet) -> Asked | None:
    """Read what a question asks of a table; ``None`` where it names no line of it."""
    words = [*placed_words(text)]
    periods = periods_in(text)
    named = _named(text, words, [*sheet.lines, *_shortened(sheet.lines)])
    if not named:
        named = _named(text, words, _nearly({word for word, _ in words}, sheet.lines))
    named = _of_periods(_of_sections(named, {word for word, _ in words}), periods)
    if not named:
        return None
    taken = [name.span for name in named]
    heads = _named(
        text, words, [head for head in sheet.columns if not _OF_MOVES.issuperset(head.words)]
    )
    longer = [head.span for head in heads if len(head.lines[0].words) > 1]
    ways = _ways(text.lower(), [*taken, *longer])
    if len(ways) > 1:
        return None
    columns = _columns(sheet, [period for period, _ in periods], heads)
    inside = [*taken, *(span for _, span in periods), *(span for _, span in ways.values())]
    inside += [head.span for head in heads]
    known = _PLAIN | sheet.caption.union(*(line.more for name in named for line in name.lines))
    left = [
        word
        for word, at in words
        if word not in known and not any(span.start <= at < span.end for span in inside)
    ]
    left = [word for word in left if word not in MONTHS and not word.isdigit()]
    way: Way = next(iter(ways), "cell")
    sure = not left and _are_sure(named, columns, [period for period, _ in periods])
    names = {line.number: line.words for line in sheet.lines}
    whole = all(line.words == names[line.number] for name in named for line in name.lines)
    return Asked(way, tuple(named), columns, _is_range(text, periods), sure, whole, text)


def _are_sure(
    named: Sequence[Named], columns: Sequence[Sequence[Line]], periods: Sequence[Period]
) -> bool:
    """Say whether each name is of one line, and each column of the one period that is asked.

    A year that ends in the first months of the next may be called by either.
    """
    told = [column.period for group in columns for column in group]
    if any(len(name.lines) > 1 for name in named) or any(len(group) != 1 for group in columns):
        return False
    of_lines = [line.period for name in named for line in name.lines]
    if periods and None in of_lines and (not told or None in told):
        return False
    in_spring = any(period and 0 < period.month <= _SPRING for period in told)
    return not in_spring or all(period.month for period in periods)


def _ways(text: str, taken: Sequence[Span]) -> dict[Way, tuple[str, Span]]:
    """Return how a value is reckoned, where that is said outside names; one of several overlaid."""
    if (when := _WHEN.search(text)) is not None:
        return {"when": ("", Span(*when.span()))}
    found: dict[Way, tuple[str, Span]] = {}
    for way, pattern in _WAYS:
        for match in pattern.finditer(text):
            span = Span(*match.span())
            outer = [*taken, *(other for _, other in found.values())]
            if not any(span.overlaps(other) for other in outer):
                found.setdefault(way, (match[0], span))
    if len(found) > 1:
        found.pop("sum", None)
    return found


def _named(text: str, words: Sequence[tuple[str, int]], lines: Sequence[Line]) -> list[Named]:
    """Return the names of lines that a text has in full, of those within another the longer."""
    said = [word for word, _ in words]
    known = frozenset(said)
    found: list[tuple[int, int, Line]] = []
    for line in lines:
        if line.words and known.issuperset(line.words):
            window = _window(said, line.words)
            if window is not None:
                found.append((*window, line))
    kept = [
        one
        for one in found
        if not any(
            (other[0] <= one[0] and one[1] <= other[1] and len(other[2].words) > len(one[2].words))
            for other in found
        )
    ]
    kept.sort(key=lambda one: one[:2])
    return [
        Named(tuple(line for *_, line in own), _span(text, words, *place))
        for place, own in groupby(kept, key=lambda one: one[:2])
    ]


def _span(text: str, words: Sequence[tuple[str, int]], first: int, last: int) -> Span:
    start, end = words[first][1], words[last][1]
    stop = next((at for at in range(end, len(text)) if not (text[at].isalnum())), len(text))
    return Span(start, stop)


def _window(said: Sequence[str], words: Sequence[str]) -> tuple[int, int] | None:
    """Return the narrowest stretch of a text that holds some words, with few others between."""
    wanted, most = set(words), len(words) + _LOOSE
    best: tuple[int, bool, int, int] | None = None
    for first, word in enumerate(said):
        if word not in wanted:
            continue
        left = set(wanted)
        for last in range(first, min(len(said), first + most)):
            left.discard(said[last])
            if not left:
                found = (last - first, word != words[0], first, last)
                best = min(found, best or found)
                break
    return best[2:] if best is not None else None


def _of_sections(named: Sequence[Named], said: set[str]) -> list[Named]:
    """Of lines of one name keep those whose section or brackets a question has most of."""
    kept = []
    for name in named:
        fits = [len(line.more & said) for line in name.lines]
        best = max(fits)
        lines = [line for line, fit in zip(name.lines, fits, strict=True) if fit == best]
        kept.append(name._replace(lines=tuple(lines)))
    return kept


def _shortened(lines: Sequence[Line]) -> list[Line]:
    """Return lines by the first words of their names, those of which no other begins so."""
    counted = Counter(line.short for line in lines)
    return [
        line._replace(words=line.short)
        for line in lines
        if counted[line.short] == 1 and line.short != line.words
    ]


def _nearly(said: set[str], lines: Sequence[Line]) -> list[Line]:
    """Return the only line of which a question has all words but one, without that."""
    near = [line for line in lines if len(line.words) > _LOOSE and len({*line.words} - said) == 1]
    one = [line._replace(words=tuple(word for word in line.words if word in said)) for line in near]
    return one if len(one) == 1 else []


def _of_periods(named: Sequence[Named], periods: Sequence[tuple[Period, Span]]) -> list[Named]:
    """Of lines that end in a day or year keep those of the periods that a question names."""
    kept = []
    for name in named:
        told = [line for line in name.lines if line.period is not None]
        fits = [
            line for line in told if any(p.is_in(line.period) for p, _ in periods if line.period)
        ]
        kept.append(name._replace(lines=tuple(fits) or name.lines) if told else name)
    return kept


def _columns(
    sheet: Sheet, periods: Sequence[Period], heads: Sequence[Named]
) -> tuple[tuple[Line, ...], ...]:
    """Return the columns that a question asks for: of each period, else of each name."""
    named = {line.number for head in heads for line in head.lines}
    if any(column.period for column in sheet.columns) and periods:
        found = []
        for period in dict.fromkeys(periods):
            own = [c for c in sheet.columns if c.period is not None and period.is_in(c.period)]
            plain = [c for c in own if not c.words]
            chosen = [c for c in own if c.number in named] or plain or own
            found.append(tuple(chosen))
        return tuple(found)
    return tuple(head.lines for head in heads)


def _is_range(text: str, periods: Sequence[tuple[Period, Span]]) -> bool:
    """Say whether two periods are the ends of several: "from 2017 to 2019"."""
    if len(periods) != _ENDS:
        return False
    (_, one), (_, other) = periods
    return text[one.end : other.start].strip() in {"to", "-", "–", "through", "and"}
