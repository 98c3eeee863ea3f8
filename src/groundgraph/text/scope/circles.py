"""Any and only: whether a claim says of everyone, or of any kind, what holds for one kind alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import CONDITIONS, EXCEPTIONS, NEGATIVE, Lexicon
from groundgraph.text.scope.model import kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_ALONE = Lexicon(
    {"only": "only/solely/exclusively/reserved for/restricted to/limited to/confined to"}
)
_ANY = frozenset("any all every each everyone everybody anyone anybody".split())
_PERSONS = frozenset("everyone everybody anyone anybody".split())
_LINKS = {**{word: word for word in "on at in with by under from to".split()}, "for": "to"}
_PASSED = frozenset("the a an our your their its of s 's".split())
_ENDS = frozenset(".,;:)")
_LONGEST = 5
_LEAST, _FIT = 0.75, 0.85


class Circle(NamedTuple):
    """The kind of which a sentence says something.

    Attributes:
        link: The preposition before it, "to" for "for"; "" where it begins the sentence.
        keys: Keys of its words; none for "everyone".
        first: Index of its first token.
        last: One past its last.
    """

    link: str
    keys: frozenset[str]
    first: int
    last: int


def check_circles(claim: Claim) -> list[Check]:
    """Hold what a claim says of any against what the evidence says of one kind alone."""
    line = claim.line
    if _ANY.isdisjoint(line.words) or any(line.find(each) for each in (CONDITIONS, EXCEPTIONS)):
        return []
    found = [settled("exclusivity", list(_relations(claim, own))) for own in _open(line)]
    return [check for check in found if check is not None]


def _relations(claim: Claim, own: Circle) -> Iterator[Relation]:
    rest = claim.line.keys - claim.line.keys_within(own.first, own.last)
    for near in claim.near(rest) if len(rest) > 1 else ():
        line = near.line
        if near.fit < _LEAST or bool(line.find(NEGATIVE)) != bool(claim.line.find(NEGATIVE)):
            continue
        for other in _closed(line):
            strange = other.keys - claim.line.keys
            same = bool(own.keys & other.keys) or strange == other.keys
            if own.link == other.link and strange and same:
                words = line.said(other.first, other.last)
                told = f"The passage says “{words}”, not “{claim.line.said(own.first, own.last)}”"
                yield Relation(False, _FIT * near.fit, told, line, other.first, other.last)


def _open(line: Line) -> Iterator[Circle]:
    """Yield what a sentence says something of, whichever it is: "to everyone", "on any plan"."""
    for at, text in enumerate(line.texts):
        link = _LINKS.get(line.texts[at - 1]) if at else ""
        if text in _ANY and link is not None:
            last = at + 1 if text in _PERSONS else _phrase(line, at + 1)
            keys = line.keys_within(at + 1, last)
            if keys or text in _PERSONS:
                yield Circle(link, keys, at, last)


@kept
def _closed(line: Line) -> list[Circle]:
    """Return of what alone a sentence says something: "only on the Plus plan", "members only"."""
    found: list[Circle] = []
    for first, last in ((marker.first, marker.last) for marker in line.find(_ALONE)):
        if first and line.texts[first - 1] == "not":
            continue
        if last == len(line.texts) or line.texts[last] in _ENDS:
            found += _before(line, first, last)
        elif line.texts[last - 1] in _LINKS or line.texts[last] in _LINKS:
            at = last - 1 if line.texts[last - 1] in _LINKS else last
            end = _phrase(line, at + 1)
            found.append(Circle(_LINKS[line.texts[at]], line.keys_within(at, end), first, end))
        elif not first:
            end = _phrase(line, last)
            found.append(Circle("", line.keys_within(last, end), first, end))
    return [circle for circle in found if circle.keys]


def _before(line: Line, first: int, last: int) -> Iterator[Circle]:
    """Yield the phrases that end with "only", each with the preposition before it."""
    for at in range(first - 1, max(-1, first - _LONGEST), -1):
        token = line.tokens[at]
        if token.text in _LINKS:
            yield Circle(_LINKS[token.text], line.keys_within(at, first), at, last)
        elif not token.content and token.text not in _PASSED:
            return


def _phrase(line: Line, first: int) -> int:
    """Return the end of a noun phrase."""
    for at in range(first, min(len(line.tokens), first + _LONGEST)):
        token = line.tokens[at]
        if not token.content and token.text not in _PASSED:
            return at
    return min(len(line.tokens), first + _LONGEST)
