"""Except, including, even: what the evidence leaves out and a claim takes in, or the other way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import LIMITS, NEGATIVE, Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.lexicon import Marker
    from groundgraph.text.scope.model import Line

MARKS = Lexicon(
    {
        "out": """except/except for/except on/except in/except during/apart from/other than/save for
            /excluding/with the exception of/aside from/but not/but not during/but not on/but not in
            /bar/exclusive of/with the sole exception of""",
        "in": """including/including during/including on/including in/inclusive of/even/even during
            /even on/even in/also during/also on/also in/as well as/not excepting/as also""",
    }
)
_REACH = 3
_STOPS = frozenset({",", ";", ".", "(", ")", "when", "where", "who", "which", "since", "because"})
_LEAST, _SURE, _LEANS = 0.5, 0.85, 0.6
_COMPARES = frozenset({"more", "less", "better", "worse", "if", "though", "when", "so", "as"})


class Aside(NamedTuple):
    """What a sentence takes in, or leaves out.

    Attributes:
        marker: The joining words; ``marker.name`` is "in" or "out".
        last: One past its last token.
        keys: Keys of what is meant.
    """

    marker: Marker
    last: int
    keys: frozenset[str]


def check_exceptions(claim: Claim) -> list[Check]:
    """Hold what a claim takes in or leaves out against what the evidence does with the same."""
    if MARKS.firsts.isdisjoint(claim.line.words):
        return []
    found = []
    for own in asides(claim.line):
        rest = claim.line.keys - own.keys
        if not rest:
            continue
        relations = [r for near in claim.near(rest | own.keys) for r in _of(claim, own, near.line)]
        found.append(settled("condition", relations))
    return [check for check in found if check is not None]


def _of(claim: Claim, own: Aside, line: Line) -> Iterator[Relation]:
    rest = claim.line.keys - own.keys
    held = len(rest & (line.keys | claim.asked | claim.index.around(line))) / len(rest)
    if held < _LEAST:
        return
    for other in asides(line):
        if not own.keys & other.keys or (own.keys - other.keys and other.keys - own.keys):
            continue
        agrees = own.marker.name == other.marker.name
        turned = len(claim.line.find(NEGATIVE)) % 2 != len(line.find(NEGATIVE)) % 2
        if turned and not (own.marker.name == other.marker.name == "out"):
            continue
        words = line.said(other.marker.first, other.last)
        told = f"says “{words}”"
        told += "" if agrees else f", not “{claim.line.said(own.marker.first, own.last)}”"
        fit = _SURE if agrees or held >= _LEANS else _LEANS
        yield Relation(agrees, fit, told, line, other.marker.first, other.last)


def asides(line: Line) -> list[Aside]:
    """Return what a sentence takes in or leaves out, in order.

    "Not but" is none, nor are "even more" and "even if".
    """
    found = []
    for marker in line.find(MARKS):
        if marker.last < len(line.tokens) and line.tokens[marker.last].text in _COMPARES | LIMITS:
            continue
        last = marker.last
        keys: list[str] = []
        while last < len(line.tokens) and line.tokens[last].text not in _STOPS:
            if line.tokens[last].content:
                keys.append(line.tokens[last].key)
            last += 1
            if len(keys) == _REACH:
                break
        if keys:
            found.append(Aside(marker, last, frozenset(keys)))
    return found
