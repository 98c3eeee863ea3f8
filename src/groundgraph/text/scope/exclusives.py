"""Only, solely, exclusively: whether the evidence names another beside what is alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.lexicon import Marker
    from groundgraph.text.scope.model import Line, Part

ALONE = Lexicon({"only": "only/solely/exclusively/alone/and no one else/and nobody else"})
_MAY = Lexicon({"may": "can/may"})
_JOINS = Lexicon({"and": "and/as well as/and also/and to/along with/together with/or/plus/,"})
_PASSED = frozenset("to the a an its his her their on in for by of with".split())
_REACH = 3
_PERMITTED = frozenset({"can", "may"})
_FEW = 4
"""Content words of those who may alone, at most."""


def check_exclusives(claim: Claim) -> list[Check]:
    """Look for others beside what a claim says of one thing alone."""
    found = []
    for marker in claim.line.find(ALONE):
        focus = _focus(claim.line, marker)
        keys = claim.keys_without(claim.line.part_of(marker.first), [marker])
        if focus and len(keys) > 1:
            relations = [r for near in claim.near(keys) for r in _relations(claim, focus, near)]
            found.append(settled("exclusivity", relations))
    return [check for check in found if check is not None]


def who_alone(line: Line, permitted: Marker, claim: Line) -> Marker | None:
    """Return the "only" of what may be for one alone, of whom a claim does not speak.

    "Only the owner can delete it" forbids it to all others.

    Args:
        line: A sentence of the evidence.
        permitted: Its "can" or "may"; other words are of nobody alone.
        claim: The claim.
    """
    if not all(t.text in _PERMITTED for t in line.tokens[permitted.first : permitted.last]):
        return None
    ahead = line.find(ALONE, line.part_of(permitted.first).first, permitted.first)
    for only in ahead[-1:]:
        who = {t.key for t in line.tokens[only.last : permitted.first] if t.content}
        if who and len(who) <= _FEW and who.isdisjoint(claim.keys):
            return only
    return None


def may_alone(line: Line, part: Part, claim: Line) -> bool:
    """Say whether a part of a sentence tells what one alone may, of whom a claim does not speak."""
    found = line.find(_MAY, part.first, part.last)
    return any(who_alone(line, marker, claim) is not None for marker in found)


def _focus(line: Line, marker: Marker) -> str:
    """Return the key of what stands alone: the first content word behind "only", or before it."""
    part = line.part_of(marker.first)
    if line.tokens[marker.first].text == "alone":
        return _last(line, part.first, marker.first)
    behind = line.tokens[marker.last : min(part.last, marker.last + _REACH)]
    for at, token in enumerate(behind):
        if token.content:
            return "" if token.text[0].isdigit() else token.key
        if token.text not in _PASSED or (at == 0 and token.text in {"a", "an"}):
            return ""
    return "" if part.last - marker.last > 1 else _last(line, part.first, marker.first)


def _last(line: Line, first: int, last: int) -> str:
    return next((t.key for t in reversed(line.tokens[first:last]) if t.content), "")


def _relations(claim: Claim, focus: str, near: Near) -> Iterator[Relation]:
    line = near.line
    if focus not in line.keys:
        return
    alone = line.find(ALONE)
    if any(_focus(line, marker) == focus for marker in alone):
        marker = alone[0]
        yield Relation(True, near.fit, "says so too", line, marker.first, marker.last)
        return
    for at, token in enumerate(line.tokens):
        if token.key == focus and token.content:
            other = _joined(line, at)
            if other >= 0 and line.tokens[other].key not in claim.line.keys:
                first, last = min(at, other), max(at, other) + 1
                told = f"names “{line.said(other, other + 1)}” as well"
                yield Relation(False, near.fit, told, line, first, last)
                return


def _joined(line: Line, at: int) -> int:
    """Return the index of what "and" joins to a word, or -1."""
    for join in line.find(_JOINS):
        if at < join.first <= at + 1:
            return _content(line, join.last, join.last + _REACH, 1)
        if join.last <= at and all(t.text in _PASSED for t in line.tokens[join.last : at]):
            return _content(line, join.first - 1, max(-1, join.first - 1 - _REACH), -1)
    return -1


def _content(line: Line, first: int, last: int, step: int) -> int:
    for at in range(first, min(last, len(line.tokens)), step):
        if line.tokens[at].content:
            return at
        if line.tokens[at].text not in {*_PASSED, "and", ","}:
            return -1
    return -1
