from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from labelling import labelled

from groundgraph import Example, InputError, Passage, Verdict
from groundgraph.graph import answer_graph
from groundgraph.methods.egc.detector import EGC
from groundgraph.methods.egc.graph import measure
from groundgraph.parts.verifiers.minilm import MiniLMVerifier

if TYPE_CHECKING:
    from collections.abc import Sequence

PASSAGES = (
    Passage("The Orrin dam was built in 1931, and the National Water Agency runs it.", "dam"),
    Passage("The agency inspects every dam in the country once in two years.", "agency"),
)
TRUE = "The Orrin dam was built in the year 1931 and is run by an agency."
WRONG = "The Orrin dam was built in 1975 by the National Water Agency itself."
FOREIGN = "Der Damm von Orrin wurde im Jahr 1931 von der nationalen Behörde für Wasser gebaut."


def judge(*sentences: str, passages: Sequence[Passage] = PASSAGES, least: float = 0.4) -> Verdict:
    one = Example(" ".join(sentences), tuple(passages), question="Who runs the Orrin dam?")
    [verdict] = EGC(support="entails", entailed_from=least).detect([one])
    return verdict


def test_a_claim_that_is_near_but_not_entailed_is_isolated() -> None:
    one = Example(f"{TRUE} {WRONG}", PASSAGES)
    [near] = EGC().detect([one])
    entailed = judge(TRUE, WRONG)

    assert [f.outcome for f in near.findings] == ["supported", "supported"]
    assert [f.outcome for f in entailed.findings] == ["supported", "unsupported"]
    assert entailed.features["coverage"] == 1 / 2
    assert entailed.findings[0].explanation.startswith("Entailed by 1 piece of evidence; the")
    assert entailed.findings[1].explanation.startswith(
        "Isolated: no evidence entails it with 0.4 or more"
    )
    assert entailed.findings[0].evidence[0].passage_id == "dam"


def test_the_graph_that_was_measured_has_entails_edges_to_the_claims() -> None:
    verdict = judge(TRUE, WRONG)
    [edge] = [edge for edge in verdict.edges if edge.target.startswith("c:")]

    assert (edge.source, edge.target, edge.kind) == ("p:dam", "c:0", "entails")
    assert edge.weight == pytest.approx(1.0 - (verdict.findings[0].score or 0.0))

    example = Example(f"{TRUE} {WRONG}", PASSAGES, question="Who runs the Orrin dam?")
    carried = answer_graph(example, {"egc": verdict}).collapsed().at_least(0.4)
    again = measure([carried], "entails").matrix()[0]
    assert again == pytest.approx([*verdict.features.values()], abs=1e-6)


def test_the_probability_from_which_evidence_entails_is_an_option() -> None:
    assert judge(TRUE, least=1.0).findings[0].outcome == "unsupported"
    assert judge(WRONG, least=0.0).findings[0].outcome == "supported"


def test_what_the_verifier_cannot_read_is_unverifiable_and_not_isolated() -> None:
    verdict = judge(TRUE, FOREIGN)

    assert verdict.label == "unverifiable"
    assert "not in English" in verdict.reason
    assert [f.outcome for f in verdict.findings] == ["supported", "unverifiable"]


def test_a_passage_that_was_not_read_whole_leaves_a_claim_open() -> None:
    few = MiniLMVerifier(max_tokens=48, most_windows=1)
    long = Passage(" ".join([PASSAGES[1].text] * 6) + " " + PASSAGES[0].text)
    one = Example(TRUE, (long,))

    [verdict] = EGC(support="entails", verifier=few).detect([one])

    assert verdict.label == "unverifiable"
    assert "characters of the passages were not read" in verdict.reason


def test_answers_that_cannot_be_compared_are_judged_as_ever() -> None:
    assert judge("", passages=()).label == "unverifiable"
    assert judge(TRUE, passages=()).reason == "no passage has any text"
    assert judge("So it is.").reason.startswith("the answer makes no claim that can be checked")


def test_a_fit_leaves_out_what_the_verifier_cannot_read() -> None:
    stands = "The Orrin dam, which was built in {}, is still in use today by two mills."
    gone = "The Orrin dam was torn down by its owner in {}, before anybody had used it."
    told = [
        Example((stands, gone)[n % 2].format(1931 + n), (Passage(stands.format(1931 + n)),))
        for n in range(12)
    ]
    labels = [number % 2 == 1 for number in range(len(told))]
    detector = EGC(support="entails")

    fitted = detector.fit(labelled(told, labels))

    mixed = [*told, Example(FOREIGN, PASSAGES)]
    assert fitted == detector.fit(labelled(mixed, [*labels, True]))
    scores = [verdict.hallucination_score or 0.0 for verdict in fitted.detect(told[:2])]
    assert scores[0] < scores[1]


def test_an_unknown_support_is_refused() -> None:
    with pytest.raises(InputError, match=r"support is 'distance'; expected one of"):
        EGC(support="distance")  # type: ignore[arg-type]
