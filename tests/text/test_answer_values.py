from __future__ import annotations

import pytest

from groundgraph.text.answer_values import values
from groundgraph.text.short_answers.slot_scores import are_same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2025-07-02", "2 July 2025", True),
        ("2025-07-02", "Jul 2, 2025", True),
        ("2025-07-02", "July 2nd, 2025", True),
        ("2025-07-02", "2025", True),
        ("2025-07-02T10:15:00Z", "2 July 2025", True),
        ("2025-07-02", "7 February 2025", False),
        ("2025-07-02", "2025-02-07", False),
        ("2025-07-02", "July 2024", False),
        ("Feb 2024", "February 2024", True),
    ],
)
def test_a_date_is_one_however_it_is_written(one: str, other: str, *, same: bool) -> None:
    first, second = (values(f"on {text}", phrases_too=False)[0] for text in (one, other))

    assert are_same(first, second) is same


def test_a_date_in_digits_is_one_value() -> None:
    told = "It was released on 2025-07-02."

    [value] = values(told, phrases_too=False)

    assert (value.kind, value.span.of(told)) == ("date", "2025-07-02")
