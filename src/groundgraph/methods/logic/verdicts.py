"""From the scores of claims to findings and a verdict that say what was read together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.graph import EvidenceGraph, GraphEdge
from groundgraph.methods.checkable import unverifiable
from groundgraph.methods.logic import wording
from groundgraph.text.asked.answer_fragments import is_fragment
from groundgraph.types import Evidence, Finding, Verdict
from groundgraph.types.graphs import kinds
from groundgraph.types.graphs.for_verdict import edges_for
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.learn.decision import Decision
    from groundgraph.methods.logic.scores import ScoredAnswer
    from groundgraph.types import Edge, Outcome

FEATURES = ("support", "mean_support", "contradiction")
_SHOWN = 3


def judged(scored: ScoredAnswer, threshold: float) -> list[int]:
    """Return the numbers of the claims that could be checked.

    A group that could not be judged or read leaves a claim open only where it might have lifted
    S above the threshold.
    """
    if scored.obstacle:
        return []
    support, most = scored.support, scored.most
    return [n for n in scored.stated if support[n] > threshold or most[n] <= threshold]


def features_of(scored: ScoredAnswer, threshold: float) -> tuple[float, ...]:
    """Return one value for each of `FEATURES`: S of the worst claim, the mean S, and the most
    that a claim is contradicted; all in [0, 1], of the claims that could be checked.
    """  # noqa: D205 - one sentence
    claims = judged(scored, threshold)
    support, denial = scored.support[claims], scored.denial[claims]
    return float(support.min()), float(support.mean()), float(denial.max())


def verdict(
    scored: ScoredAnswer, threshold: float, decision: Decision | None, score: float
) -> Verdict:
    """Judge an answer by its worst claim, or by the fitted score.

    With a claim that could not be checked an answer is unverifiable, unless it is flagged for
    the others.

    Args:
        scored: What the verifier said.
        threshold: T_s, above which a claim is supported.
        decision: Of the fitted head, or ``None``.
        score: Of the whole answer, in [0, 1]; higher is worse. Ignored where it cannot be
            checked.
    """
    findings = [
        _read_as(_finding(scored, number, threshold), scored.answer.hypotheses[number])
        for number in range(_claims(scored))
    ]
    if scored.obstacle:
        return unverifiable(scored.obstacle, findings)
    checked = judged(scored, threshold)
    flagged = any(finding.outcome in FLAGGED for finding in findings)
    if decision is not None:
        flagged = bool(checked) and score >= decision.threshold
    left = [findings[number] for number in scored.stated if number not in checked]
    if left and not flagged:
        return unverifiable(f"a claim could not be checked: {left[0].explanation}", findings)
    return Verdict(
        label="hallucinated" if flagged else "grounded",
        hallucination_score=float(np.clip(score, 0.0, 1.0)),
        calibrated=decision is not None and decision.calibrated,
        threshold=1.0 - threshold if decision is None else decision.threshold,
        claim_threshold=1.0 - threshold,
        findings=tuple(findings),
        features=dict(zip(FEATURES, features_of(scored, threshold), strict=True)),
        edges=_edges(scored, findings),
    )


def _read_as(finding: Finding, hypothesis: str) -> Finding:
    """Say what was verified of a short answer: H(Q, A'). A sentence stands with its question."""
    claim = finding.claim.text
    if hypothesis in {"", claim} or (hypothesis.endswith(claim) and not is_fragment(claim)):
        return finding
    return replace(finding, read_as=hypothesis)


def _claims(scored: ScoredAnswer) -> int:
    return len(scored.answer.claims)


def _finding(scored: ScoredAnswer, number: int, threshold: float) -> Finding:
    claim = scored.answer.claims[number]
    if not scored.answer.hypotheses[number]:
        return Finding(claim, "unverifiable", explanation=wording.NO_FACT)
    if scored.obstacle:
        return Finding(claim, "unverifiable", explanation=scored.obstacle)
    support, denial = float(scored.support[number]), float(scored.denial[number])
    outcome = _outcome(scored, number, threshold)
    best = _best(scored, number, outcome)
    evidence = _evidence(scored, number, best)
    unread = int(scored.unread[number].sum())
    if outcome == "unverifiable":
        why = scored.problems.get(number) or wording.not_read(unread)
        return Finding(claim, outcome, evidence=evidence, explanation=why)
    passages = list(dict.fromkeys(scored.groups.chunks[i].passage_id
                                  for i in scored.groups.members[best]))  # fmt: skip
    said = wording.explained(outcome, passages, support, denial, unread)
    return Finding(claim, outcome, 1.0 - support, evidence, said)


def _outcome(scored: ScoredAnswer, number: int, threshold: float) -> Outcome:
    support, denial = scored.support[number], scored.denial[number]
    if support > threshold:
        return "supported"
    if scored.most[number] > threshold:
        return "unverifiable"
    return "contradicted" if denial > max(support, 0.5) else "unsupported"


def _best(scored: ScoredAnswer, number: int, outcome: Outcome) -> int:
    """Return the group that adds most to S, or to the contradiction; of equals the weightier."""
    said = scored.contradiction if outcome == "contradicted" else scored.entailment
    weights = scored.weights[number]
    return int(np.lexsort((-weights, -weights * said[number]))[0])


def _evidence(scored: ScoredAnswer, number: int, group: int) -> tuple[Evidence, ...]:
    """Return the chunks of a group that are nearest to a claim."""
    near = scored.nearness[number]
    members = sorted(scored.groups.members[group], key=lambda i: (-near[i], i))[:_SHOWN]
    return tuple(
        Evidence(chunk.passage_id, chunk.span, _cosine(scored, number, i), chunk.text)
        for i in members
        for chunk in [scored.groups.chunks[i]]
    )


def _edges(scored: ScoredAnswer, findings: Sequence[Finding]) -> tuple[Edge, ...]:
    """Join what was read together, and each claim to the chunks that its finding names."""
    chunks = [chunk.node() for chunk in scored.groups.chunks]
    claims = [kinds.claim(claim.span, claim.text) for claim in scored.answer.claims]
    edges = [
        GraphEdge(chunks[chunk].id, claims[number].id, "similar", _cosine(scored, number, chunk))
        for number in scored.stated
        for chunk in scored.groups.members[_best(scored, number, findings[number].outcome)]
    ]
    graph = scored.groups.graph | EvidenceGraph.of([*chunks, *claims], edges)
    return edges_for(graph, {claim.id: number for number, claim in enumerate(claims)})


def _cosine(scored: ScoredAnswer, claim: int, chunk: int) -> float:
    return float(scored.nearness[claim, chunk].clip(-1.0, 1.0))
