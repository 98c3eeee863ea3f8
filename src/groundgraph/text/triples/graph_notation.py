"""Nodes and edges in the notation of Cypher, as databases, shells and prompts write them.

``(:Person {name: "Ada"})-[:KNOWS {since: 2019}]->(b:Person)``, ``Node 7 :City {name: "Ystad"}``,
``Edge 3-[:IN]->7``, ``(Ada Ruiz)-[:WORKS_AT]->(Halden)``.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from groundgraph.types import Span

Fields: TypeAlias = tuple[tuple[str, str], ...]
"""Properties of a node or edge: name and value, without quotes."""


class Node(NamedTuple):
    """What an edge leads from or to.

    Attributes:
        ref: What stands before its labels: a variable, a number, or its name; "" for none.
        labels: Such as "Person"; "" for none.
        fields: Its properties.
        span: Where it stands.
    """

    ref: str
    labels: str
    fields: Fields
    span: Span


class Arrow(NamedTuple):
    """An edge between the nodes beside it.

    Attributes:
        label: Of what kind it is, such as "WORKS_AT".
        fields: Its properties.
        backwards: Whether it leads from the node behind it to the one before.
        end: Where it ends.
    """

    label: str
    fields: Fields
    backwards: bool
    end: int


class Break(NamedTuple):
    """The end of a line, or a sign between two paths."""

    end: int


Element: TypeAlias = Node | Arrow | Break

_LONGEST = 4_000
"""Characters of a node or arrow."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_BEFORE_QUOTES = frozenset(":,[{(=")
_QUOTES = "\"'` "
_SPACES = re.compile(r"[ \t]*")
_BLANK = re.compile(r"[\n\r,;][\s,;]*")
_LEAD = re.compile(
    r"(?:[-*•] |\d{1,3}[.)] )?(?:(?:node|vertex|edge|relation(?:ship)?|rel|path|triple)s?\b[ ]?"
    r"[:#]?[ ]?)?",
    re.IGNORECASE,
)
_ARROW = re.compile(r"(?P<left><?)-{1,2}[ ]?(?=\[)")
_BEFORE_ARROW = re.compile(r"[ ]?<?-{1,2}[ ]?\[")
_TAIL = re.compile(r"[ ]?-{0,2}>?")
_HEAD = re.compile(
    r"(?P<ref>(?:[^:{}`]|:(?=\s)){0,120}?)\s?(?P<labels>(?::`?[^\s:{}`][^:{}`\n]{0,79}`?){0,5})"
)
_LABELLED = re.compile(r"(?P<ref>\w[\w.-]{0,59})?[ ]?(?P<labels>(?::\w{1,60}){1,5})[ ]?(?=\{)")
_NAMED = re.compile(r"[^()\[\]{}\n|,;<>]{1,120}?(?=[ ]?<?--?[ ]?\[|\n|\Z)")
_FIELD = re.compile(
    r"[`\"']?(?P<key>\w{1,40})[`\"']?[ ]?[:=][ ]?(?P<value>\"[^\"\n]*\"|'[^'\n]*'|\[[^\[\]\n]*\]"
    r"|\w{2,20}\([^()\n]{0,60}\)|[^\s,:{}\[\"'][^,{}\"'\n]{0,200})"
)
_CALLED = re.compile(r"\w{2,20}\([\"']?([^()\"'\n]{0,60})[\"']?\)")
"""A value that a function makes: ``date('2024-03-05')``."""


def elements(text: str) -> list[Element]:
    """Return the nodes and arrows of a text that is such as a whole; of others none."""
    found: list[Element] = []
    at = _past(_SPACES, text, 0)
    while at < len(text):
        if not found or isinstance(found[-1], Break):
            at = _past(_LEAD, text, at)
        after_arrow = bool(found) and isinstance(found[-1], Arrow)
        each = (
            _break(text, at)
            or _arrow(text, at)
            or _framed(text, at)
            or _labelled(text, at)
            or _named(text, at, alone=not after_arrow)
        )
        if each is None:
            return []
        at = _past(_SPACES, text, each.span.end if isinstance(each, Node) else each.end)
        if not (isinstance(each, Break) and after_arrow):
            found.append(each)
    return found


def _past(blank: re.Pattern[str], text: str, at: int) -> int:
    match = blank.match(text, at)
    return match.end() if match else at


def _break(text: str, at: int) -> Break | None:
    match = _BLANK.match(text, at)
    return Break(match.end()) if match else None


def _arrow(text: str, at: int) -> Arrow | None:
    opened = _ARROW.match(text, at)
    end = _closed(text, opened.end()) if opened else None
    if opened is None or end is None:
        return None
    parts = _parts(text[opened.end() + 1 : end - 1])
    tail = _TAIL.match(text, end)
    if parts is None or tail is None:
        return None
    ref, labels, fields = parts
    label = (labels or ref).partition("*")[0].strip(_QUOTES)
    backwards = bool(opened["left"]) and not tail[0].endswith(">")
    return Arrow(label, fields, backwards, tail.end()) if label else None


def _framed(text: str, at: int) -> Node | None:
    """Read a node in brackets."""
    end = _closed(text, at) if text[at] == "(" else None
    parts = _parts(text[at + 1 : end - 1]) if end is not None else None
    if parts is None or end is None or not any(parts):
        return None
    return Node(*parts, Span(at, end))


def _labelled(text: str, at: int) -> Node | None:
    """Read a node without brackets: ``3311 :Product {name: 'Tent'}``."""
    head = _LABELLED.match(text, at)
    end = _closed(text, head.end()) if head else None
    if head is None or end is None:
        return None
    labels = head["labels"].strip(": ")
    return Node(head["ref"] or "", labels, _fields(text[head.end() : end]), Span(at, end))


def _named(text: str, at: int, *, alone: bool) -> Node | None:
    """Read a node that is a name beside an arrow: ``Ada -[:KNOWS]-> Bo Ek``."""
    name = _NAMED.match(text, at)
    if name is None or not name[0].strip(" ."):
        return None
    if alone and _BEFORE_ARROW.match(text, name.end()) is None:
        return None
    return Node(name[0].strip(" ."), "", (), Span(at, name.end()))


def _closed(text: str, at: int) -> int | None:
    """Return the index behind the bracket that closes the one at a place; ``None`` for none.

    A quote is one where a value may begin, and an apostrophe elsewhere.
    """
    waiting: list[str] = []
    quote = before = ""
    for place in range(at, min(len(text), at + _LONGEST)):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and before in _BEFORE_QUOTES:
            quote = sign
        elif sign in _CLOSING:
            waiting.append(_CLOSING[sign])
        elif sign in ")]}":
            if not waiting or waiting.pop() != sign:
                return None
            if not waiting:
                return place + 1
        before = before if sign.isspace() else sign
    return None


def _parts(inside: str) -> tuple[str, str, Fields] | None:
    """Return reference, labels and properties of what stands in a node or arrow."""
    head, brace, told = inside.partition("{")
    if brace and not told.rstrip().endswith("}"):
        return None
    match = _HEAD.fullmatch(head.strip())
    if match is None:
        return None
    return match["ref"].strip(_QUOTES), match["labels"].strip(":` "), _fields(told)


def _fields(told: str) -> Fields:
    found = {}
    for match in _FIELD.finditer(told):
        called = _CALLED.fullmatch(match["value"])
        value = (called[1] if called else match["value"]).strip(_QUOTES)
        if value:
            found[match["key"]] = value
    return tuple(found.items())
