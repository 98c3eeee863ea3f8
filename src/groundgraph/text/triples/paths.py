"""Triples of paths in Cypher's notation: ``(:Person {name: "Ada"})-[:KNOWS]->(:Person {…})``."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.types import Span, Triple

_QUOTED = r"\"[^\"\n]*\"|'[^'\n]*'"
_PART = re.compile(
    rf"\((?P<node>(?:[^()\"'\n]|{_QUOTED})*)\)"
    rf"|<?-[ ]?\[(?P<arrow>(?:[^\[\]\"'\n]|{_QUOTED}|\[[^\[\]\n]*\])*)\][ ]?-?>?-?"
    r"|(?P<between>[\s,;]+)"
)
_HEAD = re.compile(r"\w{0,40}(?P<label>(?::[^:{}\n]{1,80}){0,5})")
_AROUND = re.compile(
    r"^[ \t]*(?:[|│] ?)?(?:(?:[\w-]{1,20}[>@#$]+ ?)?"
    r"(?:OPTIONAL |MATCH|CALL|UNWIND|RETURN|WHERE|WITH)\b[^\n]*"
    r"|[\w.]{1,30}[ \t]{0,200}(?:[|│][ \t]{0,20})?|[+|=─-]{3,}[ ]{0,9}|\(?\d{1,9} rows?\b[^\n]*)$"
    r"|^[ \t]*[|│]|[|│][ \t]{0,20}$",
    re.MULTILINE,
)
"""A statement, and the frame, head and foot of the table of its results."""
_FIELD = re.compile(
    rf"[`\"']?(?P<key>\w{{1,40}})[`\"']?[ ]?:[ ]?"
    rf"(?P<value>{_QUOTED}|\[[^\[\]\n]*\]|[^\s,:{{}}\[\"'][^,{{}}\"'\n]{{0,200}})"
)
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
        if part is None or not _is_of_a_path(part):
            return []
        found.append(part)
        at = part.end()
    return found


def _is_of_a_path(part: re.Match[str]) -> bool:
    """Say whether a node has a name, and an arrow a kind."""
    if part["node"] is not None:
        return _node(part) is not None
    return part["arrow"] is None or bool(_label(part["arrow"]))


def _label(inside: str) -> str:
    """Return the labels of a node or arrow, "" where what stands there is none."""
    head = _HEAD.fullmatch(inside.partition("{")[0].strip())
    return head["label"].strip(": `") if head else ""


def _told(one: _Node, arrow: re.Match[str], other: _Node) -> Triple:
    first, second = (other, one) if arrow[0].startswith("<") else (one, other)
    return Triple(first.name, _label(arrow["arrow"]).partition("*")[0].strip(_QUOTES), second.name)


def _node(part: re.Match[str]) -> _Node | None:
    """Return a node that has a name, ``None`` for other parts of a path."""
    inside = part["node"]
    if inside is None or _HEAD.fullmatch(inside.partition("{")[0].strip()) is None:
        return None
    fields = {
        match["key"]: match["value"].strip(_QUOTES)
        for match in _FIELD.finditer(inside.partition("{")[2])
    }
    key = next((name for name in _NAMES if fields.get(name)), None)
    name = fields.pop(key) if key else _label(inside)
    told = tuple((key, value) for key, value in fields.items() if value)
    return _Node(name, told, Span(*part.span())) if name else None
