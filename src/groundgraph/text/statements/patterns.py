"""Named patterns between an event of a claim and one of the evidence."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.statements.aligning import OF_MATCHES
from groundgraph.text.statements.arguments import joined
from groundgraph.text.statements.lexicon import FUNCTIONAL, SYMMETRIC
from groundgraph.text.statements.matching import SAME, all_in, apart, are_named, are_told, best
from groundgraph.text.statements.nouns import content_nouns

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.aligning import Aligned
    from groundgraph.text.statements.findings import Pattern
    from groundgraph.text.statements.model import Argument, Event

_MODALS_ALIKE = ({"can", "may", "might"}, {"must", "to", "should"}, {"denied"})
_LEAST_COVERED = 0.6
_LOOSE = frozenset({"after", "before", "during", "at", "on"})
"""Roles that say when, and may be left out."""
_SEVERAL = frozenset({"also", "too", "both", "either"})
_LISTED = 3
_FUNCTION, _AGENT, _DOUBT = 0.8, 0.78, 0.5


class Seen(NamedTuple):
    """What a claim's event is beside one of the evidence: the pattern, and how sure it is."""

    pattern: Pattern
    fit: float


class Compared(NamedTuple):
    """A claim's event and one of the evidence, role by role.

    Attributes:
        claim: The claim's event.
        other: The evidence's, in the claim's roles.
        mine: What fills the claim's roles, times left out.
        theirs: What fills the evidence's.
        covered: Share of the words of the claim's event that stand around the other, in [0, 1].
        known: Whether the other's passage has all of them.
        restricted: Whether "only" or the like stands in either sentence.
    """

    claim: Event
    other: Aligned
    mine: Mapping[str, tuple[Argument, ...]]
    theirs: Mapping[str, tuple[Argument, ...]]
    covered: float
    known: bool = True
    restricted: bool = False

    @property
    def clauses(self) -> set[str]:
        """The roles of the evidence that times fill, and the claim's do not."""
        timed = {role for role, found in self.other.roles.items() if any(a.timed for a in found)}
        return {role for role in timed if role not in self.claim.roles}

    @property
    def shared(self) -> dict[str, float]:
        """How well each role that both fill agrees, in [0, 1]."""
        return {
            role: all_in(found, self.theirs[role])
            for role, found in self.mine.items()
            if role in self.theirs
        }


def holds_several(event: Event, other: Event, lemmas: AbstractSet[str]) -> bool:
    """Say whether a list, or "also", leaves room for others beside those that are told."""
    listed = any(len(found) >= _LISTED for e in (event, other) for found in e.roles.values())
    return listed or not _SEVERAL.isdisjoint(lemmas)


def compare(
    claim: Event,
    other: Aligned,
    around: AbstractSet[str],
    passage: AbstractSet[str],
    *,
    restricted: bool,
) -> Compared:
    """Put two events beside each other.

    Args:
        claim: The claim's event.
        other: The evidence's.
        around: The words near the evidence's.
        passage: The words of its passage.
        restricted: Whether "only" or the like stands in either sentence.
    """
    mine = claim.core
    kept = {role: tuple(a for a in found if not a.timed) for role, found in other.roles.items()}
    theirs = {role: found for role, found in kept.items() if found}
    wanted = {word for found in mine.values() for word in joined(found)}
    meant = joined(a.also[0] for found in theirs.values() for a in found if len(a.also) == 1)
    covered = sum(_stands_in(word, around | meant) for word in wanted) / max(len(wanted), 1)
    return Compared(claim, other, mine, theirs, covered, wanted <= passage, restricted)


def _stands_in(word: str, known: AbstractSet[str]) -> bool:
    """Say whether some words have one, or all its parts: "tp" and "53" of "TP53"."""
    parts = frozenset[str]() if word.isalpha() else content_nouns(word)
    return word in known or (bool(parts) and parts <= known)


def seen(pair: Compared) -> Seen | None:
    """Return the pattern of two events, ``None`` where nothing can be told."""
    if not (pair.mine and pair.theirs) or not _comparable(pair):
        return None
    if pair.other.relation == "same":
        return _same(pair) or _exchanged(pair) or _other_value(pair)
    return _opposite(pair)


def _comparable(pair: Compared) -> bool:
    claim, event = pair.claim, pair.other.event
    return claim.conditional == event.conditional and _mood(claim.modal) == _mood(event.modal)


