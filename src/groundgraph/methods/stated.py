"""Detectors that judge the answer as it stands read a short one as the claim that it makes.

"No." says nothing of its own; beside its question it says "The museum is not free." What is found
there is shown in the answer as it was given. Who reads triples off sentences reads an answer with
citation marks without them, too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.methods.read_as import Step
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.citations import citations
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.types import Claim, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.answers.judged_text import JudgedText
    from groundgraph.types import Example, Finding, TripleView, Verdict

_JOINED = ","


def with_short_answers_stated(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with short answers as the claims that they make, the others themselves.

    Gold spans of an answer that is stated anew are left out.
    """
    found = _judged(examples, marks=False)
    return [_stated(e, own) for e, own in zip(examples, found, strict=True)]


def with_marks_taken_out(examples: Sequence[Example]) -> list[Example]:
    """Return what `with_short_answers_stated` does, and answers without citation marks."""
    found = _judged(examples, marks=True)
    return [_stated(e, own) for e, own in zip(examples, found, strict=True)]


def _judged(examples: Sequence[Example], *, marks: bool) -> list[JudgedText | None]:
    found = judged_texts(examples, SentenceSegmenter().segment)
    return [
        own if any(own.statements) or (marks and own.spans and _has_marks(example)) else None
        for example, own in zip(examples, found, strict=True)
    ]


def _has_marks(example: Example) -> bool:
    return bool(citations(example.answer, frozenset(p.id for p in example.passages)))


def _stated(example: Example, judged: JudgedText | None) -> Example:
    if judged is None:
        return example
    stated = [own for own, made in zip(judged.spans, judged.statements, strict=True) if made]
    text = judged.text
    for own in stated:
        text = text[: own.start] + _as_one_sentence(own.of(text)) + text[own.end :]
    return replace(example, answer=text, spans=None)


def _as_one_sentence(claim: str) -> str:
    """Return a claim of a question and its answer side by side without the ends of its sentences.

    >>> _as_one_sentence("Why was it shut? Rain.")
    'Why was it shut, Rain.'
    """
    [sentences] = SentenceSegmenter().segment([claim])
    ends = {sentence.end - 1 for sentence in sentences[:-1]}
    return "".join([_JOINED if n in ends and c in ".!?" else c for n, c in enumerate(claim)])


def _as_given(verdict: Verdict, given: Example, *, marks: bool) -> Verdict:
    [judged] = _judged([given], marks=marks)
    assert judged is not None  # what needs no question is passed on itself
    return replace(
        verdict,
        findings=tuple(_placed(finding, given, judged) for finding in verdict.findings),
        marks=tuple(m._replace(span=judged.in_answer(m.span)) for m in verdict.marks),
        triples=tuple(_placed_view(view, judged) for view in verdict.triples),
        suggestions=tuple(
            each._replace(span=span)
            for each in verdict.suggestions
            if (span := _replaced(each.span, judged, given.answer)) is not None
        ),
    )


def _replaced(span: Span, judged: JudgedText, answer: str) -> Span | None:
    """Return what a sentence may be put in the place of: a claim and those that say it again.

    "Yes" and what follows it in "Yes, it is in Rome" are such. It is ``None`` for what is no
    sentence of the answer, such as an item of a list.
    """
    said = [own.of(judged.text).casefold().rstrip(".! ") for own in judged.spans]
    first = next((n for n, own in enumerate(judged.spans) if own.overlaps(span)), None)
    if first is None:
        return None
    last = first
    while last + 1 < len(said) and said[last + 1] == said[first]:
        last += 1
    places = [judged.whole(own) for own in judged.spans]
    ends = [
        before.of(answer).endswith((".", "!", "?")) or "\n" in answer[before.end : after.start]
        for before, after in pairwise(places)
    ]
    whole = all(ends[max(0, first - 1) : first]) and all(ends[last : last + 1])
    return Span(places[first].start, places[last].end) if whole else None


def _placed(finding: Finding, given: Example, judged: JudgedText) -> Finding:
    span = judged.whole(finding.claim.span)
    read_as = judged.read_as(finding.claim.span)
    return replace(finding, claim=Claim(span.of(given.answer), span), read_as=read_as)


def _placed_view(view: TripleView, judged: JudgedText) -> TripleView:
    placed: Span | None = view.span
    if view.side == "answer" and view.span is not None:
        placed = judged.in_answer(view.span)
    return view._replace(span=placed)


SHORT_ANSWERS_STATED = Step(with_short_answers_stated, partial(_as_given, marks=False))
"""Short answers are read as claims, and verdicts point into the answers as given."""
MARKS_TAKEN_OUT = Step(with_marks_taken_out, partial(_as_given, marks=True))
"""The same, and no citation marks are read: of an answer with marks its claims alone are
(`groundgraph.text.answers.pieces`)."""
