"""The evidence as the words of its sentences, fields and given triples."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.passage_units import Unit
from groundgraph.text.words import words
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.text.words import Word


class EvidenceWords(NamedTuple):
    """A sentence, a field of data or a given triple, as its words.

    Attributes:
        unit: Where it stands.
        stems: Its content stems in order, after the subjects that its pronouns stand for.
        known: The same as a set.
        denials: Places in ``stems`` before which a negation stands.
        facts: The evidence read off it, by number.
        named: The stems of subject and object of those whose subject is a name.
    """

    unit: Unit
    stems: tuple[str, ...]
    known: frozenset[str]
    denials: tuple[int, ...]
    facts: tuple[int, ...]
    named: tuple[tuple[frozenset[str], frozenset[str]], ...]


def places_of(graph: Graphs) -> list[EvidenceWords]:
    """Return the sentences, fields and given triples of the evidence as words."""
    told = {f.source: Unit(f.source, None, f.text, None) for f in graph.evidence}
    given = [unit for source, unit in told.items() if is_triple(source)]
    units = [*graph.units, *given]
    read: list[list[int]] = [[] for _ in units]
    for number, unit in enumerate(_units_of(graph.evidence, units)):
        if unit is not None:
            read[unit].append(number)
    return [
        _place(unit, [graph.evidence[n] for n in facts], facts)
        for unit, facts in zip(units, read, strict=True)
    ]


@lru_cache(maxsize=1 << 14)  # labels and sentences recur from answer to answer
def stems_of(text: str) -> tuple[str, ...]:
    """Return the stems of the content words of a text, in order, without its negations."""
    return tuple(word.stem for word in words(text) if word.content and not word.negation)


@lru_cache(maxsize=1 << 12)
def _words(text: str) -> tuple[Word, ...]:
    return tuple(words(text))


def _units_of(evidence: Sequence[SourcedTriple], units: Sequence[Unit]) -> list[int | None]:
    """Return the number of the unit that each fact was read off."""
    spans: dict[str, list[int]] = {}
    texts: dict[tuple[str, str], int] = {}
    for number, unit in enumerate(units):
        spans.setdefault(unit.passage_id, []).append(number)
        texts.setdefault((unit.passage_id, unit.text), number)
    found: list[int | None] = []
    for fact in evidence:
        if fact.span is None:
            found.append(texts.get((fact.source, fact.text)))
            continue
        start = fact.span.start
        inside = (
            n
            for n in spans.get(fact.source, ())
            if (span := units[n].span) is not None and span.start <= start < span.end
        )
        found.append(next(inside, None))
    return found


def _place(unit: Unit, facts: Sequence[SourcedTriple], numbers: Sequence[int]) -> EvidenceWords:
    read = _words(unit.text)
    own = {word.stem for word in read}
    subjects = [s for fact in facts for s in stems_of(fact.triple.subject) if s not in own]
    stems, denials = list(dict.fromkeys(subjects)), []
    for word in read:
        if word.negation:
            denials.append(len(stems))
        elif word.content:
            stems.append(word.stem)
    named = tuple(
        (frozenset(stems_of(fact.triple.subject)), frozenset(stems_of(fact.triple.object)))
        for fact in facts
        if fact.triple.subject[:1].isupper()
    )
    return EvidenceWords(
        unit, tuple(stems), frozenset(stems), tuple(denials), tuple(numbers), named
    )
