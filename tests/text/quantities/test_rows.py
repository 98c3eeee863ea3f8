"""What the judge of quantities sees of rows and columns: one row, extremes, two columns, yes/no."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.evidence.slots import ReadClaim
from groundgraph.text.quantities.standing import checks_of
from groundgraph.text.quantities.written.model import read

CASES = """| Case | Filed | Judge | Outcome |
|---|---|---|---|
| Ortiz v Lund | 2018 | Marlowe | settled |
| Penn v Lund | 2021 | Castell | dismissed |
| Song v Lund | 2021 | Marlowe | allowed |"""
ROTA = """| Ward | Mon | Tue | Wed |
|---|---|---|---|
| Heart | Dr Seth | Dr Aldous | Dr Seth |
| Kidney | Dr Moon | Dr Seth | Dr Aldous |"""
SHIPS = """| | Hull 7 | Hull 8 |
|---|---|---|
| Name | Sedna | Tethys |
| Launched | 1951 | 1953 |
| Yard | Aker | Lind |"""
STOVES = """| Stove | Fuel | Guarantee |
|---|---|---|
| Lar 12 | pellets | 5 years |
| Lar 18 | pellets | 7 years |
| Foco 15 | logs | 10 years |"""
DOSES = """| Age | Morning dose | Evening dose |
|---|---|---|
| children | 5 ml | 2 ml |
| adults | 10 ml | 12 ml |"""
CODES = """| Code | Meaning | Retry? |
|---|---|---|
| E11 | quota exceeded | yes |
| E12 | bad signature | no |"""


def worth(passage: str, claim: str) -> float:
    index = index_of((passage,))
    checks = checks_of(ReadClaim(read(claim, index.labels), read(""), index))
    decided = {"supported": 1.0, "contradicted": -1.0}
    return sum(decided.get(check.outcome, check.lean) for check in checks)


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (CASES, "The dismissed case was decided by Castell.", "supported"),
        (CASES, "The dismissed case was decided by Marlowe.", "contradicted"),
        (CASES, "The settled case was Marlowe's and the dismissed one Castell's.", "supported"),
        (CASES, "The dismissed case was not decided by Marlowe.", "open"),
        (CASES, "Both Castell and Marlowe took cases that were settled.", "open"),
        (ROTA, "Dr Seth has the kidney ward on Tuesday.", "supported"),
        (ROTA, "Dr Moon has the kidney ward on Tuesday.", "contradicted"),
        (SHIPS, "The Sedna was launched in 1951 and built by Aker.", "open"),
    ],
)
def test_one_row_has_all_that_a_claim_names(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])
    assert found.outcome == outcome or (outcome == "open" and found.outcome == "supported")


def test_a_row_is_shown() -> None:
    [found] = judge_quantities("", [CASES], ["The dismissed case was decided by Marlowe."])
    assert {place.text for place in found.evidence} & {"dismissed", "Marlowe"}


def test_a_short_number_names_no_cell_of_a_column_that_is_not_named() -> None:
    prices = "| Item | Pack | Price | Least |\n|---|---|---|---|\n"
    prices += "| Algicide | 10 l | 44.20 | 6 |\n| Flocculant | 1 kg | 12.75 | 10 |"
    [found] = judge_quantities("", [prices], ["A pack of 10 litres of algicide costs 44.20."])
    assert found.outcome != "contradicted"


def test_fields_of_nested_data_are_no_rows() -> None:
    data = '{"name": "Zorba", "address": {"city": "Osk", "street": "Mill Lane"}, "city": "Osk"}'
    [passage] = index_of((data,)).passages
    assert passage.tables.cells
    assert not passage.grids


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            STOVES,
            "The longest guarantee is given on a stove for logs.",
            "The longest guarantee is given on a stove for pellets.",
        ),
        (
            DOSES,
            "Adults take less in the morning than in the evening.",
            "Adults take more in the morning than in the evening.",
        ),
        (CODES, "It is worth a retry after E11.", "It is worth a retry after E12."),
        (
            CODES,
            "It is worth trying again after E11, but not after E12.",
            "It is worth trying again after E12, but not after E11.",
        ),
    ],
)
def test_columns_lean(passage: str, right: str, wrong: str) -> None:
    assert worth(passage, right) > 0 >= worth(passage, wrong)


def test_a_time_between_two_cells_has_no_sentence() -> None:
    trains = (
        "<table><tr><th>Train</th><th>Osk dep.</th><th>Varn arr.</th></tr><tr><td>R 71</td>"
        "<td>06:40</td><td>07:55</td></tr><tr><td>IR 903</td><td>08:05</td><td>08:57</td></tr>"
        "</table> Seats are not reserved."
    )
    [found] = judge_quantities("", [trains], ["Compared with R 71, IR 903 is 32 minutes quicker."])
    assert found.outcome in {"open", "contradicted"}


@pytest.mark.parametrize(
    ("claim", "said", "told"),
    [
        (
            "It offers 1 TB for 5 users.",
            "1 TB for 5",
            "Pro, Users: 5 (passage 1) and Max, Storage: 1 TB (passage 1)",
        ),
        ("Pro costs $29 and offers 1 TB.", "1 TB", "Pro, Storage: 500 GB (passage 1)"),
        ("Max, which has 9 users, costs $29.", "$29", "Max, Price: $59 (passage 1)"),
    ],
)
def test_a_row_that_differs_is_told_by_the_cells_that_do(claim: str, said: str, told: str) -> None:
    plans = (
        "| Plan | Price | Storage | Users |\n|---|---|---|---|\n"
        "| Pro | $29 | 500 GB | 5 |\n| Max | $59 | 1 TB | 9 |"
    )

    [found] = judge_quantities("", [plans], [claim])

    assert found.explanation == f"“{said}” is not what the table says: {told}."


def test_the_litre_of_a_unit_is_no_letter_of_a_cell() -> None:
    tests = "| Test | Result | Flag |\n|---|---|---|\n| Potassium | 5.9 | H |\n| Sodium | 128 | L |"
    claims = ["Potassium is 5.9 mmol/L.", "The flag of potassium is L."]

    found = [judge_quantities("", [tests], [claim])[0].outcome for claim in claims]

    assert found[0] != "contradicted"
    assert found[1] == "contradicted"
