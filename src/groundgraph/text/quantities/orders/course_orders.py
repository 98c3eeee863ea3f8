"""Orders that claims tell, held against the course of what the evidence tells.

Where neither dates nor a sentence that tells of both things decide an order, it leans to the
course of a passage.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.times.course_leans import course_lean
from groundgraph.text.quantities.written.comparatives import is_denied

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.times.course_leans import Side
    from groundgraph.text.quantities.times.relations import Relation

_ONE_SIDED = 0.5
"""A lean up to which one side of an order alone is told."""


def by_course(claim: ReadClaim, check: Check, relation: Relation) -> Check:
    """Let an open order lean to the course of what the evidence tells, where nothing says more."""
    if check.outcome != "open" or is_denied(claim.sentence, len(claim.sentence.tokens)):
        return check
    first, second = relation.first, relation.second
    one = [word for word in first if word not in second]
    other = [word for word in second if word not in first]
    if not one or not other:
        return check
    if all(second.values()):  # "Ola was the drummer before Finn"
        names = {word for word, name in first.items() if name or word in claim.index.names}
        one = [word for word in one if word in names] if names else one
        if not one:
            return check
    sides = _side(claim, one), _side(claim, other)
    early, late = sides if relation.sign < 0 else sides[::-1]
    told = [course_lean(passage.course, early, late) for passage in claim.index.passages]
    found = max(told, key=abs, default=0.0)
    if not found or _ONE_SIDED < abs(check.lean) > abs(found):
        return check
    return replace(check, lean=found)


def _side(claim: ReadClaim, words: Iterable[str]) -> Side:
    return {word: claim.deeds.get(word, frozenset()) for word in words}
