"""From the scores of claims to findings and a verdict that say what was read together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.detectors.checkable import unverifiable
from groundgraph.explain import entailment as wording
from groundgraph.types import Edge, Evidence, Finding, Verdict

if TYPE_CHECKING:
    from groundgraph.detectors.logic_scores import Scored
    from groundgraph.learn.decision import Decision
    from groundgraph.types import Outcome

FEATURES = ("support", "mean_support", "contradiction")
_SHOWN = 3


def features_of(scored: Scored) -> tuple[float, ...]:
    """Return one value for each of `FEATURES`: S of the worst claim, the mean S, and the most
    that a claim is contradicted; all in [0, 1].
    """  # noqa: D205 - one sentence
    support, denial = scored.support[scored.stated], scored.denial[scored.stated]
    return float(support.min()), float(support.mean()), float(denial.max())


def verdict(scored: Scored, threshold: float, decision: Decision | None, score: float) -> Verdict:
    """Judge an answer by its worst claim, or by the fitted score.

    Args:
        scored: What the verifier said.
        threshold: T_s, above which a claim is supported.
        decision: Of the fitted head, or ``None``.
        score: Of the whole answer, in [0, 1]; higher is worse. Ignored where it cannot be
            checked.
    """
    findings = [_finding(scored, number, threshold) for number in range(_claims(scored))]
    if scored.obstacle:
        return unverifiable(scored.obstacle, findings)
    limit = 1.0 - threshold if decision is None else decision.threshold
    flagged = score >= limit
    unjudged = [f for f, text in zip(findings, scored.answer.hypotheses, strict=True)
                if text and f.outcome == "unverifiable"]  # fmt: skip
    if unjudged and not any(f.outcome in {"contradicted", "unsupported"} for f in findings):
        return unverifiable(f"a claim could not be checked: {unjudged[0].explanation}", findings)
    return Verdict(
        label="hallucinated" if flagged else "grounded",
        hallucination_score=float(np.clip(score, 0.0, 1.0)),
        calibrated=decision is not None and decision.calibrated,
        findings=tuple(findings),
        features=dict(zip(FEATURES, features_of(scored), strict=True)),
        edges=_edges(scored),
    )


def _claims(scored: Scored) -> int:
    return len(scored.answer.claims)


def _finding(scored: Scored, number: int, threshold: float) -> Finding:
    claim = scored.answer.claims[number]
    if not scored.answer.hypotheses[number]:
        return Finding(claim, "unverifiable", explanation=wording.NO_FACT)
    if scored.obstacle:
        return Finding(claim, "unverifiable", explanation=scored.obstacle)
    support, denial = float(scored.support[number]), float(scored.denial[number])
    best = int((scored.weights * scored.entailment)[number].argmax())
    evidence = _evidence(scored, number, best)
    passages = list(dict.fromkeys(scored.groups.chunks[i].passage_id
                                  for i in scored.groups.members[best]))  # fmt: skip
    unread = int(scored.unread[number].sum())
    if support <= threshold and (number in scored.problems or unread):
        why = scored.problems.get(number) or wording.not_read(unread)
        return Finding(claim, "unverifiable", evidence=evidence, explanation=why)
    outcome: Outcome = "supported"
    if support <= threshold:
        outcome = "contradicted" if denial > max(support, 0.5) else "unsupported"
    said = wording.explained(outcome, passages, support, denial, unread)
    return Finding(claim, outcome, 1.0 - support, evidence, said)


def _evidence(scored: Scored, number: int, group: int) -> tuple[Evidence, ...]:
    """Return the chunks of a group that are nearest to a claim."""
    near = scored.nearness[number]
    members = sorted(scored.groups.members[group], key=lambda i: (-near[i], i))[:_SHOWN]
    return tuple(
        Evidence(chunk.passage_id, chunk.span, float(np.clip(near[i], -1.0, 1.0)), chunk.text)
        for i in members
        for chunk in [scored.groups.chunks[i]]
    )


def _edges(scored: Scored) -> tuple[Edge, ...]:
    """Join the passages that were read together, and each claim to those that support it."""
    names = [f"p:{chunk.passage_id}" for chunk in scored.groups.chunks]
    vectors = scored.groups.vectors
    found: dict[tuple[str, str], float] = {}

    def add(source: str, target: str, weight: float) -> None:
        if source != target:
            found[source, target] = max(weight, found.get((source, target), weight))

    for first, second in scored.groups.joined:
        add(names[first], names[second], float(vectors[first] @ vectors[second]))
    for number in scored.stated:
        best = int((scored.weights * scored.entailment)[number].argmax())
        for chunk in scored.groups.members[best]:
            add(names[chunk], f"c:{number}", float(scored.nearness[number, chunk]))
    return tuple(Edge(*pair, float(np.clip(weight, -1, 1))) for pair, weight in found.items())
