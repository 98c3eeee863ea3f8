from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from labelling import labelled as put_labels

from groundgraph import Example, FitOptions, InputError, Passage, Span, Verdict, save
from groundgraph.graph import answer_graph
from groundgraph.learn.heads import GroupedHead, LogisticHead
from groundgraph.methods.checkable import EMPTY_ANSWER, NO_PASSAGES
from groundgraph.methods.egc.detector import EGC, FEATURES
from groundgraph.methods.egc.graph import measure
from groundgraph.specs import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

QUESTION = "What is at 0 degrees?"
TAU = 0.5  # nodes are joined when they are at most 60 degrees apart
ASIDE = "So it is."


@dataclass(frozen=True)
class Compass:
    """Embeds a text that names an angle as that direction; a line is a window."""

    seen: list[str] = field(default_factory=list, compare=False)

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        self.seen.extend(texts)
        angles = np.radians([float(re.findall(r"(\d+) degrees", text)[0]) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        return [[Span(*m.span()) for m in re.finditer(r"\S[^\n]*", text)] for text in texts]


def claim(degrees: int) -> str:
    return f"This sentence is long enough to be a claim at {degrees} degrees."


def example(
    claims: Sequence[int], passages: Sequence[int] = (), question: str = QUESTION, **more: Any
) -> Example:
    texts = tuple(Passage(f"A passage at {degrees} degrees.") for degrees in passages)
    return Example(" ".join(map(claim, claims)), texts, question=question, **more)


def judge(one: Example, **parameters: Any) -> Verdict:
    (verdict,) = EGC(encoder=Compass(), tau=TAU, **parameters).detect([one])
    return verdict


def cosine(degrees: float) -> float:
    return float(np.cos(np.radians(degrees)))


# Edges: q-1 (30), 1-2 (50), 1-first (20), 2-first (30), 2-second (50), 3-third (10).
BY_HAND = example([50, 130, 210, 290], [30, 80, 200])


def test_the_measures_of_a_graph_drawn_by_hand() -> None:
    verdict = judge(BY_HAND)

    assert dict(verdict.features) == pytest.approx(
        {
            "coverage": 3 / 4,
            "support": (2 + 1 + 1 + 0) / 4 / 3,
            "agreement": cosine(50),
            "connectivity": 2 / 4,  # the second claim over two passages; the third is cut off
            "isolation": 1 / 4,
        },
        abs=1e-6,
    )
    composite = (3 / 4 + 1 / 3 + 1 / 2 - 1 / 4) / 3
    assert verdict.hallucination_score == pytest.approx((1 - composite) * 3 / 4)
    assert (verdict.label, verdict.calibrated, verdict.reason) == ("grounded", False, "")


def test_a_claim_is_supported_when_evidence_is_joined_to_it() -> None:
    findings = judge(BY_HAND).findings

    assert [f.outcome for f in findings] == ["supported"] * 3 + ["unsupported"]
    assert [f.score for f in findings] == pytest.approx(
        [1 - cosine(20), 1 - cosine(50), 1 - cosine(10), 1 - cosine(90)], abs=1e-6
    )
    assert findings[0].explanation == (
        "Joined to 2 pieces of evidence; the nearest has cosine 0.94."
    )
    assert findings[1].explanation.startswith("Joined to 1 piece of evidence;")
    assert findings[3].explanation.startswith("Isolated: no evidence reaches cosine 0.5;")


def test_a_finding_shows_the_nearest_evidence_first() -> None:
    first = judge(BY_HAND).findings[0]

    assert [e.passage_id for e in first.evidence] == ["1", "2", "3"]
    assert [e.score for e in first.evidence] == pytest.approx([cosine(20), cosine(30), cosine(150)])
    assert first.evidence[0].text == "A passage at 30 degrees."


def test_the_edges_of_the_graph_are_those_of_the_measures() -> None:
    edges = {edge[:2]: edge.weight for edge in judge(BY_HAND).edges}

    assert edges == pytest.approx(
        {
            ("q", "p:1"): cosine(30),
            ("p:1", "p:2"): cosine(50),
            ("p:1", "c:0"): cosine(20),
            ("p:2", "c:0"): cosine(30),
            ("p:2", "c:1"): cosine(50),
            ("p:3", "c:2"): cosine(10),
        },
        abs=1e-6,
    )


@pytest.mark.parametrize("question", [QUESTION, ""])
def test_the_graph_of_the_verdict_is_the_graph_that_was_measured(question: str) -> None:
    detector = EGC(encoder=Compass(), tau=TAU)
    one = replace(BY_HAND, question=question)
    nodes = detector.nodes([one])
    [(*_, measured)] = detector.connect(nodes)
    [verdict] = detector.detect([one])

    carried = answer_graph(one, {"egc": verdict}).only("similar").collapsed().at_least(TAU)

    assert set(carried.edges()) == set(measured.collapsed().edges())
    assert measure([carried]).matrix()[0] == pytest.approx([*verdict.features.values()])


def test_a_short_sentence_is_no_claim_node_but_is_shown_in_its_place() -> None:
    texts = (claim(200), ASIDE, claim(30))
    verdict = judge(Example(" ".join(texts), example([], [30]).passages, question=QUESTION))

    assert [f.claim.text for f in verdict.findings] == list(texts)
    assert [f.outcome for f in verdict.findings] == ["unsupported", "unverifiable", "supported"]
    assert verdict.findings[1].score is None
    assert "more than 10 words" in verdict.findings[1].explanation
    assert verdict.features["coverage"] == 1 / 2
    assert ("p:1", "c:2") in [edge[:2] for edge in verdict.edges]


@pytest.mark.parametrize(("min_tokens", "n_claims"), [(12, 1), (13, 0)])
def test_a_claim_has_more_tokens_than_the_minimum(min_tokens: int, n_claims: int) -> None:
    # Twelve words and a full stop.
    nodes = EGC(encoder=Compass(), min_tokens=min_tokens).nodes([example([40], [30])])

    assert len(nodes[0].claims) == n_claims
    assert len(nodes[0].asides) == 1 - n_claims


def test_an_answer_without_a_claim_node_is_unverifiable() -> None:
    verdict = judge(Example(ASIDE, example([], [30]).passages, question=QUESTION))

    assert verdict.label == "unverifiable"
    assert "no sentence has more than 10 tokens" in verdict.reason
    assert [f.outcome for f in verdict.findings] == ["unverifiable"]


def test_the_paper_scores_an_answer_without_a_claim_node_as_isolated() -> None:
    verdict = judge(
        Example(ASIDE, example([], [30, 50]).passages, question=QUESTION), claimless="isolated"
    )

    assert verdict.label == "hallucinated"
    assert verdict.hallucination_score == pytest.approx(1.0)
    assert verdict.features["isolation"] == 1
    assert verdict.features["coverage"] == verdict.features["connectivity"] == 0
    assert verdict.features["agreement"] == pytest.approx(cosine(20))
    assert "scored as isolated, as in the paper" in verdict.reason


@pytest.mark.parametrize("claimless", ["unverifiable", "isolated"])
@pytest.mark.parametrize(
    ("hopeless", "reason"),
    [
        (example([], [30]), EMPTY_ANSWER),
        (Example("\n ", (Passage("at 3 degrees"),)), EMPTY_ANSWER),
        (example([40]), NO_PASSAGES),
        (Example(claim(40), (Passage(" "), Passage("\t\n"))), NO_PASSAGES),
    ],
)
def test_what_cannot_be_checked_says_why(hopeless: Example, reason: str, claimless: str) -> None:
    verdict = judge(hopeless, claimless=claimless)

    assert (verdict.label, verdict.reason) == ("unverifiable", reason)


def test_a_blank_passage_is_no_evidence_node() -> None:
    blank = (*example([], [30]).passages, Passage("  ", "blank"))

    assert judge(Example(claim(40), blank, question=QUESTION)).features["support"] == 1


def test_a_long_passage_is_one_evidence_node_per_window() -> None:
    passage = Passage("A passage at 200 degrees.\nIt goes on at 30 degrees.", "long")
    verdict = judge(Example(claim(40), (passage,), question=QUESTION))

    nearest = verdict.findings[0].evidence[0]
    assert verdict.features["support"] == 1 / 2
    assert nearest.text == "It goes on at 30 degrees."
    assert nearest.span is not None
    assert nearest.span.of(passage.text) == nearest.text
    assert {edge[:2] for edge in verdict.edges} == {("q", "p:long"), ("p:long", "c:0")}


def test_without_a_question_all_evidence_counts_as_reached() -> None:
    far = [210, 300], [200, 310]

    assert judge(example(*far)).features["connectivity"] == 1 / 2
    assert judge(example(*far, question=" ")).features["connectivity"] == 1


def test_the_threshold_decides_the_label_of_an_unfitted_score() -> None:
    score = judge(BY_HAND).hallucination_score
    assert score is not None

    assert judge(BY_HAND, threshold=score).label == "hallucinated"
    assert judge(BY_HAND, threshold=score + 1e-6).label == "grounded"


def test_a_lower_tau_joins_more() -> None:
    (verdict,) = EGC(encoder=Compass(), tau=-1.0).detect([BY_HAND])

    assert verdict.features["coverage"] == verdict.features["support"] == 1
    assert verdict.hallucination_score == 0


def test_a_text_that_answers_share_is_encoded_once() -> None:
    encoder = Compass()
    shared = [example([40], [30, 80]), example([40, 50], [80, 30]), example([60], [30])]

    EGC(encoder=encoder).detect(shared)

    assert sorted(encoder.seen) == sorted(set(encoder.seen))
    assert len(encoder.seen) == 1 + 2 + 3


def labelled(n: int, *, generator: str | None = None, turned: bool = False) -> list[Example]:
    """Make answers whose claims are near the evidence, or far from it when hallucinated."""
    made = []
    for number in range(n):
        hallucinated = number % 2 == 1
        near = hallucinated == turned
        base = 1 + number
        claims = [base + (10 if near else 120), base + (30 if near or number % 3 else 140)]
        made.append(example(claims, [base, base + 5], generator=generator, label=hallucinated))
    return made


def fit(examples: Sequence[Example], **options: Any) -> EGC:
    return EGC(encoder=Compass()).fit(
        put_labels(examples, [bool(e.label) for e in examples]), FitOptions(**options)
    )


def accuracy(detector: EGC, examples: Sequence[Example]) -> float:
    verdicts = detector.detect(examples)
    pairs = zip(verdicts, examples, strict=True)
    return float(np.mean([(v.label == "hallucinated") == e.label for v, e in pairs]))


def test_a_fitted_head_tells_the_answers_apart_with_calibrated_scores() -> None:
    fitted = fit(labelled(40))

    assert isinstance(fitted.head, LogisticHead)
    assert fitted.head.names == FEATURES
    assert accuracy(fitted, labelled(60)[40:]) == 1.0
    assert all(verdict.calibrated for verdict in fitted.detect(labelled(4)))


def test_fitting_leaves_the_detector_as_it_was() -> None:
    unfitted = EGC(encoder=Compass(), tau=0.3)

    fitted = unfitted.fit(put_labels(labelled(20), [bool(e.label) for e in labelled(20)]))

    assert unfitted == EGC(encoder=Compass(), tau=0.3)
    assert replace(fitted, head=None, decision=None, expectation=None) == unfitted


def test_calibration_and_threshold_are_what_was_asked_for() -> None:
    fitted = fit(labelled(40), calibration="none", threshold="balanced_accuracy")

    assert fitted.decision is not None
    assert fitted.decision.policy == "balanced_accuracy"
    assert not fitted.detect(labelled(1))[0].calibrated


def test_each_generator_has_its_own_head_when_fitted_by_generator() -> None:
    mixed = [*labelled(40, generator="plain"), *labelled(40, generator="turned", turned=True)]

    pooled, fitted = fit(labelled(40)), fit(mixed, by="generator")

    assert isinstance(fitted.head, GroupedHead)
    assert set(fitted.head.heads) == {"plain", "turned"}
    assert accuracy(fitted, mixed) == 1.0
    assert accuracy(pooled, mixed) == 0.5


def test_answers_of_unknown_generators_are_judged_by_the_head_of_all() -> None:
    answers = [*labelled(40, generator="known"), *labelled(40)]
    fitted = fit(answers, by="generator")

    assert isinstance(fitted.head, GroupedHead)
    assert set(fitted.head.heads) == {"known"}
    unknown = [replace(one, generator=name) for one in labelled(1) for name in (None, "", "new")]
    scores = {verdict.hallucination_score for verdict in fitted.detect(unknown)}
    assert len(scores) == 1


def test_answers_that_cannot_be_checked_are_left_out_of_the_fit() -> None:
    hopeless = [
        Example("", label=True),
        Example(ASIDE, example([], [30]).passages, label=False),
        example([40], label=True),
    ]

    assert fit([*hopeless, *labelled(20)]) == fit(labelled(20))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"by": "task"}, "fitted by 'generator', not by 'task'"),
        ({"threshold": "luck"}, "luck"),
    ],
)
def test_an_unknown_option_is_an_input_error(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        fit(labelled(20), **options)


def test_too_few_answers_are_an_input_error() -> None:
    with pytest.raises(InputError, match="at least"):
        fit(labelled(20)[::2])
    with pytest.raises(InputError):
        fit(labelled(3))


def test_every_answer_needs_a_label() -> None:
    examples = labelled(20)
    with pytest.raises(InputError, match=r"example 3 \(.*\) has no label"):
        EGC(encoder=Compass()).fit([*examples[:2], replace(examples[2], label=None), *examples[3:]])


def test_labels_as_a_second_argument_are_refused() -> None:
    with pytest.raises(InputError, match="options must be a FitOptions, found list"):
        EGC(encoder=Compass()).fit(labelled(20), [True] * 20)  # type: ignore[arg-type]


@pytest.mark.parametrize("by", [None, "generator"])
def test_a_fitted_detector_is_saved_and_judges_the_same(by: str | None, tmp_path: Path) -> None:
    from groundgraph.parts.encoders.minilm import MiniLM

    fitted = replace(fit(labelled(40, generator="g"), by=by), encoder=MiniLM())
    save(fitted, tmp_path)

    again = load(tmp_path)

    assert again == fitted
    assert again.detect(labelled(2)) == fitted.detect(labelled(2))
