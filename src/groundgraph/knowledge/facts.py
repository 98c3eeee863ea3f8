"""What does the graph say of these entities? Facts as triples of labels."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from groundgraph.knowledge import vocabulary
from groundgraph.knowledge.linking import best, values_of
from groundgraph.knowledge.literals import readings
from groundgraph.knowledge.sparql import TRIPLE, bound, chunks, facts_query, is_iri
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.knowledge.sparql import Row, Select, Term
    from groundgraph.types import Entity

_ENTITIES = 5  # of a query: a country has thousands of facts, and a reply is bounded
_NUMBERED = re.compile(r"[PQL]\d+(-[FS]\d+)?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class _Words(NamedTuple):
    """What the IRIs of a reply are called.

    Attributes:
        labels: By IRI; "" where the graph has no label.
        dropped: Predicates whose values no answer states.
    """

    labels: Mapping[str, str]
    dropped: frozenset[str]


def facts(entities: Sequence[Entity], select: Select, language: str) -> list[list[Triple]]:
    """Return the facts about each entity, each once, in the order of the alphabet.

    A date gives two: with its day and as a year, since an answer may state either.
    """
    known = {entity.id: entity.label for entity in entities}
    rows = _outgoing(known, select, language)
    words = _words(rows, known, select, language)
    about: dict[str, dict[Triple, None]] = {iri: {} for iri in known}
    for row in sorted(rows, key=_place):
        for triple in _triples(row, words, language):
            about[row["subject"].value][triple] = None
            if row["object"].kind == "iri" and row["object"].value in about:
                about[row["object"].value][triple] = None
    return [sorted(about[entity.id]) for entity in entities]


def _outgoing(iris: Mapping[str, str], select: Select, language: str) -> list[Row]:
    queries = [facts_query(some, language) for some in chunks(list(iris), _ENTITIES)]
    rows = bound(chain.from_iterable(select(queries)), *TRIPLE)
    return [
        row
        for row in rows
        if row["subject"].value in iris and vocabulary.is_fact(row["predicate"].value)
    ]


def _words(rows: Sequence[Row], known: Mapping[str, str], select: Select, language: str) -> _Words:
    predicates = list(dict.fromkeys(row["predicate"].value for row in rows))
    objects = {row["object"].value: None for row in rows if row["object"].kind == "iri"}
    named = dict.fromkeys(map(vocabulary.property_of, predicates)) | objects
    asked = [iri for iri in named if iri not in known and is_iri(iri)]
    wanted = (*vocabulary.LABELS, vocabulary.PROPERTY_TYPE)
    values = values_of(asked, wanted, select, language)
    labels = {iri: best(values[iri], vocabulary.LABELS, language) for iri in asked}
    dropped = (
        predicate
        for predicate in predicates
        if _types(values[vocabulary.property_of(predicate)]) & vocabulary.NO_FACTS
    )
    return _Words({**labels, **known}, frozenset(dropped))


def _types(rows: Iterable[Row]) -> set[str]:
    return {
        row["object"].value for row in rows if row["predicate"].value == vocabulary.PROPERTY_TYPE
    }


def _triples(row: Row, words: _Words, language: str) -> list[Triple]:
    subject, predicate = row["subject"].value, row["predicate"].value
    if predicate in words.dropped:
        return []
    relation = words.labels.get(vocabulary.property_of(predicate)) or local_name(predicate).lower()
    objects = _objects(row["object"], subject, words, language)
    return [Triple(words.labels[subject], relation, text) for text in objects if relation and text]


def _objects(found: Term, subject: str, words: _Words, language: str) -> tuple[str, ...]:
    if found.kind == "literal":
        return readings(found, language)
    label = words.labels.get(found.value)
    if not label and urlsplit(found.value).netloc == urlsplit(subject).netloc:
        label = local_name(found.value)  # a graph whose IRIs are its names, such as DBpedia
    return (label,) if label else ()


def local_name(iri: str) -> str:
    """Read the words off an IRI; "" where it holds a number instead.

    >>> local_name("http://dbpedia.org/ontology/birthPlace")
    'birth Place'
    >>> local_name("http://www.wikidata.org/entity/Q42")
    ''
    """
    last = unquote(re.split(r"[/#]", iri)[-1])
    return (
        ""
        if _NUMBERED.fullmatch(last)
        else " ".join(_HUMP.sub(" ", last).replace("_", " ").split())
    )


def _place(row: Row) -> tuple[str, str, str]:
    return row["subject"].value, row["predicate"].value, row["object"].value
