"""Roles that name somebody throughout some passages: "the plaintiff, Clara Brightwell"."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.names import folded
from groundgraph.text.statements.model import Argument
from groundgraph.text.statements.nouns import noun
from groundgraph.text.words import letters
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.text.statements.model import Event

_NAME = r"([A-Z][\w’'-]{1,30}(?: [A-Z][\w’'-]{1,30}){0,2})"
_BEFORE = re.compile(rf"\b[Tt]he ([a-z]{{4,20}}), {_NAME}[,.;:]")
_BEHIND = re.compile(rf"\b{_NAME}, the ([a-z]{{4,20}})[,.;:]")

Aliases = dict[str, Argument]


def aliases(texts: Sequence[str]) -> Aliases:
    """Return nouns with the one name that each stands for; none of which two texts speak.

    >>> {role: sorted(name.names) for role, name in aliases(["The chair, Ute Karg, left."]).items()}
    {'chair': ['karg', 'ute']}
    """
    found: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)
    for text in texts:
        for role, name in _pairs(text):
            found[noun(role)].add(tuple(folded(part) for part in name.split()))
    spoken = [frozenset(map(noun, letters(text))) for text in texts] if found else []
    return {
        role: _of(*names)
        for role, names in sorted(found.items())
        if len(names) == 1 and sum(role in words for words in spoken) == 1
    }


def _pairs(text: str) -> Iterable[tuple[str, str]]:
    yield from ((m[1], m[2]) for m in _BEFORE.finditer(text))
    yield from ((m[2], m[1]) for m in _BEHIND.finditer(text))


def _of(parts: tuple[str, ...]) -> Argument:
    words = frozenset(map(noun, parts))
    return Argument(words, noun(parts[-1]), frozenset(parts), Span(0, 0))


def renamed(events: list[Event], known: Mapping[str, Argument]) -> list[Event]:
    """Give "the plaintiff" the name that it stands for.

    Args:
        events: Of one sentence.
        known: What `aliases` returns.
    """
    if not known:
        return events
    return [_renamed(event, known) for event in events]


def _renamed(event: Event, known: Mapping[str, Argument]) -> Event:
    if event.lemma == "be":
        return event
    roles = {
        role: tuple(_named(argument, known) for argument in filled)
        for role, filled in event.roles.items()
    }
    return event if roles == event.roles else replace(event, roles=roles)


def _named(argument: Argument, known: Mapping[str, Argument]) -> Argument:
    if argument.also or argument.names or argument.plural or argument.words != {argument.head}:
        return argument
    name = known.get(argument.head)
    return argument._replace(also=(name,)) if name is not None else argument
