"""What a claim says was so, or was not, when something happened: "she knew the script by then".

Nothing in such a claim tells an order, but what it is held against does: a state that has begun
before is so, one that has ended before is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.times.clause_cuts import ClauseCutter
from groundgraph.text.quantities.times.clause_openings import AT_THE_TIME, Part
from groundgraph.text.quantities.times.course_leans import Side
from groundgraph.text.quantities.times.deeds import deeds_at
from groundgraph.text.quantities.times.phases import OVER, PHASED, phase
from groundgraph.text.quantities.times.relations import BY_THEN
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.vocabulary.small_words import DENIALS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim

_TIMES = frozenset({"when", "while", AT_THE_TIME, *BY_THEN})
"""Openers of clauses that tell at which time something is so."""
_LEADS = frozenset("at by on upon during".split())
"""Prepositions before what happens at that time: "at the wedding", "by the arrival of the van"."""
_TIMING = frozenset({"when", "while", "time", "moment", "during"})
"""Words of which one stands in most claims that tell a state at a time."""
_STATIVE = frozenset(
    """knew know knows held holds owned owns lived lives existed exists exist stood stands remained
    remains stayed wore belonged belongs worked works served serves lay contained enjoyed lacked
    lacks applied applies""".split()
)
_PAST = frozenset("was were had did could would".split())
_LACKING = frozenset("lacked lacks".split())
_ADJECTIVES = frozenset(
    """known closed married widowed retired finished broken locked suspended insured covered
    protected banned employed based damaged sealed divorced fixed settled engaged""".split()
)
"""Participles behind a form of "be" that mostly tell a state."""
_OVER = frozenset(
    """out gone dead off former over closed shut absent away empty missing unaware ignorant broken
    retired finished divorced unchecked unpaid unsigned unlocked free single""".split()
)
"""Words by which a state is told as no longer, or not yet, so."""
_DENIALS = DENIALS | {"without", "neither", "cannot", "n’t"}
_NOUNS = frozenset({"NN", "NNS", "NNP"})
_OPENS = frozenset({"DT", "PRP", "PRP$", "NNP"})
_VERBS = frozenset({"BE", "HAVE", "MD", "VBD", "VBZ", "VBP", "DO"})


class ClaimState(NamedTuple):
    """What was so when something happened.

    Attributes:
        state: Words of what was so.
        event: Words of what happened.
        way: 1 where it was so, or done, -1 where it was not.
        lasts: Whether that is a state, which may end.
    """

    state: Side
    event: Side
    way: int
    lasts: bool


def may_tell_state(claim: ReadClaim) -> bool:
    """Say whether a claim may tell what was so at a time; much quicker than to read it."""
    letters = claim.sentence.letters
    by_phrase = not _LEADS.isdisjoint(letters) and not PHASED.isdisjoint(letters)
    return by_phrase or not _TIMING.isdisjoint(letters)


def claim_states(claim: ReadClaim) -> list[ClaimState]:
    """Return what a claim tells as so, or not so, at the time of something else."""
    if not may_tell_state(claim):
        return []
    cutter = ClauseCutter(claim.text, claim.sentence.span)
    return [
        state
        for first, second in _pairs(cutter)
        if (state := _state(cutter, first, second)) is not None
    ][:1]


def _pairs(cutter: ClauseCutter) -> Iterator[tuple[Part, Part]]:
    """Yield a clause, and what tells its time."""
    parts = cutter.parts()
    mains = [part for part in parts if not part.way and part.opener not in _TIMES]
    for part in parts:
        if part.opener in _TIMES and mains:
            yield mains[0], part
            yield part, mains[0]
    if len(parts) == 1:
        yield from _beside_phrase(cutter)


def _beside_phrase(cutter: ClauseCutter) -> Iterator[tuple[Part, Part]]:
    """Yield a sentence without its phrase of a time, and that: "on his arrival, she was out"."""
    lower, tags, size = cutter.lower, cutter.tags, len(cutter.lower)
    if lower[0] in _LEADS:
        stop = _end_of_phrase(lower, tags)
        phased = bool(stop) and bool(phase(lower, tags, stop, size))
        if stop and tags[1] != "VBG" and (phased or _happens(lower, 1, stop)):
            yield Part(stop, size), Part(1, stop)
    for at in range(size - 2, 1, -1):
        if lower[at] in _LEADS:
            if tags[at + 1] != "VBG" and _happens(lower, at + 1, size):
                yield Part(0, at), Part(at + 1, size)
            return


def _end_of_phrase(lower: Sequence[str], tags: Sequence[str]) -> int:
    for at in range(2, len(lower)):
        if lower[at] == "," or (tags[at] in _OPENS and tags[at - 1] in _NOUNS):
            return at
        if tags[at] in _VERBS:
            return 0
    return 0


def _happens(lower: Sequence[str], start: int, stop: int) -> bool:
    """Say whether a phrase may name something that happens."""
    return any(deeds_at(lower, at) for at in range(start, stop) if is_content(lower[at]))


def _state(cutter: ClauseCutter, own: Part, time: Part) -> ClaimState | None:
    way, lasts = _way(cutter.lower, cutter.tags, own.start, own.stop)
    state, event = _side(cutter, own), _side(cutter, time)
    alone = {word: kinds for word, kinds in state.items() if word not in event}
    other = {word: kinds for word, kinds in event.items() if word not in state}
    if not way or not alone or not other:
        return None
    return ClaimState(Side(alone), Side(other), way, lasts)


def _side(cutter: ClauseCutter, part: Part) -> dict[str, frozenset[int]]:
    words = cutter.lower
    ranges = [(part.start, part.stop), *([part.more] if part.more else [])]
    return {
        stem(words[at]): deeds_at(words, at)
        for start, stop in ranges
        for at in range(start, stop)
        if is_content(words[at]) and words[at][0].isalnum()
    }


def _way(lower: Sequence[str], tags: Sequence[str], start: int, stop: int) -> tuple[int, bool]:
    """Return 1 where a clause tells what was so, or done, -1 what was not; whether it may end.

    >>> words = "the warrant was not ready".split()
    >>> _way(words, ["DT", "NN", "BE", "NEG", "JJ"], 0, 5)
    (-1, True)
    """
    verb = next((at for at in range(start, stop) if tags[at] in _VERBS), stop)
    words, own = lower[start:stop], phase(lower, tags, start, stop)
    lasts = (verb == stop and bool(own)) or _is_state(lower, tags, verb, stop)
    denied = not _DENIALS.isdisjoint(words)
    if not lasts:
        return -own or -int(denied and _is_undone(tags, verb, stop)), False
    over = -1 if not _OVER.isdisjoint(words) else 1
    if "still" in words and words[words.index("still") + 1 :][:1] == ["to"]:
        return -1, False
    if "still" in words or "longer" in words:
        return over if own != OVER else -over, True
    if own:
        return over if own == OVER else -over, True
    if lower[verb] not in _PAST and tags[verb] != "VBD":
        return 0, True  # "is open when the light is green" tells no time
    lacking = not _LACKING.isdisjoint(words)
    return over * (-1 if denied != lacking else 1), True


def _is_undone(tags: Sequence[str], verb: int, stop: int) -> bool:
    """Say whether a denied verb tells what had not happened: "had not signed", "was not told"."""
    return verb < stop and tags[verb] in {"HAVE", "BE"} and "VBN" in tags[verb + 1 : stop]


def _is_state(lower: Sequence[str], tags: Sequence[str], verb: int, stop: int) -> bool:
    """Say whether a verb tells what is so."""
    behind = [at for at in range(verb + 1, stop) if tags[at] not in {"RB", "NEG"}]
    if verb == stop or not behind:
        return verb < stop and tags[verb] == "BE" and verb + 1 < stop
    first = behind[0]
    if tags[verb] == "BE":
        return tags[first] != "VBN" or lower[first] in _ADJECTIVES
    if tags[verb] == "HAVE":
        return tags[first] not in {"VBN", "VBD", "TO"} and lower[first] != "been"
    if tags[verb] == "MD":
        return lower[verb] in {"can", "could"} or lower[first] == "be"
    return any(lower[at] in _STATIVE for at in (verb, first))
