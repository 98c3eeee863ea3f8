"""Words of a claim that are right, or wrong, since an amount, date or order is.

A reader cannot reckon, nor tell that "20%" is "one in five". What `groundgraph.text.quantities`
derives it doubts, and with it the words that tie the amount to the sentence: "over 30 minutes" of
what takes half an hour.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.bounds import limits
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.words import NEGATIONS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities import QuantityJudgement
    from groundgraph.text.quantities.evidence.findings import Check

_BY_SUMS = frozenset({"derivation", "row"})
_AS_WRITTEN = frozenset({"amount", "date"})
_MISSED = frozenset({"contradicted", "absent"})
_FEW = 6
"""Words of a claim that a check is of, at most, where these are wrong and not their clause."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_TIES = frozenset(
    "a about an approximately are around at circa for in is of on roughly some the was were".split()
)
"""Words before an amount or a date that add nothing to it."""
_BOUNDS = frozenset(
    "after before below beyond between by during exceeding from least more most past per since "
    "than to until up over under within".split()
)
"""Words before one that do, and are right where the evidence has them too."""
_ALLOWING = frozenset({"can", "may"})
_LIMITS = _ALLOWING | frozenset("a be maximum max most of".split())
"""Words that tell a limit of what is denied beyond it: "can be a maximum of"."""
_WORDS = re.compile(r"[A-Za-z]+")


class KnownWords(NamedTuple):
    """Where words of a claim stand that are known to be right or wrong.

    Attributes:
        held: Amounts and dates that hold; what a reader surely doubts of one is heard all the same.
        right: A reader is not heard on these.
        rephrased: Amounts and dates that hold, and that the evidence writes otherwise.
        wrong: Words that the evidence contradicts: amounts, dates, codes, values of a row, what
            compares.
    """

    held: tuple[Span, ...] = ()
    right: tuple[Span, ...] = ()
    rephrased: tuple[Span, ...] = ()
    wrong: tuple[Span, ...] = ()


def known_words(judged: QuantityJudgement) -> KnownWords:
    """Return the words of a claim of which its quantities tell."""
    told = " ".join(place.text for place in judged.evidence).casefold()
    right = [check for check in judged.checks if check.outcome == "supported"]
    rephrased = [check for check in right if _is_told_otherwise(judged.claim, check, told)]
    return KnownWords(
        tuple(_places(judged, right)),
        _right(judged, right, told) if rephrased else (),
        tuple(_places(judged, rephrased)),
        tuple(_wrong(judged, right)),
    )


def _wrong(judged: QuantityJudgement, right: Sequence[Check]) -> list[Span]:
    """Return where the evidence contradicts a claim, but not where that is a whole clause."""
    if judged.outcome != "contradicted":
        return []
    wrong = dict.fromkeys(c.at for c in judged.checks if c.outcome == "contradicted")
    held = {check.at for check in right}
    return [at for at in wrong if at not in held and len(at.of(judged.claim).split()) <= _FEW]


def _right(judged: QuantityJudgement, right: Sequence[Check], told: str) -> tuple[Span, ...]:
    """Return the words on which a reader is not heard, where some are told otherwise.

    They are those of all amounts, dates and orders that hold, where none is wrong or missing.
    """
    supposed = {at for check in right for at in check.supposed}
    if any(_is_missed(c) and c.at not in supposed for c in judged.checks):
        return ()
    words = frozenset(_WORDS.findall(told))
    held = (_BOUNDS & words) | _TIES
    if _turns_limit(judged.claim, told):
        held |= _BOUNDS | _LIMITS | (words - NEGATIONS)
    return tuple(_with_ties(judged.claim, place, held) for place in _places(judged, right))


def _is_missed(check: Check) -> bool:
    return check.outcome in _MISSED or check.lean < 0


def _is_told_otherwise(claim: str, check: Check, told: str) -> bool:
    """Say whether an amount follows by reckoning, or the evidence writes it in other words."""
    if check.kind in _BY_SUMS or check.anew or _turns_limit(claim, told):
        return True
    amounts = [held for held in check.held if isinstance(held, EvidenceQuantity)]
    if check.kind not in _AS_WRITTEN or not (told or amounts):
        return False
    said = check.at.of(claim).casefold()
    numbers = _NUMBER.findall(said)
    if any(frozenset(numbers or said.split()) <= held.near for held in amounts):
        return False
    return not any(number in told for number in numbers or [said])


def _turns_limit(claim: str, told: str) -> bool:
    """Say whether the evidence denies what lies beyond a limit, and the claim tells the limit.

    As "may hold up to 5%" does beside "may not hold more than 5%".
    """
    return bool(limits(told)) and NEGATIONS.isdisjoint(_WORDS.findall(claim.lower()))


def _places(judged: QuantityJudgement, meant: Sequence[Check]) -> list[Span]:
    """Return where the claim says what some checks are of, and no other check is."""
    others = {check.at for check in judged.checks if check not in meant}
    return list(dict.fromkeys(c.at for c in meant if c.at not in others))


def _with_ties(claim: str, place: Span, held: frozenset[str]) -> Span:
    """Add the words right before it that tie it to the claim, as the evidence does.

    What is said to be allowed, "may hold up to 5%", is tied as far as "may".
    """
    start = place.start
    for before in reversed(list(_WORDS.finditer(claim, 0, start))):
        if before[0].lower() not in held or claim[before.end() : start] != " ":
            break
        start = before.start()
        if before[0].lower() in _ALLOWING:
            break
    return Span(start, place.end)
