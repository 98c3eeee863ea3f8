"""What `groundgraph.protocols.Detector` and the types promise, asked of every detector."""

from __future__ import annotations

import dataclasses
import json
import math
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from films import trace

from groundgraph import (
    Example,
    MissingExtraError,
    NotFittedError,
    Passage,
    Triple,
    Verdict,
    specs,
)
from groundgraph.graph import EvidenceGraph, answer_graph
from groundgraph.protocols import Detector
from groundgraph.registry import DETECTORS
from groundgraph.text.asked.conversations import asked
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.types.graphs import kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

DANUBE = Passage(
    "The Danube rises in the Black Forest of Germany. It flows through ten countries, more than "
    "any other river in the world, and it ends in the Black Sea.",
    "danube",
)
VIENNA = Passage("Vienna has about two million inhabitants and stands on the Danube.", "vienna")
DATA = Passage(
    json.dumps({"name": "Zorba", "attributes": {"TakeOut": False, "WiFi": "free"}, "stars": 4.5}),
    "data",
)
QUESTION = "Where does the Danube end?"
TRUE = "The Danube rises in the Black Forest and, after ten countries, ends in the Black Sea."
FALSE = "Napoleon founded the city of Lisbon on its banks in 1911, with 37 elephants and a choir."
LONG_PASSAGE = Passage((DANUBE.text + " ") * (200_000 // len(DANUBE.text) + 1), "long")
FACTS = (Triple("Danube", "rises in", "Black Forest"), Triple("Danube", "ends in", "Black Sea"))
# What a detector is given that looks at the generator's attention, where no trace is there.
PROBED = {"prd": 0.2, "sas": 0.4}
LONG_ANSWER = " ".join(f"{TRUE} {FALSE}" for _ in range(200))

WITH_TRIPLES = {
    "triples": Example(
        TRUE, (DANUBE,), question=QUESTION, triples=FACTS, metadata={"trace": trace((0.1, 0.4))}
    ),
    "a triple twice": Example(
        TRUE,
        (DANUBE,),
        question=QUESTION,
        triples=(*FACTS, FACTS[0]),
        metadata={"trace": trace((0.1, 0.4, 0.1))},
    ),
}
WITHOUT_TRIPLES = {
    "grounded": Example(TRUE, (DANUBE, VIENNA), question=QUESTION),
    "made up": Example(f"{TRUE} {FALSE}", (DANUBE, VIENNA), question=QUESTION),
    "without a question": Example(TRUE, (DANUBE,)),
    "blank question": Example(TRUE, (DANUBE,), question=" \n"),
    "data": Example("Zorba offers takeout and free Wi-Fi, and it has 4.5 stars of 5.", (DATA,)),
    "prose and data": Example(f"{TRUE} Zorba has no takeout.", (DANUBE, DATA), question=QUESTION),
    "a passage twice": Example(TRUE, (DANUBE, Passage(DANUBE.text, "again")), question=QUESTION),
    "a sentence twice": Example(f"{TRUE} {TRUE}", (DANUBE,), question=QUESTION),
    "surrogate": Example(
        f"{TRUE} \ud800", (Passage(f"\udfff {DANUBE.text}"),), question="Where\ud800?"
    ),
    "NUL": Example(f"\x00{TRUE}\x00", (Passage(f"\x00{DANUBE.text}"),), question="\x00"),
    "long passage": Example(TRUE, (VIENNA, LONG_PASSAGE), question=QUESTION),
    "long answer": Example(LONG_ANSWER, (DANUBE, VIENNA), question=QUESTION),
    "long word": Example(f"{TRUE} {'x' * 20_000}", (Passage(f"{'y' * 20_000} {DANUBE.text}"),)),
    "list": Example(f"- {TRUE}\n- {FALSE}\n\n1. Yes\n2. No", (DANUBE,), question=QUESTION),
    "one blank passage": Example(TRUE, (Passage("  "), DANUBE), question=QUESTION),
}
CHECKABLE = {
    **{case: replace(each, metadata=PROBED) for case, each in WITHOUT_TRIPLES.items()},
    **WITH_TRIPLES,
}
PERHAPS = {
    "short": Example("Yes.", (DANUBE,), question=QUESTION),
    "refusal": Example("I do not know.", (DANUBE,), question=QUESTION),
    "no words": Example("...", (DANUBE,), question=QUESTION),
    "emoji": Example("🙂", (Passage("🙂"),), question="🙂"),
    "Japanese": Example(
        "東京は日本の首都です。", (Passage("日本の首都は東京です。"),), question="首都は?"
    ),
    "blank value": Example(TRUE, (Passage(json.dumps({"review": " " * 200})),)),
    "NUL passage": Example(TRUE, (Passage("\x00"),)),
}
HOPELESS = {
    "empty answer": Example("", (DANUBE,), question=QUESTION),
    "blank answer": Example(" \n\u2003", (DANUBE,), question=QUESTION),
    "no passages": Example(TRUE, (), question=QUESTION),
    "blank passages": Example(TRUE, (Passage(""), Passage("\n ")), question=QUESTION),
    "nothing": Example(""),
}
EXAMPLES = {**CHECKABLE, **HOPELESS, **PERHAPS}


def with_fields(thing: Any, **changes: Any) -> Any:
    """Return a detector with these fields changed wherever it or one of its parts has them."""
    found: dict[str, Any] = {}
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if field.name in changes:
            found[field.name] = changes[field.name]
        elif dataclasses.is_dataclass(value):
            found[field.name] = with_fields(value, **changes)
    return dataclasses.replace(thing, **found)


def uncached(thing: Any) -> Any:
    """Return a detector whose parts compute each text anew, so that equal means computed equal."""
    return with_fields(thing, cache="off")


@cache
def loaded(name: str) -> Detector:
    detector: Detector = uncached(specs.load(name))
    return detector


@cache
def missing(name: str) -> str:
    """Return what a detector lacks before it can judge, or ""."""
    try:
        loaded(name).detect([CHECKABLE["grounded"]])
    except (NotFittedError, MissingExtraError) as error:
        return str(error)
    return ""


@pytest.fixture(params=list(DETECTORS))
def detector(request: pytest.FixtureRequest) -> Detector:
    if missing(request.param):
        pytest.skip(missing(request.param))
    return loaded(request.param)


@cache
def _judged(name: str) -> dict[str, Verdict]:
    verdicts = loaded(name).detect(list(EXAMPLES.values()))
    assert len(verdicts) == len(EXAMPLES)
    return dict(zip(EXAMPLES, verdicts, strict=True))


@pytest.fixture
def judged(detector: Detector) -> dict[str, Verdict]:
    """Return the verdict on each example, all judged in one batch."""
    name = DETECTORS.name_of(type(detector))
    assert name is not None
    return _judged(name)


def assert_same(found: Iterable[Verdict], expected: Iterable[Verdict]) -> None:
    """Compare all that verdicts hold, numbers to the last bit."""
    for one, other in zip(found, expected, strict=True):
        assert dataclasses.asdict(one) == dataclasses.asdict(other)


@pytest.mark.parametrize("name", list(DETECTORS))
def test_every_registered_detector_works_without_training(name: str) -> None:
    (verdict,) = loaded(name).detect([CHECKABLE["grounded"]])

    assert verdict.label != "unverifiable"


@pytest.mark.parametrize("name", list(DETECTORS))
def test_a_detector_is_a_frozen_dataclass_whose_constructor_only_stores(name: str) -> None:
    detector: Any = specs.load(name)
    fields = {field.name: getattr(detector, field.name) for field in dataclasses.fields(detector)}

    again = type(detector)(**fields)

    assert type(detector).__dataclass_params__.frozen
    assert isinstance(detector, Detector)
    assert all(getattr(again, name) is value for name, value in fields.items())


def test_the_label_is_the_score_against_the_threshold(judged: dict[str, Verdict]) -> None:
    for verdict in judged.values():
        if verdict.hallucination_score is None:
            assert verdict.threshold is None
        elif verdict.threshold is not None:
            over = verdict.hallucination_score >= verdict.threshold
            assert over == (verdict.label == "hallucinated")


@pytest.mark.parametrize("name", ["egc", "fused", "kea", "lexical", "logic", "router"])
def test_our_own_detectors_say_their_threshold(name: str) -> None:
    assert _judged(name)["grounded"].threshold is not None


def test_verdicts_are_written_as_json_and_read_again(judged: dict[str, Verdict]) -> None:
    for verdict in judged.values():
        record = json.loads(json.dumps(verdict.to_dict()))
        again = Verdict.from_dict(record)
        assert again.to_dict() == record
        assert str(again) == str(verdict)


@pytest.mark.parametrize("name", list(DETECTORS))
def test_a_detector_shows_itself_on_one_line_and_can_be_a_key(name: str) -> None:
    detector = specs.load(name)
    assert len(repr(detector)) < 1_000
    assert "\n" not in repr(detector)
    assert {detector: name}[specs.load(name)] == name


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (Example("a"), "found one Example"),
        (None, "found one NoneType"),
        ([{"answer": "a", "passages": ["a"]}], "example 1 must be a groundgraph.Example, found d"),
    ],
)
def test_what_is_no_list_of_examples_is_refused_in_plain_words(
    detector: Detector, given: Any, message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        detector.detect(given)


def test_examples_may_be_made_while_they_are_read(detector: Detector) -> None:
    given: Any = (Example("") for _ in range(2))
    assert [verdict.label for verdict in detector.detect(given)] == ["unverifiable"] * 2


def test_no_examples_have_no_verdicts(detector: Detector) -> None:
    assert detector.detect([]) == []


@pytest.mark.parametrize("case", list(HOPELESS))
def test_what_cannot_be_checked_is_unverifiable_and_says_why(
    judged: dict[str, Verdict], case: str
) -> None:
    verdict = judged[case]

    assert verdict.label == "unverifiable"
    assert verdict.reason
    assert not [f for f in verdict.findings if f.outcome != "unverifiable"]


@pytest.mark.parametrize("case", list(CHECKABLE))
def test_what_can_be_checked_is_judged_claim_by_claim(
    judged: dict[str, Verdict], case: str
) -> None:
    verdict = judged[case]

    assert verdict.label in {"grounded", "hallucinated"}
    assert verdict.features
    assert any(finding.score is not None for finding in verdict.findings)


def test_a_batch_of_only_hopeless_examples_is_judged(detector: Detector) -> None:
    verdicts = detector.detect(list(HOPELESS.values()))

    assert [verdict.label for verdict in verdicts] == ["unverifiable"] * len(HOPELESS)


def test_scores_and_features_are_finite_numbers(judged: dict[str, Verdict]) -> None:
    for verdict in judged.values():
        scores = [verdict.hallucination_score, *(finding.score for finding in verdict.findings)]
        assert all(0 <= score <= 1 for score in scores if score is not None)
        assert all(isinstance(value, float) for value in verdict.features.values())
        assert all(math.isfinite(value) for value in verdict.features.values())
        assert all(math.isfinite(edge.weight) for edge in verdict.edges)
        assert all(
            -1 - 1e-5 <= evidence.score <= 1 + 1e-5
            for finding in verdict.findings
            for evidence in finding.evidence
        )


def test_a_finding_has_a_score_unless_it_is_unverifiable(judged: dict[str, Verdict]) -> None:
    for verdict in judged.values():
        for finding in verdict.findings:
            assert (finding.score is None) == (finding.outcome == "unverifiable")


@pytest.mark.parametrize("case", list(EXAMPLES))
def test_claims_are_slices_of_the_answer_in_order(judged: dict[str, Verdict], case: str) -> None:
    claims = [finding.claim for finding in judged[case].findings]

    assert [claim.text for claim in claims] == [
        claim.span.of(EXAMPLES[case].answer) for claim in claims
    ]
    assert all(claim.text.strip() for claim in claims)
    assert [claim.span for claim in claims] == sorted({claim.span for claim in claims})


@pytest.mark.parametrize("case", list(EXAMPLES))
def test_evidence_is_a_slice_of_a_passage_or_a_triple_nearest_first(
    judged: dict[str, Verdict], case: str
) -> None:
    example = EXAMPLES[case]
    texts = {passage.id: passage.text for passage in example.passages}
    named = {
        (f"triple {number}", text)
        for number, fact in enumerate(example.triples or (), 1)
        for text in (" ".join(fact), as_sentence(fact))
    }
    for finding in judged[case].findings:
        assert [e.score for e in finding.evidence] == sorted(
            (e.score for e in finding.evidence), reverse=True
        )
        for evidence in finding.evidence:
            if (evidence.passage_id, evidence.text) in named:
                continue
            text = texts[evidence.passage_id]
            assert evidence.text
            assert evidence.span is None or evidence.span.of(text) == evidence.text


@pytest.mark.parametrize("case", list(EXAMPLES))
def test_edges_join_nodes_that_exist_once(judged: dict[str, Verdict], case: str) -> None:
    verdict = judged[case]
    triples = range(1, len(EXAMPLES[case].triples or ()) + 1)
    passages = {f"p:{passage.id}" for passage in EXAMPLES[case].passages}
    passages |= {f"p:triple {number}" for number in triples}
    claims = {f"c:{number}" for number in range(len(verdict.findings))}
    question = {"q"} if asked(EXAMPLES[case].question) else set()

    pairs = [(frozenset(edge[:2]), edge.kind) for edge in verdict.edges]

    assert len(set(pairs)) == len(pairs)
    assert all(len(pair) == 2 and pair <= passages | claims | question for pair, _ in pairs)


@pytest.mark.parametrize("case", list(EXAMPLES))
def test_the_graph_holds_the_claims_and_no_passage_that_there_is_not(
    judged: dict[str, Verdict], case: str
) -> None:
    graph = answer_graph(EXAMPLES[case], {"this": judged[case]})
    bare = judged[case].graph
    passages = {f"passage:{passage.id}" for passage in EXAMPLES[case].passages}

    assert {node.id for node in graph.nodes if node.kind == "passage"} <= passages
    claims = {kinds.claim(f.claim.span, f.claim.text).id for f in judged[case].findings}
    assert {node.id for node in bare.nodes if node.kind == "claim"} == claims
    assert all(node.part_of in graph for node in graph.nodes if node.part_of)
    assert EvidenceGraph.from_dict(bare.to_dict()).index.keys() == bare.index.keys()


def test_each_answer_is_judged_alone_as_in_the_batch(
    detector: Detector, judged: dict[str, Verdict]
) -> None:
    cheap = [name for name in EXAMPLES if not name.startswith("long")]

    alone = [detector.detect([EXAMPLES[name]])[0] for name in cheap]

    assert_same(alone, [judged[name] for name in cheap])


@pytest.mark.parametrize("size", [1000, 5])
def test_neither_order_nor_size_of_a_batch_changes_a_verdict(
    detector: Detector, judged: dict[str, Verdict], size: int
) -> None:
    names = [name for name in EXAMPLES if not name.startswith("long")][::-1]
    parts = [names[start : start + size] for start in range(0, len(names), size)]

    found = [v for part in parts for v in detector.detect([EXAMPLES[name] for name in part])]

    assert_same(found, [judged[name] for name in names])


@pytest.mark.parametrize("changes", [{"batch_tokens": 1}, {"threads": 1}, {"threads": 3}])
def test_what_is_computed_at_once_changes_no_verdict(
    detector: Detector, judged: dict[str, Verdict], changes: dict[str, Any]
) -> None:
    names = [name for name in EXAMPLES if not name.startswith("long")]

    found = with_fields(detector, **changes).detect([EXAMPLES[name] for name in names])

    assert_same(found, [judged[name] for name in names])


def test_a_detector_rebuilt_from_its_spec_judges_the_same(
    detector: Detector, judged: dict[str, Verdict]
) -> None:
    names = ["grounded", "made up", "data", "empty answer", "short"]

    rebuilt = specs.build(json.loads(json.dumps(specs.describe(detector), allow_nan=False)))

    assert rebuilt == detector
    assert_same(rebuilt.detect([EXAMPLES[name] for name in names]), [judged[n] for n in names])


def test_a_verdict_can_be_written_as_json(judged: dict[str, Verdict]) -> None:
    for verdict in judged.values():
        assert json.dumps(dataclasses.asdict(verdict), allow_nan=False)
