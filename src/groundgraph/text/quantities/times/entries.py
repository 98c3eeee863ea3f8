"""Entries of logs and changelogs: what stands below, or behind, a date or a version.

"## [2.1.0] - 2024-06-03" and "v1.3 —" head what follows up to the next such head. Versions without
dates are put in order by their numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.dates import mentions
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.tokens import tokens
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.model import Sentence

_STARTS = re.compile(r"(?:\A|\n|[.;] )[ \t]{0,4}(?:#{1,6} |[-*•] )?\*{0,2}(?=\S[^\n]{0,9}\d|\d)")
"""What stands before a head: the beginning of a line, or of a sentence, and its bullet."""
_VERSION = re.compile(
    r"\[?(?P<marked>v\.?|version |release )?(?P<number>\d{1,4}(?:\.\d{1,4}){1,3})(?![\d.]*\d)"
    r"(?: ?(?:alpha|beta|rc)[\d.]{0,3})?\]?",
    re.IGNORECASE,
)
_GAP = re.compile(r"[-–—:()*\] \t]{0,6}")
_NUMBER, _FEW = re.compile(r"(?<![\w.,:])(\d{1,2})[.)] (?=\S)"), 2
"""A number before a part of a line, and how many make a list."""
_LONGEST = 40
"""Letters behind a version, or of a line, among which its date stands."""
_SURELY = 3
"""Numbers of a version that nothing else marks as one."""
_SECTION = re.compile(r"#{1,6} |\*\*[^*\n]{1,40}\*\*$")
_OF_SECTION = 0.6
"""Weight of a word of a heading between a head and what it dates, such as "Removed"."""
_MOST = 200
"""Heads of a passage beyond which none is read."""
_FROM = 3000
"""Line numbers of entries that stand in no sentence."""


class _Head(NamedTuple):
    """What dates the entries behind it.

    Attributes:
        span: Where it stands.
        version: Its numbers; none where it is a date alone.
        moment: Its date, else nothing.
        alone: Whether it fills its line.
    """

    span: Span
    version: tuple[int, ...]
    moment: Moment
    alone: bool


def entries(text: str, sentences: Sequence[Sentence], passage: int) -> list[Event]:
    """Return what stands below, or behind, the dates and versions of a passage.

    >>> told = "v1.0: wire protocol. v1.3: Java SDK."
    >>> [(one.moment.step, sorted(one.words)) for one in entries(told, [], 0)]
    [(1, ['protocol', 'wir']), (2, ['java', 'sdk'])]
    """
    heads = _heads(text, sentences)
    ends = [*(head.span.start for head in heads), len(text)][1:]
    ranks = {version: n for n, version in enumerate(sorted({h.version for h in heads}), 1)}
    found: list[Event] = []
    for head, end in zip(heads, ends, strict=False):
        moment = head.moment
        if moment == Moment():
            moment = Moment(step=ranks[head.version])
        for span, words in _items(text, head.span.end, end):
            line = next((n for n, s in enumerate(sentences) if s.span.start == span.start), _FROM)
            line = line if line < _FROM else _FROM + span.start
            found.append(Event(moment, words, passage, span, span, line))
    return found


def numbered(text: str, passage: int) -> list[Event]:
    """Return what is numbered within a line: "1) sign in; 2) confirm", "1. Lee 28:03; 2. Cox".

    >>> [one.moment.step for one in numbered("Then 1) sign in; 2) confirm.", 0)]
    [1, 2]
    """
    found: list[Event] = []
    if "1) " not in text and "1. " not in text:
        return found
    for line in re.finditer(r"[^\n]+", text):
        marks = [*_NUMBER.finditer(text, *line.span())]
        if [int(mark[1]) for mark in marks] != [*range(1, len(marks) + 1)] or len(marks) < _FEW:
            continue
        ends = [*(mark.start() for mark in marks[1:]), line.end()]
        for step, (mark, end) in enumerate(zip(marks, ends, strict=True), 1):
            own = text[mark.end() : end]
            words = dict.fromkeys(content_words(tokens(own), own), 1.0)
            span = Span(mark.end(), mark.end() + len(own.rstrip(" ;,")))
            found.append(Event(Moment(step=step), words, passage, span, span, _FROM + mark.end()))
    return found


def _heads(text: str, sentences: Sequence[Sentence]) -> list[_Head]:
    found: list[_Head] = []
    for start in _STARTS.finditer(text):
        head = _head(text, start.end())
        if head is not None and len(found) < _MOST:
            found.append(head)
    if not found:
        return []
    told = [(s.span.start, s.span.end) for s in sentences]
    versions = [head for head in found if head.version]
    if versions and (len(versions) > 1 or versions[0].moment != Moment()):
        dated = [head for head in versions if head.moment != Moment()]
        whole = len(dated) == len(versions)
        return versions if whole else [head._replace(moment=Moment()) for head in versions]
    days = [h for h in found if h.alone or not any(a <= h.span.start < b for a, b in told)]
    return days if len(days) > 1 else []


def _head(text: str, start: int) -> _Head | None:
    """Return the head that begins at a place."""
    version = _VERSION.match(text, start)
    at = version.end() if version is not None else start
    at = _end_of_gap(text, at) if version is not None else at
    line = text.find("\n", at)
    near = text[at : min(at + _LONGEST, line if line >= 0 else len(text))]
    dates = mentions(tokens(near), near)
    date = dates[0] if dates and dates[0].span.start == 0 and dates[0].moment.dated else None
    stop = at + date.span.end if date is not None else version.end() if version is not None else at
    if date is None and version is None:
        return None
    end = _end_of_gap(text, stop)
    gap, alone = text[stop:end], end >= len(text) or text[end] == "\n"
    if not alone and not (":" in gap or " - " in gap or "–" in gap or "—" in gap):
        return None
    numbers = tuple(map(int, version["number"].split("."))) if version is not None else ()
    marked = version is not None and bool(version["marked"])
    if date is None and not marked and len(numbers) < _SURELY:
        return None  # "5.2: The tenant pays" is a section
    return _Head(Span(start, end), numbers, date.moment if date else Moment(), alone)


def _end_of_gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap is not None else at


def _items(text: str, start: int, end: int) -> Iterator[tuple[Span, dict[str, float]]]:
    """Yield each line between a head and the next, with its words."""
    section: dict[str, float] = {}
    while start < end:
        stop = text.find("\n", start, end)
        stop = stop if stop >= 0 else end
        own = text[start:stop].strip()
        begins = text.find(own, start)
        span, start = Span(begins, begins + len(own)), stop + 1
        parts = tokens(own)
        words = content_words(parts, own)
        if _SECTION.match(own):
            section = dict.fromkeys(words, _OF_SECTION)
        elif words and not any(mention.moment.dated for mention in mentions(parts, own)):
            yield span, {**section, **dict.fromkeys(words, 1.0)}
