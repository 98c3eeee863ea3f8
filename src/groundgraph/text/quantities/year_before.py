"""So many more or fewer than a year before: "four more stores than a year before".

The evidence tells both numbers, the earlier one in brackets or behind "up from".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.model import EvidenceQuantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.slots import ReadClaim

_MORE = frozenset({"more", "higher", "above", "additional"})
_FEWER = frozenset({"fewer", "less", "lower", "below"})
_BEFORE = frozenset({"before", "earlier", "last", "previous", "prior", "ago"})
_EARLIER = frozenset({"last", "earlier", "previous", "prior", "before", "ago"})
_NEAR, _REACH = 3, 8
_SURE = 0.9
_WHOLE = 1.0


def check_year_before(claim: ReadClaim, amounts: Sequence[Check]) -> list[Check]:
    """Hold "four more … than a year before" against which of the two numbers is the earlier.

    Args:
        claim: The claim.
        amounts: What was found of its amounts.
    """
    right = {c.said: c for c in amounts if c.kind == "derivation" and c.outcome == "supported"}
    return [
        check for said, word in _said(claim) if said in right for check in _of(right[said], word)
    ]


def _said(claim: ReadClaim) -> Iterator[tuple[str, str]]:
    """Yield the amounts of a claim that are told as more or fewer than before, with that word."""
    tokens = claim.sentence.tokens
    for amount in claim.sentence.amounts:
        behind = [t.text for t in tokens[amount.first + 1 : amount.first + 1 + _NEAR]]
        word = next((w for w in behind if w in _MORE | _FEWER), "")
        rest = [t.text for t in tokens[amount.first + 1 : amount.first + 1 + _REACH]]
        if word and "than" in rest and not _BEFORE.isdisjoint(rest[rest.index("than") :]):
            yield amount.span.of(claim.text), word


def _of(derived: Check, word: str) -> Iterator[Check]:
    """Yield whether the later of two numbers is the larger, where one is told as the earlier."""
    held = [each for each in derived.held if isinstance(each, EvidenceQuantity)]
    earlier = [r for r in held if any(r.words.get(w, 0.0) >= _WHOLE for w in _EARLIER)]
    if len(held) != 2 or len(earlier) != 1:
        return
    [before] = earlier
    [now] = [each for each in held if each is not before]
    if (now.passage, now.line) == (before.passage, before.line):
        rises = now.amount.base > before.amount.base
        right = rises == (word in _MORE)
        yield Check(decided(right=right), "comparison", word, (now, before), _SURE)
