"""A verdict as a few lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.types.verdicts import Verdict


def as_text(verdict: Verdict) -> str:
    """Return the label and score, and a line for each flagged claim; printed as it stands."""
    lines = [f"  conflict: {conflict}" for conflict in verdict.conflicts]
    lines += [f"  suggestion: {' '.join(each.text.split())}" for each in verdict.suggestions]
    return "\n".join([_headline(verdict), *_flagged_lines(verdict), *lines])


def _headline(verdict: Verdict) -> str:
    score, threshold = verdict.hallucination_score, verdict.threshold
    if score is None:
        return f"unverifiable: {verdict.reason}"
    limit = "" if threshold is None else f" (threshold {threshold:.2f})"
    counts: dict[str, int] = {}
    for finding in verdict.findings:
        counts[finding.outcome] = counts.get(finding.outcome, 0) + 1
    claims = ", ".join(f"{n} {outcome}" for outcome, n in counts.items())
    parts = [f"{verdict.label} {score:.2f}{limit}", f"claims: {claims}" if claims else ""]
    return "; ".join(filter(None, [*parts, verdict.reason]))


def _flagged_lines(verdict: Verdict) -> Iterator[str]:
    for number, finding in enumerate(verdict.findings, 1):
        if finding.outcome in FLAGGED:
            score = "" if finding.score is None else f" {finding.score:.2f}"
            text = " ".join(finding.claim.text.split())
            read = f" (read as “{finding.read_as}”)" if finding.read_as else ""
            said = f"  [{number}] {finding.outcome}{score} “{text}”{read}"
            yield f"{said} {finding.explanation}".rstrip()
