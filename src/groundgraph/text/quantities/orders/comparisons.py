"""Comparatives and superlatives of a claim, decided from the amounts and dates of the evidence."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import value_amount
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.orders.among import is_by_rate
from groundgraph.text.quantities.orders.combined import check_combined
from groundgraph.text.quantities.orders.contrast import ComparedPair, contrasts
from groundgraph.text.quantities.orders.differing import check_asked_of_two, check_differences
from groundgraph.text.quantities.values.named_cells import names_another_column
from groundgraph.text.quantities.written.adjectives import RESULTS_OF, narrowed, way_of
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.comparatives import ClaimedComparison, trends
from groundgraph.text.quantities.written.moments import order
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.adjectives import (
        Adjective,
    )
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
    from groundgraph.text.quantities.written.segments import Words

_FITS, _CLEAR = 0.45, 0.4
"""Shares of a claim's words that two amounts hold together, and by which they fit this way round
better than the other, to be what it compares."""
_FIRM, _TIE = 0.55, 0.1
"""The same where a comparison is wrong; and by how much a pair may score worse than the best."""
_TIME_WORDS = frozenset(
    """took take takes last lasts lasted time duration notice wait waited period term retention
    years keeps keep kept journey""".split()
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SAME, _SOME = "same", frozenset({"one", "some", "any", "none", "neither", "two"})
_UNLIKE, _BESIDE = 0.3, 0.8
"""How much two amounts are of one kind, in [0, 1]: where little says so, and in one line."""


def check_comparisons(claim: ReadClaim) -> list[Check]:
    """Hold each "longer than", "more … than", "twice as long as" against the evidence.

    So "€16 cheaper", which leaves out what it is set against.
    """
    found = [*claim.comparisons, *trends(claim.sentence)]
    if found and is_by_rate(claim):
        return [Check("open", "comparison", each.span) for each in found]
    checks = [check_combined(claim, each) or _checked(claim, each) for each in found]
    return [*checks, *check_differences(claim), *check_asked_of_two(claim)]


def _checked(claim: ReadClaim, comparison: ClaimedComparison) -> Check:
    first, second, shared = sides(claim, comparison)
    adjective = narrowed(comparison.adjective, comparison.attribute, comparison.first)
    told = claim.index.readings
    if all(_names(claim, comparison)):  # else a year may be what is compared
        told = [r for r in told if not _is_of_another_year(claim, r)]
    readings = [r for r in told if measures(adjective, r)]
    if len(readings) > 1:
        comparison = replace(comparison, adjective=adjective)
    else:
        readings = [r for r in told if measures(comparison.adjective, r)]
    if comparison.adjective.base in {"long", "short"} and _TIME_WORDS & claim.lower:
        readings = [r for r in readings if r.amount.dimension != "length"]
    names, results = _names(claim, comparison), _results(claim, comparison)
    found = [
        pair
        for pair in contrasts(
            first, second, shared, readings, claim.index.measured, likeness, names
        )
        if not _is_of_another_column(claim, comparison, pair)
        and (not results or results & pair.first.about & pair.second.about)
    ]
    best = _best(found)
    if best is not None and _is_loose(claim, comparison, best, readings):
        return Check("open", "comparison", comparison.span)
    if best is not None:
        check = _decided(comparison, best)
        if check.outcome != "contradicted" or _is_sure(comparison, best, shared):
            return check
        return replace(check, outcome="open", lean=-best.fit * best.clear)
    if found and found[0].clear > 0:
        return _leaning(comparison, found[0])
    if comparison.adjective.dates:
        events = claim.index.events
        dated = _best_event(
            contrasts(first, second, shared, events, claim.index.dated, _both_dated, names)
        )
        if dated is not None:
            return _decided_by_date(comparison, dated)
    return Check("open", "comparison", comparison.span)


def _is_of_another_year(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether an amount is told of a year, and a claim names others alone."""
    named = {word for word in claim.date_words if _YEAR.fullmatch(word)}
    own = {word for word in reading.own if _YEAR.fullmatch(word)}
    return bool(named and own) and reading.cell is None and named.isdisjoint(own)


