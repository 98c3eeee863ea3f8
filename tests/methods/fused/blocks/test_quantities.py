from __future__ import annotations

import numpy as np
import pytest

from groundgraph.methods.fused.blocks import quantities
from groundgraph.methods.fused.reading import CLAIM_NAMES
from groundgraph.text.quantities import judge_quantities

SOLD = ["Ana sold 24 lamps in May.", "Ben sold 18 lamps in May."]


def measured(claim: str, *, unseen: bool) -> dict[str, float]:
    """Measure a claim that has, or has not, a number that no passage holds as written."""
    row = np.zeros(len(CLAIM_NAMES))
    row[CLAIM_NAMES.index("numbers_absent")] = unseen
    [judged] = judge_quantities("", SOLD, [claim])
    return dict(zip(quantities.NAMES, quantities.features(judged, row), strict=True))


def test_a_sum_that_is_wrong_is_surely_wrong() -> None:
    found = measured("Together Ana and Ben sold 44 lamps.", unseen=True)

    assert found["quantities_wrong"] == found["quantities_score"] == 1.0
    assert found["quantities_doubtful"] == found["quantities_derived"] == 0.0


def test_a_sum_that_is_right_is_derived() -> None:
    found = measured("Together Ana and Ben sold 42 lamps.", unseen=True)

    assert found["quantities_derived"] == 1.0
    assert found["quantities_wrong"] == found["quantities_score"] == 0.0


@pytest.mark.parametrize(("unseen", "derived"), [(True, 1.0), (False, 0.0)])
def test_a_told_amount_is_derived_only_where_it_is_written_otherwise(
    unseen: bool, derived: float
) -> None:
    found = measured("Ana sold two dozen lamps in May.", unseen=unseen)

    assert found["quantities_derived"] == derived


@pytest.mark.parametrize(
    ("claim", "settled"),
    [
        ("Ana sold more lamps than Ben.", 1.0),
        ("Ben sold more lamps than Ana.", 0.0),
        ("Together Ana and Ben sold 42 lamps.", 0.0),
    ],
)
def test_a_comparison_that_is_surely_right_is_settled(claim: str, settled: float) -> None:
    assert measured(claim, unseen=False)["quantities_settled"] == settled


@pytest.mark.parametrize(
    ("claim", "unseen"),
    [
        ("Ana sold 24 lamps.", True),
        ("Ben sold 81 lamps in May.", False),
        ("Ana sold more than Ben.", True),
    ],
)
def test_every_measure_lies_between_0_and_1(claim: str, unseen: bool) -> None:
    assert all(0 <= number <= 1 for number in measured(claim, unseen=unseen).values())


def test_the_shift_reads_what_is_measured() -> None:
    assert set(quantities.SHIFT.names) <= set(quantities.NAMES)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("The hall seats 240 guests.", True),
        ("Ana Brook's cousin rented out a barn with 240 guests last spring.", False),
    ],
)
def test_an_amount_agrees_only_where_what_is_cited_holds_the_claim(claim: str, told: bool) -> None:
    [found] = judge_quantities("", ["The hall seats 240 guests on two floors."], [claim])

    telling = quantities.tell(found)

    assert ("agrees" in (telling.explanation if telling else "")) is told
