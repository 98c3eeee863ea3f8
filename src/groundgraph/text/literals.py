"""Data written as JSON or as a Python literal, read without evaluating anything.

JSON is left to `json`. Python's notation, what ``str`` makes of a dictionary, has a reader here: it
goes through the text once and keeps what is open on a list, so that its time and memory are in
proportion to the length, whatever stands in the text. It reads dictionaries, lists, tuples, sets,
strings (raw, in pieces or in three quotes too), numbers, ``None``, ``True`` and ``False``, and
passes over comments. Bytes, complex numbers and ``...`` are not data, nor is anything to be worked
out.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST = 100
"""How many values may stand one within the other. Records have fewer than ten, and every fact names
all the levels above it."""
SMALLEST, LARGEST = -(2**63), 2**64 - 1
"""Whole numbers beyond these are in no field of 64 bits; they stay text, as identifiers do."""
_LEAST_LINES = 2
_MOST_DIGITS = 20  # of LARGEST, and of SMALLEST with its sign; to convert many takes quadratic time

_BETWEEN = r"(?:[ \t\f\n]|\\\n|#[^\n]*(?:\n|\Z))*"  # white space, joined lines, comments
_SPACE = re.compile(_BETWEEN)
_CONSTANT = re.compile(r"(?:None|True|False)\b")
_CONSTANTS = {"None": None, "True": True, "False": False}
_DIGITS = r"\d(?:_?\d)*"
_POWER = rf"[eE][+-]?{_DIGITS}"
_NUMBER = re.compile(
    rf"(?:(?P<sign>[+-]){_BETWEEN})?(?:"
    r"(?P<based>0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+)"
    rf"|(?P<real>(?:{_DIGITS}\.(?:{_DIGITS})?|\.{_DIGITS})(?:{_POWER})?|{_DIGITS}{_POWER})"
    rf"|(?P<whole>0(?:_?0)*|[1-9](?:_?\d)*))(?![\w.])",
    re.ASCII,
)
_QUOTE = re.compile(r"(?P<how>[uUrR]?)(?P<quote>'''|\"\"\"|'|\")")
_STRINGS = {
    "'": re.compile(r"([^'\\\n]*(?:\\.[^'\\\n]*)*)'", re.DOTALL),
    '"': re.compile(r'([^"\\\n]*(?:\\.[^"\\\n]*)*)"', re.DOTALL),
    "'''": re.compile(r"([^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*)'''", re.DOTALL),
    '"""': re.compile(r'([^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*)"""', re.DOTALL),
}
_ESCAPE = re.compile(
    r"\\(?:(?P<octal>[0-7]{1,3})|x(?P<x>[0-9a-fA-F]{2})|u(?P<u>[0-9a-fA-F]{4})"
    r"|U(?P<U>[0-9a-fA-F]{8})|N\{(?P<name>[^{}]+)\}|(?P<letter>.))",
    re.DOTALL,
)
_LETTERS = dict(zip("\n\\'\"abfnrtv", ("", *"\\'\"\a\b\f\n\r\t\v"), strict=True))
_NO_SOURCE = re.compile("[\0\ud800-\udfff]")  # in no source text of Python
_CLOSING = {"[": "]", "(": ")", "{": "}", "": None}


@dataclass  # not frozen, and so without a hash: no set holds a set
class WrittenSet:
    """A set as a text, its items in the order in which they are written."""

    text: str

    def __str__(self) -> str:
        return self.text


def read_data(text: str) -> dict[Any, Any] | list[Any] | None:
    r"""Read a text that is one dictionary or list, as JSON or as a Python literal.

    Numbers that are not finite, or whole and beyond 64 bits, stay text as they are written, and a
    set becomes a `WrittenSet`.

    Returns:
        What the text holds; ``None`` where it is something else, or nested beyond `DEEPEST`.

    >>> read_data('{"a": [1, null, 1e999]}'), read_data(r"{'b': (True, '\x41')}")
    ({'a': [1, None, '1e999']}, {'b': (True, 'A')})
    >>> read_data("{'a': 1 + 1}") is None
    True
    """
    try:
        data = json.loads(text, parse_int=_whole, parse_float=_real, parse_constant=str)
    except (ValueError, RecursionError):
        try:
            data = _read_literal(text)
        except _NotALiteralError:
            return None
    return data if isinstance(data, dict | list) and not _is_deep(data) else None


def read_records(text: str) -> dict[Any, Any] | list[Any] | None:
    r"""Read a text as `read_data` does, or one of which each line is a dictionary, as a list.

    >>> read_records('{"a": 1}\n{"a": 2}'), read_records('{"a": 1}\nand more')
    ([{'a': 1}, {'a': 2}], None)
    """
    found = read_data(text)
    lines = [line for line in text.split("\n") if line.strip()] if found is None else []
    if len(lines) < _LEAST_LINES or not all(line.lstrip()[0] == "{" for line in lines):
        return found
    every = [read_data(line) for line in lines]
    return every if all(isinstance(each, dict) for each in every) else None


def _is_deep(data: object) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        level = [each for value in level for each in inside(value)]
    return any(isinstance(value, dict | list | tuple) for value in level)


def inside(value: object) -> Iterable[object]:
    """Return the values that an object or array holds, none of anything else."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def _whole(written: str) -> int | str:
    if len(written) > _MOST_DIGITS:
        return written
    number = int(written)
    return number if SMALLEST <= number <= LARGEST else written


def _real(written: str) -> float | str:
    number = float(written)
    return number if math.isfinite(number) else written


class _NotALiteralError(Exception):
    """The text is no literal."""


class _Open:
    """A bracket that is open, and the values in it so far."""

    def __init__(self, bracket: str) -> None:
        self.items: list[Any] = []
        self._bracket = bracket
        self._colons = 0
        self._last = ""  # "value", "," or ":"

    def take(self, value: Any) -> None:
        """Take a value, which stands first or behind a comma or colon."""
        _require(self._last != "value")
        self.items.append(value)
        self._last = "value"

    def separate(self, mark: str) -> None:
        """Take a comma or a colon, which stands behind a value."""
        expects_colon = len(self.items) == 2 * self._colons + 1 and self._bracket == "{"
        _require(self._last == "value" and self._bracket != "")
        _require(expects_colon if mark == ":" else not (self._colons and expects_colon))
        self._colons += mark == ":"
        self._last = mark

    def closed(self, bracket: str) -> Any:
        """Return the value that ends with a bracket."""
        _require(bracket == _CLOSING[self._bracket] and self._last != ":")
        if bracket == ")":
            alone = len(self.items) == 1 and self._last == "value"
            return self.items[0] if alone else tuple(self.items)
        return self._in_braces() if bracket == "}" else self.items

    def _in_braces(self) -> Any:
        try:
            if self._colons or not self.items:
                _require(len(self.items) == 2 * self._colons)
                return dict(zip(self.items[::2], self.items[1::2], strict=True))
            return WrittenSet("{" + ", ".join(map(repr, dict.fromkeys(self.items))) + "}")
        except TypeError as error:  # a key without a hash, such as a list
            raise _NotALiteralError from error


def _require(fits: bool) -> None:
    if not fits:
        raise _NotALiteralError


def _read_literal(text: str) -> Any:
    _require(_NO_SOURCE.search(text) is None)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    still_open = [_Open("")]
    at = _after_space(text, 0)
    while at < len(text):
        mark = text[at]
        if mark in "[({":
            _require(len(still_open) <= DEEPEST)
            still_open.append(_Open(mark))
        elif mark in "])}":
            value = still_open.pop().closed(mark)
            still_open[-1].take(value)
        elif mark in ",:":
            still_open[-1].separate(mark)
        else:
            value, at = _scalar(text, at)
            still_open[-1].take(value)
        at = _after_space(text, at + (mark in "[({])},:"))
    _require(len(still_open) == 1)
    return still_open[0].items[0] if still_open[0].items else None


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _scalar(text: str, at: int) -> tuple[str | float | None, int]:
    """Read the string, number or constant that begins at a place; return it and its end."""
    if found := _CONSTANT.match(text, at):
        return _CONSTANTS[found[0]], found.end()
    if found := _NUMBER.match(text, at):
        return _number(found), found.end()
    pieces = []
    while found := _QUOTE.match(text, at):
        string = _STRINGS[found["quote"]].match(text, found.end())
        if string is None:
            break
        raw = found["how"] in {"r", "R"}
        pieces.append(string[1] if raw or "\\" not in string[1] else unescaped(string[1]))
        at = _after_space(text, string.end())
    _require(bool(pieces) and found is None)
    return "".join(pieces), at


def _number(found: re.Match[str]) -> float | str:
    sign = found["sign"] or ""
    if found["real"]:
        return _real(sign + found["real"])
    if found["whole"]:
        return _whole(sign + (found["whole"].replace("_", "").lstrip("0") or "0"))
    number = int(sign + found["based"], base=0)
    return number if SMALLEST <= number <= LARGEST else sign + found["based"]


def unescaped(string: str) -> str:
    """Return the characters of a string of Python without its escapes."""
    return _ESCAPE.sub(_escape, string)


def _escape(found: re.Match[str]) -> str:
    letter: str | None = found["letter"]
    if letter:
        _require(letter not in "xuUN")
        known: str = _LETTERS.get(letter, "\\" + letter)
        return known
    try:
        if found["name"]:
            return unicodedata.lookup(str(found["name"]))
        hexadecimal: str | None = found["x"] or found["u"] or found["U"]
        return chr(int(hexadecimal, 16) if hexadecimal else int(str(found["octal"]), 8))
    except (LookupError, ValueError) as error:
        raise _NotALiteralError from error
