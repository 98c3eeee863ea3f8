from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, Passage, save
from groundgraph.bench.meaning.probes import load_pairs
from groundgraph.learn.elsewhere import Elsewhere
from groundgraph.methods.fused.blocks import reader
from groundgraph.methods.fused.detector import ANSWER_NAMES, BESIDE_NAMES, Fused
from groundgraph.methods.fused.rules import RULES
from groundgraph.specs import load

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph import Verdict

Answers = Any  # of conftest.py, which cannot be imported


def test_a_verdict_shows_what_the_answer_was_judged_by(fused: Fused, test_answers: Answers) -> None:
    (verdict,) = fused.detect(test_answers.examples[:1])

    assert tuple(verdict.features) == (*ANSWER_NAMES, *BESIDE_NAMES)


def test_claims_are_joined_to_the_passages_that_are_near(
    fused: Fused, test_answers: Answers
) -> None:
    (verdict,) = replace(fused, tau=0.45).detect(test_answers.examples[:1])

    assert {(e.source, e.target) for e in verdict.edges} == {
        ("p:a", "c:0"), ("p:a", "c:1"), ("p:b", "c:2"),
    }  # fmt: skip
    assert all(0.45 <= edge.weight <= 1 for edge in verdict.edges)


def test_a_claim_is_joined_to_a_record_whose_facts_hold_it_together(fused: Fused) -> None:
    record = '{"name": "Blue Fig", "city": "Lindholm", "stars": 4.5, "attributes": {"WiFi": "no"}}'
    passages = (Passage("The harbour was built in 1874.", "h"), Passage(record, "r"))
    said = "Blue Fig city Lindholm stars 4.5. A dragon guards some treasure."

    (verdict,) = replace(fused, tau=0.5).detect([Example(said, passages)])

    assert [(e.source, e.target) for e in verdict.edges] == [("p:r", "c:0")]
    for unit in verdict.findings[0].evidence:
        assert unit.score < 0.5  # no fact alone is near enough


def test_marks_are_words_of_flagged_claims(fused: Fused, test_answers: Answers) -> None:
    verdicts = fused.detect(test_answers.examples)

    for example, made_up, verdict in zip(
        test_answers.examples, test_answers.made_up, verdicts, strict=True
    ):
        marked = [mark.span.of(example.answer) for mark in verdict.marks]
        assert all(text in made_up for text in marked)
        assert bool(marked) == bool(made_up)
        assert all(mark.span.start == 0 or not example.answer[mark.span.start - 1].isalnum()
                   for mark in verdict.marks)  # fmt: skip


def test_a_repeated_passage_changes_nothing_that_is_read(
    fused: Fused, test_answers: Answers, word_overlap: Any
) -> None:
    example = test_answers.examples[1]
    twice = replace(
        example,
        passages=(*example.passages, *(Passage(p.text, f"{p.id}-again") for p in example.passages)),
    )

    replace(fused, reader=word_overlap).detect([example, twice])

    first, second, *again = word_overlap.seen  # as a whole, then claims in doubt
    half = len(again) // 2
    assert first == second
    assert again[:half] == again[half:]


def test_a_fitted_detector_is_saved_and_judges_the_same(
    fused_as_shipped: Fused, test_answers: Answers, tmp_path: Path
) -> None:
    save(fused_as_shipped, tmp_path)

    again = load(tmp_path)

    assert again == fused_as_shipped
    examples = test_answers.examples[:3]
    assert again.detect(examples) == fused_as_shipped.detect(examples)


@pytest.mark.parametrize("question", ["What is Aldor100 known for?", "WHAT IS ALDOR100 KNOWN FOR?"])
def test_the_case_of_the_question_does_not_matter(
    fused_as_shipped: Fused, test_answers: Answers, question: str
) -> None:
    example = test_answers.examples[0]

    scores = [
        fused_as_shipped.detect([replace(example, question=q)])[0].hallucination_score
        for q in (question, question.lower())
    ]

    assert scores[0] == pytest.approx(scores[1], abs=1e-9)


SOLD = (Passage("Ana sold 24 lamps in May.", "x"), Passage("Ben sold 18 lamps in May.", "y"))
PLANS = (Passage("| Plan | Price |\n|---|---|\n| Basic | $5 |\n| Plus | $12 |", "t"),)


def both(answer: str, passages: tuple[Passage, ...]) -> tuple[Verdict, Verdict]:
    """Return the shipped verdict, and the one without what was reckoned."""
    shipped = load("fused")
    assert isinstance(shipped, Fused)
    assert shipped.head is not None
    assert shipped.head.shift is not None
    assert shipped.head.elsewhere is not None
    read = (*reader.NAMES, reader.ALONE)
    elsewhere = shipped.head.elsewhere
    unruled = replace(
        shipped.head,
        shift=shipped.head.shift.among(read),
        elsewhere=replace(elsewhere, shift=elsewhere.shift.among(read)),
    )
    both = (shipped, replace(shipped, head=unruled))
    (one,), (other,) = (d.detect([Example(answer, passages)]) for d in both)
    return one, other


