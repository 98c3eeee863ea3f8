"""What holds of most things, and what is told of some alone: "Most items: 30 days; headphones: 14".

A claim on the headphones is held against what is told of these. Where it is not sure of which of
them a claim speaks, what holds of most contradicts nothing that is told of some.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_OF_MOST = frozenset(
    """all most any every standard general generally normal normally usual usually regular default
    otherwise everything other""".split()
)
_ANY = re.compile(r",|/| and | or |&|\(")
"""What parts the things that one head names: "Headphones and earbuds"."""
_WORD, _OF_AMOUNTS = re.compile(r"[a-z]+"), re.compile(r"\bevery (?=\d)|\bat (?:the )?most\b")
"""Words, but for those of "every 6 hours" and "at most 3", which are of no things."""
_SURE, _LIKELY = 0.92, 0.75
_PREFIX = 4
"""Letters that two names for one thing share at least: "swimsuit" and "swimwear"."""
_DECIDED = frozenset({"supported", "contradicted", "elsewhere", "absent"})


def with_exceptions(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Return the checks of a claim's amounts, held against what is told of what it names."""
    return [
        _checked(claim, check, claim.sentence.amounts[claim.numbers[check.at]])
        if check.kind == "amount" and check.outcome in _DECIDED
        else check
        for check in checks
    ]


def _checked(claim: ReadClaim, check: Check, amount: Quantity) -> Check:
    if amount.unit is COUNT or amount.weak:
        return check
    amount = replace(amount, bound="exact")  # "within 30 days" beside "14 days from delivery"
    alike = [r for r in claim.index.readings if comparable(amount, r.amount) and not r.amount.weak]
    general = [r for r in alike if _is_of_most(claim, r)]
    if not general:
        return check
    passages, of_all = {r.passage for r in general}, {*map(id, general)}
    alike = [r for r in alike if r.passage in passages and id(r) not in of_all]
    heads_of_most = [head for r in general for head in _heads(claim, r)]
    some = [r for r in alike if any(head not in heads_of_most for head in _heads(claim, r))]
    named = [r for r in some if _is_named(claim, r)]
    equal = [r for r in some if agreement(amount, r.amount) == "equal"]
    if not some:
        return check
    if len(named) == 1:
        [own] = named
        if own in equal:
            right = replace(check, outcome="supported", held=(own,), fit=_SURE)
            return check if check.outcome == "supported" else right
        of_most = any(agreement(amount, r.amount) == "equal" for r in general)
        if of_most and agreement(amount, own.amount) == "differs":
            return replace(check, outcome="contradicted", held=(own,), fit=_SURE)
    meant = [r for r in some if not named and _may_be_named(claim, r, some)]
    if len(meant) == 1 and agreement(amount, meant[0].amount) == "equal":
        return replace(check, outcome="supported", held=(meant[0],), fit=_LIKELY)
    if len(meant) == 1 and check.outcome == "supported":
        return replace(check, outcome="elsewhere")
    against = check.outcome == "contradicted" and any(held in general for held in check.held)
    return replace(check, outcome="elsewhere") if against and equal and not named else check


def _is_of_most(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether the sentence of an amount says that it is of all, or of most."""
    if reading.cell is not None:
        return _is_general(reading.cell.column)
    text = claim.index.passages[reading.passage].text
    return _is_general(text[reading.around.start : max(reading.around.start, reading.span.start)])


def _is_general(text: str) -> bool:
    """Say whether a text speaks of all or most of what it names."""
    return not _OF_MOST.isdisjoint(_WORD.findall(_OF_AMOUNTS.sub("", text.lower())))


def _heads(claim: ReadClaim, reading: EvidenceQuantity) -> list[frozenset[str]]:
    """Return the stems of each thing that the line of an amount begins with."""
    if reading.cell is not None:
        names = _ANY.split(reading.cell.column) if reading.cell.alone else []
        return [stems for name in names if (stems := frozenset(cell_stems(name)))]
    held = [s for s in claim.index.stretches if s.holds(reading.passage, reading.span.start)]
    return [frozenset({word}) for stretch in held for word in stretch.head]


def _is_named(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether claim or question names one of the things that an amount is told of."""
    said = claim.sentence.words.keys() | claim.question.words.keys()
    return any(stems <= said for stems in _heads(claim, reading))


def _may_be_named(
    claim: ReadClaim, own: EvidenceQuantity, some: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether claim or question hold a word that begins as a head does, and as no other."""
    said = {
        word[:_PREFIX]
        for word in (*claim.sentence.words, *claim.question.words)
        if len(word) > _PREFIX
    }
    begun = [
        {word[:_PREFIX] for stems in _heads(claim, r) for word in stems if len(word) > _PREFIX}
        for r in (own, *(other for other in some if other is not own))
    ]
    return bool(said & begun[0]) and all(said.isdisjoint(each) for each in begun[1:])
