"""Amounts and dates of a passage about another thing than a claim, or its question, names.

"What is the battery capacity of the X200?" is not answered by what a passage on the X200 Pro tells.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.passage_heads import asked_of
from groundgraph.text.quantities.lookups.of_entries import SEVERAL, is_of_its_kind
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import Event

if TYPE_CHECKING:
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
    heads = claim.index.heads
    if not any(heads) or check.outcome not in {"elsewhere", "supported"} or not check.held:
        return check
    if not claim.lower.isdisjoint(_OF_OTHERS):
        return check
    text, at = claim.text, check.at  # what is held names nothing itself: "published in 2019"
    found = asked_of(heads, f"{text[: at.start]} {text[at.end :]}", claim.question.text)
    if found is None:
        return check
    if check.kind == "amount" and at in claim.numbers:
        return _of_amount(claim, check, *found)
    if check.kind == "date":
        return _of_date(claim, check, *found)
    return check


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
    if any(head is not None and written in head.words for head in claim.index.heads):
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
