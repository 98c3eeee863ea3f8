"""Amounts of a claim held against what can be reckoned from the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.derived import pairings as ways
from groundgraph.text.quantities.derived.balances import balances, levels_before, line_of
from groundgraph.text.quantities.derived.bills import bills
from groundgraph.text.quantities.derived.complements import denies_alone, is_excepted
from groundgraph.text.quantities.derived.counts import counts, occurrences
from groundgraph.text.quantities.derived.derivations import Derivation, is_long, is_part_of, matches
from groundgraph.text.quantities.derived.elapsed import CUES, elapsed, end_to_end, only_span
from groundgraph.text.quantities.derived.frequencies import frequencies
from groundgraph.text.quantities.derived.lists import averages
from groundgraph.text.quantities.derived.products import extras, parts, products, with_flat
from groundgraph.text.quantities.derived.rates import of_its_size, quotients, rates, speeds
from groundgraph.text.quantities.derived.relative import relatives
from groundgraph.text.quantities.derived.repeated import repeated
from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.evidence.slots import Wanted
from groundgraph.text.quantities.values.direct import is_definite
from groundgraph.text.quantities.values.doubts import is_doubtful
from groundgraph.text.quantities.values.plainly import is_plainly_asked, meant_instead, of_a_whole
from groundgraph.text.quantities.values.totals import totals
from groundgraph.text.quantities.written.agreement import LIMITS, agreement, comparable
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.roles import (
    AVERAGES,
    MOVES,
    OF_DIFFERENCES,
    falls,
    role_of,
    says_rest,
    says_total,
)
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT, MONEY_BEFORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.roles import Role

_FITS, _FIRM = 0.5, 0.6
"""Fits from which a derivation that gives the claim's value supports it, and from which one that
gives another contradicts it."""
_BAND, _WIDE, _NARROW = 0.07, 0.25, 0.03
"""How far a derivation may fit worse than the best: of the same operation, of any, and of times
between two events."""
_EACH = frozenset({"each", "per", "apiece", "every"})
_AGE = frozenset({"when", "aged", "age", "old"})
_DECISIVE = frozenset({"sum", "difference", "average", "change", "product"})
_DIFFERENCES = frozenset(
    """added additional difference separated gap margin clear lead majority saved save between
    differ""".split()
)
_LEFT = frozenset({"left", "remain", "remains", "remaining", "remained", "unused"})
"""Words of what is there in the end, which is no product of what is told."""
_LENGTHS = frozenset("for lasted lasts lasting took takes long".split())
_LENGTH_STEMS = frozenset(map(stem, (*_LENGTHS, "journey", "hour", "day")))
_KNOWN = 0.65
"""Share of a claim's words that the evidence holds where both are surely of one thing."""
_OFTEN = frozenset(map(stem, (*PERIODIC, "once", "twice")))
"""Stems that tell how often, which name nothing."""
_OVER = frozenset({"over", "in", "within", "during", "for"})
_OF_CHANGES = OF_DIFFERENCES | MOVES | {"by"}
_YEAR_BEFORE = frozenset({"before", "previous", "earlier", "prior", "preceding"})


def check_derived(claim: ReadClaim, number: int) -> Check | None:
    """Hold an amount of a claim against derived values; ``None`` where no cue asks for one."""
    amount = _as_money(claim, claim.sentence.amounts[number])
    if amount.weak:
        return None
    role = role_of(claim.sentence, amount)
    wanted = _wanted(claim, number)
    found = list(_derivations(claim, amount, role, wanted))
    if "alone" in claim.lower:
        found = [derivation for derivation in found if derivation.operation != "sum"]
    if not found:
        return None
    found = _of_all_changes(found)
    found.sort(key=lambda derivation: -derivation.fit)
    found = _of_one_span(claim, found)
    found = of_a_whole(found) if amount.bound in LIMITS else found
    best = found[0]
    one = None if _is_limit_told(claim, amount) else _right(amount, found)
    if one is not None and one.fit >= max(_FITS, best.fit - _WIDE):
        own = tuple(each.span for each in one.supposed)
        return replace(_check("supported", amount, one, one.fit), supposed=own)
    span = only_span(found, claim.index.events)
    if span is not None and _is_of_what_is_told(claim):
        return _check("contradicted", amount, span, _FIRM)
    ends = [derivation for derivation in found if derivation.operation == "balance"]
    if len(ends) == 1 and ends[0].fit >= _FIRM and not claim.strange_names:
        return _check("contradicted", amount, ends[0], _FIRM)
    if (other := meant_instead(claim, amount, role, found)) is not None:
        return replace(_check("contradicted", amount, other, _FIRM), plain=True)
    firm = best.fit >= _FIRM and _is_only(best, found) and not claim.strange_names
    firm = firm and not is_doubtful(claim, amount, role, best)
    certain = _certain(role) or (role == "level" and _is_total_asked(claim, amount, best))
    if firm and certain and _asked_for(best, wanted.words):
        return replace(_check("contradicted", amount, best, best.fit), whole=best.whole)
    whole = best.operation == "share" and _is_whole_share(claim, amount, best)
    plain = firm and not whole and is_plainly_asked(claim, amount, best)
    if (firm and whole) or plain:
        return replace(_check("contradicted", amount, best, best.fit), plain=plain)
    told = best.formula if best.whole and best.fit >= _FIRM else ""
    return replace(_check("open", amount, best, best.fit), told=told)


