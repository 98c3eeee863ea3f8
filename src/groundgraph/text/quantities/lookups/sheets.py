"""Values that a question asks of a table of numbers: of one cell, or reckoned from several.

"What is the percentage change in revenue between 2018 and 2019?", "5.2%": the line and the columns
that it names are found, and what it asks is reckoned. A value is wrong where they are surely those
that are meant, and no scale or sign under which it may be told gives it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.lookups.asked_cells import asked_of
from groundgraph.text.quantities.lookups.asked_values import Reading, readings_of
from groundgraph.text.quantities.lookups.asked_years import check_years
from groundgraph.text.quantities.tables.cells import speaks_of_loss
from groundgraph.text.quantities.tables.periods import periods_in
from groundgraph.text.quantities.tables.scales import scale_named
from groundgraph.text.quantities.tables.sheets import placed_words, words_of
from groundgraph.text.quantities.tables.signs import is_a_loss
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.unit_table import COUNT
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.lookups.asked_cells import Asked
    from groundgraph.text.quantities.tables.sheets import Sheet
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_FALLS = re.compile(r"(?<![/(])\b(?:decreas|declin|reduc|drop|fall|fell)", re.IGNORECASE)
_APART = re.compile(r"\b(?:difference|variance)", re.IGNORECASE)
_ROUNDED = Fraction(51, 100)
"""Share of the last digit shown by which a value may differ; of what is divided, a whole one."""
_FEW = 2
"""Readings of one question at most; of more it is not sure what is meant."""
_SURE, _LEAN = 1.0, 0.5
_NAMED = 0.85
"""Fit from which a claim and its question name a cell."""


class Told(NamedTuple):
    """A number of a claim.

    Attributes:
        number: As it is written, below 0 in brackets or with a sign.
        step: One of its last digit.
        scale: That of "thousand" or "million" behind it, else 1.
        percent: Whether it is a percentage.
        signed: Whether a sign or brackets are written.
        unit: Its unit.
        span: Where it stands.
    """

    number: Fraction
    step: Fraction
    scale: int
    percent: bool
    signed: bool
    unit: MeasureUnit
    span: Span


def check_sheets(claim: ReadClaim) -> list[Check]:
    """Hold a short answer against the cells of tables that its question names."""
    text = _question(claim)
    if not text:
        return []
    asked = [
        (found, sheet) for sheet in claim.sheets if (found := asked_of(text, sheet)) is not None
    ]
    if len(asked) != 1:
        return []
    [(found, sheet)] = asked
    if found.way == "when":
        return check_years(claim, found, sheet)
    told = _told(claim)
    if not told:
        return []
    if len(told) > 1:
        return _in_turn(found, sheet, told)
    if found.way == "cell" and len(found.columns) > 1 and "total" in text.lower():
        found = found._replace(way="sum")  # "the total cost of revenue in 2018 and 2019"
    check = _check(found, sheet, told[0])
    return [check] if check is not None else []


def unless_open(amounts: Sequence[Check], asked: Sequence[Check]) -> list[Check]:
    """Put what is open of values that tables may tell in the place of what goes against them.

    A value that is that of a cell is none of its change, though the cell agrees. What goes against
    the one cell that both find stays.

    Args:
        amounts: What is found of amounts.
        asked: What tables say of the same, as a question asks for it.
    """
    at = {check.at: check for check in asked}
    kept = [
        c
        for c in amounts
        if c.at not in at
        or (c.outcome != "contradicted" and at[c.at].outcome != "elsewhere")
        or (at[c.at].outcome == "open" and _is_of_the_cell(c, at[c.at]))
    ]
    taken = {check.at for check in kept}
    return [*kept, *(check for check in asked if check.at not in taken)]


def _is_of_the_cell(check: Check, asked: Check) -> bool:
    """Say whether a claim and its question name the cell that a table is asked for."""
    cells = [[held.cell for held in each.held] for each in (check, asked)]
    return check.fit >= _NAMED and cells[0] == cells[1]


def _question(claim: ReadClaim) -> str:
    """Return the question where a claim only answers it, else ""."""
    asked = {*words_of(claim.question.text)}
    more = (
        at
        for word, at in placed_words(claim.text)
        if word not in asked and word not in _SCALES and word.isalpha()
    )
    only = bool(asked) and all(_is_in_an_amount(claim, at) for at in more)
    return claim.question.text if only else ""


def _is_in_an_amount(claim: ReadClaim, at: int) -> bool:
    return any(a.span.start <= at < a.span.end for a in claim.sentence.amounts)


_SCALES = frozenset(
    words_of("thousand thousands million millions billion billions none nil nothing")
)
_NONE = re.compile(r"\b(?:none|nil|nothing)\b", re.IGNORECASE)
"""Words for 0 that are no numbers."""


def _told(claim: ReadClaim) -> list[Told]:
    """Return the numbers of a claim that its question does not have, nor are years."""
    periods = [span for _, span in periods_in(claim.text)]
    found = []
    for amount in claim.sentence.amounts:
        asked = any(agreement(amount, other) == "equal" for other in claim.question.amounts)
        if not asked and not any(span.overlaps(amount.span) for span in periods):
            told = _number(claim.text, amount)
            if told is not None:
                found.append(told)
    none = _NONE.search(claim.text) if not found else None
    if none is not None:
        zero = Fraction(0)
        found = [Told(zero, zero, 1, False, False, COUNT, Span(*none.span()))]
    if len(found) > 1 and found[-1].scale > 1:  # "161, 186 thousand"
        found = [one._replace(scale=found[-1].scale) for one in found]
    return found


def _number(text: str, amount: Quantity) -> Told | None:
    match = _DIGITS.search(text, *amount.span)
    if match is None:
        return None
    number = Fraction(match[0].replace(",", ""))
    scale = abs(amount.value) / number if number and amount.scaled else Fraction(1)
    decimals = len(match[0].partition(".")[2])
    before, behind = text[: match.start()].rstrip("$€£¥ "), text[match.end() :].lstrip("% ")
    opened = before.endswith("(") and behind.startswith(")")
    minus = amount.value < 0 or opened or text[: match.start()].rstrip("$€£¥ (")[-1:] in "-−"
    minus = minus and bool(before)
    return Told(
        -number if minus else number,
        Fraction(1, 10**decimals),
        int(scale),
        amount.unit.name in {"%", "percentage points"},
        minus or "+" in text[match.start() - 2 : match.start()],
        amount.unit,
        amount.span,
    )


def _in_turn(asked: Asked, sheet: Sheet, told: Sequence[Told]) -> list[Check]:
    """Hold several values against as many columns, or lines, in the order of the question."""
    if asked.way != "cell":
        return []
    cases: list[Asked] = []
    if len(asked.named) == 1 and len(asked.columns) == len(told):
        cases = [asked._replace(columns=(column,)) for column in asked.columns]
    elif len(asked.named) == len(told) and len(asked.columns) == 1:
        cases = [asked._replace(named=(name,)) for name in asked.named]
    checks = [_check(case, sheet, one) for case, one in zip(cases, told, strict=False)]
    return [check for check in checks if check is not None]


def _check(asked: Asked, sheet: Sheet, told: Told) -> Check | None:
    found = list(readings_of(asked, sheet, percent=told.percent))
    if not found:
        return _of_a_cell(asked, sheet, told)
    fits = [_fits(asked, told, reading) for reading in found]
    if "unscaled" in fits:
        return None
    first = found[0]
    if "right" in fits and not asked.sure and not found[fits.index("right")].told:
        return None  # another cell may be meant
    if "right" in fits:
        first = found[fits.index("right")]
        return _made("supported", sheet, told, first)
    if not (asked.sure and asked.whole) or len(found) > _FEW or "open" in fits:
        return _of_a_cell(asked, sheet, told) or _made("open", sheet, told, first)
    return _made("contradicted", sheet, told, first)


def _of_a_cell(asked: Asked, sheet: Sheet, told: Told) -> Check | None:
    """Tell a value that is that of a cell, where a change of the line is asked."""
    if asked.way not in {"change", "growth"}:
        return None
    numbers = {line.number for name in asked.named for line in name.lines}
    for (line, _), entry in sheet.entries.items():
        if line in numbers and told.number and abs(told.number) == abs(entry.number):
            return _made("elsewhere", sheet, told, Reading(entry.number, (entry,), ""))
    return None


def _made(outcome: CheckOutcome, sheet: Sheet, told: Told, reading: Reading) -> Check:
    held = tuple(Event.of_cell(e.cell, sheet.passage) for e in reading.entries)
    return Check(
        outcome,
        "derivation" if reading.told else "amount",
        told.span,
        held,
        _SURE,
        reading.told,
        reading.way,
        plain=True,
        lean=-_LEAN if outcome == "open" else 0.0,
    )


def _fits(asked: Asked, told: Told, reading: Reading) -> str:
    """Say whether a number is a value: "right", "wrong", "open" where it may be, or "unscaled"."""
    if asked.way != "cell" and reading.unit is not None and reading.unit.offset != told.unit.offset:
        return "open"  # a change of 10 °C is one of 18 °F
    told = _in_unit_of(told, reading)
    bare = told.number, reading.value, told.step
    near = _is_near(*bare, divided=reading.divided)
    if told.percent != reading.percent:
        unscaled = reading.scale == 0 if told.percent else told.scale == 1
        if not (near and unscaled):
            return "open"
    elif not near or (reading.scale > 1 and told.scale not in {1, reading.scale}):
        scale = reading.scale or 1
        whole = told.number * told.scale, reading.value * scale, told.step * told.scale
        if not (told.scale != scale and _is_near(*whole, divided=reading.divided)):
            return "wrong"
    elif _lacks_its_scale(asked, told, reading):
        return "unscaled"
    if _is_of_costs(asked, reading):
        grows = abs(reading.entries[1].number) > abs(reading.entries[0].number)
        return "right" if (told.number > 0) == grows else "open"
    if (told.number < 0) == (reading.value < 0) or not told.number:
        return "right"
    return _of_signs(asked, told, reading)


def _lacks_its_scale(asked: Asked, told: Told, reading: Reading) -> bool:
    """Say whether "€48,200" has the digits of a cell in thousands, and no scale is asked for."""
    bare = told.scale == 1 < reading.scale and told.unit.dimension.startswith("money")
    return bare and scale_named(asked.text) == 1


def _in_unit_of(told: Told, reading: Reading) -> Told:
    """Return a number in the unit of a cell that measures the same: 300 mg beside 0.3 g."""
    own, other = told.unit, reading.unit
    if other is None or own.dimension != other.dimension or own.factor == other.factor:
        return told
    by = own.factor / other.factor
    moved = (own.offset - other.offset) / other.factor  # degrees of Fahrenheit and Celsius
    return told._replace(number=told.number * by + moved, step=told.step * by)


def _of_signs(asked: Asked, told: Told, reading: Reading) -> str:
    """Say what becomes of a value that has the other sign.

    Costs are printed in brackets and told without; a fall may be told as "a decrease of 5". An
    income is no loss: "Net income was 350" beside "Net income (loss) | (350)".
    """
    if asked.way == "cell" and is_a_loss(reading.entries[0].cell) and told.number > 0:
        return "open" if speaks_of_loss(asked.text) else "wrong"
    if asked.way not in {"change", "growth"}:
        return "right" if told.number > 0 else "wrong"
    if _FALLS.search(asked.text):
        return "right" if told.number > 0 else "open"
    if _APART.search(asked.text):
        return "right" if told.number > 0 else "open"
    return "wrong"


def _is_of_costs(asked: Asked, reading: Reading) -> bool:
    """Say whether a change is one of values in brackets: costs, that grow the more they are."""
    moves = asked.way in {"change", "growth"}
    return moves and all(entry.number < 0 for entry in reading.entries)


def _is_near(told: Fraction, value: Fraction, step: Fraction, *, divided: bool) -> bool:
    """Say whether a number is a value to the digits that it shows; decimals may be cut."""
    room = step if divided and step < 1 else step * _ROUNDED
    return abs(abs(told) - abs(value)) <= room
