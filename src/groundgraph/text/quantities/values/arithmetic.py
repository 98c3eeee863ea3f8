"""Amounts of a claim held against what can be reckoned from the evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.complements import denies_alone, is_of_the_part
from groundgraph.text.quantities.derived.derivations import Derivation, is_part_of, matches
from groundgraph.text.quantities.derived.elapsed import only_span
from groundgraph.text.quantities.derived.row_counts import counts_rows
from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.evidence.slots import Wanted
from groundgraph.text.quantities.values.derivable import derivable
from groundgraph.text.quantities.values.doubts import is_doubtful, is_of_its_size
from groundgraph.text.quantities.values.plainly import is_plainly_asked, meant_instead, of_a_whole
from groundgraph.text.quantities.written.agreement import LIMITS, agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.nouns import PERIODIC
from groundgraph.text.quantities.written.roles import (
    role_of,
    says_total,
)
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT, MONEY_BEFORE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.roles import Role

_FITS, _FIRM = 0.5, 0.6
"""Fits from which a derivation that gives the claim's value supports it, and from which one that
gives another contradicts it."""
_BAND, _WIDE, _NARROW = 0.07, 0.25, 0.03
"""How far a derivation may fit worse than the best: of the same operation, of any, and of times
between two events."""
_SURE = 0.9
"""Fit of the one time that the evidence tells of what a claim speaks of, and of no more."""
_DECISIVE = frozenset({"sum", "difference", "average", "change", "product", "ledger"})
_SUMS = frozenset({"sum", "ledger"})
_POINTING = frozenset("the all these those its their".split())
_LENGTHS = frozenset("for lasted lasts lasting took takes long".split())
_LENGTH_STEMS = frozenset(map(stem, (*_LENGTHS, "journey", "hour", "day")))
_KNOWN = 0.65
"""Share of a claim's words that the evidence holds where both are surely of one thing."""
_OFTEN = frozenset(map(stem, (*PERIODIC, "once", "twice")))
"""Stems that tell how often, which name nothing."""
_YEAR_BEFORE = frozenset({"before", "previous", "earlier", "prior", "preceding"})


def check_derived(claim: ReadClaim, number: int) -> Check | None:
    """Hold an amount of a claim against derived values; ``None`` where no cue asks for one."""
    amount = _as_money(claim, claim.sentence.amounts[number])
    if amount.weak:
        return None
    role = role_of(claim.sentence, amount)
    wanted = _wanted(claim, number)
    found = _of_it_alone(claim, list(derivable(claim, amount, role, wanted)))
    found = [one for one in found if not _counts_operands(claim, amount, one)]
    if not found:
        return None
    found = _of_all_changes(found)
    sole = [one for one in found if one.sole]
    if sole and _right(amount, sole) is None:
        return _against_what_is_asked(claim, amount, found)
    found = sole or found
    found.sort(key=lambda derivation: -derivation.fit)
    found = _of_one_span(claim, found)
    found = of_a_whole(found) if amount.bound in LIMITS else found
    best = found[0]
    one = None if _is_limit_told(claim, amount) else _right(amount, found)
    one = None if one is not None and is_of_the_part(claim, number, one) else one
    if one is not None and one.fit >= max(_FITS, best.fit - _WIDE):
        own = tuple(each.span for each in one.supposed)
        return replace(_check("supported", amount, one, one.fit), supposed=own)
    span = only_span(found, claim.index.events)
    if span is not None and _is_of_what_is_told(claim):
        return _check("contradicted", amount, span, _SURE if _says_no_more(claim, span) else _FIRM)
    ends = [derivation for derivation in found if derivation.operation == "balance"]
    if len(ends) == 1 and ends[0].fit >= _FIRM and not claim.strange_names:
        return _check("contradicted", amount, ends[0], _FIRM)
    if (other := meant_instead(claim, amount, role, found)) is not None:
        return replace(_check("contradicted", amount, other, _FIRM), plain=True)
    firm = best.fit >= _FIRM and _is_only(best, found) and not claim.strange_names
    firm = firm and not is_doubtful(claim, amount, role, best)
    certain = _certain(role) or (role == "level" and _is_total_asked(claim, amount, best))
    if firm and certain and _asked_for(best, wanted.words):
        fit = 1.0 if _tells_its_parts(claim, best) else best.fit
        return replace(_check("contradicted", amount, best, fit), whole=best.whole)
    whole = best.operation == "share" and _is_whole_share(claim, amount, best)
    plain = firm and not whole and is_plainly_asked(claim, amount, best)
    if (firm and whole) or plain:
        return replace(_check("contradicted", amount, best, best.fit), plain=plain)
    told = best.formula if best.whole and best.fit >= _FIRM else ""
    return replace(_check("open", amount, best, best.fit), told=told)


