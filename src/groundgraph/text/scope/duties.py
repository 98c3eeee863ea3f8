"""On what terms a thing is had: free or paid, included or extra, with leave or on mere notice.

What must be paid, asked for or bought besides is said by many words, which deny each other without
a "not": "free of charge" and "for a fee of 5 euros", "included" and "sold separately", "with the
landlord's consent" and "you merely have to tell the landlord". Two words of one denial more or less
are left to `groundgraph.text.scope.negations`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import (
    CONDITIONS,
    EXCEPTIONS,
    LIMITS,
    QUANTIFIERS,
    TERMS,
    Marker,
)
from groundgraph.text.scope.model import Part, kept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line

_OPPOSITE = {
    "free": "paid",
    "paid": "free",
    "included": "extra",
    "extra": "included",
    "consent": "notice",
    "notice": "consent",
}
_DENIALS = frozenset("no not never neither nor nobody none cannot without".split())
_JOINTS = frozenset({",", "and", "or", "but", ":"})
_REACH = 4
_ENOUGH = frozenset("enough suffices sufficient suffice".split()) | LIMITS
_PRICED = frozenset({"free", "paid", "included", "extra"})
_WRONG = frozenset({"contradicted", "against"})
_FREE_OF = frozenset({"to", "from", "of"})
_BEFORE_FREE = frozenset({"home", "set", "break"})
_COPIED, _TOLD = 0.95, 0.8
_LEAST_HELD = 0.75
_LIGHT = frozenset(
    """get give take make come use need require must have can may will available offer also extra
    additional just only written writing prior advance simply merely""".split()
)


class Term(NamedTuple):
    """On what terms a clause says that a thing is had.

    Attributes:
        name: What it says, a denial counted in.
        marker: The words.
        denied: Whether a denial turned it round.
        limited: Whether it says that no more is needed.
        topic: Keys of what it says so of.
    """

    name: str
    marker: Marker
    denied: bool
    limited: bool
    topic: frozenset[str]


def check_duties(claim: Claim) -> list[Check]:
    """Hold the terms on which a claim says that a thing is had against those of the evidence.

    That both name the same is no more than a word that they share.
    """
    if TERMS.firsts.isdisjoint(claim.line.words):
        return []
    every = terms(claim.line)
    names = {term.name for term in every}
    found = []
    for own in every:
        if own.topic and _OPPOSITE[own.name] not in names:
            relations = list(_relations(claim, own))
            said = claim.line.said(own.marker.first, own.marker.last)
            found.append(settled("modality", said, relations))
    return [check for check in found if check is not None and check.outcome in _WRONG]


def _relations(claim: Claim, own: Term) -> Iterator[Relation]:
    for near in claim.near(own.topic):
        line = near.line
        if "?" in line.words or near.fit < _LEAST_HELD:
            continue
        for other in terms(line):
            agrees = _agrees(own, other)
            held = own.topic & other.topic
            if agrees is None or not held:
                continue
            more = other.topic - claim.line.keys - claim.asked
            fit = _COPIED if own.topic <= other.topic and not more else _TOLD
            told = f"The passage says “{line.said(other.marker.first, other.marker.last)}”"
            said = claim.line.said(own.marker.first, own.marker.last)
            told += "" if agrees else f", not “{said}”"
            leans = not agrees and not _is_same(own, other, claim.line, line)
            first, last = other.marker.first, other.marker.last
            yield Relation(agrees, fit * near.fit, told, line, first, last, leans)


def _agrees(own: Term, other: Term) -> bool | None:
    if own.name == other.name:
        return None if own.name == "notice" else True
    if own.name != _OPPOSITE[other.name] or own.denied != other.denied:
        return None
    if "notice" in (own.name, other.name) and not (own.limited or other.limited):
        return None
    return False


def _is_same(own: Term, other: Term, line: Line, other_line: Line) -> bool:
    """Say whether two terms are of the same thing: in all cases, and in those of the claim."""
    if any(other_line.find(each) and not line.find(each) for each in (CONDITIONS, EXCEPTIONS)):
        return False
    limited = LIMITS & (line.words ^ other_line.words) if own.name in _PRICED else ()
    return own.topic <= other.topic and not limited and _has_amount(line) == _has_amount(other_line)


def _has_amount(line: Line) -> bool:
    """Say whether a sentence says of how many it speaks, "no charge" apart."""
    taken = {at for marker in line.find(TERMS) for at in range(marker.first, marker.last)}
    return any(marker.first not in taken for marker in line.find(QUANTIFIERS))


@kept
def terms(line: Line) -> list[Term]:
    """Return the terms that a sentence names, in order."""
    if TERMS.firsts.isdisjoint(line.words):
        return []
    every = [marker for marker in line.find(TERMS) if not _is_other(line, marker)]
    return [_term(line, marker, _clause(line, marker, every), every) for marker in every]


def _is_other(line: Line, marker: Marker) -> bool:
    """Say whether "free" is no price: "free to go", "home free"."""
    if line.texts[marker.first] != "free" or marker.last - marker.first > 1:
        return False
    before, behind = line.texts[:marker.first][-1:], line.texts[marker.last : marker.last + 1]
    return not (_BEFORE_FREE.isdisjoint(before) and _FREE_OF.isdisjoint(behind))


def _clause(line: Line, marker: Marker, every: list[Marker]) -> Part:
    """Return the tokens around a term, up to a joint between it and the next."""
    part = line.part_of(marker.first)
    first, last = part
    for other in every:
        if part.first <= other.first < marker.first:
            joints = _joints(line, other.last, marker.first)
            first = max(first, joints[-1] + 1) if joints else first
        elif marker.first < other.first < part.last:
            joints = _joints(line, marker.last, other.first)
            last = min(last, joints[-1]) if joints else last
    return Part(first, last)


def _joints(line: Line, first: int, last: int) -> list[int]:
    return [at for at in range(first, last) if line.texts[at] in _JOINTS]


def _term(line: Line, marker: Marker, clause: Part, every: list[Marker]) -> Term:
    texts = line.texts
    before = texts[max(clause.first, marker.first - _REACH) : marker.first]
    behind = texts[marker.last : min(clause.last, marker.last + 1)]
    denied = sum(text in _DENIALS for text in (*before, *behind)) % 2 == 1
    taken = {at for each in every for at in range(each.first, each.last)}
    topic = frozenset(
        token.key
        for at, token in enumerate(line.tokens[clause.first : clause.last], clause.first)
        if token.content and at not in taken and token.text not in _LIGHT
    )
    name = _OPPOSITE[marker.name] if denied else marker.name
    limited = denied or not _ENOUGH.isdisjoint(texts[clause.first : clause.last])
    return Term(name, marker, denied, limited, topic)
