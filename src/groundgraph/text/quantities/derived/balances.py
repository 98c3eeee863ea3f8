"""What is there in the end: a level that a passage tells, with what came and went after it.

"The farm had 240 goats. 65 kids were born, 38 goats were sold and 7 died" leaves 260. Each amount
behind the level must stand beside a verb by which something came or went, or go on from one.
"""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.written.ellipsis import OF_THEM
from groundgraph.text.quantities.written.roles import says_rest
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_CAME = frozenset(
    """opened joined added born arrived came bought received gained deposited planted hired hatched
    recruited acquired installed delivered admitted appointed created join arrive openings hires
    recruits deposits admissions arrivals additions appointments deliveries purchases""".split()
)
_WENT = frozenset(
    """closed sold died took taken left gone lost removed withdrew withdrawn spent used eaten
    cancelled resigned retired scrapped felled dismissed discarded broke booked reserved occupied
    issued filled leave redundancies closures withdrawals departures cuts cancellations dismissals
    layoffs resignations retirements went given donated stolen sunk drunk lent""".split()
)
"""Verbs and nouns by which something came or went."""
_COMES_TO = ("came", "to")
"""What leads to a level and is no coming."""
_MORE = frozenset("another extra additional added further plus arrive arrives join joins".split())
_FEWER = frozenset("minus less off deducted deduct refused broken missing".split())
_IN_THE_END = frozenset(
    """left end ended ends finish finished now still remain remained remains remaining today
    afterwards finally leaves leaving""".split()
)
_AHEAD = frozenset("will would shall after then".split())
"""Words by which a claim or question asks for the end of what is yet to come."""
_PERSONS = frozenset(
    map(stem, "people persons staff employees workers members posts jobs colleagues".split())
)
_BEFORE = frozenset("before previously earlier ago formerly originally initially previous".split())
_MORE_THAN = {"more": 1, "higher": 1, "larger": 1, "less": -1, "fewer": -1, "lower": -1}
_TO_COME = frozenset("hopes hope plans plan expects expect aims will would target goal".split())
_STOPS = frozenset({",", ";", ".", "and", "but", "while"})
_HOLDS = frozenset("holds hold takes take contains contain seats carries has".split())
_DO = frozenset("was were is are had has have came got".split())
_BEHIND = 3
"""Words behind a number among which its own verb stands."""
_ONE = frozenset({"a", "an", "each", "every", "one"})
_LINES, _MOST, _FEWEST = 2, 6, 2
"""Sentences behind that of a level, and how many changes they may tell; and how many at least, but
where the claim speaks of a rest: of 60 places "12 are still free", where 48 are taken."""


def balances(claim: ReadClaim, amount: Quantity, wanted: Wanted) -> Iterator[Derivation]:
    """Yield what levels of the evidence come to, where a claim or question asks for the end."""
    rest = says_rest(claim.sentence.tokens)
    if not rest and not (_IN_THE_END | _AHEAD) & (claim.lower | claim.asked):
        return
    plain = [r for r in claim.index.readings if r.cell is None and r.amount.kind == "count"]
    for at, level in enumerate(plain):
        if level.amount.dimension != amount.dimension or _is_of_one(claim, level):
            continue
        if _is_alike(claim, amount, level):
            found = _balance(claim, level, plain[at + 1 :], wanted)
            if found is not None and (rest or len(found.held) > _FEWEST):
                yield found


def _is_alike(claim: ReadClaim, amount: Quantity, level: EvidenceQuantity) -> bool:
    """Say whether a level is of what the claim's amount is of: by the unit, or by the noun."""
    if amount.unit is not COUNT:
        return True
    named, told = {*amount.noun, *claim.question.words}, {*level.amount.noun}
    return bool(named & told) or bool(_PERSONS & {*amount.noun} and _PERSONS & told)


def _is_of_one(claim: ReadClaim, level: EvidenceQuantity) -> bool:
    """Say whether an amount is what one of several has: "A crate holds 12 bottles"."""
    line = line_of(claim, level)
    before = [token.text for token in line.tokens[: level.amount.first]] if line else []
    return bool(before) and before[0] in _ONE and before[-1] in _HOLDS


def _balance(
    claim: ReadClaim,
    level: EvidenceQuantity,
    behind: Sequence[EvidenceQuantity],
    wanted: Wanted,
) -> Derivation | None:
    ahead = bool(_AHEAD & (claim.lower | claim.asked))
    changes = [
        r
        for r in _near(claim, level, behind)
        if (ahead or not _is_to_come(claim, r)) and not _is_named_again(claim, r)
    ]
    if not 1 <= len(changes) <= _MOST:
        return None
    value, sign, line = level.amount.value, 0, level.line
    terms: list[Fraction | str] = [value]
    for change in changes:
        goes_on = change.line == line and _goes_on(claim, change)
        own = _sign(claim, change) or (1 if change.after[:1] == ("new",) else 0)
        sign, line = own or (sign if goes_on else 0), change.line
        same = change.amount.unit in (COUNT, level.amount.unit) and not change.amount.per
        some = len(terms) > 1 and _is_of_those(claim, change)
        if not sign or not same or some:
            return None
        value += sign * change.amount.value
        terms += [" + " if sign > 0 else " − ", change.amount.value]
    if value <= 0:
        return None  # more than there was is of something else
    held = (level, *changes)
    amount, fit = value_amount(value, level.amount.unit), wanted.share(*held)
    if len(changes) < _FEWEST:  # more may have gone
        return Derivation(amount, tuple(terms), held, fit, "difference")
    return Derivation(amount, tuple(terms), held, fit, "balance")


