"""Ways through a knowledge graph from what a question names, by how well they fit the question.

A way is a chain of relations, each with its direction: from an actor back over "starred_actors" to
films, on over "directed_by" to persons. It ends at every entity that the chain leads to, so
that an answer is compared with where other ways end, and not only told how near it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.rdf_terms import term_words
from groundgraph.text.triples.relations import (
    FORMER,
    concepts_of,
    evoked,
    opposite,
    role_of_end,
    type_of_end,
    type_of_value,
)
from groundgraph.text.triples.sentences import entity_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.text.triples.relations import Asked, Type
    from groundgraph.types import Triple

MOST_HOPS = 3
BEAM = 60
"""Ways that are followed on, the best at each length."""
_HOP = 0.04
"""What each relation costs, so that of two ways that fit alike the shorter one is taken."""
_HEAD = 0.3
"""What a last relation gains that leads to what is asked for, and one loses that does not."""
_ORDER = 0.15
"""What a way loses whose relations stand in another order than the question's words."""
_MINUS = re.compile(r"(?<![^\s($€£])[-−](?=\.?\d)")
_FAR = 10**6
_BEYOND = 10**4
"""How much farther words are that do not hold the name."""
_WITHIN = frozenset({("country", "place"), ("place", "town")})
"""What is found and fits what is wanted, beside the same type."""


class Step(NamedTuple):
    """A relation of a way; ``forward`` from subject to object."""

    predicate: str
    forward: bool


class Way(NamedTuple):
    """A chain of relations from one entity.

    Attributes:
        steps: Its relations.
        score: How well it fits what is asked, about 0 to 1.3.
        covered: The share of the relations that the question names that are among its own, less
            where it leads to something of another type than is asked for, in [0, 1].
        ends: Where it leads: each entity with the triples on one walk to it.
    """

    steps: tuple[Step, ...]
    score: float
    covered: float
    ends: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True)
class RelationGraph:
    """Triples by entity.

    Attributes:
        names: Of the entities, in words.
        around: Of each entity its triples: predicate, direction, the other end, the number.
        types: What each entity is, as far as its name or its relations tell.
    """

    names: tuple[str, ...]
    around: tuple[tuple[tuple[str, bool, int, int], ...], ...]
    types: tuple[Type, ...]

    @classmethod
    def of(cls, triples: Sequence[Triple]) -> RelationGraph:
        """Number the entities of some triples in the order of their appearance.

        Names that differ in case, accents, hyphens or stops alone are one entity's; the minus of a
        number tells it from another.
        """
        numbers: dict[str, int] = {}
        names: list[str] = []

        def number(term: str) -> int:
            name = term_words(term)
            place = numbers.setdefault(_folded(name), len(names))
            names.extend([name] * (place == len(names)))
            return place

        around: defaultdict[int, list[tuple[str, bool, int, int]]] = defaultdict(list)
        for place, (subject, predicate, object_) in enumerate(triples):
            one, other = number(subject), number(object_)
            around[one].append((predicate, True, other, place))
            if one != other:
                around[other].append((predicate, False, one, place))
        own = tuple(tuple(around[n]) for n in range(len(names)))
        types = (_type(name, each) for name, each in zip(names, own, strict=True))
        return cls(tuple(names), own, tuple(types))

    def ways(self, topic: int, asked: Asked, at: int) -> list[Way]:
        """Return the ways from an entity, the best first.

        Args:
            topic: The number of the entity.
            asked: What is asked.
            at: Where the question names the entity.
        """
        fit = _Fit(asked, self._predicates(), at)
        found: list[Way] = []
        layer = [Way((), 0.0, 0.0, {topic: ()})]
        for _ in range(MOST_HOPS):
            layer = [way for before in layer for way in self._onward(before, topic, fit)]
            layer.sort(key=lambda way: (-way.score, way.steps))
            found += layer
            layer = layer[:BEAM]
        return sorted(found, key=lambda way: (-way.score, len(way.steps), way.steps))

    def _onward(self, way: Way, topic: int, fit: _Fit) -> Iterable[Way]:
        ends: defaultdict[Step, dict[int, tuple[int, ...]]] = defaultdict(dict)
        for entity, walk in way.ends.items():
            for predicate, forward, other, place in self.around[entity]:
                if other != topic and place not in walk:
                    ends[Step(predicate, forward)].setdefault(other, (*walk, place))
        for step, reached in ends.items():
            steps = (*way.steps, step)
            kinds = {self.types[entity] for entity in reached}
            kind: Type = kinds.pop() if len(kinds) == 1 else ""
            yield Way(steps, fit.score(steps, kind), fit.covered(steps, kind), reached)

    def _predicates(self) -> set[str]:
        return {predicate for own in self.around for predicate, *_ in own}


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKD", entity_words(name).casefold())
    signed = _MINUS.sub("~", plain)
    letters = (c for c in signed if not unicodedata.combining(c))
    kept = "".join(c if c.isalnum() or c == "~" else " " for c in letters)
    return " ".join(kept.split()) or plain