def _is_loose(
    claim: ReadClaim,
    comparison: ClaimedComparison,
    best: ComparedPair[EvidenceQuantity],
    readings: Sequence[EvidenceQuantity],
) -> bool:
    """Say whether it is open which amounts are meant.

    "One of the towers is shorter" names none; "the way overland" is none of several that are told;
    and what costs the same is not told to cost more.
    """
    if _sign(best) == 0 and _SAME in claim.lower:
        return True
    words = [token.text for token in claim.sentence.tokens[:2]]
    if len(words) == 2 and words[0] in _SOME and words[1] == "of":
        return True
    known = claim.index.vocabulary | claim.date_words
    alike = [r for r in readings if r.amount.dimension == best.first.amount.dimension]
    unknown = any(not side.keys() & known for side in (comparison.first, comparison.second))
    return unknown and not claim.sentence.amounts and len(alike) > 2


def named(words: Words, claim: ReadClaim) -> frozenset[str]:
    """Return the words that are written as names, here or in the evidence."""
    known = claim.index.names
    return frozenset(word for word, name in words.items() if name or word in known)


def sides(
    claim: ReadClaim, comparison: ClaimedComparison
) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return the words of one side only, of the other only, and of what is compared."""
    shared = {
        **dict.fromkeys(comparison.adjective.attribute, 1.0),
        **dict.fromkeys(comparison.attribute, 1.0),
    }
    both = comparison.first.keys() & comparison.second.keys()
    shared |= dict.fromkeys((*both, *_results(claim, comparison)), 1.0)
    return split(claim, comparison.first, comparison.second, shared)


def _results(claim: ReadClaim, comparison: ClaimedComparison) -> frozenset[str]:
    """Return stems by which the evidence tells what a deed came to: the revenue of who "sold"."""
    known = claim.index.vocabulary
    deeds = (comparison.first.keys() | comparison.attribute.keys()) - known
    return frozenset(word for deed in deeds for word in RESULTS_OF.get(deed, ()) if word in known)


def split(
    claim: ReadClaim, first: Words, second: Words, shared: dict[str, float]
) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Part the words of two sides: where both have names, those alone tell them apart."""
    vocabulary, dates = claim.index.vocabulary, claim.date_words
    one = {w: 1.0 for w in first if w in vocabulary and w not in shared}
    other = {w: 1.0 for w in second if w in vocabulary and w not in shared}
    names = named(first, claim) & one.keys() - dates, named(second, claim) & other.keys() - dates
    if all(names):
        shared |= {w: 1.0 for w in (*one, *other) if w not in names[0] | names[1] | dates}
        return dict.fromkeys(names[0], 1.0), dict.fromkeys(names[1], 1.0), shared
    return one, other, shared


def wants_earlier(adjective: Adjective) -> bool:
    """Say whether what is more so has the earlier date: the older, the earlier."""
    return adjective.sign > 0 if adjective.base == "old" else adjective.base in {"early", "soon"}


def measures(adjective: Adjective, reading: EvidenceQuantity) -> bool:
    """Say whether an adjective may compare what a reading measures."""
    amount = reading.amount
    if amount.weak or amount.kind != "count":
        return False
    kinds = adjective.dimensions
    if not kinds:
        return not adjective.dates
    if any(amount.dimension.startswith(kind) for kind in kinds):
        return True
    named = bool(set(adjective.attribute) & reading.own)
    return (named and (amount.unit is COUNT or "speed" in kinds)) or (
        "speed" in kinds and amount.dimension == "time"
    )


def likeness(first: EvidenceQuantity, second: EvidenceQuantity) -> float:
    """Return how sure it is that two readings measure the same kind of thing; 0 where they do not.

    Those that stand in one column, or in one sentence, or share what is measured are surest.
    """
    one, other = first.amount, second.amount
    if one.dimension != other.dimension or (one.per and other.per and one.per != other.per):
        return 0.0
    if bool(one.per) != bool(other.per) and first.line != second.line:
        return 0.0
    beside = first.passage == second.passage and first.line == second.line
    if one.unit is COUNT and one.noun and other.noun and not {*one.noun} & {*other.noun}:
        return _UNLIKE if beside else 0.0
    if first.cell is not None and second.cell is not None:
        year = first.cell.column[:1].isdigit()
        same = (
            first.cell.row == second.cell.row if year else first.cell.column == second.cell.column
        )
        return 1.0 if same else 0.0
    if (first.cell is None) != (second.cell is None):
        return _UNLIKE
    shared = len(first.own & second.own) / max(1, min(len(first.own), len(second.own)))
    return max(_UNLIKE, shared, _BESIDE if beside else 0.0)


