"""Verdicts as plain JSON values, and back; numbers have six decimals."""

from __future__ import annotations

import math
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from groundgraph.types.conflicts import Conflict, Side
from groundgraph.types.edits import Edit, Suggestion
from groundgraph.types.examples import Claim, Span, Triple
from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.types.verdicts import Edge, Evidence, Finding, Mark, TripleView, Verdict

_DIGITS = 6
QUOTED = 1_000
"""Characters of a piece of evidence that a row quotes: of one without a full stop, the beginning.
Every finding quotes its own, so that a long one would be written thousands of times."""


def number(name: str, value: float | None) -> float | None:
    """Return a number as it is written, without a negative zero.

    Raises:
        ValueError: When it is not finite; says which.
    """
    if value is None:
        return None
    if not math.isfinite(value):
        raise ValueError(f"the detector gave {value} for {name}, expected a finite number")
    return round(float(value), _DIGITS) + 0.0


def to_dict(verdict: Verdict) -> dict[str, Any]:
    """Return what `groundgraph.types.Verdict.to_dict` returns."""
    return {
        "label": verdict.label,
        "hallucination_score": number("hallucination_score", verdict.hallucination_score),
        "threshold": number("threshold", verdict.threshold),
        "calibrated": verdict.calibrated,
        "reason": verdict.reason,
        **_claim_threshold(verdict),
        "findings": [finding_record(finding) for finding in verdict.findings],
        "spans": [_mark(mark, verdict) for mark in verdict.spans],
        "features": {name: number(name, value) for name, value in verdict.features.items()},
        "edges": [_edge(edge) for edge in verdict.edges],
        **_graphs(verdict),
        **_conflicts(verdict),
        **_edits(verdict),
    }


def _claim_threshold(verdict: Verdict) -> dict[str, Any]:
    """Return from which score on claims are flagged, where that is not the answers' threshold."""
    limit = number("claim_threshold", verdict.claim_threshold)
    return {} if limit is None else {"claim_threshold": limit}


def _edge(edge: Edge) -> list[Any]:
    """Return an edge; one that says that its nodes are near needs no kind."""
    kind = [] if edge.kind == "similar" else [edge.kind]
    return [edge.source, edge.target, number("edge weight", edge.weight), *kind]


def finding_record(finding: Finding) -> dict[str, Any]:
    """Return a finding as the row of its verdict has it.

    Raises:
        ValueError: When a number is not finite.
    """
    return {
        "claim": finding.claim.text,
        "start": finding.claim.span.start,
        "end": finding.claim.span.end,
        "outcome": finding.outcome,
        "score": number("score of a finding", finding.score),
        "evidence": [_evidence(item) for item in finding.evidence],
        "explanation": finding.explanation,
        **({"cited": [*finding.cited], "citation": finding.citation} if finding.cited else {}),
        **({"read_as": finding.read_as} if finding.read_as else {}),
    }


def _evidence(item: Evidence) -> dict[str, Any]:
    return {
        "passage_id": item.passage_id,
        "start": None if item.span is None else item.span.start,
        "end": None if item.span is None else item.span.end,
        "score": number("score of evidence", item.score),
        "text": shortened(item.text),
    }


def shortened(text: str) -> str:
    """Return a text as a row quotes it."""
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


def _mark(mark: Mark, verdict: Verdict) -> dict[str, Any]:
    return {
        "start": mark.span.start,
        "end": mark.span.end,
        "kind": mark.kind,
        "score": number("score of a span", mark.score),
        "text": _words(mark.span, verdict),
    }


def _words(span: Span, verdict: Verdict) -> str:
    """Return the words that a span marks, read off the claims that it lies in."""
    pieces = []
    for finding in verdict.findings:
        start = finding.claim.span.start
        inside = Span(max(span.start - start, 0), max(span.end - start, 0))
        pieces.append(inside.of(finding.claim.text))
    return " ".join(filter(None, pieces))


def _graphs(verdict: Verdict) -> dict[str, Any]:
    """Return the triples where the detector looks at knowledge graphs; most do not."""
    return {"triples": [_triple(view) for view in verdict.triples]} if verdict.triples else {}


def _conflicts(verdict: Verdict) -> dict[str, Any]:
    """Return the conflicts, where there are any."""
    found = [
        {
            "kind": conflict.kind,
            "claims": [*conflict.claims],
            "named": conflict.named,
            "explanation": str(conflict),
            "sides": [_side(side) for side in conflict.sides],
        }
        for conflict in verdict.conflicts
    ]
    return {"conflicts": found} if found else {}