def _type(name: str, around: Iterable[tuple[str, bool, int, int]]) -> Type:
    """Return the type that most of an entity's relations tell, or its name."""
    if found := type_of_value(name):
        return found
    told: Counter[Type] = Counter(
        kind
        for predicate, forward, *_ in around
        if (kind := type_of_end(predicate, forward=not forward))
    )
    return max(told, key=lambda kind: (told[kind], kind)) if told else ""


class _Fit:
    """How well chains of relations fit what is asked."""

    def __init__(self, asked: Asked, predicates: Iterable[str], at: int) -> None:
        self._said = {name for name, _ in asked.concepts}
        known = frozenset[str]().union(*(evoked(each, self._said) for each in predicates))
        self._asked = asked
        self._named: dict[str, int] = {}
        for name, place in asked.concepts:
            if name in known or name == FORMER:
                near = abs(place - at) + _BEYOND * (place not in asked.attached)
                self._named[name] = min(near, self._named.get(name, _FAR))
        self._head = asked.head if asked.head in known else ""
        if self._head:
            self._named.pop("belong", None)  # "which family does it belong to"

    def covered(self, steps: Sequence[Step], kind: Type) -> float:
        """Return how far a chain is what the question names, in [0, 1]."""
        own = [evoked(step.predicate, self._said) for step in steps]
        if self._misses_former(own):
            return 0.0
        share = self._matched(own) if self._asked.chain else self._share(own)
        return share if self._ending(steps[-1], kind) >= 0 else share / 2

    def _share(self, own: Sequence[frozenset[str]]) -> float:
        together = frozenset[str]().union(*own)
        return sum(name in together for name in self._named) / max(len(self._named), 1)

    def _matched(self, own: Sequence[frozenset[str]]) -> float:
        """Return the share of a chain of concepts that relations follow one by one."""
        chain = self._asked.chain
        pairs = zip(chain, own, strict=False)
        return sum(name in each for name, each in pairs) / max(len(chain), len(own))

    def score(self, steps: Sequence[Step], kind: Type) -> float:
        """Return the score of a chain whose ends are of a type, as far as their names tell."""
        own = [evoked(step.predicate, self._said) for step in steps]
        if self._asked.chain:
            return self._matched(own) - _HOP * len(steps)
        covered = self._share(own)
        fitting = sum(bool(each & self._named.keys()) for each in own) / len(own)
        fit = (covered + fitting) / 2 + self._ending(steps[-1], kind)
        order = 0.0 if self._in_order(own) else _ORDER
        lost = order + _HEAD * self._misses_former(own)
        return fit + self._turned(steps, own[0]) - lost - _HOP * len(steps)

    def _misses_former(self, own: Sequence[frozenset[str]]) -> bool:
        """Say whether a former one is asked for, and none of the relations is of former ones."""
        return FORMER in self._named and not any(FORMER in each for each in own)

    def _ending(self, last: Step, kind: Type) -> float:
        if self._head:
            fits = last.forward and self._head in concepts_of(last.predicate)
            return _HEAD if fits else -_HEAD
        wanted = self._asked.wanted
        found = kind or type_of_end(last.predicate, forward=last.forward)
        if not wanted or not found or (found, wanted) == ("place", "country"):
            return 0.0
        fits = found == wanted or (found, wanted) in _WITHIN
        return _HEAD if fits else -_HEAD

    def _turned(self, steps: Sequence[Step], own: frozenset[str]) -> float:
        """Return what a single relation loses that leads the other way than the question asks."""
        role = self._asked.role
        if len(steps) > 1 or not role or own.isdisjoint(self._named):
            return 0.0
        found = role_of_end(steps[0].predicate, forward=steps[0].forward)
        if "own" in own and "own" not in self._named:  # what one owns belongs to one
            found = opposite(found) or ""
        return -_HEAD if found and found == opposite(role) else 0.0

    def _in_order(self, own: Sequence[frozenset[str]]) -> bool:
        """Say whether the nearer a word stands to the name, the earlier its relation is taken."""
        places = [
            min((self._named[n] for n in each & self._named.keys()), default=-1) for each in own
        ]
        known = [place for place in places if place >= 0]
        return all(a <= b for a, b in pairwise(known))
