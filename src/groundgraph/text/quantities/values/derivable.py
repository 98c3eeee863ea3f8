"""What an amount of a claim may be that is reckoned: every derivation for which a word asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.derived import pairings as ways
from groundgraph.text.quantities.derived.balances import balances, levels_before, line_of
from groundgraph.text.quantities.derived.bills import bills
from groundgraph.text.quantities.derived.complements import is_excepted
from groundgraph.text.quantities.derived.counts import counts, occurrences
from groundgraph.text.quantities.derived.deductions import deductions
from groundgraph.text.quantities.derived.derivations import (
    Derivation,
    is_long,
    is_of_a_part,
    matches,
)
from groundgraph.text.quantities.derived.elapsed import CUES, elapsed, end_to_end
from groundgraph.text.quantities.derived.frequencies import frequencies
from groundgraph.text.quantities.derived.handed import change_due
from groundgraph.text.quantities.derived.ledgers import remainders
from groundgraph.text.quantities.derived.lists import averages
from groundgraph.text.quantities.derived.products import extras, parts, products, with_flat
from groundgraph.text.quantities.derived.proportions import proportions
from groundgraph.text.quantities.derived.rates import of_its_size, quotients, rates, speeds
from groundgraph.text.quantities.derived.receipts import receipts
from groundgraph.text.quantities.derived.relative import relatives
from groundgraph.text.quantities.derived.repeated import often_behind, repeated
from groundgraph.text.quantities.derived.row_counts import counts_rows, rows_counted
from groundgraph.text.quantities.derived.runs import averages_of_runs
from groundgraph.text.quantities.derived.scores import margins
from groundgraph.text.quantities.derived.tariffs import for_each, savings
from groundgraph.text.quantities.evidence.slots import Wanted
from groundgraph.text.quantities.values.same_things import is_definite
from groundgraph.text.quantities.values.totals import totals
from groundgraph.text.quantities.written.agreement import comparable
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.roles import (
    MOVES,
    OF_DIFFERENCES,
    falls,
    says_average,
    says_rest,
)
from groundgraph.text.quantities.written.stems import content_stem
from groundgraph.text.quantities.written.unit_table import ANY_MONEY, BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event
    from groundgraph.text.quantities.written.roles import Role

_EACH = frozenset({"each", "per", "apiece", "every", "share", "owe", "owes"})
_AGE = frozenset({"when", "aged", "age", "old"})
_DIFFERENCES = frozenset(
    """added additional difference separated gap margin clear lead majority saved save between
    differ""".split()
)
_LEFT = frozenset({"left", "remain", "remains", "remaining", "remained", "unused"})
"""Words of what is there in the end, which is no product of what is told."""
_OVER = frozenset({"over", "in", "within", "during", "for"})
_GROUPS = (["those"], ["the"], ["all"], ["these"], ["them"])
_HALVES = 4
_OF_CHANGES = OF_DIFFERENCES | MOVES | {"by"}

_ENDS = frozenset({"from", "to"})


def derivable(
    claim: ReadClaim, amount: Quantity, role: Role, wanted: Wanted
) -> Iterator[Derivation]:
    """Yield every derivation that may give an amount.

    Args:
        claim: The claim.
        amount: Of the claim.
        role: What part it plays.
        wanted: The claim's words.
    """
    readings = claim.index.readings
    same = [r for r in readings if _same(amount, r.amount) and not _is_of_all(claim, amount, r)]
    same = [r for r in same if not (_is_named_like(claim, r) or counts_rows(claim, amount, r))]
    yield from _by_role(claim, amount, role, wanted, same)
    yield from balances(claim, amount, wanted)
    yield from levels_before(claim, amount, wanted)
    yield from remainders(claim, amount, wanted)
    numbers = _numbers(claim, amount)
    if role == "average" or (role == "level" and says_average(claim.question.tokens)):
        yield from averages(wanted, same, numbers)
        yield from averages_of_runs(claim, amount)
    if role in {"total", "level"}:
        yield from totals(claim, amount, role, wanted, same, numbers)
    yield from _multiplied(claim, amount, role, wanted)
    if amount.dimension == "speed":
        yield from speeds(amount, wanted, readings)
    if role in {"ratio", "level"}:
        yield from frequencies(claim, amount)
    if role in {"total", "level"}:
        yield from _of_charges(claim, amount, wanted, same)
    if role == "level":
        yield from _of_a_level(claim, amount, wanted, same)
    if amount.unit is COUNT and role in {"level", "total"}:
        yield from counts(claim)
        yield from rows_counted(claim, amount)
        yield from occurrences(amount, wanted, readings)
    if is_age(claim, amount):
        amount = replace(amount, unit=BY_WORD["years"])
    if amount.dimension == "time" and CUES & (claim.lower | claim.asked):
        dated = Wanted(wanted.words, claim.index.dated)
        yield from _apart(claim, list(elapsed(amount, dated, claim.index.events)))
        yield from end_to_end(amount, dated, claim)


def _of_charges(
    claim: ReadClaim, amount: Quantity, wanted: Wanted, same: list[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what prices, what comes on top of them and what comes off make, and several of one."""
    readings = claim.index.readings
    yield from change_due(claim, amount)
    yield from receipts(claim, amount)
    yield from extras(amount, wanted, same)
    yield from bills(claim, wanted, same)
    per = amount.per or _period_named(claim)
    yield from repeated(amount, _whole_period(claim, amount), wanted, readings)
    yield from relatives(amount, wanted, readings)
    told = rates(replace(amount, per=per), wanted, readings) if per else ()
    yield from of_its_size(told, claim.lower | claim.asked)
    yield from deductions(claim, amount, same)
    yield from for_each(claim, amount, same)
    yield from proportions(claim, amount, wanted)


