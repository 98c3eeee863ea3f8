"""Tables with a column of units, of reference values, of least and most values."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.heads import spelled_out
from groundgraph.text.quantities.tables.reading import tables

PARTS = """| Part | Weight | Unit |
|---|---|---|
| Rotor | 5.6 | kg |
| Base | 800 | g |"""
LAB = """Test;Result;Units;Reference
Sodium;139;mmol/L;135-145
Glucose;6.8;mmol/L;3.9-5.6
Iron;80;ug/dL;60-170
TSH;5.6;mIU/L;0.4-4.2"""
SHEET = """Voltage — Min: 2.7
Voltage — Max: 3.6
Voltage — Unit: V
Current — Min: 1.2
Current — Max: 8
Current — Unit: mA
Temperature — Min: -40
Temperature — Max: 85
Temperature — Unit: °C"""


def outcome(passage: str, claim: str, question: str = "") -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "claim", "said"),
    [
        (PARTS, "The base weighs 0.8 kg.", "supported"),
        (PARTS, "The base weighs 800 kg.", "contradicted"),
        (LAB, "Sodium was 139 mmol/L.", "supported"),
        (LAB, "Iron was 60 ug/dL.", "contradicted"),
        (LAB, "Glucose was 5.6 mmol/L.", "contradicted"),
        (LAB, "TSH was 4.2 mIU/L.", "contradicted"),
        (LAB, "The reference range of TSH is 0.4 to 4.2 mIU/L.", "supported"),
        (LAB, "TSH is reported in mIU/L.", "supported"),
        (LAB, "Iron is reported in the unit mIU/L.", "contradicted"),
        (SHEET, "The maximum current is 8 mA.", "supported"),
        (SHEET, "The maximum current is 8 A.", "contradicted"),
        (SHEET, "The maximum current is 1.2 mA.", "contradicted"),
    ],
)
def test_a_column_tells_the_unit_of_the_values_beside_it(
    passage: str, claim: str, said: str
) -> None:
    assert outcome(passage, claim) == said


@pytest.mark.parametrize(
    ("asked", "claim", "said"),
    [
        ("What is the weight of the base?", "The weight of the base is 0.8 kg.", "supported"),
        ("What is the maximum current?", "The maximum current is 0.008 A.", "supported"),
        ("What is the maximum temperature?", "The maximum temperature is 185 °F.", "supported"),
        ("What is the maximum temperature?", "The maximum temperature is 85 °F.", "contradicted"),
    ],
)
def test_asked_values_are_compared_in_that_unit(asked: str, claim: str, said: str) -> None:
    assert outcome(PARTS if "weight" in asked else SHEET, claim, asked) == said


def test_prices_and_counts_beside_a_unit_do_not_have_it() -> None:
    text = "Item | Samples | Mass | Unit | Price\nSand | 4 | 2 | t | 31\nLime | 5 | 9 | kg | 12"
    units = {(cell.row, cell.column): cell.unit for cell in tables(text).cells if cell.unit}

    assert units == {("Sand", "Mass"): "t", ("Lime", "Mass"): "kg"}


def test_heads_that_are_cut_short_are_spelled_out_beside_their_like() -> None:
    assert spelled_out(["min.", "typ.", "max."]) == ["Minimum", "Typical", "Maximum"]
    assert spelled_out(["Player", "Min", "Pts"]) == ["Player", "Min", "Pts"]


@pytest.mark.parametrize(
    ("field", "claim", "said"),
    [
        ('"duration_s": 5400', "It lasts 90 minutes.", "supported"),
        ('"duration_min": 90', "It takes an hour and a half.", "supported"),
        ('"runtime_min": 90', "The X9 is 90 minutes long.", "supported"),
        ('"duration_s": 5400', "The X9 takes 80 minutes.", "contradicted"),
        ('"size_bytes": 2000000', "Its size is 2 MB.", "supported"),
    ],
)
def test_a_field_that_names_a_unit_tells_how_long_or_large(
    field: str, claim: str, said: str
) -> None:
    assert outcome(f'{{"name": "X9", {field}}}', claim) == said
