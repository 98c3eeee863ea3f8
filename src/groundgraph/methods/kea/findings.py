"""What a reader is told of two compared knowledge graphs: findings, graphs to draw, a remark."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.kea import contrastive
from groundgraph.methods.kea.graphs import name_of_source, sentence_of
from groundgraph.methods.kea.literals import as_date
from groundgraph.methods.kea.phrasing import sentence
from groundgraph.types import Claim, Contrast, Evidence, Finding, Span, Statement, TripleView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.kea.comparison import Contradiction
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.methods.kea.support import Support
    from groundgraph.protocols import Explainer
    from groundgraph.types import Example, Outcome, Triple

NO_FACT = "No fact was read off this sentence."
_SHOWN = 3
_RANK: dict[Outcome, int] = {
    "contradicted": 0,
    "unsupported": 1,
    "unverifiable": 2,
    "supported": 3,
}


class Comparison(NamedTuple):
    """What was found out about one answer; claims and evidence are counted as in its `Graphs`.

    Attributes:
        reason: Why nothing could be compared, or "".
        pair: Both graphs, selected and relabelled.
        asked: Whether the evidence speaks about each claim, shape ``(n_claims,)``.
        chosen: The evidence triples that were selected, shape ``(n_selected,)``.
        same: Claim to the evidence that is equal to it after relabelling.
        support: What states each claim that the evidence states.
        against: Contradictory pairs; by claim, nearest first.
        nearest: Evidence nearest to each claim, shape ``(n_claims,)``.
        nearness: Its cosine, in [-1, 1], shape ``(n_claims,)``.
        h: 1 - k, in [0, 1]; 1 when nothing could be compared.
    """

    reason: str = ""
    pair: tuple[list[Triple], list[Triple]] = ([], [])
    asked: NDArray[np.bool_] = np.zeros(0, bool)
    chosen: NDArray[np.intp] = np.zeros(0, np.intp)
    same: dict[int, int] = {}  # noqa: RUF012 - never written to
    support: Mapping[int, Support] = {}
    against: Sequence[Contradiction] = ()
    nearest: NDArray[np.intp] = np.zeros(0, np.intp)
    nearness: NDArray[np.float32] = np.zeros(0, np.float32)
    h: float = 1.0


class Case(NamedTuple):
    """A contradicted statement: the claim, and the evidence that disagrees, nearest first."""

    claim: int
    against: list[Contradiction]


def findings_of(
    examples: Sequence[Example],
    graphs: Sequence[Graphs],
    compared: Sequence[Comparison],
    explainer: Explainer,
) -> list[list[Finding]]:
    """Return each answer's findings: one per contradiction, else one per sentence.

    A sentence with a contradicted statement is represented by its contradictions alone.
    """
    cases = [cases_of(*row) for row in zip(graphs, compared, strict=True)]
    contrasts = [
        contrast_of(example, graph, case.against[0])
        for example, graph, own in zip(examples, graphs, cases, strict=True)
        for case in own
    ]
    texts = iter([explanation.text for explanation in explainer.explain(contrasts)])
    return [
        _in_order(
            [
                *(_contradicted(example, graph, case, next(texts)) for case in own),
                *_sentences(example, graph, comparison),
            ]
        )
        for example, graph, comparison, own in zip(examples, graphs, compared, cases, strict=True)
    ]


def _in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Sort by place; contradictions of one stretch of the answer become one finding."""
    found: dict[Claim, Finding] = {}
    for finding in findings:
        before = found.setdefault(finding.claim, finding)
        if before is not finding:
            found[finding.claim] = replace(
                before,
                explanation=f"{before.explanation} {finding.explanation}",
                evidence=_nearest_first(dict.fromkeys([*before.evidence, *finding.evidence])),
            )
    return sorted(found.values(), key=lambda finding: finding.claim.span)


def views_of(graph: Graphs, comparison: Comparison) -> tuple[TripleView, ...]:
    """Return the graphs to draw: all claims, and the evidence that was selected or disagrees."""
    against = {n: ranked[0].evidence for n, ranked in _by_claim(graph, comparison).items()}
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


def reason_of(graph: Graphs, comparison: Comparison, example: Example) -> str:
    """Return the remark on the whole answer: every correction that the evidence asks for."""
    return contrastive.summary(
        [contrast_of(example, graph, case.against[0]) for case in cases_of(graph, comparison)]
    )


def features_of(graph: Graphs, comparison: Comparison) -> dict[str, float]:
    """Count the statements by outcome; "equal" are those that the kernel sees as one."""
    asked = int(comparison.asked.sum())
    contradicted = len({each.claim for each in comparison.against})
    return {
        "similarity": 1.0 - comparison.h,
        "claim_triples": float(len(graph.claims)),
        "evidence_triples": float(len(graph.evidence)),
        "selected_triples": float(len(comparison.chosen)),
        "equal": float(len(comparison.same)),
        "supported": float(len(comparison.support)),
        "contradicted": float(contradicted),
        "unsupported": float(asked - len(comparison.support) - contradicted),
        "unverifiable": float(len(graph.claims) - asked),
    }


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


def cases_of(graph: Graphs, comparison: Comparison) -> list[Case]:
    """Gather the contradictions by claim; claims that say the same wrong thing count once."""
    cases: dict[object, Case] = {}
    for claim, ranked in _by_claim(graph, comparison).items():
        best = ranked[0]
        wrong = getattr(graph.claims[claim].triple, best.position)
        right = getattr(graph.evidence[best.evidence].triple, best.position)
        place = sentence_of(graph, graph.claims[claim])
        cases.setdefault((place, best.position, wrong, right), Case(claim, ranked))
    return list(cases.values())


