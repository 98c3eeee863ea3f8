"""What is fitted on few labels, and what a fit says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from labelling import labelled

from groundgraph import Example, FitOptions, InputError, Passage, load, save
from groundgraph.learn.recalibration import FEW
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.refitting import MANY, ways_of

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.learn.expectation import Expectation

Answers = Any  # of conftest.py, which cannot be imported
CALIBRATION = FitOptions(refit="calibration")
NOTHING = (0.0, 0.0, 0.0)


def expected(detector: Lexical) -> Expectation:
    assert detector.expectation is not None
    return detector.expectation


@pytest.fixture(scope="module")
def refitted(train: Answers) -> Lexical:
    return Lexical().fit(labelled(train.examples, train.labels))


def test_few_labels_move_calibration_and_threshold_of_the_shipped_head(refitted: Lexical) -> None:
    shipped = load("lexical")
    assert isinstance(shipped, Lexical)
    assert shipped.head is not None
    assert refitted.head is not None

    assert refitted.rarity == shipped.rarity
    assert refitted.head.claim_head == shipped.head.claim_head
    assert refitted.head.answer_head == shipped.head.answer_head
    assert refitted.head.answer_decision != shipped.head.answer_decision
    assert refitted.head.novelty != shipped.head.novelty


def test_scores_are_probabilities_of_the_answers_it_was_fitted_on(
    refitted: Lexical, train: Answers
) -> None:
    verdicts = refitted.detect(train.examples)

    scores = [verdict.hallucination_score or 0.0 for verdict in verdicts]
    assert np.mean(scores) == pytest.approx(np.mean(train.labels), abs=0.05)
    assert all(verdict.calibrated for verdict in verdicts)
    novel = Example("Yes.", (Passage("A line."),), question="Is it?")
    assert not refitted.detect([novel])[0].calibrated


def test_the_order_of_the_scores_stays(refitted: Lexical, test_answers: Answers) -> None:
    before, after = (
        [v.hallucination_score or 0.0 for v in detector.detect(test_answers.examples)]
        for detector in (load("lexical"), refitted)
    )

    assert np.argsort(before, kind="stable").tolist() == np.argsort(after, kind="stable").tolist()


def test_a_fit_says_what_was_refitted_and_what_to_expect(refitted: Lexical) -> None:
    expected = refitted.expectation

    assert expected is not None
    assert (expected.refitted, expected.n, expected.positives) == ("calibration", 60, 30)
    assert expected.auroc is not None
    assert expected.auroc[1] <= expected.auroc[0] <= expected.auroc[2]
    assert refitted.training_report["expectation"]["refitted"] == "calibration"


def test_what_to_expect_is_saved(refitted: Lexical, tmp_path: Path) -> None:
    save(refitted, tmp_path)

    again = load(tmp_path)

    assert isinstance(again, Lexical)
    assert again == refitted
    assert again.expectation == refitted.expectation


def test_claims_keep_their_calibration_where_it_is_not_known_which_are_wrong(
    refitted: Lexical, train: Answers
) -> None:
    bare = [replace(example, spans=None) for example in labelled(train.examples, train.labels)]
    shipped = load("lexical")
    assert isinstance(shipped, Lexical)
    assert shipped.head is not None
    assert refitted.head is not None

    without = Lexical().fit(bare)

    assert without.head is not None
    assert without.head.claim_decision == shipped.head.claim_decision
    assert refitted.head.claim_decision != shipped.head.claim_decision


def test_a_fitted_detector_keeps_its_own_trees(lexical: Lexical, train: Answers) -> None:
    assert lexical.head is not None

    again = lexical.fit(labelled(train.examples, train.labels))

    assert again.head is not None
    assert again.head.answer_head == lexical.head.answer_head
    assert again.rarity == lexical.rarity


def test_trees_can_be_asked_for(many: Answers, one_thread: None) -> None:
    fitted = Lexical().fit(labelled(many.examples, many.labels), FitOptions(refit="trees"))

    assert fitted.expectation is not None
    assert fitted.expectation.refitted == "trees"
    assert fitted.expectation.instead is None


def test_of_trees_and_calibration_what_ranks_the_answers_better_is_kept(
    many: Answers, one_thread: None
) -> None:
    examples = labelled(many.examples, many.labels)
    # What is said of the shipped trees here is the opposite of what they learned.
    turned = labelled(many.examples, [not label for label in many.labels])
    ranks = {
        how: expected(Lexical().fit(examples, FitOptions(refit=how))).auroc or NOTHING
        for how in ("calibration", "trees")
    }

    chosen = expected(Lexical().fit(examples))
    learned = expected(Lexical().fit(turned))

    assert chosen.refitted == max(ranks, key=lambda how: ranks[how][0])
    assert chosen.auroc == ranks[chosen.refitted]
    assert {chosen.auroc, chosen.instead} == set(ranks.values())
    assert learned.refitted == "trees"
    assert learned.instead is not None  # calibration was refused, since it would turn the trees
    assert "true and false look exchanged" in str(learned)


def test_how_many_labels_suffice_for_trees() -> None:
    assert ways_of(Lexical(), FEW - 1, None) == ("calibration",)
    assert ways_of(Lexical(), FEW, None) == ("calibration", "trees")
    assert ways_of(Lexical(), MANY, None) == ("trees",)
    assert ways_of(Lexical(), MANY, "calibration") == ("calibration",)
    assert ways_of(Lexical(), 50, "trees") == ("trees",)


def test_other_parts_than_the_shipped_ones_have_no_trees_to_keep() -> None:
    german = Lexical(english_only=False)

    assert ways_of(german, 50, None) == ("trees",)
    with pytest.raises(InputError, match="has no trees to keep"):
        ways_of(german, 50, "calibration")


def test_an_unknown_choice_is_refused(train: Answers) -> None:
    examples = labelled(train.examples, train.labels)

    with pytest.raises(InputError, match="one of trees, calibration, found 'roots'"):
        Lexical().fit(examples, FitOptions(refit="roots"))


def test_trees_that_rank_the_answers_wrongly_are_not_calibrated(train: Answers) -> None:
    turned = labelled(train.examples, [not label for label in train.labels])

    with pytest.raises(
        InputError, match=r"rank hallucinated answers .* no higher .* look exchanged"
    ):
        Lexical().fit(turned, CALIBRATION)


def test_repeated_answers_do_not_make_few_many(train: Answers) -> None:
    examples = labelled(train.examples, train.labels)

    assert expected(Lexical().fit(examples * 5)) == expected(Lexical().fit(examples))


def test_too_few_of_a_class_are_refused(train: Answers) -> None:
    few = labelled(train.examples[:8], train.labels[:8])

    with pytest.raises(InputError, match="at least 5 of each are needed"):
        Lexical().fit(few)


def test_a_fit_reads_given_triples_as_a_verdict_does() -> None:
    rows = [
        Example(f"Town {n} lies in {place}.", triples=[(f"Town {n}", "lies in", "Peru")], label=bad)
        for n in range(30)
        for place, bad in (("Peru", False), ("Chad", True))
    ]

    fitted = Lexical().fit(rows, CALIBRATION)

    assert expected(fitted).n == len(rows)
    assert {verdict.label for verdict in fitted.detect(rows)} <= {"grounded", "hallucinated"}
