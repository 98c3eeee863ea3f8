"""Settings and logs, read as lines of "key: value": "key=value", sections, and YAML's levels."""

from __future__ import annotations

import re
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, rewritten
from groundgraph.text.structured import spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Piece = tuple[Span, str]
    """Where something stands, and what is read instead."""

_PAIR = re.compile(
    r"(?P<key>[A-Za-z][\w.-]{0,60})(?P<sign>[ ]?=[ ]?)"
    r"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|(?P<list>\[[^\[\]\n]*\])|(?P<table>\{[^{}\n]*\})"
    r"|[^\s;,\"'=(){}\[\]<>]+)"
)
_INNER = re.compile(
    r"(?P<key>[A-Za-z][\w.-]{0,60})(?P<sign>[ ]?=[ ]?)"
    r"(?P<value>\"[^\"\n]*\"|'[^'\n]*'|(?P<list>\[[^\[\]\n]*\])|[^\s,\"'=(){}\[\]<>]+)"
)
_BETWEEN = re.compile(r"[ \t]*[;,]?[ \t]*")
_STAMP = re.compile(r"[ \t]*(?:[\[\d][^\s=]{0,40}[ \t]+){0,3}")
"""What may stand before the pairs of a line of a log."""
_SECTION = re.compile(r"[ \t]*\[(?P<name>[A-Za-z][\w.-]{0,60})\][ \t]*")
_PROGRAM = re.compile(
    r"\w\(|[{}]|;[ \t]*$|\b(?:if|for|while|switch) \(|\b(?:import|def|return|const|let|var)\b"
)
_LEVEL = re.compile(r"(?P<indent>[ ]*)(?P<key>[a-z][\w.-]{0,60}):(?P<value>[ ]+[^\s][^\n]*)?")
_SKIPPED = re.compile(r"[ \t]*(?:#[^\n]*)?")
"""A comment, or nothing."""
_MARKS = re.compile(r"[\[\]\"']")
_LINE = re.compile(r"[^\n]+")
_QUOTES = "\"'"
_LEAST = 2


class _Line(NamedTuple):
    """A line of a text, and its pairs where it holds nothing else."""

    span: Span
    pairs: Sequence[re.Match[str]]


def settings(text: str) -> PlainText | None:
    r"""Read lines that hold nothing but pairs as data; ``None`` where there are none.

    The name of a section stands before each of its keys. A pair by itself is no data, nor are the
    lines of a program.

    >>> settings("grade=A; hold_min=45\ngrade=B; hold_min=60").text
    'grade: A; hold min: 45\ngrade: B; hold min: 60'
    >>> settings("[client]\ntimeout = 30\n[server]\ntimeout = 120").text
    'client timeout: 30\nserver timeout: 120'
    >>> settings("x = 5") is settings("x = 5\ny = 6\nprint(x)") is None
    True
    """
    if "=" not in text:
        return None
    lines = [_line(text, Span(*match.span())) for match in _LINE.finditer(text)]
    if sum(len(line.pairs) for line in lines) < _LEAST:
        return None
    if any(_PROGRAM.search(line.span.of(text)) for line in lines if not line.pairs):
        return None
    return rewritten(text, _written_lines(text, lines))


def _line(text: str, span: Span) -> _Line:
    stamp = _STAMP.match(text, *span)
    at = stamp.end() if stamp else span.start
    pairs = []
    while pair := _PAIR.match(text, at, span.end):
        pairs.append(pair)
        between = _BETWEEN.match(text, pair.end(), span.end)
        at = between.end() if between else pair.end()
    return _Line(span, pairs if at == span.end else ())


def _written_lines(text: str, lines: Sequence[_Line]) -> Iterator[Piece]:
    name = ""
    for number, line in enumerate(lines):
        following = lines[number + 1 : number + 2]
        section = _SECTION.fullmatch(text, *line.span)
        if section and following and following[0].pairs:
            name = f"{spaced(section['name'])} "
            begins = lines[number - 1].span.end + 1 if number else line.span.start
            yield Span(begins, following[0].span.start), ""
        elif line.pairs:
            yield from _written(text, line, name)
        else:
            name = ""


