"""Triples of a text in Turtle, of which N-Triples is the plain part.

Statements with "a", ";" and "," are read, and prefixes that the text declares; blank nodes in
brackets and collections are not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.rdf_terms import unescaped
from groundgraph.types import Span, Triple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    (?P<space>\s+|\#[^\n]*)
  | (?P<iri><[^<>\s"{}|^`]*>)
  | (?P<literal>(?:\"{3}(?:[^"\\]|\\.|"(?!""))*\"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      (?:@[A-Za-z]+(?:-[A-Za-z0-9]+)*|\^\^(?:<[^<>\s]*>|[\w-]*:[\w-]+))?)
  | (?P<directive>@prefix\b|@base\b|(?i:prefix\b|base\b))
  | (?P<name>(?:[\w-]+(?:\.[\w-]+)*)?:(?:[\w%~-]+(?:\.[\w%~-]+)*)?)
  | (?P<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<word>(?:a|true|false)\b)
  | (?P<mark>[;,.])
    """,
    re.VERBOSE | re.DOTALL,
)
_BEGINS = re.compile(r"\s*(?:<|@|\#|(?i:prefix|base)\s|[\w-]*:)")
_NODES = frozenset({"iri", "name"})
_VALUES = frozenset({"iri", "name", "literal", "number", "word"})


class Stated(NamedTuple):
    """A triple, and where what tells of it alone stands."""

    triple: Triple
    span: Span


class NotTurtleError(ValueError):
    """The text is no Turtle from a place on.

    Attributes:
        at: The place.
    """

    def __init__(self, at: int) -> None:
        super().__init__(f"expected Turtle at {at}")
        self.at = at


def stated_triples(text: str) -> list[Stated]:
    r"""Return the triples of a text that is Turtle as a whole; of others none.

    >>> [tuple(each.triple) for each in stated_triples('ex:Up a ex:Film ; ex:year 2009 .')]
    [('ex:Up', 'a', 'ex:Film'), ('ex:Up', 'ex:year', '2009')]
    >>> stated_triples("Note: it rains.")
    []
    """
    if not _BEGINS.match(text):
        return []
    try:
        return list(each_stated(text))
    except NotTurtleError:
        return []


def each_stated(text: str) -> Iterator[Stated]:
    """Yield the triples of a text in Turtle.

    Raises:
        NotTurtleError: Where it is none.
    """
    prefixes: dict[str, str] = {}
    parts: list[str] = []
    began = 0
    tokens = _tokens(text)
    for token in tokens:
        kind = str(token.lastgroup)
        if kind == "directive" and not parts:
            _declare(token, tokens, prefixes)
        elif kind == "mark":
            if len(parts) == len(Triple._fields):
                yield Stated(Triple(*parts), Span(began, token.end()))
                parts = parts[: {",": 2, ";": 1, ".": 0}[token[0]]]
            elif token[0] == "," or len(parts) != 1 or began >= 0:  # but for "; ." and "; ;"
                raise NotTurtleError(token.start())
            elif token[0] == ".":
                parts = []
            began = -1
        else:
            if not _fits(kind, token[0], len(parts)):
                raise NotTurtleError(token.start())
            began = token.start() if began < 0 or not parts else began
            parts.append(_term(token, prefixes))
    if parts:
        raise NotTurtleError(len(text))


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise NotTurtleError(at)
        at = found.end()
        if found.lastgroup != "space":
            yield found


def _fits(kind: str, word: str, place: int) -> bool:
    """Say whether a token can be subject (0), predicate (1) or object (2)."""
    if place == 1:
        return kind in _NODES or word == "a"
    return kind in (_NODES if place == 0 else _VALUES if place == 2 and word != "a" else ())


def _declare(
    directive: re.Match[str], tokens: Iterator[re.Match[str]], prefixes: dict[str, str]
) -> None:
    """Read "@prefix ex: <http://ex.org/> ." and "PREFIX ex: <…>"; a base is passed over."""
    wanted = ["iri"] if directive[0].lower().endswith("base") else ["name", "iri"]
    wanted += ["mark"] * directive[0].startswith("@")
    found = [next(tokens, None) for _ in wanted]
    for token, kind in zip(found, wanted, strict=True):
        if token is None or token.lastgroup != kind:
            raise NotTurtleError(directive.start())
    if wanted[0] == "name":
        name, iri = (token[0] for token in found[:2] if token is not None)
        prefixes[name] = iri[1:-1]


def _term(token: re.Match[str], prefixes: dict[str, str]) -> str:
    """Return a term as a triple has it: an address, a text, or a literal with its type."""
    said = token[0]
    if token.lastgroup == "iri":
        return said[1:-1]
    if token.lastgroup == "name":
        prefix, colon, local = said.partition(":")
        known = prefixes.get(prefix + colon)
        return said if known is None else known + local
    if token.lastgroup == "literal":
        said = f'"{said[3:-3]}"' if said.startswith('"""') and said.endswith('"""') else said
        return unescaped(said[1:-1]) if said[-1] == said[0] else said
    return said
