"""A verdict for people: a few lines of text, and a small page for a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.types.verdicts import Finding, Verdict

_FLAGGED = ("contradicted", "unsupported")
_COLOURS = {
    "hallucinated": "#b3261e",
    "contradicted": "#b3261e",
    "unsupported": "#8a5a00",
    "grounded": "#1b6e3c",
    "supported": "#1b6e3c",
    "unverifiable": "#555",
}


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
        if finding.outcome in _FLAGGED:
            score = "" if finding.score is None else f" {finding.score:.2f}"
            text = " ".join(finding.claim.text.split())
            read = f" (read as “{finding.read_as}”)" if finding.read_as else ""
            said = f"  [{number}] {finding.outcome}{score} “{text}”{read}"
            yield f"{said} {finding.explanation}".rstrip()


def as_html(verdict: Verdict) -> str:
    """Return HTML without script, style sheet or link; every text is escaped."""
    claims = "".join(map(_claim, verdict.findings))
    note = f"<p>{escape(verdict.reason)}</p>" if verdict.reason else ""
    note += "".join(f"<p>conflict: {escape(str(each))}</p>" for each in verdict.conflicts)
    note += "".join(f"<p>suggestion: {escape(each.text)}</p>" for each in verdict.suggestions)
    score = verdict.hallucination_score
    shown = "" if score is None else f" {score:.2f}"
    limit = (
        "" if verdict.threshold is None else f" <small>threshold {verdict.threshold:.2f}</small>"
    )
    return (
        '<div style="max-width:50em;line-height:1.45">'
        f"<p>{_coloured(verdict.label, verdict.label + shown)}{limit}</p>{note}"
        f'<ol style="padding-left:1.5em">{claims}</ol></div>'
    )


def _claim(finding: Finding) -> str:
    score = "" if finding.score is None else f" {finding.score:.2f}"
    quoted = "".join(
        f'<blockquote style="margin:.2em 0 .2em 1em;opacity:.8">passage {escape(item.passage_id)}: '
        f"{escape(item.text)}</blockquote>"
        for item in finding.evidence[:2]
    )
    why = f"<br><em>{escape(finding.explanation)}</em>" if finding.explanation else ""
    outcome = _coloured(finding.outcome, finding.outcome + score)
    read = f"<br>read as “{escape(finding.read_as)}”" if finding.read_as else ""
    return f"<li>{escape(finding.claim.text)}{read}<br>{outcome}{why}{quoted}</li>"


def _coloured(kind: str, text: str) -> str:
    return f'<strong style="color:{_COLOURS[kind]}">{escape(text)}</strong>'
