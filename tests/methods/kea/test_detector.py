from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
import pytest
from labelling import labelled

from groundgraph import FitOptions
from groundgraph.errors import ExtractionError, InputError, KnowledgeError
from groundgraph.knowledge.building import build
from groundgraph.knowledge.store import StoreSource
from groundgraph.methods.kea.comparison import ContradictionRule
from groundgraph.methods.kea.detector import KEA
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.types import (
    Entity,
    Example,
    Finding,
    Mention,
    Passage,
    Span,
    Statement,
    Triple,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

CURIE = Example(
    "Marie Curie was born in 1868. Marie Curie worked at Google. She won the Nobel Prize. Hello.",
    (
        Passage("Marie Curie was born in 1867.", "life"),
        Passage("Marie Curie worked at the University of Paris. She won the Nobel Prize.", "work"),
    ),
)
GRAPH = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Q1 rdfs:label "Marie Curie"@en ; schema:description "physicist and chemist"@en ;
    :born "1867-11-07"^^xsd:date ; :employer :Q2 ; :birthPlace :Q4 .
:Q2 rdfs:label "University of Paris"@en ; schema:description "university in France"@en .
:Q5 rdfs:label "France"@en ; :capital :Q6 .
:Q6 rdfs:label "Paris"@en .
:Q1 :occupation :Q7 .
:Q7 rdfs:label "physicist"@en .
:occupation rdfs:label "occupation"@en .
:capital rdfs:label "capital"@en .
:Q3 rdfs:label "Google"@en ; schema:description "American company"@en .
:Q4 rdfs:label "Warsaw"@en ; schema:description "capital of Poland"@en .
:born rdfs:label "date of birth"@en .
:employer rdfs:label "employer"@en .
:birthPlace rdfs:label "place of birth"@en .
"""


@dataclass(frozen=True)
class Lines:
    """Reads texts that are lines of "subject|predicate|object"."""

    def extract(self, texts: Sequence[str], /) -> list[list[Statement]]:
        return [list(_lines(text)) for text in texts]


def _lines(text: str) -> list[Statement]:
    found, start = [], 0
    for line in text.split("\n"):
        if line.count("|") == 2:
            found.append(Statement(Triple(*line.split("|")), Span(start, start + len(line))))
        start += len(line) + 1
    return found


@dataclass(frozen=True)
class Unreadable:
    """Fails on texts that say so."""

    def extract(self, texts: Sequence[str], /) -> list[list[Statement]]:
        results = [None if "boom" in text else list(_lines(text)) for text in texts]
        reasons = {n: "the model timed out" for n, r in enumerate(results) if r is None}
        if reasons:
            raise ExtractionError(results, reasons)
        return [result for result in results if result is not None]


@dataclass(frozen=True)
class Down:
    """A knowledge source that cannot be reached for one of its entities."""

    def link(self, mentions: Sequence[Mention], /) -> list[Entity | None]:
        if any(mention.name == "Marie Curie" for mention in mentions):
            raise KnowledgeError("the endpoint is down")
        return [Entity(f"e:{m.name}", m.name, "") for m in mentions]

    def facts(self, entities: Sequence[Entity], /) -> list[list[Triple]]:
        return [[Triple(entity.label, "is", "thing")] for entity in entities]


Parts = tuple[str, str, str]


def lines(answer: Sequence[Parts], evidence: Sequence[Parts]) -> Example:
    passage = Passage("\n".join(map("|".join, evidence)))
    return Example("\n".join(map("|".join, answer)), (passage,))


def detect(example: Example, kea: KEA | None = None) -> Verdict:
    return (kea or KEA(extractor=Lines())).detect([example])[0]


def outcomes(verdict: Verdict) -> list[str]:
    return [finding.outcome for finding in verdict.findings]


def contradicted(verdict: Verdict) -> list[Finding]:
    return [finding for finding in verdict.findings if finding.outcome == "contradicted"]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> StoreSource:
    pytest.importorskip("pyoxigraph", reason="pip install 'groundgraph[kb]'")
    folder = tmp_path_factory.mktemp("kb")
    (folder / "graph.ttl").write_text(GRAPH)
    build([folder / "graph.ttl"], folder / "store")
    return StoreSource(str(folder / "store"))


def test_each_contradiction_is_a_finding_with_its_passage_and_the_edit() -> None:
    verdict = KEA().detect([CURIE])[0]
    year, employer = contradicted(verdict)
    assert verdict.label == "hallucinated"
    assert year.claim.span.of(CURIE.answer) == "Marie Curie was born in 1868"
    assert year.evidence[0].passage_id == "life"
    assert year.evidence[0].text == "Marie Curie was born in 1867"
    assert year.explanation == (
        "The answer says that Marie Curie was born in 1868; passage life says 1867. "
        "Replace 1868 by 1867."
    )
    assert "University of Paris" in employer.explanation
    assert outcomes(verdict) == ["contradicted", "contradicted", "supported", "unverifiable"]


def test_the_remark_on_the_answer_names_every_correction() -> None:
    assert KEA().detect([CURIE])[0].reason == (
        "The evidence contradicts the answer: 1868 should be 1867 and Google should be "
        "the University of Paris."
    )


def test_an_answer_that_says_what_the_passages_say_has_h_0() -> None:
    example = Example("Marie Curie was born in 1867.", CURIE.passages)
    verdict = KEA().detect([example])[0]
    assert (verdict.label, verdict.hallucination_score) == ("grounded", 0.0)
    assert outcomes(verdict) == ["supported"]
    assert verdict.reason == ""


def test_what_no_passage_says_is_unsupported() -> None:
    verdict = detect(lines([("Ada", "plays", "violin")], [("Ada", "lives in", "Rome")]))
    assert outcomes(verdict) == ["unsupported"]
    assert "no passage says so" in verdict.findings[0].explanation


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("7 November 1868", "7 November 1867"), ("400 metres", "330 metres"), ("12", "13")],
)
def test_dates_and_amounts_differ_though_their_embeddings_are_near(wrong: str, right: str) -> None:
    example = lines([("tower", "was opened on", wrong)], [("tower", "was opened on", right)])
    assert outcomes(detect(example)) == ["contradicted"]


@pytest.mark.parametrize(
    ("said", "known"),
    [("1867", "7 November 1867"), ("November 7, 1867", "1867-11-07"), ("1867", "the year 1867")],
)
def test_a_year_agrees_with_a_day_in_it(said: str, known: str) -> None:
    verdict = detect(lines([("Ada", "was born in", said)], [("Ada", "was born in", known)]))
    assert outcomes(verdict) == ["supported"]
    assert verdict.hallucination_score == 0.0


def test_a_date_is_not_contradicted_by_a_name() -> None:
    verdict = detect(lines([("Ada", "was born in", "1867")], [("Ada", "was born in", "Warsaw")]))
    assert outcomes(verdict) == ["unsupported"]


def test_one_of_several_true_values_is_not_a_contradiction() -> None:
    evidence = [("Ada", "plays for", "Ajax"), ("Ada", "plays for", "the national team")]
    assert outcomes(detect(lines(evidence[:1], evidence))) == ["supported"]


def test_a_sentence_that_gives_the_evidences_value_too_is_not_contradicted() -> None:
    example = Example(
        "Ada Lee played for Ajax and for Milan.", (Passage("Ada Lee played for Milan."),)
    )
    verdict = KEA().detect([example])[0]
    assert not contradicted(verdict)


def test_a_denial_is_not_what_it_denies() -> None:
    verdict = detect(lines([("Ada", "did not win", "race")], [("Ada", "won", "race")]))
    assert outcomes(verdict) != ["supported"]


def test_given_triples_are_evidence_with_and_without_passages() -> None:
    triples = (Triple("Ada", "was born in", "1867"),)
    alone = Example("Ada|was born in|1868", triples=triples)
    beside = replace(alone, passages=(Passage("Ada|lives in|Rome"),))
    for verdict in (detect(alone), detect(beside)):
        assert [f.evidence[0].passage_id for f in contradicted(verdict)] == ["triple 1"]
        assert "triple 1 says 1867" in verdict.findings[0].explanation


def test_data_is_read_field_by_field() -> None:
    example = Example("Zorba has the stars 4.5.", (Passage('{"name": "Zorba", "stars": 4.5}'),))
    graph = KEA().graphs([example])[0]
    assert Triple("Zorba", "stars", "4.5") in [fact.triple for fact in graph.evidence]


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (Example("No triple here.", (Passage("a|b|c"),)), "no fact could be read off the answer"),
        (Example("a|b|c", (Passage("No triple here."),)), "no fact could be read off the passages"),
        (Example("a|b|c"), "no passage has any text"),
        (Example("  ", (Passage("a|b|c"),)), "the answer is empty"),
    ],
)
def test_an_empty_graph_on_either_side_is_unverifiable(example: Example, reason: str) -> None:
    verdict = detect(example)
    assert (verdict.label, verdict.reason) == ("unverifiable", reason)
    assert set(outcomes(verdict)) <= {"unverifiable"}


def test_cycles_and_loops_are_compared_as_any_graph() -> None:
    ring = [("a", "to", "b"), ("b", "to", "c"), ("c", "to", "a"), ("a", "to", "a")]
    verdict = detect(lines(ring, ring))
    assert verdict.hallucination_score == pytest.approx(0.0, abs=1e-9)
    assert set(outcomes(verdict)) == {"supported"}


def test_five_thousand_triples_are_compared() -> None:
    many = [(f"n{i}", "r", f"n{i * 7 % 5000}") for i in range(5000)]
    kea = KEA(extractor=Lines(), encoder=_Random())
    verdict = detect(lines([*many[:50], ("n1", "r", "elsewhere")], many), kea)
    assert verdict.features["evidence_triples"] == 5000
    assert 0 < (verdict.hallucination_score or 0) < 1
    assert sum(view.side == "evidence" for view in verdict.triples) <= 51 * 6


@dataclass(frozen=True)
class _Random:
    """Gives each text its own direction; stands for an encoder where only speed matters."""

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        rows = [np.random.default_rng([*text.encode()]).normal(size=64) for text in texts]
        vectors = np.array(rows, np.float32).reshape(-1, 64)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        return [[Span(0, len(text))] for text in texts]


def test_the_drawn_graphs_pair_what_agrees_and_what_does_not() -> None:
    verdict = KEA().detect([CURIE])[0]
    for number, view in enumerate(verdict.triples):
        if view.partner is None:
            assert view.state == "unmatched"
            continue
        partner = verdict.triples[view.partner]
        assert {view.side, partner.side} == {"answer", "evidence"}
        assert partner.partner == number
        assert view.state == partner.state
    states = [v.state for v in verdict.triples if v.side == "answer"]
    assert states == ["contradicted", "contradicted", "same"]
    evidence = [v for v in verdict.triples if v.side == "evidence"]
    texts = {p.id: p.text for p in CURIE.passages}
    assert next(v.span.of(texts[v.passage_id])[-4:] for v in evidence if v.span) == "1867"


def test_a_text_that_cannot_be_read_makes_only_its_answers_unverifiable() -> None:
    kea = KEA(extractor=Unreadable())
    good = lines([("Ada", "lives in", "Rome")], [("Ada", "lives in", "Rome")])
    bad_answer = Example("boom", good.passages)
    bad_passage = Example(good.answer, (*good.passages, Passage("boom", "9")))
    first, second, third = kea.detect([bad_answer, good, bad_passage])
    assert first.reason == "the facts of the answer could not be read: the model timed out"
    assert second.label == "grounded"
    assert third.reason == "the facts of passage 9 could not be read: the model timed out"


def test_open_domain_two_wrong_facts_are_two_findings_with_the_stores_facts(
    store: StoreSource,
) -> None:
    answer = "Marie Curie was born in 1868 in Warsaw. She worked at Google."
    verdict = KEA(source=store).detect([Example(answer)])[0]
    year, employer = contradicted(verdict)
    assert verdict.label == "hallucinated"
    assert "1867" in year.explanation
    assert "as the date of birth" in year.explanation
    assert "University of Paris as the employer" in employer.explanation
    assert employer.evidence[0].passage_id == "http://example.org/Q1"
    assert employer.evidence[0].text == "Marie Curie employer University of Paris"
    assert verdict.reason == (
        "The evidence contradicts the answer: 1868 should be 1867 and Google should be "
        "University of Paris."
    )


@pytest.mark.parametrize(
    ("answer", "explanation"),
    [
        (
            "Marie Curie, born in 1820, was employed by Google.",
            "says that the University of Paris employed Marie Curie",
        ),
        ("Lyon is the capital of France.", "says that Paris is the capital of France"),
        ("Marie Curie worked at the University of Oxford.", "gives University of Paris as the"),
    ],
)
def test_open_domain_facts_are_found_however_they_are_put(
    store: StoreSource, answer: str, explanation: str
) -> None:
    verdict = KEA(source=store).detect([Example(answer)])[0]
    texts = " ".join(finding.explanation for finding in contradicted(verdict))
    assert explanation.replace("the University", "University") in texts


@pytest.mark.parametrize(
    "answer",
    [
        "Marie Curie was a poet.",
        "Marie Curie worked as a teacher.",
        "Zorp Blix was born in Warsaw. Marie Curie was born in Warsaw.",
        "Marie Curie won a medal.",
    ],
)
def test_open_domain_a_true_fact_may_have_others_beside_it(store: StoreSource, answer: str) -> None:
    verdict = KEA(source=store).detect([Example(answer)])[0]
    assert not contradicted(verdict)


def test_open_domain_true_facts_are_supported(store: StoreSource) -> None:
    answer = "Marie Curie was born in 1867. She worked at the University of Paris."
    verdict = KEA(source=store).detect([Example(answer)])[0]
    assert verdict.label == "grounded"
    assert outcomes(verdict) == ["supported", "supported"]


def test_open_domain_an_entity_that_the_store_lacks_is_unverifiable(store: StoreSource) -> None:
    verdict = KEA(source=store).detect([Example("Zorp Blix was born in 1900.")])[0]
    assert verdict.label == "unverifiable"
    assert "does not know “Zorp Blix”" in verdict.reason


def test_open_domain_what_the_store_lacks_is_not_held_against_the_rest(
    store: StoreSource,
) -> None:
    answer = "Marie Curie was born in 1867. Zorp Blix was born in 1900. Marie Curie liked tulips."
    verdict = KEA(source=store).detect([Example(answer)])[0]
    assert (verdict.label, verdict.hallucination_score) == ("grounded", 0.0)
    assert outcomes(verdict) == ["supported", "unverifiable", "unverifiable"]
    assert "does not know Zorp Blix" in verdict.findings[1].explanation
    assert "says nothing about that" in verdict.findings[2].explanation


def test_a_source_that_fails_makes_only_its_answers_unverifiable() -> None:
    kea = KEA(extractor=Lines(), source=Down())
    first, second = kea.detect([Example("Marie Curie|is|thing"), Example("Ada|is|thing")])
    assert first.label == "unverifiable"
    assert first.reason == "the knowledge source failed: the endpoint is down"
    assert second.label == "grounded"


def test_fit_puts_the_threshold_where_the_labels_ask_for_it() -> None:
    right = lines([("Ada", "lives in", "Rome")], [("Ada", "lives in", "Rome")])
    wrong = lines([("Ada", "lives in", "Bonn")], [("Ada", "lives in", "Rome")])
    examples, labels = [right, wrong] * 6, [False, True] * 6
    fitted = KEA(extractor=Lines(), threshold=0.99).fit(labelled(examples, labels))
    assert fitted.decision is not None
    assert [v.label for v in fitted.detect([right, wrong])] == ["grounded", "hallucinated"]
    assert fitted.detect([wrong])[0].calibrated
    with pytest.raises(InputError, match="by"):
        KEA(extractor=Lines()).fit(labelled(examples, labels), FitOptions(by="generator"))


def test_h_is_flagged_from_the_threshold_on() -> None:
    wrong = lines([("Ada", "lives in", "Bonn")], [("Ada", "lives in", "Rome")])
    kea = KEA(extractor=Lines(), published_rule=True)
    h = detect(wrong, kea).hallucination_score or 0.0
    assert detect(wrong, replace(kea, threshold=h)).label == "hallucinated"
    assert detect(wrong, replace(kea, threshold=h + 1e-6)).label == "grounded"


def test_the_batch_is_encoded_in_one_call_with_each_text_once() -> None:
    calls: list[list[str]] = []

    @dataclass(frozen=True)
    class Counting:
        inner: MiniLM = field(default_factory=MiniLM)

        def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
            calls.append(list(texts))
            return self.inner.encode(texts)

        def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
            return self.inner.windows(texts)

    KEA(encoder=Counting()).detect([CURIE, CURIE, CURIE])
    assert len(calls) == 1
    assert len(set(calls[0])) == len(calls[0])


def test_what_stands_in_a_passage_is_supported_however_it_was_cut_into_triples() -> None:
    evidence = [("Ada", "won", "the large cup in Rome")]
    verdict = detect(lines([("Ada", "won in", "Rome")], evidence))
    assert outcomes(verdict) == ["supported"]
    assert verdict.findings[0].evidence[0].text == "Ada|won|the large cup in Rome"


def test_the_same_words_in_another_order_are_not_support() -> None:
    verdict = detect(lines([("Ajax", "beat", "Milan")], [("Milan", "beat", "Ajax")]))
    assert outcomes(verdict) != ["supported"]


def test_a_number_that_the_passage_lacks_is_not_supported_by_likeness() -> None:
    passage = Passage("The tower has twelve floors and it was opened in 1999 by the mayor of Bonn.")
    answer = "The tower has twelve floors and it was opened in 1989 by the mayor of Bonn."
    verdict = KEA().detect([Example(answer, (passage,))])[0]
    assert "supported" not in outcomes(verdict)


def test_a_sentence_of_two_neighbours_in_the_passage_is_supported() -> None:
    passage = Passage("Admission is 9 euros for adults. Children under 12 enter free of charge.")
    answer = "Admission is 9 euros for adults, and children under 12 enter free."
    assert outcomes(KEA().detect([Example(answer, (passage,))])[0]) == ["supported"]


def test_words_that_two_people_share_do_not_carry_a_claim_from_one_to_the_other() -> None:
    passage = Passage("Ross Barkley missed the shot. Leighton Baines has scored 15 penalties.")
    verdict = KEA().detect([Example("Ross Barkley has scored 15 penalties.", (passage,))])[0]
    assert "supported" not in outcomes(verdict)


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Ada Lee played for a large crowd.", "Ada Lee played for a whole week."),
        ("The flat is bright.", "The flat is expensive."),
        ("Ada Lee signed for Milan.", "The former champion signed for Milan."),
        ("The battery is covered for 20,000 kilometres.", "The battery is covered for 24 months."),
    ],
)
def test_statements_that_can_both_be_true_are_no_contradiction(answer: str, passage: str) -> None:
    assert not contradicted(KEA().detect([Example(answer, (Passage(passage),))])[0])


@pytest.mark.parametrize(
    ("answer", "passage", "edit"),
    [
        (
            "The battery of the bike is covered for 48 months.",
            "The battery is covered for 24 months.",
            "Replace 48 months by 24 months.",
        ),
        (
            "Ada Lee was beaten by Milan on Thursday.",
            "Ada Lee was beaten by Milan on Saturday.",
            "Replace Thursday by Saturday.",
        ),
        ("Ben Low wrote the report.", "Ada Lee wrote the report.", "Replace Ben Low by Ada Lee."),
    ],
)
def test_ends_of_one_kind_that_exclude_each_other_contradict(
    answer: str, passage: str, edit: str
) -> None:
    texts = [f.explanation for f in contradicted(detect_texts(answer, passage))]
    assert [text.endswith(edit) for text in texts] == [True]


def detect_texts(answer: str, passage: str) -> Verdict:
    return KEA().detect([Example(answer, (Passage(passage),))])[0]


def test_predicates_are_set_against_each_other_on_request_and_h_stays() -> None:
    example = lines([("Ada", "sold", "house")], [("Ada", "inherited", "house")])
    paper = KEA(extractor=Lines(), rule=ContradictionRule(), published_rule=True)
    assert not contradicted(detect(example))
    assert len(contradicted(detect(example, paper))) == 1
    assert "h = 0.00" in detect(example).reason
    assert detect(example, paper).hallucination_score == 0.0


def test_a_field_that_says_no_contradicts_what_it_names() -> None:
    passage = Passage('{"name": "Blue Fig", "attributes": {"WiFi": "no", "OutdoorSeating": true}}')
    example = Example("Blue Fig has outdoor seating. Blue Fig has free WiFi.", (passage,))
    verdict = KEA().detect([example])[0]
    assert outcomes(verdict) == ["supported", "contradicted"]
    assert verdict.findings[1].explanation.endswith(
        "passage 1 says “attributes Wi Fi: no”. Deny it, or leave it out."
    )
    denied = replace(example, answer="Blue Fig does not have free WiFi.")
    assert not contradicted(KEA().detect([denied])[0])


def test_of_the_bundled_examples_the_wrong_are_contradicted_and_the_grounded_supported() -> None:
    text = (resources.files("groundgraph.cli") / "example.jsonl").read_text(encoding="utf-8")
    rows = {row["id"]: row for row in map(json.loads, text.splitlines())}
    picked = [rows[name] for name in ("grounded", "wrong-number", "record")]
    verdicts = KEA().detect([Example(r["answer"], tuple(r["passages"])) for r in picked])
    assert set(outcomes(verdicts[0])) == {"supported"}
    assert verdicts[0].label == "grounded"
    assert "Replace 48 months by 24 months." in contradicted(verdicts[1])[0].explanation
    assert "Wi Fi: no" in contradicted(verdicts[2])[0].explanation


def test_passages_and_given_triples_count_beside_a_source(store: StoreSource) -> None:
    answer = "Marie Curie was born in Warsaw. Zorp Blix was born in Lisbon."
    passage = Passage("Zorp Blix was born in Lisbon.", "life")
    alone, beside = KEA(source=store).detect([Example(answer), Example(answer, (passage,))])

    assert outcomes(alone) == ["supported", "unverifiable"]
    assert outcomes(beside) == ["supported", "supported"]
    assert [f.evidence[0].passage_id for f in beside.findings] == ["http://example.org/Q1", "life"]


def test_beside_a_source_what_a_given_triple_names_is_not_unverifiable(store: StoreSource) -> None:
    triples = (Triple("Zorp Blix", "painted", "Lisbon"),)
    example = Example("Zorp Blix was born in Porto.", triples=triples)
    [verdict] = KEA(source=store).detect([example])

    assert outcomes(verdict) == ["unsupported"]
    assert verdict.label == "hallucinated"


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("Christopher Nolan", "Who directed Inception?", "supported"),
        ("Inception", "What films did Leonardo DiCaprio star in?", "supported"),
        ("Titanic", "What films did Leonardo DiCaprio star in?", "unsupported"),
        ("Ada Ruiz works at Halden.", "", "supported"),
        ("Ada Ruiz works at Ortega.", "", "contradicted"),
    ],
)
def test_given_triples_are_read_by_their_labels(answer: str, question: str, expected: str) -> None:
    triples = (
        Triple("Inception", "directed_by", "Christopher Nolan"),
        Triple("Inception", "starred_actors", "Leonardo DiCaprio"),
        Triple("Ada Ruiz", "works_at", "Halden"),
    )
    [verdict] = KEA().detect([Example(answer, question=question, triples=triples)])
    assert outcomes(verdict) == [expected]
