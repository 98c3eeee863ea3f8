"""How simply an amount of a claim that stands nowhere can be reckoned from what the evidence tells.

This is no derivation: nothing but the words around them ties the numbers to the claim, so it may
fit by chance. It moves the score of what stays open, and a value that is reckoned so contradicts
nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of, way_of
from groundgraph.text.quantities.derived.reach import Reach
from groundgraph.text.quantities.evidence.slots import Wanted
from groundgraph.text.quantities.written.terms import (
    BARE,
    CLOCK,
    TIME,
    Scale,
    Term,
    axes_of,
    is_part,
    points_of,
    scales_of,
    targets,
    terms_of,
)
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT
from groundgraph.text.quantities.written.units import unit_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_MOST, _MOST_DATES, _MOST_OWN, _MOST_PLACES = 8, 4, 3, 3
"""Numbers that are tried at most: of the evidence, its dates, the other numbers of claim and
question, and places in a row."""
_CHEAP, _DEAR = 0.5, 4.5
"""Costs up to which a way is as simple as can be, and from which it says nothing."""
_UNFITTING = 0.3
"""What is taken off where no word of the claim is of the numbers."""
_SLIP = 2.0
"""What it costs to leave out a unit, where that may be the mistake."""
_CONVERTED = 1 / 6
"""What a way counts to a value in a unit that the evidence does not use."""
_SHORTEST_UNIT = 3
_WHOLE = 1.5
_IMPLIED, _PLACE = 0.3, 0.2
"""What it costs to take a number that only a word stands for: seven for "week" beside "daily"; and
to count by a place in a row."""
_EACH = frozenset(
    """each every per apiece average averaged equal equally times twice thrice split share shared
    divide divided multiply respectively both double doubled halved half""".split()
)
_PERIODS = {"hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week"}
_PERIODS |= {"monthly": "month", "quarterly": "quarter", "yearly": "year", "annual": "year"}
_PERIODS |= {"annually": "year"}
_DOT_CLOCK = re.compile(
    r"\b(?:at|from|to|until|till|by|before|after|and) ([01]?\d|2[0-3])\.([0-5]\d)(?!\d|\.\d|%| ?°)"
)


def simplicity(claim: ReadClaim, number: int, *, made: bool = False) -> float:
    """Return how simply an amount of a claim follows from numbers of the evidence, in [0, 1].

    Args:
        claim: The claim, beside its evidence.
        number: Which of its amounts.
        made: Whether it must be reckoned from two numbers at least.
    """
    amount = claim.sentence.amounts[number]
    bare = BARE if made else _SLIP
    made = made or amount.unit is not COUNT  # a measure that stands there is no absent one
    wanted = claim.wanted(number)
    held = _nearest(wanted, claim.index.readings)
    scales = {scale for reading in held for scale in scales_of(reading.amount)}
    scales |= _asked(claim)
    timed = amount.dimension in {"", "time"}
    numbers = _numbers(claim, held, amount, scales, timed=timed, bare=bare)
    wanted_at = list(targets(amount, scales))
    return _best(_reach(claim, held, numbers), wanted_at, wanted, held, made=made)


def simplicity_if_absent(claim: ReadClaim, number: int) -> float:
    """Return how simply an amount that stands nowhere follows, in [0, 1], little in another unit.

    "16 miles" beside "10 km" is a wrong conversion: a right one would have been found.
    """
    simple = simplicity(claim, number)
    return simple * _CONVERTED if _is_converted(claim, claim.sentence.amounts[number]) else simple


def _is_converted(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether the evidence measures the same, but nothing in the unit of an amount."""
    if not amount.dimension or is_part(amount):
        return False
    units = [r.amount.unit for r in claim.index.readings if r.amount.dimension == amount.dimension]
    return bool(units) and all(unit is not amount.unit for unit in units)


def simplicity_of_date(claim: ReadClaim, number: int) -> float:
    """Return how simply a time of day or a year of a claim follows from the evidence's numbers."""
    moment = claim.sentence.mentions[number].moment
    goals = [(t.axes, t.value - 1, t.value + 1, 0.0) for t in points_of(moment, 0)]
    if not goals:
        return 0.0
    wanted = Wanted(claim.words_of({}), claim.index.measured)
    held = [r for r in claim.index.readings if r.amount.dimension in {"", "time"}]
    held = _nearest(wanted, held)
    scales = {(TIME, float(BY_WORD["years"].factor))} if moment.year else set()
    numbers = _numbers(claim, held, None, scales, timed=True, bare=BARE)
    return _best(_reach(claim, held, numbers), goals, wanted, held, made=True)


def _reach(
    claim: ReadClaim, held: Sequence[EvidenceQuantity], numbers: Sequence[Sequence[Term]]
) -> Reach:
    cued = bool(_EACH & (claim.lower | claim.asked))
    cued = cued or any(not _EACH.isdisjoint(line.letters) for line in _lines(claim, held))
    places = [Term(float(place), 0, 0, _PLACE) for place in _places(claim)]
    return Reach(numbers, [way_of(claim, reading) for reading in held], places, cued=cued)