def _check(outcome: CheckOutcome, amount: Quantity, found: Derivation, fit: float) -> Check:
    """Return what a derivation says of an amount of a claim."""
    told = found.formula
    return Check(outcome, "derivation", amount.span, found.held, fit, told, found.operation)


def _as_money(claim: ReadClaim, amount: Quantity) -> Quantity:
    """Take "270 pounds" for a sum where the evidence tells sums in pounds and weighs nothing."""
    kinds = {reading.amount.dimension for reading in claim.index.readings}
    pounds = MONEY_BEFORE["£"]
    if amount.unit.name != "pounds" or "mass" in kinds or pounds.dimension not in kinds:
        return amount
    return replace(amount, unit=pounds)


def _of_all_changes(found: list[Derivation]) -> list[Derivation]:
    """Leave out what some of the changes make, where it is asked what all of them come to."""
    ends = [derivation for derivation in found if derivation.operation == "balance"]
    every = [{*map(id, end.held)} for end in ends]
    return [d for d in found if not any({*map(id, d.held)} < held for held in every)]


def _is_limit_told(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether a limit has the value of one that the evidence tells: "under twelve months"."""
    if amount.bound not in LIMITS:
        return False
    told = [reading.amount for reading in claim.index.readings]
    return any(o.value == amount.value and o.unit == amount.unit for o in told)


def _is_whole_share(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether "12 of 36 members voted yes" is all that a claim tells a share of."""
    parts = [held for held in best.held if isinstance(held, EvidenceQuantity)]
    if len(parts) != len(best.held) or not is_part_of(*parts):
        return False
    told = parts[0].own.union(*(held.amount.noun for held in parts))
    return {*claim.sentence.words, *amount.noun} <= told and not denies_alone(claim, parts[0])


def _is_of_what_is_told(claim: ReadClaim) -> bool:
    """Say whether a claim tells how long what the evidence speaks of took, in its own words."""
    words = [w for w in claim.sentence.words if w not in _LENGTH_STEMS]
    known = sum(word in claim.index.vocabulary for word in words)
    asked = bool((claim.lower | claim.asked) & _LENGTHS)
    return asked and bool(words) and known >= _KNOWN * len(words)


def _of_one_span(claim: ReadClaim, found: list[Derivation]) -> list[Derivation]:
    """Keep of elapsed times those "from … to …", where one of them fits and a length is told."""
    if claim.lower.isdisjoint(_LENGTHS):
        return found
    spans = [d for d in found if d.operation == "elapsed" and _is_span(d) and d.fit >= _FIRM]
    return [d for d in found if d.operation != "elapsed" or d in spans] if spans else found


def _is_span(derivation: Derivation) -> bool:
    """Say whether one sentence tells when something began and when it ended."""
    first, second = derivation.held
    beside = (first.passage, first.line) == (second.passage, second.line)
    return beside and "begin" in first.words and "end" in second.words


def _certain(role: Role) -> bool:
    """Say whether the claim's own words ask for a derivation."""
    return role in {"difference", "total", "average", "change", "ratio"}


def _is_total_asked(claim: ReadClaim, amount: Quantity, best: Derivation) -> bool:
    """Say whether it is asked what a list comes to, and a claim tells one amount, found nowhere."""
    if not best.whole or best.operation != "sum" or not says_total(claim.question.tokens):
        return False
    alike = [a for a in claim.sentence.amounts if a.dimension == amount.dimension]
    told = any(agreement(amount, r.amount) == "equal" for r in claim.index.readings)
    return len(alike) == 1 and not told


def _right(amount: Quantity, found: list[Derivation]) -> Derivation | None:
    """Return the first derivation that gives the claim's value, among the best of its kind."""
    best: dict[str, float] = {}
    for derivation in found:
        fit = best.setdefault(derivation.operation, derivation.fit)
        band = _NARROW if derivation.operation == "elapsed" else _BAND
        near = derivation.fit >= fit - band and matches(amount, derivation)
        if near and not _leaves_it_whole(amount, derivation):
            return derivation
    return None


def _leaves_it_whole(amount: Quantity, found: Derivation) -> bool:
    """Say whether what is taken away is lost in rounding: "four hours" and 30 seconds."""
    amounts = [held.amount for held in found.held if isinstance(held, EvidenceQuantity)]
    whole = any(agreement(amount, held) == "equal" for held in amounts)
    return found.operation == "difference" and whole and amount.dimension == "time"


def _asked_for(best: Derivation, words: Mapping[str, float]) -> bool:
    """Say whether the claim speaks of each operand, and not of one among several."""
    if best.operation not in _DECISIVE:
        return False
    if best.whole or (best.operation in {"difference", "change"} and len(best.held) == 2):
        return True
    own = [frozenset(getattr(item, "own", ()) or item.words) for item in best.held]
    shared = frozenset.intersection(*own) if own else frozenset()
    named = sum(bool((words_ - shared - _OFTEN) & words.keys()) for words_ in own)
    return named == len(own)


def _is_only(best: Derivation, found: list[Derivation]) -> bool:
    """Say whether no other derivation fits nearly as well and gives another value."""
    rivals = [d for d in found if d.fit >= best.fit - _BAND]
    return all(d.amount.base == best.amount.base for d in rivals)


def _wanted(claim: ReadClaim, number: int) -> Wanted:
    words = claim.words_for(number)
    years = [m.moment.year for m in claim.sentence.mentions if m.moment.year is not None]
    if len(years) == 1 and _YEAR_BEFORE & claim.lower:
        words[str(years[0] - 1)] = 1.0
    return Wanted(words, claim.index.measured)


def _derivations(
    claim: ReadClaim, amount: Quantity, role: Role, wanted: Wanted
) -> Iterator[Derivation]:
    readings = claim.index.readings
    same = [r for r in readings if _same(amount, r.amount) and not _is_of_all(claim, amount, r)]
    yield from _by_role(claim, amount, role, wanted, same)
    yield from balances(claim, amount, wanted)
    yield from levels_before(claim, amount, wanted)
    numbers = _numbers(claim, amount)
    if role == "average" or (AVERAGES & claim.asked and role == "level"):
        yield from averages(wanted, same, numbers)
    if role in {"total", "level"}:
        yield from totals(claim, amount, role, wanted, same, numbers)
    yield from _multiplied(claim, amount, role, wanted)
    if amount.dimension == "speed":
        yield from speeds(amount, wanted, readings)
    if role in {"ratio", "level"}:
        yield from frequencies(claim, amount)
    if role in {"total", "level"}:
        yield from extras(amount, wanted, same)
        yield from bills(claim, wanted, same)
        per = amount.per or _period_named(claim)
        yield from repeated(amount, per, wanted, readings)
        yield from relatives(amount, wanted, readings)
        told = rates(replace(amount, per=per), wanted, readings) if per else ()
        yield from of_its_size(told, claim.lower | claim.asked)
    if role == "level":
        yield from _of_a_level(claim, amount, wanted, same)
    if amount.unit is COUNT and role in {"level", "total"}:
        yield from counts(claim)
        yield from occurrences(amount, wanted, readings)
    if is_age(claim, amount):
        amount = replace(amount, unit=BY_WORD["years"])
    if amount.dimension == "time" and CUES & (claim.lower | claim.asked):
        dated = Wanted(wanted.words, claim.index.dated)
        yield from elapsed(amount, dated, claim.index.events)
        yield from end_to_end(amount, dated, claim)


def _multiplied(
    claim: ReadClaim, amount: Quantity, role: Role, wanted: Wanted
) -> Iterator[Derivation]:
    """Yield products and parts; with what comes on top of them, where a sentence tells of it."""
    others, readings = _others(claim, amount), claim.index.readings
    made: list[Derivation] = []
    if role in {"total", "level", "difference"} and not claim.lower & _LEFT:
        made += products(amount, wanted, others, readings, claim.question.amounts)
    made += parts(amount, wanted, others, readings) if role in {"total", "level"} else []
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
    if (claim.lower | claim.asked) & _EACH and amount.per not in BY_WORD:
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
    if role == "ratio":
        yield from ways.ratios(wanted, readings)
    elif role == "change":
        levels = [r for r in readings if not _is_change(r)]
        yield from ways.changes(wanted, levels, down=falls(claim.sentence))
    elif role == "share":
        plain = [r for r in readings if r.amount.dimension != "share"]
        yield from ways.shares(wanted, plain, amount.noun)
    elif role == "difference":
        if amount.dimension in {"points", "share"}:
            same = [r for r in readings if r.amount.dimension == "share"]
        yield from ways.differences(wanted, same)


def _is_change(reading: EvidenceQuantity) -> bool:
    """Say whether a share is told as a change itself: "fell by 28%"."""
    return reading.amount.dimension == "share" and bool(reading.near & _OF_CHANGES)


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
    return amount.dimension == other.dimension or (
        other.unit is COUNT and comparable(amount, other)
    )


def _is_of_all(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a number counts the things that a sum is of: "all three together 27"."""
    sums = amount.dimension.startswith("money") or not amount.noun
    line = line_of(claim, reading) if sums and reading.amount.unit is COUNT else None
    before = line.tokens[reading.amount.first - 1].text if line and reading.amount.first else ""
    return before in {"all", "both"}


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
