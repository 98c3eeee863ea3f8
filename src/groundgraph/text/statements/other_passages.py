"""Names that only a passage about another thing than is asked for tells.

"Who manages the Leeds branch?" is not answered by the manager that the passage on York names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.passage_heads import asked_of, passage_heads
from groundgraph.text.words import NEGATIONS, letters
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NAME = re.compile(
    r"(?<![\w'’-])[A-Z][\w'’-]{0,24}(?: (?:(?:of|de|van|von|the) )?[A-Z][\w'’-]{0,24}){1,5}"
)
_FIT = 0.8
_OF_OTHERS = NEGATIONS | frozenset(
    """than both unlike instead rather other others another predecessor successor previous former
    earlier also too""".split()
)


class ToldOfAnother(NamedTuple):
    """A name in a passage about something else: the passage's number, where, and how sure."""

    passage: int
    span: Span
    fit: float


def told_of_another(claim: str, question: str, texts: Sequence[str]) -> ToldOfAnother | None:
    """Find a name of two words or more that a claim has from a passage about another thing.

    Args:
        claim: One sentence of an answer.
        question: What was asked, or "".
        texts: The passages.
    """
    heads = passage_heads(tuple(texts))
    if not any(heads) or not _OF_OTHERS.isdisjoint(letters(claim)):
        return None
    for name in _names(claim, question):
        found = asked_of(heads, claim.replace(name, " "), question)
        if found is None:
            continue
        places = [number for number, text in enumerate(texts) if name in text]
        last = name.rpartition(" ")[2]
        if (
            places
            and found.others.issuperset(places)
            and not any(last in texts[n] for n in found.own)
        ):
            start = texts[places[0]].index(name)
            return ToldOfAnother(places[0], Span(start, start + len(name)), _FIT)
    return None


def _names(claim: str, question: str) -> Iterator[str]:
    asked = question.lower()
    for match in _NAME.finditer(claim):
        words = match[0].split(" ")
        while words and words[0] in {"The", "A", "An", "In", "It", "Yes", "No", "Its"}:
            words = words[1:]
        name = " ".join(words)
        if len(words) > 1 and name.lower() not in asked:
            yield name
