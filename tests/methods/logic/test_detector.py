from __future__ import annotations

import dataclasses
import math
from typing import Any

import pytest
from labelling import labelled
from plain_logic import (
    ANSWER,
    ANSWERS,
    DANUBE,
    FALSE,
    HALF,
    OTHER,
    QUESTION,
    TRUE,
    WHOLE,
    hypotheses,
    judge,
    logic,
    outcomes,
    premises,
)
from plain_parts import Compass, GivenReranker, OverlapVerifier

from groundgraph import Example, FitOptions, InputError, Passage, Verdict, load
from groundgraph.methods.logic.detector import Logic
from groundgraph.parts.verifiers.minilm import MiniLMVerifier


def test_the_defaults_are_the_papers() -> None:
    detector = Logic()

    lengths = ("answer_tokens", "passage_tokens", "chunk_tokens", "group_tokens")
    assert [getattr(detector, name) for name in lengths] == [512, 512, 256, 1024]
    assert detector.threshold == 0.4
    assert detector.segmentation
    assert (detector.grouping, detector.scoring) == ("bridges", "relevance")


@pytest.mark.parametrize(
    ("fields", "support"),
    [
        ({}, 0.75 * 0.5 + 0.25 * 1.0),
        ({"scoring": "mean"}, (0.5 + 1.0) / 2),
        ({"scoring": "max"}, 1.0),
        ({"normalisation": "softplus"}, (2 * 0.5 + 1 * 1.0) / 3),
        ({"normalisation": "linear"}, (0.75 * 0.5 + 0.5 * 1.0) / 1.25),
    ],
    ids=["softmax", "mean", "max", "softplus", "linear"],
)
def test_support_is_entailment_weighed_by_relevance(fields: Any, support: float) -> None:
    log_odds = {"Red": math.log(3.0), "Blue": 0.0}  # 3 to 1; ln 4 to ln 2; 3/4 to 1/2

    verdict = judge(logic(log_odds, **fields), ANSWER, HALF, WHOLE)

    assert verdict.features == pytest.approx(
        {"support": support, "mean_support": support, "contradiction": 0.0}
    )
    assert verdict.hallucination_score == pytest.approx(1 - support)


def test_an_answer_is_as_well_supported_as_its_worst_claim() -> None:
    answer = "Alpha beta gamma epsilon. Alpha beta gamma zeta. Alpha and omega."

    verdict = judge(logic(threshold=0.5), answer, WHOLE)

    assert [finding.score for finding in verdict.findings] == pytest.approx([0, 0.25, 1 / 3])
    assert verdict.hallucination_score == pytest.approx(1 / 3)
    assert verdict.features["mean_support"] == pytest.approx((1 + 0.75 + 2 / 3) / 3)


def test_a_claim_is_supported_when_support_is_above_the_threshold() -> None:
    at = judge(logic(scoring="mean", threshold=0.75), ANSWER, HALF, WHOLE)
    below = judge(logic(scoring="mean", threshold=0.7499), ANSWER, HALF, WHOLE)

    assert (at.label, outcomes(at)) == ("hallucinated", ["unsupported"])
    assert (below.label, outcomes(below)) == ("grounded", ["supported"])


def test_label_and_findings_agree_where_the_score_is_rounded() -> None:
    quarter = Passage("Grey says alpha.")
    threshold = math.nextafter(0.375, 0.0)
    assert 1 - threshold == 1 - 0.375

    verdict = judge(logic(scoring="mean", threshold=threshold), ANSWER, HALF, quarter)

    assert (verdict.label, outcomes(verdict)) == ("grounded", ["supported"])


@pytest.mark.parametrize(
    ("claims", "question", "hypothesis"),
    [
        ("sentences", QUESTION, "It ends in the Black Sea."),
        ("sentences", "River mouth:", "River mouth: The Black Sea."),
        ("answer", QUESTION, f"{QUESTION} The Black Sea."),
    ],
)
def test_a_short_answer_is_read_with_its_question(
    claims: str, question: str, hypothesis: str
) -> None:
    detector = logic(claims=claims)

    verdict = judge(detector, " The Black Sea. ", DANUBE, question=question)

    assert hypotheses(detector) == [hypothesis]
    assert [finding.claim.text for finding in verdict.findings] == ["The Black Sea."]


