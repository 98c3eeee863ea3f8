"""Sections of a page that tell the same fields, each field read with its heading."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, rewritten
from groundgraph.text.documents.record_lines import is_called
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEADING = re.compile(
    r" {0,3}(?P<marks>#{1,6})[ \t]+(?P<title>\S[^\n]*)|\*\*(?P<bold>[^*\n]+)\*\*[ \t:]*"
)
_TITLE = re.compile(
    r"(?P<indent>[ \t]*)(?P<item>[-*•+][ \t]+)?(?P<title>[^\W_][^:|\n]{0,59}?)"
    r"(?P<colon>[ \t]*:)?[ \t]*"
)
_FIELD = re.compile(
    r"(?P<indent>[ \t]*)(?P<item>[-*•+][ \t]+)?(?P<whole>[*_]{0,2}(?P<key>[^\W_][^:|*\n]{0,59}?)"
    r"[*_]{0,2}[ \t]?:[*_]{0,2}[ \t]+(?P<value>[^\s|][^\n|]*))"
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MARKS = re.compile(r"[*_`#]+|\]\([^()\s]*\)|\[|\A[ \t]*\d{1,3}[.)][ \t]")
_KEY_WORDS = 8
_BELOW = 7
"""The level of a line of bold words; those of other lines come after it, by their indent."""


class _Section(NamedTuple):
    """A heading, and the fields up to the next.

    Attributes:
        level: How deep it is, from 1.
        titles: Its words, then those of the headings that it stands under, the nearest first.
        heading: Where its line stands.
        runs: The lines "key: value" that nothing parts, shape ``(n_runs, n_fields)``.
    """

    level: int
    titles: tuple[str, ...]
    heading: Span
    runs: list[list[re.Match[str]]]

    @property
    def keys(self) -> list[str]:
        return [_key(field) for field in chain(*self.runs)]


def sections(text: str) -> PlainText | None:
    r"""Read fields with the heading above, where another of its level has such; else ``None``.

    A field is a line "key: value" whose value is no sentence. A heading is one of Markdown, a line
    of bold words, or a line right above fields. Those of the same words are told apart by what they
    stand under.

    >>> sections("## Team\n- Seats: 10\n## Firm\n- Seats: 50\nCall us.").text
    '- Team — Seats: 10\n- Firm — Seats: 50\nCall us.'
    >>> sections("## Team\n- Seats: 10\n## Hours\n- Monday: 9") is None
    True
    """
    if ":" not in text or "\n" not in text:
        return None
    by_level: dict[int, list[_Section]] = {}
    for section in _sections(text):
        if section.runs and is_called(section.titles[0]):
            by_level.setdefault(section.level, []).append(section)
    return rewritten(text, [piece for own in by_level.values() for piece in _named(text, own)])


def _sections(text: str) -> list[_Section]:
    found: list[_Section] = []
    above: list[_Section] = []
    lines = [Span(*match.span()) for match in _LINE.finditer(text)]
    read = [_field(text, line) for line in lines]
    for number, (line, field) in enumerate(zip(lines, read, strict=True)):
        last = read[number - 1] if number else None
        if field is None or (last is not None and len(field["indent"]) < len(last["indent"])):
            above = [section for section in above if section.level <= _BELOW]
        heading = _heading(text, lines, read, number) if field is None else None
        if heading is not None:
            level, title = heading
            above = [section for section in above if section.level < level]
            titles = (title, *(above[-1].titles if above else ()))
            above.append(_Section(level, titles, line, []))
            found.append(above[-1])
        elif field is not None and above:
            runs = above[-1].runs
            if last is None or not runs:
                runs.append([])
            runs[-1].append(field)
    return found


def _heading(
    text: str, lines: Sequence[Span], read: Sequence[re.Match[str] | None], number: int
) -> tuple[int, str] | None:
    """Return the level and the words of a line that is a heading."""
    start, stop = lines[number].start, _stop(text, lines[number])
    marked = _HEADING.fullmatch(text, start, stop)
    if marked is not None:
        words = _MARKS.sub("", marked["title"] or marked["bold"]).strip(" \t\r:")
        return (len(marked["marks"] or "") or _BELOW, words) if words else None
    title = _TITLE.fullmatch(text, start, stop)
    field = read[number + 1] if number + 1 < len(read) else None
    if title is None or field is None:
        return None
    deeper = len(field["indent"]) > len(title["indent"])
    alone = number == 0 or not lines[number - 1].of(text).strip()
    above = deeper or (not title["item"] and (title["colon"] or alone))
    words = _MARKS.sub("", title["title"]).strip()
    return (_BELOW + 1 + len(title["indent"]), words) if above and words else None


def _stop(text: str, line: Span) -> int:
    return line.end - (text[line.end - 1] == "\n")


def _field(text: str, line: Span) -> re.Match[str] | None:
    field = _FIELD.fullmatch(text, line.start, _stop(text, line))
    if field is None or len(field["key"].split()) > _KEY_WORDS:
        return None
    return field if is_called(field["value"].rstrip()) else None


def _key(field: re.Match[str]) -> str:
    return field["key"].strip().lower()


def _named(text: str, level: Sequence[_Section]) -> Iterator[tuple[Span, str]]:
    """Yield the names to put before the fields of sections of one level, and headings left out."""
    apart = [own for own in level if len(set(own.keys)) == len(own.keys)]
    told = Counter(key for own in apart for key in own.keys)
    alike = [own for own in apart if any(told[key] > 1 for key in own.keys)]
    for own, name in zip(alike, _names(alike), strict=True):
        runs = [run for run in own.runs if any(told[_key(field)] > 1 for field in run)]
        if not name:
            continue
        first = runs[0][0].start()
        if not text[own.heading.end : first].strip():
            yield Span(own.heading.start, first), ""
        for field in chain(*runs):
            yield Span(field.start("whole"), field.start("whole")), f"{name} — "


def _names(level: Sequence[_Section]) -> list[str]:
    """Return what tells each section from the others, "" where nothing does."""
    own = [section.titles[0] for section in level]
    longer = [" ".join(reversed(section.titles[:2])) for section in level]
    once, twice = Counter(map(str.lower, own)), Counter(map(str.lower, longer))
    return [
        title if once[title.lower()] == 1 else name if twice[name.lower()] == 1 else ""
        for title, name in zip(own, longer, strict=True)
    ]