def _written(text: str, line: _Line, name: str) -> Iterator[Piece]:
    """Yield what of a line is written otherwise."""
    ends = line.span.start
    for number, pair in enumerate(line.pairs):
        before = text[ends : pair.start()].strip(" \t[]")
        stamp = f"time: {before}; " if ":" in before else f"{before} " if before else ""
        between = "; " if number else stamp
        key = f"{name}{spaced(pair['key'])}"
        if pair["table"]:
            yield from _of_table(text, Span(ends, pair.start("value")), pair, f"{between}{key}")
        else:
            yield Span(ends, pair.start("value")), f"{between}{key}: "
            yield from _plain(text, pair)
        ends = pair.end()


def _of_table(text: str, before: Span, pair: re.Match[str], lead: str) -> Iterator[Piece]:
    """Yield what of ``tokio = { version = "1", optional = true }`` is written otherwise."""
    start, stop = pair.span("table")
    place, name = before.start, lead.lstrip("; ")
    for number, inner in enumerate(_INNER.finditer(text, start + 1, stop - 1)):
        told = f"; {name}" if number else lead
        yield Span(place, inner.start("value")), f"{told} {spaced(inner['key'])}: "
        yield from _plain(text, inner)
        place = inner.end("value")
    yield Span(place, stop), "" if place > before.start else f"{lead}: "


def _plain(text: str, pair: re.Match[str]) -> Iterator[Piece]:
    """Yield the quotes of a value, or the brackets and quotes of a list, which are left out."""
    value = Span(*pair.span("value"))
    if not pair["list"]:
        yield from _unquoted(text, value)
        return
    for mark in _MARKS.finditer(text, *value):
        yield Span(*mark.span()), ""


def _unquoted(text: str, value: Span) -> Iterator[Piece]:
    if text[value.start] in _QUOTES and text[value.start] == text[value.end - 1]:
        yield Span(value.start, value.start + 1), ""
        yield Span(value.end - 1, value.end), ""


def levels(text: str) -> PlainText | None:
    r"""Read YAML with each key behind the keys of the levels above; ``None`` where there are none.

    Every line of a level is "key: value" in small letters, or a comment.

    >>> levels("client:\n  timeout: 30s\nserver:\n  timeout: 120s").text
    'client timeout: 30s\nserver timeout: 120s'
    >>> levels("Note:\n  The fee is 3 euros.") is levels("fee: 3") is None
    True
    """
    if ":\n" not in text:
        return None
    spans = [Span(*match.span()) for match in _LINE.finditer(text)]
    found: list[Piece] = []
    at = 0
    while at < len(spans):
        block = list(takewhile(lambda span: _is_of_levels(text, span), spans[at:]))
        found += _behind_its_levels(text, block)
        at += len(block) or 1
    return rewritten(text, found)


def _is_of_levels(text: str, span: Span) -> bool:
    return any(pattern.fullmatch(text, *span) for pattern in (_LEVEL, _SKIPPED))


def _behind_its_levels(text: str, block: Sequence[Span]) -> Iterator[Piece]:
    """Yield the lines of levels without values, left out, and their keys before those below."""
    above: list[tuple[int, str]] = []
    lines = [match for span in block if (match := _LEVEL.fullmatch(text, *span))]
    for line, below in zip_longest(lines, lines[1:]):
        depth = len(line["indent"])
        above = [level for level in above if level[0] < depth]
        if line["value"] is None and below is not None and len(below["indent"]) > depth:
            above.append((depth, spaced(line["key"])))
            yield Span(line.start(), below.start()), ""
        elif above:
            path = " ".join([*(name for _, name in above), spaced(line["key"])])
            yield Span(line.start(), line.end("key")), path
