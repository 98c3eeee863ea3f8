"""Answers cut into claims beside their evidence, and what the sentence-level blocks say of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress, groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.graph.links import PassageLinks
from groundgraph.methods.checkable import (
    DECLINES,
    Readable,
    claims_of,
    foreign_claims,
    obstacle,
    readable,
    unclaimed,
)
from groundgraph.methods.defined_terms import TERMS_NAMED
from groundgraph.methods.evidence_text import WITHOUT_MARKUP
from groundgraph.methods.fused.blocks import details, facts, fields, lexical, quotations, shape
from groundgraph.methods.fused.holding import answering, telling
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.methods.fused.relevance import related
from groundgraph.methods.given_triples import TRIPLES_TOLD
from groundgraph.text.answers.citations import passages_named
from groundgraph.text.answers.pieces import judged_texts
from groundgraph.text.asked.conversations import asked
from groundgraph.text.casing import recased
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import words
from groundgraph.types.sources import source_of
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.blocks.fields import Fields
    from groundgraph.methods.fused.blocks.lexical import Index
    from groundgraph.methods.fused.record import DataRecord
    from groundgraph.protocols import Segmenter
    from groundgraph.text.answers.judged_text import JudgedText
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Claim, Example, Passage, Span

MOST_PAIRS = 20_000_000
"""Claims times units of evidence that are compared, a number in memory for each. Of RAGTruth's rows
none has 2,000."""
_SENTENCE = 5
"""Words from which a short answer is a sentence and no name."""
CLAIM_NAMES = (
    *lexical.NAMES,
    *fields.NAMES,
    *shape.NAMES,
    *facts.NAMES,
    *details.NAMES,
    *quotations.NAMES,
)
STEPS = (WITHOUT_MARKUP, TERMS_NAMED, TRIPLES_TOLD)
"""By which `detect` reads examples, before their answers are cut. What is fitted must be fitted on
what is read."""


@dataclass(frozen=True)
class Material:
    """The evidence of one or more answers, cut and indexed once."""

    units: list[Unit]
    index: Index
    fields: Fields
    record: DataRecord
    details: details.Index

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """What each passage says, data as its facts."""
        passages = groupby(self.units, lambda unit: unit.passage_id)
        return tuple(" ".join(unit.text for unit in own) for _, own in passages)

    @cached_property
    def of_passage(self) -> dict[str, list[Unit]]:
        """The units of each passage, by its id."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units:
            found.setdefault(unit.passage_id, []).append(unit)
        return found

    @cached_property
    def links(self) -> PassageLinks:
        """Which units name another passage."""
        return PassageLinks.of(self.units, self.index.postings)

    @cached_property
    def records(self) -> list[tuple[str, int, int]]:
        """The passages that are data: the id, the first unit and one past the last."""
        found = []
        places = groupby(range(len(self.units)), lambda i: self.units[i].passage_id)
        for passage, own in places:
            first, *rest = own
            if self.units[first].fact is not None:
                found.append((passage, first, first + 1 + len(rest)))
        return found


class Reading(NamedTuple):
    """An answer cut into claims, beside its evidence.

    Attributes:
        example: What is judged: the answer is the text of its claims alone, and gold spans stand
            in that text; the passages are those that it is held against.
        claims: Its claims, in that text.
        evidence: Those passages, cut.
        given: The answer and passages as they were given.
        judged: Where the claims stand in the answer as given, and what they cite.
        nothing: Why there is no claim to judge, or "".
        unrelated: How many passages were set aside.
        unreadable: Why a detector of English, or of so much, cannot judge it, or "".
        remark: What it was not held against and why, and what it overlooks, or "".
        foreign: Sentences of the answer that are not judged for their language, each with why.
    """

    example: Example
    claims: tuple[Claim, ...]
    evidence: Material
    given: Example
    judged: JudgedText
    nothing: str = ""
    unrelated: int = 0
    unreadable: str = ""
    remark: str = ""
    foreign: tuple[tuple[Span, str], ...] = ()

    @property
    def obstacle(self) -> str:
        """Why the answer cannot be checked, or ""."""
        return obstacle(self.given) or self.nothing or self.unreadable

    @property
    def quotable(self) -> tuple[str, ...]:
        """The texts whose words a claim may quote: the evidence, and the question."""
        return (*self.evidence.texts, self.asked)

    @property
    def asked(self) -> str:
        """What was asked, as one question, or ""."""
        return asked(self.given.question)


