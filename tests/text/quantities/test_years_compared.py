"""Values of several years: a comparison of two things is of the year that it names."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_DEPOTS = [
    "Northgate depot: 7 accidents in 2022, 4 in 2023.",
    "Southfield depot: 5 accidents in 2022, 6 in 2023.",
]
_OFFICES = [
    "The Tarn office took 212 calls in 2021 and 187 in 2022.",
    "The Welby office took 164 in 2021 and 198 in 2022.",
]
_TRIPS = ["5 trips by car, average 34 min, 11.2 km. 4 by bike, average 29 min, 8.7 km."]


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            _DEPOTS,
            "In 2023 Northgate had fewer accidents than Southfield.",
            "In 2023 Southfield had fewer accidents than Northgate.",
        ),
        (
            _DEPOTS,
            "In 2022 Southfield had fewer accidents than Northgate.",
            "In 2022 Northgate had fewer accidents than Southfield.",
        ),
        (
            _OFFICES,
            "Tarn took more calls than Welby in 2021.",
            "Welby took more calls than Tarn in 2021.",
        ),
        (
            _TRIPS,
            "By bike the route was 2.5 km shorter.",
            "By bike the route was 2.5 km longer.",
        ),
    ],
)
def test_the_year_named_is_compared(told: list[str], right: str, wrong: str) -> None:
    held, against = judge_quantities("", told, [right, wrong])
    assert held.outcome == "supported"
    assert against.outcome != "supported"
    assert against.score > held.score


def test_a_year_may_be_what_is_compared() -> None:
    told = "The museum drew 90,000 people in 2019 and 120,000 in 2023."
    right, wrong = judge_quantities(
        "",
        [told],
        ["More people came in 2023 than in 2019.", "More people came in 2019 than in 2023."],
    )
    assert right.outcome != "contradicted"
    assert right.score < wrong.score
