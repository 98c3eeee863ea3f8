"""Which answers are unlike those that scores were calibrated on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from groundgraph import InputError, ModelError
from groundgraph.learn.novelty import MOST_CENTRES, Novelty

Floats = NDArray[np.float64]
NAMES = ("length", "asked")
BY_HAND = Novelty(NAMES, (1.0, 0.0), (2.0, 1.0), ((0.0, 0.0),), ((1.0, 0.0, 0.0, 1.0),), 3.0)


def two_kinds(n: int, seed: int = 0) -> Floats:
    """Return short answers that were asked for and long ones that were not, in turn."""
    draws = np.random.default_rng(seed).normal(size=n)
    asked = np.arange(n) % 2
    return np.column_stack([np.where(asked, 3.0, 9.0) + draws, asked])


def groups(n: int) -> list[str]:
    return [str(number // 4) for number in range(n)]


FITTED = Novelty.fit(two_kinds(1200), NAMES, groups(1200))


def test_the_distance_is_that_of_scaled_measures() -> None:
    found = BY_HAND.distance([[1.0, 0.0], [7.0, 4.0]], NAMES)

    assert found.tolist() == [0.0, 5.0]
    assert BY_HAND.novel([[1.0, 0.0], [7.0, 0.0], [7.1, 0.0]], NAMES).tolist() == [0, 0, 1]


def test_about_one_answer_in_a_hundred_of_those_it_knows_is_novel() -> None:
    assert FITTED.exceeded == pytest.approx(0.01, abs=0.001)
    others = two_kinds(4000, seed=1)
    assert FITTED.novel(others, NAMES).mean() == pytest.approx(0.01, abs=0.008)


@pytest.mark.parametrize("odd", [(30.0, 1.0), (-20.0, 0.0), (6.0, 9.0)])
def test_what_is_far_from_all_kinds_is_novel(odd: tuple[float, float]) -> None:
    assert FITTED.novel([odd], NAMES).all()


def test_a_mixture_that_no_answer_had_is_novel_though_each_part_is_usual() -> None:
    short_and_not_asked, long_and_asked = (1.0, 0.0), (11.0, 1.0)

    assert FITTED.novel([short_and_not_asked, long_and_asked], NAMES).all()
    assert not FITTED.novel([(1.5, 1.0), (11.0, 0.0)], NAMES).any()


def test_a_measure_that_never_varied_is_novel_where_it_does() -> None:
    rows = np.column_stack([two_kinds(300), np.zeros(300)])
    fitted = Novelty.fit(rows, (*NAMES, "table"), groups(300))

    assert not fitted.novel([(3.0, 1.0, 0.0)], (*NAMES, "table")).any()
    assert fitted.novel([(3.0, 1.0, 1.0)], (*NAMES, "table")).all()


def test_few_answers_have_one_centre_and_their_largest_distance_as_limit() -> None:
    rows = two_kinds(40)

    fitted = Novelty.fit(rows, NAMES, groups(40))

    assert len(fitted.centres) == 1
    assert fitted.exceeded == 0.0
    assert not fitted.novel(two_kinds(40, seed=2), NAMES).all()
    assert len(FITTED.centres) in range(2, MOST_CENTRES + 1)


def test_answers_of_one_mould_do_not_make_a_slightly_longer_one_novel() -> None:
    fitted = Novelty.fit(np.tile([3.0, 1.0], (40, 1)), NAMES, groups(40))

    assert fitted.novel([(3.1, 1.0), (4.0, 1.0)], NAMES).tolist() == [False, True]


def test_a_handful_of_odd_answers_is_no_kind_of_its_own() -> None:
    rows = np.concatenate([two_kinds(1200), np.full((6, 2), 40.0)])

    fitted = Novelty.fit(rows, NAMES, groups(len(rows)))

    assert fitted.novel([[40.0, 40.0]], NAMES).all()


def test_the_same_answers_are_learned_alike_each_time() -> None:
    assert Novelty.fit(two_kinds(1200), NAMES, groups(1200)) == FITTED


def test_measures_are_found_by_their_names() -> None:
    rows = two_kinds(20, seed=3)
    turned = np.column_stack([np.ones(20), rows[:, ::-1]])

    found = FITTED.distance(turned, ("other", "asked", "length"))

    assert found.tolist() == FITTED.distance(rows, NAMES).tolist()


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-5, 5)), min_size=1, max_size=9))
def test_an_answers_distance_does_not_depend_on_those_beside_it(
    rows: list[tuple[float, float]],
) -> None:
    together = FITTED.distance(rows, NAMES)

    assert together.tolist() == [float(FITTED.distance([row], NAMES)[0]) for row in rows]
    assert (together >= 0).all()


def test_no_answers_have_no_distances() -> None:
    assert FITTED.distance(np.zeros((0, 2)), NAMES).shape == (0,)


def test_a_measure_that_is_missing_is_an_error() -> None:
    with pytest.raises(ModelError, match=r"not measured by \['asked'\]; fit"):
        FITTED.distance([[1.0]], ("length",))


def test_answers_to_one_evidence_alone_say_nothing_of_what_is_usual() -> None:
    with pytest.raises(InputError, match="40 answers to the same evidence"):
        Novelty.fit(two_kinds(40), NAMES, ["one"] * 40)


@pytest.mark.parametrize(
    "broken",
    [
        {"middle": (1.0,)},
        {"scale": (1.0, 0.0)},
        {"scale": (1.0, float("nan"))},
        {"centres": ()},
        {"centres": ((0.0,),)},
        {"factors": ((1.0, 0.0, 0.0),)},
        {"factors": ((1.0, 0.0, 0.0, float("inf")),)},
        {"limit": -1.0},
        {"limit": float("nan")},
        {"exceeded": 1.5},
    ],
)
def test_a_damaged_file_is_refused(broken: dict[str, object]) -> None:
    with pytest.raises(ModelError):
        replace(BY_HAND, **broken)  # type: ignore[arg-type]