def read(
    examples: Sequence[Example], segmenter: Segmenter, rarity: Rarity | None = None
) -> Iterator[Reading]:
    """Cut answers into claims and evidence into units, one by one; shared passages are read once.

    Citation marks, markup, framing and sentences that claim nothing are left out
    (`groundgraph.text.answers.pieces`), so nothing that is measured depends on them.

    Evidence is in the order of its texts, so the order of the passages decides nothing, not even
    which of two units that hold a claim equally well is its nearest. Of passages of one text, the
    first stands for all. With ``rarity``, that of English words, what is not English is left out
    of evidence and answer, and passages that have nothing to do with the answer are set aside.
    """
    material: dict[tuple[Passage, ...], Material] = {}
    for given, found in zip(examples, judged_texts(examples, segmenter.segment), strict=True):
        judged = found._replace(text=recased(found.text, [p.text for p in given.passages]))
        example = _claims_alone(given, judged)
        seen = _prose_read(example, _said(given, judged)) if rarity else Readable(example)
        foreign = _foreign(example, judged) if rarity and not seen.obstacle else {}
        aside = tuple((judged.whole(judged.spans[n]), why) for n, why in foreign.items())
        if foreign:
            judged = judged.without(foreign)
            seen = seen._replace(example=replace(seen.example, answer=judged.text, spans=None))
        claims = claims_of(judged.text, judged.spans)
        own = _related(seen.example, claims, _cited(given, judged), rarity) if rarity else example
        passages = distinct(own.passages)
        if passages not in material:
            material[passages] = _cut(passages, segmenter)
        unrelated = len(seen.example.passages) - len(own.passages)
        told = telling(given.answer, seen.example.passages) if rarity else ""
        remark = _remark(seen, unrelated, aside, told if claims else "")
        evidence = material[passages]
        nothing = "" if claims else _nothing(judged, asked(given.question), evidence, rarity, told)
        unreadable = seen.obstacle or _excess(len(claims), len(evidence.units))
        yield Reading(
            own, claims, evidence, given, judged, nothing, unrelated, unreadable, remark, aside
        )


def _foreign(example: Example, judged: JudgedText) -> dict[int, str]:
    return foreign_claims(example, [span.of(judged.text) for span in judged.spans])


def _nothing(
    judged: JudgedText, question: str, evidence: Material, rarity: Rarity | None, told: str
) -> str:
    """Say why an answer claims nothing; of one that declines, where an answer seems to stand."""
    reason = unclaimed(judged.others)
    if reason != DECLINES or rarity is None:
        return reason
    passage = answering(question, evidence.units, evidence.index, rarity) or told
    return f"{reason}; {source_of(passage)} seems to answer the question" if passage else reason


def _claims_alone(example: Example, judged: JudgedText) -> Example:
    """Return the example with its claims as the answer, and the gold spans that they hold."""
    if example.spans is None:
        return replace(example, answer=judged.text)
    found = [judged.from_answer(span) for span in example.spans]
    return replace(example, answer=judged.text, spans=tuple(span for span in found if span))


def _cut(passages: tuple[Passage, ...], segmenter: Segmenter) -> Material:
    [units] = evidence_units([passages], segmenter)
    held = lexical.index(units)
    return Material(
        units,
        held,
        fields.read_fields(units),
        facts.index(units),
        details.index(units, held.postings),
    )


def _excess(n_claims: int, n_units: int) -> str:
    """Say why an answer cannot be held against its evidence, or "" where it can."""
    if n_claims * n_units <= MOST_PAIRS:
        return ""
    return (
        f"{n_claims:,} claims beside {n_units:,} sentences and fields of evidence are "
        f"{n_claims * n_units:,} pairs, more than the {MOST_PAIRS:,} that are compared; "
        "give shorter answers or less evidence"
    )


def _remark(
    seen: Readable, unrelated: int, foreign: Sequence[tuple[Span, str]], passage: str
) -> str:
    """Say what the answer was not held against, what of it was not read, and why.

    And which passage tells what it says that none does.
    """
    remarks = [seen.remark]
    if foreign:
        whys = " or ".join(dict.fromkeys(why for _, why in foreign))
        remarks.append(f"left out {len(foreign)} sentence{'s' * (len(foreign) > 1)}: {whys}")
    if unrelated:
        counted = f"{unrelated} of {len(seen.example.passages)} passages"
        remarks.append(f"set aside {counted}: next to nothing in common with the answer")
    if passage:
        remarks.append(f"{source_of(passage)} seems to tell what the answer says is missing")
    return "; ".join(filter(None, remarks))


