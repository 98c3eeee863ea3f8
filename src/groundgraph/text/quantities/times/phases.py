"""Words by which a clause tells of a thing as over, or as still to come, beside another thing.

"Padua is behind you" and "it had already closed" speak of what came before; "with the hymn still to
come" and "had not yet left" of what came after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.vocabulary.small_words import BE, DENIALS, DETERMINERS

if TYPE_CHECKING:
    from collections.abc import Sequence

OVER, TO_COME = -1, 1
PHASE_WORDS = frozenset("still yet already behind over ahead done gone past longer pending".split())
"""Words of which one stands in most clauses that tell a phase."""
_ENDED = frozenset("over done finished gone past complete completed".split())
_BEHIND = frozenset("you him her them us me it".split())
AHEAD_OF = frozenset("her him them us me you".split())
"""Whom a thing is ahead of that is still to come."""
_REACH = 3
"""Tokens between an auxiliary and its participle."""
_FIRST = frozenset("first firstly".split())
_LAST = frozenset("last lastly finally".split())
_NEXT = frozenset(
    """second secondly third thirdly next then later afterwards afterward subsequently
    thereafter""".split()
)
_BEFORE = frozenset("earlier beforehand previously".split())
_UP_TO = frozenset("until till by from since before".split())
_NUMBERED = frozenset("second secondly third thirdly".split())
_OF_NOUNS = frozenset({"NN", "NNS", "NNP", "JJ", "CD", "VBN"})
_FOLLOWS = frozenset("follow follows followed".split())
_BEHIND_FOLLOWS = frozenset({"CD", "IN", "RB"})
_BY_HOW_MUCH, _UNITS = frozenset({"later", "earlier"}), frozenset({"NN", "NNS"})
_WITH = frozenset({"with", "by"})
_BEGINS = frozenset("opened opens began begins started starts kicked".split())
_ENDS = frozenset("ended ends closed closes concluded concludes finished".split())
"""Verbs before "with" whose object came first, or last: "the meeting ended with a vote"."""
_AT_AN_END = frozenset("end finish".split())
_PLACES = _FIRST | _LAST | _NEXT | _BEFORE
PLACES = _PLACES | _FOLLOWS | _AT_AN_END | _BEGINS | _ENDS
"""Words of which a clause has one that tells its place in a row."""
_HAD = frozenset({"had", "'d"})
_HAVE = _HAD | {"has", "have"}
_OF_PHASES = PHASE_WORDS | _ENDED | _HAVE
PHASED = _OF_PHASES | {"d"}
"""Runs of letters of which a clause has one that tells a phase."""
_OPENING = 4
"""Tokens of a clause among which "then" or "two days later" opens it."""


def phase(lower: Sequence[str], tags: Sequence[str], start: int, stop: int) -> int:
    """Return whether a clause tells of its thing as over (-1), as still to come (1), or neither.

    >>> words = "they had not yet left".split()
    >>> phase(words, ["PRP", "HAVE", "NEG", "RB", "VBN"], 0, 5)
    1
    """
    stop = _without_mark(lower, start, stop)
    words = [*lower[start:stop]]
    if _OF_PHASES.isdisjoint(words):
        return 0
    denied = not DENIALS.isdisjoint(words)
    if "yet" in words:
        to = words[words.index("yet") + 1 :][:1] == ["to"]
        return TO_COME if to or denied else 0
    if "ahead" in words:
        behind = words[words.index("ahead") + 1 :]
        return TO_COME if behind[:1] != ["of"] or not AHEAD_OF.isdisjoint(behind[1:2]) else 0
    if "still" in words and not DENIALS.isdisjoint(words[: words.index("still")]):
        return OVER
    if "still" in words or ("pending" in words and "already" not in words):
        later = words[words.index("still") + 1 :][:1] == ["to"] if "still" in words else True
        return TO_COME if later else 0
    if "longer" in words:
        return OVER if words[words.index("longer") - 1] == "no" else 0
    if denied:
        return 0
    if "already" in words or _is_behind(words) or _has_ended(words):
        return OVER
    return OVER if is_perfect(lower, tags, start, stop, present=True) else 0


def is_perfect(
    lower: Sequence[str], tags: Sequence[str], start: int, stop: int, *, present: bool = False
) -> bool:
    """Say whether a clause is told in the past perfect, or in the present one too."""
    auxiliaries = _HAVE if present else _HAD
    for at in () if auxiliaries.isdisjoint(lower[start:stop]) else range(start, stop):
        if lower[at] in auxiliaries and lower[at + 1 : at + 2] != ["to"]:
            near = range(at + 1, min(at + 1 + _REACH, stop))
            if not DENIALS.isdisjoint(lower[at + 1 : at + 1 + _REACH]):
                return False
            if any(tags[i] in {"VBN", "VBD"} or lower[i] == "been" for i in near):
                return True
    return False


def _is_behind(words: Sequence[str]) -> bool:
    at = words.index("behind") if "behind" in words else -1
    return at >= 0 and (at + 1 == len(words) or words[at + 1] in _BEHIND)


def _has_ended(words: Sequence[str]) -> bool:
    return any(
        words[at] in _ENDED and words[at - 1] in BE and at + 2 >= len(words)
        for at in range(1, len(words))
    )


def place_in_row(
    lower: Sequence[str], tags: Sequence[str], start: int, stop: int
) -> tuple[int, int]:
    """Return what a clause says of its place: 1 for "first", -1 for "last"; 1 for "then", else 0.

    The second number is -1 for "earlier".

    >>> words = "interest next".split()
    >>> place_in_row(words, ["NN", "RB"], 0, 2)
    (0, 1)
    """
    rank = cue = 0
    stop = _without_mark(lower, start, stop)
    for at in () if PLACES.isdisjoint(lower[start:stop]) else range(start, stop):
        word = lower[at]
        if word in _AT_AN_END and at + 1 == stop and lower[at - 1 : at] == ["the"]:
            rank = rank or (-1 if lower[at - 2] in {"at", "in"} else 0)
        if word in _ENDS | _BEGINS and lower[at + 1 : at + 2] and lower[at + 1] in _WITH:
            rank = rank or (1 if word in _BEGINS else -1)
        if word in _FOLLOWS and (at + 1 == stop or tags[at + 1] in _BEHIND_FOLLOWS):
            cue = cue or 1
        if word not in _PLACES or not _is_adverb(lower, tags, at, stop):
            continue
        near = at < start + _OPENING or (at + 1 == stop and word != "then")
        near |= at + 2 == stop and lower[at : at + 2] == ["later", "on"]
        if word in _FIRST:
            rank = rank or 1
        elif word in _LAST:
            rank = rank or -1
        elif near and (word not in _NUMBERED or at in {start, stop - 1}):
            cue = cue or (1 if word in _NEXT else -1)
    return (0 if cue > 0 else rank), cue


def _without_mark(lower: Sequence[str], start: int, stop: int) -> int:
    """Return where a clause ends without the marks behind it."""
    while stop > start and not lower[stop - 1][0].isalnum():
        stop -= 1
    return stop


def _is_adverb(lower: Sequence[str], tags: Sequence[str], at: int, stop: int) -> bool:
    """Say whether "first" stands by itself: not "the first patients", "last year", "later than"."""
    word, following = lower[at], lower[at + 1] if at + 1 < stop else ""
    if word in _FIRST | _LAST and at > 1 and lower[at - 1] == "the" and lower[at - 2] in BE:
        return following in {"", "of"} or "to" in lower[at + 1 : at + 1 + _OPENING]
    if at and lower[at - 1] in DETERMINERS:
        return following in {"", "of", "to"} and word not in {"next", "then"}
    before = lower[at - 1] if at else ""
    if (before in {"and", "or"} and not following) or (word == "then" and before in _UP_TO):
        return False  # "version 3.9 and later", "until then"
    if following == "than" or before == "not" or tags[at].startswith("VB"):
        return False
    if at and (tags[at - 1] == "PRP" or (word in _BY_HOW_MUCH and tags[at - 1] in _UNITS)):
        return True  # "it first closed", "a week later sought"
    if word == "last" and "DO" in tags[:at] and not any(tag == "VB" for tag in tags[:at]):
        return False  # "how long does it last"
    return not following or tags[at + 1] not in _OF_NOUNS or word in {"then", "finally"}
