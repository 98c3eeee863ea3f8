"""What a noun phrase stands for: pronouns and short names, over the sentences of one text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text.english.phrases import ROLES, TIMES, Phrase, label
from groundgraph.text.english.tagging import lexicon

if TYPE_CHECKING:
    from groundgraph.text.english.phrases import Sentence

_PERSON = frozenset("he him himself she her herself".split())
_THING = frozenset("it itself this".split())
_GROUP = frozenset("they them themselves these those".split())
_LONGEST_NAME = 5
_NO_PERSONS = frozenset({"band", "star", "model"})


@dataclass
class Mentions:
    """The names and subjects of a text so far.

    Attributes:
        full: Name by its last or first word; ``None`` where two names share it.
        person: The last subject that "he" or "she" may stand for, "" for none.
        thing: The last subject that "it" may stand for.
        group: The last subject that "they" may stand for.
    """

    full: dict[str, str | None] = field(default_factory=dict)
    person: str = ""
    thing: str = ""
    group: str = ""

    def name(self, sentence: Sentence, phrase: Phrase) -> str:
        """Return the canonical label of a noun phrase, "" for a pronoun without antecedent."""
        first = sentence.tokens[phrase.first].lower
        if phrase.last - phrase.first == 1:
            pronoun = self._antecedent(first)
            if pronoun is not None:
                return pronoun
        if phrase.name > 0:
            phrase = Phrase(phrase.kind, phrase.name, phrase.last)
        words = label(sentence, phrase.first, phrase.last)
        if phrase.of < 0 and phrase.last - phrase.first == 1:
            return self._whole(words)
        if phrase.of > 0 or not words or not self._is_name(sentence, phrase):
            return words
        return self._fullest(words)

    def note_subject(self, sentence: Sentence, phrase: Phrase, name: str) -> None:
        """Remember a subject for the pronouns that follow."""
        head = sentence.tags[phrase.last - 1]
        if (
            not name
            or head == "PRP"
            or head == "CD"
            or sentence.tokens[phrase.first].lower in TIMES
        ):
            return
        if head == "NNS":
            self.group = name
            return
        self.thing = name
        if self._is_name(sentence, phrase) or not self.person or name.rpartition(" ")[2] in ROLES:
            self.person = name
        self.group = self.group or name

    def note_person(self, role: str, name: str) -> None:
        """Remember who was named with a role ("teenager Patoulidis"), subject or not."""
        if role.rpartition(" ")[2].lower() not in _NO_PERSONS:
            self.person = name

    def _antecedent(self, word: str) -> str | None:
        """Return what a pronoun stands for, "" when unknown, ``None`` for another word."""
        if word in _PERSON:
            return self.person
        if word in _THING:
            return self.thing
        if word in _GROUP:
            return self.group or self.thing
        return "" if word in UNNAMED else None

    def _is_name(self, sentence: Sentence, phrase: Phrase) -> bool:
        """Say whether a phrase is a proper name; lower-cased names are words nobody knows."""
        if sentence.tags[phrase.first] in {"DT", "PRP$", "CD"}:
            return False
        if phrase.last - phrase.first > _LONGEST_NAME:
            return False
        inside = range(phrase.first, phrase.last)
        words = [sentence.tokens[at].text for at in inside if sentence.tags[at] != "''"]
        unknown = [word for word in words if word.lower() not in lexicon()]
        return all(word[0].isupper() for word in words) or bool(
            unknown
            and all(word[0].isalpha() for word in words)
            and (words[0] in unknown or words[-1] in unknown)
        )

    def _whole(self, words: str, last: str = "") -> str:
        """Return the name that a single word stands for, the last subject's where two share it."""
        word = (last or words).lower()
        known = self.full.get(word, words)
        if known is None and word in self.person.lower().split():
            return self.person
        return known or words

    def _fullest(self, words: str) -> str:
        """Give a last name, or a first one, the full name that the text used before."""
        parts = words.split()
        if len(parts) == 1 or parts[0].rstrip(".") in _TITLES:
            return self._whole(words, parts[-1])
        for part in dict.fromkeys(part.lower() for part in reversed(parts)):
            known = self.full.setdefault(part, words)
            if known is not None and known.lower() != words.lower():
                longer = max(known, words, key=len)
                shorter = min(known, words, key=len)
                self.full[part] = longer if shorter.lower() in longer.lower() else None
        return words


UNNAMED = frozenset(
    """i you we me us who whom which that one each another both all some any many most himself
    someone everyone anyone nobody everybody somebody nothing everything something anything such
    yourself myself other others no neither either""".split()
)
"""Words that alone name nothing."""
_TITLES = frozenset(
    """Mr Mrs Ms Dr Prof Sir Lord Lady Sergeant Sgt Captain Capt Colonel General Gen President
    Senator Judge Officer Minister Professor Detective mr mrs ms dr""".split()
)
