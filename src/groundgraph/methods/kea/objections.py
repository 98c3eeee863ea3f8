"""What speaks against a sentence in the very sentence of the evidence that seems to state it.

Triples are alike, and words stand in order, where roles are exchanged ("A was acquired by B") and
where the evidence denies, weakens or limits what it says. The judges of `groundgraph.text` tell
that; where they are certain, nothing is supported there. Nothing here enters h.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from groundgraph.methods.kea.converses import converse
from groundgraph.methods.kea.differences import parts_of
from groundgraph.methods.kea.graphs import name_of_source, sentence_of
from groundgraph.methods.kea.literals import as_date
from groundgraph.methods.kea.manner import manner_of, outlived
from groundgraph.methods.kea.people import are_two_people
from groundgraph.methods.kea.phrasing import named, sentence
from groundgraph.methods.kea.places import places_of, stems_of
from groundgraph.methods.kea.rules import denies
from groundgraph.methods.kea.timing import beside, other_side, ranking
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities import wording as quantities
from groundgraph.text.scope import judge_scope
from groundgraph.text.scope import wording as scope
from groundgraph.text.statements import judge_statements
from groundgraph.text.statements import wording as statements
from groundgraph.types import Passage
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.methods.kea.places import EvidenceWords
    from groundgraph.text.judgements import Judgement, Saying
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
        self._of_all: dict[int, tuple[Judgement[Any], Judgement[Any]]] = {}

    def of(
        self, claim: int, place: EvidenceWords, evidence: int | None, *, seeming: bool = True
    ) -> Objection | None:
        """Return what speaks against a claim where it seems to be stated, or ``None``.

        Args:
            claim: Its number.
            place: The sentence of the evidence.
            evidence: The triple that seems to state it, ``None`` where words do.
            seeming: Whether anything there seems to state it; amounts are not asked about else.
        """
        if place.unit.fact is not None:
            return None
        own = self._graph.claims[claim]
        number = sentence_of(self._graph, own)
        against = ""
        turned = converse(own, (self._graph.evidence[n] for n in place.facts))
        if turned == "stated":
            return None
        if turned == "opposite" and not place.denials and not denies(own.text):
            against = sentence(f"{self._name(place.unit)} says the opposite: {_quoted(place)}")
        elif number is not None:
            against = self._against(number, place.unit)
            if seeming and not against:
                against = self._amounts(claim, number, place.unit)
        if against:
            shown = next(iter(place.facts), None) if evidence is None else evidence
            return Objection("contradicted", place.unit, shown, against)
        if number is not None and (timed := self._at_another_time(number, place)):
            return timed
        if evidence is not None:
            told = self._graph.evidence[evidence]
            less = self._less(claim, place, told) or self._of_another(claim, place, evidence)
            less = less or self._exchanged(claim, place)
            same = parts_of(told)[1] == parts_of(self._graph.claims[claim])[1]
            return less if less or same else self.elsewhere(claim)
        told = self._graph.claims[claim]
        spoken = told.text in place.unit.text
        less = self._less(claim, place, told) if spoken else None
        return less or self._exchanged(claim, place)

    def elsewhere(self, claim: int) -> Objection | None:
        """Return what all of the evidence says for certain against a claim that nothing states."""
        number = sentence_of(self._graph, self._graph.claims[claim])
        rivals = self._rivals(claim, range(len(self._graph.evidence)))
        judged = None if number is None or not rivals else self._beside_all(number)[0]
        for unit in self._graph.units if judged is not None and _is_against(judged) else ():
            if judged is not None and _stands_in(judged, unit):
                said = statements.saying_of(judged.deciding[0], self._evidence())
                return Objection("contradicted", unit, None, self._worded(said, unit))
        return None

    def _beside_all(self, number: int) -> tuple[Judgement[Any], Judgement[Any]]:
        """Return what the judges of statements and amounts say beside all of the evidence."""
        if number not in self._of_all:
            said = self._said[max(0, number - 1) : number + 1]
            shown = self._evidence()
            self._of_all[number] = (
                judge_statements("", shown, said)[-1],
                judge_quantities("", shown, said[-1:])[-1],
            )
        return self._of_all[number]

    def _amounts(self, claim: int, number: int, unit: Unit) -> str:
        """Return what is said against an amount of a claim, "" where it has no such amount."""
        judged = self._beside_all(number)[1]
        if not _is_against(judged) or not _stands_in(judged, unit):
            return ""
        said, check = judged.claim, judged.deciding[0]
        if quantities.words_of(said, check) not in " ".join(self._graph.claims[claim].shown):
            return ""
        return quantities.sentence_for(said, check, self._evidence(), unnamed=unit.passage_id)

    def _evidence(self) -> list[Passage]:
        """Return the passages that are prose, as their sentences one after the other."""
        texts: dict[str, list[str]] = {}
        for unit in self._graph.units:
            if unit.fact is None:
                texts.setdefault(unit.passage_id, []).append(unit.text)
        return [Passage(" ".join(own), name) for name, own in texts.items()]

    def _at_another_time(self, number: int, place: EvidenceWords) -> Objection | None:
        """Say whether the evidence tells of another side of a time, or ranks otherwise."""
        said, shown = self._said[number], next(iter(place.facts), None)
        if other := other_side(said, place.unit.text):
            text = f"{self._name(place.unit)} says so of “{other}”: {_quoted(place)}"
            return Objection("unsupported", place.unit, shown, sentence(text))
        word = ranking(said)
        if not word or word.lower() in place.unit.text.lower():
            return None
        for name in self._dated(said):
            one, contrary = (
                judge_quantities("", self._evidence(), [put])[0] for put in beside(said, name)
            )
            if _is_against(one):
                text = quantities.sentence_for(
                    one.claim, one.deciding[0], self._evidence(), said=word
                )
                return Objection("contradicted", place.unit, shown, text)
            if _is_against(contrary):
                return None
        text = f"{self._name(place.unit)} does not say “{word}”: {_quoted(place)}"
        return Objection("unsupported", place.unit, shown, sentence(text))

    def _dated(self, said: str) -> list[str]:
        """Return the names of which other sentences of the evidence give a date."""
        facts = self._graph.evidence
        dated = [
            place.facts
            for place in places_of(self._graph)
            if any(as_date(facts[n].triple.object) is not None for n in place.facts)
        ]
        names = (facts[n].triple.subject for own in dated for n in own)
        return [name for name in dict.fromkeys(names) if _NAME.fullmatch(name) and name not in said]

    def _exchanged(self, claim: int, place: EvidenceWords) -> Objection | None:
        """Say whether a sentence has both ends of a claim, but the claim's relation to others."""
        own = parts_of(self._graph.claims[claim])
        told = {n: parts_of(self._graph.evidence[n]) for n in place.facts}
        ends = {own[0], own[2]}
        if not all(own) or own in told.values():
            return None
        otherwise = any({s, o} == ends and not p & own[1] for s, p, o in told.values())
        rivals = self._rivals(claim, place.facts)
        if not otherwise or not rivals:
            return None
        fact = self._graph.evidence[rivals[0]].triple
        other = fact.object if told[rivals[0]][0] == own[0] else fact.subject
        text = f"{self._name(place.unit)} says so of {named(other)}: {_quoted(place)}"
        return Objection("contradicted", place.unit, rivals[0], sentence(text))

    def _rivals(self, claim: int, facts: Iterable[int]) -> list[int]:
        """Return the facts that say of another name what a claim says."""
        subject, predicate, object_ = parts_of(self._graph.claims[claim])
        told = ((n, parts_of(self._graph.evidence[n])) for n in facts)
        return [
            n
            for n, (s, p, o) in told
            if p == predicate and (s == subject) != (o == object_) and self._are_names(claim, n)
        ]

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
        if outlived(ours, mine, theirs):
            text = f"{source} says so of a time that is over: {quoted}"
            return Objection("unsupported", place.unit, evidence, sentence(text))
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
        stated = judge_statements("", shown, said)[-1]
        if _is_against(stated):
            return self._worded(statements.saying_of(stated.deciding[0], shown), unit)
        limited = judge_scope("", shown, said[-1:])[-1]
        if _is_against(limited):
            return self._worded(scope.saying_of(limited.deciding[0], shown), unit)
        return ""

    def _worded(self, said: Saying, unit: Unit) -> str:
        """Return what a judge says, of a triple with all of its words."""
        words = unit.text if is_triple(unit.passage_id) else said.words
        return f"{self._name(unit)} {said.does}: “{words.removesuffix('.')}”."

    def _name(self, unit: Unit) -> str:
        name = name_of_source(unit.passage_id, self._passages)
        return name[:1].upper() + name[1:]


def _is_against(judged: Judgement[Any]) -> bool:
    return (judged.outcome, judged.certainty) == ("contradicted", "certain")


def _stands_in(judged: Judgement[Any], unit: Unit) -> bool:
    """Say whether what decided a judgement stands in a unit of the evidence."""
    told = next(iter(judged.evidence), None)
    if told is None or told.passage != unit.passage_id:
        return False
    return told.text.strip() in unit.text


def _quoted(place: EvidenceWords) -> str:
    return f"“{place.unit.text.strip().rstrip('.')}”"
