"""The sentence or line that each identifier and name of a passage stands in."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from groundgraph.text.once import once
from groundgraph.text.quantities.written.model import Sentence
from groundgraph.text.quantities.written.segments import content_words, segments
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.written.codes import Code
    from groundgraph.text.quantities.written.tokens import Token

_START, _END = attrgetter("start"), attrgetter("end")
_LINE = re.compile(r"[^\n]+")
_ALONE = re.compile(r"[\s#*=v\[\]():–—-]{0,12}[\d\s()./–—-]{0,24}")
"""What may stand beside the version that a heading names: marks, and a date."""
_PARTS_OF_NAMES = 2


@dataclass(frozen=True, eq=False)
class Line:
    """A sentence or line of the evidence with its identifiers; read when its words are asked for.

    Attributes:
        sentence: The sentence or line.
        codes: Its identifiers.
    """

    sentence: Sentence
    codes: tuple[Code, ...]

    @once
    def words(self) -> frozenset[str]:
        """The stems of it, but for those of its identifiers."""
        return stems_without(self.sentence.text, self.sentence.tokens, self.codes)

    @once
    def own(self) -> dict[Code, frozenset[str]]:
        """The stems of each identifier's own clause."""
        text, every = self.sentence.text, self.sentence.tokens
        marks = [_marks(code, every) for code in self.codes]
        whole = [(0, len(every))] * len(marks)
        clauses = segments(every, marks) if _in_order(marks) else whole
        return {
            code: stems_without(text, every[slice(*clause)], self.codes)
            for code, clause in zip(self.codes, clauses, strict=True)
        }


def stems_without(text: str, every: Sequence[Token], without: Sequence[Code]) -> frozenset[str]:
    """Return the stems of some tokens, but for those of identifiers."""
    skip = {at for code in without for at in range(*_marks(code, every))}
    return frozenset(content_words(every, text, skip=skip))


def lines_of(passage: PassageReading) -> dict[Code, Line]:
    """Return the sentence or line of each identifier and name of a passage."""
    text = passage.text
    lines = (Sentence(text, Span(*match.span())) for match in _LINE.finditer(text))
    sentences = [*passage.sentences, *lines]
    around: dict[Sentence, list[Code]] = {}
    headings = _headings(passage)
    for code in (*passage.codes, *passage.people):
        if code in headings:
            around.setdefault(Sentence(text, headings[code]), []).append(code)
            continue
        inside = (s for s in sentences if _is_inside(code.span, s.span))
        around.setdefault(next(inside), []).append(code)
    return {
        code: line for line in map(Line, around, map(tuple, around.values())) for code in line.codes
    }


def _headings(passage: PassageReading) -> dict[Code, Span]:
    """Return the identifiers that stand alone in a line, with all up to the next such line.

    So changelogs are told: "v2.4.1", and below it what that version changed.
    """
    text = passage.text
    found: list[Code] = []
    for code in passage.codes:
        start, end = text.rfind("\n", 0, code.span.start) + 1, text.find("\n", code.span.end)
        rest = text[start : code.span.start] + text[code.span.end : end if end >= 0 else len(text)]
        if code.kind == "version" and _ALONE.fullmatch(rest):
            found.append(code)
    ends = [code.span.start for code in found[1:]] + [len(text)]
    if len(found) < _PARTS_OF_NAMES:
        return {}
    return {code: Span(code.span.start, end) for code, end in zip(found, ends, strict=True)}


def _is_inside(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _marks(code: Code, every: Sequence[Token]) -> tuple[int, int]:
    """Return the index range of the tokens of an identifier."""
    first = bisect_right(every, code.span.start, key=_END)
    after = bisect_left(every, code.span.end, lo=first, key=_START)
    return (first, after) if after > first else (0, 0)


def _in_order(marks: Sequence[tuple[int, int]]) -> bool:
    return all(one[1] <= other[0] for one, other in pairwise(marks))