def _said(given: Example, judged: JudgedText) -> str:
    """Return a short answer that is a sentence of its own, by length; else "".

    Put into the words of its question, "Die Batterie hat zwei Jahre Garantie" would be English, as
    a foreign title is.
    """
    short = len(judged.statements) == 1 and judged.statements[0] is not None
    return given.answer if short and len(given.answer.split()) >= _SENTENCE else ""


def _prose_read(example: Example, said: str) -> Readable:
    """Leave out passages that are not English; triples, whose names are of any language, stay."""
    prose = tuple(passage for passage in example.passages if not is_triple(passage.id))
    if len(prose) == len(example.passages):
        return readable(example, said)
    seen = readable(replace(example, passages=prose), said)
    triples = tuple(passage for passage in example.passages if is_triple(passage.id))
    whole = replace(seen.example, passages=(*seen.example.passages, *triples))
    return seen._replace(example=whole)


def _cited(given: Example, judged: JudgedText) -> frozenset[str]:
    """Return the ids of the passages that claims cite."""
    names = [name for own in judged.cited for name in own]
    return frozenset(passage.id for passage in passages_named(names, given.passages) if passage)


def _related(
    example: Example, claims: Sequence[Claim], cited: frozenset[str], rarity: Rarity
) -> Example:
    """Set prose aside that has nothing to do with an answer; triples may be links of a chain."""
    prose = [passage for passage in example.passages if not is_triple(passage.id)]
    if len(prose) < 2:
        return example
    texts = [passage.text for passage in prose]
    numbers = [number for number, passage in enumerate(prose) if passage.id in cited]
    said = [claim.text for claim in claims]
    kept = related(said, asked(example.question), texts, rarity, numbers)
    if all(kept):
        return example
    own = {passage.id for passage in compress(prose, kept)}
    passages = tuple(p for p in example.passages if p.id in own or is_triple(p.id))
    return replace(example, passages=passages)


def distinct(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Return the first passage of each text, in the order of the texts."""
    first: dict[str, Passage] = {}
    for passage in passages:
        first.setdefault(passage.text, passage)
    return tuple(first[text] for text in sorted(first))


def claim_rows(reading: Reading, rarity: Rarity) -> NDArray[np.float64]:
    """Measure the claims of one answer, shape ``(n_claims, len(CLAIM_NAMES))``."""
    texts = [claim.text for claim in reading.claims]
    evidence = reading.evidence
    return np.concatenate(
        [
            lexical.measure(texts, reading.asked, evidence.index, rarity, _given(reading.judged)),
            fields.measure(texts, evidence.fields),
            shape.measure(texts),
            facts.measure(texts, evidence.record),
            details.measure(texts, evidence.details),
            quotations.measure(texts, reading.quotable),
        ],
        axis=1,
    )


def _given(judged: JudgedText) -> dict[int, frozenset[str]]:
    """Return the stems that the question gave to each claim that is a short answer."""
    return {
        number: frozenset(
            word.stem
            for word in words(judged.text)
            if span.start <= word.start < span.end and not any(judged.own[word.start : word.end])
        )
        for number, (made, span) in enumerate(zip(judged.statements, judged.spans, strict=True))
        if made is not None
    }


def answer_row(reading: Reading) -> tuple[float, ...]:
    """Measure a whole answer, one value for each of `shape.ANSWER_NAMES`."""
    texts = [claim.text for claim in reading.claims]
    return shape.measure_answer(texts, reading.asked)


def claim_labels(readings: Sequence[Reading], labels: Sequence[bool]) -> NDArray[np.bool_]:
    """Say which claims are hallucinated, shape ``(n_claims,)``.

    A claim is when a gold span overlaps it; where an answer has no gold spans, its claims
    take the answer's label.
    """
    return np.array(
        [
            label
            if reading.example.spans is None
            else any(claim.span.overlaps(gold) for gold in reading.example.spans)
            for reading, label in zip(readings, labels, strict=True)
            for claim in reading.claims
        ],
        bool,
    )


def learn_rarity(readings: Sequence[Reading]) -> Rarity:
    """Count words over the distinct evidence of some answers."""
    evidence = {id(reading.evidence): reading.evidence for reading in readings}
    return Rarity.fit([" ".join(u.text for u in e.units) for e in evidence.values()])
