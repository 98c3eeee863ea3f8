"""Detectors read the names of parties beside the terms that stand for them in a contract.

"The Tenant shall repair the roof" says nothing of Ann Hill unless 'Ann Hill (the "Tenant")' is read
with it, which may stand in another passage. Names are read only where the question or the answer
tells one, and what is cited is cited as it was given.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.methods.evidence_text import moved
from groundgraph.methods.read_as import Step
from groundgraph.text.asked.conversations import asked
from groundgraph.text.documents.defined_terms import definition, definitions, with_names
from groundgraph.text.quotations import quotations

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.types import Evidence, Example, Finding, Verdict


def with_terms_named(examples: Sequence[Example]) -> list[Example]:
    """Return the examples with names beside defined terms; those without any, themselves."""
    return [_named(example) for example in examples]


def _named(example: Example) -> Example:
    told = _told(example)
    if not told:
        return example
    read = {p.id: words.text for p in example.passages if (words := with_names(p.text, told))}
    if not read:
        return example
    return replace(
        example,
        passages=tuple(replace(p, text=read.get(p.id, p.text)) for p in example.passages),
    )


def _told(example: Example) -> dict[str, str]:
    """Return the names of the terms that passages define, where one of them is talked about.

    None where the answer quotes, which is held against the passages word by word.
    """
    found = definitions(passage.text for passage in example.passages)
    if not found or quotations(example.answer):
        return {}
    said = frozenset(f"{asked(example.question)} {example.answer}".casefold().split())
    if not any(name.split()[0].casefold() in said for name in found.values()):
        return {}
    return found


def _as_given(verdict: Verdict, example: Example) -> Verdict:
    told = _told(example)
    texts = {p.id: w for p in example.passages if (w := with_names(p.text, told)) is not None}
    given = {passage.id: passage.text for passage in example.passages}
    verdict = moved(verdict, texts)
    findings = tuple(_as_it_stands(finding, told, given) for finding in verdict.findings)
    return replace(verdict, findings=findings)


def _as_it_stands(
    finding: Finding, defined: Mapping[str, str], given: Mapping[str, str]
) -> Finding:
    """Return a finding that cites what stands there, names that were put in between in brackets."""
    explanation = finding.explanation
    for term, name in defined.items():
        told = definition(term, name)
        for read in (told, told.rstrip(".")):
            explanation = explanation.replace(read, f'{name} (the "{term}")')
        for read in (name, name.rstrip(".")):
            explanation = explanation.replace(f"{term} {read}", f"{term} [{read}]")
    evidence = tuple(_cited(item, given) for item in finding.evidence)
    return replace(finding, explanation=explanation, evidence=evidence)


def _cited(item: Evidence, given: Mapping[str, str]) -> Evidence:
    text = given.get(item.passage_id)
    return item if text is None or item.span is None else replace(item, text=item.span.of(text))


TERMS_NAMED = Step(with_terms_named, _as_given)
"""Spans of evidence are offsets into the passages as given, and so is its text."""
