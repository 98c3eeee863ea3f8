"""Whether the evidence says of another thing alone what a claim says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.statements.arguments import joined
from groundgraph.text.statements.matching import OTHER_KIND, SAME, are_named, likeness
from groundgraph.text.statements.nouns import noun

if TYPE_CHECKING:
    from groundgraph.text.statements.evidence import Evidence
    from groundgraph.text.statements.model import Event
    from groundgraph.text.statements.patterns import Seen

_OPENS = re.compile(r"(?:[,;:]|\b(?:and|but|while|whereas))\s*$", re.IGNORECASE)


def is_of_other(evidence: Evidence, event: Event, other: Event, pattern: Seen) -> bool:
    """Say whether the evidence says of another thing alone what a claim says."""
    if _has_value_alone(evidence, event, other):
        return True
    return pattern.pattern == "belongs_to_other" and (
        _is_parallel(evidence, event, other) or _is_single(evidence, event, other)
    )


def _has_value_alone(evidence: Evidence, event: Event, other: Event) -> bool:
    """Say whether a name that a claim joins to one thing stands with another, once in all."""
    mine, theirs = event.topic, other.topic
    if mine is None or theirs is None or not are_named([mine], [theirs]):
        return False
    if (
        not theirs.also
        or event.modal
        or other.modal
        or any(len(a.also) != 1 for a in (mine, theirs) if not a.names)
    ):
        return False
    told = evidence.sentences[other.sentence]
    value = {
        word for found in event.core.values() for a in found if a is not mine and a.names
        for word in a.words
    } & joined(a for found in other.core.values() for a in found)  # fmt: skip
    names = joined((mine, *mine.also))
    return (
        bool(value)
        and names.isdisjoint(told.stems)
        and (evidence.holding(value) == [other.sentence])
    )


def _is_single(evidence: Evidence, event: Event, other: Event) -> bool:
    """Say whether one sentence alone has a deed without an object, and one doer for it."""
    if event.lemma != other.lemma or set(other.core) != {"subject"}:
        return False
    if event.modal or other.modal:
        return False
    doers = (*event.core.get("subject", ()), *other.core["subject"])
    sure = all(len(a.also) == 1 for a in doers if a.pronoun) and are_named(doers, doers)
    return sure and len(doers) == len(evidence.holding([noun(event.lemma)])) + 1 == 2


def _is_parallel(evidence: Evidence, event: Event, against: Event) -> bool:
    """Say whether a sentence says something else of a claim's subject in a clause beside.

    "The monks brewed beer; the nuns wove cloth" against "The monks wove cloth".
    """
    text, told = evidence.sentences[against.sentence].text, against.topic
    leading = event.topic
    if told is None or leading is None:
        return False
    for other in evidence.events(against.sentence):
        first, second = sorted((other, against), key=lambda each: each.span.start)
        topic, begins = other.topic, second.topic
        if topic is None or begins is None or first.span.end > begins.span.start:
            continue
        if likeness(leading, topic) >= SAME and _OPENS.search(text, 0, begins.span.start):
            return likeness(topic, told) in {0.0, OTHER_KIND}
    return False