@pytest.mark.parametrize(
    ("answer", "passages", "explanation"),
    [
        (
            "Together, Ana and Ben sold 44 lamps.",
            SOLD,
            "“44” is not right: 24 + 18 = 42 (passages x and y).",
        ),
        (
            "The Plus plan costs $5.",
            PLANS,
            "“$5” is not what the table says: Plus, Price: $12 (passage t).",
        ),
    ],
)
def test_a_wrong_quantity_flags_the_answer_and_says_what_is_right(
    answer: str, passages: tuple[Passage, ...], explanation: str
) -> None:
    verdict, before = both(answer, passages)

    (finding,) = verdict.findings
    assert verdict.label == "hallucinated"
    assert finding.outcome == "contradicted"
    assert finding.explanation == explanation
    assert verdict.features["quantities_wrong"] == 1.0
    assert (verdict.hallucination_score or 0) > (before.hallucination_score or 0)
    for item in finding.evidence:
        (passage,) = (p for p in passages if p.id == item.passage_id)
        assert item.span is not None
        assert item.span.of(passage.text) == item.text


def test_a_quantity_that_follows_lowers_the_score_and_says_how() -> None:
    verdict, before = both("Together, Ana and Ben sold 42 lamps.", SOLD)

    (finding,) = verdict.findings
    assert finding.explanation.startswith("24 + 18 = 42 (passages x and y).")
    assert "“42”" not in finding.explanation
    assert (verdict.hallucination_score or 0) < (before.hallucination_score or 1)
    assert verdict.features["quantities_derived"] == 1.0


def test_marks_are_on_what_is_reckoned_wrong_and_not_on_what_is_right() -> None:
    told = Passage("Revenue: $1,240 million (Q3 2023: $1,100 million).", "x")
    answer = "Revenue grew by about 17% year over year, from $1.1 billion to $1.24 billion."

    verdict, _ = both(answer, (told,))

    assert [mark.span.of(answer) for mark in verdict.marks] == ["17"]


def test_without_quantities_nothing_is_shifted() -> None:
    verdict, before = both("The shop is popular with tourists.", SOLD)

    assert verdict == before


def test_a_detector_of_another_language_reckons_nothing(
    fused: Fused, test_answers: Answers
) -> None:
    (verdict,) = replace(fused, english_only=False).detect(test_answers.examples[:1])

    assert tuple(verdict.features) == ANSWER_NAMES


def test_what_is_fitted_is_shifted_and_saved_with_it(
    fused_as_shipped: Fused, test_answers: Answers, tmp_path: Path
) -> None:
    loaded = load(save(fused_as_shipped, tmp_path / "own").parent)

    assert isinstance(loaded, Fused)
    assert loaded.head is not None
    assert loaded.head.shift == fused_as_shipped.shift
    assert {*RULES.shift.names, *reader.NAMES} == {*loaded.head.shift.names}
    assert loaded.detect(test_answers.examples[:2]) == fused_as_shipped.detect(
        test_answers.examples[:2]
    )


def test_claims_of_answers_of_another_form_are_read_by_themselves_too() -> None:
    shipped = load("fused")
    assert isinstance(shipped, Fused)
    assert shipped.head is not None
    assert shipped.head.novelty is not None
    home = Elsewhere(shipped.shift, shipped.head.novelty, 1e3, 1e4)
    away = Elsewhere(shipped.shift, shipped.head.novelty, 0.0, 1e-9)
    passages = (Passage("The ferry carries 40 cars. Dogs are not allowed. Tea costs a crown."),)
    two = Example("The ferry carries 40 cars. Dogs are allowed.", passages)
    one = Example("Dogs are allowed.", passages)

    [at_home, _], [apart, single] = (
        replace(shipped, head=replace(shipped.head, elsewhere=each)).detect([two, one])
        for each in (home, away)
    )

    for verdict in (at_home, single):
        assert verdict.features[reader.ALONE] == verdict.features["reader_odds"]
    assert apart.features[reader.ALONE] != apart.features["reader_odds"]
    assert apart.features["reader_odds"] == at_home.features["reader_odds"]


def test_exchanged_roles_flag_the_answer_and_cite_what_is_said() -> None:
    passages = (Passage("In May, Ruiz sued Halden over the mill.", "x"),)

    verdict, before = both("Halden sued Ruiz over the mill.", passages)

    (finding,) = verdict.findings
    (cited,) = finding.evidence
    assert finding.outcome == "contradicted"
    assert finding.explanation.startswith("The passage says the opposite direction: “Ruiz sued")
    assert cited.span is not None
    assert cited.span.of(passages[0].text) == cited.text
    assert verdict.features["statements_wrong"] == 1.0
    assert (verdict.hallucination_score or 0) > (before.hallucination_score or 0)


def test_what_the_reader_says_is_not_overruled_on_pairs_that_differ_in_meaning() -> None:
    """Of the dev half, which the weights were chosen by; words and length are the same."""
    chosen = [pair for pair in load_pairs() if pair.split == "dev"][::4]
    shipped = load("fused")
    verdicts = shipped.detect([answer for pair in chosen for answer in pair.answers])

    whole = [verdict.hallucination_score or 0.5 for verdict in verdicts]
    read = [verdict.features.get("reader_odds", 0.0) for verdict in verdicts]

    assert ordered(whole) >= ordered(read)


def ordered(scores: list[float]) -> float:
    """Return the share of right and wrong answers in turn of which the wrong one is higher."""
    pairs = list(zip(scores[::2], scores[1::2], strict=True))
    return sum((right < wrong) + (right == wrong) / 2 for right, wrong in pairs) / len(pairs)
