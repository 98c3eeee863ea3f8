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
