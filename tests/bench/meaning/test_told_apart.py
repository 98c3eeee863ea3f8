"""Figures of pairs: ties, answers that could not be checked, decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph.bench.meaning.told_apart import PairScores, cells, order_cells

if TYPE_CHECKING:
    from groundgraph.bench.results import Cell

NAN = float("nan")
DOCUMENTS = np.array(["a", "a", "b", "c", "d"], np.str_)
SCORES = np.array([[0.1, 0.9], [0.5, 0.5], [0.8, 0.2], [0.1, 0.3], [NAN, 0.9]])
FLAGGED = np.array([[0, 1], [0, 0], [1, 0], [0, 0], [0, 1]], bool)


def measured(said: PairScores) -> dict[str, Cell]:
    return {cell.metric: cell for cell in cells("row", said, DOCUMENTS)}


def test_a_tie_counts_half_and_a_pair_not_checked_is_left_out_and_counted() -> None:
    found = measured(PairScores("x", SCORES, FLAGGED))

    assert found["pairwise_accuracy"].value == pytest.approx((1 + 0.5 + 0 + 1) / 4)
    assert found["pairwise_accuracy"].n == 8
    assert found["pairwise_accuracy_unverifiable_half"].value == pytest.approx(3 / 5)
    assert found["unverifiable"].value == pytest.approx(0.1)
    assert found["pairs_left_out"].value == 1
    assert found["pairwise_accuracy"].ci95 is not None


def test_what_was_not_checked_is_neither_flagged_nor_grounded() -> None:
    found = measured(PairScores("x", SCORES, FLAGGED))

    assert found["tpr"].value == pytest.approx(2 / 5)
    assert found["fpr"].value == pytest.approx(1 / 4)
    assert found["tpr_minus_fpr"].value == pytest.approx(2 / 5 - 1 / 4)
    assert found["auroc"].n == 9


def test_flagging_everything_is_worth_nothing() -> None:
    nothing = np.zeros((5, 2))
    found = measured(PairScores("always", nothing, np.ones((5, 2), bool)))

    assert found["pairwise_accuracy"].value == found["auroc"].value == 0.5
    assert found["tpr_minus_fpr"].value == 0.0


def test_a_score_without_a_threshold_has_no_decision() -> None:
    assert "tpr" not in measured(PairScores("x", SCORES))


def test_nothing_checked_is_undefined() -> None:
    found = measured(PairScores("x", np.full((5, 2), NAN), np.zeros((5, 2), bool)))

    assert found["pairwise_accuracy"].value is None
    assert found["pairwise_accuracy_unverifiable_half"].value == 0.5
    assert found["tpr"].value is None


def test_columns_side_by_side_are_what_each_is_alone() -> None:
    every = [PairScores("x", SCORES), PairScores("y", -SCORES)]

    side = order_cells("row", every, DOCUMENTS)

    assert [cell.metric for cell in side] == ["x", "y"]
    alone = [measured(said)["pairwise_accuracy"] for said in every]
    assert [cell.value for cell in side] == pytest.approx([cell.value for cell in alone])
    assert side[0].ci95 == pytest.approx(alone[0].ci95)
