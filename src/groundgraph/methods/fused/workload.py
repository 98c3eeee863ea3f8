"""How much of an answer the rules read: what they hold against each other grows with both texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTH_NAMES
from groundgraph.text.number_words import ONES, SCALES, TENS
from groundgraph.types import Claim, Span

if TYPE_CHECKING:
    from groundgraph.methods.fused.reading import Reading

MOST_WORK = 600_000
"""Sentences and numbers of the claims times those of the evidence that rules hold against each
other, in some seconds. Of RAGTruth's answers none has 40,000."""
MOST_HELD = 30_000
"""Sentences and numbers of evidence that rules read at all: some 500,000 characters of prose. They
read each of them once, however little is claimed."""
_NUMBER = re.compile(
    rf"[0-9]+|\b(?:{'|'.join([*ONES, *TENS, *SCALES, *MONTH_NAMES])})\b", re.IGNORECASE
)


def within_reach(reading: Reading) -> Reading:
    """Return an answer as rules read it: without the words of claims that ask too much of them.

    Claims count in their order; one that is too much leaves room for those after it.
    """
    beyond = set(_beyond(reading))
    if not beyond:
        return reading
    claims = tuple(
        Claim("", Span(each.span.start, each.span.start)) if number in beyond else each
        for number, each in enumerate(reading.claims)
    )
    return reading._replace(claims=claims)


def remark(read: Reading) -> str:
    """Say how many claims of what `within_reach` returned no rule has read, or ""."""
    beyond = sum(not claim.text for claim in read.claims)
    if not beyond:
        return ""
    told = f"{beyond:,} of {len(read.claims):,} claims"
    return f"rules for amounts, dates, roles and small words did not read {told}: too much to hold"


def _beyond(reading: Reading) -> list[int]:
    texts = [claim.text for claim in reading.claims]
    units = [unit.text for unit in reading.evidence.units]
    if sum(map(len, texts)) * sum(map(len, units)) <= MOST_WORK:
        return []
    held = sum(map(_parts, units))
    if held > MOST_HELD:
        return [*range(len(texts))]
    found, done = [], 0
    for number, text in enumerate(texts):
        work = _parts(text) * held
        if done + work > MOST_WORK:
            found.append(number)
        else:
            done += work
    return found


def _parts(text: str) -> int:
    """Count a sentence and its numbers."""
    return 1 + sum(1 for _ in _NUMBER.finditer(text))
