"""A date without a year behind one of the year before."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        ("On 28 December 1921 the miners walked out. They returned on 4 January.",
         "The miners returned on 4 January 1922.", "open"),
        ("On 28 December 1921 the miners walked out. They returned on 4 January.",
         "The miners returned on 4 January 1921.", "open"),
        ("On 28 December 1921 the miners walked out. They had returned on 4 January.",
         "The miners had returned on 4 January 1921.", "supported"),
        ("He was jailed on 12 December 2014 for an attack on 4 January.",
         "The attack was on 4 January 2014.", "open"),
        ("On 3 May 1921 the miners walked out. They returned on 1 July.",
         "The miners returned on 1 July 1921.", "supported"),
        ("On 3 May 1921 the miners walked out. They returned on 1 March.",
         "The miners returned on 1 March 1922.", "open"),
    ],
)  # fmt: skip
def test_a_day_soon_after_new_year_may_be_of_either_year(
    passage: str, claim: str, outcome: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome
