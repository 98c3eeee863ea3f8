"""Words that may turn a finding round, where one of claim and evidence alone has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.evidence import Evidence, Sentence
    from groundgraph.text.statements.findings import Found

_TURNING = frozenset(
    """deny refuse fail forget avoid doubt cease stop refrain prevent omit lack miss escape than
    since except unless otherwise merely""".split()
)
"""Lemmas that deny what they govern, or set it against another time or thing: "denied having seen"
says "had not seen", and "smaller than last year's" that last year's were bigger."""
_ANYONE = frozenset("whoever whichever whatever anyone anybody those".split())
"""Words for nobody in particular: "whoever opens on Monday" may be Lise."""
_ALTERNATIVES = frozenset({"or"})


def unguarded(
    every: Iterable[Found], claim: Sentence, evidence: Evidence, asked: AbstractSet[str]
) -> list[Found]:
    """Return what was found, but for what may agree with the claim after all.

    Args:
        every: What was found.
        claim: A sentence of an answer.
        evidence: What it is held against.
        asked: The lemmas of the question.
    """
    return [f for f in every if not _is_guarded(f, claim.lemmas, _told(f, evidence), asked)]


def _told(found: Found, evidence: Evidence) -> frozenset[str]:
    """Return the lemmas of the sentence of the evidence that decides."""
    return next(
        (
            s.lemmas
            for s in evidence.sentences
            if s.passage == found.passage and s.span.start <= found.span.start < s.span.end
        ),
        frozenset(),
    )


def _is_guarded(
    found: Found, claim: AbstractSet[str], told: AbstractSet[str], asked: AbstractSet[str]
) -> bool:
    if found.pattern == "opposite":
        return not _TURNING.isdisjoint(claim ^ told) or not _ALTERNATIVES.isdisjoint(asked)
    return found.pattern == "belongs_to_other" and not _ANYONE.isdisjoint(told)
