"""In which year a line of a table is the most or the least, or on one side of a value.

"In which year was net income less than 100 million?", "2018".
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.tables.periods import periods_in
from groundgraph.text.quantities.written.model import Event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.lookups.asked_cells import Asked
    from groundgraph.text.quantities.tables.periods import Period
    from groundgraph.text.quantities.tables.sheets import Entry, Sheet
    from groundgraph.types import Span

_MORE, _LESS = r"larger|greater|higher|more|bigger", r"smaller|lower|less|fewer"
_BESIDE = re.compile(
    rf"\b(?:(?P<more>(?:{_MORE}) than|exceed(?:s|ed)?|above|over)"
    rf"|(?P<less>(?:{_LESS}) than|below|under))\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\b(?:(?P<less>negative)|(?P<more>positive))\b", re.IGNORECASE)
_MOST = re.compile(
    rf"\b(?:(?P<more>{_MORE}|largest|greatest|highest|most|biggest)"
    rf"|(?P<less>{_LESS}|smallest|lowest|least|fewest))\b",
    re.IGNORECASE,
)


def check_years(claim: ReadClaim, asked: Asked, sheet: Sheet) -> list[Check]:
    """Hold the years that a claim names for an answer against those of which it is true."""
    told = _answered(claim)
    values = _values(asked, sheet)
    true = _true_of(claim, asked.text, values) if len(values) > 1 else None
    if not told or true is None:
        return []
    checks = []
    for period, at in told:
        own = [each for each in values if period.is_in(each)]
        if len(own) != 1:
            return []
        right = own[0] in true
        if right or (asked.sure and asked.whole):
            held = [values[own[0]], *(values[each] for each in true if not right)]
            events = tuple(Event.of_cell(e.cell, sheet.passage) for e in held)
            checks.append(Check(decided(right=right), "comparison", at, events, 1.0))
    return checks


def _answered(claim: ReadClaim) -> list[tuple[Period, Span]]:
    """Return the periods that a claim has and its question has not, or not as often."""
    asked = Counter(period for period, _ in periods_in(claim.question.text))
    found = []
    for period, span in periods_in(claim.text):
        if asked[period]:
            asked[period] -= 1
        else:
            found.append((period, span))
    return found


def _values(asked: Asked, sheet: Sheet) -> dict[Period, Entry]:
    """Return the values of the one line that is named, by period, of those asked if some are."""
    if len(asked.named) != 1 or len(asked.named[0].lines) != 1:
        return {}
    [line] = asked.named[0].lines
    columns = [column for group in asked.columns for column in group] or sheet.columns
    told = [c for c in columns if c.period and (line.number, c.number) in sheet.entries]
    if len({column.period for column in told}) != len(told):
        return {}
    return {c.period: sheet.entries[line.number, c.number] for c in told if c.period}


def _true_of(claim: ReadClaim, text: str, values: Mapping[Period, Entry]) -> set[Period] | None:
    """Return the periods of which it is true; ``None`` where it is not clear what is asked."""
    beside = _BESIDE.search(text)
    if beside is not None:
        amounts = [a for a in claim.question.amounts if a.first and a.span.start >= beside.end()]
        if len(amounts) != 1 or amounts[0].value < 0:
            return None
        [amount] = amounts
        told = {}
        for period, entry in values.items():
            scale = entry.scale if amount.scaled and entry.scale else 1
            told[period] = entry.number * scale - amount.value
        return {p for p, v in told.items() if (v > 0 if beside["more"] else v < 0)}
    signed = _SIGNED.search(text)
    if signed is not None:
        return {p for p, e in values.items() if (e.number > 0 if signed["more"] else e.number < 0)}
    most = list(_MOST.finditer(text))
    if len(most) != 1 or any(entry.number < 0 for entry in values.values()):
        return None
    sign = 1 if most[0]["more"] else -1
    top = max(entry.number * sign for entry in values.values())
    return {period for period, entry in values.items() if entry.number * sign == top}
