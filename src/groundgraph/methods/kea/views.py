"""The triples of both graphs as they are drawn: what each is set beside, and how they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.methods.kea.compared import by_claim
from groundgraph.types import TripleView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.compared import Comparison
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.types import Triple


def views_of(graph: Graphs, comparison: Comparison) -> tuple[TripleView, ...]:
    """Return the graphs to draw: all claims, and the evidence that was selected or disagrees."""
    against = {
        n: objection.evidence
        for n, objection in comparison.objections.items()
        if objection.outcome == "contradicted" and objection.evidence is not None
    }
    against |= {n: ranked[0].evidence for n, ranked in by_claim(graph, comparison).items()}
    held = {n: s.evidence for n, s in comparison.support.items() if s.evidence is not None}
    partner = {**against, **held}
    shown = list(dict.fromkeys([*comparison.chosen.tolist(), *partner.values()]))
    row_of: dict[int, int] = {}
    place: dict[tuple[Triple, str], int] = {}
    for number in shown:  # phrasings of one fact are drawn as one
        key = graph.evidence[number].shown, graph.evidence[number].source
        row_of[number] = place.setdefault(key, len(graph.claims) + len(place))
    views = [
        TripleView(
            "answer",
            fact.shown,
            "same" if n in held else "contradicted" if n in against else "unmatched",
            fact.span,
            partner=row_of[partner[n]] if n in partner else None,
        )
        for n, fact in enumerate(graph.claims)
    ]
    return (*views, *_evidence_views(graph, views, row_of))


def _evidence_views(
    graph: Graphs, claims: Sequence[TripleView], row_of: dict[int, int]
) -> list[TripleView]:
    facts = {row: graph.evidence[number] for number, row in reversed(row_of.items())}
    partners: dict[int, int] = {}
    for number, view in enumerate(claims):
        if view.partner is None:
            continue
        held = partners.get(view.partner)
        if held is None or (view.state == "same" and claims[held].state != "same"):
            partners[view.partner] = number
    return [
        TripleView(
            "evidence",
            facts[row].shown,
            claims[partners[row]].state if row in partners else "unmatched",
            facts[row].span,
            facts[row].source,
            partners.get(row),
        )
        for row in sorted(facts)
    ]
