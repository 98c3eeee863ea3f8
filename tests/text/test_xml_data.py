from __future__ import annotations

import json

import pytest

from groundgraph.text.documents.json_words import unfolded
from groundgraph.text.documents.markup import plain_text
from groundgraph.text.documents.xml_data import xml_data
from groundgraph.types import Span

RECORDS = [{"id": "T-88", "open": True}, {"id": "T-89", "open": None}]
INNER = json.dumps(RECORDS)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (
            '<order id="77"><status>shipped</status></order>',
            {"order": {"id": 77, "status": "shipped"}},
        ),
        (
            (
                "<?xml version='1.0'?>\n<orders>\n  <order><id>007</id><paid>true</paid></order>\n"
                "  <!-- next -->\n  <order><id>8</id><paid/></order>\n</orders>"
            ),
            {"orders": [{"id": "007", "paid": True}, {"id": 8, "paid": None}]},
        ),
        (
            '<offer><price currency="EUR">39.5</price><kind n="1">Tea &amp; "cup"</kind></offer>',
            {
                "offer": {
                    "price": 39.5,
                    "price currency": "EUR",
                    "kind": 'Tea & "cup"',
                    "kind n": 1,
                }
            },
        ),
        (
            (
                '<m:list xmlns:m="u"><m:item n="1">Tea</m:item><m:item n="2"><![CDATA[<Cup>]]>'
                "</m:item></m:list>"
            ),
            {"list": [{"n": 1, "item": "Tea"}, {"n": 2, "item": "<Cup>"}]},
        ),
    ],
)
def test_xml_of_records_is_read_as_data(text: str, data: object) -> None:
    found = plain_text(text)

    assert found is not None
    assert json.loads(found.text) == data


@pytest.mark.parametrize(
    "text",
    [
        "<note><to>Ana</to>The shop opens at <em>nine</em>.</note>",
        "<result>It opens at nine.</result>\n<result>It closes at ten.</result>",
        "<order><id>7</id>",
        "<order><id>7</order></id>",
        "<order><id>7</id><n>8</n></order> is the order.",
        "<section><h2>Fees</h2><p>Entry is free.</p></section>",
        "<" * 1000,
        "<a>" * 1000,
    ],
)
def test_prose_pages_and_what_is_not_well_formed_are_no_xml_data(text: str) -> None:
    assert xml_data(text) is None


def test_a_value_of_xml_is_cited_as_given() -> None:
    text = "<orders><order><id>7</id><to>Ben &amp; Ito</to></order></orders>"
    found = plain_text(text)
    assert found is not None
    start = found.text.index("Ben")

    assert found.original(Span(start, start + 9)).of(text) == "Ben &amp; Ito"


@pytest.mark.parametrize(
    "text",
    [
        INNER,
        json.dumps({"content": [{"type": "text", "text": INNER}]}),
        json.dumps({"jsonrpc": "2.0", "result": {"content": [{"text": INNER}], "isError": False}}),
        json.dumps(INNER),
        json.dumps({"text": json.dumps({"content": [{"text": INNER}]})}),
    ],
)
def test_what_a_tool_returns_in_strings_is_read_as_data(text: str) -> None:
    found = unfolded(text)

    assert json.loads(text if found is None else found.text) == RECORDS


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"id": 3, "rows": INNER}, {"id": 3, "rows": RECORDS}),
        ({"text": '{"a": 1}', "content": '{"b": 2}'}, [{"a": 1}, {"b": 2}]),
        ({"note": "[1] and [2]"}, None),
        ({"id": 3}, None),
    ],
)
def test_json_in_strings_is_unfolded_where_it_stands(given: object, read: object) -> None:
    found = unfolded(json.dumps(given))

    assert (json.loads(found.text) if found else None) == read