def test_a_longer_answer_and_one_without_question_are_read_alone() -> None:
    detector = logic()

    judge(detector, TRUE, DANUBE, question=QUESTION)
    judge(detector, "The Black Sea.", DANUBE, question=" ")

    assert hypotheses(detector) == [TRUE, "The Black Sea."]


def test_an_answer_can_be_judged_as_one_claim_with_its_question() -> None:
    answer = f"Sure! {TRUE}\n{FALSE}"
    detector = logic(claims="answer")

    verdict = judge(detector, answer, DANUBE, question=QUESTION)

    assert hypotheses(detector) == [f"{QUESTION} Sure! {TRUE} {FALSE}"]
    assert [finding.claim.text for finding in verdict.findings] == [answer]


def test_only_a_long_answer_judged_as_one_claim_is_filtered() -> None:
    detector = logic(claims="answer", answer_tokens=20)

    judge(detector, f"Sure! {TRUE} {FALSE}", DANUBE)

    assert hypotheses(detector) == [f"{TRUE} {FALSE}"]


def test_a_sentence_that_states_nothing_is_unverifiable_and_not_counted() -> None:
    detector = logic({"Danube": 1.0})

    verdict = judge(detector, f"Sure! {TRUE} I hope this helps!", DANUBE, WHOLE)

    assert verdict.label == "grounded"
    assert outcomes(verdict) == ["unverifiable", "supported", "unverifiable"]
    assert "no fact" in verdict.findings[0].explanation
    assert verdict.findings[0].score is None
    assert hypotheses(detector) == [TRUE]
    assert verdict.features["support"] == verdict.features["mean_support"]
    assert isinstance(detector.reranker, GivenReranker)
    assert {query for query, _ in detector.reranker.seen} == {TRUE}


def test_without_segmentation_every_sentence_is_verified() -> None:
    detector = logic(segmentation=False)

    judge(detector, f"Sure! {TRUE}", DANUBE)

    assert hypotheses(detector) == ["Sure!", TRUE]


@pytest.mark.parametrize("answer", ["...", "🙂", "- ?"])
def test_an_answer_without_a_claim_is_unverifiable(answer: str) -> None:
    verdict = judge(logic(), answer, DANUBE, question=QUESTION)

    assert verdict.label == "unverifiable"
    assert "no claim" in verdict.reason
    assert set(outcomes(verdict)) == {"unverifiable"}


def test_an_answer_that_only_declines_is_unverifiable() -> None:
    verdict = judge(logic(), "I do not know.", DANUBE, question=QUESTION)

    assert (verdict.label, verdict.reason) == ("unverifiable", "declines to answer")
    assert set(outcomes(verdict)) == {"unverifiable"}


@pytest.mark.parametrize("data", ["{}", "[]", '{"review": " "}'])
def test_data_without_a_value_is_no_evidence_or_supports_nothing(data: str) -> None:
    verdict = judge(logic(), TRUE, Passage(data))

    assert verdict.label != "grounded"


def test_the_least_relevant_groups_are_not_read() -> None:
    detector = logic({"Red": 10.0})

    verdict = judge(detector, ANSWER, OTHER, HALF, WHOLE)

    assert premises(detector) == [HALF.text]
    assert verdict.features["support"] == pytest.approx(0.5, abs=1e-3)


def test_groups_that_are_left_out_are_negligible_together() -> None:
    passages = [Passage(f"Passage {number} says alpha beta gamma epsilon.") for number in range(4)]
    detector = logic(negligible=0.3)

    verdict = judge(detector, ANSWER, *passages)

    assert premises(detector) == [passage.text for passage in passages[:3]]
    assert verdict.features["support"] == pytest.approx(0.75)


