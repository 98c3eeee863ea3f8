"""Orders that the course of what passages tell decides, where a claim surely tells of it.

Each side of the claim's order must be told whole by a happening that has its verb; and all others
that might be meant must come in the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.times.course_leans import has_derived
from groundgraph.text.quantities.times.courses import SAID

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.times.course_leans import Side
    from groundgraph.text.quantities.times.courses import Course
    from groundgraph.text.quantities.times.happenings import Happening


class Proof(NamedTuple):
    """Two happenings that are surely those of a claim.

    Attributes:
        passage: The number of their passage.
        early: The number of the happening that the claim has first.
        late: That of the other.
        right: Whether they came in the claim's order.
        sure: Whether words say so, or a plain list of steps.
    """

    passage: int
    early: int
    late: int
    right: bool
    sure: bool


def proof(courses: Sequence[Course], early: Side, late: Side) -> Proof | None:
    """Return what decides an order that a claim tells, ``None`` where nothing surely does.

    Args:
        courses: What each passage tells.
        early: Words of what the claim has first.
        late: Words of the other.
    """
    whole = [_whole(courses, side) for side in (early, late)]
    if not all(whole) or len({at for side in whole for at, _ in side}) != 1:
        return None
    [passage] = {at for side in whole for at, _ in side}
    first, second = _acting(courses, whole[0], early), _acting(courses, whole[1], late)
    if {at for at, _ in (*first, *second)} != {passage} or not {*first}.isdisjoint(second):
        return None
    course = courses[passage]
    one, other = whole[0][0][1], whole[1][0][1]
    way = course.order(one, other)
    ways = [course.order(a, b) * way for _, a in first for _, b in second]
    surely = [course.order(a, b) * way for _, a in whole[0] for _, b in whole[1]]
    if min(ways) < 0 or min(surely) <= 0:
        return None
    said = min(surely) >= SAID * abs(way) == SAID
    return Proof(passage, one, other, way > 0, said or course.is_plain(one, other))


def _whole(courses: Sequence[Course], side: Side) -> list[tuple[int, int]]:
    """Return the happenings that tell all of a side, with its verb: passages and numbers."""
    return [
        (passage, number)
        for passage, course in enumerate(courses)
        for number, own in enumerate(course.happenings)
        if not (own.aside or own.void or own.perfect or own.denied)
        and all(_holds(own, word, kinds) for word, kinds in side.items())
        and any(_has(own.acts, word) for word in side)
    ]


def _acting(
    courses: Sequence[Course], whole: Sequence[tuple[int, int]], side: Side
) -> list[tuple[int, int]]:
    """Return every happening that may be meant: it has a verb of those that tell all of a side.

    One that has it with another thing is not: "open the valve" beside "open the outlet".
    """
    told = [courses[passage].happenings[number].acts for passage, number in whole]
    words = [word for word in side if any(_has(acts, word) for acts in told)]
    others = [
        (passage, number)
        for passage, course in enumerate(courses)
        for number, own in enumerate(course.happenings)
        if any(_has(own.words, word) for word in words)
        and (all(_has(own.words, word) for word in side) or own.words.keys() <= side.keys())
    ]
    return list(dict.fromkeys([*whole, *others]))


def _holds(own: Happening, word: str, kinds: frozenset[int]) -> bool:
    return word in own.echo or bool(kinds & own.deeds) or _has(own.words, word)


def _has(words: dict[str, frozenset[int]] | frozenset[str], word: str) -> bool:
    return word in words or has_derived(words, word)
