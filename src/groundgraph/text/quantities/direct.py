"""Amounts and dates of a claim held against the same amounts and dates of the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.agreement import agreement, comparable
from groundgraph.text.quantities.cells import cell_stems
from groundgraph.text.quantities.deadlines import check_deadline
from groundgraph.text.quantities.derivations import is_long
from groundgraph.text.quantities.findings import Check, CheckOutcome
from groundgraph.text.quantities.moments import ends as bounds
from groundgraph.text.quantities.moments import states
from groundgraph.text.quantities.roles import MOVES
from groundgraph.text.quantities.segments import content_words, segments
from groundgraph.text.quantities.slots import Slot, Wanted, ranked
from groundgraph.text.quantities.stems import stem
from groundgraph.text.quantities.tables import spaced
from groundgraph.text.quantities.timeline import filled
from groundgraph.text.quantities.told import is_in_range
from groundgraph.text.quantities.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import Event, EvidenceQuantity
    from groundgraph.text.quantities.moments import Moment
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.text.quantities.tables import TableCell

_DEFINITE = frozenset("the all both these those its their other".split())
_CONDITIONS = frozenset("after within over during with aged at if when every per for".split())
OFFSETS = frozenset("after before later earlier ago prior following ahead".split())
_BORDERS = frozenset("before after until till since by from between to through than".split())
_UNTOLD = frozenset("passage passages article provided mention mentions mentioned unclear".split())
_FEW_WORDS = 3
"""Content words below which a claim says too little to be contradicted."""
_FIELD = 0.1
"""Score from which an equal value in a field counts against a better one in prose."""
_UNTIL = frozenset({"until", "till"})
_ELSEWHERE = 0.45
"""An equal value that fits so well may be what the claim speaks of, told by another passage."""
_FITS, _FIRM, _MARGIN, _LIST_MARGIN, _CELL_MARGIN = 0.4, 0.65, 0.2, 0.3, 0.05
_FIRM_DATE, _FIRM_RANGE = 0.75, 0.95
"""Scores: to be the thing that a claim speaks of; surely so; by how much more than any other,
one of its line, and one of its table; surely so for dates, and for ranges and measures."""
_FAR = 100
"""Times that one amount is another in another unit at most, to be a slip of it."""


def check_amount(claim: ReadClaim, number: int) -> Check:
    """Hold one amount of a claim against the amounts of the evidence that measure the same."""
    amount = claim.sentence.amounts[number]
    if is_definite(claim, amount):
        return Check("open", "amount", amount.span.of(claim.text))
    candidates = [r for r in claim.index.readings if comparable(amount, r.amount)]
    slots = ranked(claim.wanted(number), candidates)
    said = amount.span.of(claim.text)
    if not slots:
        return Check("absent", "amount", said)
    equal = [slot for slot in slots if agreement(amount, slot.held.amount) == "equal"]
    near = [slot for slot in slots if agreement(amount, slot.held.amount) == "near"]
    best = slots[0]
    asked = next((slot for slot in equal if _is_asked(claim, slot.held, best.held)), None)
    if asked is not None and _in_row(equal, best):
        return Check("supported", "amount", said, held=(asked.held,), fit=asked.score)
    margin = _CELL_MARGIN if equal and _is_told_apart(claim, equal[0], best) else _MARGIN
    if equal and equal[0].score >= max(_FITS, best.score - margin):
        return Check("supported", "amount", said, held=(equal[0].held,), fit=equal[0].score)
    alike = equal + near
    rival = max((slot.score for slot in alike), default=0.0)
    if _may_be_meant(claim, amount, best, equal):
        rival = best.score
    if _contradicts(claim, amount, best, rival):
        return Check("contradicted", "amount", said, held=(best.held,), fit=best.score)
    return Check(
        "elsewhere" if equal else "absent", "amount", said, held=(best.held,), fit=best.score
    )


def _is_told_apart(
    claim: ReadClaim, one: Slot[EvidenceQuantity], other: Slot[EvidenceQuantity]
) -> bool:
    """Say whether two readings stand in one table, or a claim names what the other is of."""
    return _in_one_table(one, other) or _is_of_another(claim, other.held, one.held)


def _may_be_meant(
    claim: ReadClaim,
    amount: Quantity,
    best: Slot[EvidenceQuantity],
    equal: Sequence[Slot[EvidenceQuantity]],
) -> bool:
    """Say whether an equal value, though it fits less well, may be the one that a claim means."""
    if _in_row(equal, best):
        return not _names_column(claim, amount, best.held)
    for slot in equal:
        if slot.held.cell is not None and best.held.cell is None and slot.score >= _FIELD:
            return True  # a field holds it, and prose only something like it
        if _in_one_table(slot, best):
            if not _names_row(claim, best.held, slot.held):
                return True
        elif slot.score >= _ELSEWHERE and not _is_of_another(claim, best.held, slot.held):
            return True
    return False


def _is_of_another(claim: ReadClaim, best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim names what one reading is of, and another is of something else named."""
    known = claim.index.names
    words = {*claim.sentence.words, *claim.question.words}
    one, two = ({w for w in r.own if w in known or w.isdigit()} for r in (best, other))
    if one & words - two and two - words:
        return True
    return is_of_the_other_of_two({*claim.sentence.words}, best, other)


