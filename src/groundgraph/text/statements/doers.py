"""Nouns for who did a deed, or to whom it was done: "Rask was the lender", "its designer was Ann".

The claim has no verb of the deed, and the evidence no such noun: "Holm lent Rask eight thousand".
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.statements.aligning import GIVING, giving
from groundgraph.text.statements.lexicon import called_after, inverses, reach
from groundgraph.text.statements.matching import SAME, apart, are_named, best
from groundgraph.text.statements.nouns import noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence
    from groundgraph.text.statements.findings import Pattern
    from groundgraph.text.statements.model import Argument, Event

_SAME, _EXCHANGED, _OTHER = 0.8, 0.85, 0.75
_DEFINITE = frozenset("the its his her their our your".split())
_SINGLE = frozenset(
    map(
        noun,
        """architect author borrower buyer composer debtor defendant designer discoverer founder
        inventor killer lender murderer painter plaintiff purchaser recipient scorer seller sender
        tenant translator vendor victim winner work""".split(),
    )
)
"""Those of whom there is most often one; an editor or owner may be one of several, or a time."""
_PARTIES = frozenset({"subject", "object", "second", "to", "from"})


class Done(NamedTuple):
    """What a claim that calls somebody by a deed is beside the event that tells of it."""

    pattern: Pattern
    fit: float
    event: Event


class _Called(NamedTuple):
    """Whom a claim calls by a deed: the noun, who it is, and of what, where that is told."""

    name: str
    who: tuple[Argument, ...]
    what: tuple[Argument, ...]


@cache
def _deeds() -> dict[str, frozenset[tuple[str, str]]]:
    """Return, by noun, the verbs with the role in which whom it names stands."""
    return {
        name: frozenset().union(*(_turned(verb, role) for verb, role in deeds))
        for name, deeds in called_after().items()
    }


def _turned(verb: str, role: str) -> frozenset[tuple[str, str]]:
    """Return a verb and a role of it, and what says the same the other way round."""
    found = {(verb, role)}
    for mine, theirs in inverses().get(verb, ()):
        if role == "subject":
            found.add((theirs.lemma, theirs.link or "object"))
        elif role == (mine.link or "object"):
            found.add((theirs.lemma, "subject"))
    return frozenset(found)


def names_of_doers(events: Iterable[Event]) -> frozenset[str]:
    """Return the nouns by which some events call somebody."""
    every = {a.head for e in events for found in e.roles.values() for a in found if not a.names}
    return frozenset(every & _deeds().keys())


def doing(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the deeds after which some events call somebody: "Ann is Ben's coach" has Ann coach.

    Args:
        events: Those of a sentence of the evidence.
    """
    for event in events:
        first, second = event.roles.get("subject", ()), event.roles.get("of", ())
        name = event.lemma.removeprefix("be_")
        if name == event.lemma or not (first and second):
            continue
        for verb, role in called_after().get(name, ()):
            roles = {"subject": first, "object": second}
            if role == "object":
                roles = {"subject": second, "object": first}
            if role in roles:
                yield replace(event, lemma=verb, roles=roles, is_named=name not in _SINGLE)


def done_by(event: Event, text: str, evidence: Evidence) -> Done | None:
    """Find the event in which whom a claim calls by a deed stands, or stands in another role.

    Args:
        event: An event of the claim.
        text: The claim.
        evidence: What it is held against.
    """
    called = _called(event, text)
    if called is None or event.negated or event.conditional or event.modal:
        return None
    told = [*_told(called, evidence)]
    for each, filled in told:
        if best(called.who, filled) >= SAME:
            return Done("same", _SAME, each)
    if not told or not all(apart(called.who, filled) for _, filled in told):
        return None
    if not called.what and called.name in evidence.vocabulary:
        return None  # somebody else may be called so there
    for each, filled in told:
        if best(called.who, _others(each, filled, _PARTIES)) >= SAME:
            return Done("roles_exchanged", _EXCHANGED, each)
    [*doers] = (a for _, filled in told for a in filled)
    single = called.name in _SINGLE and len(told) == len(doers) == 1
    if single and are_named(called.who, doers):
        return Done("belongs_to_other", _OTHER, told[0][0])
    return None


def _called(event: Event, text: str) -> _Called | None:
    """Return whom an event calls by a deed."""
    first, kind = event.roles.get("subject", ()), event.roles.get("is", ())
    name = event.lemma.removeprefix("be_")
    if name != event.lemma:
        what = event.roles.get("of", ())
        known = tuple(a for a in what if a.words or a.also)  # not of a pronoun that may be any
        return _Called(name, first, known) if name in _deeds() and first and what else None
    if event.lemma != "be" or not (len(first) == len(kind) == 1):
        return None
    for who, called in ((first, kind), (kind, first)):
        [told] = called
        if told.words == {told.head} and told.head in _deeds() and not told.names:
            definite = told.span.of(text).lower().split()[0] in _DEFINITE
            return _Called(told.head, who, ()) if definite else None
    return None


def _told(called: _Called, evidence: Evidence) -> Iterator[tuple[Event, Sequence[Argument]]]:
    """Yield the events of the deed, with what fills the role that the noun names."""
    for lemma, role in _deeds()[called.name]:
        wanted = reach(lemma)
        for sentence in evidence.sentences:
            if wanted.isdisjoint(sentence.lemmas):
                continue
            for event in map(giving, evidence.events(sentence.number)):
                filled = _filled(event, role)
                if filled and event.lemma == lemma and _is_of(called, event, filled):
                    yield event, filled


def _filled(event: Event, role: str) -> Sequence[Argument]:
    """Return what fills a role; of "lent Rask eight thousand" Rask is "to" whom it was lent."""
    lent = role == "to" and event.lemma in GIVING and role not in event.roles
    found = event.core.get("object" if lent else role, ())
    return () if lent and not are_named(found, found) else found


def _is_of(called: _Called, event: Event, filled: Sequence[Argument]) -> bool:
    """Say whether an event came about, and is one of what a claim speaks of."""
    if event.negated or event.conditional or event.modal or event.is_named:
        return False
    others = _others(event, filled, event.core)
    if not called.what or best(called.what, others) >= SAME:
        return True
    return min(best(called.what, filled), best(called.who, others)) >= SAME


def _others(event: Event, filled: Sequence[Argument], roles: Iterable[str]) -> Sequence[Argument]:
    """Return what fills some roles of an event, but for what fills one."""
    return [a for role in roles for a in event.core.get(role, ()) if a not in filled]
