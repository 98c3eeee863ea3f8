"""What the judge of quantities says of numbers with powers and blanks, and of units of several."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.codes import codes_of
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.tokens import tokens

LIGHT = "The speed of light in vacuum is 2.998 × 10^8 m/s."


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2.998 × 10^8 m/s", "2.998e8"),
        ("9.109×10⁻³¹ kg", "9.109e-31"),
        ("9.109e-31 kg", "9.109e-31"),
        ("2 x 10^5 cells", "2e5"),
        ("10⁵ cells", "1e5"),
        ("about 10² people", "10"),
        ("room 12E4", "12"),
        ("EUR 12 400 000.", "12400000"),
        ("12 400 000 SEK", "12400000"),
        ("CHF 12'400'000", "12400000"),
        ("CHF 12’400’000.50", "12400000.50"),
        ("12\u202f400\u202f000", "12400000"),
        ("Revenue 120 400 350", "120"),
        ("Prices in EUR 120 400 350", "120"),
        ("EUR 120 400 15", "120"),
    ],
)
def test_a_number_is_read_whole(text: str, number: str) -> None:
    assert next(token.text for token in tokens(text) if token.kind == "number") == number


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("164 µmol/L", "0.164 mmol/L"),
        ("40 mmol", "0.04 mol"),
        ("25 nmol per litre", "0.025 µmol/L"),
        ("13.8 g/dL", "138 g/L"),
        ("0.1 microgram/kg/min", "6 µg/kg/h"),
        ("20 mg/kg/day", "20 mg/kg daily"),
        ("75 mg/m²", "75 mg per square metre"),
        ("75 mg/m2", "75 mg/m²"),
        ("250 × 10⁹/L", "250,000/µL"),
        ("25m CHF", "CHF 25 million"),
        ("EUR 25m", "€25 million"),
        ("373 K", "100 °C"),
        ("293 kelvin", "20 °C"),
    ],
)
def test_units_of_several_parts_are_reckoned_into_each_other(one: str, other: str) -> None:
    [first], [second] = read(one).amounts, read(other).amounts
    assert agreement(first, second) == agreement(second, first) == "equal"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("164 µmol/L", "164 mmol/L"),
        ("0.1 µg/kg/min", "0.1 µg/kg/h"),
        ("20 mg/kg per dose", "20 mg/kg/day"),
        ("5.2 mmol/L", "5.2 mg/dL"),
        ("1.2 × 10^6 cells", "120,000 cells"),
    ],
)
def test_units_of_other_parts_are_not_equal(one: str, other: str) -> None:
    [first], [second] = read(one).amounts, read(other).amounts
    assert agreement(first, second) in {"differs", "apart"}


def test_both_ends_of_a_range_have_its_power_and_what_it_is_for_one_of() -> None:
    low, high = read("2–5 × 10^5").amounts
    assert [low.value, high.value] == [200_000, 500_000]
    low, high = read("20 to 90 mg/kg/day").amounts
    assert low.per == high.per == "kg/days"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (LIGHT, LIGHT.replace("2.998 × 10^8", "299,800,000"), LIGHT.replace("^8", "⁶")),
        (
            "The bacterial count was 2 × 10^5 CFU/mL.",
            "The bacterial count was 200,000 CFU/mL.",
            "The bacterial count was 20,000 CFU/mL.",
        ),
        (
            "Creatinine was 164 µmol/L.",
            "Creatinine was 0.164 mmol/L.",
            "Creatinine was 164 mmol/L.",
        ),
        ("Creatinine was 1.8 mg/dL.", "Creatinine was 18 mg/L.", "Creatinine was 1.8 mg/L."),
        ("Cholesterol was 5.2 mmol/L.", "Cholesterol was 5.2.", "Cholesterol was 5.2 mg/dL."),
        (
            "Give 10 mg/kg every 6 hours.",
            "Give 10 mg for each kilogram every 6 hours.",
            "Give 10 mg every 6 hours.",
        ),
        (
            "Infuse at 0.1 microgram/kg/min.",
            "The infusion runs at 6 µg/kg/h.",
            "The infusion runs at 0.1 µg/kg/h.",
        ),
        (
            "Children under 40 kg: 20 to 90 mg/kg/day in divided doses.",
            "Children below 40 kg receive 20–90 mg/kg daily in divided doses.",
            "Children below 40 kg receive 20–90 mg/kg per dose in divided doses.",
        ),
        (
            "The purchase price is EUR 12 400 000.",
            "The purchase price is €12.4m.",
            "The purchase price is EUR 12 400 001.",
        ),
        (
            "The chair may sign a loan of up to EUR 25 million.",
            "The chair may sign a loan of up to EUR 25m.",
            "The chair may sign a loan of up to EUR 52m.",
        ),
        (
            "Water boils at 100 °C at sea level.",
            "Water boils at 373 K at sea level.",
            "Water boils at 383 K at sea level.",
        ),
    ],
)
def test_the_unit_is_compared_whole(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Apples cost 3 euros/kg.", "Apples cost 3 euros."),
        ("The car emits 120 g CO2/km.", "The car emits 120 g of CO2 for every kilometre."),
        ("Each mL contains 5 mg of morphine.", "Morphine 5 mg/mL."),
        ("The bar has 12 g of sugar per 100 g.", "The bar has 12 g of sugar."),
        ("Give 15 mg/kg to children.", "A child of 20 kg gets 300 mg."),
        ("The maximum is 4 g/day.", "The maximum is 4 g."),
        ("Paracetamol 60 mg/kg/day in 4 doses.", "Paracetamol 15 mg/kg per dose."),
    ],
)
def test_what_an_amount_is_for_one_of_may_be_told_elsewhere(passage: str, claim: str) -> None:
    assert outcome(passage, claim) == "supported"


def test_a_unit_may_be_left_out_without_contradiction() -> None:
    assert outcome("Haemoglobin was 13.8 g/dL.", "Haemoglobin was 13.8 g.") == "open"


def test_an_amount_behind_a_name_or_currency_is_no_model() -> None:
    assert codes_of("Loans of EUR 25 million; Apixaban 5 mg twice daily.") == ()


PRESSURE = "Blood pressure was 142/88 mmHg."


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (PRESSURE, "The systolic pressure was 142 mmHg.", "The systolic pressure was 88 mmHg."),
        (PRESSURE, "The diastolic pressure was 88 mmHg.", "The diastolic pressure was 142 mmHg."),
        (
            PRESSURE,
            "Her blood pressure was 142 over 88.",
            "Her blood pressure was 124 over 88.",
        ),
        (PRESSURE, "Blood pressure was 142/88.", "Blood pressure was 124/88 mmHg."),
        (
            "BP was 142/88 on admission.",
            "The systolic pressure was 142 mmHg.",
            "The diastolic pressure was 142 mmHg.",
        ),
    ],
)
def test_both_values_of_a_blood_pressure_are_read(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("one metre forty", 1.4, "m"),
        ("2 m 35", 2.35, "m"),
        ("two pounds fifty", 2.5, "£"),
        ("nineteen euros ninety", 19.9, "€"),
        ("3 euros 20 cents", 3.2, "€"),
        ("two minutes thirty", 2.5, "minutes"),
        ("€5 10 times", 5, "€"),
        ("two pounds 40 in all", 2, "pounds"),
        ("2 m 120", 2, "m"),
        ("4 kbit", 4, "kbit"),
    ],
)
def test_two_digits_behind_a_unit_are_its_hundredths(text: str, value: float, unit: str) -> None:
    first = read(text).amounts[0]
    assert (float(first.value), first.unit.name) == (value, unit)


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The hedge may be 180 cm high.",
            "The hedge may be one metre eighty high.",
            "The hedge may be one metre eight high.",
        ),
        ("The ticket costs £2.50.", "The ticket costs two pounds fifty.", "It costs £2 15."),
    ],
)
def test_hundredths_are_compared_with_their_whole(passage: str, right: str, wrong: str) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) != "supported"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5/160 mg", [(5, "mg"), (160, "mg")]),
        ("10/20 mg", [(10, "mg"), (20, "mg")]),
        ("3/4 mg", [(0.75, "mg")]),
        ("at least 140/90 mmHg", [(140, "mmHg"), (90, "mmHg")]),
    ],
)
def test_a_unit_behind_two_numbers_is_that_of_both(
    text: str, told: list[tuple[float, str]]
) -> None:
    assert [(float(a.value), a.unit.name) for a in read(text).amounts] == told
