"""How simply a value follows from numbers of the evidence, and what that does to a claim."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.derived.reach import Reach
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.ordinals import ordinals
from groundgraph.text.quantities.written.terms import RATIO, TIME, Term, scales_of, terms_of
from groundgraph.text.quantities.written.tokens import tokens

PAIRS = [
    ("unit cancelled", "The pump gives 40 litres a minute.", "In an hour it gives 2,400 litres.",
     "In an hour it gives 4,200 litres."),
    ("speed", "The tram covers the 12 kilometres in forty minutes.", "Its average is 18 km/h.",
     "Its average is 24 km/h."),
    ("clock", "The gate opens at 7:20. Boarding takes half an hour.", "Boarding ends at 7:50.",
     "Boarding ends at 8:10."),
    ("hours with a dot", "The shop opens at 9.30 and shuts at 17.00.",
     "Seven and a half hours lie between opening and closing.",
     "Eight and a half hours lie between opening and closing."),
    ("unit told before", "The stall took 310 euros and the raffle 145.",
     "Together they brought in 455 euros.", "Together they brought in 545 euros."),
    ("average", "The hens laid 14, 18 and 22 eggs.", "The mean was 18 eggs a day.",
     "The mean was 21 eggs a day."),
    ("came and went", "The depot had 60 vans in May. Since then 8 left and 13 joined.",
     "By July the fleet was 65 strong.", "By July the fleet was 55 strong."),
    ("place in a row", "It was her eleventh win of the year.", "She has won 11 times.",
     "She has won 12 times."),
    ("share lost", "The class began with 20 and ended with 15.", "A quarter of it dropped out.",
     "A third of it dropped out."),
    ("share of one", "Five heirs take equal shares.", "Every heir takes 20%.",
     "Every heir takes 25%."),
    ("days and weeks", "Parking costs $6 per bay per day.", "A bay costs $42 a week.",
     "A bay costs $24 a week."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "right", "wrong"), [p[1:] for p in PAIRS], ids=[p[0] for p in PAIRS]
)
def test_what_follows_from_the_numbers_scores_below_what_does_not(
    told: str, right: str, wrong: str
) -> None:
    one, other = judge_quantities("", [told], [right, wrong])

    assert one.score < other.score
    assert one.outcome != "contradicted"


def test_a_value_that_can_be_reckoned_contradicts_nothing() -> None:
    told = "The site comprises a hall of 340 square metres and an office wing. The whole has 410."

    [found] = judge_quantities("", [told], ["The office part of the site covers 70 square metres."])

    assert found.outcome != "contradicted"


def test_a_value_of_another_row_still_contradicts() -> None:
    told = "| Plan | Users |\n|---|---|\n| Pro | 10 |\n| Team | 50 |"

    [found] = judge_quantities("", [told], ["The Team plan has 10 users."])

    assert found.outcome == "contradicted"


def test_a_limit_in_other_words_is_the_same_limit() -> None:
    told = "The kettle takes a maximum of 320 ml."

    same, other = judge_quantities(
        "", [told], ["The kettle takes no more than 320 ml.", "The kettle takes more than 320 ml."]
    )

    assert same.outcome == "supported"
    assert [check.limit for check in same.checks] == [True]
    assert other.outcome == "contradicted"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Every third customer asks for it.", [(1 / 3, "share")]),
        ("Every third week it rains.", []),
        ("Two lamps in three are dark.", [(2 / 3, "share")]),
        ("One visit in three years is enough.", [(3, "count")]),
        ("We hold a score of letters.", [(20, "count")]),
        ("They have a score to settle.", []),
        ("A gross of rivets came.", [(144, "count")]),
        ("A baker's dozen came.", [(13, "count")]),
        ("A third of a million came.", [(1_000_000 / 3, "count")]),
        ("They won 13 games.", [(13, "count")]),
        ("A year lasts 36 hours.", [(36, "count")]),
        ("It took a fortnight, thirteen days to be exact.", [(1, "count"), (13, "count")]),
        ("It is 1612, plus or minus two decades.", [(2, "count")]),
        ("Of seventy, of which a fifth remain, none is sold.", [(70, "count"), (1 / 5, "share")]),
    ],
)
def test_numbers_in_words(text: str, values: list[tuple[float, str]]) -> None:
    found = [amount for amount in read(text).amounts if not amount.weak]

    assert [amount.kind for amount in found] == [kind for _, kind in values]
    assert [amount.number for amount in found] == pytest.approx([value for value, _ in values])


def test_places_in_a_row() -> None:
    text = "the 3rd, the twenty-first, our hundred-and-fiftieth, two hundredth and ninetieth"

    assert list(ordinals(tokens(text))) == [3, 21, 150, 200, 90]


def test_terms_of_a_rate_are_with_and_without_what_it_is_for() -> None:
    [rate] = read("It uses 20 litres an hour.").amounts

    first, second, bare = terms_of(rate, 1)

    assert first.axes == second.axes - TIME
    assert first.value == pytest.approx(0.02 / 3600)
    assert (bare.value, bare.axes) == (20.0, 0)
    assert {axes for axes, _ in scales_of(rate)} == {first.axes, second.axes}


def test_reach_uses_no_number_twice() -> None:
    numbers = [[Term(6.0, 0, 1, 0.0)], [Term(4.0, 0, 2, 0.0)]]

    reach = Reach(numbers, cued=False)

    assert reach.to(0, 10.0, 10.0) == (1.0, 3)
    assert reach.to(0, 12.0, 12.0) is None  # 6 + 6
    assert reach.to(0, 6.0, 6.0) == (0.0, 1)
    assert reach.to(0, 6.0, 6.0, made=True) is None
    assert reach.to(RATIO, 1.5, 1.5) == (1.0, 3)


def test_counts_are_multiplied_more_cheaply_where_something_is_for_each() -> None:
    numbers = [[Term(6.0, 0, 1, 0.0)], [Term(4.0, 0, 2, 0.0)]]

    plain, cued = (Reach(numbers, cued=cued).to(0, 24.0, 24.0) for cued in (False, True))

    assert plain is not None
    assert cued is not None
    assert cued[0] < plain[0]


def test_that_a_way_counts_little_where_a_wrong_conversion_may_be_one() -> None:
    told = ["The charity run covers a flat 10 km loop and starts at nine. Six teams take part."]
    same, other = judge_quantities("", told, ["All in all 60 km.", "It is roughly 16 miles long."])
    assert (same.outcome, other.outcome) == ("open", "open")
    assert same.score < 0.5 < other.score
