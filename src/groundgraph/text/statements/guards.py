"""Words that may turn a finding round, where one of claim and evidence alone has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.cases import may_leave_out
from groundgraph.text.outdated import is_over, speaks_of_now
from groundgraph.text.statements.nouns import of_stem
from groundgraph.text.words import content_forms

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.evidence import Evidence, Sentence
    from groundgraph.text.statements.findings import Found
    from groundgraph.text.statements.model import Event

_TURNING = frozenset(
    """deny refuse fail forget avoid doubt cease stop refrain prevent omit lack miss escape than
    since except unless otherwise merely without""".split()
)
"""Lemmas that deny what they govern, or set it against another time or thing: "denied having seen"
says "had not seen", and "smaller than last year's" that last year's were bigger."""
_ANYONE = frozenset("whoever whichever whatever anyone anybody those".split())
"""Words for nobody in particular: "whoever opens on Monday" may be Lise."""
_WHEN = frozenset({"after", "before", "until", "till", "once"})
_GUARDED = frozenset({"opposite", "belongs_to_other"})
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
    kept = []
    for found in every:
        told = _told(found, evidence) if found.pattern in _GUARDED else None
        if told is None or not (
            _is_guarded(found, claim.lemmas, told.lemmas, asked)
            or _is_of_another_time(found, told)
            or (found.pattern == "opposite" and not _compare_alike(claim.written, told.written))
        ):
            kept.append(found)
    return kept


def _told(found: Found, evidence: Evidence) -> Sentence | None:
    """Return the sentence of the evidence that decides."""
    every = (s for s in evidence.sentences if s.passage == found.passage)
    return next((s for s in every if s.span.start <= found.span.start < s.span.end), None)


def _compare_alike(one: str, other: str) -> bool:
    """Say whether two sentences do not compare their things the other way round."""
    mine, theirs = _behind_than(one), _behind_than(other)
    return not (mine and theirs) or mine <= theirs or theirs <= mine


def _behind_than(written: str) -> frozenset[str]:
    return frozenset(map(of_stem, content_forms(written.partition(" than ")[2])))


def _is_of_another_time(found: Found, told: Sentence) -> bool:
    """Say whether a clause only tells when something else was: "after it reopened"."""
    before = told.text[told.span.start : found.span.start].lower().split()[-1:]
    return found.pattern == "opposite" and not _WHEN.isdisjoint(before)


def _is_guarded(
    found: Found, claim: AbstractSet[str], told: AbstractSet[str], asked: AbstractSet[str]
) -> bool:
    if found.pattern == "opposite" and may_leave_out(told, claim):
        return True
    if found.pattern == "opposite":
        return not _TURNING.isdisjoint(claim ^ told) or not _ALTERNATIVES.isdisjoint(asked)
    return found.pattern == "belongs_to_other" and not _ANYONE.isdisjoint(told)


def is_past(claim: Sentence, event: Event, told: Sentence, other: Event) -> bool:
    """Say whether the evidence tells as over what a claim says is so now.

    Args:
        claim: A sentence of an answer.
        event: What it says.
        told: A sentence of the evidence.
        other: What that says.
    """
    if event.negated or event.modal or event.when or not _is_over(told, other):
        return False
    return not _is_over(claim, event) and speaks_of_now(claim.written)


def _is_over(sentence: Sentence, event: Event) -> bool:
    topic = event.topic
    return topic is not None and is_over(sentence.text, topic.span)
