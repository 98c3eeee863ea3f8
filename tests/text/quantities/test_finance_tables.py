"""Tables of accounts: footnotes, amounts in brackets, scales, dashes, and columns of quarters."""

from __future__ import annotations

import pytest

from groundgraph.text.documents.markup import plain_text
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.reading import tables
from groundgraph.text.quantities.tables.scales import scale_named


def outcome(passage: str, question: str, claim: str) -> str:
    [judged] = judge_quantities(question, [passage], [claim])
    return judged.outcome


MARKED = """| | 2023¹ | 2022* |
|---|---|---|
| EBITDA² (€m) | 61.4 | 55.0 |
| Sites | 12 | 11 |"""


def test_names_of_rows_and_columns_are_read_without_the_marks_of_footnotes() -> None:
    cells = tables(MARKED).cells
    plain = plain_text(f"{MARKED}\n\n¹ Restated.")

    assert {cell.column for cell in cells} == {"2023", "2022"}
    assert cells[0].row == "EBITDA (€m)"
    assert plain is not None
    assert plain.text.startswith("EBITDA (€m) — 2023: 61.4\n")


@pytest.mark.parametrize(
    ("claim", "told"), [("EBITDA in 2023 was €61.4m.", "supported"), ("€55.0m", "contradicted")]
)
def test_a_footnote_on_a_year_hides_no_column(claim: str, told: str) -> None:
    assert outcome(MARKED, "What was EBITDA in 2023?", claim) == told


ACCOUNTS = """| € million | 2023 | 2022 |
|---|---|---|
| Revenue | 22.0 | 20.9 |
| Cost of sales | (12.2) | (11.9) |
| Profit before tax | (2.2) | 4.9 |
| Growth | (2.2)% | 1.3% |"""


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Profit before tax in 2023 was -€2.2m.", "supported"),
        ("Profit before tax in 2023 was €(2.2)m.", "supported"),
        ("Profit before tax in 2023 was negative at €2.2m.", "supported"),
        ("Profit before tax in 2023 was €2.2 million.", "contradicted"),
        ("Profit before tax in 2023 was €4.9m.", "contradicted"),
        ("Growth in 2023 was -2.2%.", "supported"),
        ("Growth in 2023 was 2.2%.", "contradicted"),
        ("Cost of sales was €12.2m in 2023.", "supported"),
        ("Cost of sales was -€12.2m in 2023.", "supported"),
    ],
)
@pytest.mark.parametrize("cells", [ACCOUNTS, "lines"])
def test_amounts_in_brackets_are_below_0(cells: str, claim: str, told: str) -> None:
    plain = plain_text(f"{ACCOUNTS}\n\nAll figures are audited.")
    assert plain is not None
    passage = plain.text if cells == "lines" else cells

    assert outcome(passage, "", claim) == told


@pytest.mark.parametrize("claim", ["The loss was $251 million.", "The loss was $(251) million."])
def test_brackets_around_what_is_called_a_loss_tell_nothing_more(claim: str) -> None:
    assert outcome("The company made a loss of $(251) million in 2023.", "", claim) == "supported"


@pytest.mark.parametrize(
    ("head", "scale"),
    [
        ("Revenue ($000)", 10**3),
        ("Revenue (€k)", 10**3),
        ("TEUR", 10**3),
        ("kEUR", 10**3),
        ("EUR thousand", 10**3),
        ("Revenue (M€)", 10**6),
        ("Revenue ($bn)", 10**9),
        ("₹ lakhs", 10**5),
        ("₹ in crore", 10**7),
        ("Above 1,000 km", 1),
        ("Length (m)", 1),
        ("Sites", 1),
    ],
)
def test_scales_are_read_in_their_usual_forms(head: str, scale: int) -> None:
    assert scale_named(head) == scale


