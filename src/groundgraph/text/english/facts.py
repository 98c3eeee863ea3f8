"""Triples from the phrases of a clause: canonical predicates, roles, spans."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import Phrase, label
from groundgraph.text.english.verbs import is_conditional
from groundgraph.types import Span, Statement, Triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.english.mentions import Mentions
    from groundgraph.text.english.phrases import Sentence

_YEAR = re.compile(r"1\d{3}|20\d\d")
_AGE = re.compile(r"\d{1,2}")
_NO_ROLE = frozenset("one some kind type lot number group pair series most all any".split())
_ARTICLES = frozenset({"a", "an", "the"})
_DEMONYM = re.compile(
    r"(?:[A-Z]\w{2,}(?:ish|ese|ian|ean|ican)|French|Dutch|Greek|Swiss|German|Welsh|Thai|Czech"
    r"|Scots|Iraqi|Israeli|Pakistani|Irish|Roman|African|Korean)(?:-(?:[A-Z]\w+|born))?"
)


@dataclass
class FactWriter:
    """Collects the statements of one sentence.

    Attributes:
        sentence: The sentence.
        mentions: Names the phrases.
        statements: What was collected; equal triples once.
    """

    sentence: Sentence
    mentions: Mentions
    statements: list[Statement] = field(default_factory=list)
    _names: dict[Phrase, str] = field(default_factory=dict)

    def name(self, phrase: Phrase) -> str:
        """Return the canonical label of a phrase, the same on every call."""
        if phrase not in self._names:
            name = self._names[phrase] = self.mentions.name(self.sentence, phrase)
            if phrase.name > 0:
                role = label(self.sentence, phrase.first, phrase.name)
                self._keep(name, "is", role, [phrase])
                self.mentions.note_person(role, name)
        return self._names[phrase]

    def note(self, subject: Phrase) -> None:
        """Remember a subject for the pronouns that follow."""
        self.mentions.note_subject(self.sentence, subject, self.name(subject))

    def write(self, subject: Phrase, predicate: str, verb: Phrase | None, target: Phrase) -> None:
        """Keep one fact about two noun phrases."""
        self._keep(self.name(subject), predicate, self.name(target), [subject, verb, target])

    def describe(
        self,
        subject: Phrase,
        predicate: str,
        verb: Phrase | None,
        what: Phrase,
        before: Sequence[Phrase] = (),
    ) -> None:
        """Keep what "is" says of a subject: a role ("is wife of"), a nation, a kind.

        "Ann's fee is $5", "the fee of Ann is $5" become (Ann, has fee of, $5); "Ann's husband
        is Bob" and "Bob is the husband of Ann" become (Bob, is husband of, Ann). ``before``
        holds the phrases that "and" joins to this one: "a student of Lee and Kim".
        """
        used = [subject, verb, what]
        if self._is_number(what) and (role := self._role(subject)):
            self._keep(role[1], f"has {role[0]} of", self.name(what), used)
        elif self.is_proper(what) and (role := self._role(subject)):
            self._keep(self.name(what), f"{predicate} {role[0]} of", role[1], used)
        elif before and self.is_proper(what) and (role := self._role(before[-1])):
            self._keep(self.name(subject), f"{predicate} {role[0]} of", self.name(what), used)
        elif role := self._role(what):
            self._keep(self.name(subject), f"{predicate} {role[0]} of", role[1], used)
        else:
            for part in self._parts(what):
                self._keep(self.name(subject), predicate, part, used)

    def say(self, subject: Phrase, predicate: str, words: str, used: list[Phrase | None]) -> None:
        """Keep a fact whose object is no noun phrase."""
        self._keep(self.name(subject), predicate, words, [subject, *used])

    def lived(self, subject: Phrase, inner: list[Phrase]) -> None:
        """Read what stands in brackets behind a name: "(1820–1876)", "(born 1950)"."""
        dates = [phrase for phrase in inner if self._is_date(phrase)]
        words = {self.sentence.tokens[p.first].lower for p in inner}
        if dates and "died" in words and "born" not in words:
            self._dated(subject, "died", dates[-1])
        elif len(dates) > 1 or "born" in words or "b" in words:
            for verb, date in zip(("was born", "died"), (d for d in dates[:2]), strict=False):
                self._dated(subject, verb, date)
        elif dates and len(inner) == 1:
            self.write(subject, "is from", None, dates[0])

    def head(self, phrase: Phrase) -> str:
        """Return the words of a noun phrase up to its first "of"."""
        return label(self.sentence, phrase.first, phrase.of if phrase.of > 0 else phrase.last)

    def aged(self, subject: Phrase, age: Phrase) -> bool:
        """Keep "Williams, 33," as an age, if the second phrase is a bare small number."""
        words = self.name(age)
        if age.last - age.first > 1 or not _AGE.fullmatch(words):
            return False
        self._keep(self.name(subject), "is aged", words, [subject, age])
        return True

    def _dated(self, subject: Phrase, verb: str, date: Phrase) -> None:
        link = "in" if _YEAR.fullmatch(self.name(date)) else "on"
        self.write(subject, f"{verb} {link}", None, date)

    def _is_date(self, phrase: Phrase) -> bool:
        token = self.sentence.tokens[phrase.first]
        return phrase.kind == "NP" and (
            token.kind == "date" or _YEAR.fullmatch(token.text) is not None
        )

    def _is_number(self, phrase: Phrase) -> bool:
        tags = self.sentence.tags[phrase.first : phrase.last]
        return "CD" in tags and tags[0] not in {"DT", "NNP"}

    def is_proper(self, phrase: Phrase) -> bool:
        """Say whether a phrase is a name and nothing else."""
        tags = set(self.sentence.tags[phrase.first : phrase.last])
        return "NNP" in tags and tags <= {"NNP", "''", "POS"}

    def _role(self, phrase: Phrase) -> tuple[str, str] | None:
        """Split "the capital of France" and "France's capital" into ("capital", "France")."""
        tags = self.sentence.tags
        if phrase.of > 0:
            role = label(self.sentence, phrase.first, phrase.of)
            owner = Phrase("NP", phrase.of + 1, phrase.last)
            plural = tags[phrase.of - 1] == "NNS"
            proper = tags[phrase.of - 1] == "NNP" and not role.isupper()
            if plural or proper or not role.strip() or role.split()[0].lower() in _NO_ROLE:
                return None
            return role, self.mentions.name(self.sentence, owner)
        marks = [at for at in range(phrase.first, phrase.last - 1) if tags[at] == "POS"]
        if len(marks) != 1 or tags[phrase.last - 1] != "NN":
            return None
        owner = Phrase("NP", phrase.first, marks[0])
        return label(self.sentence, marks[0] + 1, phrase.last), self.mentions.name(
            self.sentence, owner
        )

    def _parts(self, phrase: Phrase) -> list[str]:
        """Split "an English lawyer" into "English" and "lawyer"."""
        first = phrase.first
        words = self.sentence.tokens
        if words[first].lower not in _ARTICLES or phrase.last - first <= 2 or phrase.of > 0:
            return [self.name(phrase)]
        nation = words[first + 1].text
        if not _DEMONYM.fullmatch(nation) or self.sentence.tags[phrase.last - 1] == "NNP":
            return [self.name(phrase)]
        return [nation, label(self.sentence, first + 2, phrase.last)]

    def _keep(self, subject: str, predicate: str, what: str, used: list[Phrase | None]) -> None:
        if not (subject and predicate and what) or subject.lower() == what.lower():
            return
        if any(p is not None and is_conditional(self.sentence, p.first) for p in used):
            return
        tokens = self.sentence.tokens
        start = min(tokens[p.first].start for p in used if p is not None)
        end = max(tokens[p.last - 1].end for p in used if p is not None)
        self.statements.append(Statement(Triple(subject, predicate, what), Span(start, end)))
