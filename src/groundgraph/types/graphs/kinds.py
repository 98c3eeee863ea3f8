"""What the nodes and edges of an evidence graph are, and what a node is called.

The id of a node says what it is, and nothing else: two detectors that look at one sentence of
a passage, or at one stretch of an answer, mean the same node, whatever else they look at.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from groundgraph.types.records import QUOTED
from groundgraph.types.triple_names import is_triple
from groundgraph.types.verdicts import EdgeKind

if TYPE_CHECKING:
    from groundgraph.types.examples import Span, Triple

NodeKind = Literal["question", "passage", "unit", "knowledge", "entity", "statement", "claim"]
"""A question; a passage; a sentence or fact of one; what was given as knowledge, a triple of the
example or an entity of a knowledge source; what statements are about; a triple as somebody states
it; a stretch of the answer that is judged."""

NODE_KINDS: tuple[NodeKind, ...] = get_args(NodeKind)
EDGE_KINDS: tuple[EdgeKind, ...] = get_args(EdgeKind)
SYMMETRIC = frozenset[EdgeKind]({"similar", "opposes"})
"""Kinds of edges that say the same in both directions."""

QUESTION = "question"
_STOPS = " .;:!?…"


class Node(NamedTuple):
    """A node of an evidence graph.

    Attributes:
        id: Says what it is; made by the functions of this module.
        kind: What sort of thing that is.
        text: What a reader sees of it; "" where it is not at hand.
        part_of: Of a unit, the id of its passage; else "".
        read_as: Of a claim that is a short answer, what was judged; else "".
    """

    id: str
    kind: NodeKind
    text: str = ""
    part_of: str = ""
    read_as: str = ""


class GraphEdge(NamedTuple):
    """An edge of an evidence graph.

    Attributes:
        source: The id of a node.
        target: The id of another one.
        kind: What the edge says.
        weight: How strong it is, in [-1, 1].
        by: Who says so: the name of a detector or builder; "" where it is not known.
    """

    source: str
    target: str
    kind: EdgeKind
    weight: float
    by: str = ""


def question(text: str = "") -> Node:
    """Return the node of the question."""
    return Node(QUESTION, "question", text)


def source(name: str, text: str = "", *, known: bool = True) -> Node:
    """Return the node of what evidence comes from, by its id in an example.

    Args:
        name: The id of a passage, "triple 3" for a triple of the example, or the id of an entity.
        text: Of the passage.
        known: Whether a passage has this id; an entity of a knowledge source is none.

    >>> source("2").id, source("triple 3").id
    ('passage:2', 'knowledge:triple 3')
    """
    given = not known or is_triple(name)
    return Node(f"knowledge:{name}", "knowledge", text) if given else passage(name, text)


def passage(name: str, text: str = "") -> Node:
    """Return the node of a passage."""
    return Node(f"passage:{name}", "passage", text)


def unit(name: str, span: Span | None, text: str) -> Node:
    """Return the node of a piece of a passage: its place, or for a fact of data its words' digest.

    >>> from groundgraph.types import Span
    >>> unit("2", Span(0, 19), "The lift is broken.").id
    'unit:2:0-18'
    """
    place = _place(span, text) if span else f"#{_digest(text)}"
    return Node(f"unit:{name}:{place}", "unit", text, f"passage:{name}")


def claim(span: Span, text: str, read_as: str = "") -> Node:
    """Return the node of a stretch of the answer.

    Detectors cut an answer differently, so a claim is known by its place and not by its number.
    """
    return Node(f"claim:{_place(span, text)}", "claim", text, read_as=read_as)


def statement(triple: Triple) -> Node:
    """Return the node of a triple, whoever states it; "born_in" is the same as "born in"."""
    read = triple.subject, triple.predicate.replace("_", " "), triple.object
    parts = json.dumps(read, ensure_ascii=False)
    return Node(f"statement:{parts}", "statement", " – ".join(triple))


def entity(name: str) -> Node:
    """Return the node of a subject or object; case and white space do not tell two apart."""
    return Node(f"entity:{' '.join(name.casefold().split())}", "entity", " ".join(name.split()))


def _place(span: Span, text: str) -> str:
    """Return where a text stands, without the stop at its end, which some cut off with it.

    A long text, which rows quote in part, keeps its own.
    """
    whole = len(text) == span.end - span.start <= QUOTED
    return f"{span.start}-{span.start + len(text.rstrip(_STOPS)) if whole else span.end}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
