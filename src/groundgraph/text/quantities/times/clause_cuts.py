"""The clauses of a sentence that may each tell of something that happens.

They are cut at marks, connectors and words that open clauses; a piece without a verb goes to the
clause beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.english.tagging import may_be_verb
from groundgraph.text.quantities.times.clause_openings import (
    ASIDE,
    AT_THE_TIME,
    BESIDE,
    NOUNS,
    OPENING,
    VERBS,
    OpeningReader,
    Part,
)
from groundgraph.text.quantities.times.phases import place_in_row
from groundgraph.text.quantities.written.stems import is_content
from groundgraph.text.vocabulary.small_words import DETERMINERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_INVERTED = frozenset({"DO", "BE", "HAVE", "MD"})
_BEHIND_INVERTED = DETERMINERS | frozenset("i you he she it we they".split())
_BEHIND_SUBJECTS = VERBS | {"MD", "BE", "HAVE", "DO"}
_SUBJECTS = frozenset("i you he she it we they".split())
_IN_A_ROW = frozenset("first firstly next finally lastly secondly afterwards".split())
"""What may stand before the verb of an instruction: "first create an account"."""
_OPENS_INSTRUCTION = frozenset({"then", ",", ":", ";", "."})
"""What an instruction may stand behind: "moving in: sign the lease"."""
_OPENS_OBJECT = (["DT"], ["PRP$"], ["NNP"], ["CD"], ["IN"], ["RP"], ["PRP"])


class ClauseCutter(OpeningReader):
    """Cuts one sentence."""

    def parts(self) -> list[Part]:
        """Return the clauses, in the order of the text."""
        return self._fitted(list(self._cut()))

    def _cut(self) -> Iterator[Part]:
        """Cut at marks, connectors and words that open clauses."""
        part, at = Part(0, 0), 0
        while at < len(self.lower):
            found = self.opening(at) if self.lower[at] in OPENING else None
            if found is None:
                at += 1
                continue
            part.stop = at
            yield from self._parted(part)
            part, at = found, found.start
        part.stop = at
        yield from self._parted(part)

    def _parted(self, part: Part) -> Iterator[Part]:
        """Yield a part, in two where no comma stands: "Prior to the interview you will sign".

        "Only once they had left did he speak" turns its verb around.
        """
        only = self.lower[:1] == ["only"] or part.opener == "not until"
        told = False
        leads = part.way or part.opener == "when"
        begins = part.start - len(part.opener.split())
        opens = leads and (begins == (self.lower[0] == "only") or self.lower[begins - 1] == ".")
        for at in range(part.start + 1, part.stop - 1) if opens else ():
            turned = self.tags[at] in _INVERTED and self.lower[at + 1] in _BEHIND_INVERTED
            turned |= self.tags[at] == "DO" and self.tags[at + 1] in NOUNS
            if only and turned:
                yield replace(part, stop=at)
                yield Part(at, part.stop, ",")
                return
            told |= self.tags[at] in VERBS
            pronoun = self.lower[at] in _SUBJECTS and self.tags[at + 1] in _BEHIND_SUBJECTS
            noun = self.lower[at] in DETERMINERS and self.tags[at - 1] in NOUNS
            if pronoun or (noun and not told and self.has_verb(at + 1, part.stop)):
                yield replace(part, stop=at)
                yield Part(at, part.stop, ",")
                return
        yield part

    def _hosts(self, parts: Sequence[Part]) -> bool:
        return any(not part.way and self.has_verb(part.start, part.stop) for part in parts)

    def _fitted(self, parts: list[Part]) -> list[Part]:
        """Give what has no verb and no connector to the part beside it."""
        found: list[Part] = []
        waiting: Part | None = None
        for part in map(self._completed, parts):
            if part.start >= part.stop:
                waiting = self._with_cue(part, found, waiting, last=part is parts[-1])
            elif self._is_next_in_row(part):
                found += [waiting] if waiting is not None else []
                found.append(part)
                waiting = None
            elif not self._is_clause(part, found, waiting):
                waiting = self._with_piece(part, found, waiting)
            elif waiting is not None and not part.way and part.opener not in ASIDE | BESIDE:
                more, cue = (waiting.start, waiting.stop), part.cue or waiting.cue
                found.append(replace(part, more=more, cue=cue))
                waiting = None
            else:
                found.append(part)
        if waiting is not None and waiting.stop > waiting.start:
            found.insert(0 if found and waiting.start < found[0].start else len(found), waiting)
        return found

    def _completed(self, part: Part) -> Part:
        """Return a clause such as "having heard it" with what that says of its order."""
        opens = part.start == 0 or self.lower[part.start - 1] == ","
        if self.word(part.start) == "having" and opens and not part.way:
            return replace(part, opener="having", way=1)
        return part

    def _is_next_in_row(self, part: Part) -> bool:
        """Say whether a piece without a verb is told as the next thing: "then the key"."""
        if part.way or self.has_verb(part.start, part.stop):
            return False
        rank, cue = place_in_row(self.lower, self.tags, part.start, part.stop)
        return (part.cue > 0 or rank < 0 or cue > 0) and any(
            is_content(word) for word in self.lower[part.start : part.stop]
        )

    def _with_cue(
        self, part: Part, found: list[Part], waiting: Part | None, *, last: bool
    ) -> Part | None:
        """Give "before that" to the clause it closes, else to the next."""
        if part.cue and found and not last and self.word(part.stop) in {";", "."}:
            return waiting
        if part.cue and found and last:
            found[-1] = replace(found[-1], cue=part.cue)
            return waiting
        return part if part.cue and waiting is None else waiting

    def _with_piece(self, part: Part, found: list[Part], waiting: Part | None) -> Part | None:
        """Give a piece without a verb to the clause before it, or let it wait for the next."""
        if part.opener in {";", "."}:
            return part
        if not self._heads_next(part) and self._takes_in(found, waiting):
            found[-1] = self._joined(found[-1], part)
            return waiting
        return part if waiting is None else replace(waiting, stop=part.stop)

    def _heads_next(self, part: Part) -> bool:
        """Say whether a piece dates the clause behind it: "Minutes: 9 March, council objects"."""
        dated = any(word[0].isdigit() for word in self.lower[part.start : part.stop])
        return dated and part.opener == ":" and self.word(part.stop) in {",", "–", "—"}

    def _is_clause(self, part: Part, found: Sequence[Part], waiting: Part | None) -> bool:
        led = part.way or part.opener in {AT_THE_TIME, "when", "whenever"}
        if led or self._stands_alone(part, first=not found and waiting is None):
            return True
        goes_on = bool(found) and waiting is not None and found[-1].opener in ASIDE
        return goes_on and self.tags[part.start] in {"VBN", "VBD"}

    def _takes_in(self, found: Sequence[Part], waiting: Part | None) -> bool:
        """Say whether a piece without a verb goes to the clause before, and not to the next."""
        if not found or (waiting is not None and waiting.start > found[-1].start):
            return False
        joined = self.word(found[-1].stop) in {"and", "or"}
        return not found[-1].way or joined or self._hosts(found)

    def _stands_alone(self, part: Part, *, first: bool) -> bool:
        tags = self.tags[part.start : part.stop]
        if not tags:
            return False
        if tags[0] == "VBG" or (tags[0] == "VBN" and part.opener == ","):
            return False
        if self.lower[part.start] in {"with", "without"}:
            return False
        if self.has_verb(part.start, part.stop):
            return True
        at = int(self.lower[part.start] in _IN_A_ROW and len(tags) > 1)
        verb = may_be_verb(self.lower[part.start + at]) and tags[at] != "IN"
        opens = (
            first
            or part.opener in _OPENS_INSTRUCTION
            or (part.opener == "and" and self._instructs())
        )
        return verb and opens and tags[at + 1 : at + 2] in _OPENS_OBJECT

    def _instructs(self) -> bool:
        """Say whether a sentence opens with a verb and its object: "complete the form"."""
        verb = may_be_verb(self.lower[0]) and self.tags[0] != "IN"
        return verb and self.tags[1:2] in _OPENS_OBJECT

    def _joined(self, held: Part, part: Part) -> Part:
        if part.start - held.stop <= 2 and held.more is None:
            return replace(held, stop=part.stop, cue=held.cue or part.cue)
        return replace(held, more=(part.start, part.stop), cue=held.cue or part.cue)