def _names(
    claim: ReadClaim, comparison: ClaimedComparison
) -> tuple[frozenset[str], frozenset[str]]:
    first, second = named(comparison.first, claim), named(comparison.second, claim)
    return first - claim.date_words, second - claim.date_words


def _both_dated(first: Event, second: Event) -> float:
    return float(order(first.moment, second.moment) != "open")


def _best(found: Sequence[ComparedPair[EvidenceQuantity]]) -> ComparedPair[EvidenceQuantity] | None:
    """Return the best contrast, unless another as good has the values the other way round."""
    if not found or found[0].fit < _FITS or found[0].clear < _CLEAR:
        return None
    best = found[0]
    sign = _sign(best)
    for other in found[1:]:
        if other.score < best.score - _TIE:
            break
        if _sign(other) != sign:
            return None
    return best


def _is_of_another_column(
    claim: ReadClaim, comparison: ClaimedComparison, pair: ComparedPair[EvidenceQuantity]
) -> bool:
    """Say whether a side names a column of its own: "a child in B pays less than an adult in A"."""
    sides = (comparison.first, comparison.second)
    alone = [own.keys() - other.keys() for own, other in zip(sides, sides[::-1], strict=True)]
    return any(
        names_another_column(claim, words, held)
        for words, held in zip(alone, (pair.first, pair.second), strict=True)
    )


def _sign(contrast: ComparedPair[EvidenceQuantity]) -> int:
    one, other = contrast.first.amount.base, contrast.second.amount.base
    return (one > other) - (one < other)


def _best_event(found: Sequence[ComparedPair[Event]]) -> ComparedPair[Event] | None:
    good = bool(found) and found[0].fit >= _FITS and found[0].clear >= _CLEAR
    return found[0] if good else None


def _decided(comparison: ClaimedComparison, best: ComparedPair[EvidenceQuantity]) -> Check:
    held = (best.first, best.second)
    sign = way_of(comparison.adjective, best.first.amount.dimension)
    right = (_sign(best) == sign) != comparison.denied
    if comparison.ratio is not None:
        right = _is_ratio(comparison.ratio, best)
    if not right and min(best.fit, best.clear) < _FIRM:
        return Check("open", "comparison", comparison.span, lean=-best.fit * best.clear)
    return Check(decided(right=right), "comparison", comparison.span, held, best.fit)


def _is_sure(
    comparison: ClaimedComparison, best: ComparedPair[EvidenceQuantity], shared: Mapping[str, float]
) -> bool:
    """Say whether what is compared is surely what both readings measure."""
    if comparison.adjective.dimensions:
        return True
    return bool(best.first.about & best.second.about & shared.keys())


def _leaning(comparison: ClaimedComparison, best: ComparedPair[EvidenceQuantity]) -> Check:
    """Return an open check that leans to what the best contrast says."""
    sure = _decided(comparison, replace(best, fit=1.0, clear=1.0))
    sign = {"supported": 1, "contradicted": -1}.get(sure.outcome, 0)
    lean = sign * min(1.0, best.fit * best.clear)
    return Check("open", "comparison", comparison.span, sure.held, best.fit, lean=lean)


def _is_ratio(ratio: Quantity, best: ComparedPair[EvidenceQuantity]) -> bool:
    below = best.second.amount.base
    if below == 0:
        return False
    value = value_amount(best.first.amount.base / below, COUNT, Fraction(0))
    return agreement(_as_count(ratio), value) in {"equal", "near"}


def _as_count(ratio: Quantity) -> Quantity:
    step = Fraction(1, 10) * min(Fraction(1), ratio.value)
    return replace(value_amount(ratio.value, COUNT, step), bound=ratio.bound)


def _decided_by_date(comparison: ClaimedComparison, best: ComparedPair[Event]) -> Check:
    """Decide by dates: the older has the earlier one."""
    earlier = order(best.first.moment, best.second.moment) == "before"
    right = (earlier == wants_earlier(comparison.adjective)) != comparison.denied
    held = (best.first, best.second)
    return Check(decided(right=right), "comparison", comparison.span, held, best.fit)
