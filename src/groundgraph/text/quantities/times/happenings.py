"""What happens in a sentence, clause by clause, and what says when beside the others.

"By the time the engine pulled up, the roof had fallen in" tells of two happenings: what "by the
time" leads to, and its host. A clause without a verb belongs to the one beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.once import once
from groundgraph.text.quantities.times.clause_cuts import ASIDE, ClauseCutter
from groundgraph.text.quantities.times.deeds import deeds_at
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.vocabulary.small_words import DENIALS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.times.clause_cuts import Part

_MAY = frozenset("may might could would shall".split())
_REACH = 3
"""Tokens between an auxiliary and its participle."""


@dataclass(frozen=True, eq=False)
class Happening:
    """One thing that a sentence tells.

    Attributes:
        words: The stems of its words, with what kinds of happening each may tell of.
        span: Where it stands.
        way: For what a connector leads to, 1 where it comes before its host, -1 after it, else 0.
        host: Its number among the happenings of the sentence.
        said: The connector.
        void: Whether it is denied, so that nothing is said.
        cue: 1 for what comes after what was told last, -1 before it, 0 where nothing says so.
        perfect: Whether it is told in the past perfect.
        aside: Whether it takes no part in the course of what is told.
    """

    words: dict[str, frozenset[int]]
    span: Span
    way: int = 0
    host: int = -1
    said: str = ""
    void: bool = False
    cue: int = 0
    perfect: bool = False
    aside: bool = False

    @once
    def deeds(self) -> frozenset[int]:
        """What kinds of happening its words may tell of."""
        return frozenset[int]().union(*self.words.values())


class _Reader(ClauseCutter):
    """Reads one sentence."""

    def happenings(self) -> list[Happening]:
        """Return what happens, in the order of the text."""
        parts = self.parts()
        hosts = _hosts(parts)
        return [self._happening(part, host) for part, host in zip(parts, hosts, strict=True)]

    def _happening(self, part: Part, host: int) -> Happening:
        ranges = [(part.start, part.stop), *([part.more] if part.more else [])]
        places = [at for start, stop in ranges for at in range(start, stop)]
        words = [at for at in places if is_content(self.lower[at]) and self.lower[at][0].isalnum()]
        told = {
            stem(piece): deeds_at(self.lower, at)
            for at in words
            for piece in self.lower[at].split("-")
            if piece
        }
        start = min(self.tokens[start].start for start, _ in ranges)
        end = max(self.tokens[stop - 1].end for _, stop in ranges)
        return Happening(
            told,
            Span(start, end),
            part.way,
            host,
            part.opener,
            void=part.void,
            cue=part.cue,
            perfect=self._is_perfect(part),
            aside=not part.way and (part.opener in ASIDE or self._is_possible(part)),
        )

    def _is_perfect(self, part: Part) -> bool:
        for at in range(part.start, part.stop):
            if self.lower[at] in {"had", "'d"} and self.word(at + 1) != "to":
                near = range(at + 1, min(at + 1 + _REACH, part.stop))
                if not DENIALS.isdisjoint(self.lower[at + 1 : at + 1 + _REACH]):
                    return False
                if any(self.tags[i] in {"VBN", "VBD"} or self.lower[i] == "been" for i in near):
                    return True
        return False

    def _is_possible(self, part: Part) -> bool:
        return not _MAY.isdisjoint(self.lower[part.start : part.stop])


def _hosts(parts: Sequence[Part]) -> Iterator[int]:
    """Yield for each part that a connector leads to which happening it stands beside, else -1."""
    mains = [n for n, part in enumerate(parts) if not part.way and part.opener not in ASIDE]
    for number, part in enumerate(parts):
        before = [main for main in mains if main < number]
        yield next(iter((*before[-1:], *mains)), -1) if part.way else -1


def happenings(text: str, span: Span) -> list[Happening]:
    """Return what happens in a sentence, in the order of its text.

    >>> text = "By the time the engine arrived, the roof had fallen in."
    >>> [(one.way, one.perfect) for one in happenings(text, Span(0, len(text)))]
    [(-1, False), (0, True)]
    """
    return _Reader(text, span).happenings()
