"""Dates and times of day in the cells of tables: the column that is meant, and what is left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.openings import openings_of
from groundgraph.text.quantities.tables.cells import cell_mentions, cell_stems
from groundgraph.text.quantities.written.moments import states
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event
    from groundgraph.text.quantities.written.moments import Moment

_BARE = frozenset(map(stem, ("date", "day", "time")))
_GOES_ON = re.compile(r"\.\.|…|[-–—]|\b(?:to|until|till|every|then|hourly)\b", re.IGNORECASE)
"""What stands in a cell for times between those written."""


def is_of_another_column(
    claim: ReadClaim, words: Mapping[str, float], one: Event, best: Event
) -> bool:
    """Say whether a date is of the row that is meant, in another column: "arrives at 7:40"."""
    if one.cell is None or best.cell is None or one.cell.alone or one.cell.at[1] == 0:
        return False
    own, head = {*cell_stems(one.cell.column)}, {*cell_stems(best.cell.column)}
    named = head - own
    beside = (one.passage, one.line) == (best.passage, best.line)
    meant = bool(named) and all(words.get(word, 0.0) >= 1 for word in named)
    return beside and meant and bool(own) and own.isdisjoint(claim.sentence.words)


def meant_instead(
    words: Mapping[str, float], moment: Moment, told: Event, events: Iterable[Event]
) -> Event | None:
    """Return the date of the field that a claim names, where ``told`` is of one called "Date".

    As "Due: 4 September" for the due date, beside "Date: 5 August".
    """
    if told.cell is None or not {*cell_stems(told.cell.column)} <= _BARE:
        return None
    said = [word for word, weight in words.items() if weight >= 1]
    for event in events:
        own = {*cell_stems(event.cell.column)} - _BARE if event.cell is not None else set()
        beside = event.passage == told.passage and states(event.moment, moment) is False
        if own and beside and all(any(word.startswith(name) for word in said) for name in own):
            return event
    return None


def is_of_its_column(words: Mapping[str, float], moment: Moment, held: Event) -> bool:
    """Say whether a date of a cell is told of a claim's words, and of no more than of one time."""
    cell = held.cell
    if cell is None:
        return True
    named = {*cell_stems(cell.column)} - {*cell_stems(cell.row)} & words.keys()
    stamp = held.moment.dated and not moment.dated
    if not named or stamp or openings_of(cell.value) is not None:  # see cases.schedules
        return False
    return not is_left_out(held, moment)


def is_left_out(held: Event, moment: Moment) -> bool:
    """Say whether a time may be one of those left out in a cell: 9:10 in "08:10 ... 20:10"."""
    value = held.cell.value if held.cell is not None else ""
    if _GOES_ON.search(value) is None:
        return False
    told = [minute for mention in cell_mentions(value)[1] for minute in mention.moment.minutes]
    return bool(told) and any(min(told) < minute < max(told) for minute in moment.minutes)
