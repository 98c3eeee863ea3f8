"""Whether a claim holds no more words than one sentence of the evidence, and may leave some out."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from groundgraph.text.bounds import same_limits
from groundgraph.text.scope.lexicon import CONDITIONS, EXCEPTIONS, NEGATIVE, QUANTIFIERS
from groundgraph.text.scope.moods import moods

if TYPE_CHECKING:
    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.model import Line, Part

_LEAST = 0.95
_ORDERED = 0.7
_DOWNWARD = frozenset({"all", "none", "few", "not all", "most", "half"})
_OPEN = frozenset({"possible", "may", "expected", "impossible"})
_JOINTS = frozenset({"by", "or", "than", "some", "behind"})
_LESS = frozenset({"or", "either", "less", "fewer", "under", "below"})


def follows(claim: Claim) -> bool:
    """Say whether some sentence holds all words of a claim, in nearly their order.

    Words may be left out of what is said of some, or plainly; where a thing is denied, said of all
    or under a condition, what is left out would make it say more.
    """
    return any(near.fit >= _LEAST and _may_leave_out(claim, near) for near in claim.every)


def _may_leave_out(claim: Claim, near: Near) -> bool:
    if not same_limits(claim.line.written, near.line.written):
        return False
    if not _is_ordered(claim.line, near.line) or _JOINTS & (claim.line.words ^ near.line.words):
        return False
    known = claim.line.keys | claim.asked
    own = {mood.name for part in claim.line.parts for mood in moods(claim.line, part)}
    for part in near.line.parts:
        keys = near.line.keys_of(part)
        if keys.isdisjoint(claim.line.keys):
            continue
        if _is_downward(near.line, part) and not keys <= known:
            return False
        if any(mood.name in _OPEN - own for mood in moods(near.line, part)):
            return False
    return True


def _is_downward(line: Line, part: Part) -> bool:
    """Say whether a part says less when words are left out of it."""
    words = {token.text for token in line.tokens[part.first : part.last]}
    found = [m for lexicon in (NEGATIVE, CONDITIONS, EXCEPTIONS) for m in line.find(lexicon, *part)]
    quantified = any(m.name in _DOWNWARD for m in line.find(QUANTIFIERS, *part))
    return bool(found) or quantified or not words.isdisjoint(_LESS)


def _is_ordered(line: Line, other: Line) -> bool:
    one = [token.key for token in line.tokens if token.content]
    two = [token.key for token in other.tokens if token.content]
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) >= _ORDERED * len(one)
