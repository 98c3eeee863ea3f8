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


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("It affects up to 1 in 1,000 people.", [("1 in 1,000 people", "count", {"1/1000"})]),
        ("It affects one in 1000.", [("one in 1000", "count", {"1/1000"})]),
        ("It lasts twenty-four months.", [("twenty-four months", "count", {"24"})]),
        ("Thirty one people came.", [("Thirty one people", "count", {"31"})]),
        ("It is at version 3.4.1.", [("3.4.1", "name", {"3.4.1"})]),
        ("It is at v3.4.1 now.", [("v3.4.1", "name", {"3.4.1"})]),
        ("It fixes CVE-2024-13176.", [("CVE-2024-13176", "name", {"cve-2024-13176"})]),
    ],
)
def test_numbers_of_several_parts_are_one_value(
    told: str, expected: list[tuple[str, str, set[str]]]
) -> None:
    found = [
        (value.span.of(told), value.kind, {*value.keys})
        for value in values(told.replace("It", "it"), phrases_too=False)
    ]

    assert found == expected
