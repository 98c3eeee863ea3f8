"""What happens in a sentence, clause by clause, and what says when beside the others.

"By the time the engine pulled up, the roof had fallen in" tells of two happenings: what "by the
time" leads to, and its host. A clause without a verb belongs to the one beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import VERB_TAGS
from groundgraph.text.once import once
from groundgraph.text.quantities.times.clause_cuts import ClauseCutter
from groundgraph.text.quantities.times.clause_openings import ASIDE, BESIDE, LINKING
from groundgraph.text.quantities.times.deeds import deeds_at
from groundgraph.text.quantities.times.phases import (
    PHASED,
    PLACES,
    TO_COME,
    is_perfect,
    phase,
    place_in_row,
)
from groundgraph.text.quantities.times.relations import BY_THEN
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.times.clause_openings import Part

_MAY = frozenset("may might could would shall".split())
_ORDERING = LINKING | PLACES | {"then", "having", "within", "went"}
_BY_PHASES = BESIDE | {"time", "moment", "day", "date"}
"""Words of clauses whose order the phases tell."""
_STATES = frozenset("in out on off".split())
_NO_HOSTS = ASIDE | BESIDE
_VERBS = VERB_TAGS | {"BE", "HAVE", "DO", "MD", "VBP"}
_PLACES = frozenset(
    map(stem, "first firstly last lastly finally second secondly third thirdly next".split())
)
"""Stems that say where in a row something comes."""
ENDS = frozenset(
    map(
        stem,
        """leave depart go withdraw quit exit die death resign retire dismiss sack fire oust close
        shut closure end expire lapse stop cease finish sell lose remove demolish destroy burn
        collapse drop cancel revoke abolish disappear vanish discontinue vacate divorce abandon
        suspend disband dissolve uninstall delete""".split(),
    )
)
"""Stems of what ends a state."""
_ENDINGS = ("send off", "run out", "step down", "move out", "fall in", "turn off", "give up")
"""Verbs that do so with a particle."""


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
        weak: Whether a mere "when" leads to it.
        rank: 1 where it is told as the first of its sentence, -1 as the last, else 0.
        phase: -1 where it is told as over, 1 as still to come, else 0.
        subject: The stems of what stands before its verb.
        bare: Whether it has a pronoun, or nothing, before its verb.
        pronoun: Whether a pronoun stands before its verb.
        near: The stems of what that stands for.
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
    weak: bool = False
    rank: int = 0
    phase: int = 0
    subject: frozenset[str] = frozenset()
    bare: bool = False
    pronoun: bool = False
    near: frozenset[str] = frozenset()

    @once
    def deeds(self) -> frozenset[int]:
        """What kinds of happening its words may tell of."""
        return frozenset[int]().union(*self.words.values())

    @once
    def ends(self) -> bool:
        """Whether it tells that something came to an end."""
        return not ENDS.isdisjoint(self.words) or not _ending_kinds().isdisjoint(self.deeds)


@cache
def _ending_kinds() -> frozenset[int]:
    """Return the kinds of happening that end a state, such as "ran out", "sent off"."""
    return frozenset[int]().union(*(deeds_at(words.split(), 0) for words in _ENDINGS))


class _Reader(ClauseCutter):
    """Reads one sentence."""

    def happenings(self) -> list[Happening]:
        """Return what happens, in the order of the text."""
        parts = self.parts()
        hosts = list(self._beside(parts))
        ordered = [self._by_phases(part, hosts[at], parts) for at, part in enumerate(parts)]
        return [self._happening(part, host) for part, host in zip(ordered, hosts, strict=True)]

    def _beside(self, parts: Sequence[Part]) -> Iterator[int]:
        """Yield for each part that a connector leads to which it stands beside, else -1."""
        mains = [n for n, part in enumerate(parts) if not part.way and part.opener not in _NO_HOSTS]
        for number, part in enumerate(parts):
            led = part.way or part.opener in BESIDE
            before = [main for main in mains if main < number]
            behind = [main for main in mains if main > number]
            near = behind[:1] if self._opens_anew(part) else []
            near = [number - 1] if number and self._takes_up(part) else near
            yield next(iter((*near, *before[-1:], *behind)), -1) if led else -1

    def _takes_up(self, part: Part) -> bool:
        """Say whether a connector is told of what stands before it: "Ito, who succeeded Reis"."""
        at = part.start - len(part.opener.split()) - 1
        return at >= 0 and self.lower[at] in {"who", "which"}

    def _opens_anew(self, part: Part) -> bool:
        """Say whether a connector stands behind ";" or "but", and goes with what follows."""
        at = part.start - len(part.opener.split()) - 1
        return at >= 0 and self.lower[at] in {";", "but", "and"}

    def _by_phases(self, part: Part, host: int, parts: Sequence[Part]) -> Part:
        """Return what "when" or "by the time" leads to with its order, as the phases tell it."""
        if part.opener not in BESIDE | BY_THEN:
            return part
        of_host = self._phase(parts[host]) if host >= 0 else 0
        if part.opener in BY_THEN:
            return replace(part, way=1) if of_host == TO_COME else part
        return replace(part, way=of_host or -self._phase(part))

    def _phase(self, part: Part) -> int:
        return phase(self.lower, self.tags, part.start, part.stop)

    def _happening(self, part: Part, host: int) -> Happening:
        words, told = self._told(part)
        first, last = part.more or (part.start, part.stop)
        opening, closing = (
            self.tokens[min(part.start, first)],
            self.tokens[max(part.stop, last) - 1],
        )
        rank, cue = place_in_row(self.lower, self.tags, part.start, part.stop)
        verb = next((i for i in range(part.start, part.stop) if self.tags[i] in _VERBS), part.stop)
        subject = [i for i in words if part.start <= i < verb]
        pronoun = "PRP" in self.tags[part.start : verb]
        weak = part.opener in BESIDE and not part.way
        return Happening(
            told,
            Span(self.start + opening.start, self.start + closing.end),
            1 if weak else part.way,
            host,
            part.opener,
            void=part.void,
            cue=part.cue or cue,
            perfect=is_perfect(self.lower, self.tags, part.start, part.stop),
            aside=not part.way and (part.opener in ASIDE or self._is_possible(part)),
            weak=weak,
            rank=rank,
            phase=self._phase(part),
            subject=frozenset(stem(self.lower[i]) for i in subject),
            bare=pronoun or not subject,
            pronoun=pronoun,
        )

    def _told(self, part: Part) -> tuple[list[int], dict[str, frozenset[int]]]:
        """Return which tokens of a clause tell of something, and the stems of these words."""
        words: list[int] = []
        told: dict[str, frozenset[int]] = {}
        for at in (*range(part.start, part.stop), *(range(*part.more) if part.more else ())):
            word = self.lower[at]
            forms = _forms(word)
            if forms is None or (word in _STATES and not self._is_state(at, part)):
                continue
            words.append(at)
            kinds = deeds_at(self.lower, at)
            for form in forms:
                told[form] = kinds
        return words, told

    def _is_state(self, at: int, part: Part) -> bool:
        """Say whether "on" or "off" ends a line of a log, as a state, or stands out in it."""
        told = any(tag.startswith("VB") for tag in self.tags[part.start : at])  # "came out"
        return (at + 1 == part.stop and not told) or self.tokens[at].text.isupper()

    def _is_possible(self, part: Part) -> bool:
        if _MAY.isdisjoint(self.lower[part.start : part.stop]):
            return False
        may = (at for at in range(part.start, part.stop) if self.lower[at] in _MAY)
        return any(
            self.tags[at] == "MD" and "you" not in {self.word(at + 1), self.word(at - 1)}
            for at in may
        )


@lru_cache(maxsize=1 << 14)
def _forms(word: str) -> tuple[str, ...] | None:
    """Return the stems of a word, of its parts where it has a hyphen; of no place in a row.

    ``None`` is for words that tell of nothing.
    """
    if word not in _STATES and not (is_content(word) and word[0].isalnum() and word != "yes"):
        return None
    forms = tuple(stem(piece) for piece in word.split("-") if piece)
    return tuple(form for form in forms if form not in _PLACES)


def may_order(letters: AbstractSet[str]) -> bool:
    """Say whether a sentence with such runs of letters may put what happens in order.

    Much quicker than to read it: of any other no happening has a cue, a rank or a sure way.
    """
    by_phases = not _BY_PHASES.isdisjoint(letters) and not PHASED.isdisjoint(letters)
    return by_phases or not _ORDERING.isdisjoint(letters)


def happenings(text: str, span: Span) -> list[Happening]:
    """Return what happens in a sentence, in the order of its text.

    >>> text = "By the time the engine arrived, the roof had fallen in."
    >>> [(one.way, one.perfect) for one in happenings(text, Span(0, len(text)))]
    [(-1, False), (0, True)]
    """
    return _Reader(text, span).happenings()
