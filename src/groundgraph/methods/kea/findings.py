"""What a reader is told of two compared knowledge graphs: findings, and a remark on them all."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.methods.kea import contrastive, disagreement
from groundgraph.methods.kea.compared import cases_of, outcome_of
from groundgraph.methods.kea.disagreement import sides_of
from groundgraph.methods.kea.graphs import name_of_source, sentence_of
from groundgraph.methods.kea.phrasing import sentence
from groundgraph.methods.kea.places import stems_of
from groundgraph.methods.kea.rules import denies
from groundgraph.text.words import words
from groundgraph.types import Claim, Contrast, Evidence, Finding, Span, Statement
from groundgraph.types.triple_names import lister_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.methods.kea.compared import Case, Comparison
    from groundgraph.methods.kea.comparison import Contradiction
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.methods.kea.support import Support
    from groundgraph.protocols import Explainer
    from groundgraph.types import Example, Outcome, Triple

NO_FACT = "No fact was read off this sentence."
_SHOWN = 3
_LEAST_SAID = 2
"""Content words of a sentence that can be known to say something again."""
_RANK: dict[Outcome, int] = {
    "contradicted": 0,
    "unsupported": 1,
    "unverifiable": 2,
    "supported": 3,
}


def findings_of(
    examples: Sequence[Example],
    graphs: Sequence[Graphs],
    compared: Sequence[Comparison],
    explainer: Explainer,
) -> list[list[Finding]]:
    """Return each answer's findings: one per contradiction, else one per sentence.

    The first contradiction of a sentence also tells what else of it nothing states.
    """
    cases = [cases_of(*row) for row in zip(graphs, compared, strict=True)]
    contrasts = [
        contrast_of(example, graph, case.against[0])
        for example, graph, own in zip(examples, graphs, cases, strict=True)
        for case in own
    ]
    texts = iter([explanation.text for explanation in explainer.explain(contrasts)])
    found = []
    for example, graph, comparison, own in zip(examples, graphs, compared, cases, strict=True):
        told = {
            case.claim: _contradicted(example, graph, case, _between(example, graph, case, text))
            for case, text in zip(own, islice(texts, len(own)), strict=True)
        }
        _tell_rest(told, example, graph, comparison)
        sentences = _sentences(example, graph, comparison, told)
        found.append(_in_order([*told.values(), *sentences]))
    return found


def _between(example: Example, graph: Graphs, case: Case, text: str) -> str:
    """Return the explanation of a contradiction, of one about which passages disagree another."""
    sides = sides_of(graph, case.against)
    if not sides:
        return text
    told = disagreement.told(sides, [p.id for p in example.passages])
    return contrastive.between(contrast_of(example, graph, case.against[0]), told)


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


def reason_of(graph: Graphs, comparison: Comparison, example: Example) -> str:
    """Return the remark on the whole answer: all that the evidence says against it."""
    cases, passages = cases_of(graph, comparison), [p.id for p in example.passages]
    sides = [sides_of(graph, case.against) for case in cases]
    corrections = contrastive.summary(
        [
            contrast_of(example, graph, case.against[0])
            for case, own in zip(cases, sides, strict=True)
            if not own
        ]
    )
    apart = [
        sentence(f"The passages disagree: {disagreement.told(own, passages)}")
        for own in sides
        if own
    ]
    objections = [o.text for o in comparison.objections.values() if o.outcome == "contradicted"]
    return " ".join(filter(None, dict.fromkeys([corrections, *apart, *objections])))


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
        any(each.shown == (fact.triple if turned else fact.shown) for each in graph.claims),
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


def _tell_rest(
    told: dict[int, Finding], example: Example, graph: Graphs, comparison: Comparison
) -> None:
    """Add to the first contradiction of each sentence what else of it is not supported."""
    wrong = {each.claim for each in comparison.against}
    first: dict[int | None, int] = {}
    for claim in sorted(told):
        first.setdefault(sentence_of(graph, graph.claims[claim]), claim)
    for place, claim in first.items():
        rest = [
            n
            for n, fact in enumerate(graph.claims)
            if n not in wrong and sentence_of(graph, fact) == place
        ]
        more = _against(example, graph, comparison, rest, also=True)
        explanation = " ".join([told[claim].explanation, *more])
        told[claim] = replace(told[claim], explanation=explanation)


def _sentences(
    example: Example, graph: Graphs, comparison: Comparison, told: Mapping[int, Finding]
) -> list[Finding]:
    """Return a finding for each sentence that no contradiction represents.

    A sentence that says again what an earlier one does is judged as that one.
    """
    wrong = {each.claim for each in comparison.against}
    sentences: dict[int | None, list[int]] = {n: [] for n in range(len(graph.sentences))}
    for number, fact in enumerate(graph.claims):
        sentences.setdefault(sentence_of(graph, fact), []).append(number)
    found = []
    for place, own in sentences.items():
        again = place is not None and not own
        claims = repeated(graph, place) if place is not None and again else own
        contradicted = [told[n] for n in claims if n in told]
        if again and contradicted:
            span = None if place is None else graph.sentences[place]
            found += [replace(each, claim=claim_of(example, span)) for each in contradicted]
        elif not wrong.intersection(claims) and (claims or place is not None):
            found.append(_judged(example, graph, comparison, place, claims))
    return found


def repeated(graph: Graphs, number: int) -> list[int]:
    """Return the claims of other sentences that a sentence says again, [] where it says more.

    Each fact of an answer is read once, where it first stands.
    """
    text = graph.sentences[number].of(graph.answer)
    said, denied = set(stems_of(text)), any(word.negation for word in words(text))
    if len(said) < _LEAST_SAID:
        return []
    found, covered = [], set[str]()
    for claim, fact in enumerate(graph.claims):
        told = set(stems_of(f"{fact.triple.predicate} {fact.triple.object}"))
        if told <= said and denied == (denies(fact.triple.predicate) or denies(fact.text)):
            found.append(claim)
            covered |= told | set(stems_of(fact.triple.subject))
    return found if said <= covered else []


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
    outcomes = {number: outcome_of(comparison, number) for number in claims}
    worst: Outcome = min(outcomes.values(), key=_RANK.__getitem__, default="unverifiable")
    decisive = [number for number, outcome in outcomes.items() if outcome == worst]
    if worst == "unverifiable":
        return Finding(claim, worst, explanation=_unasked(graph, comparison, decisive))
    shown = [_shown(graph, comparison, number) for number in decisive]
    evidence = {(item.passage_id, item.text): item for item in shown}
    nearness = comparison.nearness[decisive]
    apart = nearness.max() if worst == "contradicted" else 1.0 - nearness.min()
    if worst == "supported":
        told = [comparison.support[number] for number in decisive]
        differing = (
            disagreement.otherwise(example, graph, each.evidence, claim.text)
            for each in told
            if each.evidence is not None
        )
        explanation = " ".join(filter(None, dict.fromkeys([_supported(example, told), *differing])))
    else:
        explanation = " ".join(_against(example, graph, comparison, claims))
    return Finding(
        claim,
        worst,
        float(np.clip(apart, 0.0, 1.0)),
        _nearest_first(evidence.values()),
        explanation,
    )


def _shown(graph: Graphs, comparison: Comparison, claim: int) -> Evidence:
    """Return what states a claim, what speaks against it, or else what is nearest to it."""
    score = float(comparison.nearness[claim])
    if claim in comparison.support:
        return _evidence(comparison.support[claim].fact, score)
    if claim in comparison.objections:
        unit = comparison.objections[claim].unit
        return Evidence(unit.passage_id, unit.span, float(np.clip(score, -1.0, 1.0)), unit.text)
    return _evidence(graph.evidence[int(comparison.nearest[claim])], score)


def _supported(example: Example, support: Sequence[Support]) -> str:
    passages = [p.id for p in example.passages]
    named = [(name_of_source(each.fact.source, passages), each.instead) for each in support]
    same = [source for source, instead in named if not instead]
    others = dict.fromkeys(contrastive.has_instead(*each) for each in named if each[1])
    return " ".join([*([contrastive.supported(same)] if same else []), *others])


def _against(
    example: Example,
    graph: Graphs,
    comparison: Comparison,
    claims: Sequence[int],
    *,
    also: bool = False,
) -> list[str]:
    """Say what speaks against claims, and which of them nothing states.

    Args:
        example: The answer.
        graph: Its graphs.
        comparison: What was found out.
        claims: Claims of one sentence; those that are supported are passed over.
        also: Whether something was said of the sentence before.
    """
    passages = [p.id for p in example.passages]
    objections = [comparison.objections[n] for n in claims if n in comparison.objections]
    objections.sort(key=lambda each: _RANK[each.outcome])
    said = list(dict.fromkeys(each.text for each in objections))
    lacking = [
        n
        for n in claims
        if n not in comparison.objections and outcome_of(comparison, n) == "unsupported"
    ]
    if lacking:
        stated = any(f.source in passages or lister_of(f.source) for f in graph.evidence)
        where = "no passage" if stated else "no evidence"
        worded = _worded(graph, lacking)
        at = sentence_of(graph, graph.claims[lacking[0]])
        told = contrastive.unsupported(
            worded,
            where,
            also=also or bool(said),
            whole="" if at is None else graph.sentences[at].of(graph.answer),
            every=len(lacking) == len(claims),
        )
        said.append(told)
    return said


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
