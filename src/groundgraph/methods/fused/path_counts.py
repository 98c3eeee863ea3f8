"""An answer to "How many …?" held against the number of triples of the one relation it asks for.

The question names one entity, and perhaps by relations what is meant by it: "the author of Low
Tide". What is counted is where one more relation leads to from there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.fused.traced import Traced
from groundgraph.text.asked.questions import statement_form
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.triples.relations import concept, evoked, read_asked
from groundgraph.text.triples.sentences import entity_words, predicate_words
from groundgraph.text.words import NEGATIONS, content_stems
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.graph.relation_paths import Way
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.traced import TripleGraph
    from groundgraph.text.triples.entities import Match
    from groundgraph.text.triples.relations import Asked

_WORDS = re.compile(r"\w+")
_OWNED = re.compile(r"['’]s? ([a-z]+)\b")
_RELATIVE = re.compile(r"\b(?:who|whom|whose|which|where|that)\b", re.IGNORECASE)
_DATED = re.compile(r"\b(?:year|date|day|since|in|on|at|when)\b", re.IGNORECASE)
_ONE = re.compile(r"(?<!no )\bone\b(?! of)", re.IGNORECASE)
_PLAIN = frozenset(
    """a an the and of in is are was were has have had there he she it they i his her its their
    them total altogether all these different so far many does do did person people""".split()
)
"""Words beside a number that leave it as it is."""
_TWO = 2
_LESS_SURE = 0.6
"""What a right number counts where the question asks for some of what is counted alone."""
_NARROW = frozenset("son daughter brother sister actress".split())
"""Words for some of those to whom a relation leads: of the children the sons."""


class _Tally(NamedTuple):
    """What is counted.

    Attributes:
        about: The entity that the question names.
        before: The triples that lead from there to what has the things that are counted.
        places: The triples of those, one for each.
        names: What is counted.
        certain: Whether the question says no more than what the triples are counted by.
    """

    about: str
    before: tuple[int, ...]
    places: tuple[int, ...]
    names: tuple[str, ...]
    certain: bool


def counted(reading: Reading, graph: TripleGraph, answer: str) -> Traced | None:
    """Compare a short answer with the number of triples that "How many …?" asks for.

    Of another number nothing is known where there are passages too, which may tell of more.
    """
    number = _numbers(answer)
    tally = _tally(reading.asked, graph) if len(number) == 1 else None
    if tally is None or answer in tally.names:  # of a list: "1984"
        return None
    [(start, said, readings)] = number
    right = str(len(tally.places)) in readings
    if right or _alone(answer, start, said, reading.asked, tally):  # not "more than one"
        return _compared(reading, graph, tally, answer, right=right)
    return None


def counted_in_sentence(reading: Reading, graph: TripleGraph, claim: str) -> Traced | None:
    """Compare a sentence that says nothing but how many there are: "Ann wrote three books."."""
    number = _numbers(claim)
    form = statement_form(reading.asked) if len(number) == 1 else None
    if form is None or form.wanted != "number" or not NEGATIONS.isdisjoint(claim.lower().split()):
        return None
    [(start, said, readings)] = number
    tally = _tally(reading.asked, graph)
    if tally is None or not _alone(claim, start, said, reading.asked, tally):
        return None
    return _compared(reading, graph, tally, said, right=str(len(tally.places)) in readings)


def _numbers(text: str) -> Sequence[tuple[int, str, AbstractSet[str]]]:
    """Return the numbers of a text, and of one without any "one", but for "no one"."""
    ones = [(m.start(), m[0], frozenset({"1"})) for m in _ONE.finditer(text)]
    return quantities_with_text(text) or ones


def _compared(
    reading: Reading, graph: TripleGraph, tally: _Tally, answer: str, *, right: bool
) -> Traced | None:
    passages = any(not is_triple(passage.id) for passage in reading.example.passages)
    if not right and (passages or not tally.certain):
        return None
    walk, instead = (tally.places, ()) if right else ((), tally.places)
    return Traced(
        "reached" if right else "other",
        1.0 if tally.certain else _LESS_SURE,
        answer,
        tally.about,
        walk,
        instead,
        graph.triples,
        "number",
        before=tally.before,
    )


def _alone(text: str, start: int, said: str, question: str, tally: _Tally) -> bool:
    """Say whether all words beside a number are those of the question, or name what is counted."""
    beside = f"{text[:start]} {text[start + len(said) :]}".lower()
    words = set(_WORDS.findall(beside)) - _PLAIN - set(_WORDS.findall(question.lower()))
    held = frozenset[str]().union(*map(content_stems, tally.names))
    asked = {concept(word) for word in _WORDS.findall(question)}
    return all(concept(word) in asked or bool(content_stems(word) & held) for word in words)


def _tally(question: str, graph: TripleGraph) -> _Tally | None:
    topics, form = graph.named(question), statement_form(question)
    noun = form.noun.rpartition(" ")[2] if form else ""
    if len(topics) != 1 or not noun:
        return None
    [topic] = topics
    asked = read_asked(question, [topic.span])._replace(wanted="", head="")
    every = [
        way
        for entity in topic.entities
        for way in graph.relations.ways(entity, asked, topic.span.start)
        if way.covered >= 1 and not _dates(graph, way)
    ]
    ways = _to_what_is_counted(graph, question, topic, asked, noun, every)
    ends = {end for way in ways for end in way.ends}
    if any(graph.relations.names[end][:1].isdigit() for end in ends):
        return None  # "employees: 250" gives a number
    if not ways or any(len(way.ends) != len(ends) for way in ways):
        return None
    walks = list(ways[0].ends.values())
    if len({walk[:-1] for walk in walks}) > 1 and not asked.chain:  # of two authors
        return None
    one = noun.lower().removesuffix("s")
    if one in _NARROW and one not in predicate_words(ways[0].steps[-1].predicate):
        return None
    back = _leads_back(ways[0])
    before = dict.fromkeys(place for walk in walks for place in walk[:-1])
    counted_too, ends_too = ((*before,), topic.entities) if back else ((), ())
    return _Tally(
        topic.span.of(question),
        () if back else tuple(before),
        (*counted_too, *(walk[-1] for walk in walks)),
        tuple(entity_words(graph.relations.names[end]) for end in (*ends_too, *ways[0].ends)),
        _says_no_more(asked, noun, ways[0]),
    )


def _leads_back(way: Way) -> bool:
    """Say whether the topic is one of those that are counted: the films of the director of Up."""
    first, last = way.steps[0], way.steps[-1]
    turned = (first.predicate, first.forward) == (last.predicate, not last.forward)
    return len(way.steps) == _TWO and turned


def _to_what_is_counted(
    graph: TripleGraph,
    question: str,
    topic: Match,
    asked: Asked,
    noun: str,
    ways: Sequence[Way],
) -> list[Way]:
    """Return the ways by one relation more than those that say what is meant by the topic."""
    if asked.chain:
        return [way for way in ways if len(way.steps) == len(asked.chain)]
    said = {name for name, _ in asked.concepts}
    at = question.find(noun)
    held = [place for place in _held(question, topic, asked) if place != at]
    at_place = {place: name for name, place in asked.concepts}
    holders = [at_place.get(place, "") for place in held]
    beside = {name for name, place in asked.concepts if place not in held}
    known = any(concept(noun) in evoked(t.predicate, said) for t in graph.triples)
    wanted = {concept(noun)} if known else beside
    clause = _RELATIVE.search(question, at) is not None
    if clause and not known:
        return []
    shortest = min((len(way.steps) for way in ways), default=0)
    length = shortest if clause else len(holders) + 1
    return [
        way
        for way in ways
        if len(way.steps) == length
        and not wanted.isdisjoint(evoked(way.steps[-1].predicate, said))
        and all(
            holder in evoked(step.predicate, said)
            for holder, step in zip(holders, way.steps, strict=False)
        )
    ]


def _held(question: str, topic: Match, asked: Asked) -> list[int]:
    """Return where words say by which relations a thing is meant: "Low Tide's author's wife"."""
    places: list[int] = []
    end = topic.span.end
    if question[end - 2 : end] in {"'s", "’s"}:  # which a name may end in here
        end -= 2
    while owned := _OWNED.match(question, end):
        places.append(owned.start(1))
        end = owned.end(1)
    return places + sorted(asked.attached, reverse=True)


def _dates(graph: TripleGraph, way: Way) -> bool:
    """Say whether a way leads to when something was so."""
    times = all(graph.relations.types[end] == "time" for end in way.ends)
    return times and _DATED.search(predicate_words(way.steps[-1].predicate)) is not None


def _says_no_more(asked: Asked, noun: str, way: Way) -> bool:
    """Say whether a way goes by all that a question says: of "old books" not "wrote" alone."""
    said: AbstractSet[str] = {name for name, _ in asked.concepts} - _PLAIN
    held = frozenset[str]().union(*(evoked(step.predicate, said) for step in way.steps))
    return said <= held | {concept(noun)}
