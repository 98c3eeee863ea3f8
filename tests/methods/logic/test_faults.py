"""What can go wrong: models that fail, evidence of any size and language."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from chat_server import reply, send, serving
from plain_logic import DANUBE, FALSE, OTHER, TRUE, WHOLE, judge, logic, outcomes, premises
from plain_parts import Compass, GivenReranker, OverlapVerifier

from groundgraph import Example, Passage
from groundgraph.methods.logic.detector import Logic
from groundgraph.parts.verifiers.llm import LLMVerifier
from groundgraph.services.chat import ChatClient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.server import BaseHTTPRequestHandler

    Fault = Callable[[BaseHTTPRequestHandler], None]

BROKEN = "Broken is the wheel that this claim is about."
RELEASE = threading.Event()


def drop(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def late(_handler: BaseHTTPRequestHandler) -> None:
    RELEASE.wait(5)


FAULTS: dict[str, tuple[Fault, str]] = {
    "garbage": (lambda handler: reply(handler, "It follows, I think."), "not JSON"),
    "half": (lambda handler: reply(handler, '{"entailment": 1}'), "reply.neutral: Field required"),
    "busy": (lambda handler: send(handler, b"", 429, Retry_After="3600"), "429"),
    "down": (lambda handler: send(handler, b"", 503), "503"),
    "dropped": (drop, "cannot be reached"),
    "late": (late, "did not answer within"),
}


def honest(handler: BaseHTTPRequestHandler, asked: dict[str, str]) -> None:
    """Answer that a claim is entailed by a premise with its first two words."""
    found = " ".join(asked["hypothesis"].split()[:2]) in asked["premise"]
    names = ("entailment", "neutral", "contradiction")
    reply(handler, json.dumps(dict(zip(names, (0.9, 0.1, 0) if found else (0, 1, 0), strict=True))))


@contextmanager
def failing(
    fault: Fault, word: str, *, grey: float = 0.0, times: int = 10**6, retries: int = 0
) -> Iterator[Logic]:
    """Make a detector whose language model fails on what holds a word, so many times.

    Passages with the word "Grey" are relevant by the given log-odds.
    """
    left = [times]

    def answer(_number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
        asked = json.loads(request["messages"][1]["content"])
        if word in asked["hypothesis"] + asked["premise"] and left[0] > 0:
            left[0] -= 1
            fault(handler)
        else:
            honest(handler, asked)

    RELEASE.clear()
    with serving(answer) as server:
        client = ChatClient(server.url, "tiny", retries=retries, backoff=0.0, timeout=1.0)
        yield logic({"Grey": grey}, verifier=LLMVerifier(client))
        RELEASE.set()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_claim_that_the_model_fails_on_is_unverifiable_and_says_why(fault: str) -> None:
    act, why = FAULTS[fault]

    with failing(act, "wheel") as detector:
        verdict = judge(detector, f"{TRUE} {BROKEN} {TRUE}", DANUBE)

    assert outcomes(verdict) == ["supported", "unverifiable", "supported"]
    assert why in verdict.findings[1].explanation
    assert verdict.label == "unverifiable"
    assert why in verdict.reason


@pytest.mark.parametrize("fault", FAULTS)
def test_a_flagged_claim_is_flagged_whatever_fails_beside_it(fault: str) -> None:
    act, _ = FAULTS[fault]

    with failing(act, "wheel") as detector:
        verdict = judge(detector, f"{TRUE} {BROKEN} {FALSE}", DANUBE, OTHER)

    assert outcomes(verdict) == ["supported", "unverifiable", "unsupported"]
    assert verdict.label == "hallucinated"


def test_a_failed_claim_does_not_count_in_the_features() -> None:
    act, _ = FAULTS["garbage"]

    with failing(act, "wheel") as detector:
        verdict, without = detector.detect(
            [Example(f"{TRUE} {BROKEN} {FALSE}", (DANUBE,)), Example(f"{TRUE} {FALSE}", (DANUBE,))]
        )

    assert verdict.features == without.features
    assert verdict.hallucination_score == without.hallucination_score


def test_where_all_fails_all_is_unverifiable() -> None:
    with failing(FAULTS["down"][0], "") as detector:
        verdicts = detector.detect([Example(TRUE, (DANUBE,)), Example(FALSE, (DANUBE, WHOLE))])

    assert [verdict.label for verdict in verdicts] == ["unverifiable"] * 2
    assert all("503" in verdict.reason for verdict in verdicts)


def test_other_answers_of_the_batch_are_judged() -> None:
    with failing(FAULTS["dropped"][0], "wheel") as detector:
        verdicts = detector.detect(
            [Example(TRUE, (DANUBE,)), Example(BROKEN, (DANUBE,)), Example(FALSE, (DANUBE,))]
        )

    assert [verdict.label for verdict in verdicts] == ["grounded", "unverifiable", "hallucinated"]


def test_a_passage_that_fails_counts_only_where_it_could_change_the_outcome() -> None:
    act, why = FAULTS["garbage"]
    found = []

    for log_odds in (-2.0, 2.0):  # 0.12 and 0.88 of the weight
        with failing(act, "Grey", grey=log_odds) as detector:
            found.append(judge(detector, f"{TRUE} {FALSE}", DANUBE, OTHER))
    light, heavy = found

    assert (light.label, outcomes(light)) == ("hallucinated", ["supported", "unsupported"])
    assert (heavy.label, outcomes(heavy)) == ("unverifiable", ["unverifiable"] * 2)
    assert why in heavy.reason


def test_a_passing_fault_is_overcome() -> None:
    with failing(FAULTS["down"][0], "wheel", times=2, retries=2) as detector:
        verdict = judge(detector, BROKEN, Passage(BROKEN))

    assert verdict.label == "grounded"


def long_text(tokens: int) -> str:
    """Return a text of so many tokens, about 12 a sentence, in English."""
    count = tokens // 12
    return " ".join(
        f"In the year {n + 1000} the old mill was rented to a miller." for n in range(count)
    )


def embedded(**fields: Any) -> Logic:
    """Return the detector as it is by default, but for the verifier's network."""
    return Logic(verifier=OverlapVerifier(), **fields)


