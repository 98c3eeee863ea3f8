"""What a sentence answers with: its names without those that it says again or beside.

A bare answer names what it offers: "Ann Lee, Bob Fox". A sentence names its question's topic too
("Up was made by Ann Lee"), what lies on the way there, and what else it tells of them ("in 2009");
none of these is offered as the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.gga.surface import words
from groundgraph.text.answers.lists import entity_names, items
from groundgraph.text.english.tagged import tagged
from groundgraph.text.english.tagging import FINITE
from groundgraph.text.number_words import ONES, SCALES, TENS
from groundgraph.text.triples.relations import concepts_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.methods.gga.ends import Ends, NamedGraph
    from groundgraph.text.triples.entities import Match
    from groundgraph.text.triples.relations import Type
    from groundgraph.types import Triple

_VERBS = FINITE | {"VBN"}
_NAMED = frozenset({"NNP", "NNPS"})
_VALUES: frozenset[Type] = frozenset({"time", "number"})
_SPELLED = ONES.keys() | TENS.keys() | SCALES.keys()


class Offered(NamedTuple):
    """What an answer offers.

    Attributes:
        names: The entities that each of its names can mean.
        words: The words that these names are made of, and those of names that no triple has.
        unknown: The items of a list that no triple names; each is one of `names`, with no entity.
    """

    names: list[frozenset[int]]
    words: list[str]
    unknown: tuple[str, ...] = ()


class Words(NamedTuple):
    """An answer's words outside of the names that the triples have.

    Attributes:
        names: Those that are written like names.
        numbers: Those of numbers, in digits or spelled.
        others: All others.
        verb: Whether a verb is among them, so that the answer speaks.
    """

    names: list[str]
    numbers: list[str]
    others: list[str]
    verb: bool


def outside(answer: str, found: Sequence[Match]) -> Words:
    """Return an answer's words outside of the names that were found in it.

    >>> outside("She wrote two with Ann Lee.", [])
    Words(names=['ann', 'lee'], numbers=['two'], others=['she', 'wrote', 'with'], verb=True)
    """
    inside = [(match.span.start, match.span.end) for match in found]
    read = Words([], [], [], verb=False)
    for token, tag in zip(*tagged(answer), strict=True):
        own = words(token.text)
        if not own or any(start <= token.start < end for start, end in inside):
            continue
        if token.text[:1].isdigit() or token.lower in _SPELLED:
            read.numbers.extend(own)
        elif tag in _NAMED:
            read.names.extend(own)
        else:
            read.others.extend(own)
            if tag in _VERBS and token.text == token.lower:
                read = read._replace(verb=True)
    return read


def offered(
    answer: str,
    found: Sequence[Match],
    graph: NamedGraph,
    ends: Ends,
    triples: Sequence[Triple],
) -> Offered:
    """Return what an answer offers: all its words and names, of a sentence only some.

    Args:
        answer: Without a prefix.
        found: The names of entities in it.
        graph: The triples by entity.
        ends: Where the ways from what is asked end.
        triples: The triples.
    """
    own = outside(answer, found)
    if not own.verb:
        unknown = tuple(
            item.of(answer)
            for item in items(answer, entity_names(tuple(triples)))
            if not any(item.overlaps(match.span) for match in found)
        )
        names = [
            *(frozenset(match.entities) for match in found),
            *(frozenset[int]() for _ in unknown),
        ]
        return Offered(names, words(answer), unknown)
    strange = own.names + [word for word in own.numbers if word[:1].isdigit()]
    beside = _beside(answer, found, graph, ends, triples)
    kept = [match for match in found if not beside.issuperset(match.entities)]
    if not kept and not strange:  # it only says its topic again
        kept = list(found)
    said = [word for match in kept for word in words(match.span.of(answer))]
    return Offered([frozenset(match.entities) for match in kept], said + strange)


def on_the_way(ends: Ends, graph: NamedGraph, named: AbstractSet[int]) -> frozenset[int]:
    """Return the entities between the topic and what is asked for, where that is named."""
    walks = [ends.walks[entity] for entity in ends.asked() & named]
    places = {place for walk in walks for place in walk}
    through = (
        entity
        for entity, around in enumerate(graph.relations.around)
        if any(place in places for *_, place in around)
    )
    return frozenset(through) - ends.topics - ends.asked()


def _beside(
    answer: str,
    found: Sequence[Match],
    graph: NamedGraph,
    ends: Ends,
    triples: Sequence[Triple],
) -> frozenset[int]:
    """Return the entities that a sentence names beside its answer.

    The topic; and, where it names what is asked for, what lies on the way and what a triple joins
    to one of these, if it is of another type or the sentence says the triple's relation.
    """
    named = frozenset(entity for match in found for entity in match.entities)
    asked = ends.asked() & named
    if not asked:
        return ends.topics
    known = ends.topics | asked | on_the_way(ends, graph, named)
    spoken = {name for word in words(answer) for name in concepts_of(word)}
    told = {
        concept
        for e in asked
        for n in ends.walks[e][-1:]
        for concept in concepts_of(triples[n].predicate)
    }
    kinds = {graph.relations.types[entity] for entity in asked}
    aside = frozenset(
        entity
        for entity in named - known
        for predicate, _, other, _ in graph.relations.around[entity]
        if other in known
        and (_other(graph.relations.types[entity], kinds) or spoken & concepts_of(predicate) - told)
    )
    return known - asked | aside


def _other(kind: Type, kinds: AbstractSet[Type]) -> bool:
    """Say whether a type is another than those of the answer; a value is no name of any type."""
    if not kind or kind in kinds:
        return False
    return kind in _VALUES or "" not in kinds
