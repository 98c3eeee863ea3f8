"""Detectors read passages without their markup, and cite them as they were given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.methods.read_as import Step
from groundgraph.text.documents.markup import plain_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.documents.plain_text import PlainText
    from groundgraph.types import Evidence, Example, Passage, Side, Span, TripleView, Verdict


def without_markup(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with the words of their passages; those without markup, themselves."""
    known: dict[tuple[Passage, ...], tuple[Passage, ...]] = {}
    read = []
    for example in examples:
        given = example.passages
        if given not in known:
            known[given] = _read(given)
        own = known[given]
        read.append(example if own is given or own == given else replace(example, passages=own))
    return read


def _read(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    plain = [plain_text(passage.text) for passage in passages]
    return tuple(
        passage if words is None else replace(passage, text=words.text)
        for passage, words in zip(passages, plain, strict=True)
    )


def _as_given(verdict: Verdict, example: Example) -> Verdict:
    texts = {p.id: words for p in example.passages if (words := plain_text(p.text)) is not None}
    return moved(verdict, texts)


def moved(verdict: Verdict, texts: Mapping[str, PlainText]) -> Verdict:
    """Return a verdict with places in the texts that passages were read from.

    Args:
        verdict: A verdict on what was read.
        texts: What was read of the passages that were read otherwise, by their ids.
    """
    findings = tuple(
        replace(finding, evidence=tuple(_moved(item, texts) for item in finding.evidence))
        for finding in verdict.findings
    )
    triples = tuple(_moved_view(view, texts) for view in verdict.triples)
    conflicts = tuple(
        replace(each, sides=tuple(_moved_side(side, texts) for side in each.sides))
        for each in verdict.conflicts
    )
    return replace(verdict, findings=findings, triples=triples, conflicts=conflicts)


def _moved(item: Evidence, texts: Mapping[str, PlainText]) -> Evidence:
    return replace(item, span=_moved_span(item.span, texts.get(item.passage_id)))


def _moved_side(side: Side, texts: Mapping[str, PlainText]) -> Side:
    return side._replace(span=_moved_span(side.span, texts.get(side.passage_id)))


def _moved_view(view: TripleView, texts: Mapping[str, PlainText]) -> TripleView:
    if view.side == "answer":
        return view
    return view._replace(span=_moved_span(view.span, texts.get(view.passage_id)))


def _moved_span(span: Span | None, words: PlainText | None) -> Span | None:
    return span if span is None or words is None else words.original(span)


WITHOUT_MARKUP = Step(without_markup, _as_given)
"""Spans of evidence are offsets into the given text and may hold markup; the text of evidence is
the words."""