def _best(
    reach: Reach,
    goals: Sequence[tuple[int, float, float, float]],
    wanted: Wanted,
    held: Sequence[EvidenceQuantity],
    *,
    made: bool,
) -> float:
    """Return the best of the ways to some values: how simple it is, less where no word fits."""
    best = 0.0
    for axes, low, high, more in goals:
        way = reach.to(axes, low, high, made=made)
        if way is not None:
            cost, taken = way
            used = [reading for at, reading in enumerate(held) if taken >> at & 1]
            simple = 1 - (max(_CHEAP, cost + more) - _CHEAP) / (_DEAR - _CHEAP)
            fit = wanted.share(*used) if used else 0.0
            best = max(best, simple - _UNFITTING * (1 - fit))
    return best


def _nearest(wanted: Wanted, readings: Sequence[EvidenceQuantity]) -> list[EvidenceQuantity]:
    """Return the numbers that fit a claim's words best, in the order of the text."""
    plain = [
        r for r in readings if not r.amount.weak or r.amount.kind != "count" or r.amount.dimension
    ]
    if len(plain) <= _MOST:
        return plain
    best = {id(r) for r in sorted(plain, key=wanted.share, reverse=True)[:_MOST]}
    return [r for r in plain if id(r) in best]


def _lines(claim: ReadClaim, held: Sequence[EvidenceQuantity]) -> list[Sentence]:
    """Return the sentences that some numbers stand in."""
    found = {(r.passage, r.line): line_of(claim, r) for r in held}
    return [line for line in found.values() if line is not None]


def _asked(claim: ReadClaim) -> set[Scale]:
    """Return the units that a question asks for: "how wide, in centimetres"."""
    found = set()
    tokens = claim.question.tokens
    for at in range(1, len(tokens)):
        if tokens[at - 1].text == "in" and tokens[at].kind == "word":
            unit = unit_at(tokens, at, claim.question.text)
            if unit is not None:
                found.add(axes_of(unit[0]))
    return {scale for scale in found if scale[0]}


def _numbers(
    claim: ReadClaim,
    held: Sequence[EvidenceQuantity],
    amount: Quantity | None,
    scales: set[Scale],
    *,
    timed: bool,
    bare: float,
) -> list[list[Term]]:
    """Return what each number may stand for, those of the evidence first."""
    own = scales | (scales_of(amount) if amount is not None else set())
    found = [terms_of(r.amount, 1 << at, own, bare=bare) for at, r in enumerate(held)]
    told = [*claim.sentence.amounts, *claim.question.amounts] if amount is not None else []
    beside = [a for a in told if a is not amount and (not a.weak or a.dimension)][:_MOST_OWN]
    lines = _lines(claim, held)
    more = [
        *(terms_of(other, 1) for other in beside),
        *([Term(value, 0, 1, _IMPLIED)] for value in _calendar(claim, lines)),
        *(_times(claim, lines) if timed else ()),
    ]
    for terms in more:
        bit = 1 << len(found)
        found.append([term._replace(held=bit) for term in terms])
    return found


def _times(claim: ReadClaim, lines: Sequence[Sentence]) -> Iterator[list[Term]]:
    """Yield the dates and times of day of the evidence, and the periods that it names."""
    dated = [event for event in claim.index.events if points_of(event.moment, 1)]
    if len(dated) > _MOST_DATES:
        words = claim.sentence.words.keys() | claim.question.words.keys()
        dated.sort(key=lambda event: -sum(event.words.get(word, 0.0) for word in words))
    for event in dated[:_MOST_DATES]:
        yield points_of(event.moment, 1)
    for passage in claim.index.passages:
        if passage.text.count(".") > 1:
            for hour, minute in _DOT_CLOCK.findall(passage.text)[:_MOST_DATES]:
                yield [Term(int(hour) * 3600.0 + int(minute) * 60, CLOCK, 1, _IMPLIED)]
    told = {amount.unit.name.removesuffix("s") for line in lines for amount in line.amounts}
    for name in sorted(_periods(lines) - told):  # "one year" is one number, not two
        yield [Term(float(BY_WORD[name].factor), TIME, 1, _IMPLIED)]


def _places(claim: ReadClaim) -> list[int]:
    """Return the places in a row that the sentences nearest to a claim tell."""
    said = claim.sentence.words.keys() | claim.question.words.keys()
    found = [place for stems, place in claim.index.places if not stems.isdisjoint(said)]
    return found[:_MOST_PLACES]


def _calendar(claim: ReadClaim, lines: Sequence[Sentence]) -> Iterator[float]:
    """Yield how many of the evidence's periods one of the claim's is: 7 for days and weeks."""
    own, theirs = _periods([claim.sentence, claim.question]), _periods(lines)
    sizes = {name: BY_WORD[name].factor for name in own | theirs}
    found = {sizes[one] / sizes[other] for one in own for other in theirs}
    for value in sorted(found):
        if value > 1:
            yield float(round(value)) if value > _WHOLE else float(value)


def _periods(sentences: Sequence[Sentence]) -> set[str]:
    """Return the units of time that some sentences name, in the singular."""
    found = set()
    for word in frozenset[str]().union(*(sentence.letters for sentence in sentences)):
        name = _PERIODS.get(word) or word.removesuffix("s")
        unit = BY_WORD.get(name) if len(name) >= _SHORTEST_UNIT else None
        if unit is not None and unit.dimension == "time" and name != "second":
            found.add(name)
    return found
