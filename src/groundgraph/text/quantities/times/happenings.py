"""What happens in a sentence, clause by clause, and what says when beside the others.

"By the time the engine pulled up, the roof had fallen in" tells of two happenings: what "by the
time" leads to, and its host. A clause without a verb belongs to the one beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.english.tagging import may_be_verb
from groundgraph.text.once import once
from groundgraph.text.quantities.times.clause_cuts import ASIDE, UNITS, VERBS, ClauseCutter
from groundgraph.text.quantities.times.deeds import deeds_at
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.vocabulary.irregular import UNCHANGED
from groundgraph.text.vocabulary.small_words import DENIALS, DETERMINERS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.times.clause_cuts import Part

_NAMING = frozenset({"NN", "NNS", "NNP"})
_LATER = frozenset(
    """then later afterwards afterward subsequently thereafter eventually finally thereupon
    since""".split()
)
_BEFORE_THEN = frozenset({"until", "till", "before", "by"})
_EARLIER = frozenset("earlier previously beforehand".split())
_NEXT = frozenset({"following", "next", "ensuing", "subsequent"})
_LAST = frozenset({"previous", "preceding", "prior"})
_SHORTLY = frozenset("soon shortly immediately directly long just right well even ever".split())
_MAY = frozenset("may might could would shall".split())
"""Participles that are nouns as well."""
_STEPS = frozenset("step stage thing task act operation phase job".split())
_GOES = frozenset("on in comes come goes go done follows".split())
_WAS, _BARELY = frozenset({"was", "were", "had", "did"}), frozenset({"only", "first", "please"})
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
        firm: Whether that is said outright, as it is not by "when".
        void: Whether it is denied, so that nothing is said.
        cue: 1 for what comes after what was told last, -1 before it, 0 where nothing says so.
        back: Whether it goes back by a time, and so perhaps before all that was told.
        perfect: Whether it is told in the past perfect.
        aside: Whether it takes no part in the course of what is told.
        subject: The stems of the nouns before its verb, none for "she left" and "and left";
            ``None`` where there is no verb.
        names: The stems of its names.
        pronoun: Whether "he" or "she" is its subject.
        echo: The stems of who or what its subject takes up.
        state: Whether it tells how something is, and nothing that happens.
        closes: Whether it says that it came last: "is the last step", "is emptied last".
        acts: The stems of its verbs; of all its words where it has none.
        past: Whether it is told in the past; ``None`` where its verb is but a participle.
        denied: Whether it says what is not so.
        bare: Whether nothing stands before its verb that says who: "Remove the cover".
    """

    words: dict[str, frozenset[int]]
    span: Span
    way: int = 0
    host: int = -1
    said: str = ""
    firm: bool = True
    void: bool = False
    cue: int = 0
    back: bool = False
    perfect: bool = False
    aside: bool = False
    state: bool = False
    subject: frozenset[str] | None = frozenset()
    names: frozenset[str] = frozenset()
    pronoun: bool = False
    echo: frozenset[str] = frozenset()
    closes: bool = False
    acts: frozenset[str] = frozenset()
    past: bool | None = None
    bare: bool = False
    denied: bool = False

    @once
    def deeds(self) -> frozenset[int]:
        """What kinds of happening its words may tell of."""
        return frozenset[int]().union(*self.words.values())