def _near(
    claim: ReadClaim, level: EvidenceQuantity, behind: Sequence[EvidenceQuantity]
) -> Iterator[EvidenceQuantity]:
    """Yield what stands in the sentences behind a level, and what came and went right after."""
    last = level.line + _LINES
    for reading in behind:
        further = reading.line > last and not (reading.line - last == 1 and _sign(claim, reading))
        if reading.passage != level.passage or further:
            return
        last = max(last, reading.line)
        yield reading


def _is_named_again(claim: ReadClaim, change: EvidenceQuantity) -> bool:
    """Say whether a number points to those told before: "one of these four"."""
    line = line_of(claim, change)
    before = line.tokens[change.amount.first - 1].text if line and change.amount.first else ""
    return before in {"these", "those"}


def _is_of_those(claim: ReadClaim, change: EvidenceQuantity) -> bool:
    """Say whether a number is told of some of those before: "of those left 4 hatched"."""
    line = line_of(claim, change)
    tokens = [token.text for token in line.tokens] if line is not None else []
    pairs = pairwise(tokens[: change.amount.first])
    return any(one == "of" and other in OF_THEM for one, other in pairs)


def _goes_on(claim: ReadClaim, change: EvidenceQuantity) -> bool:
    """Say whether a bare number has no verb of its own: "12 left in May and 4 in June"."""
    line = line_of(claim, change)
    if line is None or change.amount.unit is not COUNT:
        return False
    behind = (token.text for token in line.tokens[change.amount.after :][:_BEHIND])
    words = [*takewhile(lambda word: word not in _STOPS, behind)]
    return not any(word in _DO or word.endswith("ed") for word in words)


def levels_before(claim: ReadClaim, amount: Quantity, wanted: Wanted) -> Iterator[Derivation]:
    """Yield what levels were before the change that is told of them: 27 seats, five gained."""
    if _BEFORE.isdisjoint(claim.lower | claim.asked):
        return
    plain = [r for r in claim.index.readings if r.cell is None and r.amount.kind != "times"]
    levels = [r for r in plain if r.amount.dimension == amount.dimension]
    named = claim.sentence.words.keys() | claim.question.words.keys()
    for change in plain:
        sign = _sign(claim, change) or _more_than(change)
        for level in levels if sign else ():
            alike = change.amount.unit in {level.amount.unit, COUNT} or (
                change.amount.dimension == "points" and level.amount.dimension == "share"
            )
            beside = (change.passage, change.line) == (level.passage, level.line)
            of_one = bool(named & level.own & change.own) or (beside and not _sign(claim, change))
            if level is not change and alike and of_one and change.passage == level.passage:
                value = level.amount.value - sign * change.amount.value
                terms = (level.amount.value, " − " if sign > 0 else " + ", change.amount.value)
                held = (level, change)
                made = value_amount(
                    value, level.amount.unit, min(level.amount.step, change.amount.step)
                )
                yield Derivation(made, terms, held, wanted.share(*held), "before")


def _more_than(change: EvidenceQuantity) -> int:
    """Return 1 of "3.2 points more than", -1 of "20 fewer than", 0 of others."""
    told = [_MORE_THAN[word] for word in change.after if word in _MORE_THAN]
    return told[0] if told and "than" in (*change.after, *change.near) else 0


def line_of(claim: ReadClaim, reading: EvidenceQuantity) -> Sentence | None:
    """Return the sentence that a reading stands in; ``None`` for one of a cell or of two times."""
    sentences = claim.index.passages[reading.passage].sentences
    plain = reading.cell is None and reading.line < len(sentences)
    return sentences[reading.line] if plain else None


def _is_to_come(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    line = line_of(claim, reading)
    return line is None or not line.letters.isdisjoint(_TO_COME)


def _sign(claim: ReadClaim, change: EvidenceQuantity) -> int:
    """Return 1 where a change came, -1 where it went, 0 where no verb of its own tells."""
    line, amount = line_of(claim, change), change.amount
    told = [token.text for token in line.tokens] if line is not None else []
    words = ["=" if pair == _COMES_TO else pair[0] for pair in pairwise((*told, ""))]
    behind, ahead = words[amount.after :], words[: amount.first][::-1]
    for near in (behind, ahead):
        for word in takewhile(lambda word: word not in _STOPS, near):
            if word in _CAME or word in _WENT:
                return 1 if word in _CAME else -1
    return 0


def way_of(claim: ReadClaim, reading: EvidenceQuantity) -> int:
    """Return 1 where an amount may have come, -1 where it may have gone, 0 where nothing tells."""
    found = _sign(claim, reading)
    if found or not reading.near & (_MORE | _FEWER):
        return found
    return 1 if reading.near & _MORE else -1
