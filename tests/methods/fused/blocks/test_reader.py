"""What a reader says of claims, as numbers beside the trees and as findings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundgraph import Example, Passage, Turn
from groundgraph.learn.decision import Decision
from groundgraph.methods.fused.blocks import reader
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.types.readings import OutcomeScores

if TYPE_CHECKING:
    from groundgraph import Verdict
    from groundgraph.methods.fused.detector import Fused
    from groundgraph.methods.fused.reading import Reading

Answers = Any  # of conftest.py, which cannot be imported

FERRY = Passage("The ferry carries 40 cars. Dogs are not allowed in the cabin of the ferry.", "f")
MENU = Passage("The kitchen serves soup, bread and grilled fish to anyone who asks for it.", "m")


def said(claims: list[list[float]], tokens: dict[int, list[float]]) -> OutcomeScores:
    """Return what a reader says; of a token the probability that it is supported."""
    every = [(claim, share) for claim, own in tokens.items() for share in own]
    rows = np.array([[share, 1 - share, 0.0] for _, share in every]).reshape(-1, 3)
    owner = np.array([claim for claim, _ in every], np.int16)
    return OutcomeScores(np.arange(len(every), dtype=np.int32), owner, rows, np.array(claims))


def measured(whole: OutcomeScores) -> np.ndarray:
    """Return what is measured of claims where no word was read."""
    none = np.zeros(0, np.int32)
    nothing = reader.Words(none.reshape(0, 2), none, np.zeros((0, 2)))
    return reader.measure(whole, nothing)


def test_a_claim_is_measured_by_its_own_odds_and_by_those_of_its_tokens() -> None:
    tokens = {0: [0.5] * 9, 1: [0.9, 0.2, 0.9, 0.9, 0.9, 0.9, 0.9]}

    rows = measured(said([[0.5, 0.3, 0.2], [0.2, 0.0, 0.8]], tokens))

    nine, fifth = np.log(0.1 / 0.9), np.log(0.8 / 0.2)
    np.testing.assert_allclose(rows[:, 0], [0, np.log(4)], atol=1e-9)
    np.testing.assert_allclose(
        rows[:, 1:4], [[0.2, 0, 0], [0.8, fifth, (4 * nine + fifth) / 5]], atol=1e-9
    )


def test_claims_by_themselves_stand_beside_what_is_nearest_to_them() -> None:
    reading = reading_of("The ferry carries 40 cars. Fish is served.", FERRY, MENU)
    near = np.array([[0.9, 0.2, 0.1], [0.1, 0.0, 0.8]])

    first, second = reader.alone(reader.cut(reading), near, [0, 1])

    assert [first.claims, second.claims] == [(c.span,) for c in reading.claims]
    assert [unit[:9] for unit in first.units] == ["The ferry", "Dogs are ", "The kitch"]
    assert second.units[0].startswith("The kitchen")
    assert second.passages[0] == 1
    assert reader.alone(reader.cut(reading), near, [1]) == [second]


def reading_of(answer: str, *passages: Passage) -> Reading:
    [reading] = read([Example(answer, passages)], SentenceSegmenter(), english_rarity())
    return reading


def test_a_word_has_the_odds_of_its_worst_token_and_an_answer_the_words_it_expects() -> None:
    reading = reading_of("Ferries sink.", FERRY)
    tokens = np.array([[0.9, 0.1, 0.0], [0.5, 0.1, 0.4], [0.2, 0.8, 0.0], [0.1, 0.9, 0.0]])
    starts = np.array([0, 3, 8, 12], np.int32)  # "Fer", "ries", "sink", "."
    answer = OutcomeScores(starts, np.zeros(4, np.int16), tokens, np.array([[0.5, 0.5, 0.0]]))

    words = reader.of_words(reading, answer)

    assert words.places.tolist() == [[0, 7], [8, 12]]
    assert words.claims.tolist() == [0, 0]
    np.testing.assert_allclose(words.odds, [[0, np.log(0.4 / 0.6)], [np.log(4), -8]], atol=1e-9)
    [row] = reader.measure(answer, words)
    assert row[reader.NAMES.index("reader_any")] == pytest.approx(np.log(0.5 + 0.8))


def test_a_word_that_was_not_read_is_in_no_doubt() -> None:
    none = np.zeros(0)
    unread = OutcomeScores(
        none.astype(np.int32), none.astype(np.int16), np.zeros((0, 3)), np.full((1, 3), np.nan)
    )

    assert reader.of_words(reading_of("Ferries sink.", FERRY), unread).odds.tolist() == [
        [-8, -8], [-8, -8],
    ]  # fmt: skip


def test_log_odds_are_clipped_and_what_was_not_read_adds_nothing() -> None:
    unread = [float("nan")] * 3

    rows = measured(said([[1.0, 0, 0], unread, [0.0, 1.0, 0]], {0: [1.0], 2: [0.0]}))

    assert rows.tolist() == [[-8, 0, -8, -8, 0], [0] * 5, [8, 0, 8, 8, 0]]
    assert measured(said([], {})._replace(claims=np.zeros((0, 3)))).shape == (0, 5)


def test_the_reader_is_shown_what_is_judged() -> None:
    turns = (
        Turn("user", "How many cars does the ferry carry?"),
        Turn("assistant", "It carries 40 cars."),
        Turn("user", "And the tram?"),
    )
    given = Example("**It carries 40 cars** [f]. I hope this helps!", (MENU, FERRY), question=turns)
    [reading] = read([given], SentenceSegmenter(), english_rarity())

    cut = reader.cut(reading)

    assert cut.question == "How many cars does the tram carry?"
    assert [span.of(cut.answer) for span in cut.claims] == ["It carries 40 cars."]
    assert cut.units == ("The ferry carries 40 cars.", FERRY.text.split(". ")[1])  # not of the menu


def detected(fused: Fused, *examples: Example) -> list[Verdict]:
    """Judge answers with every claim of a flagged answer flagged, and every answer."""
    assert fused.head is not None
    all_of_them = Decision(None, 0.0, "all")
    head = replace(fused.head, claim_decision=all_of_them, answer_decision=all_of_them)
    return replace(fused, head=head).detect(examples)


def test_each_answer_is_read_whole_once(
    fused: Fused, test_answers: Answers, word_overlap: Any
) -> None:
    verdicts = replace(fused, reader=word_overlap).detect(test_answers.examples[:3])

    claims = [len(verdict.findings) for verdict in verdicts]
    assert min(claims) > 1
    assert [len(cut.claims) for cut in word_overlap.seen] == claims


def test_what_cannot_be_checked_is_not_read(fused: Fused, word_overlap: Any) -> None:
    replace(fused, reader=word_overlap).detect([Example("It carries 40 cars.", ())])

    assert word_overlap.seen == []


def test_a_detector_of_another_language_asks_no_reader(
    fused: Fused, test_answers: Answers, word_overlap: Any
) -> None:
    replace(fused, reader=word_overlap, english_only=False).detect(test_answers.examples[:1])

    assert word_overlap.seen == []


@pytest.mark.parametrize(
    ("answer", "sign"),
    [("The ferry carries 40 cars.", -1), ("The ferry carries geese.", 1)],
)
def test_what_the_reader_says_moves_the_score(fused: Fused, answer: str, sign: int) -> None:
    assert fused.head is not None
    assert fused.head.shift is not None
    shift = fused.head.shift
    kept = [name for name in shift.names if name not in reader.NAMES]
    without = replace(fused, head=replace(fused.head, shift=shift.among(kept)))
    examples = [Example(answer, (FERRY,))]

    [with_reader], [before] = fused.detect(examples), without.detect(examples)

    moved = (with_reader.hallucination_score or 0) - (before.hallucination_score or 0)
    assert np.sign(with_reader.features["reader_odds"]) == np.sign(moved) == sign


def test_a_flagged_claim_that_is_contradicted_names_the_sentence_that_decides(
    fused: Fused,
) -> None:
    (verdict,) = detected(fused, Example("Dogs are welcome in the cabin of the ferry.", (FERRY,)))

    (finding,) = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.explanation == (
        "The evidence says otherwise: “Dogs are not allowed in the cabin of the ferry.” "
        "(passage f)."
    )
    (cited,) = finding.evidence
    assert cited.span is not None
    assert cited.span.of(FERRY.text) == cited.text


def test_without_a_sentence_that_decides_the_nearest_ones_are_cited(
    fused: Fused, word_overlap: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_ALONE", 1.0)
    claim = "Dogs are welcome in the cabin of the ferry."

    (verdict,) = detected(replace(fused, reader=word_overlap), Example(claim, (FERRY,)))

    (finding,) = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.explanation == "The evidence seems to say otherwise than “welcome”."
    assert len(finding.evidence) == 2
    assert [cut.units for cut in word_overlap.seen[1:]] == [
        (item.text,) for item in finding.evidence
    ]


def test_a_claim_that_is_not_flagged_is_not_told_as_contradicted(fused: Fused) -> None:
    assert fused.head is not None
    none_of_them = Decision(None, 1.0, "none")
    calm = replace(fused.head, claim_decision=none_of_them, answer_decision=none_of_them)

    (verdict,) = replace(fused, head=calm).detect(
        [Example("Dogs are welcome in the cabin of the ferry.", (FERRY,))]
    )

    assert [finding.outcome for finding in verdict.findings] == ["supported"]


def test_what_a_rule_says_stands_before_what_the_reader_says(fused: Fused) -> None:
    sold = Passage("Ana sold 24 lamps in May, and Ben sold 18 lamps but not in May.", "x")

    (verdict,) = detected(fused, Example("Together, Ana and Ben sold 44 lamps.", (sold,)))

    (finding,) = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.explanation.startswith("“44” is not right")


STUDY = Passage("In the study, 120 of 300 participants reported better sleep.", "s")


def test_of_a_claim_whose_amounts_are_reckoned_the_reader_is_heard_on_its_other_words(
    fused: Fused,
) -> None:
    shares = ("40% of the participants reported better sleep.",
              "40% of the participants reported worse sleep.",
              "35% of the participants reported better sleep.")  # fmt: skip

    right, *others = fused.detect([Example(share, (STUDY,)) for share in shares])

    assert right.features["reader_odds"] < 0
    assert all(each.features["reader_odds"] > 0 for each in others)


def test_the_order_of_the_passages_and_the_batch_change_nothing(fused: Fused) -> None:
    examples = [
        Example("Dogs are welcome in the cabin of the ferry. It carries 40 cars.", passages)
        for passages in ((FERRY, MENU), (MENU, FERRY))
    ]

    together = detected(fused, *examples)

    alone = [verdict for example in examples for verdict in detected(fused, example)]
    assert together == alone
    assert together[0].hallucination_score == together[1].hallucination_score
    assert together[0].findings == together[1].findings
