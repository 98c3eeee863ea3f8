"""What KEA makes of a knowledge source: descriptions, and a store beside passages and triples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import ExtractionError
from groundgraph.knowledge.building import build
from groundgraph.knowledge.store import StoreSource
from groundgraph.methods.kea.detector import KEA
from groundgraph.parts.extractors.patterns import PatternExtractor
from groundgraph.types import Example, Passage, Triple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.types import Statement, Verdict


@dataclass(frozen=True)
class TimesOut:
    """Reads no text about Nevada."""

    def extract(self, texts: Sequence[str], /) -> list[list[Statement]]:
        found = PatternExtractor().extract(texts)
        failed = {n: "the model timed out" for n, text in enumerate(texts) if "Nevada" in text}
        if failed:
            raise ExtractionError([None if n in failed else f for n, f in enumerate(found)], failed)
        return found


def outcomes(verdict: Verdict) -> list[str]:
    return [finding.outcome for finding in verdict.findings]


DESCRIBED = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
:A rdfs:label "Marie Curie"@en ; schema:description "Polish-French physicist and chemist"@en .
:B rdfs:label "Pride and Prejudice"@en ; schema:description "1813 novel by Jane Austen"@en .
:C rdfs:label "Titanic"@en ; schema:description "1997 film directed by James Cameron"@en .
:D rdfs:label "John Keller"@en ; schema:description "footballer (born 1961)"@en .
:G rdfs:label "Elko"@en ; schema:description "town in Nevada"@en .
:E rdfs:label "Jane Austen"@en . :F rdfs:label "James Cameron"@en .
"""


@pytest.fixture
def described(tmp_path: Path) -> StoreSource:
    dump = tmp_path / "graph.ttl"
    dump.write_text(DESCRIBED, encoding="utf-8")
    build([dump], tmp_path / "store")
    return StoreSource(str(tmp_path / "store"))


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Marie Curie was a chemist.", "supported"),
        ("Marie Curie was Polish.", "supported"),
        ("Marie Curie was a lawyer.", "unverifiable"),
        ("John Keller was born in 1961.", "supported"),
        ("John Keller was born in 1988.", "contradicted"),
        ("James Cameron directed Titanic.", "supported"),
        ("Zorin was a chemist.", "unverifiable"),
    ],
)
def test_descriptions_of_entities_are_evidence(
    described: StoreSource, answer: str, outcome: str
) -> None:
    [verdict] = KEA(source=described).detect([Example(answer)])
    assert outcomes(verdict) == [outcome]


def test_a_description_is_cited_as_the_source_has_it(described: StoreSource) -> None:
    [verdict] = KEA(source=described).detect([Example("John Keller was born in 1988.")])
    [finding] = verdict.findings
    assert finding.evidence[0].passage_id == "http://example.org/D"
    assert finding.evidence[0].text == "John Keller: footballer (born 1961)"


def test_a_description_that_cannot_be_read_makes_its_answers_unverifiable(
    described: StoreSource,
) -> None:
    kea = KEA(extractor=TimesOut(), source=described)
    elko, other = kea.detect([Example("Elko is a town."), Example("Marie Curie was a chemist.")])
    assert elko.label == "unverifiable"
    assert elko.reason == "the description of “Elko” could not be read: the model timed out"
    assert other.label == "grounded"


def test_store_passages_and_given_triples_are_evidence_together_each_cited_as_what_it_is(
    described: StoreSource,
) -> None:
    example = Example(
        "Marie Curie was a chemist. Marie Curie lived in Sceaux. Marie Curie won the Davy Medal.",
        (Passage("Marie Curie lived in Sceaux.", "life"),),
        triples=(Triple("Marie Curie", "won", "Davy Medal"),),
    )
    [verdict] = KEA(source=described).detect([example])
    assert outcomes(verdict) == ["supported"] * 3
    assert [finding.evidence[0].passage_id for finding in verdict.findings] == [
        "http://example.org/A",
        "life",
        "triple 1",
    ]
    drawn = {view.passage_id for view in verdict.triples if view.side == "evidence"}
    assert drawn >= {"http://example.org/A", "life", "triple 1"}


def test_what_a_passage_says_is_supported_where_the_store_says_otherwise(
    described: StoreSource,
) -> None:
    passage = Passage("John Keller was born in 1988.", "life")
    [verdict] = KEA(source=described).detect([Example("John Keller was born in 1988.", (passage,))])
    assert outcomes(verdict) == ["supported"]
