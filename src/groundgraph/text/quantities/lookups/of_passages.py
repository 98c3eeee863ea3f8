"""Amounts and dates of a passage about another thing than a claim, or its question, names.

"What is the battery capacity of the X200?" is not answered by what a passage on the X200 Pro tells.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.passage_heads import keys_in, named_passages, passage_heads
from groundgraph.text.quantities.lookups.of_entries import SEVERAL, is_of_its_kind
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import Event

if TYPE_CHECKING:
    from groundgraph.text.passage_heads import PassageHead
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_SURE, _LIKELY = 0.9, 0.75
"""Fits where the passage tells one value of its kind, and where it tells several."""
_OF_OTHERS = SEVERAL | frozenset(
    """sister sibling predecessor successor previous earlier former older newer bigger
    smaller""".split()
)
_NUMBER = re.compile(r"\d+")


def of_its_passage(claim: ReadClaim, check: Check) -> Check:
    """Hold what is told in passages about other things alone against the one that is about it."""
    if check.outcome not in {"elsewhere", "supported"} or not check.held:
        return check
    found = _named(claim, check)
    if found is None or not claim.lower.isdisjoint(_OF_OTHERS):
        return check
    own, others = found
    if check.kind == "amount" and check.at in claim.numbers:
        return _of_amount(claim, check, own, others)
    if check.kind == "date":
        return _of_date(claim, check, own, others)
    return check


def _named(claim: ReadClaim, check: Check) -> tuple[frozenset[int], frozenset[int]] | None:
    """Return the passages about the one thing that is named, and those about others of its kind.

    What is held names nothing itself: "The 2024 edition was published in 2019".
    """
    heads = _heads(claim)
    if not any(heads):
        return None
    text, at = claim.text, check.at
    own = named_passages(heads, keys_in(f"{text[: at.start]} {text[at.end :]}"))
    own = own or named_passages(heads, keys_in(claim.question.text))
    told = [head for number in own if (head := heads[number]) is not None]
    if len({head.words for head in told}) != 1:
        return None
    return own, told[0].kin - own


def _heads(claim: ReadClaim) -> tuple[PassageHead | None, ...]:
    return passage_heads(tuple(passage.text for passage in claim.index.passages))


def _of_amount(
    claim: ReadClaim, check: Check, own: frozenset[int], others: frozenset[int]
) -> Check:
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    kin = [r for r in claim.index.readings if is_of_its_kind(amount, r.amount)]
    places = {r.passage for r in kin if agreement(amount, r.amount) == "equal"}
    beside = [reading for reading in kin if reading.passage in own]
    if not places or not places <= others or not beside:
        return check
    fit = _SURE if len(beside) == 1 else _LIKELY
    return replace(check, outcome="contradicted", held=(beside[0],), fit=fit)


def _of_date(claim: ReadClaim, check: Check, own: frozenset[int], others: frozenset[int]) -> Check:
    written = check.at.of(claim.text)
    if any(head is not None and written in head.words for head in _heads(claim)):
        return check  # a year alone names a passage: "over 2022 and 2023"
    numbers = set(_NUMBER.findall(written))
    passages = claim.index.passages
    told = [number for number in own if numbers <= set(_NUMBER.findall(passages[number].text))]
    beside = [event for number in own for event in passages[number].events]
    away = all(isinstance(held, Event) and held.passage in others for held in check.held)
    if not numbers or told or not beside or not away:
        return check
    fit = _SURE if len(beside) == 1 else _LIKELY
    return replace(check, outcome="contradicted", held=(beside[0],), fit=fit)
