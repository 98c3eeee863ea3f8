"""The evidence graph that a verdict holds: read off its findings, edges, triples and conflicts."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from groundgraph.types import node_names
from groundgraph.types.graphs import kinds
from groundgraph.types.graphs.kinds import SYMMETRIC, GraphEdge, Node
from groundgraph.types.graphs.model import EvidenceGraph

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from groundgraph.types.conflicts import Side
    from groundgraph.types.examples import Span
    from groundgraph.types.verdicts import (
        EdgeKind,
        Evidence,
        Finding,
        TripleView,
        Verdict,
    )

_HELD: dict[str, EdgeKind] = {"supported": "entails", "contradicted": "contradicts"}
"""What a detector says of a claim and of what it cites first for it."""
_ROUNDING = 1e-5
"""By how much a weight may differ from the same one in a row."""
_PAIRED: dict[str, EdgeKind] = {"same": "entails", "contradicted": "contradicts"}


def graph_of(
    verdict: Verdict, by: str = "", passages: Collection[str] | None = None
) -> EvidenceGraph:
    """Return the graph of a verdict, in time linear in what it holds.

    Args:
        verdict: What a detector said.
        by: Its name, for the edges; the verdict's own where it is "".
        passages: Ids of the example's passages; what evidence comes from else is knowledge.
            ``None`` where the example is not at hand: then all but its triples are passages.
    """
    drawing = _Drawing(verdict, by or verdict.detector, passages)
    drawing.add_claims()
    drawing.add_edges()
    drawing.add_triples()
    drawing.add_conflicts()
    homes = {node.id: node.part_of for node in drawing.nodes if node.part_of}
    return EvidenceGraph.of(drawing.nodes, _told_once(drawing.edges, homes))


def _told_once(edges: Iterable[GraphEdge], homes: Mapping[str, str]) -> Iterator[GraphEdge]:
    """Yield edges without those of a passage that its sentences have as strong.

    Args:
        edges: What was found.
        homes: The passage of each sentence.
    """
    given = list(edges)
    of_sentences: dict[tuple[str, ...], float] = {}
    for edge in given:
        if edge.source in homes or edge.target in homes:
            place = _among_passages(edge, homes)
            of_sentences[place] = max(edge.weight, of_sentences.get(place, edge.weight))
    for edge in given:
        own = edge.source in homes or edge.target in homes
        told = of_sentences.get(_among_passages(edge, homes), -2.0)
        if own or told < edge.weight - _ROUNDING:
            yield edge


def _among_passages(edge: GraphEdge, homes: Mapping[str, str]) -> tuple[str, ...]:
    """Return what an edge says of passages: its ends, sentences as their passages, and its kind."""
    ends = homes.get(edge.source, edge.source), homes.get(edge.target, edge.target)
    return (*(sorted(ends) if edge.kind in SYMMETRIC else ends), edge.kind)


class _Drawing:
    """Nodes and edges as they are found."""

    def __init__(self, verdict: Verdict, by: str, passages: Collection[str] | None) -> None:
        self._verdict = verdict
        self._by = by
        self._passages = passages
        self._claims = [
            kinds.claim(f.claim.span, f.claim.text, f.read_as or "") for f in verdict.findings
        ]
        self._attended = any(view.weight is not None for view in verdict.triples)
        self._leads: dict[str, list[str]] = {}
        for edge in verdict.edges:
            if edge.kind == "links":
                self._leads.setdefault(edge.source, []).append(edge.target)
        self.nodes: list[Node] = []
        self.edges: list[GraphEdge] = []

    def add_claims(self) -> None:
        """Add the claims, and what was compared with each."""
        self.nodes += self._claims
        if self._attended:
            return  # what is cited is what was attended to, which the triples say
        for number, finding in enumerate(self._verdict.findings):
            self._add_evidence(number, finding)

    def add_edges(self) -> None:
        """Add the edges that the verdict carries for drawing, between findings that it has."""
        for edge in self._verdict.edges:
            source, target = self._drawn(edge.source), self._drawn(edge.target)
            if source is None or target is None:
                continue
            if edge.kind == "attends" and self._attended:
                self.nodes += (source, target)  # all triples say how much; here the most come first
            else:
                self._join(source, target, edge.kind, edge.weight)

    def add_triples(self) -> None:
        """Add the statements, who states them, what they are about, and how they meet."""
        views = self._verdict.triples
        for view in views:
            self._add_statement(view)
        for view in views:
            if view.side == "answer" and view.partner is not None and view.state in _PAIRED:
                held = kinds.statement(views[view.partner].triple)
                self._join(held, kinds.statement(view.triple), _PAIRED[view.state], 1.0)

    def add_conflicts(self) -> None:
        """Join what passages say against each other."""
        for conflict in self._verdict.conflicts:
            for one, other in combinations(conflict.sides, 2):
                if one.value != other.value:
                    self._join(self._said(one), self._said(other), "opposes", 1.0)

    def _add_evidence(self, number: int, finding: Finding) -> None:
        node = self._claims[number]
        for item in finding.evidence:
            self._join(self._cited(item), node, "similar", item.score)
        kind = _HELD.get(finding.outcome)
        decisive = self._decisive(number, finding)
        if kind is not None and decisive is not None and finding.score is not None:
            sure = finding.score if kind == "contradicts" else 1.0 - finding.score
            self._join(self._cited(decisive), node, kind, sure)

    def _decisive(self, number: int, finding: Finding) -> Evidence | None:
        """Return what is cited first; where that begins a way, the way's last step.

        It is no side of a conflict that the claim does not follow.
        """
        against = {
            (side.passage_id, side.span)
            for conflict in self._verdict.conflicts
            if number in conflict.claims and finding.outcome == "supported"
            for side in conflict.sides
            if side.value.casefold() not in finding.claim.text.casefold()
        }
        cited = [e for e in finding.evidence if (e.passage_id, e.span) not in against]
        if not cited:
            return None
        last = self._end_of_way(cited)
        leads = self._leads.get(node_names.passage(last.passage_id), ())
        agrees = node_names.claim(number) in leads
        return cited[0] if agrees and finding.outcome == "contradicted" else last

    def _end_of_way(self, cited: Sequence[Evidence]) -> Evidence:
        """Return where steps from what is cited first end, over what else is cited."""
        items = {node_names.passage(item.passage_id): item for item in reversed(cited)}
        place = node_names.passage(cited[0].passage_id)
        seen = {place}
        while (then := self._step(place, items.keys() - seen)) is not None:
            place = then
            seen.add(place)
        return items[place]

    def _step(self, place: str, left: Collection[str]) -> str | None:
        return next((each for each in self._leads.get(place, ()) if each in left), None)

    def _add_statement(self, view: TripleView) -> None:
        stated = kinds.statement(view.triple)
        for name in dict.fromkeys((view.triple.subject, view.triple.object)):
            self._join(stated, kinds.entity(name), "mentions", 1.0)
        if view.side == "answer":
            owner = self._claim_at(view.span)
        else:
            owner = self._source(view.passage_id) if view.passage_id else None
        if owner is not None:
            self._join(owner, stated, "states", 1.0)
        if view.weight is not None and self._claims:
            self._join(self._claims[0], stated, "attends", view.weight)

    def _claim_at(self, span: Span | None) -> Node | None:
        """Return the claim that a stretch of the answer overlaps most."""
        if span is None:
            return self._claims[0] if len(self._claims) == 1 else None
        overlaps = [
            min(span.end, each.claim.span.end) - max(span.start, each.claim.span.start)
            for each in self._verdict.findings
        ]
        best = max(range(len(overlaps)), key=overlaps.__getitem__, default=0)
        return self._claims[best] if overlaps and overlaps[best] > 0 else None

    def _cited(self, item: Evidence) -> Node:
        return self._piece(item.passage_id, item.span, item.text)

    def _said(self, side: Side) -> Node:
        return self._piece(side.passage_id, side.span, side.text)

    def _piece(self, name: str, span: Span | None, text: str) -> Node:
        """Return a piece of a passage, or the knowledge itself."""
        whole = self._source(name, text)
        if whole.kind == "knowledge":
            return whole
        self.nodes.append(kinds.passage(name))
        return kinds.unit(name, span, text)

    def _source(self, name: str, text: str = "") -> Node:
        known = self._passages is None or name in self._passages
        found = kinds.source(name, text, known=known)
        return found if found.kind == "knowledge" else found._replace(text="")

    def _drawn(self, name: str) -> Node | None:
        """Return the node that `groundgraph.types.Edge` names; ``None`` for no finding's claim."""
        if (passage := node_names.passage_of(name)) is not None:
            return self._source(passage)
        if (number := node_names.claim_of(name)) is None:
            return kinds.question()
        return self._claims[number] if number < len(self._claims) else None

    def _join(self, source: Node, target: Node, kind: EdgeKind, weight: float) -> None:
        self.nodes += (source, target)
        if source.id != target.id:
            near = min(max(float(weight), -1.0), 1.0)  # a cosine of float32 may be a trace above 1
            self.edges.append(GraphEdge(source.id, target.id, kind, near, self._by))
