from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from labelling import labelled

from groundgraph import Example, InputError
from groundgraph.learn.curve import CurvePoint, learning_curve
from groundgraph.learn.expectation import Expectation

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = labelled([Example(str(n), ["a"]) for n in range(40)], [n % 4 == 0 for n in range(40)])


@dataclass(frozen=True)
class Fitted:
    expectation: Expectation | None


def fit(examples: Sequence[Example]) -> Fitted:
    positives = sum(bool(example.label) for example in examples)
    if positives < 4:
        raise InputError("too few")
    return Fitted(Expectation("trees", len(examples), positives, (0.5, 0.4, 0.6)))


def test_points_grow_and_the_last_is_of_all() -> None:
    points = learning_curve(fit, EXAMPLES, fit(EXAMPLES))
    assert [point.n for point in points] == [10, 20, 30, 40]
    assert points[-1] == CurvePoint(40, 10, (0.5, 0.4, 0.6))


def test_a_share_of_which_nothing_can_be_fitted_says_why() -> None:
    few = EXAMPLES[:16]
    first, *_, last = learning_curve(fit, few, fit(few))
    assert (first.n, first.problem, first.auroc) == (4, "too few", None)
    assert first.as_json()["problem"] == "too few"
    assert "problem" not in last.as_json()


def test_each_share_holds_the_smaller_ones_and_none_is_of_the_whole() -> None:
    seen: list[set[str]] = []

    def watched(examples: Sequence[Example]) -> Fitted:
        seen.append({example.answer for example in examples})
        return Fitted(Expectation("trees", len(examples), 1))

    learning_curve(watched, EXAMPLES, watched(EXAMPLES))
    _, quarter, half, most = seen
    assert quarter < half < most
    seen.clear()
    assert [p.n for p in learning_curve(watched, EXAMPLES[:2], watched(EXAMPLES[:2]))] == [1, 2]


def test_without_an_expectation_there_is_no_curve() -> None:
    with pytest.raises(InputError, match="has no curve"):
        learning_curve(fit, EXAMPLES, Fitted(None))
