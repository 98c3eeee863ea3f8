"""Which words of a flagged claim are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph.methods.fused.blocks.reader import MOST
from groundgraph.methods.fused.marking import Marker

if TYPE_CHECKING:
    from collections.abc import Sequence

TEXT = "The old ferry sank in 1932 near Split. It rained."
WORDS = np.array([[0, 3], [4, 7], [8, 13], [14, 18], [19, 21], [22, 26], [27, 31], [32, 37],
                  [39, 41], [42, 48]])  # fmt: skip
CLAIMS = np.array([0] * 8 + [1] * 2)


def marker(odds: Sequence[float], contradicted: Sequence[float] | None = None) -> Marker:
    return Marker(WORDS, CLAIMS, np.column_stack([odds, contradicted or [-9.0] * len(odds)]))


def texts(found: Marker, claim: int = 0) -> list[str]:
    return [mark.span.of(TEXT) for mark in found.of_claim(claim)]


def test_doubtful_neighbours_join_a_sure_word() -> None:
    assert texts(marker([-5, -5, -5, 2, -0.2, 1, -5, -5, -5, -5])) == ["sank in 1932"]


def test_a_short_gap_is_closed_and_a_long_one_is_not() -> None:
    assert texts(marker([2, -5, -5, 2, -5, -5, -5, 2, -5, -5])) == ["The old ferry sank", "Split"]


def test_doubtful_words_alone_are_not_marked_beside_a_sure_one() -> None:
    assert texts(marker([3, -5, -5, -5, -5, -0.2, -5, -5, -5, -5])) == ["The"]


def test_a_claim_without_a_sure_word_has_its_worst_one_marked() -> None:
    assert texts(marker([-3, -3, -1, -3, -3, -3, -3, -3, 5, 5])) == ["ferry"]
    assert texts(marker([-3] * 8 + [-2, -1]), 1) == ["rained"]


def test_marks_say_whether_the_evidence_speaks_against_them() -> None:
    odds = [-5, -5, -5, 3, -5, -5, -5, 3, -5, -5]
    found = marker(odds, [-9, -9, -9, 2.5, -9, -9, -9, -6, -9, -9]).of_claim(0)

    assert [mark.kind for mark in found] == ["contradicted", "unsupported"]
    assert found[0].score == pytest.approx(1 / (1 + np.exp(-3)))


def test_a_gap_is_not_closed_over_a_word_that_is_known_to_be_right() -> None:
    assert texts(marker([-5, -5, -5, 2, -MOST, 1, -5, -5, -5, -5])) == ["sank", "1932"]


def test_beside_a_word_that_is_known_to_be_wrong_none_is_marked_for_a_doubt() -> None:
    odds = [-5, -5, -0.2, -0.2, -0.2, MOST, -0.2, 0.6, -5, -5]
    known = [-9] * 5 + [MOST] + [-9] * 4

    assert texts(marker(odds, known)) == ["1932 near Split"]
    assert texts(marker([*odds[:7], 0.1, -5, -5], known)) == ["1932"]
