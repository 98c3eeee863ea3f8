from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.similarity_block import NAMES, measure, pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

NONE = np.zeros((0, 2), np.float32)


def at(*degrees: float) -> NDArray[np.float32]:
    """Return unit vectors of the plane."""
    angles = np.radians(np.array(degrees, float))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def cosine(degrees: float) -> float:
    return float(np.cos(np.radians(degrees)))


def features(
    claims: NDArray[np.float32],
    units: NDArray[np.float32] = NONE,
    windows: NDArray[np.float32] = NONE,
    question: NDArray[np.float32] | None = None,
) -> list[dict[str, float]]:
    rows = measure(claims, units, windows, question)
    assert rows.shape == (len(claims), len(NAMES))
    return [dict(zip(NAMES, row.tolist(), strict=True)) for row in rows]


def test_every_cosine_is_the_one_its_name_says() -> None:
    claims, units, windows = at(0, 50), at(10, 80, 30, 20), at(60, 40)

    first, second = features(claims, units, windows, at(90)[0])

    assert first == pytest.approx(
        {
            "nearest_unit": cosine(10),
            "second_unit": cosine(20),
            "three_nearest_units": (cosine(10) + cosine(20) + cosine(30)) / 3,
            "mean_unit": (cosine(10) + cosine(80) + cosine(30) + cosine(20)) / 4,
            "nearest_window": cosine(40),
            "mean_window": (cosine(60) + cosine(40)) / 2,
            "to_question": 0,
            "to_other_claims": cosine(50),
        },
        abs=1e-6,
    )
    assert second["nearest_unit"] == pytest.approx(cosine(20))
    assert second["to_question"] == pytest.approx(cosine(40))


def test_where_there_is_nothing_to_compare_with_the_feature_is_0() -> None:
    (row,) = features(at(0))

    assert set(row.values()) == {0.0}


def test_one_unit_is_nearest_and_second() -> None:
    (row,) = features(at(0), units=at(60))

    near = [row[name] for name in NAMES[:4]]
    assert near == pytest.approx([cosine(60)] * 4)


def test_a_claim_that_is_said_twice_is_its_own_neighbour_but_not_itself() -> None:
    rows = features(at(0, 0, 180))

    assert [row["to_other_claims"] for row in rows] == pytest.approx([1, 1, -1])


def test_no_claims_have_no_rows() -> None:
    assert features(NONE, at(0), at(0), at(0)[0]) == []


ANGLES = st.lists(st.floats(0, 360), max_size=5)


@given(ANGLES, ANGLES, ANGLES, st.none() | st.floats(0, 360))
def test_all_values_are_cosines(
    claims: list[float], units: list[float], windows: list[float], question: float | None
) -> None:
    asked = None if question is None else at(question)[0]

    rows = measure(at(*claims), at(*units), at(*windows), asked)

    assert np.isfinite(rows).all()
    assert (np.abs(rows) <= 1 + 1e-6).all()


def test_a_pair_holds_the_claim_its_product_with_the_nearest_unit_and_their_difference() -> None:
    claims = np.array([[1.0, 0.0]], np.float32)
    units = np.array([[0.0, 1.0], [0.6, 0.8]], np.float32)
    expected = [[1.0, 0.0, 0.6, 0.0, 0.4, 0.8]]
    assert pairs(claims, units) == pytest.approx(np.array(expected), abs=1e-6)


def test_without_units_the_nearest_is_the_zero_vector() -> None:
    claims = np.array([[1.0, 0.0]], np.float32)
    found = pairs(claims, np.zeros((0, 2), np.float32))
    assert found.tolist() == [[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]]
