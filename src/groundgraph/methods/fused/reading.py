"""Answers cut into claims beside their evidence, and what the sentence-level blocks say of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress, groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.checkable import NO_CLAIM, Readable, claims_of, obstacle, readable
from groundgraph.methods.fused.blocks import details, facts, fields, lexical, shape
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.methods.fused.relevance import related
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.blocks.fields import Fields
    from groundgraph.methods.fused.blocks.lexical import Index
    from groundgraph.methods.fused.record import DataRecord
    from groundgraph.protocols import Segmenter
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Claim, Example, Passage

MOST_PAIRS = 20_000_000
"""Claims times units of evidence that are compared, a number in memory for each. Of RAGTruth's rows
none has 2,000."""
WORD_NAMES = (*lexical.NAMES, *fields.NAMES, *shape.NAMES)
CLAIM_NAMES = (*WORD_NAMES, *facts.NAMES, *details.NAMES)


@dataclass(frozen=True)
class Material:
    """The evidence of one or more answers, cut and indexed once."""

    units: list[Unit]
    index: Index
    fields: Fields
    record: DataRecord
    details: details.Index

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
        example: The answer; its passages are those that it is held against.
        claims: Its claims.
        evidence: Those passages, cut.
        unrelated: How many passages were set aside.
        unreadable: Why a detector of English, or of so much, cannot judge it, or "".
        remark: What it was not held against and why, or "".
    """

    example: Example
    claims: tuple[Claim, ...]
    evidence: Material
    unrelated: int = 0
    unreadable: str = ""
    remark: str = ""

    @property
    def obstacle(self) -> str:
        """Why the answer cannot be checked, or ""."""
        return obstacle(self.example) or ("" if self.claims else NO_CLAIM) or self.unreadable


def read(
    examples: Sequence[Example], segmenter: Segmenter, rarity: Rarity | None = None
) -> Iterator[Reading]:
    """Cut answers into claims and evidence into units, one by one; shared passages are read once.

    Evidence is in the order of its texts, so the order of the passages decides nothing, not even
    which of two units that hold a claim equally well is its nearest. Of passages of one text, the
    first stands for all. With ``rarity``, that of English words, what is not English is left out,
    and passages that have nothing to do with the answer are set aside.
    """
    sentences = segmenter.segment([example.answer for example in examples])
    material: dict[tuple[Passage, ...], Material] = {}
    for example, spans in zip(examples, sentences, strict=True):
        claims = tuple(c for c in claims_of(example.answer, spans) if words(c.text))
        seen = readable(example) if rarity else Readable(example)
        own = _related(seen.example, claims, rarity) if rarity else example
        passages = distinct(own.passages)
        if passages not in material:
            material[passages] = _cut(passages, segmenter)
        unrelated = len(seen.example.passages) - len(own.passages)
        remark = _remark(seen, unrelated)
        unreadable = seen.obstacle or _excess(len(claims), len(material[passages].units))
        yield Reading(own, claims, material[passages], unrelated, unreadable, remark)


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


def _remark(seen: Readable, unrelated: int) -> str:
    """Say what the answer was not held against, and why."""
    if not unrelated:
        return seen.remark
    counted = f"{unrelated} of {len(seen.example.passages)} passages"
    aside = f"set aside {counted}: next to nothing in common with the answer"
    return f"{seen.remark}; {aside}" if seen.remark else aside


def _related(example: Example, claims: Sequence[Claim], rarity: Rarity) -> Example:
    if len(example.passages) < 2:
        return example
    texts = [passage.text for passage in example.passages]
    kept = related([claim.text for claim in claims], example.question, texts, rarity)
    if all(kept):
        return example
    return replace(example, passages=tuple(compress(example.passages, kept)))


def distinct(passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """Return the first passage of each text, in the order of the texts."""
    first: dict[str, Passage] = {}
    for passage in passages:
        first.setdefault(passage.text, passage)
    return tuple(first[text] for text in sorted(first))


def claim_rows(reading: Reading, rarity: Rarity) -> NDArray[np.float64]:
    """Measure the claims of one answer, shape ``(n_claims, len(CLAIM_NAMES))``."""
    return with_conflicts(reading, word_rows(reading, rarity))


def word_rows(reading: Reading, rarity: Rarity) -> NDArray[np.float64]:
    """Measure the claims by words and form alone, shape ``(n_claims, len(WORD_NAMES))``."""
    texts = [claim.text for claim in reading.claims]
    evidence = reading.evidence
    return np.concatenate(
        [
            lexical.measure(texts, reading.example.question, evidence.index, rarity),
            fields.measure(texts, evidence.fields),
            shape.measure(texts),
        ],
        axis=1,
    )


def with_conflicts(reading: Reading, rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the rows of `word_rows` with how the claims agree with data and in details."""
    texts = [claim.text for claim in reading.claims]
    evidence = reading.evidence
    return np.concatenate(
        [rows, facts.measure(texts, evidence.record), details.measure(texts, evidence.details)],
        axis=1,
    )


def answer_row(reading: Reading) -> tuple[float, ...]:
    """Measure a whole answer, one value for each of `shape.RESPONSE_NAMES`."""
    texts = [claim.text for claim in reading.claims]
    return shape.measure_response(texts, reading.example.question)


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
