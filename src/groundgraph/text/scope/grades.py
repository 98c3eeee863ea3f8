"""How often, how much and in which place: always, slightly, the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import DEGREES, FREQUENCIES, NEGATIVE, ORDINALS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check, CheckKind
    from groundgraph.text.scope.lexicon import Lexicon, Marker
    from groundgraph.text.scope.model import Line

_OFTEN: Mapping[str, str] = {
    "always": "usually often sometimes rarely never",
    "usually": "sometimes rarely never",
    "often": "rarely never",
    "sometimes": "never",
    "rarely": "always usually often never",
    "never": "always usually often sometimes rarely",
    "once": "freely",
    "freely": "once",
}
_FROM: Mapping[str, str] = {
    "usually": "always",
    "often": "always usually",
    "sometimes": "always usually often rarely",
}
_MUCH: Mapping[str, str] = {"small": "large", "large": "small"}
_REACH = 3
_TIMES = frozenset("year week month night quarter season time summer winter".split())
_ORDINAL = frozenset("first second third fourth fifth last".split())


def check_grades(claim: Claim) -> list[Check]:
    """Hold adverbs of frequency and degree, and ordinals, against those of the evidence."""
    found = []
    if not FREQUENCIES.firsts.isdisjoint(claim.line.words):
        found += list(_checks(claim, "frequency", FREQUENCIES))
    if not DEGREES.firsts.isdisjoint(claim.line.words):
        found += list(_checks(claim, "degree", DEGREES))
    if not ORDINALS.firsts.isdisjoint(claim.line.words):
        found += list(_checks(claim, "ordinal", ORDINALS))
    return found


def _checks(claim: Claim, kind: CheckKind, lexicon: Lexicon) -> Iterator[Check]:
    line = claim.line
    for own in line.find(lexicon):
        keys = claim.keys_without(line.part_of(own.first), [own])
        if len(keys) < 2:
            continue
        relations = [
            relation
            for near in claim.near(keys)
            for relation in _relations(line, own, kind, lexicon, near)
        ]
        check = settled(kind, relations)
        if check is not None:
            yield check


def _relations(
    line: Line, own: Marker, kind: CheckKind, lexicon: Lexicon, near: Near
) -> Iterator[Relation]:
    if lexicon.firsts.isdisjoint(near.line.words):
        return
    mine, named = governed(line, own), _named(line, lexicon)
    for other in near.line.find(lexicon):
        agrees = _agrees(kind, own.name, other.name)
        if agrees is None or _ordinal_mark(near.line, other):
            continue
        if not agrees and (other.name in named or own.name in _named(near.line, lexicon)):
            continue  # one of the two speaks of both
        if not agrees and _denials(line) != _denials(near.line):
            continue  # "usually does not", "almost never does"
        if kind == "ordinal" and not agrees and _are_of_two(line, own, near.line, other):
            continue  # "Ulm finished second, behind Bonn": Bonn was first
        theirs = governed(near.line, other)
        shared = mine[-1:] == theirs[-1:] if kind == "ordinal" else bool({*mine} & {*theirs})
        words = near.line.said(other.first, other.last)
        told = f"says “{words}”"
        told += "" if agrees else f", not “{line.said(own.first, own.last)}”"
        fit = near.fit * (1.0 if shared and mine else 0.5)
        yield Relation(agrees, fit, told, near.line, other.first, other.last)


def _are_of_two(line: Line, own: Marker, told: Line, other: Marker) -> bool:
    """Say whether an ordinal is told of one thing, and in the evidence of another."""
    mine, theirs = _placed(line, own), _placed(told, other)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _placed(line: Line, marker: Marker) -> frozenset[str]:
    """Return the keys of what stands before an ordinal and its verb, from the last comma on."""
    part = line.part_of(marker.first)
    before = line.tokens[part.first : marker.first]
    comma = max((at for at, token in enumerate(before, 1) if token.text == ","), default=0)
    return frozenset([token.key for token in before[comma:] if token.content][:-1])


def _denials(line: Line) -> int:
    return sum(line.tokens[m.first].text != "never" for m in line.find(NEGATIVE))


def _named(line: Line, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(marker.name for marker in line.find(lexicon))


def _ordinal_mark(line: Line, marker: Marker) -> bool:
    """Say whether "second" or "last" measures time: "last year", "litres per second"."""
    if line.tokens[marker.first].text not in _ORDINAL:
        return False
    after = line.tokens[marker.last].text if marker.last < len(line.tokens) else ""
    before = line.tokens[marker.first - 1].text if marker.first else ""
    return after in _TIMES or before in {"per", "a", "each"}


def _agrees(kind: CheckKind, own: str, other: str) -> bool | None:
    if own == other:
        return None if own == "once" else True  # a week, or a year
    if kind == "ordinal":
        return False
    if kind == "degree":
        return False if other in _MUCH[own] else None
    if other in _FROM.get(own, "").split():
        return True
    return False if other in _OFTEN[own].split() else None


def governed(line: Line, marker: Marker) -> tuple[str, ...]:
    """Return the keys of the content words right before and after an adverb.

    An ordinal governs the words behind it alone.
    """
    tokens = line.tokens
    part = line.part_of(marker.first)
    ordinal = tokens[marker.last - 1].text in {*_ORDINAL, "final"}
    before = [] if ordinal else tokens[max(part.first, marker.first - _REACH) : marker.first]
    after = tokens[marker.last : min(part.last, marker.last + _REACH)]
    ahead = []
    for token in after:
        if ordinal and not token.content:
            break
        ahead.append(token)
    if ordinal and not ahead:
        ahead = [t for t in tokens[part.first : marker.first] if t.content][-1:]
    return tuple(token.key for token in (*before, *ahead) if token.content)
