"""What each of several passages is about that tell the same: "The Aria 5 …", "In 2022 …".

"Its battery lasts 9 hours" is told of the Aria 7 where a sentence before it begins with that name;
a claim on the Aria 5 is held against what its own passage tells of the battery.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.foreign import is_english_word
from groundgraph.text.once import once
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.types import Span

_OPENING = re.compile(
    r"(?P<article>(?:The|Our) (?:[a-z]{2,15} ){0,2})?"
    r"(?P<name>[A-Z][\w’'-]*(?: (?:[A-Z]|\d)[\w.’'-]*)*)(?P<end>[.:]?)"
)
_WORD = re.compile(r"\w+(?:[.-]\w+)*")


@dataclass(frozen=True, eq=False)
class Subjects:
    """What the sentences of a passage go on about.

    Attributes:
        text: The passage.
        starts: Where each sentence begins that names something first, rising.
        names: The words of each of those names, in lower case.
    """

    text: str
    starts: tuple[int, ...]
    names: tuple[frozenset[str], ...]

    @once
    def words(self) -> frozenset[str]:
        """All words of the passage, in lower case."""
        return _words(self.text)

    def at(self, place: int) -> frozenset[str]:
        """Return what is spoken of at a place of the passage; nothing where that is not told."""
        number = bisect_right(self.starts, place) - 1
        return self.names[number] if number >= 0 else frozenset()


def subjects(text: str, sentences: Iterable[Span]) -> Subjects:
    """Read what the sentences of a passage go on about.

    >>> text = "The Aria 7 weighs 1.6 kg. Its battery lasts 9 hours."
    >>> from groundgraph.types import Span
    >>> sorted(subjects(text, [Span(0, 25), Span(26, 52)]).at(45))
    ['7', 'aria']
    """
    found = [(span.start, name) for span in sentences if (name := _opening(text, span))]
    starts, names = zip(*found, strict=True) if found else ((), ())
    return Subjects(text, starts, names)


def _words(text: str) -> frozenset[str]:
    """Return the words of a text, in lower case, and numbers."""
    return frozenset(_WORD.findall(text.lower()))


def _opening(text: str, span: Span) -> frozenset[str]:
    """Return the words of the name that a sentence begins with, or of which it is all."""
    found = _OPENING.match(text, span.start, span.end)
    if found is None:
        return frozenset()
    name = _words(found["name"]) - STOP_WORDS
    if not name:
        return frozenset()
    alone = found.end() >= span.end or bool(found["end"])
    several = found["article"] or " " in found["name"]
    if alone or several or not is_english_word(found["name"].lower()):
        return name
    return frozenset()


def of_named(
    claim: ReadClaim, candidates: Sequence[EvidenceQuantity]
) -> Sequence[EvidenceQuantity]:
    """Leave out what is told of another thing than claim or question name.

    It stands in a table under the heading of the other, or in a passage that is about it and does
    not name theirs, and the same is told of theirs in its own.
    """
    if claim.other_tables:
        candidates = [
            reading
            for reading in candidates
            if reading.cell is None
            or (reading.passage, reading.cell.table) not in claim.other_tables
        ]
    every = claim.index.subjects
    if len(every) == 1:
        return candidates
    known = {name for each in every for name in each.names}
    said = _words(claim.text) | _words(claim.question.text) if known else frozenset()
    named = {name for name in known if _is_named(name, known, said)}
    if not named:
        return candidates
    own = {id(r): every[r.passage].at(r.span.start) for r in candidates if r.cell is None}
    theirs = [r for r in candidates if own.get(id(r)) in named]
    return [
        reading
        for reading in candidates
        if not any(
            _are_apart(own.get(id(reading), frozenset()), name, said)
            and (name - own[id(reading)]).isdisjoint(every[reading.passage].words)
            and any(own[id(r)] == name and r.own & reading.own for r in theirs)
            for name in named
        )
    ]


def _is_named(name: frozenset[str], known: Iterable[frozenset[str]], said: frozenset[str]) -> bool:
    """Say whether a name is said, or of its words two, and those that no other name has."""
    if name <= said:
        return True
    own = name.difference(*(other for other in known if other != name))
    return bool(own) and own <= said and len(name & said) > 1


def _are_apart(name: frozenset[str], other: frozenset[str], said: frozenset[str]) -> bool:
    """Say whether a name has a word of its own that is not said, and lacks one of another's."""
    return bool(name - other) and (name - other).isdisjoint(said) and not other <= name
