"""GGA's verdict: the answer as one claim, and the triples by the attention that they got."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.gga.wording import leading, leaning, numbers, told
from groundgraph.types import (
    Claim,
    Edge,
    Evidence,
    Finding,
    Span,
    TripleView,
    Verdict,
    node_names,
)
from groundgraph.types.triple_names import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.gga.facts import Facts
    from groundgraph.methods.gga.features import GraphFeatures
    from groundgraph.methods.gga.inputs import Provenance
    from groundgraph.methods.gga.reach import Reach
    from groundgraph.types import Example, Outcome

_SHOWN = 3
_MOST_DRAWN = 40
_CLAIM = node_names.claim(0)


class HeadOutput(NamedTuple):
    """How an answer was decided.

    Attributes:
        names: The features that it was decided on.
        score: In [0, 1], higher is worse.
        threshold: A score at or above it is flagged.
        calibrated: Whether the score is a probability.
    """

    names: Sequence[str]
    score: float
    threshold: float
    calibrated: bool


def verdict(
    example: Example, reading: Provenance, measured: GraphFeatures, judgement: HeadOutput
) -> Verdict:
    """Word what was decided; ``measured.problem`` makes the answer unverifiable."""
    views, edges = _views(reading.facts, measured), _edges(measured)
    claims = _claims(example.answer)
    edges = edges if claims else ()
    if measured.problem:
        findings = tuple(Finding(c, "unverifiable", explanation=measured.problem) for c in claims)
        return Verdict(
            "unverifiable",
            None,
            findings=findings,
            reason=measured.problem,
            edges=edges,
            triples=views,
        )
    score = float(np.clip(judgement.score, 0.0, 1.0))
    flagged = judgement.score >= judgement.threshold
    outcome: Outcome = "unsupported" if flagged else "supported"
    evidence = _evidence(reading.facts, measured)
    said = _said(reading.facts, measured, flagged=flagged)
    return Verdict(
        label="hallucinated" if flagged else "grounded",
        hallucination_score=score,
        calibrated=judgement.calibrated,
        threshold=judgement.threshold,
        findings=tuple(Finding(c, outcome, score, evidence, said) for c in claims),
        features={name: measured.values[name] for name in judgement.names},
        reason=_remark(reading),
        edges=edges,
        triples=views,
    )


def _claims(answer: str) -> tuple[Claim, ...]:
    """Return the whole answer, without the white space around it, unless it is blank."""
    text = answer.strip()
    start = answer.find(text)
    return (Claim(text, Span(start, start + len(text))),) if text else ()


def _edges(measured: GraphFeatures) -> tuple[Edge, ...]:
    """Return what the answer attended to most; without a trace, the way from the question."""
    if measured.shares is None:
        reach = measured.reach
        walk = () if reach is None else reach.instead or reach.walk
        end = None if reach is None or reach.instead or not walk else 0
        nodes = node_names.way(map(name_of, walk), end)
        return tuple(Edge(*pair, 1.0, "links") for pair in pairwise(nodes))
    order = np.argsort(-measured.shares, kind="stable")[:_MOST_DRAWN].tolist()
    attended = ((number, float(measured.shares[number])) for number in order)
    named = ((node_names.passage(name_of(number)), share) for number, share in attended)
    return tuple(Edge(_CLAIM, triple, share, "attends") for triple, share in named if share > 0)


def _views(facts: Facts | None, measured: GraphFeatures) -> tuple[TripleView, ...]:
    if facts is not None and measured.shares is None and measured.reach is not None:
        return _reached(facts, measured.reach)
    if facts is None or measured.shares is None:
        return ()
    on_path = facts.on_path()
    return tuple(
        TripleView(
            "evidence",
            triple,
            "path" if number in on_path else "neighbour",
            passage_id=name_of(number),
            weight=float(share),
        )
        for number, (triple, share) in enumerate(zip(facts.triples, measured.shares, strict=True))
    )


def _reached(facts: Facts, reach: Reach) -> tuple[TripleView, ...]:
    """Return the triples on the ways that were compared, then the others."""
    right = () if reach.instead else reach.walk
    path = dict.fromkeys((*right, *reach.instead))
    order = [*path, *(n for n in range(len(facts.triples)) if n not in path)]
    return tuple(
        TripleView(
            "evidence",
            facts.triples[number],
            "path" if number in right else "elsewhere" if number in path else "neighbour",
            passage_id=name_of(number),
        )
        for number in order[:_MOST_DRAWN]
    )


def _evidence(facts: Facts | None, measured: GraphFeatures) -> tuple[Evidence, ...]:
    """Return the triples that got most attention; their scores are their shares.

    Without a trace, those that lead to the answer, and where they do not, to what is asked for.
    """
    if facts is not None and measured.shares is None and measured.reach is not None:
        cited = measured.reach.instead or measured.reach.walk
        return tuple(Evidence(name_of(n), None, 1.0, told(facts.triples[n])) for n in cited)
    if facts is None or measured.shares is None:
        return ()
    shares = measured.shares
    order = np.argsort(-shares, kind="stable")[:_SHOWN].tolist()
    return tuple(
        Evidence(name_of(n), None, float(shares[n]), told(facts.triples[n])) for n in order
    )


def _said(facts: Facts | None, measured: GraphFeatures, *, flagged: bool) -> str:
    if facts is not None and measured.shares is None and "prd" not in measured.values:
        return leading(facts.triples, measured.reach, flagged=flagged)
    if facts is None or measured.shares is None:
        return numbers(measured.values["prd"], measured.values["sas"])
    return leaning(facts.triples, measured.shares, facts.on_path())


def _remark(reading: Provenance) -> str:
    facts = reading.facts
    if facts is None or reading.trace is None or not facts.pathless:
        return ""
    return f"{facts.pathless}; scored without a path, which makes PRD -1"