def is_of_the_other_of_two(said: set[str], best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two clauses differ in one word, and a claim has that of one of them.

    "The red bike weighs 9 kg, the blue bike weighs 12 kg."
    """
    one, two = best.own - other.own, other.own - best.own
    shared = best.own & other.own
    return len(one) == len(two) == 1 and one <= said and two.isdisjoint(said) and shared <= said


def _names_row(claim: ReadClaim, best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim names the row of one cell and not that of another in its column."""
    if best.cell is None or other.cell is None or best.cell.column != other.cell.column:
        return False
    named = {*claim.sentence.words, *claim.question.words}
    if claim.in_band is not None and claim.in_band[1].row == cell_stems(best.cell.row):
        return True
    own = _row_words(best.cell) - _row_words(other.cell)
    return bool(own) and own <= named


def _is_asked(claim: ReadClaim, reading: EvidenceQuantity, rival: EvidenceQuantity) -> bool:
    """Say whether the question names the column of a cell by a word that a rival's lacks."""
    if reading.cell is None or rival.cell is None:
        return False
    own = {*cell_stems(reading.cell.column)} - {*cell_stems(rival.cell.column)}
    return bool(own & (claim.question.words.keys() - _row_words(reading.cell)))


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


def _in_one_table(one: Slot[EvidenceQuantity], other: Slot[EvidenceQuantity]) -> bool:
    first, second = one.held, other.held
    if first.cell is None or second.cell is None:
        return False
    return first.passage == second.passage and first.cell.table == second.cell.table


def _names_column(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether the claim's own words name the column of a cell."""
    if reading.cell is None:
        return False
    if reading.cell.column.isdigit():  # years head the columns
        told = {m.moment.year for m in claim.sentence.mentions}
        return told == {int(reading.cell.column)}
    return bool(
        _head(reading.cell) & {*claim.sentence.words, *amount.noun} - _row_words(reading.cell)
    )


def _row_words(cell: TableCell) -> frozenset[str]:
    return frozenset(cell_stems(cell.row))


def _in_row(equal: Sequence[Slot[EvidenceQuantity]], best: Slot[EvidenceQuantity]) -> bool:
    """Say whether the value stands in another column of the row, whose name may only be another."""
    cell = best.held.cell
    return cell is not None and any(
        slot.held.cell is not None
        and slot.held.passage == best.held.passage
        and slot.held.line == best.held.line
        for slot in equal
    )


def _contradicts(
    claim: ReadClaim, amount: Quantity, best: Slot[EvidenceQuantity], rival: float
) -> bool:
    """Say whether the best slot surely is what the claim speaks of, and holds another value."""
    if amount.weak or amount.kind != "count" or claim.strange_names or _is_condition(claim, amount):
        return False
    if best.held.amount.weak or _is_an_age(claim, amount):
        return False
    if is_in_range(claim.sentence, amount) and best.score < _FIRM_RANGE:
        return False
    measured = amount.dimension != "" and best.score >= _FIRM_RANGE  # "The lake is 41 m deep."
    least = _FEW_WORDS - 1 if best.held.cell is not None or measured else _FEW_WORDS
    if best.score < _FIRM or best.score - rival < _MARGIN or is_hedged(claim, least):
        return False
    return is_same_thing(claim, amount, best.held) and _same_names(claim, best.held)


def _is_an_age(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is somebody's age by the way: "the 16-year-old"."""
    tokens = claim.sentence.tokens
    following = [token.text for token in tokens[amount.after : amount.after + 2]]
    return amount.dimension == "time" and following[:2] == ["-", "old"]


def _same_names(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a reading is not of somebody or something else that is named."""
    if reading.cell is not None:
        return True
    known = claim.index.names
    theirs = {word for word in reading.own if word in known}
    own = {w for w, name in claim.sentence.words.items() if (name or w in known) and w in known}
    return not theirs or not own or bool(theirs & own)


def is_hedged(claim: ReadClaim, least: int = _FEW_WORDS) -> bool:
    """Say whether a claim says too little, or says that something is not told."""
    return len(claim.sentence.words) < least or bool(claim.lower & _UNTOLD)


def _is_condition(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount only says when another holds: "after six years", "paid within …"."""
    sentence = claim.sentence
    if not any(other is not amount and not other.weak for other in sentence.amounts):
        return False
    before = {token.text for token in sentence.tokens[max(0, amount.first - 2) : amount.first]}
    return bool(before & _CONDITIONS)


def is_same_thing(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether both count or measure the same: by their noun, or by the unit."""
    if amount.dimension == "time" and not _same_length(amount, reading.amount):
        return False
    if amount.per in BY_WORD and amount.per != reading.amount.per and reading.cell is None:
        return False  # "26 euros per kilogram" is not of "250 g bag: 6.50 euros"
    if amount.dimension == "share" and bool(reading.near & MOVES) != bool(claim.lower & MOVES):
        return False
    if amount.dimension == "time" and _is_offset(claim, amount) and not reading.near & OFFSETS:
        return False
    if reading.cell is not None:
        own = {*amount.noun} if amount.noun else {*claim.sentence.words, *claim.question.words}
        return bool(_head(reading.cell) & own) or (
            amount.unit.name != "" and bool(reading.own & own)
        )
    theirs = reading.amount.noun
    if amount.dimension == "" or reading.amount.dimension == "":
        return bool(set(amount.noun) & ({*theirs} or reading.own))
    return True


def _same_length(one: Quantity, other: Quantity) -> bool:
    """Say whether two times are told alike: both in months or longer, neither far longer."""
    if is_long(one) != is_long(other):
        return False
    low, high = sorted((abs(one.approx), abs(other.approx)))
    return one.unit.name == other.unit.name or high <= _FAR * low


def _head(cell: TableCell) -> frozenset[str]:
    """Return the stem of what a column measures; of what a row does, where years head columns."""
    name = cell.row if cell.column[:1].isdigit() else cell.column
    plain = spaced(name).lower().partition(" per ")[0].split("(")[0].split()
    return frozenset({stem(plain[-1].strip(".:#"))}) if plain else frozenset()


def _is_offset(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a time says how long after or before something else another thing was."""
    tokens = claim.sentence.tokens
    return bool(OFFSETS & {token.text for token in tokens[amount.after : amount.after + 2]})


def check_date(claim: ReadClaim, number: int) -> Check:
    """Hold one date of a claim against the dates of the evidence."""
    mention = claim.sentence.mentions[number]
    step = mention.moment.step is not None and mention.moment.axis != "minute"
    if _is_end(claim, number):
        return _checked_end(claim, number)
    if not step:
        late = check_deadline(
            claim, mention.moment, words_of_date(claim, number), mention.span.of(claim.text)
        )
        if late is not None:
            return late
    if is_border(claim, number) or step:
        return Check("open", "date", mention.span.of(claim.text))
    told = [m.moment for m in claim.sentence.mentions[:number]]
    moment = mention.moment
    for before in told:
        moment = filled(moment, before) if moment.month is not None or moment.day else moment
    said = mention.span.of(claim.text)
    words = words_of_date(claim, number)
    slots = ranked(Wanted(words, claim.index.dated), claim.index.events)
    if not slots:
        return Check("open" if _heads_a_column(claim, moment) else "absent", "date", said)
    verdicts = [states(slot.held.moment, moment) for slot in slots]
    equal = [slot for slot, verdict in zip(slots, verdicts, strict=True) if verdict]
    best = slots[0]
    margin = _LIST_MARGIN if equal and _in_one_line(equal[0], best) else _MARGIN
    if equal and equal[0].score >= max(_FITS, best.score - margin):
        return Check("supported", "date", said, held=(equal[0].held,), fit=equal[0].score)
    open_ = [slot for slot, verdict in zip(slots, verdicts, strict=True) if verdict is None]
    rival = max((slot.score for slot in (*equal, *open_)), default=0.0)
    if _told_beside(claim, moment, best, equal):
        rival = best.score
    cell = best.held.cell
    named = cell is None or bool({*cell_stems(cell.column)} - _row_words(cell) & words.keys())
    named = named and (cell is None or moment.dated or not best.held.moment.dated)  # a time stamp
    clear = (
        named
        and best.score >= _FIRM_DATE
        and not is_hedged(claim)
        and best.score - rival >= _MARGIN
        and not claim.strange_names
    )
    in_digits = any(map(str.isdigit, _written(claim, best.held)))
    if clear and in_digits and verdicts[0] is False and _is_full(moment, best.held.moment):
        return Check("contradicted", "date", said, held=(best.held,), fit=best.score)
    missing: CheckOutcome = "open" if _heads_a_column(claim, moment) else "absent"
    return Check("elsewhere" if equal else missing, "date", said, held=(best.held,), fit=best.score)


def _heads_a_column(claim: ReadClaim, moment: Moment) -> bool:
    """Say whether a year is the name of a column, whose cells hold amounts and no dates."""
    return moment.month is None and str(moment.year) in claim.index.columns


def _in_one_line(one: Slot[Event], other: Slot[Event]) -> bool:
    """Say whether one sentence tells both, as "2.4 in 2021, 3.0 in 2022"."""
    return (one.held.passage, one.held.line) == (other.held.passage, other.held.line)


def _written(claim: ReadClaim, event: Event) -> str:
    return event.span.of(claim.index.passages[event.passage].text)


def _is_full(claim: Moment, evidence: Moment) -> bool:
    """Say whether two dates are told alike: both years, both months, or both by weekday."""
    if claim.year is not None and evidence.year is not None:
        return True
    if claim.month is not None:
        return evidence.month is not None and evidence.months == 1
    return claim.year is None and claim.weekday is None and evidence.weekday is None


def is_border(claim: ReadClaim, number: int) -> bool:
    """Say whether a date only bounds something: "before May", "since 2014", "by noon"."""
    first = claim.sentence.mentions[number].first
    before = [token.text for token in claim.sentence.tokens[max(0, first - 3) : first]]
    while before and before[-1] in {"the", "of", "early", "late", "well"}:
        before.pop()
    if before[-2:] in (["dates", "from"], ["date", "from"], ["dating", "from"], ["dated", "from"]):
        return False
    return bool(before) and before[-1] in _BORDERS


def _is_end(claim: ReadClaim, number: int) -> bool:
    """Say whether a date is told as an end: "until 1970"."""
    first = claim.sentence.mentions[number].first
    return any(token.text in _UNTIL for token in claim.sentence.tokens[max(0, first - 2) : first])


def _checked_end(claim: ReadClaim, number: int) -> Check:
    """Hold "until 1970" against the ends that the evidence tells, or that follow from it."""
    mention = claim.sentence.mentions[number]
    said = mention.span.of(claim.text)
    told = [event for event in claim.index.events if "end" in event.words]
    found = [*told, *(event for passage in claim.index.passages for event in passage.endings)]
    words = words_of_date(claim, number)
    slots = [s for s in ranked(Wanted(words, claim.index.dated), found) if s.score >= _FITS]
    if not slots:
        return Check("open", "date", said)
    right = [slot for slot in slots if _ends_then(slot.held.moment, mention.moment)]
    if right:
        return Check("supported", "date", said, (right[0].held,), right[0].score)
    return Check("absent", "date", said, (slots[0].held,), slots[0].score)


def _ends_then(evidence: Moment, claim: Moment) -> bool:
    """Say whether both ends are one, or follow on each other: 31 August and 1 September."""
    if states(evidence, claim):
        return True
    one, other = bounds(evidence), bounds(filled(claim, evidence))
    return one is not None and other is not None and 0 < one[0] - other[1] <= 1


def _told_beside(
    claim: ReadClaim, moment: Moment, best: Slot[Event], equal: Sequence[Slot[Event]]
) -> bool:
    """Say whether the date stands in the same sentence, or a column is named by it."""
    here = best.held
    if any((s.held.passage, s.held.line) == (here.passage, here.line) for s in equal):
        return True
    return _heads_a_column(claim, moment)


def words_of_date(claim: ReadClaim, number: int) -> dict[str, float]:
    """Return the claim's stems as they weigh for one of its dates; the dates' own are left out."""
    mentions = claim.sentence.mentions
    ranges = segments(claim.sentence.tokens, [(m.first, m.after) for m in mentions])
    skip = claim.sentence.skipped
    clause = content_words(claim.sentence.tokens, claim.text, *ranges[number], skip=skip)
    words = claim.words_of(clause)
    return {word: weight for word, weight in words.items() if word not in claim.date_words}


__all__ = ["check_amount", "check_date"]
