"""Given triples by the names of their entities, and what they say of one claim."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.graph.relation_paths import RelationGraph
from groundgraph.text.triples.entities import EntityMatcher, clearest, spellings
from groundgraph.text.triples.relations import concept
from groundgraph.text.triples.sentences import entity_words
from groundgraph.text.words import content_stems
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.triples.entities import Match
    from groundgraph.types import Triple

UNEVOKED = 0.3
"""What is left of a finding where no word of the question names a relation."""
_TOLD_ELSEWHERE = 0.4
"""The same where a passage says question and answer in one sentence."""
_HELD = 0.6

Kind = Literal["reached", "other", "echo", "apart", "unknown", "said", "denied"]
Plain = Literal["", "number", "yes", "no"]


class Traced(NamedTuple):
    """What the triples say of one short answer.

    Attributes:
        kind: What was found.
        sure: How sure that is, in [0, 1].
        answer: The answer.
        topic: What the question names, "" where that is no entity.
        walk: Numbers of the triples that lead to the answer; where others do not, () .
        instead: The walk that fits the question best, where it does not lead to the answer.
        triples: All triples.
        told: What the triples say to a question for a number, yes or no; the number is how many
            triples of the walk there are, side by side. "" of other questions.
        names: What each triple is cited as.
        before: The triples that lead from the topic to what has those that are counted.
    """

    kind: Kind
    sure: float
    answer: str
    topic: str
    walk: tuple[int, ...]
    instead: tuple[int, ...]
    triples: tuple[Triple, ...]
    told: Plain = ""
    names: tuple[str, ...] = ()
    before: tuple[int, ...] = ()

    @property
    def led(self) -> bool:
        """Whether any word of the question, or sentence, named what the walk goes by."""
        return self.sure > UNEVOKED


class TripleGraph(NamedTuple):
    """Triples, their entities by name, and what those are made of."""

    triples: tuple[Triple, ...]
    relations: RelationGraph
    matcher: EntityMatcher
    stems: tuple[frozenset[str], ...]

    def named(self, text: str) -> list[Match]:
        """Return the entities that a text names; small words only where there is nothing else."""
        [found] = self.matcher.match([text])
        return clearest(text, found)

    def meant(self, answer: str) -> tuple[int, ...]:
        """Return the entities that an answer is, whole or by a part of their name."""
        stems = content_stems(answer)
        [found] = self.matcher.match([answer])
        said = frozenset[str]().union(*(content_stems(m.span.of(answer)) for m in found))
        if found and len(said & stems) >= _HELD * len(stems):
            return tuple(entity for match in found for entity in match.entities)
        if not stems:
            return ()
        parts = [number for number, own in enumerate(self.stems) if stems < own]
        parts = [number for number in parts if not spellings(self.relations.names[number])]
        return tuple(parts) if len(parts) == 1 else ()


@lru_cache(maxsize=16)
def graph_of(triples: tuple[Triple, ...]) -> TripleGraph:
    """Index some triples."""
    relations = RelationGraph.of(triples)
    words = [entity_words(name) for name in relations.names]
    aliases = {word: others for word in words if (others := spellings(word))}
    matcher = EntityMatcher.of(words, aliases=aliases)
    return TripleGraph(triples, relations, matcher, tuple(map(content_stems, words)))


def alone(reading: Reading, found: Traced, said: str) -> float:
    """Return what counts of a finding against an answer that a passage gives in one sentence.

    Such a sentence names both entities, and something of what is asked, or said, of them.
    """
    if found.kind == "reached":
        return 1.0
    wanted = content_stems(found.answer) | content_stems(found.topic)
    about = {concept(stem) for stem in content_stems(said) - wanted}
    for unit in reading.evidence.units:
        held = content_stems(unit.text)
        prose = not is_triple(unit.passage_id)
        if prose and wanted <= held and not about.isdisjoint(map(concept, held - wanted)):
            return _TOLD_ELSEWHERE
    return 1.0
