"""Whether a version falls under what the evidence asks for: "Python 3.9 or newer".

Versions are ordered part by part, so that 3.11 is newer than 3.9.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.limits import is_denial
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Sentence

_NAMED = re.compile(
    r"(?<![\w.])([A-Za-z][A-Za-z+#]{0,20})(?: version)? v?(\d{1,4}(?:\.\d{1,4}){0,3})"
    r"(?![\w%:/-]|\.\d|,\d)"
)
"""A name and a version of it."""
_OR_NEWER = re.compile(
    r"\+|,? (?:or|and) (?:newer|later|higher|above|greater|up|any newer|any later)\b"
)
_AT_LEAST = re.compile(r"(?:\bat least|\bminimum(?: of)?|>=|≥) ?(?:a |an )?$", re.IGNORECASE)
_WORKS = frozenset(
    """works work runs run running supports support supported compatible enough suffices sufficient
    fine usable use used install installed""".split()
)
_FREE = frozenset(
    """only than except unless if until before after from or newer later older higher lower above
    below least most minimum maximum requires require required needs need up may might but both
    every upgrade update""".split()
)
"""Words by which a claim speaks of more versions than one, or of a limit itself."""
_WORKING = frozenset(map(stem, (*_WORKS, "fine", "yes", "no")))
_BACK = 16
_SURE = 0.9


class _Version(NamedTuple):
    """A version of something.

    Attributes:
        name: Of what, in lower case.
        parts: Its numbers.
        span: Where both stand.
    """

    name: str
    parts: tuple[int, ...]
    span: Span


def check_versions(claim: ReadClaim) -> list[Check]:
    """Hold a claim that one version will do, or will not, against the oldest that is asked for."""
    if not claim.sentence.has_digit or claim.lower.isdisjoint(_WORKS):
        return []
    if not claim.lower.isdisjoint(_FREE):
        return []
    said = [*_versions(claim.text)]
    if len(said) != 1:
        return []
    [one] = said
    told = [
        (passage, version)
        for passage in claim.index.passages
        for version in _versions(passage.text)
        if version.name == one.name
    ]
    if len(told) != 1 or not _is_oldest(*told[0]):
        return []  # another version may be ruled out
    [(passage, oldest)] = told
    around = next((s for s in passage.sentences if s.span.overlaps(oldest.span)), None)
    if around is None or not _is_of_the_same(claim, around):
        return []
    right = _padded(one.parts) >= _padded(oldest.parts)
    denied = any(map(is_denial, claim.sentence.tokens[claim.begins :]))
    event = Event(Moment(), {}, passage.number, oldest.span, around.span, 0)
    return [Check(decided(right=right != denied), "limit", one.span, (event,), _SURE)]


def _is_of_the_same(claim: ReadClaim, told: Sentence) -> bool:
    """Say whether a claim speaks of nothing but what a sentence or the question does."""
    known = told.stems | claim.question.words.keys() | _WORKING
    return all(word in known or word[0].isdigit() for word in claim.sentence.words)


def _versions(text: str) -> Iterator[_Version]:
    for match in _NAMED.finditer(text):
        if not match[1].islower():
            parts = tuple(map(int, match[2].split(".")))
            yield _Version(match[1].lower(), parts, Span(*match.span()))


def _is_oldest(passage: PassageReading, version: _Version) -> bool:
    """Say whether a passage asks for a version or newer ones."""
    text, span = passage.text, version.span
    before = text[max(0, span.start - _BACK) : span.start]
    return bool(_OR_NEWER.match(text, span.end) or _AT_LEAST.search(before))


def _padded(parts: Sequence[int]) -> tuple[int, ...]:
    return (*parts, 0, 0, 0, 0)[:4]
