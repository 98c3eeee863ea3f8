from __future__ import annotations

import ast
import json
import math
import warnings
from functools import partial
from typing import Any

import pytest
from counting import calls_of
from hypothesis import assume, given
from hypothesis import strategies as st

from groundgraph.text.literals import DEEPEST, LARGEST, SMALLEST, WrittenSet, read_data

UNREAD = object()


def oracle(text: str) -> Any:
    """Read a short text as JSON, else by Python itself; `UNREAD` where neither takes it."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of escapes that it does not know
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, TypeError):
            return UNREAD


def is_data(value: Any) -> bool:
    """Say whether a value has no part that the reader leaves to others."""
    if isinstance(value, dict):
        return all(map(is_data, [*value, *value.values()]))
    if isinstance(value, list | tuple | set):
        return all(map(is_data, value))
    return not isinstance(value, bytes | complex | type(...))


def same(found: Any, expected: Any) -> bool:
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and len(found) == len(expected)
            and all(map(same, found, expected))
            and all(map(same, found.values(), expected.values()))
        )
    if isinstance(expected, list | tuple):
        return (
            type(found) is type(expected)
            and len(found) == len(expected)
            and all(map(same, found, expected))
        )
    if isinstance(expected, set):
        return isinstance(found, WrittenSet) and found.text[0] + found.text[-1] == "{}"
    if isinstance(expected, float) and not math.isfinite(expected):
        return isinstance(found, str) and repr(float(found)) == repr(expected)
    if isinstance(expected, int) and not SMALLEST <= expected <= LARGEST:
        return isinstance(found, str) and int(found, 0) == expected
    return type(found) is type(expected) and repr(found) == repr(expected)


def agrees_with_python(text: str) -> bool:
    expected = oracle(text)
    if expected is not UNREAD and not is_data(expected):
        return True
    found = read_data(text)
    return same(found, expected) if isinstance(expected, dict | list) else found is None


SPACES = st.sampled_from(["", "", "", " ", "\n", "\t ", " # a remark, [or { so\n", "\\\n", "\r\n"])
NUMBERS = (
    st.integers(-(2**70), 2**70).map(str)
    | st.floats().map(repr)
    | st.sampled_from(
        "0|00|-0|+1|- 1|1_000|0x1F|0o17|0b10_1|0XfF|.5|5.|1e5|1_0.5e-3|1e999|-1e999|00.5".split("|")
    )
)
STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(repr) | st.sampled_from(
    r"""'a' 'b'|u'free'|r'\d\n'|'\x41\u00e9\U0001F600\N{BULLET}\101\0'|'''a'b''c'''|"it's"|'\q'|
    '''two
lines'''|"a\
b"|'a\'b'|R"\\"|'' 'x' ''|"\7z"|'\N{bullet}'""".split("|")
)
LEAVES = NUMBERS | STRINGS | st.sampled_from(["None", "True", "False", "null", "true", "NaN"])


@st.composite
def literals(draw: st.DrawFn, levels: int = 3) -> str:
    """Write a list, tuple, set or dictionary in loose style; now and then it is none of them."""
    brackets = draw(st.sampled_from(["[]", "()", "{}", "{:}", "{:}"]))
    items = []
    for _ in range(draw(st.integers(0, 4))):
        deep = levels and draw(st.booleans())
        item = draw(literals(levels - 1)) if deep else draw(LEAVES)
        items.append(f"{draw(LEAVES)}{draw(SPACES)}:{item}" if ":" in brackets else item)
    inside = f"{draw(SPACES)},{draw(SPACES)}".join(items)
    trailing = draw(st.sampled_from(["", ","])) if items else ""
    return f"{brackets[0]}{draw(SPACES)}{inside}{trailing}{brackets[-1]}"


LITERALS = literals()


@given(LITERALS)
def test_a_literal_is_read_as_python_reads_it(text: str) -> None:
    assert agrees_with_python(text)


@given(
    st.text("[](){}'\"\\,: \n#+-_.0x1eEuNr", max_size=14).map("[{}]".format)
    | st.text("{}:,1'a ", max_size=10).map("{{{}}}".format)
)
def test_what_python_refuses_is_refused_and_nothing_else(text: str) -> None:
    assert agrees_with_python(text)


@given(LITERALS, st.data())
def test_a_literal_with_a_wrong_character_is_read_as_python_reads_it(
    text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(text)))
    wrong = data.draw(st.sampled_from("[](){}'\"\\,:\n#+-_.0xq "))
    damaged = text[:at] + wrong + text[at + data.draw(st.integers(0, 1)) :]
    assume("+" not in damaged[1:] and "-" not in damaged[1:])  # sums of complex numbers
    assert agrees_with_python(damaged)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 18446744073709551615}', 2**64 - 1),
        ('{"a": 18446744073709551616}', "18446744073709551616"),
        ('{"a": -9223372036854775808}', -(2**63)),
        ('{"a": -9223372036854775809}', "-9223372036854775809"),
        ("{'a': 0xFFFFFFFFFFFFFFFFF}", "0xFFFFFFFFFFFFFFFFF"),
        ("{'a': -1_000}", -1000),
        ('{"a": 1e999}', "1e999"),
        ("{'a': -1e999}", "-1e999"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": -0}', 0),
        ('{"a": -0.0}', -0.0),
    ],
)
def test_a_number_that_no_field_holds_is_text_as_written(text: str, value: object) -> None:
    assert repr(read_data(text)) == repr({"a": value})


@pytest.mark.parametrize("form", ['{{"a": {}}}', "{{'a': {}}}"])
@pytest.mark.parametrize("digits", ["9" * 5_000, "-" + "1" * 300_000, "9" * 300_000 + "e1"])
def test_digits_beyond_count_are_text(form: str, digits: str) -> None:
    assert read_data(form.format(digits)) == {"a": digits}


def test_the_items_of_a_set_keep_their_order() -> None:
    assert read_data("{'a': {'z', 'b', 3, 'z'}}") == {"a": WrittenSet("{'z', 'b', 3}")}


@pytest.mark.parametrize(
    "text",
    [
        "{'a': " * DEEPEST + "1" + "}" * DEEPEST,
        '{"a": ' * DEEPEST + "1" + "}" * DEEPEST,
        "[(" * (DEEPEST // 2) + "1,)" * 1 + "],)" * (DEEPEST // 2 - 1) + "]",
    ],
    ids=["Python", "JSON", "tuples"],
)
def test_values_nested_to_the_limit_are_read_and_one_more_is_not(text: str) -> None:
    assert read_data(text) is not None
    assert read_data(f"[{text}]") is None


@pytest.mark.parametrize(
    "text",
    [
        "[1" + "+1" * 130_000 + "]",
        "[" + "-" * 200_000 + "1]",
        "[" * 200_000,
        "[" + "(" * 200_000 + ")" * 200_000 + "]",
        "{'a': " + "{" * 200_000,
        "[1" + " if 1 else 1" * 20_000 + "]",
        "[x" + ".x" * 100_000 + "]",
        "[" + "not " * 50_000 + "True]",
    ],
    ids=["sums", "signs", "lists", "tuples", "braces", "choices", "names", "not"],
)
def test_what_would_end_the_process_is_no_data(text: str) -> None:
    assert read_data(text) is None


def test_nothing_is_evaluated_and_nothing_is_warned_of() -> None:
    for text in (r"{'a': '\d'}", "[1if 1else 0]", "['a'()]", "[1 is 1]", "[0x1for x in ()]"):
        read_data(text)  # warnings are errors here, and Python warns of each of these


@pytest.mark.parametrize(
    "part",
    ["'a' ", "'a', ", "'\\x41', ", "1, ", "[], ", "{'a': [1]}, ", "# a\n", "\\\n", "('a'), "],
)
def test_the_steps_are_in_proportion_to_the_text(part: str) -> None:
    few, many = (calls_of(partial(read_data, "[" + part * n + "]")) for n in (500, 1000))
    assert many <= 2.1 * few