@pytest.mark.parametrize("scoring", ["mean", "max"])
def test_without_relevance_every_group_is_read_and_no_reranker_asked(scoring: Any) -> None:
    detector = logic({"Red": 10.0}, scoring=scoring)

    judge(detector, ANSWER, OTHER, HALF, WHOLE)

    assert premises(detector) == [OTHER.text, HALF.text, WHOLE.text]
    assert isinstance(detector.reranker, GivenReranker)
    assert detector.reranker.seen == []


@pytest.mark.parametrize("normalisation", ["softmax", "softplus", "linear"])
@pytest.mark.parametrize("log_odds", [-1e4, 1e4])
def test_extreme_relevance_gives_finite_support(normalisation: Any, log_odds: float) -> None:
    detector = logic({"Red": log_odds, "Blue": log_odds}, normalisation=normalisation)

    assert judge(detector, ANSWER, HALF, WHOLE).features["support"] == pytest.approx(0.75)


def test_rounding_does_not_carry_a_score_below_0() -> None:  # 20 times 1/20 is above 1
    passages = [Passage(f"Passage {number} says alpha beta gamma epsilon.") for number in range(20)]

    verdict = judge(logic(negligible=0.0), ANSWER, *passages)

    assert verdict.findings[0].score == pytest.approx(0.0)
    assert (verdict.findings[0].score or 0.0) >= 0
    assert verdict.features["support"] <= 1


