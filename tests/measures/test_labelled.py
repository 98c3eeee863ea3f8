"""How labelled answers were judged."""

from __future__ import annotations

import pytest

from groundgraph.measures.labelled import Tally


def test_rates_are_of_what_was_judged_and_beside_flagging_every_answer() -> None:
    tally = Tally()
    for number in range(20):
        wrong = number % 4 == 0
        score = 0.9 if wrong or number == 1 else 0.1
        tally.add(wrong, [f"passage {number}"], score, flagged=score > 0.5)
    tally.add(True, ["passage"], None, flagged=False)
    found = tally.figures()
    assert found is not None
    assert (found.n, found.positives, found.unjudged) == (20, 5, 1)
    assert found.measured["precision"].value == pytest.approx(5 / 6)
    assert found.measured["recall"].value == 1
    assert found.measured["F1"].value == pytest.approx(10 / 11)
    auroc = found.measured["AUROC"]
    assert auroc.low is not None
    assert auroc.value is not None
    assert 0.8 < auroc.low < auroc.value < 1
    assert found.trivial == pytest.approx(0.4)


def test_of_nothing_judged_there_are_no_figures() -> None:
    tally = Tally()
    assert tally.figures() is None
    tally.add(True, [], None, flagged=False)
    assert tally.figures() is None


def test_answers_to_the_same_passages_are_drawn_together() -> None:
    tally = Tally()
    for label in (True, False):
        tally.add(label, ["one"], 0.9 * label, flagged=label)
    found = tally.figures()
    assert found is not None
    assert found.measured["F1"] == (1.0, None, None)
