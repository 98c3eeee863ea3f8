"""Lists of what changed by version, read as lines "version, date — kind: change"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATE = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2} [A-Z][a-z]{2,8} \d{4}"
    r"|[A-Z][a-z]{2,8} \d{1,2}, \d{4})"
)
_VERSION = re.compile(
    r"(?:(?:version|release|patch|firmware|v\.?) ?)?\[?v?"
    r"(?P<version>\d{1,4}(?:\.\d{1,4}){1,3}(?:-(?:rc|alpha|beta)[.\d]{0,4})?)\]?(?P<rest>[^\n]*)",
    re.IGNORECASE,
)
_DATED = re.compile(_DATE)
_MARKS = " \t-–—:,()|[]#*"
_KINDS = frozenset(
    """added changed fixed removed deprecated security new feature features bugfixes fixes breaking
    improvements improved performance""".split()
) | {"bug fixes", "breaking changes", "known issues"}
_BULLETS = " \t-*•+"
_LINE = re.compile(r"[^\n]+")
_LEAST = 2


class _Item(NamedTuple):
    """A change, behind what heads it: where the version, its date and its kind stand."""

    version: Span
    date: Span | None
    kind: str
    said: Span


def releases(text: str) -> PlainText | None:
    r"""Read a list of changes by version; ``None`` of any other text.

    >>> told = "## [3.0] - 2024-12-01\n### Removed\n- Python 3.8\n## [2.9]\n- New icons"
    >>> print(releases(told).text)
    3.0, 2024-12-01 — Removed: Python 3.8
    2.9 — Change: New icons
    """
    items = [*_items(text)]
    if len({item.version for item in items}) < _LEAST:
        return None
    out = PlainWriter(text)
    out.keep(0, _begin(text))
    for item in items:
        place = item.said.start
        out.put("\n" if out.last and out.last != "\n" else "", place, place)
        out.keep(*item.version)
        if item.date is not None:
            out.put(", ", place, place)
            out.keep(*item.date)
        out.put(f" — {item.kind}: ", place, place)
        out.keep(*item.said)
    return out.collected().stripped()


def _begin(text: str) -> int:
    """Return where the line of the first version begins."""
    return next((line.start() for line in _LINE.finditer(text) if _version(text, line)), 0)


def _version(text: str, line: re.Match[str]) -> tuple[Span, Span | None] | None:
    """Return where a line that holds nothing else tells a version, and its date."""
    lead = len(line[0]) - len(line[0].lstrip(" \t#"))
    found = _VERSION.fullmatch(text, line.start() + lead, line.end())
    if found is None:
        return None
    date = _DATED.search(found["rest"])
    rest = found["rest"].replace(date[0], "") if date else found["rest"]
    if rest.strip(_MARKS).lower() not in {"", "released"}:
        return None
    start = found.start("rest")
    when = Span(start + date.start(), start + date.end()) if date else None
    return Span(*found.span("version")), when


def _items(text: str) -> Iterator[_Item]:
    """Yield the changes of each version."""
    version: tuple[Span, Span | None] | None = None
    kind = "Change"
    for line in _LINE.finditer(text):
        named = line[0].strip(_MARKS)
        if found := _version(text, line):
            version, kind = found, "Change"
        elif version is not None and named.lower() in _KINDS:
            kind = named
        elif version is not None and line[0].strip(_BULLETS):
            lead = len(line[0]) - len(line[0].lstrip(_BULLETS))
            said = Span(line.start() + lead, line.start() + len(line[0].rstrip()))
            yield _Item(version[0], version[1], kind, said)
