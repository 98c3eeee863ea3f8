"""Tables of accounts: footnotes, amounts in brackets, scales, dashes, and columns of quarters."""

from __future__ import annotations

import pytest

from groundgraph.text.documents.markup import plain_text
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.reading import tables


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
