"""Looking around in the phrases of one sentence: lists, times, names and appositions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import KIN, ROLES, TIMES, Phrase
from groundgraph.text.english.verbs import read_verb

if TYPE_CHECKING:
    from groundgraph.text.english.facts import FactWriter
    from groundgraph.text.english.verbs import Verb


_LONGEST_ASIDE = 24  # phrases between brackets
_OPENING_REACH = 16  # phrases of a participle's clause before the subject it tells of
_LEAD = frozenset("last next this that every each ago later".split())
REACH = 10  # phrases that are read ahead to tell what a comma or a past form means


@dataclass
class Outlook:
    """Answers questions about the phrases around a place in the sentence.

    Attributes:
        writer: Holds the sentence, and takes what is read off it.
    """

    writer: FactWriter
    _verbs: dict[int, Verb] = field(default_factory=dict, init=False, repr=False)

    def _is_time(self, phrase: Phrase) -> bool:
        own = self.writer.sentence.tokens[phrase.first : phrase.last]
        if own[-1].lower in TIMES:
            words = {token.lower for token in own}
            first_day = own[-1].lower == "day" and "first" in words
            if len(own) == 1 or first_day or not words.isdisjoint(_LEAD):
                return True
        return self._holds_date(phrase)

    def _is_thing(self, phrase: Phrase | None) -> bool:
        return phrase is not None and not self._is_time(phrase)

    def _holds_date(self, phrase: Phrase) -> bool:
        own = self.writer.sentence.tokens[phrase.first : phrase.last]
        return "date" in [token.kind for token in own]

    def _phrase(self, at: int) -> Phrase:
        return self.writer.sentence.phrases[at]

    def _kind(self, at: int) -> str:
        phrases = self.writer.sentence.phrases
        return phrases[at].kind if 0 <= at < len(phrases) else ""

    def _word(self, at: int) -> str:
        if not 0 <= at < len(self.writer.sentence.phrases):
            return ""
        return self.writer.sentence.tokens[self._phrase(at).first].lower

    def _verb(self, at: int) -> Verb:
        if at not in self._verbs:
            self._verbs[at] = read_verb(self.writer.sentence, self._phrase(at))
        return self._verbs[at]

    def _tag(self, at: int) -> str:
        return self.writer.sentence.tags[at]

    def _pointed_at(self, phrase: Phrase, word: str) -> Phrase:
        """Return what "who" or "which" behind a phrase is: of "the wife of Ben, who", Ben.

        "The mayor of Oslo, who" is the mayor.
        """
        head = self.writer.sentence.tokens[phrase.of - 1].lower
        if phrase.of < 0 or (word == "who" and head in ROLES - KIN):
            return phrase
        return Phrase("NP", phrase.of + 1, phrase.last)

    def _is_list(self, at: int) -> bool:
        """Say whether the commas around a noun phrase are those of a list that ends in "and"."""
        for ahead in range(at + 1, at + REACH):
            kind = self._kind(ahead)
            if kind == "CC":
                return self._kind(ahead + 1) in {"NP", "AP"}
            if kind not in {"NP", ",", "AP"}:
                return False
        return False

    def _is_there(self, verb: Phrase | None) -> bool:
        """Say whether a verb group is that of "there is"."""
        first = verb.first if verb else 0
        words = self.writer.sentence.tokens[max(0, first - 1) : first + 1]
        return any(word.lower == "there" for word in words)

    def _aside(self, at: int) -> tuple[list[Phrase], int]:
        """Return what stands in brackets, and where they close; where they begin if nowhere."""
        phrases = self.writer.sentence.phrases
        reach = min(at + _LONGEST_ASIDE, len(phrases))
        end = next((i for i in range(at, reach) if phrases[i].kind == ")"), at)
        return [p for p in phrases[at + 1 : end] if p.kind in {"NP", "VP", "AP"}], end

    def _is_reduced(self, at: int) -> bool:
        """Say whether a past form is no verb of its clause: that of "freed on bail said" is."""
        for ahead in range(at + 1, min(at + REACH, len(self.writer.sentence.phrases))):
            kind = self._kind(ahead)
            if kind == "VP" and self._verb(ahead).finite:
                return self._tag(self._phrase(ahead - 1).first) != "PRP"
            if kind not in {"NP", "IN", "VP", "AP"}:
                break
        return False

    def _coming_subject(self, at: int) -> list[Phrase]:
        """Return whom a participle that opens its sentence tells of: "Born in Rome, Ann left"."""
        for ahead in range(at + 1, at + _OPENING_REACH):
            kind = self._kind(ahead)
            if kind == "," and self._kind(ahead + 1) == "NP" and self._kind(ahead + 2) == "VP":
                verb = self._verb(ahead + 2)
                return [self._phrase(ahead + 1)] if verb.finite or verb.past_form else []
            if kind not in {"NP", "IN", "AP", "VP", ",", "CC"}:
                break
        return []

    def _better_named(self, noun: Phrase, phrase: Phrase) -> Phrase:
        """Return the name of "the captain, Ann Lee,"; else what stands first."""
        named = [self._tag(each.last - 1) == "NNP" for each in (noun, phrase)]
        return phrase if named == [False, True] else noun

    def _is_named(self, noun: Phrase, name: Phrase) -> bool:
        """Say whether a name stands behind its kind, as in "the rock band The Rascals"."""
        proper = self._tag(name.last - 1) == "NNP"
        return proper and self._tag(noun.last - 1) == "NN" and not self._is_time(noun)

    def _apposed(self, noun: Phrase, phrase: Phrase, *, bare: bool = False) -> bool:
        """Keep "Ann, a judge," as what Ann is; say whether it was one.

        With ``bare`` it may be "head of design", without an article.
        """
        if noun.kind != "NP" or self.writer.aged(noun, phrase):
            return noun.kind == "NP"
        first = self._tag(phrase.first)
        head = self._tag((phrase.of if phrase.of > 0 else phrase.last) - 1)
        named = self._tag(noun.last - 1) == "NNP"
        told = first in {"DT", "PRP$"} or (bare and phrase.of > 0)
        if told and head in {"NN", "NNS"} and named:
            self.writer.describe(noun, "is", None, phrase)
        elif head == "NNP" and not named and self._tag(noun.first) in {"DT", "PRP$", "NNP", "NN"}:
            self.writer.describe(phrase, "is", None, noun)
        else:
            return False
        return True

    def _is_named_behind(self, at: int) -> bool:
        """Say whether "the plaintiff" stands before a name, and both before a verb."""
        if [self._kind(at + ahead) for ahead in range(1, 5)] != [",", "NP", ",", "VP"]:
            return False
        return self._tag(self._phrase(at).first) in {"DT", "PRP$"} and (
            self._tag(self._phrase(at + 2).first) == "NNP"
        )
