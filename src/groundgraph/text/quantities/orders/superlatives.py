"""Superlatives of a claim, such as "the oldest" and "the most rain", over lists of the evidence."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.lists import keys_of
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.orders.among import (
    is_by_rate,
    is_in_pairs,
    is_not_so,
    may_be_of,
    meant,
)
from groundgraph.text.quantities.orders.comparisons import measures
from groundgraph.text.quantities.orders.filtered import failing, meets
from groundgraph.text.quantities.orders.ranked import by_date
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.adjectives import (
    COMPARATIVES,
    DEGREES,
    MOSTS,
    narrowed,
    way_of,
)
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.extremes import JUDGED, Superlative
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.roles import RESTS
from groundgraph.text.quantities.written.segments import content_words
from groundgraph.text.quantities.written.stems import content_stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_Line = tuple[int, int]
_OWN = 0.5
"""Weight of a word, in [0, 1], from which it is an amount's own; also the fit of what is found."""
_LEAST, _MOST = 2, 40
"""Members of a group that is compared."""
_CONVERTED = Fraction(1, 50)
"""Share by which a value and the same in another unit, told beside it, may differ."""
_SURE = 0.9
"""Fit of what is wrong in whichever column is meant."""
_FITS, _TIE = 0.3, 0.05
"""Share of a claim's words that what it calls the most holds at least; and by how much a list may
fit worse than the best and still count."""
_COMPARING = COMPARATIVES.keys() | DEGREES.keys()
_CONDITIONS = frozenset("for with without under below above over within if".split())
"""Words that lead to what the things compared must have."""
_OF_RESTS = frozenset(map(content_stem, RESTS))
_PHRASE = 3
"""Tokens behind such a word that may tell it."""


def check_superlatives(claim: ReadClaim) -> list[Check]:
    """Hold each superlative against the lists of the evidence."""
    return [
        _checked(claim, found)
        for found in claim.superlatives
        if not is_not_so(claim.sentence, found.at)
        and not (_is_relative(claim, found.at) or is_by_rate(claim))
        and (found.adjective.dimensions or not found.of_two)  # "was higher" is of whatever
    ]


def _is_relative(claim: ReadClaim, at: int) -> bool:
    """Say whether "the dearest by weight" or "per head" compares what is yet to be reckoned."""
    following = [token.text for token in claim.sentence.tokens[at + 1 : at + 3]]
    return following[:1] == ["per"] or (following[:1] == ["by"] and following[1:] != ["far"])


def _checked(claim: ReadClaim, superlative: Superlative) -> Check:
    asked = not _COMPARING.isdisjoint(claim.asked)
    narrow = narrowed(superlative.adjective, superlative.attribute)
    superlative = replace(superlative, adjective=narrow)
    lists = [pair for pair in _lists(claim, superlative) if may_be_of(superlative, pair[0])]
    ranked = sorted(lists, key=lambda pair: -pair[1])
    best: tuple[Check, float] | None = None
    for members, fit in ranked:
        if fit < (_FITS if best is None else max(_FITS, best[1] - _TIE)):
            break
        pair = superlative.of_two
        chosen = _chosen(claim, members, superlative.attribute.keys(), pair=pair)
        if chosen is None and not (pair and superlative.attribute):
            chosen = _chosen(claim, members, claim.sentence.words.keys(), pair=pair)
        if chosen is None:
            continue
        check = _decided(claim, superlative, chosen, (members, fit))
        if best is None:
            best = check, fit
        elif check.outcome != best[0].outcome:  # as good a list says otherwise
            return Check("open", "comparison", superlative.span)
    if best is not None:
        columns = [members for members, _ in ranked]
        sure = best[0].outcome == "contradicted" and _go_against(superlative, best[0], columns)
        return replace(best[0], fit=max(best[0].fit, _SURE)) if sure else best[0]
    if superlative.adjective.dates and (asked or not superlative.of_two):
        return by_date(claim, superlative)
    return Check("open", "comparison", superlative.span)


def _go_against(
    superlative: Superlative, check: Check, columns: Sequence[Sequence[EvidenceQuantity]]
) -> bool:
    """Say whether the row of a table that is called the most is so in none of its columns."""
    row = check.held[-1]
    own = [(m, members) for members in columns for m in members if m.line == row.line and m.cell]
    sign = superlative.adjective.sign
    return (
        superlative.rank == 1
        and bool(own)
        and all(
            any(other.amount.base * sign > held.amount.base * sign for other in members)
            for held, members in own
            if held.passage == row.passage and len({m.line for m in members}) == len(members)
        )
    )


