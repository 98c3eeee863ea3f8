"""Lists of objects are tables, what an item holds in itself being its own."""

from __future__ import annotations

from groundgraph.text.quantities.evidence.index import index_of
from groundgraph.text.quantities.tables.reading import tables

DAYS = """{"place": "Oslo", "daily": [
{"date": "2025-03-10", "temp": {"min": -6.1, "max": -1.2}, "wind": 22},
{"date": "2025-03-11", "temp": {"min": -4.0, "max": 2.3}, "wind": 35}]}"""
LINES = """[
{"order": "A-1", "lines": [{"sku": "x", "qty": 2}, {"sku": "y", "qty": 3}], "paid": true},
{"order": "A-2", "lines": [{"sku": "z", "qty": 5}, {"sku": "w", "qty": 1}], "paid": false}]"""


def test_what_stands_behind_a_nested_object_is_of_the_same_row() -> None:
    cells = [c for c in tables(DAYS).cells if c.table]

    assert [(c.row, c.column, c.value, c.at) for c in cells[:4]] == [
        ("daily", "date", "2025-03-10", (0, 0)),
        ("2025-03-10 daily", "temperature min", "-6.1", (0, 1)),
        ("2025-03-10 daily", "temperature max", "-1.2", (0, 2)),
        ("2025-03-10 daily", "wind", "22", (0, 3)),
    ]


def test_a_list_within_an_item_is_a_table_of_its_own() -> None:
    cells = tables(LINES).cells

    assert {c.table for c in cells if c.column == "qty"} != {
        c.table for c in cells if c.column == "paid"
    }
    assert [c.row for c in cells if c.column == "paid"] == ["A-1", "A-2"]


def test_numbers_that_count_the_rows_name_none() -> None:
    told = '[{"id": 1, "entity": "Pelican", "type": "probe"},'
    told += ' {"id": 2, "entity": "Kite", "type": "x"}]'
    assert {c.row for c in tables(told).cells if c.column == "type"} == {"Pelican", "Kite"}


def test_days_are_named_as_claims_name_them_and_years_where_they_differ() -> None:
    one = '[{"at": "2025-03-10", "x": "a"}, {"at": "2025-03-11", "x": "b"}]'
    two = '[{"at": "2024-03-10", "x": "a"}, {"at": "2025-03-10", "x": "b"}]'
    words = [
        [sorted(row[0].words) for row in index_of((text,)).passages[0].grids[0].rows]
        for text in (one, two)
    ]

    assert words == [
        [["10", "march"], ["11", "march"]],
        [["10", "2024", "march"], ["10", "2025", "march"]],
    ]
