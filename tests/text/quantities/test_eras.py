"""Years and centuries before Christ, and years told behind "AD"."""

from __future__ import annotations

from fractions import Fraction

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.dates import mentions
from groundgraph.text.quantities.written.full_years import full_years
from groundgraph.text.quantities.written.moments import Moment, gap, order, shifted, shown
from groundgraph.text.quantities.written.tokens import tokens

TEMPLE = (
    "Work on the temple began in 447 BC and it was consecrated in 438 BC. The sculptures were "
    "finished in 432 BC. The older shrine on the site was burned by the Persians in 480 BC."
)
RULERS = (
    "Augustus was born in 63 BC and died in AD 14. "
    "Tiberius, born in 42 BC, ruled from AD 14 to AD 37."
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It fell in 447 BC.", [Moment(-446)]),
        ("It fell in 447 B.C. to others", [Moment(-446)]),
        ("It fell in 447 BCE", [Moment(-446)]),
        ("447BC", [Moment(-446)]),
        ("from 447 to 438 BC", [Moment(-446), Moment(-437)]),
        ("447–438 BC", [Moment(-446), Moment(-437)]),
        ("27 BC to 14 CE", [Moment(-26), Moment(14)]),
        ("A.D. 79", [Moment(79)]),
        ("from 14 to 37 AD", [Moment(14), Moment(37)]),
        ("on 15 March 44 BC", [Moment(-43, 3, 15)]),
        ("in the 5th century BC", [Moment(-499, years=100)]),
        ("in the early second century AD", [Moment(100, part="early", years=100)]),
        ("about 10,000 BC", [Moment(-9999)]),
        ("We run 2 AD servers", []),
        ("It has 5 CE marks", []),
        ("Paid 30 ad clicks", []),
        ("In 2019 BC Hydro grew", [Moment(2019)]),
    ],
)
def test_years_are_read_with_their_era(text: str, told: list[Moment]) -> None:
    assert [each.moment for each in mentions(tokens(text), text)] == told


def test_time_runs_on_across_eras() -> None:
    born, died = Moment(-62), Moment(14)

    assert order(born, died) == "before"
    assert full_years(born, died) == (75, 76)
    assert gap(Moment(-43, 3, 15), Moment(-43, 3, 16)) == (1440, 1440)
    assert (
        shown(shifted(Moment(-43, 12, 31), Fraction(86_400), calendar_unit=False))
        == "1 January 43 BC"
    )
    assert shifted(Moment(-2), Fraction(10 * 31_556_952), calendar_unit=True) == Moment(8)


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (TEMPLE, "When was the temple begun?", "In the 5th century BC.", "In the 4th century BC."),
        (
            TEMPLE,
            "When were the sculptures finished?",
            "The sculptures were finished six years after the consecration.",
            "The sculptures were finished six years before the consecration.",
        ),
        (RULERS, "How old was Augustus when he died?", "He was 76.", "He was 49."),
        (
            RULERS,
            "Who was older?",
            "Augustus was older than Tiberius.",
            "Tiberius was older than Augustus.",
        ),
    ],
)
def test_years_before_christ_are_reckoned_with(
    passage: str, question: str, right: str, wrong: str
) -> None:
    found = judge_quantities(question, [passage], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]
