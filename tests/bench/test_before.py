"""Earlier figures are kept small and shown under the rows that they are of."""

from __future__ import annotations

import json

import pytest

from groundgraph.bench.before import beside, kept, read_before
from groundgraph.bench.results import Cell

NEW = [
    Cell("fused, a", "auroc", 0.9, None, None, 4, 2),
    Cell("fused, b", "auroc", 0.8, None, None, 4, 2),
]
OLD = {"row": "fused, a", "metric": "auroc", "value": 0.123456, "ci95": [0.1, 0.2], "paper": None}


def test_rows_that_match_are_kept_rounded() -> None:
    results = {
        "tables": {
            "one": [
                {**OLD, "n": 9, "positives": 3},
                {**OLD, "row": "kea, a", "n": 9, "positives": 3},
            ],
            "none": [{**OLD, "row": "kea, a", "n": 9, "positives": 3}],
        }
    }

    found = kept(results, "abc", "fused, .*")

    assert found == {
        "commit": "abc",
        "tables": {"one": [["fused, a", "auroc", 0.1235, 0.1, 0.2, 9, 3]]},
    }
    assert json.dumps(found)


def test_an_earlier_row_stands_under_its_own() -> None:
    earlier = [
        Cell("fused, a", "auroc", 0.5, (0.4, 0.6), None, 4, 2),
        Cell("x", "auroc", 1.0, None, None, 4, 2),
    ]

    found = beside(NEW, earlier)

    assert [cell.row for cell in found] == ["fused, a", "fused, a, before", "fused, b"]
    assert found[1].ci95 == (0.4, 0.6)


@pytest.mark.parametrize("bench", ["meaning", "support"])
def test_what_was_shipped_before_is_kept(bench: str) -> None:
    before = read_before(bench)

    assert before.commit == "a34cbcd"
    assert before.tables
    for table, cells in before.tables.items():
        assert len({(cell.row, cell.metric) for cell in cells}) == len(cells), table
        assert all(cell.ci95 is None or cell.ci95[0] <= cell.ci95[1] for cell in cells)
        assert before.commit in before.noted(table, "Note.")