def _apart(claim: ReadClaim, found: list[Derivation]) -> list[Derivation]:
    """Keep of elapsed times those of one sentence, where two things are said to lie apart."""
    if "apart" not in claim.lower | claim.asked:
        return found
    near = [d for d in found if len({(one.passage, one.line) for one in d.held}) == 1]
    return near or found


def _multiplied(
    claim: ReadClaim, amount: Quantity, role: Role, wanted: Wanted
) -> Iterator[Derivation]:
    """Yield products and parts; with what comes on top of them, where a sentence tells of it."""
    others, readings = _others(claim, amount), claim.index.readings
    made: list[Derivation] = []
    if role in {"total", "level", "difference"} and not claim.lower & _LEFT:
        made += products(amount, wanted, others, readings, claim.question.amounts)
    if role in {"total", "level"}:
        made += parts(replace(amount, per=_whole_period(claim, amount)), wanted, others, readings)
    whole = list(with_flat(claim, wanted, made))
    if not whole:
        yield from made
    elif not any(matches(amount, one) for one in made):  # else it is told without what is on top
        yield from whole


def _of_a_level(
    claim: ReadClaim, amount: Quantity, wanted: Wanted, same: list[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what an amount may be for which no word of its own asks for a derivation."""
    readings = claim.index.readings
    yield from ways.rests(wanted, same)
    if (claim.lower | claim.asked) & _EACH:
        yield from quotients(amount, wanted, readings)
    if _asks_for_a_difference(claim) or any(is_excepted(claim, r) for r in same):
        yield from ways.differences(wanted, same)
        yield from ways.left(wanted, _others(claim, amount), same)


def _period_named(claim: ReadClaim) -> str:
    """Return the time that "the yearly rent" or "How much is it per year?" is for, or ""."""
    words = claim.lower | claim.asked
    found = {PERIODIC[word] for word in words if word in PERIODIC}
    found |= {"years"} if "annual" in words else set()
    found |= {a.unit.name for a in claim.sentence.amounts if _is_a_period(claim, a)}
    if not found and claim.asked & {"per", "a", "each", "every"}:
        named = (BY_WORD.get(word) for word in claim.asked)
        found = {unit.name for unit in named if unit is not None and unit.dimension == "time"}
    return found.pop() if len(found) == 1 else ""


def _whole_period(claim: ReadClaim, amount: Quantity) -> str:
    """Return the time that all of an amount is for, "" where it is one of several times in it."""
    per = amount.per or _period_named(claim)
    often = amount.dimension == "time" or per == often_behind(amount, claim.sentence.amounts)
    return "" if often else per


def _is_a_period(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is the time that another is reckoned for: "over a year"."""
    before = claim.sentence.tokens[amount.first - 1].text if amount.first else ""
    return amount.weak and amount.value == 1 and amount.dimension == "time" and before in _OVER


def _others(claim: ReadClaim, amount: Quantity) -> list[Quantity]:
    """Return the other amounts of a claim that do not only point to things spoken of."""
    return [a for a in claim.sentence.amounts if a is not amount and not is_definite(claim, a)]


def is_age(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a bare number is an age: "she was 27 when …"."""
    bare = amount.unit is COUNT and not amount.noun and amount.kind == "count"
    return bare and bool((claim.lower | claim.asked) & _AGE)


def _by_role(
    claim: ReadClaim, amount: Quantity, role: Role, wanted: Wanted, same: list[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield what the amount's own syntax asks for."""
    readings = claim.index.readings
    if role == "ratio" and not amount.per:  # "twice a day" is no ratio
        yield from ways.ratios(wanted, readings)
    elif role == "change":
        levels = [r for r in readings if not _is_change(r)]
        yield from ways.changes(wanted, levels, down=falls(claim.sentence))
    elif role == "share":
        plain = [r for r in readings if r.amount.dimension != "share"]
        yield from _of_the_group(claim, list(ways.shares(wanted, plain, amount.noun)))
    elif role == "difference":
        if amount.dimension in {"points", "share"}:
            same = [r for r in readings if r.amount.dimension == "share"]
        apart = "than" in claim.lower  # "36 more than the other", of "30 of 120" and "66 of 120"
        found = ways.differences(wanted, same)
        yield from (one for one in found if not (apart and is_of_a_part(one)))
        yield from margins(claim) if amount.unit is COUNT else ()
        yield from savings(claim, amount, same)


def _of_the_group(claim: ReadClaim, found: list[Derivation]) -> list[Derivation]:
    """Keep of shares those of what a claim begins with: "Of those who completed it, 15%"."""
    tokens = claim.sentence.tokens
    words = [token.text for token in tokens]
    if words[:1] != ["of"] or words[1:2] not in _GROUPS or "," not in words:
        return found
    group = {content_stem(word) for word in words[2 : words.index(",")]} - {""}
    kept = [d for d in found if not group.isdisjoint(_own_of(max(d.held, key=_size_of)))]
    return kept or found


def _own_of(held: EvidenceQuantity | Event) -> frozenset[str]:
    return held.own if isinstance(held, EvidenceQuantity) else frozenset(held.words)


def _size_of(held: EvidenceQuantity | Event) -> float:
    return held.amount.approx if isinstance(held, EvidenceQuantity) else 0.0


def _is_change(reading: EvidenceQuantity) -> bool:
    """Say whether a share is told as a change itself: "fell by 28%", not "fell from 28% to 21%"."""
    if reading.amount.dimension != "share" or reading.near.isdisjoint(_OF_CHANGES):
        return False
    return "by" in reading.near or reading.near.isdisjoint(_ENDS)


def _asks_for_a_difference(claim: ReadClaim) -> bool:
    """Say whether what is left, or how much something changed, is spoken of or asked."""
    if says_rest(claim.sentence.tokens) or says_rest(claim.question.tokens):
        return True
    return bool(claim.asked & MOVES) or bool((claim.asked | claim.lower) & _DIFFERENCES)


def _same(amount: Quantity, other: Quantity) -> bool:
    if other.weak or other.kind != "count":
        return False
    if amount.dimension == "time" and is_long(amount) != is_long(other):
        return False
    if amount.noun and other.unit is COUNT and other.value.denominator != 1:
        return False  # "four levels" of a kettle "1.7"
    whole = amount.unit is COUNT and amount.step == 1
    if whole and other.unit is COUNT and other.value.denominator > _HALVES:
        return False  # "seven more" than in "room 2.07"
    cents = other.dimension == ANY_MONEY  # of whichever currency
    return amount.dimension == other.dimension or (
        (other.unit is COUNT or cents) and comparable(amount, other)
    )


def _is_of_all(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a number counts the things that a sum is of: "all three together 27"."""
    sums = amount.dimension.startswith("money") or not amount.noun
    line = line_of(claim, reading) if sums and reading.amount.unit is COUNT else None
    before = line.tokens[reading.amount.first - 1].text if line and reading.amount.first else ""
    return before in {"all", "both"}


def _is_named_like(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a bare number names one of what a claim or question numbers: "run 5520"."""
    if reading.amount.unit is not COUNT or reading.amount.noun or not claim.labelled:
        return False
    line = line_of(claim, reading)
    at = reading.amount.first
    return line is not None and at > 0 and line.tokens[at - 1].text in claim.labelled


def _numbers(claim: ReadClaim, amount: Quantity) -> set[int]:
    """Return the whole numbers that a claim or question names, as in "the three days"."""
    found = {2} if "both" in claim.lower else set()
    sized = set()
    for sentence in (claim.sentence, claim.question):
        for other in sentence.amounts:
            if any(other.after == each.first for each in sentence.amounts):
                sized.add(other.value)  # "three 250 g bags"
            elif other is not amount and other.value.denominator == 1 and 2 <= other.value <= 40:
                found.add(int(other.value))
    said = {ONES[word] for word in claim.lower & {"two", "three", "four"} if word in ONES}
    return found | {number for number in said if number not in sized}
