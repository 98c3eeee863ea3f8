"""Whether two arguments are the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.statements.coreference import PERSONAL, gender_in, leads_with_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.statements.model import Argument, Event

SAME = 0.8
"""From here on two arguments are held for one thing."""
OTHER_KIND = 0.4
"""What two things are that have one head and other words beside it: "the red model", "the blue
model"."""
_MAYBE, _NEARLY, _UNKNOWN = 0.5, 0.9, 0.45


def likeness(one: Argument, other: Argument) -> float:
    """Return how sure it is that two arguments are one thing, in [0, 1]; 0 for surely not.

    Heads must agree, or the names; other words of one may be missing from the other, but where
    both have their own they may tell two things of a kind apart ("the red model").
    """
    if one.pronoun or other.pronoun:
        return _of_pronouns(one, other)
    if one.also or other.also:
        return max(_plain(a, b) for a in (one, *one.also) for b in (other, *other.also))
    return _plain(one, other)


def _plain(one: Argument, other: Argument) -> float:
    """Compare two phrases by their own words."""
    if one.names - other.names and other.names - one.names:
        return 0.0
    if one.head == other.head:
        return _of_kind(one, other)
    shared = one.words & other.words
    if not shared:
        return 0.0
    if one.names & other.names and (_is_name(one) or _is_name(other)):
        lone = one if _is_name(one) else other
        rest = other if lone is one else one
        return _NEARLY if lone.words <= rest.words and lone.head in rest.words else _MAYBE
    smaller = min(len(one.words), len(other.words))
    return _MAYBE if len(shared) * 2 >= smaller else 0.3


def _of_kind(one: Argument, other: Argument) -> float:
    """Compare what else two phrases with one head say."""
    mine, theirs = one.words - {one.head}, other.words - {other.head}
    if mine and theirs and mine.isdisjoint(theirs):
        return OTHER_KIND
    return 1.0 if mine == theirs else _NEARLY


def _of_pronouns(one: Argument, other: Argument) -> float:
    if one.pronoun and other.pronoun and not (one.also or other.also):
        return _MAYBE if one.pronoun == other.pronoun else _UNKNOWN
    if one.pronoun == other.pronoun and one.pronoun in PERSONAL:
        return max(_MAYBE, _best_of(one.also, other.also))
    if "one" in {one.pronoun, other.pronoun}:
        return _NEARLY if one.words & other.words else 0.3
    mine, theirs = one.also if one.pronoun else (one,), other.also if other.pronoun else (other,)
    found = [likeness(a, b) for a in mine for b in theirs if not (a.pronoun or b.pronoun)]
    if not found:
        return _UNKNOWN
    if len(mine) == len(theirs) == 1 and (found[0] or _are_known(one, other)):
        return min(found[0], _NEARLY)
    if found[0] >= SAME:  # the likeliest
        return _NEARLY if len(found) == 1 else SAME
    if not any(found) and _are_known(one, other) and {one.pronoun, other.pronoun} & PERSONAL:
        return 0.0
    return min(max(*found, 0.3), _MAYBE)


def _best_of(mine: Sequence[Argument], theirs: Sequence[Argument]) -> float:
    pairs = ((a, b) for a in mine[:1] for b in theirs[:1])
    return max((min(_plain(a, b), _NEARLY) for a, b in pairs), default=0.0)


def _are_known(one: Argument, other: Argument) -> bool:
    """Say whether "he" or "she" cannot stand for what it is held against, for all that is read."""
    for side, beside in ((one, other), (other, one)):
        if side.pronoun in PERSONAL and not beside.pronoun and not gender_in(beside):
            return False
    return True


def _is_name(argument: Argument) -> bool:
    return bool(argument.names) and len(argument.names) >= len(argument.words)


def best(mine: Iterable[Argument], theirs: Sequence[Argument]) -> float:
    """Return the highest likeness of any two."""
    return max((likeness(one, other) for one in mine for other in theirs), default=0.0)


def all_in(mine: Iterable[Argument], theirs: Sequence[Argument]) -> float:
    """Return the lowest of what each of ``mine`` is at best among ``theirs``."""
    return min((best([one], theirs) for one in mine), default=0.0)


def apart(mine: Sequence[Argument], theirs: Sequence[Argument]) -> bool:
    """Say whether two roles are surely filled by different things of which both can be told."""
    if not (mine and theirs) or any(a.pronoun and not a.also for a in (*mine, *theirs)):
        return False
    return best(mine, theirs) in {0.0, OTHER_KIND}


def are_told(mine: Sequence[Argument], theirs: Sequence[Argument]) -> bool:
    """Say whether two things can be told apart: both are named, or neither is."""
    return all(has_name(a) == has_name(b) for a in mine for b in theirs)


def has_name(argument: Argument) -> bool:
    """Say whether a thing, or what its pronoun stands for, has a name."""
    return any(each.names for each in (argument, *argument.also[:1]))


def are_named(mine: Sequence[Argument], theirs: Sequence[Argument]) -> bool:
    """Say whether all of two roles are names, or pronouns that stand for one."""
    return all(map(_is_named, (*mine, *theirs)))


def _is_named(argument: Argument) -> bool:
    """Say whether a phrase is a name, and not what is named by its owner: "Marek's workshop"."""
    return any(leads_with_name(each) for each in (argument, *argument.also[:1]))


def way_round(event: Event, other: Event) -> int:
    """Return 1 where two events have two things in the same order, -1 in the other, else 0."""
    if "be" in {event.lemma, other.lemma}:
        return 0  # "The complaint was a headache" says what "a headache was the complaint" does
    for mine, theirs in (
        ((event.core.get("subject"), event.others), (other.core.get("subject"), other.others)),
        (
            (event.core.get("from"), event.core.get("to")),
            (other.core.get("from"), other.core.get("to")),
        ),
    ):
        (a, b), (c, d) = mine, theirs
        if not (a and b and c and d):
            continue
        if min(best(a, c), best(b, d)) >= SAME:
            return 1
        if min(best(a, d), best(b, c)) >= SAME:
            return -1
    return 0
