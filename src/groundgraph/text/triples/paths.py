"""Triples of paths in Cypher's notation: ``(:Person {name: "Ada"})-[:KNOWS]->(:Person {…})``."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.types import Span, Triple

_VALUE = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\[[^\[\]\n]*\]|[^,:{}()\"'\n]+"
_FIELDS = rf"[ ]?[`\"']?\w+[`\"']?[ ]?:[ ]?(?:{_VALUE})"
_PART = re.compile(
    rf"""(?P<node>\([ ]?(?:\w+[ ]?)?(?P<label>(?::[ ]?[\w `]+)*)[ ]?
      (?:\{{(?P<fields>(?:{_FIELDS}(?:,{_FIELDS})*)?)[ ]?\}}[ ]?)?\))
    |(?P<arrow><?-[ ]?\[[ ]?(?:\w+)?:(?P<kind>[\w `|]+)(?:[*][\d.]*)?[ ]?
      (?:\{{(?P<told>(?:{_FIELDS}(?:,{_FIELDS})*)?)[ ]?\}}[ ]?)?\][ ]?-?>?-?)
    |(?P<between>[\s,;]+)""",
    re.VERBOSE,
)
_AROUND = re.compile(
    r"^[ \t]*(?:[|│] ?)?(?:(?:[\w-]{1,20}[>@#$]+ ?)?"
    r"(?:OPTIONAL |MATCH|CALL|UNWIND|RETURN|WHERE|WITH)\b[^\n]*"
    r"|[\w.]{1,30}[ \t]*[|│]?[ \t]*|[+|=─-]{3,}[+|=─ -]*|\(?\d+ rows?\b[^\n]*)$"
    r"|^[ \t]*[|│]|[|│][ \t]*$",
    re.MULTILINE,
)
"""A statement, and the frame, head and foot of the table of its results."""
_FIELD = re.compile(rf"[ ]?[`\"']?(?P<key>\w+)[`\"']?[ ]?:[ ]?(?P<value>{_VALUE})")
_NAMES = ("name", "title", "label", "id", "key", "code")
_QUOTES = "\"'` "


class Stated(NamedTuple):
    """A triple, and the path that tells it."""

    triple: Triple
    span: Span


class _Node(NamedTuple):
    """What a path goes through: its name, and what else it tells of itself."""

    name: str
    fields: tuple[tuple[str, str], ...]
    span: Span


def path_triples(text: str) -> list[Stated]:
    r"""Return the triples of a text that is paths as a whole; of others none.

    What a node is called is its field "name", "title", "label", "id", "key" or "code", the first
    that it has; its other fields are triples too.

    >>> found = path_triples('(:Person {name: "Ada", born: 1815})<-[:KNOWS]-(:Person {name: "Bo"})')
    >>> [tuple(each.triple) for each in found]
    [('Bo', 'KNOWS', 'Ada'), ('Ada', 'born', '1815')]
    """
    if ")-[" not in text.replace(" ", "") and ")<-[" not in text.replace(" ", ""):
        return []
    text = _AROUND.sub(lambda match: " " * len(match[0]), text)
    found: dict[Triple, Span] = {}
    nodes: dict[str, _Node] = {}
    node, arrow = None, None
    for part in _parts(text):
        if own := _node(part):
            nodes.setdefault(own.name, own)
            if node is not None and arrow is not None:
                span = Span(node.span.start, own.span.end)
                found.setdefault(_told(node, arrow, own), span)
            node, arrow = own, None
        elif part["arrow"]:
            arrow = part
        elif arrow is None:
            node = None
    for own in nodes.values():
        for key, value in own.fields:
            found.setdefault(Triple(own.name, key, value), own.span)
    return [Stated(triple, span) for triple, span in found.items()]


def _parts(text: str) -> list[re.Match[str]]:
    """Return the nodes and arrows of a text and what is between; none where it holds more."""
    found = []
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or (part["node"] and _node(part) is None):
            return []
        found.append(part)
        at = part.end()
    return found


def _told(one: _Node, arrow: re.Match[str], other: _Node) -> Triple:
    first, second = (other, one) if arrow[0].startswith("<") else (one, other)
    return Triple(first.name, arrow["kind"].strip(_QUOTES), second.name)


def _node(part: re.Match[str]) -> _Node | None:
    """Return a node that has a name, ``None`` for other parts of a path."""
    if not part["node"]:
        return None
    fields = {m["key"]: m["value"].strip(_QUOTES) for m in _FIELD.finditer(part["fields"] or "")}
    key = next((name for name in _NAMES if fields.get(name)), None)
    name = fields.pop(key) if key else part["label"].strip(": `")
    told = tuple((key, value) for key, value in fields.items() if value)
    return _Node(name, told, Span(*part.span())) if name else None