def test_a_passage_of_100_000_tokens_is_read_where_it_matters() -> None:
    passage = Passage(f"{long_text(100_000)} {DANUBE.text} {long_text(1_000)}", "long")
    detector = logic({"Danube": 12.0}, encoder=Compass({"Danube": 40.0}))

    verdict = judge(detector, TRUE, passage, OTHER)

    assert verdict.label == "grounded"
    assert "not read" not in verdict.findings[0].explanation
    assert len(premises(detector)) == 1
    (evidence,) = verdict.findings[0].evidence
    assert evidence.span is not None
    assert evidence.span.of(passage.text) == evidence.text
    assert DANUBE.text in evidence.text
    assert len(evidence.text) < 3_000


def test_a_passage_of_100_000_tokens_read_at_once_says_what_was_not_read() -> None:
    passage = Passage(f"{long_text(100_000)} {DANUBE.text}")

    verdict = judge(embedded(segmentation=False, encoder=Compass()), TRUE, passage)

    assert verdict.label == "unverifiable"
    assert "characters of the passages were not read" in verdict.reason


def test_one_of_500_passages_is_enough() -> None:
    passages = [Passage(f"Town {number} has a mill.") for number in range(499)]
    passages.insert(321, DANUBE)
    detector = logic({"Danube": 8.0})

    verdict = judge(detector, TRUE, *(Passage(passage.text) for passage in passages))

    assert verdict.label == "grounded"
    assert verdict.findings[0].evidence[0].passage_id == "322"
    assert "passage 322 (" in verdict.findings[0].explanation


def test_500_passages_of_equal_relevance_are_all_but_negligibly_read() -> None:
    passages = [Passage(f"{TRUE} This is what letter {number} says.") for number in range(500)]
    detector = logic()

    verdict = judge(detector, TRUE, *passages)

    assert len(premises(detector)) >= 495
    assert verdict.features["support"] >= 0.99


def test_500_passages_are_merged_within_their_budget() -> None:
    passages = [Passage(f"{TRUE} This is what letter {number} says.") for number in range(500)]
    detector = logic(grouping="bridges")

    verdict = judge(detector, TRUE, *passages)

    assert verdict.label == "grounded"
    assert len(premises(detector)) < 100


@pytest.mark.parametrize("grouping", ["bridges", "none", "all"])
def test_duplicates_of_the_evidence_change_nothing(grouping: Any) -> None:
    once = judge(embedded(grouping=grouping), f"{TRUE} {FALSE}", DANUBE)
    often = judge(
        embedded(grouping=grouping),
        f"{TRUE} {FALSE}",
        *(Passage(DANUBE.text, str(number)) for number in range(20)),
    )

    assert often.label == once.label
    assert outcomes(often) == outcomes(once)
    assert often.features == pytest.approx(once.features)


GERMAN = Passage(
    "Die Donau ist der zweitlängste Fluss in Europa und mündet nicht in die Nordsee, sondern in "
    "das Schwarze Meer.",
    "german",
)
JAPANESE = Passage("ドナウ川は黒海に注ぐ。", "japanese")


@pytest.mark.parametrize("passage", [GERMAN, JAPANESE])
def test_evidence_in_another_language_is_not_taken_for_a_lack_of_evidence(
    passage: Passage,
) -> None:
    verdict = judge(embedded(), f"{TRUE} {FALSE}", passage)

    assert verdict.label == "unverifiable"
    assert "not in English" in verdict.reason
    assert set(outcomes(verdict)) == {"unverifiable"}


def test_a_claim_in_another_language_leaves_the_others_judged() -> None:
    verdict = judge(embedded(), f"{TRUE} {GERMAN.text} {TRUE}", DANUBE)

    assert outcomes(verdict) == ["supported", "unverifiable", "supported"]
    assert "not in English" in verdict.findings[1].explanation
    assert verdict.label == "unverifiable"


@pytest.mark.parametrize("passage", [GERMAN, JAPANESE])
def test_a_passage_in_another_language_leaves_the_others_read(passage: Passage) -> None:
    verdict = judge(embedded(grouping="none"), f"{TRUE} {FALSE}", DANUBE, passage)

    assert outcomes(verdict)[0] == "supported"
    assert verdict.findings[0].explanation.startswith("Entailed by passage danube (")


def test_empty_passages_among_others_change_nothing() -> None:
    plain = judge(embedded(), TRUE, DANUBE, WHOLE)
    padded = judge(embedded(), TRUE, Passage("", "a"), DANUBE, Passage(" \n", "b"), WHOLE)

    assert padded == plain


@pytest.mark.parametrize("answer", ["...", "?!", "- * -", "🙂 🙂", "\u200b", "\x00"])
def test_an_answer_of_marks_is_unverifiable(answer: str) -> None:
    verdict = judge(embedded(), answer, DANUBE, question="Where does it end?")

    assert verdict.label == "unverifiable"
    assert verdict.reason


def test_no_model_is_asked_for_answers_that_cannot_be_checked() -> None:
    detector = logic()

    detector.detect([Example("", (DANUBE,)), Example(TRUE, ()), Example("...", (DANUBE, WHOLE))])

    assert premises(detector) == []
    assert isinstance(detector.reranker, GivenReranker)
    assert detector.reranker.seen == []