def content(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict without its cosines, which rounding may move."""
    findings = [dataclasses.replace(finding, evidence=()) for finding in verdict.findings]
    return {**dataclasses.asdict(dataclasses.replace(verdict, edges=())), "findings": findings}


def test_an_answer_is_judged_alike_alone_and_among_others() -> None:
    fields: dict[str, Any] = {"grouping": "bridges"}

    together = logic(**fields).detect(ANSWERS)
    alone = [logic(**fields).detect([example])[0] for example in ANSWERS]
    backwards = logic(**fields).detect(ANSWERS[::-1])[::-1]

    assert list(map(content, together)) == list(map(content, alone))
    assert list(map(content, together)) == list(map(content, backwards))


def test_answers_to_the_same_passages_share_their_work() -> None:
    detector = logic()

    detector.detect([ANSWERS[0], ANSWERS[3], ANSWERS[0]])

    assert isinstance(detector.encoder, Compass)
    assert isinstance(detector.verifier, OverlapVerifier)
    pairs, texts = detector.verifier.seen, detector.encoder.seen
    assert len(pairs) == len(set(pairs)) == 2 * 2
    sentences = ["The Danube rises in the Black Forest.", WHOLE.text]
    assert [texts.count(sentence) for sentence in sentences] == [1, 1]


@pytest.mark.parametrize("name", ["claims", "grouping", "scoring", "normalisation"])
def test_an_unknown_word_is_refused(name: str) -> None:
    wrong: dict[str, Any] = {name: "bridge"}
    with pytest.raises(InputError, match=f"{name} is 'bridge'; expected one of"):
        Logic(**wrong)


def test_a_fitted_detector_is_calibrated_and_ranks_what_it_has_not_seen(
    train: Any, test_answers: Any, one_thread: None
) -> None:
    unfitted = logic({}, grouping="all")

    fitted = unfitted.fit(labelled(train.examples, train.labels))
    verdicts = fitted.detect(test_answers.examples)

    assert fitted.head is not None
    assert fitted.head.names == ("support", "mean_support", "contradiction")
    assert all(verdict.calibrated for verdict in verdicts)
    flagged = [verdict.label == "hallucinated" for verdict in verdicts]
    assert sum(a == b for a, b in zip(flagged, test_answers.labels, strict=True)) >= 10
    assert dataclasses.replace(fitted, head=None, decision=None, expectation=None) == unfitted


def test_answers_that_cannot_be_checked_are_left_out_of_the_fit(
    train: Any, one_thread: None
) -> None:
    extra = [Example("", (DANUBE,)), Example(TRUE, ()), Example("東京", (DANUBE,))]

    fitted = logic().fit(labelled(train.examples, train.labels))
    with_extra = logic().fit(labelled([*train.examples, *extra], [*train.labels, True, True, True]))

    assert with_extra == fitted


def test_a_fitted_detector_flags_no_answer_that_it_could_not_check(
    train: Any, one_thread: None
) -> None:
    fitted = logic().fit(labelled(train.examples, train.labels))

    verdict = judge(fitted, "東京は日本の首都です。", DANUBE)

    assert verdict.label == "unverifiable"


def test_it_is_not_fitted_by_generator(train: Any) -> None:
    with pytest.raises(InputError, match="by = 'generator'"):
        logic().fit(labelled(train.examples, train.labels), FitOptions(by="generator"))


@pytest.mark.parametrize(("sentences", "groups"), [(1, [[0, 1]]), (40, [[0], [1]])])
def test_a_group_over_links_leaves_the_verifier_room_for_the_claim(
    sentences: int, groups: list[list[int]]
) -> None:
    filling = " It is small." * sentences
    passages = (
        Passage("The Orrin dam is run by the National Water Agency." + filling),
        Passage("The National Water Agency inspects its sites." + filling),
    )
    verifier = MiniLMVerifier(max_tokens=256)
    detector = logic({}, grouping="links", group_tokens=1024, verifier=verifier)

    [scored] = detector.scored([Example("The Orrin dam is small.", passages)])

    assert scored.groups.members == groups
    assert not scored.unread.any()


def test_a_walk_reads_what_the_question_needs_and_weighs_its_groups_alike() -> None:
    passages = (
        Passage("Lake Tarn is cleaned every five years by volunteers.", "lake"),
        Passage("The National Water Agency inspects all its sites every two years.", "agency"),
        Passage("The Orrin dam is run by the National Water Agency. It was built in 1961.", "dam"),
    )
    detector = logic({}, grouping="walk", scoring="relevance")
    example = Example("every two years", passages, question="How often is the Orrin dam inspected?")

    [scored] = detector.scored([example])
    [verdict] = detector.detect([example])

    assert scored.answer.hypotheses == ("The Orrin dam is inspected every two years.",)
    assert scored.weights.tolist() == [[0.5, 0.5]]
    assert verdict.findings[0].read_as == "The Orrin dam is inspected every two years."
    assert {item.passage_id for item in verdict.findings[0].evidence} == {"agency", "dam"}
    assert ("p:dam", "p:agency", 1.0, "links") in verdict.edges


def test_a_walk_over_an_answer_of_several_claims_merges_passages() -> None:
    passages = (
        Passage("The National Water Agency inspects its sites.", "agency"),
        Passage("The Orrin dam is run by the National Water Agency.", "dam"),
    )
    answer = "The Orrin dam is inspected by the agency. The agency runs the dam since it was built."
    example = Example(answer, passages, question="Who inspects the Orrin dam?")
    [walk] = logic({}, grouping="walk").scored([example])
    [links] = logic({}, grouping="links").scored([example])

    assert walk.groups.members == links.groups.members == [[0, 1]]


def test_passages_that_were_merged_over_links_are_drawn_as_linked() -> None:
    passages = (
        Passage("The National Water Agency inspects its sites.", "agency"),
        Passage("The Orrin dam is run by the National Water Agency.", "dam"),
    )
    verdict = judge(logic({}, grouping="links"), "The Orrin dam is inspected.", *passages)

    [edge] = [edge for edge in verdict.edges if edge.kind == "links"]
    assert edge == ("p:dam", "p:agency", 1.0, "links")
    [carried] = verdict.graph.edges("links")
    assert carried[:2] == ("passage:dam", "passage:agency")
    assert {edge.kind for edge in verdict.edges if edge.target == "c:0"} == {"similar"}


def test_a_sentence_of_its_own_is_read_as_it_stands() -> None:
    told = "The battery is covered for 24 months."
    asked = "How long is the battery covered?"
    whole, short = load("logic").detect(
        [Example(answer, (told,), question=asked) for answer in (told, "24 months")]
    )

    assert not whole.findings[0].read_as
    assert short.findings[0].read_as == told
