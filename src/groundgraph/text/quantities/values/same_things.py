"""Whether an amount of a claim and one of the evidence measure, or count, the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.heads import heads_period
from groundgraph.text.quantities.values.candidates import same_length
from groundgraph.text.quantities.values.clauses import is_of_the_other_of_two
from groundgraph.text.quantities.values.named_cells import head_of, is_of_another_row, row_words
from groundgraph.text.quantities.written.denominators import times_in
from groundgraph.text.quantities.written.roles import MOVES
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_DEFINITE = frozenset("the all both these those its their other".split())
OFFSETS = frozenset("after before later earlier ago prior following ahead".split())


def is_definite(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount only points to things spoken of: "the two trains", "all three"."""
    if amount.dimension not in {"", "time"} or amount.first == 0 or amount.bound != "exact":
        return False
    before = [
        token.text for token in claim.sentence.tokens[max(0, amount.first - 2) : amount.first]
    ]
    if before == ["out", "of"]:
        return True
    return claim.sentence.tokens[amount.first - 1].text in _DEFINITE


def is_same_thing(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether both count or measure the same: by their noun, or by the unit."""
    if amount.dimension == "time" and not same_length(amount, reading.amount):
        return False
    other_rate = amount.per in BY_WORD and times_in(amount.per, reading.amount.per) is None
    if other_rate and reading.cell is None:
        return False  # "26 euros per kilogram" is not of "250 g bag: 6.50 euros"
    if amount.dimension == "share" and bool(reading.near & MOVES) != bool(claim.lower & MOVES):
        return False
    if amount.dimension == "time" and _is_offset(claim, amount) and not reading.near & OFFSETS:
        return False
    if reading.cell is not None:
        of_case = amount.dimension != "" or reading.cell.alone
        if of_case and is_of_another_row(claim, amount, reading):
            return True
        of_what = amount.noun and not counts_what_no_cell_names(claim, amount, reading)
        own = {*amount.noun} if of_what else {*claim.sentence.words, *claim.question.words}
        counted = bool(of_what) and own <= row_words(reading.cell)
        return (
            bool(head_of(reading.cell) & own)
            or counted
            or (amount.unit.name != "" and bool(reading.own & own))
        )
    theirs = reading.amount.noun
    if amount.dimension == "" or reading.amount.dimension == "":
        return bool({*claim.counted_by(amount)} & ({*theirs} or reading.own))
    return True


def is_of_same_names(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a reading is not of somebody or something else that is named."""
    if reading.cell is not None:
        return True
    known = claim.index.names
    theirs = {word for word in reading.own if word in known}
    own = {w for w, name in claim.sentence.words.items() if (name or w in known) and w in known}
    return not theirs or not own or bool(theirs & own)


def counts_what_no_cell_names(
    claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity
) -> bool:
    """Say whether a table of periods leaves what it counts to its title, or to the question.

    "How many loans had Market in Q2?", of rows named by branches and columns named by quarters.
    """
    if reading.cell is None or not heads_period(reading.cell.column):
        return False
    if not any(map(claim.index.measured, amount.noun)):
        return claim.counted in amount.noun
    return not (reading.words.keys() - reading.own).isdisjoint(amount.noun)


def _is_offset(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a time says how long after or before something else another thing was."""
    tokens = claim.sentence.tokens
    return bool(OFFSETS & {token.text for token in tokens[amount.after : amount.after + 2]})


def is_of_another(claim: ReadClaim, best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim names what one reading is of, and another is of something else named."""
    known = claim.index.names
    words = {*claim.sentence.words, *claim.question.words}
    one, two = ({w for w in r.own if w in known or w.isdigit()} for r in (best, other))
    if one & words - two and two - words:
        return True
    return is_of_the_other_of_two({*claim.sentence.words}, best, other)