def _lists(
    claim: ReadClaim, superlative: Superlative
) -> Iterator[tuple[list[EvidenceQuantity], float]]:
    """Yield lists of readings that may be compared, with how well what they measure fits."""
    wanted = {*superlative.adjective.attribute, *superlative.attribute}
    further = {*claim.sentence.words, *claim.question.words}
    told = claim.index.readings
    every = [r for r in told if measures(superlative.adjective, r) and not names_its_row(r)]
    for members in _completed(lists(every), every, superlative):
        if superlative.of_two and len(members) != _LEAST:
            continue
        shared = frozenset.intersection(*(_topic(member) for member in members))
        own = frozenset.intersection(*(m.about | {*m.amount.noun} for m in members))
        specific = bool(superlative.adjective.dimensions)
        fit = (0.4 if specific else 0.0) + 0.3 * min(2, len(own & wanted))
        fit += 0.1 * min(2, len(shared & (further | wanted))) + (0.2 if shared & further else 0.0)
        fit += 0.3 if _is_named_column(claim, members) else 0.0
        yield members, fit + (0.3 if len(members) in _numbers(claim) else 0.0)


def _completed(
    found: Sequence[list[EvidenceQuantity]],
    every: Sequence[EvidenceQuantity],
    superlative: Superlative,
) -> Iterator[list[EvidenceQuantity]]:
    """Yield lists, those of a sentence with what its passage calls by the adjective too.

    "The mast is 212 m high. The tower is 184 m high, the chimney 240 m."
    """
    named = {*superlative.adjective.attribute[:1]}
    called = [reading for reading in every if reading.cell is None and named & reading.own]
    for members in found:
        one = members[0]
        alike = [
            other
            for other in called
            if other.passage == one.passage
            and other.amount.dimension == one.amount.dimension != ""
            and other.line not in {member.line for member in members}
        ]
        prose = one.cell is None and not superlative.of_two and any(m in called for m in members)
        yield [*members, *alike] if prose else members


def _is_named_column(claim: ReadClaim, members: Sequence[EvidenceQuantity]) -> bool:
    """Say whether some amounts are a column that a claim or question names."""
    columns = {member.cell.column if member.cell else "" for member in members}
    name = {*cell_stems(columns.pop())} if len(columns) == 1 else set()
    return bool(name) and name <= claim.sentence.words.keys() | claim.question.words.keys()


def _numbers(claim: ReadClaim) -> set[int]:
    """Return the numbers of things that a claim or question names, as in "of the three"."""
    amounts = (*claim.sentence.amounts, *claim.question.amounts)
    return {int(amount.value) for amount in amounts if amount.value.denominator == 1}


def _topic(reading: EvidenceQuantity) -> frozenset[str]:
    return frozenset((*reading.words, *reading.amount.noun))


def names_its_row(reading: EvidenceQuantity) -> bool:
    """Say whether a bare number stands in the first column: "1b" of a class."""
    cell = reading.cell
    bare = reading.amount.unit is COUNT
    return bare and cell is not None and not cell.alone and cell.at[1] == 0


def lists(readings: Sequence[EvidenceQuantity]) -> list[list[EvidenceQuantity]]:
    """Return readings that stand in one column or row, or are told alike in one passage."""
    rows: defaultdict[tuple[object, ...], list[EvidenceQuantity]] = defaultdict(list)
    lines: defaultdict[tuple[_Line, str, tuple[str, ...]], list[EvidenceQuantity]]
    lines = defaultdict(list)
    counted: dict[_Line, tuple[str, ...]] = {}
    items: dict[_Line, tuple[str, ...]] = {}
    for reading in readings:
        cell, amount = reading.cell, reading.amount
        if cell is not None:
            for key in keys_of(cell, reading.passage):
                rows[key].append(reading)
            if not cell.column[:1].isdigit():
                rows["field", cell.column].append(reading)
        else:
            here = reading.passage, reading.line
            noun = amount.noun or (counted.get(here, ()) if amount.unit is COUNT else ())
            if not noun and amount.unit is COUNT and ":" in reading.near:
                noun = items.get((reading.passage, reading.line - 1), ())
            counted[here] = noun  # "24 stations, the blue line 31"
            if ":" in reading.near:
                items[here] = noun  # "Brahms evening: 812 tickets. Sibelius evening: 780."
            lines[here, amount.dimension, noun].append(reading)
    for (here, dimension, noun), held in lines.items():
        place = ("line", here) if len(held) > 1 else ("lines", here[0])
        rows[place, dimension, noun] += held
    found = []
    for members in rows.values():
        dimensions = {member.amount.dimension for member in members}
        if _LEAST <= len(members) <= _MOST and len(dimensions) == 1:
            found.append(members)
    return found


def _chosen(
    claim: ReadClaim,
    members: Sequence[EvidenceQuantity],
    words: AbstractSet[str],
    *,
    pair: bool,
) -> EvidenceQuantity | None:
    """Return the one member, of a pair or a list, that some words of a claim single out."""
    shared = frozenset.intersection(*(member.about for member in members))
    if pair and members[0].line == members[1].line:
        shared -= members[0].own ^ members[1].own  # "the night train 49 euros, the day train 79"
    scores = [_singled(claim, member, words - shared) for member in members]
    best = max(scores)
    if best <= 0 or scores.count(best) > 1:
        return None
    chosen = members[scores.index(best)]
    own = chosen.words.keys() if chosen.cell is not None else chosen.about
    return chosen if (words - shared) & own else None  # else it is of what stands beside it


