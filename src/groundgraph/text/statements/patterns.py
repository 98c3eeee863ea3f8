"""Named patterns between an event of a claim and one of the evidence."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.statements.arguments import joined
from groundgraph.text.statements.lexicon import FUNCTIONAL, SYMMETRIC
from groundgraph.text.statements.matching import SAME, all_in, apart, are_told, best

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.aligning import Aligned
    from groundgraph.text.statements.findings import Pattern
    from groundgraph.text.statements.model import Argument, Event

Roles = "Mapping[str, Sequence[Argument]]"
_MODALS_ALIKE = ({"can", "may", "might"}, {"must", "to", "should"})
_LEAST_COVERED = 0.6


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
    """

    claim: Event
    other: Aligned
    mine: Mapping[str, tuple[Argument, ...]]
    theirs: Mapping[str, tuple[Argument, ...]]
    covered: float

    @property
    def shared(self) -> dict[str, float]:
        """How well each role that both fill agrees, in [0, 1]."""
        return {
            role: all_in(found, self.theirs[role])
            for role, found in self.mine.items()
            if role in self.theirs
        }


def compare(claim: Event, other: Aligned, around: AbstractSet[str]) -> Compared:
    """Put two events beside each other; ``around`` holds the words near the evidence's."""
    mine = claim.core
    kept = {role: tuple(a for a in found if not a.timed) for role, found in other.roles.items()}
    theirs = {role: found for role, found in kept.items() if found}
    wanted = {word for found in mine.values() for word in joined(found)}
    covered = len(wanted & around) / len(wanted) if wanted else 0.0
    return Compared(claim, other, mine, theirs, covered)


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
    if not shared or min(shared.values()) < SAME:
        return None
    missing = [role for role in pair.mine if role not in shared]
    if any(role in {"subject", "object", "is"} for role in missing) and len(shared) < 2:
        if pair.covered < 1.0:
            return None
    fit = pair.other.near * sum(shared.values()) / len(shared) * (0.5 + 0.5 * pair.covered)
    if _other_time(pair):
        return Seen("other_time", fit)
    return Seen(_breadth(pair) or "same", fit)


def _other_time(pair: Compared) -> bool:
    mine, theirs = pair.claim.when, pair.other.event.when
    return bool(mine and theirs) and mine.isdisjoint(theirs)


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
    if pair.claim.lemma in SYMMETRIC or pair.claim.negated or pair.covered < _LEAST_COVERED:
        return None
    roles = [role for role in pair.mine if role in pair.theirs]
    for one, other in combinations(roles, 2):
        straight = best(pair.mine[one], pair.theirs[one]), best(pair.mine[other], pair.theirs[other])
        crossed = all_in(pair.mine[one], pair.theirs[other]), all_in(pair.mine[other], pair.theirs[one])
        if min(crossed) >= SAME and max(straight) == 0.0:
            return Seen("roles_exchanged", pair.other.near * min(crossed) * (0.5 + 0.5 * pair.covered))
    return None


def _opposite(pair: Compared) -> Seen | None:
    """Find the same things of which the opposite is said."""
    shared = pair.shared
    if not shared or min(shared.values()) < SAME or _other_time(pair):
        return None
    missing = [role for role in pair.mine if role not in shared]
    if pair.covered < (_LEAST_COVERED if len(shared) > 1 else SAME):
        return None
    telling = [role for role in shared if any(a.words for a in pair.mine[role])]
    if not telling or (len(shared) == 1 and not _is_whole(pair, telling[0])):
        return None
    fit = pair.other.near * min(shared.values()) * (0.6 + 0.4 * pair.covered)
    return Seen("opposite", fit * (0.9 if missing else 1.0))


def _is_whole(pair: Compared, role: str) -> bool:
    """Say whether two arguments are the same words, so that no other of the kind is meant."""
    mine, theirs = joined(pair.mine[role]), joined(pair.theirs[role])
    return mine == theirs or any(a.also for a in pair.theirs[role]) or len(mine & theirs) > 1


def _other_value(pair: Compared) -> Seen | None:
    """Find one role filled by something else, the others the same."""
    shared = pair.shared
    if len(shared) < 2 or pair.claim.negated or _other_time(pair):
        return None
    different = [role for role, like in shared.items() if like < SAME]
    if len(different) != 1:
        return None
    [role] = different
    mine, theirs = pair.mine[role], pair.theirs[role]
    if not apart(mine, theirs) or not are_told(mine, theirs):
        return None
    others = {r: like for r, like in shared.items() if r != role}
    functional = pair.claim.lemma in FUNCTIONAL and pair.claim.lemma == pair.other.event.lemma
    pattern: Pattern = "belongs_to_other" if role == "subject" else "other_value"
    fit = pair.other.near * min(others.values()) * (0.8 if functional else 0.5)
    return Seen(pattern, fit)
