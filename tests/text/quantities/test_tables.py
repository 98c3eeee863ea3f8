from __future__ import annotations

import pytest

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
