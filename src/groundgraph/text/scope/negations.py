"""Not, never, without, un-: what the claim denies and the evidence says, or the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import NEGATIVE, Marker
from groundgraph.text.scope.stems import key as key_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.model import Line, Part

_REACH = 3
_PREFIXES = ("un", "in", "im", "ir", "dis", "non")
_SHORTEST = 6
_LEAST_KEYS = 3
_BACK = frozenset("nobody nothing none nowhere".split())


class Denial(NamedTuple):
    """What a part of a sentence denies.

    Attributes:
        marker: The word that denies first, or ``None``.
        first: Key of the first word that each denial governs.
        all: Keys of every word that is denied an odd number of times.
        count: How many denials there are.
    """

    marker: Marker | None
    first: frozenset[str]
    all: frozenset[str]
    count: int


def check_negations(claim: Claim) -> list[Check]:
    """Hold what each part of a claim denies, or does not, against the evidence."""
    found = []
    for part in claim.line.parts:
        markers = NEGATIVE.find(claim.line.tokens, part.first, part.last)
        keys = claim.keys_without(part, markers)
        if len(keys) >= _LEAST_KEYS:
            found.append(_check(claim, part, keys))
    return [check for check in found if check is not None]


def _check(claim: Claim, part: Part, keys: frozenset[str]) -> Check | None:
    near = claim.near(keys)
    own = denial(claim.line, part, frozenset())
    plain = not own.count and all(NEGATIVE.firsts.isdisjoint(n.line.words) for n in near)
    if plain and not _prefixed(claim.line, part) and not any(
        _prefixed(n.line, p) for n in near[:1] for p in n.line.parts
    ):
        return None
    relations = [r for each in near for r in _relations(claim.line, part, keys, each)]
    said = claim.line.said(part.first, part.last)
    return settled("negation", said, relations)


def _relations(
    line: Line, part: Part, keys: AbstractSet[str], near: Near
) -> Iterator[Relation]:
    other_line = near.line
    best = max(other_line.parts, key=lambda p: len(keys & other_line.keys_of(p)), default=None)
    if best is None:
        return
    theirs = other_line.keys_of(best)
    own = denial(line, part, theirs)
    other = denial(other_line, best, frozenset(keys))
    agrees, denied = _agrees(own, other, keys, theirs)
    if agrees is None:
        return
    inside = len(keys & (theirs | denied)) / len(keys)
    fit = near.fit * (1.0 if inside >= 0.6 else 0.6)
    marker = other.marker
    if agrees:
        told = "The passage denies it too" if other.count else "The passage says it"
    elif other.count > own.count:
        told = "The passage denies it"
    else:
        told = "The passage does not deny it"
    first, last = (marker.first, min(best.last, marker.last + _REACH)) if marker else best
    yield Relation(agrees, fit, told, other_line, first, last)


def _agrees(
    own: Denial, other: Denial, keys: AbstractSet[str], theirs: AbstractSet[str]
) -> tuple[bool | None, frozenset[str]]:
    if own.count == other.count == 0:
        return None, frozenset()
    if own.count and other.count and not own.all.isdisjoint(other.all):
        return True, own.all & other.all
    wrong = (own.first & theirs) - other.all, (other.first & keys) - own.all
    denied = frozenset(wrong[0] | wrong[1])
    if not denied or (own.count + other.count) % 2 == 0:
        return None, frozenset()
    return False, denied


def denial(line: Line, part: Part, known: AbstractSet[str]) -> Denial:
    """Return what a part denies.

    Args:
        line: The sentence.
        part: The part.
        known: Keys of the other text: "unsafe" denies "safe" where that is among them.
    """
    markers = NEGATIVE.find(line.tokens, part.first, part.last)
    odd: set[str] = set()
    firsts: set[str] = set()
    for marker in markers:
        if marker.last < part.last and line.tokens[marker.last].text in {"only", "just", "merely"}:
            continue
        governed = _governed(line, marker, part)
        firsts.update(governed[:1])
        odd.symmetric_difference_update(governed)
    prefixed = _prefixed(line, part) & known if known else frozenset()
    odd.symmetric_difference_update(prefixed)
    firsts.update(prefixed)
    count = len(markers) + len(prefixed)
    return Denial(markers[0] if markers else None, frozenset(firsts), frozenset(odd), count)


def _governed(line: Line, marker: Marker, part: Part) -> list[str]:
    found: list[str] = []
    for token in line.tokens[marker.last : part.last]:
        if token.text == "," or len(found) == _REACH:
            break
        if token.content:
            found.append(token.key)
    if line.tokens[marker.first].text in _BACK or not found:
        before = [t.key for t in line.tokens[part.first : marker.first] if t.content]
        found = [*before[-1:], *found]
    return found


def _prefixed(line: Line, part: Part) -> frozenset[str]:
    return frozenset(
        key_of(token.text.removeprefix(prefix).removeprefix("-"))
        for token in line.tokens[part.first : part.last]
        if len(token.text) >= _SHORTEST
        for prefix in _PREFIXES
        if token.text.startswith(prefix) and len(token.text) - len(prefix) > _REACH
    )
