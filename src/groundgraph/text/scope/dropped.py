"""What a claim says flatly that the evidence says under a condition, or only as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.scope.conditions import conditions
from groundgraph.text.scope.findings import Check
from groundgraph.text.scope.lexicon import CONDITIONS, FREQUENCIES
from groundgraph.text.scope.moods import MOODS, moods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import CheckKind
    from groundgraph.text.scope.model import Line

_LEAST = 0.75
_LEAST_KEYS = 3
_FIRM = frozenset({"only if", "unless"})
_OPEN = frozenset({"possible", "may", "expected"})


def check_dropped(claim: Claim) -> list[Check]:
    """Return what the nearest sentence of the evidence says with a reserve that the claim drops.

    A reserve may be left out of a summary, so these never decide.
    """
    if len(claim.line.keys) < _LEAST_KEYS or not claim.every or claim.line.find(FREQUENCIES):
        return []
    best = claim.every[0]
    if best.fit < _LEAST:
        return []
    return [*_conditions(claim, best), *_moods(claim, best)]


def _conditions(claim: Claim, best: Near) -> Iterator[Check]:
    if claim.line.find(CONDITIONS):
        return
    for other in conditions(best.line):
        held = len(claim.line.keys & other.main) / len(claim.line.keys)
        if held >= _LEAST and other.name in _FIRM and not other.keys & claim.line.keys:
            told = "The passage says so on a condition, “{}”"
            yield _check("condition", 0.5 * held, told, best.line, other.marker.first, other.last)
            return


def _moods(claim: Claim, best: Near) -> Iterator[Check]:
    if claim.line.find(MOODS):
        return
    for part in best.line.parts:
        for other in moods(best.line, part):
            if other.name in _OPEN and other.anchor in claim.line.keys:
                first, last = other.marker.first, other.marker.last
                told = "The passage says “{}”"
                yield _check("modality", 0.5 * best.fit, told, best.line, first, last)
                return


def _check(kind: CheckKind, fit: float, told: str, line: Line, first: int, last: int) -> Check:
    words = told.format(line.said(first, last))
    return Check(kind, "against", fit, "", words, line, line.span_of(first, last), line.passage)
