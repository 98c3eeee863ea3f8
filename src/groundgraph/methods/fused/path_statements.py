"""What the given triples say of two entities that a sentence, or a yes or no, tells of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.graph.relation_paths import MOST_HOPS
from groundgraph.methods.fused.traced import Traced, alone
from groundgraph.text.asked.questions import affirmation
from groundgraph.text.outdated import speaks_of_past
from groundgraph.text.short_answers.unnamed import unknown_name
from groundgraph.text.statements.judge import bearing_of
from groundgraph.text.triples.relations import (
    FORMER,
    evoked,
    is_description,
    opposite,
    read_asked,
    role_in,
    role_of_end,
    type_of_end,
)
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.text.words import NEGATIONS, words
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.graph.relation_paths import RelationGraph
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.traced import Plain, TripleGraph
    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.triples.entities import Match
    from groundgraph.text.triples.relations import Type

_PLACES = frozenset({"place", "country", "town"})
_JOINS = re.compile(r",? (?:and|or|&) |, ")
_CLAUSE = re.compile(r"[,;:()]|\b(?:and|but|while|who|which|that)\b")
_RELATIVE = re.compile(r",? (?:who|whom|whose|which|where|that)\b")
_TWO = 2


def affirmed(reading: Reading, graph: TripleGraph, answer: str, made: Statement) -> Traced | None:
    """Compare a yes or no with the triples of the one relation of two entities that it is about."""
    form = made.form
    if form is None:
        return None
    asked = f"{form.before} {form.auxiliary} {form.after}"
    named = graph.named(asked)
    unknown = unknown_name(form, reading.evidence.index.stems) if made.affirmed else ""
    if unknown and named and all(is_triple(each.id) for each in reading.example.passages):
        return Traced("unknown", 1.0, unknown, named[0].span.of(asked), (), (), graph.triples)
    relations = read_asked(asked, [match.span for match in named]).concepts
    if len(named) != _TWO or len(relations) != 1 or not NEGATIONS.isdisjoint(asked.split()):
        return None
    one, other = named
    pairs = [_pair(graph, asked, other, one), _pair(graph, asked, one, other)]
    told = sorted((each for each in pairs if each), key=lambda each: each.kind == "denied")
    if not told or reverses(told[0], affirmation(form)):
        return None
    found, yes = told[0], told[0].kind == "said"
    sure, walk = alone(reading, found, asked), found.walk or found.instead
    plain: Plain = "yes" if yes else "no"
    if yes is made.affirmed:
        return found._replace(kind="reached", sure=sure, answer=answer, walk=walk, told=plain)
    return Traced("other", sure, answer, found.topic, (), walk, graph.triples, plain)


def reverses(found: Traced, claim: str) -> bool:
    """Say whether the one triple that leads to an answer tells a claim the other way round.

    That is told of it as of any sentence.
    """
    single = len(found.walk) == 1
    return single and bearing_of(as_sentence(found.triples[found.walk[0]]), claim) == "reverse"


def said(reading: Reading, graph: TripleGraph, claim: str) -> Traced | None:
    """Compare what a sentence says of its first entity and another with the triples of the first.

    Something is found only where triples of that entity are of the relation that the sentence
    names nearest to the other one; what is denied counts more than what is said.
    """
    named = graph.named(claim)
    if not named or not NEGATIONS.isdisjoint(claim.lower().split()):
        return None
    first, *others = named
    others = _behind_list(claim, first, others)
    found = [
        _pair(graph, claim, first, other) or _pair(graph, claim, other, first) for other in others
    ]
    told = [
        each
        for place, each in enumerate(found)
        if each is not None
        and (each.kind == "said" or not _of_another(graph, claim, others[: place + 1]))
        and not (place and _is_beside(graph, claim, found[: place + 1], others[: place + 1]))
    ]
    worst = next((each for each in told if each.kind == "denied"), told[0] if told else None)
    if worst is None or worst.kind == "said":
        return worst if not _names_others(reading, claim) else None
    return worst._replace(sure=alone(reading, worst, claim))


def _behind_list(claim: str, first: Match, others: Sequence[Match]) -> list[Match]:
    """Return the entities behind a list that the first one opens: "Ivo and Mae live in Cork"."""
    end, left = first.span.end, list(others)
    while left and _JOINS.fullmatch(claim, end, left[0].span.start):
        end = left.pop(0).span.end
    return left


def _nearest(claim: str, target: Match, concepts: Sequence[tuple[str, int]]) -> str:
    """Return the concept that stands nearest to an entity, in its own clause where one does."""
    start = max((m.end() for m in _CLAUSE.finditer(claim, 0, target.span.start)), default=0)
    close = _CLAUSE.search(claim, target.span.end)
    end = close.start() if close else len(claim)
    own = [each for each in concepts if start <= each[1] < end]
    own = own or [each for each in concepts if each[1] < start] or [*concepts]
    return min(own, key=lambda named: abs(target.span.start - named[1]))[0]


def _names_others(reading: Reading, claim: str) -> bool:
    """Say whether a sentence names somebody whom the evidence does not."""
    names = (word.stem for word in words(claim)[1:] if word.capital and word.content)
    return not all(name in reading.evidence.index.stems for name in names)


def _is_beside(
    graph: TripleGraph, claim: str, found: Sequence[Traced | None], named: Sequence[Match]
) -> bool:
    """Say whether the last of some entities stands beside what a relation leads to.

    In "won the Tern Prize in Graz" the place is no other prize; in "won the Tern Prize and the
    Graz Medal" the medal would be.
    """
    before, last = found[-2:]
    if before is None or last is None or (before.kind, last.kind) != ("said", "denied"):
        return False
    one, other = (graph.triples[at].predicate for at in (before.walk[0], last.instead[0]))
    joined = _JOINS.fullmatch(claim, named[-2].span.end, named[-1].span.start)
    return one == other and joined is None


def _of_another(graph: TripleGraph, claim: str, named: Sequence[Match]) -> bool:
    """Say whether the last of some entities is told of the one before it: "…, who lived in Y"."""
    if len(named) < _TWO:
        return False
    before, last = named[-2:]
    found = _RELATIVE.match(claim, before.span.end) and _pair(graph, claim, before, last)
    return found is not None and found.kind == "said"


def _pair(graph: TripleGraph, claim: str, topic: Match, target: Match) -> Traced | None:
    asked = read_asked(claim, [match.span for match in graph.named(claim)])
    if not asked.concepts:
        return None
    nearest = _nearest(claim, target, asked.concepts)
    said = {name for name, _ in asked.concepts}
    if speaks_of_past(claim):
        said.add(FORMER)  # "used to work for"
    turned = opposite(role_in(claim, target.span, topic.span))
    ends = [
        (predicate, forward, other, place)
        for entity in topic.entities
        for predicate, forward, other, place in graph.relations.around[entity]
        if nearest in evoked(predicate, said)
        and (not turned or turned != role_of_end(predicate, forward=forward))
    ]
    if not ends:
        return None
    words = target.span.of(claim), topic.span.of(claim)
    for predicate, forward, other, place in ends:
        most = MOST_HOPS if forward and leads_to_place(predicate) else 1
        walk = _inside(graph.relations, other, target.entities, most)
        if walk is not None:
            return Traced("said", 1.0, *words, (place, *walk), (), graph.triples)
    labelled = [
        place
        for predicate, forward, _, place in ends
        if not is_description(predicate)
        and (forward or not leads_to_place(predicate))  # many lie in one place
        and (forward or not _are_ends(graph.relations, predicate, target.entities))
        and _are_alike(type_of_end(predicate, forward=forward), graph.relations, target.entities)
    ]
    if not labelled:  # a description tells of its two entities, not of one relation of theirs
        return None
    return Traced("denied", 1.0, *words, (), tuple(labelled[:1]), graph.triples)


def _are_ends(relations: RelationGraph, predicate: str, entities: Sequence[int]) -> bool:
    """Say whether a relation leads to some entities: two versions are none of each other."""
    around = (end for entity in entities for end in relations.around[entity])
    return any(label == predicate and not forward for label, forward, _, _ in around)


def leads_to_place(predicate: str) -> bool:
    """Say whether the object of a relation is a place in which its subject lies, or began."""
    return type_of_end(predicate, forward=True) == "place"


def _inside(
    relations: RelationGraph, place: int, targets: Sequence[int], most: int
) -> tuple[int, ...] | None:
    """Return the triples, fewer than ``most``, by which a place lies in a target; () of itself."""
    if place in targets:
        return ()
    for predicate, forward, other, number in relations.around[place] if most > 1 else ():
        if forward and leads_to_place(predicate):
            walk = _inside(relations, other, targets, most - 1)
            if walk is not None:
                return (number, *walk)
    return None


def _are_alike(kind: Type, relations: RelationGraph, targets: Sequence[int]) -> bool:
    """Say whether a type may be that of some entities: a country is no answer for a person."""
    known = {relations.types[target] for target in targets} - {""}
    if kind in _PLACES:
        kind, known = "place", {"place" if each in _PLACES else each for each in known}
    return not kind or not known or kind in known