def _edits(verdict: Verdict) -> dict[str, Any]:
    """Return edits and suggestions, where there are any."""
    edits = [
        {
            **edit._asdict(),
            "triple": None if edit.triple is None else list(edit.triple),
            "becomes": None if edit.becomes is None else list(edit.becomes),
        }
        for edit in verdict.edits
    ]
    suggestions = [
        {"start": each.span.start, "end": each.span.end, "text": each.text, "edits": [*each.edits]}
        for each in verdict.suggestions
    ]
    found = {"edits": edits, "suggestions": suggestions}
    return {name: values for name, values in found.items() if values}


def _side(side: Side) -> dict[str, Any]:
    return {
        "passage_id": side.passage_id,
        "start": None if side.span is None else side.span.start,
        "end": None if side.span is None else side.span.end,
        "text": shortened(side.text),
        "value": side.value,
        **({"date": side.date} if side.date else {}),
    }


def _triple(view: TripleView) -> dict[str, Any]:
    return {
        "side": view.side,
        "triple": list(view.triple),
        "state": view.state,
        "start": None if view.span is None else view.span.start,
        "end": None if view.span is None else view.span.end,
        "passage_id": view.passage_id,
        "partner": view.partner,
        **({} if view.weight is None else {"weight": number("weight of a triple", view.weight)}),
    }


def from_dict(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a `groundgraph.types.Verdict` that was written by `to_dict`."""
    from groundgraph.types.verdicts import Edge, TripleView

    return {
        "label": record["label"],
        "hallucination_score": record["hallucination_score"],
        "threshold": record.get("threshold"),
        "calibrated": record["calibrated"],
        "reason": record["reason"],
        "findings": tuple(_finding_from(finding) for finding in record["findings"]),
        "features": dict(record["features"]),
        "edges": tuple(Edge(*edge) for edge in record["edges"]),
        "marks": _marks_from(record),
        "triples": tuple(
            TripleView(
                view["side"],
                Triple(*view["triple"]),
                view["state"],
                _span(view),
                view["passage_id"],
                view["partner"],
                view.get("weight"),
            )
            for view in record.get("triples", ())
        ),
        "conflicts": tuple(_conflict_from(each) for each in record.get("conflicts", ())),
        "edits": tuple(_edit_from(each) for each in record.get("edits", ())),
        "suggestions": tuple(
            Suggestion(Span(each["start"], each["end"]), each["text"], tuple(each["edits"]))
            for each in record.get("suggestions", ())
        ),
        "claim_threshold": record.get("claim_threshold"),
        "detector": detector_name(record.get("detector")),
    }


def detector_name(spec: Mapping[str, Any] | str | None) -> str:
    """Return what a reader calls the detector of a record: its name, or its folder's.

    >>> detector_name({"name": "egc", "folder": "/runs/my-egc"})
    'my-egc'
    """
    if not spec:
        return ""
    if isinstance(spec, str):
        return spec
    folder = spec.get("folder")
    return PurePath(str(folder)).name if folder else str(spec.get("name", ""))


def _edit_from(record: Mapping[str, Any]) -> Edit:
    ends = {
        name: None if record[name] is None else Triple(*record[name])
        for name in ("triple", "becomes")
    }
    return Edit(**{**record, **ends})


def _conflict_from(record: Mapping[str, Any]) -> Conflict:
    sides = [
        Side(item["passage_id"], _span(item), item["text"], item["value"], item.get("date", ""))
        for item in record["sides"]
    ]
    return Conflict(record["kind"], tuple(sides), tuple(record["claims"]), record["named"])


def _marks_from(record: Mapping[str, Any]) -> tuple[Mark, ...]:
    """Return the marked words; none where the spans are the flagged claims whole."""
    from groundgraph.types.verdicts import Mark

    claims = [
        (f["start"], f["end"], f["outcome"], f["score"] or 0.0)
        for f in record["findings"]
        if f["outcome"] in FLAGGED
    ]
    spans = [(s["start"], s["end"], s["kind"], s["score"]) for s in record.get("spans", ())]
    if spans == claims:
        return ()
    return tuple(Mark(Span(start, end), kind, score) for start, end, kind, score in spans)


def _finding_from(record: Mapping[str, Any]) -> Finding:
    from groundgraph.types.verdicts import Evidence, Finding

    evidence = [
        Evidence(item["passage_id"], _span(item), item["score"], item["text"])
        for item in record["evidence"]
    ]
    return Finding(
        Claim(record["claim"], Span(record["start"], record["end"])),
        record["outcome"],
        record["score"],
        tuple(evidence),
        record["explanation"],
        tuple(record.get("cited", ())),
        record.get("citation"),
        record.get("read_as", ""),
    )


def _span(record: Mapping[str, Any]) -> Span | None:
    return None if record["start"] is None else Span(record["start"], record["end"])
