from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.text.structured import Fact, facts, spaced

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters())
DATA = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


def test_json_is_flattened_in_order_with_paths() -> None:
    text = '{"name": "Zorba", "open": {"Mon": "9-5", "Sun": null}, "tags": ["a", {"b": 2.5}]}'

    assert facts(text) == [
        Fact(("name",), "Zorba"),
        Fact(("open", "Mon"), "9-5"),
        Fact(("open", "Sun"), None),
        Fact(("tags", "1"), "a"),
        Fact(("tags", "2", "b"), 2.5),
    ]


def test_a_python_literal_is_data_too() -> None:
    found = facts("{'WiFi': True, 'stars': (4, 5), 1: None, 'odd': {7}}")

    assert found == [
        Fact(("WiFi",), True),
        Fact(("stars", "1"), 4),
        Fact(("stars", "2"), 5),
        Fact(("1",), None),
        Fact(("odd",), "{7}"),
    ]


def test_an_array_of_objects_is_data() -> None:
    assert facts('[{"a": 1}, {"a": 2}]') == [Fact(("1", "a"), 1), Fact(("2", "a"), 2)]


def test_what_stands_around_the_data_is_kept() -> None:
    found = facts('Here is the record:\n{"a": 1}\nIt was made in May.')

    assert found == [
        Fact(("text",), "Here is the record:"),
        Fact(("a",), 1),
        Fact(("text",), "It was made in May."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Zorba opens at nine.",
        "The set {1, 2, 3} is small.",
        "A {template} with {braces} in it.",
        "f(x) = {x if x > 0}",
        "Cited in [1] and [2].",
        "{}",
        '{"a": {}}',
        '{"a": 1',
        '{"a": 1} and {"b": 2}',
        "{'a': open('x')}",
        "{[]: 1}",
        "}{",
        "{'a\x00': 1}",
        "{'a\ud800': 1}",
        "{'a': 0b" + "f" * 5000 + "}",
    ],
)
def test_prose_and_what_cannot_be_read_is_not_data(text: str) -> None:
    assert facts(text) is None


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        "[{" + "[" * 10_000 + "]" * 10_000,
        "{" * 10_000 + "}",
        "{'a': " + "-" * 10_000 + "1}",
        "{'a': " + "1+" * 10_000 + "1}",
        "{'a': " + "(" * 10_000 + "1}",
    ],
)
def test_deep_nesting_does_not_overflow_the_stack(text: str) -> None:
    assert facts(text) is None


def test_moderate_nesting_is_read() -> None:
    found = facts('{"a":' * 100 + "1" + "}" * 100)

    assert found == [Fact(("a",) * 100, 1)]


def test_numbers_that_no_field_of_64_bits_holds_are_text() -> None:
    found = facts('{"id": 18446744073709551616, "stars": 1e999, "n": 18446744073709551615}')

    assert found == [
        Fact(("id",), "18446744073709551616"),
        Fact(("stars",), "1e999"),
        Fact(("n",), 18446744073709551615),
    ]


def test_a_long_name_over_a_long_list_is_not_written_out_for_every_item() -> None:
    text = json.dumps({"a" * 100_000: [0] * 50_000})

    assert facts(text) is None


def test_a_very_long_text_is_taken_as_prose() -> None:
    assert facts(json.dumps({"a": "x" * 500_000})) is None


@settings(max_examples=30)
@given(st.dictionaries(st.text(max_size=5), DATA, min_size=1, max_size=4))
def test_every_leaf_of_a_json_object_becomes_a_fact(data: dict[str, object]) -> None:
    found = facts(json.dumps(data)) or []

    assert len(found) == n_leaves(data)
    assert all(isinstance(fact.text, str) for fact in found)


def n_leaves(data: object) -> int:
    if isinstance(data, dict):
        return sum(map(n_leaves, data.values()))
    return sum(map(n_leaves, data)) if isinstance(data, list) else 1


@given(st.text(st.characters()) | st.text("{}[]'\":, \\01ax"))
def test_no_text_is_too_odd(text: str) -> None:
    for fact in facts(text) or []:
        assert fact.text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("9-5", "open Mon: 9-5"),
        (True, "open Mon: true"),
        (None, "open Mon: null"),
        (1, "open Mon: 1"),
    ],
)
def test_a_fact_is_worded_with_its_path(value: str | bool | None, text: str) -> None:
    assert Fact(("open", "Mon"), value).text == text


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("RestaurantsTakeOut", "Restaurants Take Out"),
        ("good_for-kids", "good for kids"),
        ("hours Monday", "hours Monday"),
        ("WiFi", "Wi Fi"),
        ("NASA", "NASA"),
        ("", ""),
    ],
)
def test_a_field_name_is_split_into_words(name: str, apart: str) -> None:
    assert spaced(name) == apart
