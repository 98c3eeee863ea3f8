"""The edits that turn the answer's contradictory edges into the evidence's (Algorithm 1).

Beyond the paper, an edit that can be made in the words of its sentence makes a suggestion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.kea.compared import cases_of
from groundgraph.methods.kea.contrastive import is_denial
from groundgraph.methods.kea.disagreement import equal, sides_of
from groundgraph.methods.kea.findings import claim_of, contrast_of
from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.suggestions import Change, corrected
from groundgraph.types import Edit, Suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.compared import Case, Comparison
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.types import Contrast, EditKind, Example, Finding, Triple

_KINDS: dict[tuple[bool, bool], EditKind | None] = {
    (True, True): "substitute",
    (True, False): "delete",
    (False, True): "insert",
    (False, False): None,
}
"""What to do by whether the claim's edge is taken out and the evidence's put in."""


class Edits(NamedTuple):
    """What the evidence asks to change in an answer: in its graph, and in its sentences."""

    edits: tuple[Edit, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


def edit_kinds(
    claims: Sequence[Triple], pairs: Sequence[tuple[Triple, Triple]]
) -> list[EditKind | None]:
    """Return what to do for each contradictory pair of edges, ``None`` where it is done already.

    Graphs are sets of edges: one that both sides of ``pairs`` hold stays, one that the claims hold
    is not put in again, and each is taken out or put in once.

    Args:
        claims: All edges of the answer.
        pairs: Edges of the answer, each with the edge of the evidence that contradicts it.
    """
    right = {fact for _, fact in pairs}
    held, dropped = set(claims), set[tuple[str, str, str]]()
    kinds: list[EditKind | None] = []
    for claim, fact in pairs:
        drop = claim not in right and claim not in dropped
        put = fact not in held
        kinds.append(_KINDS[drop, put])
        held.add(fact)
        dropped.add(claim)
    return kinds


def edits_of(
    example: Example, graph: Graphs, comparison: Comparison, findings: Sequence[Finding]
) -> Edits:
    """Return the edits of an answer, by claim, and the sentences that they correct.

    Where passages disagree none of their values is put in.
    """
    cases = [c for c in cases_of(graph, comparison) if not sides_of(graph, c.against)]
    contrasts = [contrast_of(example, graph, case.against[0]) for case in cases]
    pairs = [(each.claim.triple, each.evidence.triple) for each in contrasts]
    kinds = edit_kinds([fact.shown for fact in graph.claims], pairs)
    number_of = {finding.claim.span: number for number, finding in enumerate(findings)}
    edits: list[Edit] = []
    made: dict[int, int] = {}
    for at, (case, contrast, kind) in enumerate(zip(cases, contrasts, kinds, strict=True)):
        if kind is not None:
            made[at] = len(edits)
            finding = number_of[claim_of(example, graph.claims[case.claim].span).span]
            edits.append(_edit(graph, case, contrast, kind, finding))
    return Edits(tuple(edits), _suggestions(graph, comparison, cases, edits, made))


def _edit(graph: Graphs, case: Case, contrast: Contrast, kind: EditKind, finding: int) -> Edit:
    if is_denial(contrast):
        kind = "delete"
    return Edit(
        kind,
        None if kind == "insert" else contrast.claim.triple,
        None if kind == "delete" else contrast.evidence.triple,
        contrast.position,
        finding,
        graph.evidence[case.against[0].evidence].source,
    )


def _suggestions(
    graph: Graphs,
    comparison: Comparison,
    cases: Sequence[Case],
    edits: Sequence[Edit],
    made: dict[int, int],
) -> tuple[Suggestion, ...]:
    """Return the sentences all of whose statements the evidence states once they are edited."""
    in_sentence: dict[int, list[int]] = {}
    for at, case in enumerate(cases):
        place = sentence_of(graph, graph.claims[case.claim])
        if place is not None:
            in_sentence.setdefault(place, []).append(at)
    stated = {*comparison.support, *(each.claim for each in comparison.against)}
    open_ = {sentence_of(graph, c) for n, c in enumerate(graph.claims) if n not in stated}
    found = []
    for place, own in sorted(in_sentence.items()):
        changes = [_change(graph, cases[at], edits[made[at]]) for at in own if at in made]
        known = [change for change in changes if change is not None]
        if place in open_ or len(known) < len(own):
            continue
        span = graph.sentences[place]
        if text := corrected(span.of(graph.answer), known):
            found.append(Suggestion(span, text, tuple(made[at] for at in own)))
    return tuple(found)


def _change(graph: Graphs, case: Case, edit: Edit) -> Change | None:
    """Return the words to change for an edit; ``None`` where the evidence has two values."""
    best = case.against[0]
    if edit.kind != "substitute" or best.position == "predicate":
        return None
    facts = [graph.evidence[each.evidence] for each in case.against]
    values = [
        getattr(fact.triple, each.position)
        for fact, each in zip(facts, case.against, strict=True)
        if each.position == best.position
    ]
    if any(not equal(value, values[0]) for value in values):
        return None
    wrong = getattr(graph.claims[case.claim].shown, best.position)
    words = "" if facts[0].of_world else facts[0].text
    return Change(wrong, values[0], words, graph.claims[case.claim].shown.predicate)
