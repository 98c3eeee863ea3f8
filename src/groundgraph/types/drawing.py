"""Verdicts for a notebook: HTML without script, style sheet or link; every text is escaped."""

from __future__ import annotations

from collections import Counter
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.types.verdicts import Finding, Verdict

MOST = 100
"""Verdicts of a list that are drawn; each takes some kilobytes of the notebook."""

_COLOURS = {
    "hallucinated": "#c8372d",
    "contradicted": "#c8372d",
    "unsupported": "#b57500",
    "grounded": "#2c8a4f",
    "supported": "#2c8a4f",
    "unverifiable": "#808080",
}
"""Legible on white and on the dark of a notebook."""
_BEHIND = {"contradicted": "rgba(200,55,45,.18)", "unsupported": "rgba(215,150,0,.2)"}
_LINES = {"contradicted": "solid", "unsupported": "dashed"}


def as_html(verdict: Verdict) -> str:
    """Return a headline, the claims with those that are flagged marked, and why they are."""
    return _box(_headline(verdict), _answer(verdict), _notes(verdict), _claims(verdict))


def list_as_html(verdicts: Sequence[Verdict]) -> str:
    """Return the counts, and a line for each of the first `MOST` verdicts that opens it."""
    counts = Counter(verdict.label for verdict in verdicts)
    shown = ", ".join(
        _coloured(label, f"{counts[label]:,} {label}")
        for label in ("hallucinated", "grounded", "unverifiable")
        if counts[label]
    )
    rest = len(verdicts) - MOST
    more = f"<p>{rest:,} more are not drawn</p>" if rest > 0 else ""
    return _box(f"<p>{shown or 'no verdicts'}</p>", *map(_row, islice(verdicts, MOST)), more)


def _box(*parts: str) -> str:
    style = "max-width:54em;line-height:1.45;overflow-wrap:anywhere"
    return f'<div style="{style}">{"".join(parts)}</div>'


def _row(verdict: Verdict) -> str:
    said = _answer(verdict, "span") if verdict.findings else escape(verdict.reason)
    head = f"<summary>{_label(verdict)} {said}</summary>"
    inside = f'<div style="margin-left:1.5em">{_notes(verdict)}{_claims(verdict)}</div>'
    return f'<details style="margin:.3em 0">{head}{inside}</details>'


def _label(verdict: Verdict) -> str:
    score = verdict.hallucination_score
    return _coloured(verdict.label, verdict.label + ("" if score is None else f" {score:.2f}"))


def _headline(verdict: Verdict) -> str:
    limit = verdict.threshold
    beside = "" if limit is None else f" <small>threshold {limit:.2f}</small>"
    return f'<p style="margin:.3em 0">{_label(verdict)}{beside}</p>'


def _notes(verdict: Verdict) -> str:
    conflicts = [f"conflict: {conflict}" for conflict in verdict.conflicts]
    suggestions = [f"suggestion: {suggestion.text}" for suggestion in verdict.suggestions]
    notes = [*filter(None, [verdict.reason]), *conflicts, *suggestions]
    return "".join(f'<p style="margin:.2em 0;opacity:.8">{escape(note)}</p>' for note in notes)


def _answer(verdict: Verdict, tag: str = "p") -> str:
    """Return the claims in their order; "…" stands for what between them is no claim."""
    pieces, end = [], 0
    for number, finding in enumerate(verdict.findings, 1):
        span = finding.claim.span
        pieces.append("… " if span.start > end + 2 else "")
        pieces.append(_drawn(finding, number, verdict))
        end = span.end
    return f'<{tag} style="margin:.3em 0">{" ".join(filter(None, pieces))}</{tag}>'


def _drawn(finding: Finding, number: int, verdict: Verdict) -> str:
    outcome = finding.outcome
    if outcome not in FLAGGED:
        faded = ' style="opacity:.6"' if outcome == "unverifiable" else ""
        return f"<span{faded}>{escape(finding.claim.text)}</span>"
    style = (
        f"background:{_BEHIND[outcome]};color:inherit;"
        f"border-bottom:2px {_LINES[outcome]} {_COLOURS[outcome]}"
    )
    title = escape(f"{outcome}: {finding.explanation}", quote=True)
    words = "".join(_words(finding, verdict))
    return f'<mark style="{style}" title="{title}">{words}<sup>{number}</sup></mark>'


def _words(finding: Finding, verdict: Verdict) -> Iterator[str]:
    """Yield the text of a claim, the words that are not supported in bold."""
    text, begin, place = finding.claim.text, finding.claim.span.start, 0
    for mark in verdict.marks:
        start = max(mark.span.start - begin, place)
        end = min(mark.span.end - begin, len(text))
        if start < end:
            yield f"{escape(text[place:start])}<b>{escape(text[start:end])}</b>"
            place = end
    yield escape(text[place:])


def _claims(verdict: Verdict) -> str:
    """Return what is flagged, or was read in other words, and the rest folded."""
    numbered = list(enumerate(verdict.findings, 1))
    open_ = [_claim(*each) for each in numbered if each[1].outcome in FLAGGED or each[1].read_as]
    rest = [each for each in numbered if each[1].outcome not in FLAGGED and not each[1].read_as]
    counts = Counter(finding.outcome for _, finding in rest)
    folded = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    below = (
        f"<details><summary>{folded}</summary>{''.join(_claim(*each) for each in rest)}</details>"
    )
    return "".join(open_) + (below if rest else "")


def _claim(number: int, finding: Finding) -> str:
    score = "" if finding.score is None else f" {finding.score:.2f}"
    quoted = "".join(
        f'<br><span style="opacity:.75">passage {escape(item.passage_id)}: '
        f"“{escape(item.text)}”</span>"
        for item in finding.evidence[:1]
    )
    outcome = _coloured(finding.outcome, f"{number} {finding.outcome}{score}")
    read = f" read as “{escape(finding.read_as)}”" if finding.read_as else ""
    text = "" if finding.outcome in FLAGGED else f" {escape(finding.claim.text)}"
    return (
        f'<p style="margin:.3em 0 .3em 1em">{outcome}{text}{read} '
        f"{escape(finding.explanation)}{quoted}</p>"
    )


def _coloured(kind: str, text: str) -> str:
    return f'<strong style="color:{_COLOURS[kind]}">{escape(text)}</strong>'