class _Reader(ClauseCutter):
    """Reads one sentence."""

    def happenings(self) -> list[Happening]:
        """Return what happens, in the order of the text."""
        parts = self.parts()
        made = [self._happening(part) for part in parts]
        return self._hosted(parts, made)

    def _happening(self, part: Part) -> Happening:
        ranges = [(part.start, part.stop), *([part.more] if part.more else [])]
        places = [at for start, stop in ranges for at in range(start, stop)]
        words = [at for at in places if is_content(self.lower[at]) and self.lower[at][0].isalnum()]
        told = {
            stem(piece): deeds_at(self.lower, at)
            for at in words
            for piece in self.lower[at].split("-")
            if piece
        }
        cue = part.cue or self._cue(sorted(places))
        back = cue < 0 and not UNITS.isdisjoint(self.lower[at] for at in places)
        start = min(self.tokens[start].start for start, _ in ranges)
        end = max(self.tokens[stop - 1].end for _, stop in ranges)
        return Happening(
            told,
            Span(start, end),
            part.way,
            said=part.opener,
            firm=part.firm,
            void=part.void,
            cue=cue,
            back=back,
            perfect=self._is_perfect(part),
            aside=not part.way and (part.opener in ASIDE or self._is_possible(part)),
            state=self._is_state(part),
            subject=self._subject(sorted(places)),
            names=frozenset(stem(self.lower[at]) for at in places if self.tags[at] == "NNP"),
            pronoun=not {"he", "she"}.isdisjoint(self.lower[at] for at in places),
            closes=self._is_said_last(part),
            acts=self._acts(part, words),
            past=self._is_past(part),
            bare=self._is_bare(part),
            denied=not DENIALS.isdisjoint(self.lower[at] for at in places),
        )

    def _is_said_last(self, part: Part) -> bool:
        if self.word(part.start) in {"finally", "lastly"}:
            return True
        for at in range(part.start, part.stop):
            if self.lower[at] in {"last", "final"} and self.word(at + 1) in _STEPS:
                return "BE" in self.tags[part.start : part.stop]
            if self.lower[at] == "last" and self._ends(at) and at > part.start:
                return self.tags[at - 1] == "VBN" or self.lower[at - 1] in _GOES
        return False

    def _acts(self, part: Part, words: Sequence[int]) -> frozenset[str]:
        inside = [at for at in words if part.start <= at < part.stop]
        verbs = [at for at in inside if self.tags[at] in VERBS | {"VBG"}]
        verbs += [at for at in inside[:1] if may_be_verb(self.lower[at]) and not verbs]
        if not verbs or self._is_state(part):
            verbs = inside
        return frozenset(stem(self.lower[at]) for at in verbs)

    def _is_past(self, part: Part) -> bool | None:
        for at in range(part.start, part.stop):
            if self.lower[at] in _WAS or (self.tags[at] == "VBD" and at > part.start):
                return True
            if self.tags[at] in {"BE", "VBZ", "VBP", "VB", "MD"}:
                return False
        return None

    def _is_bare(self, part: Part) -> bool:
        """Say whether a clause opens with its verb, as one that asks to do something does."""
        at = part.start
        while self.word(at) in _BARELY or self.tags[at : at + 1] == ["RB"]:
            at += 1
        return self.tags[at : at + 1] == ["VB"] or (
            may_be_verb(self.word(at)) and self.tags[at + 1 : at + 2] in (["DT"], ["PRP$"], ["PRP"])
        )

    def _subject(self, places: Sequence[int]) -> frozenset[str] | None:
        verb = next((at for at in places if self.tags[at] in VERBS | {"VBG"}), None)
        if verb is None:
            return None
        nouns = [at for at in places if at < verb and self.tags[at] in _NAMING]
        return frozenset(stem(self.lower[at]) for at in nouns if self.lower[at] not in UNITS)

    def _cue(self, places: Sequence[int]) -> int:
        """Return 1 for a clause that says it comes after what was told last, -1 for before it."""
        for at in places:
            word, after, before = self.lower[at], self.word(at + 1), self.word(at - 1)
            if word in _BEFORE_THEN and after == "then":
                return -1
            if after == "than" or (before in {"the", "no"} and word in _LATER | _EARLIER):
                continue
            if word in _LATER and (word != "since" or self._is_alone(at)):
                return 1
            if word in _EARLIER:
                return -1
            if word in {"followed", "ensued", "follows"} and self._ends(at):
                return 1
            if word in _NEXT | _LAST and after in UNITS and before in DETERMINERS:
                return 1 if word in _NEXT else -1
            if self._is_apart(at, word, before):
                return -1 if word == "before" else 1
        return 0

    def _is_apart(self, at: int, word: str, before: str) -> bool:
        """Say whether a time from what was told last is told: "two days on", "within weeks"."""
        if word == "within":
            return not UNITS.isdisjoint(self.lower[at + 1 : at + 3])
        if word not in {"before", "after", "on"}:
            return False
        if before in UNITS:
            return self._closes(at)
        return word != "on" and before in _SHORTLY and self._ends(at)

    def _is_alone(self, at: int) -> bool:
        return any(tag in VERBS for tag in self.tags[at + 1 : at + 2]) or self._ends(at)

    def _closes(self, at: int) -> bool:
        """Say whether "two days on" ends the clause, or what follows begins it."""
        pronoun = self.lower[at] == "on" and self.tags[at + 1 : at + 2] in (["PRP"], ["NNP"])
        return self._ends(at) or pronoun

    def _ends(self, at: int) -> bool:
        after = self.word(at + 1)
        return not after or not after[0].isalnum()

    def _is_perfect(self, part: Part) -> bool:
        if part.opener == "having":
            return False
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

    def _is_state(self, part: Part) -> bool:
        """Say whether the first verb is "is" without a participle, or "has run"."""
        for at in range(part.start, part.stop):
            if self.lower[at] in {"has", "have"}:
                return self.tags[at + 1 : at + 2] == ["VBN"]
            if self.tags[at] == "BE":
                after = range(at + 1, min(part.stop, at + 1 + _REACH))
                return part.stop > at + 1 and not any(map(self._is_participle, after))
            if self.tags[at] in VERBS:
                return False
        return False

    def _is_participle(self, at: int) -> bool:
        if self.tags[at] in {"VBN", "VBD", "VBG"} or self.lower[at].endswith("ed"):
            return True
        return self.lower[at] in UNCHANGED and self.tags[at - 1 : at] == ["BE"]

    def _hosted(self, parts: Sequence[Part], made: Sequence[Happening]) -> list[Happening]:
        """Tell each part that a connector leads to which happening it stands beside."""
        found: list[Happening] = []
        mains = [n for n, part in enumerate(parts) if not part.way and part.opener not in ASIDE]
        for number, (part, own) in enumerate(zip(parts, made, strict=True)):
            before = [main for main in mains if main < number]
            after = [main for main in mains if main > number]
            host = before[-1] if before else after[0] if after else -1
            if part.opener not in ASIDE and not part.way:
                host = -1
            elif part.opener in ASIDE:
                host = number - 1
            found.append(replace(own, host=host))
        return found


def happenings(text: str, span: Span) -> list[Happening]:
    """Return what happens in a sentence, in the order of its text.

    >>> text = "By the time the engine arrived, the roof had fallen in."
    >>> [(one.way, one.perfect) for one in happenings(text, Span(0, len(text)))]
    [(-1, False), (0, True)]
    """
    return _Reader(text, span).happenings()
