"""Words that may turn a finding round, where one of claim and evidence alone has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.cases import may_leave_out
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.outdated import has_ended, is_former, speaks_of_now
from groundgraph.text.statements.nouns import content_nouns
from groundgraph.text.words import letters

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
_ORDERS = frozenset({"before", "after"})
"""Words whose denial denies an order: what was "not launched before the other" was launched."""
_ALTERNATIVES = frozenset({"or"})
_FORMER = frozenset("former formerly previous previously erstwhile predecessor".split())
"""Words for who held an office before the one who holds it."""
_OF_ONE = frozenset({"belongs_to_other", "other_value"})
_BUT_NOT = re.compile(r"\b(?:but|and|though) not\b([^,;:.]{1,80})", re.IGNORECASE)
_BESIDE = 3
"""Words before "but not" that what is denied is set against."""


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
    told = evidence.sentences
    return [each for each in every if not _is_guarded(each, claim, told[each.sentence], asked)]


def _is_guarded(found: Found, claim: Sentence, told: Sentence, asked: AbstractSet[str]) -> bool:
    if found.pattern in _OF_ONE and not _FORMER.isdisjoint(claim.lemmas - told.lemmas):
        return True
    if found.pattern == "belongs_to_other":
        return not _ANYONE.isdisjoint(told.lemmas)
    return found.pattern == "opposite" and (
        may_leave_out(told.lemmas, claim.lemmas)
        or not (_TURNING | _ORDERS).isdisjoint(claim.lemmas ^ told.lemmas)
        or not _ALTERNATIVES.isdisjoint(asked)
        or _is_of_another_time(found, told)
        or not _compare_alike(claim.written, told.written)
        or _denies_the_rest(claim, told)
    )


def _denies_the_rest(claim: Sentence, told: Sentence) -> bool:
    """Say whether the evidence denies it of one thing and affirms it of another than a claim's.

    "Pets may stay on the terrace but not indoors" does not go against "Pets may not stay".
    """
    parted = _BUT_NOT.search(told.written)
    if parted is None:
        return False
    before = told.written[: parted.start()]
    denied = content_nouns(parted[1]) - content_nouns(before)
    affirmed = content_nouns(" ".join(before.split()[-_BESIDE:])) - content_nouns(parted[1])
    return not denied.isdisjoint(claim.stems) or affirmed.isdisjoint(claim.stems)


def _compare_alike(one: str, other: str) -> bool:
    """Say whether two sentences do not compare their things the other way round."""
    mine, theirs = _behind_than(one), _behind_than(other)
    return not (mine and theirs) or mine <= theirs or theirs <= mine


def _behind_than(written: str) -> frozenset[str]:
    return content_nouns(written.partition(" than ")[2])


def _is_of_another_time(found: Found, told: Sentence) -> bool:
    """Say whether a clause only tells when something else was: "after it reopened"."""
    before = told.text[told.span.start : found.span.start].lower().split()[-1:]
    return not _WHEN.isdisjoint(before)


def is_participle(event: Event, text: str) -> bool:
    """Say whether a verb is one in "-ing", of which it is seldom sure who does it."""
    told = letters(event.span.of(text))
    return any(word.endswith("ing") and lemma(word) == event.lemma for word in told)


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
    """Say whether it was so until some time; "a former clerk" was one, and may do anything now."""
    if event.topic is None:
        return False
    text, span = sentence.text, event.topic.span
    return has_ended(text, span) or (event.lemma.startswith("be_") and is_former(text, span))
