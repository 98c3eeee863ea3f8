"""An answer that lists entities: "Inception, Titanic and The Good, the Bad and the Ugly"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.triples.sentences import entity_words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.types import Triple

_SIGN = re.compile(r"[,;|\n]\s*(?:(?:(?:and|or)\b|&)\s*)?|\s(?:and|or|&)\s+")
_COUNT = re.compile(
    r"\s*(?P<count>(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"(?: [a-z]+){0,2})\s?(?:[:,—–(]|- )\s*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\Athe (?=\S)", re.IGNORECASE)
_YEAR = re.compile(r"(?<=[\w.!?'’] )\(((?:1\d|20)\d\d)\)\Z")
_EDGES = ' \t\n.,;*_`"“”-'
_SMALL = frozenset("of the and a an in on at de la le von van der du to for with".split())
_LONGEST = 8
_MOST_JOINED = 6


@lru_cache(maxsize=64)
def written_names(triples: tuple[Triple, ...]) -> frozenset[str]:
    """Return the names of subjects and objects, as they are shown."""
    return frozenset(entity_words(end) for t in triples for end in (t.subject, t.object))


@lru_cache(maxsize=64)
def entity_names(triples: tuple[Triple, ...]) -> frozenset[str]:
    """Return the names of subjects and objects, in small letters."""
    return frozenset(name.casefold() for name in written_names(triples))


def is_item(text: str, names: AbstractSet[str]) -> bool:
    """Say whether a text is the name of an entity and nothing more, but an article or a year."""
    bare = text.strip(_EDGES)
    written = (bare, bare.rstrip("?!"), text.strip(), dated(bare).name)
    known = {own for each in written for own in (each, _ARTICLE.sub("", each, count=1))}
    return any(each.casefold() in names for each in known)


class Dated(NamedTuple):
    """A name and the year in brackets behind it, "" where there is none."""

    name: str
    year: str


def dated(text: str) -> Dated:
    """Return a name without the year in brackets behind it, and the year.

    >>> dated("The Salt Year (1961)"), dated("Graz (Austria)")
    (Dated(name='The Salt Year', year='1961'), Dated(name='Graz (Austria)', year=''))
    """
    year = _YEAR.search(text)
    return Dated(text[: year.start()].rstrip(), year[1]) if year else Dated(text, "")


def items(text: str, names: AbstractSet[str]) -> list[Span]:
    """Return the items of a list of entities; [] of a text that is none, or names one thing.

    A name with a comma or "and" in it is one item. What is no known entity must look like a name.

    >>> text = "Up, The Good, the Bad and the Ugly and Heat"
    >>> [s.of(text) for s in items(text, {"up", "the good, the bad and the ugly"})]
    ['Up', 'The Good, the Bad and the Ugly', 'Heat']
    >>> items("Nolan, who also wrote Memento", {"nolan"})
    []
    """
    parts = _joined(text, _parts(text), names)
    known = [is_item(part.of(text), names) for part in parts]
    if len(parts) < 2 or not any(known):
        return []
    named = (is_known or _is_name(p.of(text)) for is_known, p in zip(known, parts, strict=True))
    return parts if all(named) else []


def counted_items(text: str, names: AbstractSet[str]) -> list[Span]:
    """Return a number and the items of the list behind it; [] of a text that is none.

    >>> text = "Two films: Up and Heat"
    >>> [span.of(text) for span in counted_items(text, {"up", "heat"})]
    ['Two films', 'Up', 'Heat']
    """
    found = _COUNT.match(text)
    if found is None or is_item(text, names):
        return []
    start = found.end()
    rest = text[start:].rstrip(". )")
    listed = items(rest, names) or ([Span(0, len(rest))] if is_item(rest, names) else [])
    moved = [Span(start + span.start, start + span.end) for span in listed]
    return [Span(*found.span("count")), *moved] if moved else []


def _parts(text: str) -> list[Span]:
    bounds = [(match.start(), match.end()) for match in _SIGN.finditer(text)]
    starts = [0, *(end for _, end in bounds)]
    ends = [*(start for start, _ in bounds), len(text)]
    spans = (_trimmed(text, start, end) for start, end in zip(starts, ends, strict=True))
    return [span for span in spans if span.start < span.end]


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    return Span(start, end)


def _joined(text: str, parts: Sequence[Span], names: AbstractSet[str]) -> list[Span]:
    """Join parts again that are one name together, the longest first."""
    found: list[Span] = []
    at = 0
    while at < len(parts):
        last = at
        for end in range(min(at + _MOST_JOINED, len(parts)) - 1, at, -1):
            if is_item(text[parts[at].start : parts[end].end], names):
                last = end
                break
        found.append(Span(parts[at].start, parts[last].end))
        at = last + 1
    return found


def _is_name(text: str) -> bool:
    words = _ARTICLE.sub("", dated(text).name, count=1).split()
    capital = all(w[:1].isupper() or w[:1].isdigit() or w in _SMALL for w in words)
    return bool(words) and len(words) <= _LONGEST and capital and words[0] not in _SMALL
