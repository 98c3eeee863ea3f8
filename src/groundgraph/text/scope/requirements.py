"""Without, even if not, no matter: what a claim says to go without that the evidence asks for.

"Guests may be brought if members have booked" against "Guests may be brought without a booking".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.conditions import are_near, conditions
from groundgraph.text.scope.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.conditions import Condition
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.lexicon import Marker
    from groundgraph.text.scope.model import Line

_GOING_WITHOUT = Lexicon(
    {
        "without": """without/even without/even if no/even when no/even if not/even when not/and no
            /but no/no need for/no need to/need not/does not need/do not need/does not have to
            /do not have to/does not require/do not require/is not required to/not necessary to""",
        "whatever": """whatever/regardless of/irrespective of/no matter/no matter whether
            /no matter which/whether or not""",
    }
)
_RESTRICTING = frozenset({"who", "that", "holding", "with"})
_NEGATIONS = frozenset("not no never none nobody cannot neither unless nor".split())
_REACH = 6
_LEAST, _MAIN, _FIT = 0.5, 0.6, 0.8
_STOPS = frozenset({",", ";", ".", "(", ")", "but", "and"})


class _Without(NamedTuple):
    """What a claim says to go without: the joining words, where it ends, its keys."""

    marker: Marker
    last: int
    keys: frozenset[str]


class _Required(NamedTuple):
    """What a sentence of the evidence asks for: where it stands, its keys, what hangs on it."""

    first: int
    last: int
    keys: frozenset[str]
    main: frozenset[str]


def check_requirements(claim: Claim) -> list[Check]:
    """Hold what a claim says to go without against what the evidence asks for."""
    if _GOING_WITHOUT.firsts.isdisjoint(claim.line.words):
        return []
    found = []
    for own in _without(claim.line):
        rest = claim.line.keys - own.keys
        if not rest or _is_denied(claim.line, own):
            continue
        relations = [
            _relation(claim, own, required, near.line)
            for near in claim.near(claim.line.keys)
            for required in _required(near.line, own)
            if _hangs(rest, required, claim, near.line)
        ]
        said = claim.line.said(own.marker.first, own.last)
        found.append(settled("condition", said, relations))
    return [check for check in found if check is not None]


def _without(line: Line) -> Iterator[_Without]:
    for marker in line.find(_GOING_WITHOUT):
        keys: list[str] = []
        last = marker.last
        while last < len(line.tokens) and line.tokens[last].text not in _STOPS:
            if line.tokens[last].content:
                keys.append(line.tokens[last].key)
            last += 1
            if len(keys) == _REACH:
                break
        if keys:
            yield _Without(marker, last, frozenset(keys))


def _is_denied(line: Line, own: _Without) -> bool:
    """Say whether the rest of a claim is denied: "Without a permit nobody may dig"."""
    beside = (t.text for at, t in enumerate(line.tokens) if not own.marker.first <= at < own.last)
    return any(text in _NEGATIONS for text in beside)


def _required(line: Line, own: _Without) -> Iterator[_Required]:
    """Yield what a sentence asks for that a claim may go without."""
    if not _NEGATIONS.isdisjoint(line.words):
        return
    for other in conditions(line):
        if other.name in {"if", "only if"}:
            yield _of_condition(other)
    if own.marker.name == "whatever":
        yield from _restrictions(line)


def _of_condition(other: Condition) -> _Required:
    return _Required(other.marker.first, other.last, other.keys, other.main)


def _restrictions(line: Line) -> Iterator[_Required]:
    """Yield what only some things of a kind have: "passengers who hold a ticket"."""
    for at in range(1, len(line.tokens)):
        if line.tokens[at].text not in _RESTRICTING or not line.tokens[at - 1].content:
            continue
        last = at + 1
        while last < len(line.tokens) and line.tokens[last].text not in _STOPS:
            last += 1
        keys = frozenset(t.key for t in line.tokens[at:last] if t.content)
        yield _Required(at, last, keys, line.keys - keys)


def _hangs(rest: frozenset[str], required: _Required, claim: Claim, line: Line) -> bool:
    """Say whether what is asked for is asked for what the rest of a claim speaks of."""
    return _share(rest, required.main | claim.asked | claim.index.around(line)) >= _MAIN and (
        _share(rest, required.main) >= _LEAST
    )


def _relation(claim: Claim, own: _Without, required: _Required, line: Line) -> Relation:
    same = max(_share(own.keys, required.keys), _share(required.keys, own.keys))
    told = f"The passage says “{line.said(required.first, required.last)}”"
    told += f", not “{claim.line.said(own.marker.first, own.last)}”"
    fit = _FIT if same >= _LEAST else 0.0
    return Relation(False, fit, told, line, required.first, required.last)


def _share(keys: frozenset[str], held: AbstractSet[str]) -> float:
    """Return the share of keys that others hold, in one form or another."""
    found = sum(any(are_near(key, other) for other in held) for key in keys)
    return found / len(keys) if keys else 0.0
