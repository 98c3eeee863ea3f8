"""Both and either: whether two things are wanted together, or one of them is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import CONDITIONS, NEGATIVE
from groundgraph.text.scope.model import kept
from groundgraph.text.scope.moods import moods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_JOINTS = {"both": "and", "either": "or"}
_PLAIN = frozenset({"and", "or"})
_FURTHEST, _REACH = 10, 5
_STOPS = frozenset(",;.:()")
_OBLIGED = frozenset({"required", "needed"})
_OPEN = frozenset({"may", "can", "optional", "possible"})
_LEAST, _FIT = 0.75, 0.85


class Pair(NamedTuple):
    """Two things that "and" or "or" joins.

    Attributes:
        joint: "and" or "or".
        marked: Whether "both" or "either" stands before them.
        one: Keys of the words before the joint.
        two: Keys of those behind it.
        first: Index of the first token.
        last: One past the last.
    """

    joint: str
    marked: bool
    one: frozenset[str]
    two: frozenset[str]
    first: int
    last: int


def check_alternatives(claim: Claim) -> list[Check]:
    """Hold "both … and" and "either … or" of a claim against what joins the two in the evidence."""
    if _PLAIN.isdisjoint(claim.line.words):
        return []
    marked = not claim.line.words.isdisjoint(_JOINTS)
    every = [near for near in claim.every if marked or not near.line.words.isdisjoint(_JOINTS)]
    found = []
    for own in pairs(claim.line) if every else ():
        relations = [r for near in every for r in _relations(claim.line, own, near)]
        found.append(settled("duty", relations))
    return [check for check in found if check and check.outcome in {"contradicted", "against"}]


def _relations(line: Line, own: Pair, near: Near) -> Iterator[Relation]:
    other_line = near.line
    if near.fit < _LEAST or bool(line.find(NEGATIVE)) != bool(other_line.find(NEGATIVE)):
        return
    for other in pairs(other_line):
        if not ((own.marked or other.marked) and _is_of_same(own, other)):
            continue
        agrees = own.joint == other.joint
        if not agrees and not _is_told(line, own, other_line):
            continue
        told = f"The passage says “{other_line.said(other.first, other.last)}”"
        told += "" if agrees else f", not “{line.said(own.first, own.last)}”"
        yield Relation(agrees, _FIT, told, other_line, other.first, other.last)


def _is_of_same(own: Pair, other: Pair) -> bool:
    straight = own.one & other.one and own.two & other.two
    return bool(straight or (own.one & other.two and own.two & other.one))


def _is_told(line: Line, own: Pair, other_line: Line) -> bool:
    """Say whether "and" and "or" make a difference: where a thing is wanted, not where it may be.

    "Both are sold" and "you can have either" say the same, as do "if both" and "if either" of a
    case in which both hold.
    """
    names = _names(other_line) if own.joint == "or" else _names(line)
    if own.joint == "and":
        return bool(names & _OBLIGED) and not line.find(CONDITIONS)
    return bool(names & _OBLIGED) or not (names | _names(line)) & _OPEN


def _names(line: Line) -> frozenset[str]:
    return frozenset(mood.name for part in line.parts for mood in moods(line, part))


@kept
def pairs(line: Line) -> list[Pair]:
    """Return what is joined in a sentence, in order."""
    found = []
    for at, text in enumerate(line.texts):
        if text in _PLAIN:
            marker = _marker(line, at)
            first = at - _REACH if marker is None else marker + 1
            one = line.keys_within(_from_stop(line, max(0, first), at), at)
            two = line.keys_within(at + 1, _to_stop(line, at + 1))
            if one and two:
                begin = max(0, at - 1) if marker is None else marker
                last = _to_stop(line, at + 1)
                found.append(Pair(text, marker is not None, one, two, begin, last))
    return found


def _marker(line: Line, at: int) -> int | None:
    """Return where "both" stands before "and", or "either" before "or"."""
    for before in range(at - 1, max(-1, at - _FURTHEST), -1):
        if line.texts[before] in _PLAIN:
            return None
        if _JOINTS.get(line.texts[before]) == line.texts[at]:
            return before
    return None


def _from_stop(line: Line, first: int, last: int) -> int:
    stops = [at for at in range(first, last) if line.texts[at] in _STOPS | _PLAIN]
    return stops[-1] + 1 if stops else first


def _to_stop(line: Line, first: int) -> int:
    ahead = range(first, min(len(line.texts), first + _REACH))
    return next((at for at in ahead if line.texts[at] in _STOPS | _PLAIN), ahead.stop)
