"""An event of the evidence seen with the roles of a claim's event."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.statements.lexicon import Side, denies, inverses, synonyms
from groundgraph.text.statements.matching import way_round

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.statements.model import Argument, Event

Relation = Literal["same", "opposite"]
_LINKS = {"towards": "to", "toward": "to", "onto": "on", "upon": "on", "into": "in", "inside": "in"}
_DIRECTIONS = frozenset(
    """increase rise grow climb raise boost jump surge soar go_up swell decrease fall drop decline
    reduce lower shrink cut sink plunge slump diminish go_down dwindle dip expand widen narrow
    lengthen shorten improve worsen open close start begin stop end continue""".split()
)
"""Verbs that say the same of their object as of their subject where they have none."""
_MOVING = frozenset({"pass", "pass_on", "transfer", "return", "get"})
"""Verbs of giving or getting whose subject, where they have no object, is what is given."""
OF_MATCHES = frozenset({"win", "lose"})
"""Verbs that say how a match ended for their subject, with or without the other side."""
_THAN = frozenset({"subject", "than"})


class Aligned(NamedTuple):
    """An event of the evidence in the roles of a claim's.

    Attributes:
        event: The event as it is.
        roles: What fills the claim's roles.
        relation: What its verb is beside the claim's.
        near: How sure that is, in [0, 1].
    """

    event: Event
    roles: dict[str, tuple[Argument, ...]]
    relation: Relation
    near: float


def aligned(claim: Event, other: Event) -> Iterator[Aligned]:
    """Yield each way in which an event says of its things what a claim's does, or the opposite."""
    negated = claim.negated != other.negated
    one_way = claim.bearings == other.bearings
    straight = _nearness(claim.lemma, other.lemma) if one_way else 0.0
    if straight:
        yield Aligned(other, _folded(other, claim), "opposite" if negated else "same", straight)
    elif denies(claim.lemma, other.lemma):
        yield Aligned(other, _folded(other, claim), "same" if negated else "opposite", 0.9)
        if claim.roles.keys() & other.roles.keys() >= _THAN:
            roles = {**other.roles, "subject": other.roles["than"], "than": other.roles["subject"]}
            yield Aligned(other, roles, "opposite" if negated else "same", 0.9)
    apart = denies(claim.lemma, other.lemma) and way_round(claim, other) >= 0  # mother, father
    for mine, theirs in () if straight or apart else _like(claim.lemma):
        if theirs.lemma in synonyms(other.lemma) and _fits(other, theirs) and _may_fit(claim, mine):
            roles = _renamed(other, mine, theirs)
            yield Aligned(other, roles, "opposite" if negated else "same", 0.8)
    for mine, theirs in inverses().get(claim.lemma, ()):
        if theirs.lemma in synonyms(other.lemma) and _fits(other, theirs) and _may_fit(claim, mine):
            roles = _turned(other, mine, theirs)
            yield Aligned(other, roles, "opposite" if negated else "same", 0.9)


def _nearness(one: str, other: str) -> float:
    if one == other:
        return 1.0
    return 0.9 if other in synonyms(one) else 0.0


@lru_cache(maxsize=1024)
def _like(lemma: str) -> tuple[tuple[Side, Side], ...]:
    """Return the sides that say what a lemma's do, as one relation turns both round."""
    found = [
        (mine, again)
        for mine, turned in inverses().get(lemma, ())
        for back, again in inverses().get(turned.lemma, ())
        if back == turned and again.lemma != lemma
    ]
    return tuple(dict.fromkeys(found))


def _renamed(event: Event, mine: Side, theirs: Side) -> dict[str, tuple[Argument, ...]]:
    """Return the roles of an event with the second thing where the claim's verb has it."""
    roles = {_LINKS.get(role, role): found for role, found in event.roles.items()}
    second = roles.pop(theirs.link or "object")
    rest = roles.pop("object", ()) if theirs.link else ()
    return {
        **roles,
        mine.link or "object": second,
        **({"object": rest} if rest and mine.link else {}),
    }


def _fits(event: Event, side: Side) -> bool:
    """Say whether an event has what a side of a relation speaks of."""
    if event.lemma in _MOVING and "object" not in event.roles:
        return False  # "The house passed from Ann to Ben"
    return "subject" in event.roles and (side.link or "object") in event.roles


def _may_fit(claim: Event, side: Side) -> bool:
    """Say whether a claim has what a side speaks of, or leaves out whom somebody won against."""
    return _fits(claim, side) or (claim.lemma in OF_MATCHES and claim.core.keys() == {"subject"})


def _folded(event: Event, claim: Event) -> dict[str, tuple[Argument, ...]]:
    """Name the roles of an event alike: "to" for "towards", the object of "prices rose"."""
    own = {_LINKS.get(role, role): role for role in claim.roles}
    folded = {_LINKS.get(role, role): found for role, found in event.roles.items()}
    roles = {own.get(role, role): found for role, found in folded.items()}
    lone = "subject" in roles and "object" not in roles
    bare = "subject" not in claim.roles  # "was painted" beside "the stool painted white"
    if lone and "object" in claim.roles and (bare or event.lemma in _DIRECTIONS):
        roles["object"] = roles.pop("subject")
    elif "object" in roles and "object" not in claim.roles and event.lemma in _DIRECTIONS:
        roles["subject"] = roles.pop("object")
    return roles


def _turned(event: Event, mine: Side, theirs: Side) -> dict[str, tuple[Argument, ...]]:
    """Return what fills the roles of one side, from an event told from the other."""
    link, own = theirs.link or "object", mine.link or "object"
    roles = {_LINKS.get(role, role): found for role, found in event.roles.items()}
    first, second = roles.pop("subject"), roles.pop(link)
    rest = roles.pop("object", roles.pop("second", ()))
    turned = {**roles, "subject": second, own: first}
    if rest:
        turned["object" if own != "object" else "second"] = rest
    return turned


def giving(event: Event) -> Event:
    """Return "gave him a book" as "gave a book to him"; other events as they are."""
    if event.lemma.partition("_")[0] not in GIVING or "to" in event.roles:
        return event
    if not {"object", "second"} <= event.roles.keys():
        return event
    roles = dict(event.roles)
    roles["to"], roles["object"] = roles["object"], roles.pop("second")
    return replace(event, roles=roles)


GIVING = frozenset(
    """give hand send lend offer pay sell award grant bring owe pass show promise deny assign
    leave mail allocate provide feed lease rent read write throw forward refund loan""".split()
)
"""Verbs whose first of two objects receives the second."""
