"""Triples of nodes and edges in Cypher's notation."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.triples.graph_notation import Arrow, Break, Fields, Node, elements
from groundgraph.types import Span, Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_AROUND = re.compile(
    r"^[ \t]*(?:[|│] ?)?(?:(?:[\w-]{1,20}[>@#$]+ ?)?"
    r"(?:OPTIONAL |MATCH|CALL|UNWIND|RETURN|WHERE|WITH)\b[^\n]*"
    r"|[\w.]{1,30}[ \t]{0,200}(?:[|│][ \t]{0,20})?|[+|=─-]{3,}[ ]{0,9}|\(?\d{1,9} rows?\b[^\n]*)$"
    r"|^[ \t]*[|│]|[|│][ \t]{0,20}$",
    re.MULTILINE,
)
"""A statement, and the frame, head and foot of the table of its results."""
_NAMES = ("name", "title", "entity", "label")
_KEYS = ("id", "key", "code")
_NAMING = ("name", "title", "holder", "owner")
"""What keys that name something are, or end in; in their order."""
_VARIABLE = re.compile(r"[a-z_]\w{0,9}")
_SHORTEST_ALIAS = 3


class Stated(NamedTuple):
    """A triple, the path that tells it, and what else is told of its edge."""

    triple: Triple
    span: Span
    fields: Fields = ()


def path_triples(text: str) -> list[Stated]:
    r"""Return the triples of a text that is nodes and edges as a whole; of others none.

    What a node is called is its field "name", "title", "label" or one that ends so, else "id",
    "key", "code" or its first; its other fields are triples too. An edge may name a node by any
    field that no other has.

    >>> found = path_triples('(:Person {name: "Ada", born: 1815})<-[:KNOWS]-(:Person {name: "Bo"})')
    >>> [tuple(each.triple) for each in found]
    [('Bo', 'KNOWS', 'Ada'), ('Ada', 'born', '1815')]
    >>> found = path_triples("Node 3 :City {name: 'Ystad'}\n(Ada)-[:LIVES_IN {since: 2019}]->(3)")
    >>> [(tuple(each.triple), each.fields) for each in found]
    [(('Ada', 'LIVES_IN', 'Ystad'), (('since', '2019'),))]
    """
    if "-[" not in text.replace(" ", "") and not ("{" in text and ":" in text):
        return []
    found = elements(_AROUND.sub(lambda match: " " * len(match[0]), text))
    return told_by([each for each in found if isinstance(each, Node)], _edges(found))


def told_by(nodes: Sequence[Node], edges: Iterable[tuple[Node, Arrow, Node]]) -> list[Stated]:
    """Return the triples of edges between nodes, then what each node tells of itself."""
    names = _Names(nodes)
    stated: dict[tuple[Triple, Fields], Span] = {}
    for one, arrow, other in edges:
        first, second = (other, one) if arrow.backwards else (one, other)
        triple = Triple(names.of(first), arrow.label, names.of(second))
        stated.setdefault((triple, arrow.fields), Span(one.span.start, other.span.end))
    for node in nodes:
        for key, value in names.others(node):
            stated.setdefault((Triple(names.of(node), key, value), ()), node.span)
    return [Stated(triple, span, fields) for (triple, fields), span in stated.items()]


def _edges(found: Sequence[Node | Arrow | Break]) -> Iterator[tuple[Node, Arrow, Node]]:
    """Yield each arrow between the nodes beside it."""
    node: Node | None = None
    arrow: Arrow | None = None
    for each in found:
        if isinstance(each, Node):
            if node is not None and arrow is not None:
                yield node, arrow, each
            node, arrow = each, None
        elif isinstance(each, Arrow):
            arrow = each
        else:
            node = None


class _Names:
    """What the nodes of a graph are called."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        told = list(dict.fromkeys((n.ref, n.labels, n.fields) for n in nodes if n.fields))
        self._of = {each: _own_name(*each) for each in told}
        aliases = Counter(
            alias for ref, _, fields in told for alias in {ref, *_telling(fields)} if alias
        )
        self._aliases = {
            alias: self._of[ref, labels, fields]
            for ref, labels, fields in told
            for alias in (ref, *_telling(fields))
            if aliases[alias] == 1
        }

    def of(self, node: Node) -> str:
        """Return what a node is called, or the one that it refers to."""
        if node.fields:
            return self._of[node.ref, node.labels, node.fields]
        if node.ref in self._aliases:
            return self._aliases[node.ref]
        return _plain_name(node.ref, node.labels)

    def others(self, node: Node) -> Iterator[tuple[str, str]]:
        """Yield what a node tells of itself beside its name."""
        name = self.of(node)
        for key, value in node.fields:
            if value != name:
                yield key, value


def _own_name(ref: str, labels: str, fields: Fields) -> str:
    told = {key.lower(): value for key, value in fields}
    by_end = (value for end in _NAMING for key, value in told.items() if key.endswith(end))
    by_key = (told[key] for key in (*_NAMES, *_KEYS) if key in told)
    names = [told[key] for key in _NAMES if key in told]
    chosen = names[0] if names else next((v for v in by_end if not v.isdigit()), None)
    return chosen or next(by_key, None) or _plain_name(ref, labels) or fields[0][1]


def _plain_name(ref: str, labels: str) -> str:
    return labels if labels and (not ref or _VARIABLE.fullmatch(ref)) else ref


def _telling(fields: Fields) -> set[str]:
    """Return values that may tell a node from others."""
    return {value for _, value in fields if len(value) >= _SHORTEST_ALIAS}
