"""Sentences that each tell what holds for a range: "1–3 years: 5 ml. 4–6 years: 7.5 ml."."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.table_cells import TableCell
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RANGE = re.compile(
    r"(?:(?<=[.;] )|(?<=\n)|\A)(?P<name>(?:(?:under|over|from|up to|below|above) )?\d{1,4}"
    r"(?: ?[-–] ?\d{1,4}| to \d{1,4}|\+)?[ -]?[^\W\d_]{1,12}(?: (?:and|or) (?:over|more|older))?)"
    r": (?P<value>[^;\n]{1,120}?)(?=[.;] |[.;]?\s*(?:\n|\Z))",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"[.;\s]{0,4}")
_ENDS = re.compile(r"\d ?[-–] ?\d|\d to \d|\b(?:up to|under|over) \d")
_FEWEST, _BEFORE = 2, 150


def ranged_cells(
    text: str, taken: Sequence[Span], number: int
) -> Iterator[tuple[list[TableCell], Span]]:
    """Yield the fields that a text tells of ranges outside of its tables, numbered from here on.

    >>> [(found, _)] = ranged_cells("1–3 years: 5 ml. 4–6 years: 7.5 ml.", [], 0)
    >>> [(cell.column, cell.value) for cell in found]
    [('1–3 years', '5 ml'), ('4–6 years', '7.5 ml')]
    """
    run: list[re.Match[str]] = []
    for match in [*_RANGE.finditer(text), None]:
        goes_on = match is not None and (
            not run or _BETWEEN.fullmatch(text, run[-1].end(), match.start()) is not None
        )
        if not goes_on and len(run) >= _FEWEST and not _is_taken(text, run, taken):
            yield _fields(run, number), Span(run[0].start(), run[-1].end())
            number += 1
        run = [*(run if goes_on else ()), *([match] if match is not None else ())]


def _is_taken(text: str, run: Sequence[re.Match[str]], taken: Sequence[Span]) -> bool:
    """Say whether a table has a run, or the sentence before it the first of its ranges."""
    whole = Span(run[0].start(), run[-1].end())
    before = text[max(0, whole.start - _BEFORE) : whole.start].rstrip(". \n")
    sentence = before[before.rfind(". ") + 1 :]
    return _ENDS.search(sentence) is not None or any(whole.overlaps(span) for span in taken)


def _fields(run: Sequence[re.Match[str]], number: int) -> list[TableCell]:
    return [
        TableCell(
            "",
            match["name"],
            match["value"],
            Span(*match.span("value")),
            number,
            (0, at),
            alone=True,
        )
        for at, match in enumerate(run)
    ]