def _by_claim(graph: Graphs, comparison: Comparison) -> dict[int, list[Contradiction]]:
    """Return each contradicted claim's contradictions, the plainest first."""
    found: dict[int, list[Contradiction]] = {}
    for each in comparison.against:
        found.setdefault(each.claim, []).append(each)
    for claim, against in found.items():
        found[claim] = sorted(against, key=lambda c: (-round(c.similarity, 3), _unlike(graph, c)))
    return found


def _unlike(graph: Graphs, found: Contradiction) -> bool:
    """Say whether one of two dates gives a day and the other only a year."""
    dates = [
        as_date(getattr(side.triple, found.position))
        for side in (graph.claims[found.claim], graph.evidence[found.evidence])
    ]
    known = [[part is None for part in date] if date else [] for date in dates]
    return known[0] != known[1]


def contrast_of(example: Example, graph: Graphs, found: Contradiction) -> Contrast:
    """Return the two statements as explanations and edits have them."""
    claim, fact = graph.claims[found.claim], graph.evidence[found.evidence]
    # A fact that was turned ("is the capital of") is said so, to stand beside the claim.
    turned = fact.triple.subject != fact.shown.subject
    return Contrast(
        Statement(claim.shown, claim.span),
        Statement(fact.triple if turned else fact.shown, fact.span),
        name_of_source(fact.source, [p.id for p in example.passages]),
        found.position,
        claim.text if claim.span is not None else "",
        fact.text if fact.span is not None else "",
    )


def _contradicted(example: Example, graph: Graphs, case: Case, text: str) -> Finding:
    evidence: dict[object, Evidence] = {}
    for each in case.against:
        item = _evidence(graph.evidence[each.evidence], each.similarity)
        evidence.setdefault((item.passage_id, item.text), item)
    return Finding(
        claim_of(example, graph.claims[case.claim].span),
        "contradicted",
        float(np.clip(case.against[0].similarity, 0.0, 1.0)),
        _nearest_first(evidence.values()),
        text,
    )


def _sentences(example: Example, graph: Graphs, comparison: Comparison) -> list[Finding]:
    """Return a finding for each sentence that no contradiction represents."""
    wrong = {each.claim for each in comparison.against}
    sentences: dict[int | None, list[int]] = {n: [] for n in range(len(graph.sentences))}
    for number, fact in enumerate(graph.claims):
        sentences.setdefault(sentence_of(graph, fact), []).append(number)
    return [
        _judged(example, graph, comparison, number, claims)
        for number, claims in sentences.items()
        if not wrong.intersection(claims) and (claims or number is not None)
    ]


def _judged(
    example: Example,
    graph: Graphs,
    comparison: Comparison,
    place: int | None,
    claims: list[int],
) -> Finding:
    claim = claim_of(example, None if place is None else graph.sentences[place])
    if comparison.reason:
        return Finding(claim, "unverifiable", explanation=_unasked(graph, comparison, claims))
    outcomes = {number: _outcome(comparison, number) for number in claims}
    worst: Outcome = min(outcomes.values(), key=_RANK.__getitem__, default="unverifiable")
    decisive = [number for number, outcome in outcomes.items() if outcome == worst]
    if worst == "unverifiable":
        return Finding(claim, worst, explanation=_unasked(graph, comparison, decisive))
    nearest = [
        comparison.support[number].fact
        if number in comparison.support
        else graph.evidence[int(comparison.nearest[number])]
        for number in decisive
    ]
    evidence = {
        (fact.source, fact.text): _evidence(fact, float(comparison.nearness[number]))
        for fact, number in zip(nearest, decisive, strict=True)
    }
    return Finding(
        claim,
        worst,
        float(np.clip(1.0 - comparison.nearness[decisive].min(), 0.0, 1.0)),
        _nearest_first(evidence.values()),
        _explained(example, graph, worst, decisive, nearest),
    )


def _outcome(comparison: Comparison, claim: int) -> Outcome:
    if claim in comparison.support:
        return "supported"
    return "unsupported" if comparison.asked[claim] else "unverifiable"


def _explained(
    example: Example,
    graph: Graphs,
    outcome: Outcome,
    claims: list[int],
    nearest: list[SourcedTriple],
) -> str:
    passages = [p.id for p in example.passages]
    if outcome == "supported":
        sources = [name_of_source(fact.source, passages) for fact in nearest]
        return contrastive.supported(sources)
    where = "no passage" if any(f.source in passages for f in graph.evidence) else "no evidence"
    return contrastive.unsupported(_worded(graph, claims), where)


def _unasked(graph: Graphs, comparison: Comparison, claims: list[int]) -> str:
    """Say why statements could not be checked."""
    if not claims:
        return NO_FACT
    if len(comparison.asked) != len(graph.claims):
        return sentence(comparison.reason)
    unknown = [graph.claims[n].shown.subject for n in claims if not graph.claims[n].known]
    if unknown:
        return contrastive.unknown(unknown)
    return contrastive.silent(_worded(graph, claims))


def _worded(graph: Graphs, claims: list[int]) -> list[tuple[Triple, str]]:
    facts = [graph.claims[number] for number in claims]
    return [(fact.shown, fact.text if fact.span is not None else "") for fact in facts]


def claim_of(example: Example, span: Span | None) -> Claim:
    """Return the stretch of the answer that a fact was read off, all of it where not known."""
    whole = Span(0, len(example.answer)) if span is None else span
    return Claim(whole.of(example.answer), whole)


def _nearest_first(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(sorted(evidence, key=lambda item: -item.score)[:_SHOWN])


def _evidence(fact: SourcedTriple, score: float) -> Evidence:
    return Evidence(fact.source, fact.span, float(np.clip(score, -1.0, 1.0)), fact.text)
