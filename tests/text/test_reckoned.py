from __future__ import annotations

import pytest

from groundgraph.text.short_answers.reckoned import may_be_reckoned


@pytest.mark.parametrize("number", [2200, 800, 8400, 1100, 46.67, 1050000])
def test_a_number_may_be_made_of_others(number: float) -> None:
    assert may_be_reckoned(number, [1500, 700], counts=False)


@pytest.mark.parametrize("number", [1550, 710, 5])
def test_or_not(number: float) -> None:
    assert not may_be_reckoned(number, [1500, 700], counts=False)


def test_few_things_may_be_counted_and_many_numbers_make_any() -> None:
    assert may_be_reckoned(5, [1500, 700], counts=True)
    assert may_be_reckoned(1550, [1500, 700, 1, 2, 3, 4, 9], counts=False)