def _mood(modal: str) -> int:
    return next((n for n, alike in enumerate(_MODALS_ALIKE, 1) if modal in alike), 0)


def _same(pair: Compared) -> Seen | None:
    shared = pair.shared
    if not shared or min(shared.values()) < SAME or _turns_round(pair):
        return None
    missing = [role for role in pair.mine if role not in shared]
    lacking = any(role in {"subject", "object", "is"} for role in missing)
    if lacking and len(shared) < 2 and pair.covered < 1.0:
        return None
    fit = pair.other.near * sum(shared.values()) / len(shared) * (0.5 + 0.5 * pair.covered)
    if _other_time(pair) or _is_ahead_of(pair):
        return Seen("other_time", fit)
    return Seen(_breadth(pair) or "same", fit)


def _turns_round(pair: Compared) -> bool:
    """Say whether one goes to what the other comes from: "leases it to Ann", "from Ann"."""
    return any(
        best(pair.mine.get(one, ()), pair.theirs.get(other, ())) >= SAME
        for one, other in (("to", "from"), ("from", "to"))
    )


def _other_time(pair: Compared) -> bool:
    mine, theirs = pair.claim.when, pair.other.event.when
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _is_ahead_of(pair: Compared) -> bool:
    """Say whether one tells what will be done, the other what was: "will rule", "has not ruled"."""
    return {pair.claim.stage, pair.other.event.stage} == {"ahead", "done"}


def _breadth(pair: Compared) -> Pattern | None:
    """Say whether a claim says more, or less, of its things than the evidence."""
    mine = {word for role in pair.shared for word in joined(pair.mine[role])}
    theirs = {word for role in pair.shared for word in joined(pair.theirs[role])}
    if any(a.also for found in pair.theirs.values() for a in found):
        return None
    if mine < theirs:
        return "broader"
    return "narrower" if theirs < mine and pair.covered < 1.0 else None


def _exchanged(pair: Compared) -> Seen | None:
    """Find two things that have changed places."""
    symmetric = pair.claim.lemma in SYMMETRIC and pair.claim.lemma == pair.other.event.lemma
    if (
        (symmetric and not pair.claim.bearings)
        or pair.claim.negated
        or pair.covered < _LEAST_COVERED
    ):
        return None
    roles = [role for role in pair.mine if role in pair.theirs]
    if pair.claim.lemma in OF_MATCHES and pair.mine.keys() == {"subject"}:
        return _of_other_side(pair)
    for one, other in combinations(roles, 2):
        straight = (
            best(_meant(pair.mine[one]), _meant(pair.theirs[one])),
            best(_meant(pair.mine[other]), _meant(pair.theirs[other])),
        )
        crossed = best(pair.mine[one], pair.theirs[other]), best(pair.mine[other], pair.theirs[one])
        if min(crossed) >= SAME and max(straight) == 0.0:
            return Seen(
                "roles_exchanged", pair.other.near * min(crossed) * (0.5 + 0.5 * pair.covered)
            )
    return None


def _of_other_side(pair: Compared) -> Seen | None:
    """Find that who won by a claim lost by the evidence, whoever the other side was."""
    mine = pair.mine["subject"]
    every = [(role, best(_meant(mine), _meant(found))) for role, found in pair.theirs.items()]
    placed = {role for role, like in every if like >= SAME}
    other = ("subject", 0.0) in every  # surely another stands in its place
    if not (placed and other) or pair.claim.when or pair.covered < 1.0:
        return None
    return Seen("roles_exchanged", pair.other.near)


def _meant(filled: Sequence[Argument]) -> list[Argument]:
    """Return what fills a role, a pronoun as the one thing that it may stand for."""
    return [a.also[0] if a.pronoun and len(a.also) == 1 else a for a in filled]


def _opposite(pair: Compared) -> Seen | None:
    """Find the same things of which the opposite is said."""
    shared = pair.shared
    planned = "to" in {pair.claim.modal, pair.other.event.modal}  # "is not fit to face trial"
    if planned or pair.restricted or not shared or min(shared.values()) < SAME or _other_time(pair):
        return None
    if _is_ahead_of(pair):
        return None
    if pair.other.event.negated and not (set(pair.theirs) | pair.clauses) <= set(pair.mine):
        return None  # "No tent within a kilometre" leaves others
    if _denies_less(pair, shared):
        return None
    near = (
        pair.covered >= _LEAST_COVERED if len(shared) > 1 else _is_whole(pair, next(iter(shared)))
    )
    if not near:
        return None
    missing = [role for role in pair.mine if role not in shared]
    fit = pair.other.near * min(shared.values()) * (0.7 + 0.3 * pair.covered)
    return Seen("opposite", fit * (0.9 if missing else 1.0))


