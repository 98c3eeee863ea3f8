"""A claim beside its evidence: which sentences say nearly what a part of it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from groundgraph.text.once import once
from groundgraph.text.quantities.written.agreement import comparable, faces
from groundgraph.text.quantities.written.model import Sentence
from groundgraph.text.scope.findings import Check
from groundgraph.text.scope.model import kept

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.scope.evidence import Index
    from groundgraph.text.scope.findings import CheckKind, CheckOutcome
    from groundgraph.text.scope.lexicon import Marker
    from groundgraph.text.scope.model import Line, Part

DECIDES = 0.8
"""The fit from which a check decides; below it, it only leans."""
LEANS = 0.75
"""The most that a check which only leans counts."""
_LEAST_HELD = 2
_NEARBY = 0.6
_LEAST_LEANING = 0.25
_LEAST_OF = {"negation": 0.45, "ordinal": 0.6, "exclusivity": 0.5, "degree": 0.4}
_RIVAL = 0.9


_Outcomes: TypeAlias = "tuple[CheckOutcome, CheckOutcome]"
"""Where a check decides, and where it only leans."""


class Near(NamedTuple):
    """A sentence of the evidence beside a part of a claim.

    Attributes:
        line: The sentence.
        fit: Share of the part's words that it, its neighbours or the question hold, in [0, 1].
        held: Keys of the part that the sentence holds itself.
    """

    line: Line
    fit: float
    held: frozenset[str]


class Relation(NamedTuple):
    """How an operator of the evidence stands to that of the claim.

    Attributes:
        agrees: Whether the claim follows.
        fit: How surely the two govern the same, in [0, 1].
        told: What the evidence does, for a reader: "denies it".
        line: The sentence.
        first: Its first deciding token.
        last: One past the last.
        leans: Whether it is too unlike to decide, however well it fits.
    """

    agrees: bool
    fit: float
    told: str
    line: Line
    first: int
    last: int
    leans: bool = False


@dataclass(frozen=True, eq=False)
class Claim:
    """One sentence of an answer.

    Attributes:
        line: The sentence.
        asked: Keys of the question.
        index: The evidence.
    """

    line: Line
    asked: frozenset[str]
    index: Index

    @once
    def every(self) -> tuple[Near, ...]:
        """The sentences that say nearly what the whole claim says."""
        return tuple(self.near(self.line.keys))

    @once
    def _known(self) -> dict[frozenset[str], list[Near]]:
        return {}

    def near(self, keys: frozenset[str]) -> list[Near]:
        """Return the sentences that hold most of some keys, the best fit first."""
        if keys not in self._known:
            self._known[keys] = self._nearest(keys)
        return self._known[keys]

    def _nearest(self, keys: frozenset[str]) -> list[Near]:
        found = [self._near(aligned.line, keys) for aligned in self.index.nearest(keys)]
        return sorted(found, key=lambda near: (-near.fit, -len(near.held), near.line.number))

    def _near(self, line: Line, keys: frozenset[str]) -> Near:
        held = line.keys & keys
        lacking = keys - held
        elsewhere = lacking - self.index.around(line) - self.asked
        fit = (len(held) + _NEARBY * (len(lacking) - len(elsewhere))) / len(keys)
        return Near(line, fit if len(held) >= _LEAST_HELD else 0.5 * fit, held)

    def keys_without(self, part: Part, markers: Iterable[Marker] = ()) -> frozenset[str]:
        """Return the keys of a part that stand outside of some markers, and of asides."""
        taken = {at for marker in markers for at in range(marker.first, marker.last)}
        if taken.isdisjoint(self.line.asides):
            taken |= self.line.asides
        if not taken:
            return self.line.keys_of(part)
        own = enumerate(self.line.tokens[part.first : part.last], part.first)
        return frozenset([key for at, (_, key, content, _) in own if content and at not in taken])


def are_of_two_sides(line: Line, other: Line) -> bool:
    """Say whether one is on what is below a limit, the other on what is above it."""
    return any(
        comparable(mine, theirs) and faces(mine, theirs)
        for mine in amounts_of(line)
        for theirs in amounts_of(other)
    )


@kept
def amounts_of(line: Line) -> list[Quantity]:
    """Return the amounts of a line."""
    return Sentence(line.text, line.span).amounts


def settled(kind: CheckKind, relations: list[Relation], decides: float = DECIDES) -> Check | None:
    """Weigh what several sentences say of one operator; where they disagree, nothing is found."""
    wrong = max((r for r in relations if not r.agrees), key=lambda r: r.fit, default=None)
    right = max((r for r in relations if r.agrees), key=lambda r: r.fit, default=None)
    if wrong is not None and (right is None or right.fit < _RIVAL * wrong.fit):
        return _check(kind, wrong, ("contradicted", "against"), decides)
    if right is not None and (wrong is None or wrong.fit < _RIVAL * right.fit):
        return _check(kind, right, ("supported", "for"), decides)
    return None


def _check(kind: CheckKind, found: Relation, outcomes: _Outcomes, decides: float) -> Check | None:
    if found.fit < _LEAST_OF.get(kind, _LEAST_LEANING):
        return None
    line = found.line
    decided = found.fit >= decides and not found.leans
    outcome = outcomes[0] if decided else outcomes[1]
    fit = found.fit if decided else min(found.fit, LEANS)
    span = line.span_of(found.first, found.last)
    return Check(kind, outcome, fit, found.told, line, span, line.passage)
