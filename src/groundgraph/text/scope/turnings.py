"""Until and after, before and once: on which side of a turn a claim puts what the evidence says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import NEGATIVE, Lexicon
from groundgraph.text.words import share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.lexicon import Marker
    from groundgraph.text.scope.model import Line

TURNS = Lexicon(
    {
        "before": """until/till/up to/up until/prior to/before/up to the point when
            /up to the moment when/as long as it takes until/pending""",
        "after": """after/once/following/as soon as/starting with/upon/only after/not until
            /not before/since/from the moment/no earlier than""",
    }
)
_STOPS = frozenset({",", ";", ".", "(", ")", ":", "but", "because", "while", "whereas"})
_SAME, _LEAST, _SURE, _LEANS = 0.75, 0.6, 0.8, 0.6
_MOST = 6


class Turn(NamedTuple):
    """A turn, and on which side of it the rest of the sentence lies.

    Attributes:
        marker: The joining words; ``marker.name`` is "before" or "after".
        last: One past its last token.
        keys: Keys of what happens then.
        rest: Keys of the rest of the sentence.
    """

    marker: Marker
    last: int
    keys: frozenset[str]
    rest: frozenset[str]


def check_turnings(claim: Claim) -> list[Check]:
    """Hold on which side of a turn a claim puts a thing against the evidence."""
    if TURNS.firsts.isdisjoint(claim.line.words):
        return []
    found = []
    for own in turns(claim.line):
        relations = [
            r for near in claim.near(own.keys | own.rest) for r in _relations(claim, own, near.line)
        ]
        found.append(settled("condition", relations))
    return [check for check in found if check is not None]


def _relations(claim: Claim, own: Turn, line: Line) -> Iterator[Relation]:
    for other in turns(line):
        same = min(share(own.keys, other.keys), share(other.keys, own.keys))
        held = share(own.rest, other.rest | claim.asked)
        if same < _SAME or held < _LEAST or _denials(claim.line) != _denials(line):
            continue
        agrees = own.marker.name == other.marker.name
        told = f"says “{line.said(other.marker.first, other.last)}”"
        told += "" if agrees else f", not “{claim.line.said(own.marker.first, own.last)}”"
        fit = _SURE if held >= _SAME else _LEANS
        yield Relation(agrees, fit, told, line, other.marker.first, other.last)


def _denials(line: Line) -> int:
    """Count the denials, but for those that belong to a turn: "not until"."""
    taken = {at for turn in turns(line) for at in range(turn.marker.first, turn.marker.last)}
    return sum(marker.first not in taken for marker in line.find(NEGATIVE)) % 2


def turns(line: Line) -> list[Turn]:
    """Return the turns of a sentence that say what happens then, in order."""
    found = []
    for marker in line.find(TURNS):
        last = marker.last
        while last < len(line.tokens) and line.tokens[last].text not in _STOPS:
            last += 1
        keys = frozenset(t.key for t in line.tokens[marker.last : last] if t.content)
        rest = frozenset(
            t.key for at, t in enumerate(line.tokens) if t.content and not marker.first <= at < last
        )
        digits = any(t.text[0].isdigit() for t in line.tokens[marker.last : last])
        if rest and 0 < len(keys) <= _MOST and not digits:
            found.append(Turn(marker, last, keys, rest))
    return found
