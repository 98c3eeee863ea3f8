"""Places told with the larger ones that they lie in: "Aarhus, Denmark"."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from groundgraph.text.vocabulary import lines
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.answer_values import Value

_LARGER = frozenset(
    "country nation state province region county continent department canton territory".split()
)
_SMALLER = frozenset("city town village municipality".split())
_CONTINENTS = frozenset(
    ("Africa", "Asia", "Europe", "America", "North America", "South America", "Oceania")
)
_PARTS = frozenset(
    """northern southern eastern western central north south east west northeastern northwestern
    southeastern southwestern""".split()
)
_LINKED = re.compile(r"\b(?:in|at|from|to|near|of|outside) (?:the )?\Z", re.IGNORECASE)
_CLOSES = re.compile(
    r"\s*(?:\Z|[,.;:!?)])|\s(?:in|on|at|to|from|by|for|with|since|until|as|and|but|where)\b"
)
_LISTS = re.compile(r",? (?:and|or|&) [A-Z]")
_BEFORE = 20
_MOST = 3
"""Places of one address; more are a list."""


def with_larger(text: str, found: Sequence[Value], noun: str) -> list[Value]:
    """Return the values of a sentence, a place and the larger ones behind it as one.

    Args:
        text: The sentence.
        found: Its values, in order.
        noun: What kind of thing is asked for, such as "country", or "". Of a place and its country
            the first is no country and the second no city.

    >>> from groundgraph.text.answer_values import values
    >>> told = "The firm is based in Aarhus, Denmark, for years."
    >>> own = values(told, phrases_too=False)
    >>> [v.span.of(told) for noun in ("", "country", "city") for v in with_larger(told, own, noun)]
    ['Aarhus, Denmark', 'Denmark', 'Aarhus']
    """
    kept: list[Value] = []
    at = 0
    while at < len(found):
        run = _run(text, found[at:])
        kept.append(_as_one(run, noun.lower().rpartition(" ")[2]) if len(run) > 1 else found[at])
        at += len(run)
    return kept


def is_country(name: str) -> bool:
    """Say whether a name is that of a country."""
    return name.strip(" .").removeprefix("the ").removeprefix("The ") in _listed("countries.txt")


def asks_for_country(noun: str) -> bool:
    """Say whether a question asks for a country."""
    return noun.lower().rpartition(" ")[2] in {"country", "nation"}


def extent(name: str) -> int:
    """Return how large a place is: 3 a continent, 2 a country, 1 a region of one, else 0.

    >>> [extent(name) for name in ("Europe", "the Netherlands", "northern Portugal", "Porto")]
    [3, 2, 1, 0]
    """
    plain = name.strip(" .").removeprefix("the ").removeprefix("The ")
    if plain in _CONTINENTS:
        return 3
    if plain in _listed("countries.txt"):
        return 2
    part, _, whole = plain.partition(" ")
    return int(plain in _listed("regions.txt") or (part.lower() in _PARTS and extent(whole) > 0))


def _run(text: str, found: Sequence[Value]) -> list[Value]:
    """Return a place and those that tell where it lies, one value of any other kind."""
    first, *rest = found
    run = [first]
    before = text[max(0, first.span.start - _BEFORE) : first.span.start]
    if first.kind != "name" or not _LINKED.search(before):
        return run
    for value in rest:
        if value.kind != "name" or text[run[-1].span.end : value.span.start] != ", ":
            break
        run.append(value)
    end = run[-1].span.end
    is_address = len(run) <= _MOST and _CLOSES.match(text, end) and not _LISTS.match(text, end)
    return run if is_address else run[:1]


def _as_one(run: Sequence[Value], noun: str) -> Value:
    first, *larger = run
    if noun in _SMALLER:
        return first
    named = larger if noun in _LARGER else run
    span = Span(named[0].span.start, named[-1].span.end)
    return first._replace(span=span, keys=frozenset().union(*(value.keys for value in named)))


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(lines(name))