def _of_it_alone(claim: ReadClaim, found: list[Derivation]) -> list[Derivation]:
    """Leave out sums where a claim tells of one thing alone."""
    return [one for one in found if one.operation != "sum"] if "alone" in claim.lower else found


def _counts_operands(claim: ReadClaim, amount: Quantity, found: Derivation) -> bool:
    """Say whether a number points to what a sum or average is of: "the five skaters average"."""
    before = claim.sentence.tokens[amount.first - 1].text if amount.first else ""
    of_several = found.operation in {"average", *_SUMS} and amount.unit is COUNT
    return of_several and before in _POINTING and amount.value == len(found.held)


def _tells_its_parts(claim: ReadClaim, best: Derivation) -> bool:
    """Say whether a claim reckons before our eyes: "£250 plus £300, so £450"."""
    said = {(amount.dimension, amount.base) for amount in claim.sentence.amounts}
    parts = [one.amount for one in best.held if isinstance(one, EvidenceQuantity)]
    told = all((part.dimension, part.base) in said for part in parts)
    return told and len(parts) == len(best.held) > 1


def _against_what_is_asked(
    claim: ReadClaim, amount: Quantity, found: list[Derivation]
) -> Check | None:
    """Hold a claim against just what is asked, which gives another value."""
    sole = [one for one in found if one.sole]
    told = (r for r in claim.index.readings if not counts_rows(claim, amount, r))
    if any(agreement(amount, r.amount) == "equal" for r in told):
        return None
    best = sole[0]
    sure = len({one.amount.base for one in sole}) == 1 and is_of_its_size(amount, best)
    sure = sure and best.whole and not claim.strange_names and amount.bound not in LIMITS
    sure = sure and not any(matches(amount, one) for one in found)
    if sure:
        plain = best.operation in {"difference", "count"}
        return replace(_check("contradicted", amount, best, best.fit), whole=True, plain=plain)
    return _check("open", amount, best, best.fit)


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
    ends = [one for one in found if one.operation == "balance" or _is_of_all_told(one)]
    every = [{*map(id, end.held)} for end in ends]
    return [
        one
        for one in found
        if _is_of_all_told(one) or not any({*map(id, one.held)} < held for held in every)
    ]


def _is_of_all_told(found: Derivation) -> bool:
    """Say whether a value is what is left of all, or of as many as the claim names."""
    return found.operation == "ledger" and (found.whole or " − " in found.terms)


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


def _says_no_more(claim: ReadClaim, span: Derivation) -> bool:
    """Say whether a claim has no word but those of the sentence that tells both ends of a time."""
    held = span.held[0]
    if held.cell is not None:
        return False
    told = claim.index.passages[held.passage].sentences[held.line].words
    return all(word in told or word in _LENGTH_STEMS for word in claim.sentence.words)


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
    if not best.whole or best.operation not in _SUMS or not says_total(claim.question.tokens):
        return False
    alike = [a for a in claim.sentence.amounts if a.dimension == amount.dimension]
    alike = [a for a in alike if a is amount or a.value != len(best.held)]  # "the four species"
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
    if best.whole:
        return True
    if best.operation in {"difference", "change"} and len(best.held) == 2:
        told = (item.words.keys() for item in best.held)
        return not any(words.keys().isdisjoint(own) for own in told)
    if len({item.cell is None for item in best.held}) > 1:
        return False  # a cell and an amount of prose
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
