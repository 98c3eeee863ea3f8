"""Evidence as it is shown: whole sentences, and rows of tables as they are written.

What decides is often a part of one: a word, a cell, a fact such as "4 price: 4.5". Nobody would
find that in the passage, so the sentence or row that holds it is shown, once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.structured import table_rows
from groundgraph.types import Evidence, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Passage


def as_shown(
    evidence: Iterable[Evidence], units: Mapping[str, Sequence[Unit]], passages: Sequence[Passage]
) -> tuple[Evidence, ...]:
    """Return pieces of evidence as they are shown, of one sentence or row the first alone.

    Args:
        evidence: The pieces.
        units: Of each passage, by its id.
        passages: The passages.
    """
    shown: dict[tuple[str, Span | None, str], Evidence] = {}
    for each in evidence:
        whole = _whole(each, units.get(each.passage_id, ()), passages)
        place = (whole.passage_id, whole.span, whole.text)
        same = shown.get(place, whole)
        shown[place] = replace(same, score=max(same.score, whole.score))
    return tuple(shown.values())


def _whole(piece: Evidence, own: Sequence[Unit], passages: Sequence[Passage]) -> Evidence:
    passage = next((each for each in passages if each.id == piece.passage_id), None)
    if passage is None or not own:
        return piece
    rows = _rows(passage.text)
    if piece.span is None:
        fact = next((unit.fact for unit in own if unit.fact and unit.text == piece.text), None)
        number = int(fact.path[0]) if fact and rows and len(fact.path) > 1 else 0
        return _at(piece, rows[number - 1], passage) if 0 < number <= len(rows) else piece
    for span in rows or (unit.span for unit in own):
        if span and span.start <= piece.span.start and piece.span.end <= span.end:
            return _at(piece, span, passage)
    return piece


def _at(piece: Evidence, span: Span, passage: Passage) -> Evidence:
    return replace(piece, span=span, text=span.of(passage.text))


@lru_cache(maxsize=64)
def _rows(text: str) -> tuple[Span, ...]:
    return tuple(Span(*row) for row in table_rows(text))
