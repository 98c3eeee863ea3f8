"""What the judge of quantities says of measures told in other units and other ways."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import read

TYRES = "Tyres need 3.2 bar front and 3.8 bar rear."
RAIN = "In a normal year 640 mm of rain fall on the catchment; in 2022 it was 410 mm."
HALF_LIFE = "The half-life is 36 hours; in renal failure it is 4 days."


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("600 calories", "600 kcal"),
        ("600 calories", "2,510 kJ"),
        ("75 basis points", "0.75 percentage points"),
        ("a quarter of a point", "25 basis points"),
        ("50 bps", "half a percentage point"),
        ("0.2 per mille", "0.02 percent"),
        ("2.5 tons", "5,000 pounds"),
        ("2.5 tons", "2.5 tonnes"),
        ("12 st 4 lb", "78 kg"),
        ("6'2\"", "1.88 m"),
        ("5 ft 11", "180 cm"),
        ("five foot eleven", "180 cm"),
        ("11 in across", "28 cm across"),
        ("every year and a half", "every 18 months"),
        ("quarter of an hour", "15 minutes"),
        ("an hour and three quarters", "105 minutes"),
        ("2 pints of milk", "1.1 litres"),
        ("10 gallons", "45 litres"),
        ("10 gallons", "38 litres"),
        ("20 metres a second", "72 kilometres an hour"),
        ("5 NM", "9.3 km"),
        ("4.2 ly", "4.2 light years"),
        ("150 PS", "110 kW"),
        ("150 bhp", "112 kW"),
        ("3 hours 40", "220 minutes"),
        ("3h40", "220 min"),
        ("3h 40m", "220 min"),
        ("20 degrees", "68 °F"),
        ("a decade", "ten years"),
        ("three quarters of a mile", "1.2 km"),
    ],
)
def test_measures_in_other_words_are_equal(one: str, other: str) -> None:
    [first], [second] = read(one).amounts, read(other).amounts
    assert agreement(first, second) == agreement(second, first) == "equal"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("600 calories", "600 kJ"),
        ("75 basis points", "7.5 percentage points"),
        ("2.5 tons", "3,500 kg"),
        ("10 gallons", "55 litres"),
        ("60 kilometres an hour", "60 miles an hour"),
        ("20 degrees", "45 °F"),
    ],
)
def test_other_measures_differ(one: str, other: str) -> None:
    [first], [second] = read(one).amounts, read(other).amounts
    assert agreement(first, second) == "differs"


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("The shop sold 3 hours 40 minutes late.", 1),
        ("After 3 hours 40 people had left.", 2),
        ("The first quarter of a year is slow.", 0),
        ("Five foot soldiers came.", 1),
    ],
)
def test_what_only_looks_like_one_measure_is_read_apart(text: str, many: int) -> None:
    assert len([amount for amount in read(text).amounts if not amount.weak]) == many


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (TYRES, "Rear tyres need 380 kPa.", "Rear tyres need 320 kPa."),
        (TYRES, "The front tyres need 3.2 bar.", "The front tyres need 3.8 bar."),
        (
            RAIN,
            "In 2022, 41 centimetres of rain fell on the catchment.",
            "In 2022, 64 centimetres of rain fell on the catchment.",
        ),
        (
            HALF_LIFE,
            "In renal failure the half-life is 96 hours.",
            "In renal failure the half-life is 36 hours.",
        ),
        (
            "Coffee beans: 250 g EUR 6.45. Green tea: 100 g EUR 5.20.",
            "Coffee beans cost EUR 25.80 per kg.",
            "Coffee beans cost EUR 6.45 per kg.",
        ),
        (
            "Ampoules of 2 ml contain 0.5 mg.",
            "An ampoule has 250 micrograms per ml.",
            "An ampoule has 500 micrograms per ml.",
        ),
        (
            "The wine cost $19 a gallon in bulk and $46 a case of a dozen bottles at retail.",
            "In bulk the wine is about $5 a litre.",
            "In bulk the wine is about $8 a litre.",
        ),
    ],
)
def test_the_value_of_the_clause_spoken_of_counts(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


def test_a_short_answer_is_of_the_clause_that_the_question_asks_for() -> None:
    told = "In an average year the vineyard yields 5,200 hectolitres; in 2017 it was 3,100."
    asked = "How much did the vineyard yield in 2017?"
    assert outcome(told, "3,100 hectolitres.", asked) == "supported"
    assert outcome(told, "5,200 hectolitres.", asked) != "supported"


def test_time_off_is_no_difference() -> None:
    told = "Drivers rest for three quarters of an hour after four and a half hours."
    assert outcome(told, "Drivers take 45 minutes off after 4.5 hours.") == "supported"


def test_a_clause_told_by_it_is_compared_with_the_one_before() -> None:
    right = "In 2022 less rain fell on the catchment than in a normal year."
    assert outcome(RAIN, right) == "supported"
    assert outcome(RAIN, right.replace("less", "more")) != "supported"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "Parcels may measure at most 120 x 60 x 60 cm.",
            "Parcels may measure at most 1.2 x 0.6 x 0.6 m.",
            "Parcels may measure at most 1.6 x 0.8 x 0.8 m.",
        ),
        (
            "In a good year they bear 95 tonnes of apples; in 2021, after the frost, it was 38.",
            "In 2021 they bore 38,000 kg of apples.",
            "In 2021 they bore 95,000 kg of apples.",
        ),
    ],
)
def test_sizes_are_told_otherwise(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("upon not less than twenty-four (24) hours' written notice", ["24 hours"]),
        ("within 24 (twenty-four) months", ["24 months"]),
        ("a photo of 35x45 mm", ["35 mm", "45 mm"]),
        ('a 6.1" screen and a 6.7" one', ["6.1 inches", "6.7 inches"]),
        ('He said "it cost 6" and left', ["6"]),
        ("a limit of 512Mi, at most 1Gi", ["512 MiB", "1 GiB"]),
    ],
)
def test_numbers_told_twice_sizes_and_marks_of_inches(text: str, told: list[str]) -> None:
    wanted = [one for each in told for one in read(each).amounts]
    found = [amount for amount in read(text).amounts if not amount.weak]

    assert [amount.approx for amount in found] == [amount.approx for amount in wanted]


def test_two_bare_numbers_of_as_many_digits_are_not_near() -> None:
    [said], [told] = read("redis listens on 6379").amounts, read("redis listens on 6380").amounts

    assert agreement(said, told) == "differs"


@pytest.mark.parametrize("told", ["EUR -5 million", "€-5 million", "-EUR 5 million"])
def test_the_minus_of_money_may_stand_behind_its_currency(told: str) -> None:
    loss = f"The net result of Orm AG is {told}."

    assert outcome(loss, "The net result of Orm AG is EUR 5 million.") == "contradicted"
    span = "The net result of Orm AG is EUR 3-5 million."
    assert outcome(span, "The net result of Orm AG is EUR 5 million.") != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim", "said"),
    [
        ("The total is 9,089.52 euros.", "The invoice total is 9,089.5 euros.", "equal"),
        ("The total is 9,089.52 euros.", "The invoice total is 9,098.52 euros.", "differs"),
        ("She ran 59.87 seconds.", "She ran 59.78 seconds.", "differs"),
        ("She ran 59.87 seconds.", "She ran 59.9 seconds.", "equal"),
        ("The stock closed at $187.25.", "It closed at $187.", "equal"),
        ("The rate was 5.2%.", "The rate was 5.20%.", "equal"),
    ],
)
def test_as_many_decimals_round_nothing(passage: str, claim: str, said: str) -> None:
    [one], [other] = (read(text, frozenset()).amounts for text in (claim, passage))

    assert agreement(one, other) == said


@pytest.mark.parametrize("written", ["+5 to +40 °C", "5…40 °C", "5 ... 40 °C", "+5 - +40 °C"])
def test_both_ends_of_a_range_have_its_unit(written: str) -> None:
    found = read(f"Operating temperature: {written}", frozenset()).amounts

    assert [(amount.number, amount.unit.name) for amount in found] == [(5.0, "°C"), (40.0, "°C")]
