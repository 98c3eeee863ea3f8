"""Sentences cut into tokens and tagged, once for all that reads them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import Token, tokens
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKS = "'’"
"""What a token may begin with by what stands before it."""


@lru_cache(maxsize=2048)  # amounts and statements read the same passages and claims
def tagged(sentence: str) -> tuple[tuple[Token, ...], tuple[str, ...]]:
    """Return the tokens of a sentence and one tag for each."""
    found = tokens(sentence, Span(0, len(sentence)))
    return tuple(found), tuple(tags(found))


def tagged_from(text: str, span: Span) -> tuple[Sequence[Token], Sequence[str], int]:
    """Return the tokens of a sentence within a text, their tags, and from where they are counted.

    What asks for few of their places adds that, and spares to make them anew.
    """
    start = span.start
    alone = not start or text[start - 1].isspace()
    if not alone or text[start : start + 1] in _MARKS:
        found = tokens(text, span)
        return found, tags(found), 0
    return *tagged(span.of(text)), start


def tagged_in(text: str, span: Span) -> tuple[Sequence[Token], Sequence[str]]:
    """Return the tokens of a sentence within a text, with offsets into that, and their tags."""
    own, kinds, start = tagged_from(text, span)
    if not start:
        return own, kinds
    new = tuple.__new__  # half the time of Token(…), and tokens are many
    return [new(Token, (t, a + start, b + start, kind, low)) for t, a, b, kind, low in own], kinds
