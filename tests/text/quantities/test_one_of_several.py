"""An amount is no sum, mean or rest because the evidence tells it of one of several."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

STORES = ("Nord: 64 pallets of salt, 22 of grit.", "Süd: 49 pallets of salt, 35 of grit.")
GRANT = ("The foundation granted £24,000. We had spent £9,850 on plants and £3,400 on tools.",)
SCHOOL = ("The largest class has 31 children, the smallest 23. 336 are taught in 12 classes.",)
LETTERS = ("Two dozen letters had come in; eighteen of them opposed the sale.",)
SURVEY = ("The survey ended with a count of 1.25 million flamingos on the three lakes.",)
BUDGET = ("| Item | k€ |\n|---|---|\n| App | 85 |\n| Belt | 640 |\n| Total | 725 |",)
MEANS = ("The mean class size is 28; the largest class has 31 children.",)
UNSPENT = "How much of the grant is still unspent?"
IN_STORE = "Across both stores, how many pallets of salt are there altogether?"


@pytest.mark.parametrize(
    ("question", "evidence", "claim", "outcome"),
    [
        (IN_STORE, STORES, "Altogether there are 64 pallets of salt.", "contradicted"),
        (IN_STORE, STORES, "Altogether there are 113 pallets of salt.", "supported"),
        ("", STORES, "In Nord there are 64 pallets of salt.", "supported"),
        (UNSPENT, GRANT, "£9,850 of the grant is still unspent.", "open"),
        ("", GRANT, "£9,850 was spent on plants.", "supported"),
        ("What is the average class size?", SCHOOL, "On average a class has 31 children.", "open"),
        ("", SCHOOL, "A class has 31 children.", "supported"),
        ("", MEANS, "The mean class size is 28.", "supported"),
        ("", LETTERS, "All told, 24 letters had come in altogether.", "supported"),
        ("", SURVEY, "Altogether 1,250,000 flamingos were counted.", "supported"),
        ("", BUDGET, "In total the budget is 725.", "supported"),
    ],
)
def test_that_what_is_told_of_one_of_several_is_no_sum_mean_or_rest(
    question: str, evidence: tuple[str, ...], claim: str, outcome: str
) -> None:
    [found] = judge_quantities(question, evidence, [claim])
    assert found.outcome == outcome, found.explanation
