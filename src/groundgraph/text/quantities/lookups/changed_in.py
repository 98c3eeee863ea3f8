"""Which version a change is of: "dropped in 4.2.0" beside "4.0.0 — Removed: Python 3.8"."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.tables.grids import words_of
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim

_CHANGE = re.compile(
    r"^(?P<version>\d{1,4}(?:\.\d{1,4}){1,3}[\w.-]{0,8})(?:, [^\n—]{6,20})? — "
    r"(?P<kind>[A-Z][\w ]{2,20}): (?P<said>[^\n]+)$",
    re.MULTILINE | re.IGNORECASE,
)
_VERSION = re.compile(r"(?<![\w.])v?(?P<version>\d{1,4}(?:\.\d{1,4}){1,3})(?![\w]|\.\d)")
_PARTS = re.compile(r"[,;]|\band\b|\bbut\b|\bwhile\b")
_OTHER = re.compile(
    r"\b(?:not|no|never|before|after|until|since|earlier|later|than|previous|instead)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words by which a claim speaks of other versions than the one that it names."""
_GENERAL = words_of(
    """version release released releases update updates patch firmware date came out published
    introduced change changed changes new"""
)
_REMOVING = words_of("drop dropped remove removed delete deleted discontinue discontinued")
_REMOVED = min(words_of("removed"))
_DIGITS = 4
_LEAD = re.compile(r"^[ ,;]*(?:(?:and|but|while) )?")
_LEAST, _MOST_OF, _SURE = 2, 0.6, 0.9
_LEAST_VERSIONS = 2


class _Change(NamedTuple):
    """A line: the words of its change, where it stands, and where its version does."""

    words: frozenset[str]
    passage: int
    span: Span
    version: Span


def check_changes(claim: ReadClaim) -> list[Check]:
    """Hold what a claim says of one version against the changes of all."""
    named = {match["version"] for match in _VERSION.finditer(claim.text)}
    if not named or _OTHER.search(claim.text):
        return []
    changes = _changes(claim)
    own = [version for version in changes if version in named]
    if len(own) != 1 or len(changes) < _LEAST_VERSIONS:
        return []
    return [*_told_of_others(claim, own[0], changes)][:1] or _told(claim, own[0], changes[own[0]])


def _told(claim: ReadClaim, version: str, changes: Sequence[_Change]) -> list[Check]:
    """Hold a claim for right whose words all stand in one line of its version, but for one."""
    words = _words(_VERSION.sub(" ", claim.text))
    line = max(changes, key=lambda change: _weight(change.words & words))
    if len(words) < _LEAST or _weight(line.words & words) < _weight(words) - 1:
        return []
    place = next(m for m in _VERSION.finditer(claim.text) if m["version"] == version)
    event = Event(Moment(), {}, line.passage, line.version, line.span, 0)
    return [Check("supported", "code", Span(*place.span()), (event,), _SURE, anew=True)]


def _changes(claim: ReadClaim) -> Mapping[str, list[_Change]]:
    found: defaultdict[str, list[_Change]] = defaultdict(list)
    for passage in claim.index.passages:
        for line in _CHANGE.finditer(passage.text) if " — " in passage.text else ():
            words = _words(f"{line['kind']} {line['said']}")
            version = Span(*line.span("version"))
            change = _Change(words, passage.number, Span(*line.span()), version)
            found[line["version"]].append(change)
    return found


def _told_of_others(
    claim: ReadClaim, own: str, changes: Mapping[str, Sequence[_Change]]
) -> Iterator[Check]:
    """Yield the parts of a claim that tell a change of another version alone."""
    start = 0
    for end in [*(part.start() for part in _PARTS.finditer(claim.text)), len(claim.text)]:
        text = _VERSION.sub(" ", claim.text[start:end])
        words = _words(text)
        at, start = Span(start, end), end
        fits = {v: max(_weight(c.words & words) for c in held) for v, held in changes.items()}
        best = max(fits.values())
        if best < max(_LEAST, _MOST_OF * _weight(words)) or fits[own] >= best - (fits[own] > 0):
            continue
        version = next(v for v, fit in fits.items() if fit == best)
        line = max(changes[version], key=lambda change: len(change.words & words))
        event = Event(Moment(), {}, line.passage, line.version, line.span, 0)
        yield Check("contradicted", "code", _trimmed(claim.text, at), (event,), _SURE)


def _words(text: str) -> frozenset[str]:
    """Return the words of a change, those for what is taken away as one."""
    found = words_of(text) - _GENERAL
    return (found - _REMOVING) | {_REMOVED} if found & _REMOVING else found


def _weight(words: frozenset[str]) -> int:
    """Return how much some words tell: a number of many digits tells twice as much."""
    return sum(1 + (sum(map(str.isdigit, word)) >= _DIGITS) for word in words)


def _trimmed(text: str, at: Span) -> Span:
    said = at.of(text)
    lead = len(said) - len(_LEAD.sub("", said))
    return Span(at.start + lead, at.start + len(said.rstrip(" .")))
