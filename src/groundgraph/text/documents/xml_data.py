"""XML that holds records, written as JSON, which is data (`groundgraph.text.structured`).

Attributes and elements are fields; elements of one name side by side are a list. Text with elements
in it is prose, and elements of HTML are a page (`groundgraph.text.documents.html_text`): neither is
data. Nothing that a text declares is resolved, and none of it is gone over twice.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text.documents.html_text import PAGE
from groundgraph.text.documents.plain_text import PlainText, PlainWriter
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 400_000
_DEEPEST = 100
_PART = re.compile(
    r"<!--(?:[^-]|-(?!->))*-->|<\?[^<>]*\?>|<![A-Za-z][^<>\[\]]*>"
    r"|<!\[CDATA\[(?P<raw>(?:[^\]]|\](?!\]>))*)\]\]>"
    r"|<(?P<closing>/?)(?P<name>[A-Za-z_][\w.:-]*)(?=[\s/>])"
    r"(?P<within>(?:[^<>\"'/]|\"[^\"<]*\"|'[^'<]*')*)(?P<alone>/?)>"
    r"|(?P<text>[^<]+)"
)
_ATTRIBUTE = re.compile(
    r"\s+(?P<name>[A-Za-z_][\w.:-]*)\s*=\s*(?:\"(?P<value>[^\"<]*)\"|'(?P<other>[^'<]*)')"
)
_PIECE = re.compile(r"\s+|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{1,31});|[\"\\]|[^\s&\"\\]+|&")
_BARE = re.compile(r"-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?|true|false", re.ASCII)
"""Numbers and truth values, which JSON writes without quotes."""
_LEAST = 2
"""Fields of data; elements with words alone are texts with a mark around each."""


@dataclass
class _Element:
    """An element while it is read.

    Attributes:
        name: Without its namespace.
        place: Where its name stands.
        words: Where its own text stands.
        inner: Its attributes, as elements with text alone, and its elements.
        attributes: How many of these are attributes.
    """

    name: str
    place: Span
    words: list[Span] = field(default_factory=list)
    inner: list[_Element] = field(default_factory=list)
    attributes: int = 0

    @property
    def is_mixed(self) -> bool:
        """Whether its text has elements within."""
        return bool(self.words) and len(self.inner) > self.attributes


def xml_data(text: str) -> PlainText | None:
    """Read a text that is XML with records; ``None`` of any other.

    >>> xml_data('<order id="77"><status>shipped</status></order>').text
    '{"order": {"id": 77, "status": "shipped"}}'
    >>> xml_data("<note>The shop opens at <b>nine</b>.</note>") is None
    True
    """
    if text.lstrip()[:1] != "<" or len(text) > _LONGEST:
        return None
    root = _tree(text)
    records = root is not None and any(each.inner for each in root.inner)
    if root is None or not records or sum(1 for _ in _leaves(root)) < _LEAST:
        return None
    out = PlainWriter(text)
    _write_fields(out, text, root)
    return out.collected()


def _tree(text: str) -> _Element | None:
    """Return an element that holds those of a text, ``None`` where it is not well formed."""
    opened = [_Element("", Span(0, 0))]
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or len(opened) > _DEEPEST:
            return None
        at = part.end()
        if part["name"]:
            if not _takes(opened, part, text):
                return None
        elif words := _filled(part):
            opened[-1].words.append(words)
        if opened[-1].is_mixed or (len(opened) == 1 and opened[0].words):
            return None
    return opened[0] if len(opened) == 1 else None


def _filled(part: re.Match[str]) -> Span | None:
    kind = "raw" if part["raw"] else "text"
    return Span(*part.span(kind)) if (part[kind] or "").strip() else None


def _takes(opened: list[_Element], tag: re.Match[str], text: str) -> bool:
    """Take a tag; say whether it may stand there."""
    space, _, name = tag["name"].rpartition(":")
    if tag["closing"]:
        return len(opened) > 1 and opened.pop().name == name and not tag["within"].strip()
    element = _Element(name, Span(*tag.span("name")))
    is_of_page = not space and name.lower() in PAGE
    if is_of_page or not _reads_attributes(element, text, *tag.span("within")):
        return False
    opened[-1].inner.append(element)
    if not tag["alone"]:
        opened.append(element)
    return True


def _reads_attributes(element: _Element, text: str, at: int, stop: int) -> bool:
    while found := _ATTRIBUTE.match(text, at, stop):
        at = found.end()
        space, _, name = found["name"].rpartition(":")
        if "xmlns" not in {space, name}:
            value = Span(*found.span("value" if found["other"] is None else "other"))
            own = _Element(name, Span(*found.span("name")), [value] if value.of(text) else [])
            element.inner.append(own)
    element.attributes = len(element.inner)
    return not text[at:stop].strip()


def _leaves(element: _Element) -> Iterator[_Element]:
    for each in element.inner:
        if each.inner:
            yield from _leaves(each)
        else:
            yield each


def _groups(element: _Element) -> dict[str, list[_Element]]:
    """Return what an element holds by name, its own text among it where it has attributes."""
    found: dict[str, list[_Element]] = {}
    for each in element.inner:
        found.setdefault(each.name, []).append(each)
    if element.words:
        found.setdefault(element.name, [_Element(element.name, element.place, element.words)])
    return found


def _write_fields(out: PlainWriter, text: str, element: _Element) -> None:
    place = element.place.start
    out.put("{", place, place)
    first = True
    for name, every in _groups(element).items():
        for key, values in _fields(name, every):
            out.put("" if first else ", ", place, place)
            first = False
            out.put(f"{json.dumps(key, ensure_ascii=False)}: ", *values[0].place)
            _write_list(out, text, values) if len(values) > 1 else _write(out, text, values[0])
            place = values[-1].place.end
    out.put("}", place, place)


def _fields(name: str, every: list[_Element]) -> Iterator[tuple[str, list[_Element]]]:
    """Yield fields; attributes beside a text are such of their own: "price", "price currency"."""
    [first, *others] = every
    if others or not first.words or not first.inner:
        yield name, every
        return
    yield name, [_Element(name, first.place, first.words)]
    for attribute in first.inner:
        yield f"{name} {attribute.name}", [attribute]


def _write_list(out: PlainWriter, text: str, every: list[_Element]) -> None:
    place = every[0].place.start
    out.put("[", place, place)
    for number, each in enumerate(every):
        out.put(", " if number else "", each.place.start, each.place.start)
        _write(out, text, each)
    out.put("]", every[-1].place.end, every[-1].place.end)


def _write(out: PlainWriter, text: str, element: _Element) -> None:
    if not element.inner:
        _write_words(out, text, element)
    else:
        groups = [*_groups(element).values()]
        alike = len(groups) == 1 and len(groups[0]) > 1 and not element.words
        _write_list(out, text, groups[0]) if alike else _write_fields(out, text, element)


def _write_words(out: PlainWriter, text: str, element: _Element) -> None:
    if not element.words:
        out.put("null", *element.place)
        return
    first, last = element.words[0].start, element.words[-1].end
    said = "".join(span.of(text) for span in element.words).strip()
    bare = _BARE.fullmatch(said) is not None
    out.put("" if bare else '"', first, first)
    for span in element.words:
        start = span.start + (len(span.of(text)) - len(span.of(text).lstrip()))
        _write_pieces(out, text, start, span.start + len(span.of(text).rstrip()))
    out.put("" if bare else '"', last, last)


def _write_pieces(out: PlainWriter, text: str, start: int, stop: int) -> None:
    for piece in _PIECE.finditer(text, start, stop):
        if piece[0].isspace():
            out.put(" ", *piece.span())
        elif piece[0] in {'"', "\\"} or (piece[0][0] == "&" and len(piece[0]) > 1):
            decoded = json.dumps(html.unescape(piece[0]), ensure_ascii=False)
            out.put(decoded[1:-1], *piece.span())
        else:
            out.keep(*piece.span())
