"""KEA's verdict: h on the side of the threshold on which the findings stand, and what is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.checkable import unverifiable
from groundgraph.methods.kea.compared import features_of
from groundgraph.methods.kea.edits import edits_of
from groundgraph.methods.kea.findings import reason_of
from groundgraph.methods.kea.phrasing import sentence
from groundgraph.methods.kea.views import views_of
from groundgraph.types import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.kea.compared import Comparison
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.types import Example, Finding

ALL_STATED = "the evidence states every sentence"
UNSTATED = "the evidence was not found to say so, though the two graphs are alike (h = {:.2f})"
PARTLY = (
    "The evidence was not found to say all of it, though the two graphs are alike (h = {:.2f})."
)
_BELOW = 0.9
"""Of the threshold: the most that an answer scores all of which the evidence states."""


class Decided(NamedTuple):
    """How an answer was decided.

    Attributes:
        score: h, or its calibrated value, in [0, 1]; higher is worse.
        threshold: A score at or above it is flagged.
        calibrated: Whether the score is a probability.
        published: Whether the label is that of the score, whatever the findings say.
    """

    score: float
    threshold: float
    calibrated: bool
    published: bool


def verdict(
    example: Example,
    graph: Graphs,
    comparison: Comparison,
    decided: Decided,
    findings: list[Finding],
) -> Verdict:
    """Return the verdict on an answer, its scores on the sides on which its findings stand."""
    views = views_of(graph, comparison)
    if comparison.reason:
        return replace(unverifiable(comparison.reason, findings), triples=views)
    score, threshold, calibrated, published = decided
    edits, suggestions = edits_of(example, graph, comparison, findings)  # Algorithm 1
    outcomes = {finding.outcome for finding in findings}
    objected = bool(comparison.objections) or "contradicted" in outcomes
    partly = outcomes >= {"supported", "unsupported"}
    placed = score
    if not published:
        stated = outcomes == {"supported"}
        placed = _on_its_side(score, threshold, objected=objected or partly, stated=stated)
        if placed < threshold and "unsupported" in outcomes:
            return replace(_unstated(comparison.h, findings), triples=views)
    reason = reason_of(graph, comparison, example)
    if score >= threshold and outcomes == {"supported"}:
        reason = f"The two graphs differ (h = {comparison.h:.2f}), though {ALL_STATED}."
    elif partly and not objected and score < threshold:
        reason = PARTLY.format(comparison.h)
    if placed < threshold:
        reason = " ".join(filter(None, [reason, _unread(findings)]))
    return Verdict(
        label="hallucinated" if placed >= threshold else "grounded",
        hallucination_score=float(np.clip(placed, 0.0, 1.0)),
        calibrated=calibrated and placed == score,
        threshold=threshold,
        findings=tuple(_on_scale(finding, threshold) for finding in findings),
        features=features_of(graph, comparison),
        reason=reason,
        triples=views,
        edits=edits,
        suggestions=suggestions,
    )


def _unstated(h: float, findings: Sequence[Finding]) -> Verdict:
    """Return the verdict on an answer whose graph is alike, and of which nothing is stated."""
    why = UNSTATED.format(h)
    told = sentence(why)
    return unverifiable(
        why, [replace(f, outcome="unverifiable", score=None, explanation=told) for f in findings]
    )


def _unread(findings: Sequence[Finding]) -> str:
    """Say how many sentences were not checked, "" where all were."""
    count = sum(finding.outcome == "unverifiable" for finding in findings)
    were = "was" if count == 1 else "were"
    return f"{count} of {len(findings)} sentences {were} not checked." if count else ""


def _on_scale(finding: Finding, threshold: float) -> Finding:
    """Return a finding with its score on the answer's scale: from the threshold on if flagged."""
    if finding.score is None:
        return finding
    if finding.outcome == "supported":
        return replace(finding, score=_BELOW * threshold * finding.score)
    return replace(finding, score=threshold + (1.0 - threshold) * finding.score)


def _on_its_side(score: float, threshold: float, *, objected: bool, stated: bool) -> float:
    """Return a score on the side of the threshold on which the findings stand.

    From the threshold on where the evidence contradicts a statement or takes it back, or states
    some sentences and others not, below it where it states every one; a threshold of 0 leaves no
    room below.

    >>> _on_its_side(0.1, 0.3, objected=True, stated=False)
    0.3
    >>> _on_its_side(0.8, 0.3, objected=False, stated=True) < 0.3
    True
    """
    if objected:
        return max(score, threshold)
    return min(score, _BELOW * threshold) if stated else score