SCALED = (
    "| Segment | Revenue ($000) |\n|---|---|\n| Marine | 48,200 |\n| Rail | 31,750 |",
    "| Segment | Revenue in USD thousand |\n|---|---|\n| Marine | 48,200 |\n| Rail | 31,750 |",
    "Revenue, in thousands of dollars\n\nMarine — Revenue: 48,200\nRail — Revenue: 31,750",
)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Marine's revenue was $48.2 million.", "supported"),
        ("Marine's revenue was $48,200,000.", "supported"),
        ("Marine's revenue was 48,200.", "supported"),
        ("Marine's revenue was $48,200 thousand.", "supported"),
        ("Marine's revenue was $48,200.", "open"),
        ("Marine's revenue was $31.75 million.", "contradicted"),
    ],
)
@pytest.mark.parametrize("passage", SCALED)
def test_a_sum_is_right_in_the_scale_of_its_table(passage: str, claim: str, told: str) -> None:
    assert outcome(passage, "", claim) == told
    if told != "contradicted":
        assert outcome(passage, "What was Marine's revenue?", claim) == told


def test_a_sum_may_lack_the_scale_that_is_asked_for() -> None:
    question = "What was Marine's revenue, in thousands of dollars?"

    assert outcome(SCALED[0], question, "$48,200") == "supported"


NOTHING = """Costs (EUR thousand)

| | 2023 | 2022 |
|---|---|---|
| Impairment | 9,500 | – |
| Restructuring | 1,200 | 3,400 |"""


@pytest.mark.parametrize(
    ("question", "claim", "told"),
    [
        ("", "The impairment was €9.5m in 2023.", "supported"),
        ("", "The impairment was €9.5m in 2022.", "contradicted"),
        ("", "The impairment was zero in 2022.", "supported"),
        ("What was the impairment in 2022?", "None.", "supported"),
        ("What was the impairment in 2022?", "Nil", "supported"),
        ("What was the impairment in 2023?", "None.", "contradicted"),
        ("What was restructuring in 2022?", "€3.4m", "supported"),
    ],
)
def test_a_dash_among_numbers_is_nothing(question: str, claim: str, told: str) -> None:
    assert outcome(NOTHING, question, claim) == told


def test_a_dash_in_a_table_of_words_is_no_number() -> None:
    menu = "| Day | Soup | Price |\n|---|---|---|\n| Monday | – | 4.50 |\n| Tuesday | Leek | 5.00 |"

    assert outcome(menu, "", "On Monday the soup was 4.50.") != "contradicted"
    assert outcome(menu, "", "On Monday there were 3 soups.") != "contradicted"


HEADS = (
    ("Q1 2024", "Q4 2023", "Q1 2023"),
    ("H1 2024", "H2 2023", "H1 2023"),
    ("FY24", "FY23", "FY22"),
    ("Q3", "Q2", "Q1"),
    ("31 Dec 2023", "31 Dec 2022", "31 Dec 2021"),
    ("Dec 31, 2023", "Dec 31, 2022", "Dec 31, 2021"),
    ("Mar 2024", "Feb 2024", "Jan 2024"),
    ("2024", "2023", "2022"),
)


@pytest.mark.parametrize("heads", HEADS)
@pytest.mark.parametrize("title", ["", "Income statement, $ in millions (unaudited)\n"])
def test_periods_head_columns_that_blanks_part(heads: tuple[str, str, str], title: str) -> None:
    passage = (
        f"{title}             {'   '.join(heads)}\n"
        "Fee income      96       101        88\n"
        "Other income     7         9        11"
    )
    middle = heads[1]

    assert {cell.column for cell in tables(passage).cells} == {*heads}
    for question in ("", f"What was fee income in {middle}?"):
        assert outcome(passage, question, f"Fee income in {middle} was 101.") == "supported"
        assert outcome(passage, question, f"Fee income in {middle} was 96.") == "contradicted"


BILL = """| Qty | Item | Unit price | Amount |
|---|---|---|---|
| 12 | Steel brackets | 18.50 | 222.00 |
| 3 | Delivery | 45.00 | 135.00 |"""


def test_rows_are_named_by_words_behind_quantities() -> None:
    plain = plain_text(f"Bill\n\n{BILL}\n\nThank you.")
    question = "What is the unit price of the steel brackets?"

    assert {cell.row for cell in tables(BILL).cells} == {"Steel brackets", "Delivery"}
    assert plain is not None
    assert "Steel brackets — Qty: 12\nSteel brackets — Unit price: 18.50" in plain.text
    assert outcome(BILL, question, "222.00") == "contradicted"
    assert outcome(BILL, question, "18.50") == "supported"
