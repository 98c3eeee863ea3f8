from __future__ import annotations

import pytest

from groundgraph.knowledge.literals import readings
from groundgraph.knowledge.sparql import Term
from groundgraph.knowledge.vocabulary import XSD


def read(value: str, kind: str = "", language: str = "en") -> tuple[str, ...]:
    return readings(Term("literal", value, datatype=kind and f"{XSD}{kind}"), language)


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("1961-03-14T00:00:00Z", "dateTime", ("14 March 1961", "1961")),
        ("1961-03-14", "date", ("14 March 1961", "1961")),
        ("1961-03-14+01:00", "date", ("14 March 1961", "1961")),
        ("1988-01-01T00:00:00Z", "dateTime", ("1988",)),
        ("1988-07-00T00:00:00Z", "dateTime", ("July 1988", "1988")),
        ("1988-13-01", "date", ("1988",)),
        ("1988", "gYear", ("1988",)),
        ("1988Z", "gYear", ("1988",)),
        ("1988-07", "gYearMonth", ("July 1988", "1988")),
        ("-0043-03-15T00:00:00Z", "dateTime", ("15 March 43 BC", "43 BC")),
        ("in spring", "date", ("in spring",)),
        ("", "date", ()),
    ],
)
def test_a_date_is_written_as_an_answer_would(
    value: str, kind: str, expected: tuple[str, ...]
) -> None:
    assert read(value, kind) == expected


def test_where_the_months_have_other_names_dates_are_iso() -> None:
    assert read("1961-03-14", "date", "de") == ("1961-03-14", "1961")
    assert read("-0043-03-15", "date", "de") == ("-43-03-15", "-43")


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("+19000", "decimal", "19000"),
        ("+8849.50", "decimal", "8849.5"),
        ("-3.0", "decimal", "-3"),
        ("007", "integer", "7"),
        ("many", "integer", "many"),
    ],
)
def test_a_number_is_written_plainly(value: str, kind: str, expected: str) -> None:
    assert read(value, kind) == (expected,)


def test_texts_are_kept_and_geometry_and_prose_are_not() -> None:
    assert read("a  text") == ("a text",)
    assert read("x" * 501) == ()
    geometry = Term(
        "literal", "Point(1 2)", datatype="http://www.opengis.net/ont/geosparql#wktLiteral"
    )
    assert readings(geometry, "en") == ()
