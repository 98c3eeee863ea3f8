from __future__ import annotations

import numpy as np
import pytest

from groundgraph import Example
from groundgraph.errors import InputError, ModelError
from groundgraph.learn.inputs import (
    check_names,
    columns,
    distinct,
    feature_matrix,
    judgeable,
    logistic,
)


def test_the_same_names_in_the_same_order_pass() -> None:
    check_names(("a", "b"), ["a", "b"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("b", "a"), "another order"),
        (("a",), r"missing \['b'\], unknown \[\]"),
        (("a", "c"), r"missing \['b'\], unknown \['c'\]"),
        (("a", "b", "b"), "another order"),
    ],
)
def test_other_names_are_refused(given: tuple[str, ...], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        check_names(("a", "b"), given)


def test_columns_are_chosen_by_name() -> None:
    x = np.array([[1.0, 2.0, 3.0]])

    assert columns(x, ("a", "b", "c"), ("c", "a")).tolist() == [[3.0, 1.0]]
    assert columns(x, ("a", "b", "c"), ("a", "b", "c")) is x
    with pytest.raises(ModelError, match=r"not measured any more: \['d'\]"):
        columns(x, ("a", "b", "c"), ("a", "d"))


def test_features_come_out_row_by_row_as_doubles() -> None:
    matrix = feature_matrix(np.asfortranarray(np.ones((4, 2), np.float32)), ("a", "b"))
    assert matrix.flags.c_contiguous
    assert matrix.dtype == np.float64


def test_log_odds_of_any_size_have_a_probability() -> None:
    p = logistic(np.array([-1e4, -700.0, 0.0, 700.0, 1e4]))
    assert p[[0, 2, 4]].tolist() == [0.0, 0.5, 1.0]
    assert p[1] == pytest.approx(np.exp(-700.0))


def test_answers_that_repeat_others_count_once_under_whatever_ids() -> None:
    rows = [Example("A.", ["P."], id=str(n), label=n == 3) for n in range(4)]
    assert [example.id for example in distinct(rows)] == ["0", "3"]


def test_too_few_answers_that_can_be_judged_say_how_many_cannot() -> None:
    labels = np.arange(20) % 2 == 0
    with pytest.raises(
        InputError, match=r"found 2 hallucinated and 2 grounded .* 16 of 20 labelled"
    ):
        judgeable(labels, np.arange(20) < 4)
