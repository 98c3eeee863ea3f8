"""Detectors that judge the answer as it stands read a short one as the claim that it makes.

"No." says nothing of its own; beside its question it says "The museum is not free." What is found
there is shown in the answer as it was given.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.methods.read_as import read_as
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.pieces import judged_texts
from groundgraph.types import Claim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.read_as import Detect, Detector
    from groundgraph.text.pieces import JudgedText
    from groundgraph.types import Example, Finding, Span, TripleView, Verdict


def reads_short_answers(detect: Detect[Detector]) -> Detect[Detector]:
    """Let ``detect`` see short answers as claims, and its verdicts point into the answers as given.

    An example whose answer needs no question is passed on itself.
    """
    return read_as(detect, with_short_answers_stated, _as_given)


def with_short_answers_stated(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with short answers as the claims that they make, the others themselves.

    Gold spans of an answer that is stated anew are left out.
    """
    return [_stated(e, own) for e, own in zip(examples, _judged(examples), strict=True)]


def _judged(examples: Sequence[Example]) -> list[JudgedText | None]:
    found = judged_texts(examples, SentenceSegmenter().segment)
    return [own if any(own.statements) else None for own in found]


def _stated(example: Example, judged: JudgedText | None) -> Example:
    return example if judged is None else replace(example, answer=judged.text, spans=None)


def _as_given(verdict: Verdict, given: Example) -> Verdict:
    [judged] = _judged([given])
    assert judged is not None  # what needs no question is passed on itself
    return replace(
        verdict,
        findings=tuple(_placed(finding, given, judged) for finding in verdict.findings),
        marks=tuple(m._replace(span=judged.in_answer(m.span)) for m in verdict.marks),
        triples=tuple(_placed_view(view, judged) for view in verdict.triples),
        suggestions=tuple(
            each._replace(span=judged.whole(each.span)) for each in verdict.suggestions
        ),
    )


def _placed(finding: Finding, given: Example, judged: JudgedText) -> Finding:
    span = judged.whole(finding.claim.span)
    read_as = judged.read_as(finding.claim.span)
    return replace(finding, claim=Claim(span.of(given.answer), span), read_as=read_as)


def _placed_view(view: TripleView, judged: JudgedText) -> TripleView:
    placed: Span | None = view.span
    if view.side == "answer" and view.span is not None:
        placed = judged.in_answer(view.span)
    return view._replace(span=placed)
