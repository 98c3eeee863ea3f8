"""Reach block: how an answer's names lie in the triples, as seen from what its question names.

Nothing of a language model is looked at, so it serves whoever has only question, triples and
answer. `groundgraph.graph.relation_paths` ranks the ways from the question's entities; what the
best of them end at is what is asked for, as far as the words of question and relations tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.graph.relation_paths import MOST_HOPS
from groundgraph.methods.gga.ends import ends_of, named_graph
from groundgraph.methods.gga.spoken import offered
from groundgraph.methods.gga.surface import unprefixed, words
from groundgraph.text.triples.sentences import entity_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.methods.gga.ends import Ends, NamedGraph
    from groundgraph.types import Triple

NEIGHBOUR_NAMES = ("neighbour_named", "neighbours_covered", "topic_named", "hops_away")
WAY_NAMES = ("asked_named", "asked_covered", "way_behind", "names_beyond")
WORDING_NAMES = ("names", "relation_words", "strange_words")
NAMES = (*NEIGHBOUR_NAMES, *WAY_NAMES, *WORDING_NAMES)
"""The features; see `measure`. They tell nothing where there is an obstacle
(`groundgraph.methods.gga.obstacles`)."""
FARTHEST = MOST_HOPS + 1
"""Hops of a name that no way reaches."""


class Reach(NamedTuple):
    """What the triples tell of one answer.

    Attributes:
        values: The features by name.
        walk: The triples that lead to the name of the answer that is asked for most nearly, by
            their places; () where none do.
        instead: The walk that fits the question best, where it ends at no name of the answer.
        unknown: Names that the answer lists and no triple has.
    """

    values: Mapping[str, float]
    walk: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()


def measure(question: str, answer: str, triples: Sequence[Triple]) -> Reach:
    """Measure one answer over its triples.

    Of a sentence the names are those that it offers as its answer
    (`groundgraph.methods.gga.spoken`), and only the words of names can be strange.

    Of the question's neighbours: ``neighbour_named``, 1 when the answer names an entity that a
    triple joins to one of the question's; ``neighbours_covered``, the share of them that it
    names; ``topic_named``, the share of the answer's names that are the question's entities;
    ``hops_away``, the triples of the best way to a name of the answer, 0 for the question's own
    entities, `FARTHEST` where there is none.

    Of the ways that fit the question best: ``asked_named``, the share of the answer's names that
    they end at; ``asked_covered``, the share of what they end at that the answer names;
    ``way_behind``, how much worse the best way to a name of the answer fits, in [0, 1], 1 where
    none leads there; ``names_beyond``, how many more names the answer has than they end at.

    Of the wording: ``names``, how many entities the answer names, each mention counted;
    ``relation_words``, the share of its words that relations have; ``strange_words``, of those
    that neither question nor triples have.

    Args:
        question: The question.
        answer: The answer; an "ans:" before it does not count.
        triples: The evidence.
    """
    graph, own = named_graph(tuple(triples)), unprefixed(answer)
    ends = ends_of(question, tuple(triples))
    [found] = graph.matcher.match([own])
    said, spelled, unknown = offered(own, found, graph, ends, triples)
    named = frozenset[int]().union(*said)
    reached = [entity for entity in sorted(named) if entity in ends.fit]
    target = max(reached, key=lambda entity: ends.fit[entity], default=None)
    walk = () if target is None else ends.walks[target]
    values = {
        **_neighbours(ends, said, named, len(walk)),
        **_ways(ends, said, named, 1.0 if target is None else ends.best - ends.fit[target]),
        **_wording(graph, question, own, spelled),
        "names": float(len(said)),
    }
    best = max(ends.fit, key=lambda entity: ends.fit[entity], default=None)
    astray = best is not None and named.isdisjoint(ends.asked())
    return Reach(values, walk, ends.walks[best] if astray and best is not None else (), unknown)


def asked_for(question: str, triples: Sequence[Triple]) -> list[str]:
    """Return the names that the ways end at which fit a question best."""
    names = named_graph(tuple(triples)).relations.names
    return sorted(names[entity] for entity in ends_of(question, tuple(triples)).asked())


def _neighbours(
    ends: Ends, said: Sequence[frozenset[int]], named: frozenset[int], hops: int
) -> dict[str, float]:
    echoed = sum(not ends.topics.isdisjoint(each) for each in said)
    near = len(ends.near & named)
    away = hops or (0 if echoed else FARTHEST)
    return {
        "neighbour_named": float(near > 0),
        "neighbours_covered": near / max(1, len(ends.near)),
        "topic_named": echoed / max(1, len(said)),
        "hops_away": float(away),
    }


def _ways(
    ends: Ends, said: Sequence[frozenset[int]], named: frozenset[int], behind: float
) -> dict[str, float]:
    asked = ends.asked()
    return {
        "asked_named": sum(not asked.isdisjoint(each) for each in said) / max(1, len(said)),
        "asked_covered": len(asked & named) / max(1, len(asked)),
        "way_behind": min(1.0, behind),
        "names_beyond": float(max(0, len(set(said)) - len(asked))),
    }


def _wording(
    graph: NamedGraph, question: str, answer: str, spelled: Sequence[str]
) -> dict[str, float]:
    own = words(answer)
    entities = {word for name in graph.relations.names for word in words(entity_words(name))}
    known = entities | graph.labels | set(words(question))
    return {
        "relation_words": sum(word in graph.labels for word in own) / max(1, len(own)),
        "strange_words": sum(word not in known for word in spelled) / max(1, len(spelled)),
    }
