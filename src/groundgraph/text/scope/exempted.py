"""All and not all, held against what the evidence exempts: "drivers are exempt from the toll"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import EXCEPTIONS
from groundgraph.text.scope.quantifiers import quantified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.lexicon import Marker
    from groundgraph.text.scope.model import Line
    from groundgraph.text.scope.quantifiers import Quantified

_EXEMPT = frozenset("exempt exempted exemption exemptions".split())
_NOT = frozenset("not no never nobody none".split())
_STOPS = frozenset({",", ";", ".", "(", ")", "and", "but", "if", "when", "where", "while"})
_SURE, _MOST = 0.85, 0.5


def check_exempted(claim: Claim) -> list[Check]:
    """Hold "all" and "not all" of a claim against exemptions and exceptions of the evidence."""
    if not (_EXEMPT | {"but"}).isdisjoint(claim.line.words) or claim.line.find(EXCEPTIONS):
        return []
    found = []
    for own in quantified(claim.line):
        if own.amount in {"all", "not all"} and own.run:
            relations = [r for line in claim.index.lines for r in _relations(claim, own, line)]
            found.append(settled("quantifier", relations))
    return [check for check in found if check is not None]


def _relations(claim: Claim, own: Quantified, line: Line) -> Iterator[Relation]:
    rest = claim.line.keys - {*own.run}
    around = line.keys | claim.index.around(line)
    if not rest or not {*own.run} <= around:
        return
    for first, last in (*_exemptions(claim, rest, line), *_exceptions(own, rest, line)):
        told = f"The passage makes an exception: “{line.said(first, last)}”"
        yield Relation(own.amount == "not all", _SURE, told, line, first, last)


def _exemptions(claim: Claim, rest: frozenset[str], line: Line) -> Iterator[tuple[int, int]]:
    """Yield where something is exempt from what a claim says of all."""
    if _EXEMPT.isdisjoint(line.words) or not _NOT.isdisjoint(line.words):
        return
    for at, token in enumerate(line.tokens):
        if token.text in _EXEMPT:
            last = _end(line, at)
            named = frozenset(each.key for each in line.tokens[at + 1 : last] if each.content)
            known = rest & claim.index.around(line)
            if named & rest or (not named and len(known) >= _MOST * len(rest)):
                yield at, last


def _exceptions(own: Quantified, rest: frozenset[str], line: Line) -> Iterator[tuple[int, int]]:
    """Yield where a sentence says of some things what a claim says of all, and excepts others."""
    for marker in line.find(EXCEPTIONS):
        before = frozenset(each.key for each in line.tokens[: marker.first] if each.content)
        if _excepts(marker) and own.run[-1] in before and rest <= before:
            yield marker.first, _end(line, marker.last)


def _excepts(marker: Marker) -> bool:
    return marker.name == "except" and marker.last - marker.first > 1


def _end(line: Line, at: int) -> int:
    tokens = range(at + 1, len(line.tokens))
    return next((each for each in tokens if line.tokens[each].text in _STOPS), len(line.tokens))
