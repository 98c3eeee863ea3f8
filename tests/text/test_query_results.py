"""Results of queries and values that Python writes are read as data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundgraph import check
from groundgraph.text.documents.markup import plain_text
from groundgraph.text.documents.query_results import named_rows, plain_rows
from groundgraph.text.documents.written_objects import as_values

if TYPE_CHECKING:
    from collections.abc import Mapping


def bindings(*rows: Mapping[str, object]) -> str:
    return json.dumps({"head": {"vars": []}, "results": {"bindings": list(rows)}})


def literal(value: str) -> dict[str, str]:
    return {"type": "literal", "value": value}


CITY = {"museumLabel": literal("Lace House"), "city": literal("Bruges")}
OTHER = {"museumLabel": literal("Canal Museum"), "city": literal("Ghent")}


def test_bindings_are_rows() -> None:
    read = plain_rows(bindings(CITY, OTHER))

    assert read is not None
    assert json.loads(read.text) == [
        {"museum": "Lace House", "city": "Bruges"},
        {"museum": "Canal Museum", "city": "Ghent"},
    ]


def test_numbers_are_numbers_and_addresses_are_names() -> None:
    sum_ = {"type": "literal", "datatype": "http://www.w3.org/2001/XMLSchema#integer", "value": "7"}
    uri = {"type": "uri", "value": "http://ex.org/m/Blue_Fig"}

    read = plain_rows(bindings({"mLabel": literal("x"), "many": sum_, "of": uri}))

    assert read is not None
    assert json.loads(read.text) == [{"label": "x", "many": 7, "of": "Blue Fig"}]


def test_a_name_is_not_taken_twice() -> None:
    row = {"city": {"type": "uri", "value": "http://e.org/Q1"}, "cityLabel": literal("Ghent")}

    read = plain_rows(bindings(row))

    assert read is not None
    assert json.loads(read.text) == [{"city": "Q1", "cityLabel": "Ghent"}]


@pytest.mark.parametrize(
    "text",
    [
        '{"results": {"bindings": []}}',
        '{"results": {"bindings": [{"city": "Ghent"}], "value": 3}}',
        '{"bindings": [{"city": {"value": "Ghent"}}]}',
        '{"results": {"bindings": [{"city": {"value": "Ghent"}}]}} and more',
    ],
)
def test_other_data_stays(text: str) -> None:
    assert plain_rows(text) is None


def test_a_statement_before_the_results_stays() -> None:
    read = plain_rows(f"SELECT ?city WHERE {{ ... }}\n{bindings(CITY)}")

    assert read is not None
    assert read.text.startswith("SELECT ?city WHERE { ... }\n[")


@pytest.mark.parametrize(
    ("before", "head"),
    [
        ("SELECT f.film, min(start) AS first FROM shows f;\n", "| film | first |"),
        ("Columns: (film, first)\n", "| film | first |"),
        ("columns = ['film', 'first']\nrows = ", "| film | first |"),
    ],
)
def test_tuples_have_the_columns_that_are_named(before: str, head: str) -> None:
    read = named_rows(f"{before}[('Rust', '20:30'), ('The Weir', \"21:00\")]")

    assert read is not None
    assert head in read.text
    assert read.text.endswith("| Rust | 20:30 |\n| The Weir | 21:00 |")


@pytest.mark.parametrize(
    "text",
    [
        "SELECT film FROM shows;\n[('Rust', '20:30'), ('The Weir', '21:00')]",
        "[('Rust', '20:30'), ('The Weir', '21:00')]",
        "Columns: (film, first)\n[('Rust', f(1)), ('The Weir', '21:00')]",
        "Columns: (film, first)\n[('Rust', '20:30'), ('The Weir', '21:00'",
    ],
)
def test_tuples_without_names_stay(text: str) -> None:
    assert named_rows(text) is None


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("[{'at': datetime.datetime(2025, 7, 2, 9, 5)}]", "[{'at': '2025-07-02 09:05'}]"),
        ("[{'at': datetime.date(2025, 7, 2)}]", "[{'at': '2025-07-02'}]"),
        ("{'fee': Decimal('14.50'), 'n': np.int64(3)}", "{'fee': 14.50, 'n': 3}"),
        ("{'_id': ObjectId('65f0'), 'x': nan}", "{'_id': '65f0', 'x': None}"),
        ("{'said': \"Decimal('1') is nan\", 'fee': Decimal('2')}", None),
    ],
)
def test_values_of_python_are_plain(written: str, read: str | None) -> None:
    found = as_values(written)

    assert found is not None
    assert found.text == (read or "{'said': \"Decimal('1') is nan\", 'fee': 2}")


@pytest.mark.parametrize("text", ["Decimal('1.50') is exact.", "x = date(2025, 1, 2)", "nan"])
def test_what_is_no_data_stays(text: str) -> None:
    assert as_values(text) is None


def test_a_value_of_another_row_is_wrong() -> None:
    told = bindings(CITY, OTHER)
    labels = [
        check(passages=[told], answer=answer).label
        for answer in ("The Canal Museum is in Ghent.", "The Canal Museum is in Bruges.")
    ]

    assert labels == ["grounded", "hallucinated"]
    assert plain_text(told) is not None
