"""What speaks against a sentence in the very sentence of the evidence that seems to state it.

Triples are alike, and words stand in order, where roles are exchanged ("A was acquired by B") and
where the evidence denies, weakens or limits what it says. The judges of `groundgraph.text` tell
that; where they are certain, nothing is supported there. Nothing here enters h.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.methods.kea.differences import parts_of
from groundgraph.methods.kea.graphs import name_of_source, sentence_of
from groundgraph.methods.kea.manner import manner_of
from groundgraph.methods.kea.people import are_two_people
from groundgraph.methods.kea.phrasing import named, sentence
from groundgraph.methods.kea.places import stems_of
from groundgraph.text.scope import judge_scope
from groundgraph.text.statements import judge_statements
from groundgraph.types import Passage
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.methods.kea.places import EvidenceWords
    from groundgraph.text.judgements import Judgement
    from groundgraph.text.passage_units import Unit


_NAME = re.compile(r"[A-Z][\w.’'-]*(?: (?:of|de|von|van|the|[A-Z][\w.’'-]*))*")


class Objection(NamedTuple):
    """Why a sentence of the evidence does not state a claim.

    Attributes:
        outcome: Whether the evidence says otherwise, or only less.
        unit: The sentence of the evidence.
        evidence: The number of a triple to draw beside the claim, ``None`` where none is.
        text: One sentence for a reader.
    """

    outcome: Literal["contradicted", "unsupported"]
    unit: Unit
    evidence: int | None
    text: str


class Objections:
    """Finds what speaks against the sentences of one answer, each asked about once."""

    def __init__(self, graph: Graphs) -> None:
        self._graph = graph
        self._passages = [unit.passage_id for unit in graph.units]
        self._said = [span.of(graph.answer) for span in graph.sentences]
        self._judged: dict[tuple[int, Unit], str] = {}

    def of(self, claim: int, place: EvidenceWords, evidence: int | None) -> Objection | None:
        """Return what speaks against a claim where it seems to be stated, or ``None``.

        Args:
            claim: Its number.
            place: The sentence of the evidence.
            evidence: The triple that seems to state it, ``None`` where words do.
        """
        if place.unit.fact is not None:
            return None
        number = sentence_of(self._graph, self._graph.claims[claim])
        against = self._against(number, place.unit) if number is not None else ""
        if against:
            shown = next(iter(place.facts), None) if evidence is None else evidence
            return Objection("contradicted", place.unit, shown, against)
        if evidence is not None:
            told = self._graph.evidence[evidence]
            less = self._less(claim, place, told)
            return less or self._of_another(claim, place, evidence)
        told = self._graph.claims[claim]
        spoken = told.text in place.unit.text
        less = self._less(claim, place, told) if spoken else None
        return less or self._exchanged(claim, place)

    def _exchanged(self, claim: int, place: EvidenceWords) -> Objection | None:
        """Say whether a sentence has both ends of a claim, but the claim's relation to others."""
        own = parts_of(self._graph.claims[claim])
        told = {n: parts_of(self._graph.evidence[n]) for n in place.facts}
        ends = {own[0], own[2]}
        if not all(own) or own in told.values():
            return None
        otherwise = any({s, o} == ends and not p & own[1] for s, p, o in told.values())
        rivals = [
            n
            for n, (s, p, o) in told.items()
            if p == own[1] and (s == own[0]) != (o == own[2]) and self._are_names(claim, n)
        ]
        if not otherwise or not rivals:
            return None
        fact = self._graph.evidence[rivals[0]].triple
        other = fact.object if told[rivals[0]][0] == own[0] else fact.subject
        text = f"{self._name(place.unit)} says so of {named(other)}: {_quoted(place)}"
        return Objection("contradicted", place.unit, rivals[0], sentence(text))

    def _are_names(self, claim: int, evidence: int) -> bool:
        """Say whether the ends in which two triples differ are two names."""
        ours, theirs = self._graph.claims[claim].triple, self._graph.evidence[evidence].triple
        differ = [(ours.subject, theirs.subject), (ours.object, theirs.object)]
        return any(
            stems_of(one) != stems_of(other)
            and set(stems_of(one)).isdisjoint(stems_of(other))
            and all(_NAME.fullmatch(label) for label in (one, other))
            for one, other in differ
        )

    def _less(self, claim: int, place: EvidenceWords, told: SourcedTriple) -> Objection | None:
        """Say what the evidence's own manner takes back, which the claim does not tell."""
        ours = self._graph.claims[claim]
        evidence = next(iter(place.facts), None)
        number = sentence_of(self._graph, ours)
        said = self._said[number] if number is not None else ours.text
        mine, theirs = manner_of(ours, said), manner_of(told, place.unit.text)
        source = self._name(place.unit)
        quoted = _quoted(place)
        if mine.framed != theirs.framed:
            text = f"{source} {'denies it' if theirs.framed else 'does not deny it'}: {quoted}"
            return Objection("contradicted", place.unit, evidence, sentence(text))
        if theirs.condition and not mine.condition:
            text = f"{source} says so only on a condition: {quoted}"
            return Objection("unsupported", place.unit, evidence, sentence(text))
        return None

    def _of_another(self, claim: int, place: EvidenceWords, evidence: int) -> Objection | None:
        """Say whether a triple tells of another person of the same family name."""
        ours, theirs = self._graph.claims[claim].triple, self._graph.evidence[evidence].triple
        ends = (ours.subject, theirs.subject), (ours.object, theirs.object)
        if not any(are_two_people(*pair) for pair in ends):
            return None
        text = f"{self._name(place.unit)} says so of somebody else: {_quoted(place)}"
        return Objection("contradicted", place.unit, evidence, sentence(text))

    def _against(self, number: int, unit: Unit) -> str:
        """Return what the judges say against a sentence for certain, "" where nothing."""
        if (number, unit) not in self._judged:
            self._judged[number, unit] = self._asked(number, unit)
        return self._judged[number, unit]

    def _asked(self, number: int, unit: Unit) -> str:
        said = self._said[max(0, number - 1) : number + 1]  # whom a pronoun stands for
        shown = [Passage(unit.text, unit.passage_id)]
        found: Sequence[Judgement] = [
            judge_statements("", shown, said)[-1],
            judge_scope("", shown, said[-1:])[-1],
        ]
        certain = (each for each in found if each.outcome == "contradicted")
        judged = next((each for each in certain if each.certainty == "certain"), None)
        return "" if judged is None else self._worded(judged.explanation, unit)

    def _worded(self, explanation: str, unit: Unit) -> str:
        """Return a judge's sentence with the name of its source where "The passage" stands."""
        bare = explanation.replace(f" (passage {unit.passage_id})", "")
        if is_triple(unit.passage_id):  # of which a judge may quote a part
            said, quoted, _ = bare.rpartition("“")
            bare = f"{said}“{unit.text.rstrip('.')}”." if quoted else bare
        return bare.replace("The passage", self._name(unit), 1).replace(".”.", "”.")

    def _name(self, unit: Unit) -> str:
        name = unit.passage_id if is_triple(unit.passage_id) else ""
        name = name or name_of_source(unit.passage_id, self._passages)
        return name[:1].upper() + name[1:]


def _quoted(place: EvidenceWords) -> str:
    return f"“{place.unit.text.strip().rstrip('.')}”"
