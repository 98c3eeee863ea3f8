"""Verdicts on the text of the claims, shown in the answer as it was given.

What was judged holds neither citation marks nor framing (`groundgraph.text.answers.pieces`). Here
findings and marks take their places in the answer, and say what their claims cite and quote.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.methods.fused import wording
from groundgraph.methods.fused.holding import MARGIN, lead
from groundgraph.methods.fused.unseen import whole_words
from groundgraph.methods.given_triples import triples_named
from groundgraph.text.answers.citations import passages_named
from groundgraph.text.quotations import unheld
from groundgraph.types import Claim, Finding, Span, node_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Mark, Verdict

_STOPS = ".,;:!? \n"
_ABBREVIATED = re.compile(r"\b\w\.\w\Z")
_MARKUP = frozenset("*_`")
"""What is shown with the words that it stands at: half of a pair would look broken."""


def as_given(verdict: Verdict, reading: Reading, rarity: Rarity) -> Verdict:
    """Return a verdict on what was judged of an answer as one on the answer."""
    findings = tuple(
        _placed(_quoting(_citing(finding, names, reading, rarity), reading), reading)
        for finding, names in zip(verdict.findings, reading.judged.cited, strict=True)
    )
    marks = _in_order(_in_answer(mark, reading) for mark in verdict.marks)
    verdict = replace(verdict, findings=findings, marks=tuple(marks))
    return _with_foreign(verdict, reading) if reading.foreign else verdict


def _with_foreign(verdict: Verdict, reading: Reading) -> Verdict:
    """Add the sentences of an answer that were not read, in order."""
    answer = reading.given.answer
    unread = [
        Finding(Claim(span.of(answer), span), "unverifiable", explanation=wording.unread(why))
        for span, why in reading.foreign
    ]
    every = sorted([*verdict.findings, *unread], key=lambda finding: finding.claim.span)
    places = {n: every.index(finding) for n, finding in enumerate(verdict.findings)}
    names = {node_names.claim(n): node_names.claim(place) for n, place in places.items()}
    return replace(
        verdict,
        findings=tuple(every),
        edges=tuple(
            edge._replace(
                source=names.get(edge.source, edge.source),
                target=names.get(edge.target, edge.target),
            )
            for edge in verdict.edges
        ),
        conflicts=tuple(
            replace(conflict, claims=tuple(places[n] for n in conflict.claims))
            for conflict in verdict.conflicts
        ),
    )


def _in_answer(mark: Mark, reading: Reading) -> Mark:
    """Place a mark, without the stop that ends it; of an abbreviation ("a.m.") with it.

    A mark on a part of a compound ("part-time") takes in all of it, and one with a bracket both.
    """
    text = reading.given.answer
    start, end = whole_words(text, reading.judged.in_answer(mark.span))
    own = text[start:end].rstrip(_STOPS) or text[start:end]
    after = text[start + len(own) : start + len(own) + 1]
    closes = after == ")" and own.count("(") > own.count(")")
    stop = after == "." and _ABBREVIATED.search(own)
    return mark._replace(span=Span(start, start + len(own) + bool(closes or stop)))


def _in_order(marks: Iterable[Mark]) -> list[Mark]:
    """Sort marks; of those that overlap the words that the answer gave itself are left.

    A mark on words of the question takes in all of a short answer, and so the others in it.
    """
    found: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.span.end - mark.span.start, -mark.score)):
        if not any(mark.span.overlaps(other.span) for other in found):
            found.append(mark)
    return sorted(found, key=lambda mark: mark.span)


def _placed(finding: Finding, reading: Reading) -> Finding:
    answer = reading.given.answer
    start, end = reading.judged.whole(finding.claim.span)
    first, last = start, end
    while first and answer[first - 1] in _MARKUP:
        first -= 1
    while last < len(answer) and answer[last] in _MARKUP:
        last += 1
    if answer[first:start] in answer[start:last]:
        start = first
    if answer[end:last] in answer[start:end]:
        end = last
    read_as = reading.judged.read_as(finding.claim.span)
    return replace(finding, claim=Claim(answer[start:end], Span(start, end)), read_as=read_as)


def _citing(finding: Finding, names: Sequence[str], reading: Reading, rarity: Rarity) -> Finding:
    """Say which passages a claim cites, and whether they support it."""
    if not names:
        return finding
    triples = triples_named(names, reading.given)
    known = passages_named(names, reading.given.passages)
    passages = [triple or passage for triple, passage in zip(triples, known, strict=True)]
    cited = tuple(p.id if p else name for p, name in zip(passages, names, strict=True))
    finding = replace(finding, cited=cited)
    if not any(passages):
        why = f"{finding.explanation} {wording.cites_nothing(names)}".strip()
        return replace(finding, citation="missing", explanation=why)
    if finding.outcome != "supported":
        return replace(finding, citation="unsupported")
    shown = {passage.text: passage.id for passage in reading.example.passages[::-1]}
    texts = [passage.text for passage in passages if passage]
    own = {shown[text] for text in texts if text in shown}
    evidence = reading.evidence
    better = lead(finding.claim.text, own, evidence.units, evidence.index, rarity)
    if better is None or better.share <= MARGIN:
        return replace(finding, citation="supported")
    told = wording.supported_elsewhere(names, better.passage_id)
    why = f"{finding.explanation} {told}".strip()
    return replace(finding, citation="elsewhere", explanation=why)


def _quoting(finding: Finding, reading: Reading) -> Finding:
    """Name the quotations that no passage holds."""
    found = unheld(finding.claim.text, reading.quotable)
    if not found:
        return finding
    pairs = [(quotation.span.of(finding.claim.text), quotation.instead) for quotation in found]
    why = f"{finding.explanation} {wording.misquoted(pairs)}".strip()
    return replace(finding, explanation=why)