def _singled(claim: ReadClaim, member: EvidenceQuantity, words: AbstractSet[str]) -> float:
    row = cell_stems(member.cell.row) if member.cell is not None else ()
    plain = [word for word in words if not word.endswith("est") or word in row]
    return sum(claim.index.measured(word) * member.words.get(word, 0.0) for word in plain)


def _decided(
    claim: ReadClaim,
    superlative: Superlative,
    chosen: EvidenceQuantity,
    found: tuple[Sequence[EvidenceQuantity], float],
) -> Check:
    listed, fit = found
    members = meant(claim, superlative.at, listed)
    if chosen in members and (met := [m for m in members if meets(claim, m)]):
        if chosen not in met and (cell := failing(claim, chosen)) is not None:
            event = Event.of_cell(cell, chosen.passage)
            return Check("contradicted", "row", claim.sentence.span, (event,), _SURE)
        members = met
    few = len(listed) < _of_how_many(claim, superlative)
    if chosen not in members or few or _is_narrowed(claim, superlative, members):
        return Check("open", "comparison", superlative.span)
    sign = way_of(superlative.adjective, chosen.amount.dimension)
    values = sorted({member.amount.base * sign for member in members}, reverse=True)
    if superlative.rank > len(values):
        return Check("open", "comparison", superlative.span)
    wanted = values[superlative.rank - 1]
    top = next(member for member in members if member.amount.base * sign == wanted)
    off = abs(chosen.amount.base * sign - wanted)
    told_twice = chosen.line == top.line and chosen.amount.unit.name != top.amount.unit.name
    right = off <= (_CONVERTED * abs(wanted) if told_twice else 0)
    sure = superlative.adjective.base not in JUDGED and _is_named_column(claim, members)
    firm = (sure or _is_firm(claim, superlative, members)) and not is_in_pairs(claim, chosen)
    firm = firm and not _named_behind(claim, superlative) & (chosen.about - top.about)
    if not right and (not firm or _measures_more(claim, superlative, members)):
        return Check("open", "comparison", superlative.span, lean=-min(fit, 1.0))
    held = (chosen,) if right else (top, chosen)
    return Check(decided(right=right), "comparison", superlative.span, held, fit)


def _of_how_many(claim: ReadClaim, superlative: Superlative) -> int:
    """Return the number of things of which one is called the most: "the oldest of the three"."""
    at = superlative.at + 1
    words = [token.text for token in claim.sentence.tokens[at : at + 2]]
    told = (a.value for a in claim.sentence.amounts if a.first == at + 2)
    return int(next(told, 0)) if words == ["of", "the"] else 0


def _is_narrowed(
    claim: ReadClaim, superlative: Superlative, members: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether a condition may leave members out: "cheapest for 4 users", "with support"."""
    shared = frozenset.intersection(*map(_topic, members))
    for sentence in (claim.sentence, claim.question):
        for at, token in enumerate(sentence.tokens):
            phrase = sentence.tokens[at + 1 : at + 1 + _PHRASE]
            if token.text not in _CONDITIONS or any(t.text == superlative.said for t in phrase):
                continue
            if _tells_a_member(sentence, at + 1, members):
                continue
            if not shared.issuperset(content_words(phrase, sentence.text)):
                return True
    return False


def _tells_a_member(sentence: Sentence, at: int, members: Sequence[EvidenceQuantity]) -> bool:
    """Say whether an amount at a place is that of a member: "the tallest, with 84 m"."""
    return any(
        amount.first == at and agreement(amount, member.amount) == "equal"
        for amount in sentence.amounts
        for member in members
    )


def _measures_more(
    claim: ReadClaim, superlative: Superlative, members: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether "fewest" is told of what no member measures: of calories beside protein."""
    measured = frozenset().union(*map(_topic, members))
    behind = _named_behind(claim, superlative) - _OF_RESTS
    return superlative.said in MOSTS and not behind <= measured


def _named_behind(claim: ReadClaim, superlative: Superlative) -> frozenset[str]:
    """Return the stem of what is called the most: of women alone in "the fastest woman"."""
    behind = claim.sentence.tokens[superlative.at + 1 : superlative.at + 2]
    return frozenset(content_stem(token.text) for token in behind) - {""}


def _is_firm(
    claim: ReadClaim, superlative: Superlative, members: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether members of a list are surely compared in what the claim says."""
    if superlative.adjective.base in JUDGED:
        return False
    beside = members[0].cell is not None or len({member.line for member in members}) == 1
    beside = beside or (superlative.of_two and _are_the_only_two(claim, members))
    shared = frozenset.intersection(*(member.about | {*member.amount.noun} for member in members))
    named = {*superlative.adjective.attribute, *superlative.attribute} & shared
    return beside and (bool(superlative.adjective.dimensions) or bool(named))


def _are_the_only_two(claim: ReadClaim, members: Sequence[EvidenceQuantity]) -> bool:
    """Say whether two sentences in a row tell all that the evidence measures so."""
    one, *rest = members
    alike = [r for r in claim.index.readings if r.amount.dimension == one.amount.dimension]
    near = all(abs(other.line - one.line) <= 1 for other in rest)
    return bool(one.amount.dimension) and near and len(alike) == len(members)