def _denies_less(pair: Compared, roles: Iterable[str]) -> bool:
    """Say whether only some of what one says is denied: "no returns of opened stoves"."""
    if pair.claim.negated == pair.other.event.negated:
        return False
    told, denied = (pair.mine, pair.theirs)
    if pair.claim.negated:
        told, denied = denied, told
    return any(
        joined(told[role]) < joined(denied[role])
        and not any(a.names or a.also for a in (*told[role], *denied[role]))
        for role in roles
        if role != "subject"
    )


def _is_whole(pair: Compared, role: str) -> bool:
    """Say whether two arguments are the same words, so that no other of the kind is meant."""
    mine, theirs = joined(pair.mine[role]), joined(pair.theirs[role])
    if any(a.also for a in (*pair.theirs[role], *pair.mine[role])):
        return pair.covered >= SAME
    if mine == theirs:
        return pair.covered >= SAME
    return len(mine & theirs) > 1 and (pair.covered >= SAME or (theirs < mine and pair.known))


def _other_thing(pair: Compared, role: str) -> Seen | None:
    """Find a quality, or what is done, of another thing: "the shelf is oiled"."""
    mine, theirs = pair.mine[role], pair.theirs[role]
    lone = role == "subject" and are_named(mine, theirs) and pair.claim.lemma not in SYMMETRIC
    if not (pair.claim.is_quality or role == "object" or lone) or pair.claim.negated:
        return None
    if apart(mine, theirs) and are_told(mine, theirs):
        return Seen("belongs_to_other", _DOUBT)
    return None


def _is_number(mine: Sequence[Argument], theirs: Sequence[Argument]) -> bool:
    """Say whether one of two things is a number alone, which others judge."""
    return any(all(word.isdigit() for word in a.words) for a in (*mine, *theirs) if a.words)


def _is_one_agent(pair: Compared) -> bool:
    """Say whether a deed has one doer, and the evidence surely names another than the claim.

    What the claim names must be known from the same passage.
    """
    [*mine], [*theirs] = pair.mine["subject"], pair.theirs["subject"]
    if len(mine) != 1 or len(theirs) != 1 or not pair.known:
        return False
    single = all(len(a.also) == 1 for a in (*mine, *theirs) if a.pronoun)
    parts = [
        {name for a in side for b in (a, *a.also) for name in b.names} for side in (mine, theirs)
    ]
    single = single and are_named(mine, theirs) and parts[0].isdisjoint(parts[1])
    plain = not (pair.claim.modal or pair.other.event.modal or pair.claim.is_quality)
    plain = plain and "object" in pair.mine and pair.claim.lemma not in SYMMETRIC
    return single and plain and pair.covered >= _LEAST_COVERED


def _other_value(pair: Compared) -> Seen | None:
    """Find one role filled by something else, the others the same."""
    shared = pair.shared
    if len(shared) == len(pair.theirs) == 1 and pair.mine.keys() - shared.keys() <= _LOOSE:
        return _other_thing(pair, next(iter(shared)))
    if len(shared) < 2 or pair.claim.negated or _other_time(pair) or "than" in shared:
        return None  # one is older than several
    different = [role for role, like in shared.items() if like < SAME]
    if len(different) != 1:
        return None
    [role] = different
    mine, theirs = pair.mine[role], pair.theirs[role]
    if not apart(mine, theirs) or not are_told(mine, theirs) or _is_number(mine, theirs):
        return None
    others = {r: like for r, like in shared.items() if r != role}
    pattern: Pattern = "belongs_to_other" if role == "subject" else "other_value"
    worth = _DOUBT
    if pair.claim.lemma in FUNCTIONAL and pair.other.near == 1.0:
        worth = _FUNCTION
    elif role == "subject" and min(others.values()) >= SAME and _is_one_agent(pair):
        worth = _AGENT
    return Seen(pattern, pair.other.near * min(others.values()) * worth)
