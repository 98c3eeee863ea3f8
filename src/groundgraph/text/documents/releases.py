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
    r"[ \t]*(?:#{1,4}[ \t]+)?(?:(?:version|release|patch|firmware|v\.?)[ \t]*)?\[?v?"
    rf"(?P<version>\d{{1,4}}(?:\.\d{{1,4}}){{1,3}}(?:-?(?:rc|alpha|beta)\.?\d{{0,2}})?)\]?"
    rf"(?:[ \t]*[-–—:,(|]?[ \t]*(?:released )?(?P<date>{_DATE})\)?)?[ \t]*:?[ \t]*",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"[ \t]*(?:#{1,5}[ \t]+|\*\*)?"
    r"(?P<kind>added|changed|fixed|removed|deprecated|security|new|features?|bug ?fixes"
    r"|breaking(?: changes)?|improvements?|improved|known issues|performance)"
    r"(?:\*\*)?:?(?:\*\*)?[ \t]*",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[ \t]*(?:[-*•+][ \t]+|(?=[ \t]{2,}\S)[ \t]+)?(?P<said>\S.*?)[ \t]*")
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
    return next((m.start() for m in _LINE.finditer(text) if _VERSION.fullmatch(m[0])), 0)


def _items(text: str) -> Iterator[_Item]:
    """Yield the changes of each version; none where a line stands below none of them."""
    version: re.Match[str] | None = None
    kind = "Change"
    for line in _LINE.finditer(text):
        if found := _VERSION.fullmatch(text, *line.span()):
            version, kind = found, "Change"
        elif version is not None and (named := _KIND.fullmatch(text, *line.span())):
            kind = named["kind"]
        elif version is not None and (item := _ITEM.fullmatch(text, *line.span())):
            date = Span(*version.span("date")) if version["date"] else None
            yield _Item(Span(*version.span("version")), date, kind, Span(*item.span("said")))
