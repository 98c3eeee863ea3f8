"""All facts of a graph that is at hand, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.knowledge.facts import facts
from groundgraph.knowledge.linking import described
from groundgraph.knowledge.sparql import bound, chunks, is_iri

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.knowledge.sparql import Select
    from groundgraph.types import Triple

_SUBJECTS = "SELECT DISTINCT ?subject WHERE { ?subject ?predicate ?object }"
_ENTITIES = 500


def everything(select: Select, language: str) -> Iterator[Triple]:
    """Yield the facts of every entity that has a name, by subject.

    Meant for a store on disk: a public endpoint would refuse to list its subjects.
    """
    [rows] = select([_SUBJECTS])
    found = (row["subject"] for row in bound(rows, "subject"))
    subjects = sorted(term.value for term in found if term.kind == "iri" and is_iri(term.value))
    for some in chunks(subjects, _ENTITIES):
        entities = list(described(some, select, language).values())
        told = dict.fromkeys(fact for each in facts(entities, select, language) for fact in each)
        yield from told
