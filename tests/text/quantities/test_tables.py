from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.quantities.tables.reading import tables


@pytest.mark.parametrize(
    "text",
    [
        r"{'path': 'C:\docs', 'rooms': 12}",  # Python warns of an escape that it does not know
        '{"path": "C:\\\\docs", "rooms": 12}',
        r"[{'path': r'C:\docs', 'rooms': 12}]",
    ],
)
def test_records_are_read_as_data_without_being_evaluated(text: str) -> None:
    cells = {cell.column: cell.value for cell in tables(text).cells}

    assert cells["rooms"] == "12"
    assert cells["path"].endswith("docs")


def test_a_number_beyond_all_bounds_stays_as_it_is_written() -> None:
    [cell] = tables('{"rooms": 1e999}').cells

    assert cell.value == "1e999"


@pytest.mark.parametrize(
    ("rows", "label"),
    [
        ("| Van | 70 euros | 3 |\n| Car | 40 euros | 5 |", "grounded"),
        ("| Van | 70 euros | 5 |", "hallucinated"),
        ("| Car | 70 euros | 5 |", "hallucinated"),
    ],
)
def test_the_rows_of_an_answers_table_are_held_cell_by_cell(rows: str, label: str) -> None:
    head = "| Vehicle | Price | Seats |\n|---|---|---|\n"
    passage = f"{head}| Van | 70 euros | 3 |\n| Car | 40 euros | 5 |\n| Bus | 120 euros | 16 |"

    assert check(passages=[passage], answer=head + rows).label == label


ORDERS = """date,vendor,goods,amount
2025-03-01,"Acme, Inc.","Paper, A4","1,240.50"
2025-03-04,Bolt Ltd,Toner,310.00
2025-03-09,"Kern, Sohn",Desks,"2,990.00\""""


def test_a_comma_in_quotes_parts_no_cells() -> None:
    cells = tables(ORDERS).cells

    assert [cell.value for cell in cells if cell.column == "vendor"] == [
        "Acme, Inc.",
        "Bolt Ltd",
        "Kern, Sohn",
    ]
    assert [cell.value for cell in cells if cell.column == "amount"] == [
        "1,240.50",
        "310.00",
        "2,990.00",
    ]
    assert all(cell.span.of(ORDERS) == cell.value for cell in cells)


@pytest.mark.parametrize(
    "text",
    [
        "| | £2 | £9 | app | Branch | £250,000 |\n|",
        "|\n| | £2 |\n| |\n|---|---|---|\n| banking | Channel £25,000 | Daily £25 | | | | Fee",
        "|\n|\n||\n| | |",
    ],
)
def test_lines_of_nothing_but_bars_are_no_rows(text: str) -> None:
    assert check(passages=[text], answer="The fee is £9.").label in {"grounded", "hallucinated"}
