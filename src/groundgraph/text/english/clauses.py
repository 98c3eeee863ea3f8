"""Clauses of one sentence, in a single pass over its phrases from left to right.

The reader keeps the subject that the next verb will take, the verb in force, and the place (its
object, or the object of a preposition) that the last noun phrase filled, so that "and B" can fill
it again. What it cannot place it leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english import verb_kinds as kinds
from groundgraph.text.english.outlook import REACH, Outlook
from groundgraph.text.english.tagging import SAID, STATIVE

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundgraph.text.english.phrases import Phrase
    from groundgraph.text.english.verbs import Verb

_LONGEST_ROLE = 3  # words of "is editor in chief of"
_MOST_NAMES = 8  # "A, B and C met D, E and F" makes at most so many facts a side
_STATES = STATIVE & frozenset("based located situated called known named titled".split())


class _Place(NamedTuple):
    """Where the last noun phrase went, for those that "and" joins to it."""

    write: Callable[[Phrase], None]


@dataclass
class ClauseReader(Outlook):
    """Reads the sentence of a writer into its statements."""

    held: list[Phrase] = field(default_factory=list)
    subject: list[Phrase] = field(default_factory=list)
    main: list[Phrase] = field(default_factory=list)
    main_waits: bool = False
    verb: Verb | None = None
    verb_phrase: Phrase | None = None
    passive_without: bool = False
    objects: list[Phrase] = field(default_factory=list)
    place: _Place | None = None
    object_place: _Place | None = None
    preposition: str = ""
    antecedent: list[Phrase] = field(default_factory=list)
    gap: list[Phrase] = field(default_factory=list)
    waiting: list[tuple[str, Phrase]] = field(default_factory=list)
    adjective: Phrase | None = None
    complement: str = ""
    last: Phrase | None = None

    def read(self) -> None:
        """Go through the phrases."""
        handlers: dict[str, Callable[[int], int | None]] = {
            "NP": self._noun,
            "VP": self._verb_group,
            "AP": self._adjectives,
            "IN": self._link,
            ",": self._pass,
            "CC": self._pass,
            "(": self._parenthesis,
            "WP": self._relative,
            "WDT": self._relative,
            "THAT": self._relative,
        }
        at, phrases = 0, self.writer.sentence.phrases
        while at < len(phrases):
            at = handlers.get(phrases[at].kind, self._boundary)(at) or at + 1
        self._close()

    # Noun phrases

    def _noun(self, at: int) -> None:
        phrase, before = self._phrase(at), self._kind(at - 1)
        if self.preposition:
            self._prepositional(phrase)
        elif self.antecedent:
            self.gap, self.antecedent = self.antecedent, []
            self._hold(phrase)
        elif self._starts_clause(at):
            self._start(phrase, before)
        elif before in {",", "CC"}:
            self._joined(at, phrase, before)
        elif self.verb is None:
            self._hold(phrase)
        elif before == "NP" and self.last is not None and self._is_named(self.last, phrase):
            self.writer.describe(phrase, "is", None, self.last)
            if self.place is not None:
                self.place.write(phrase)
        elif not self.objects or self.verb.head in kinds.NAMING or self._is_time(phrase):
            self._object(phrase)
        else:
            self.place = None
        self.last = phrase

    def _start(self, phrase: Phrase, before: str) -> None:
        """Take a noun phrase for the subject of the verb that follows it."""
        if self.verb is None and self.held and before in {",", "CC"}:
            if before == "CC" or len(self.held) > 1:
                self._hold(phrase)
            elif not self._apposed(self.held[-1], phrase, bare=True):
                self.held = [phrase]
            return
        waiting = self.waiting
        self._close()
        self.waiting = waiting if self.verb is None else []
        self.verb = None
        self.held = [phrase]

    def _joined(self, at: int, phrase: Phrase, before: str) -> None:
        """Read a noun phrase behind a comma or "and": one more of a list, or an apposition."""
        listed = before == "CC" or self._is_list(at)
        timed = self.last is not None and self._is_time(self.last)
        if self._is_time(phrase) and self.verb is not None:
            self._object(phrase)
        elif self.object_place and before == "CC" and self._word(at) in {"a", "an"}:
            self.place = self.object_place
            self.place.write(phrase)
        elif self.place is not None and listed and timed:
            self._start(phrase, "")  # "on 12 April, and the guide who was booked"
        elif self.place is not None and listed:
            self.place.write(phrase)
        elif self.verb is None and self.held:
            if listed:
                self._hold(phrase) if self.last in self.held else None
            elif self._apposed(self.held[-1], phrase, bare=True):
                self.held[-1] = self._better_named(self.held[-1], phrase)
        elif self.verb is None and before == "," and self._is_named_behind(at):
            self._hold(phrase)  # "In that case, the plaintiff, Ann Lee, may appeal"
        elif self.last is not None and before == "," and not listed:
            self._apposed(self.last, phrase)

    def _hold(self, phrase: Phrase) -> None:
        if not self._is_time(phrase):
            self.held = [*self.held, phrase][-_MOST_NAMES:]

    def _object(self, phrase: Phrase) -> None:
        assert self.verb is not None
        copula = self.verb.copula
        if copula and self._is_there(self.verb_phrase):
            self.subject, self.objects = [phrase], [phrase]
            return
        predicate, verb_phrase = self.verb.predicate, self.verb_phrase

        def write(target: Phrase) -> None:
            self.objects = [*self.objects[-_MOST_NAMES:], target]
            for subject in self.subject[:_MOST_NAMES]:
                if copula:
                    self.writer.describe(subject, predicate, verb_phrase, target, self.objects[:-1])
                else:
                    self.writer.write(subject, predicate, verb_phrase, target)

        if self._is_time(phrase) and copula:
            return
        if self._is_time(phrase) and self._tag(phrase.last - 1) != "NN":
            predicate += " on" if self._holds_date(phrase) else ""
        self.place = self.object_place = _Place(write)
        write(phrase)

    def _prepositional(self, phrase: Phrase) -> None:
        link, self.preposition = self.preposition, ""
        if link in kinds.LIST_LINKS and self.place is not None and self.last is not None:
            if not self._is_time(self.last):
                self.place.write(phrase)
        elif self.verb is None:
            if not self.held:
                self.waiting = [*self.waiting, (link, phrase)][-_MOST_NAMES:]
            self.place = None
        elif self.objects and self.objects == self.subject and link not in kinds.PLACING:
            self.place = None  # "there is no cure for it" places nothing
        elif link != "of" or self.adjective is not None or not self.objects:
            self._complete(link, phrase)

    def _complete(self, link: str, phrase: Phrase) -> None:
        """Keep what a preposition says of the verb's subject."""
        assert self.verb is not None
        turned = link == "by" and self.verb.passive and not self._is_time(phrase)
        predicate = self.verb.turned if turned else f"{self._reach()} {link}"
        verb_phrase = self.verb_phrase

        def write(target: Phrase) -> None:
            for subject in self.subject[:_MOST_NAMES]:
                if turned:
                    self.writer.write(target, predicate, verb_phrase, subject)
                else:
                    self.writer.write(subject, predicate, verb_phrase, target)

        if self.verb.copula and not self.objects:
            self.complement = f"{predicate} {self.writer.head(phrase)}"
        self.adjective, self.passive_without = None, False
        self.place = _Place(write)
        write(phrase)

    def _reach(self) -> str:
        """Return the words that a preposition follows: "was born", "is popular", "is member"."""
        assert self.verb is not None
        if self.adjective is not None:
            return f"{self.verb.predicate} {self.writer.name(self.adjective)}"
        nouns = [noun for noun in self.objects if not self._is_time(noun)]
        if nouns and nouns != self.subject and (self.verb.copula or self.verb.head in kinds.LIGHT):
            head = self.writer.head(nouns[-1])
            if len(head.split()) <= _LONGEST_ROLE:
                return f"{self.verb.predicate} {head}"
        return self.complement or self.verb.predicate

    # Verbs

    def _verb_group(self, at: int) -> None:
        phrase = self._phrase(at)
        verb, before = self._verb(at), self._kind(at - 1)
        self.preposition = ""
        if self.antecedent:
            self._begin(verb, phrase, self.antecedent)
            self.antecedent = []
        elif verb.past_form and not self._is_finite(at, verb, before):
            self._participle(at, verb, phrase)
        elif verb.finite or verb.past_form:
            self._finite(verb, phrase)
        elif verb.infinitive:
            self._infinitive(verb, phrase)
        else:
            self._participle(at, verb, phrase)

    def _finite(self, verb: Verb, phrase: Phrase) -> None:
        if self.held and not self.main_waits:
            self.main = self.held
        self.main_waits = False
        subject, self.held = self.main, []
        self._begin(verb, phrase, subject)
        for noun in subject[:1]:
            self.writer.note(noun)

    def _infinitive(self, verb: Verb, phrase: Phrase) -> None:
        if self.held:
            self.main, self.main_waits, subject = self.held, True, []
            self.held = []
        elif self.objects and self.verb is not None and self.verb.head in kinds.CONTROL:
            subject = self.objects
        else:
            subject = self.subject
        self._begin(verb, phrase, subject)

    def _participle(self, at: int, verb: Verb, phrase: Phrase) -> None:
        """Begin "based in Rome", "winning gold", "after winning gold"."""
        before = self._kind(at - 1)
        if verb.head in kinds.SOURCING:
            subject: list[Phrase] = []
        elif self._opens(verb):
            subject = self._coming_subject(at)
        elif self.held:
            self.main, self.main_waits = self.held, True
            subject, self.held = self.held, []
        elif before == "NP" and self.verb is not None and self._is_thing(self.last):
            subject = [self.last] if self.last else []
        elif before == "," and verb.past_form and self.verb is not None and self.verb.passive:
            subject = self.subject
        else:
            subject = self.main
        self._begin(verb, phrase, subject)
        if verb.past_form:
            plural = bool(subject) and self._tag(subject[-1].last - 1) == "NNS"
            singular = "is" if verb.head in _STATES else "was"
            state = {"is": "are", "was": "were"}[singular] if plural else singular
            self.verb = verb._replace(predicate=f"{state} {verb.head}", passive=True)

    def _begin(self, verb: Verb, phrase: Phrase, subject: list[Phrase]) -> None:
        gap, self.gap = self.gap, []
        self._close()
        self.gap = gap
        self.verb, self.verb_phrase, self.subject = verb, phrase, subject
        self.passive_without = verb.passive
        waiting, self.waiting = self.waiting, []
        for link, noun in waiting:
            for one in subject[:_MOST_NAMES]:
                self.writer.write(one, f"{verb.predicate} {link}", phrase, noun)

    def _close(self) -> None:
        """Keep what a clause said without an object: an adjective, or a bare passive."""
        if self.verb is not None and not self.objects and not self.complement:
            predicate = self.verb.predicate
            if self.adjective is not None:
                self._say_adjective()
            elif self.passive_without and not self.verb.copula:
                predicate, _, words = predicate.rpartition(" ")
                self._say(predicate, words, None)
            for subject in self.subject[:_MOST_NAMES]:
                for noun in self.gap:
                    self.writer.write(subject, predicate, self.verb_phrase, noun)
        self.objects, self.adjective, self.preposition, self.gap = [], None, "", []
        self.place = self.object_place = None
        self.passive_without, self.complement = False, ""

    def _opens(self, verb: Verb) -> bool:
        """Say whether a participle opens its sentence, and tells of what comes behind it."""
        return not (self.held or self.main or self.verb) and verb.head not in kinds.DANGLING

    def _say_adjective(self) -> None:
        if self.verb is not None and self.adjective is not None:
            self._say(self.verb.predicate, self.writer.name(self.adjective), self.adjective)

    def _say(self, predicate: str, words: str, adjective: Phrase | None) -> None:
        for subject in self.subject[:_MOST_NAMES] if words else ():
            self.writer.say(subject, predicate, words, [self.verb_phrase, adjective])

    def _is_finite(self, at: int, verb: Verb, before: str) -> bool:
        """Tell "doctors released him" from "doctors released on bail said"."""
        after = self._kind(at + 1)
        if self._word(at + 1) == "by" and self._kind(at + 2) == "NP":
            return False
        if self._opens(verb) and self._coming_subject(at):
            return False
        if self._tag(self._phrase(at).last - 1) == "VBD":
            return True
        if not self.held:
            joined = before == "CC" and self.verb is not None
            passive = self.verb is not None and self.verb.passive
            return joined and (not passive or after == "NP" or verb.head in kinds.ACTIVE)
        if after == "NP":
            return True
        if self._word(at + 1) == "by" or verb.head in STATIVE:
            return False
        return not self._is_reduced(at)

    # Words between

    def _adjectives(self, at: int) -> None:
        if self.verb is None or self.objects:
            return
        if self.adjective is not None and self._word(at - 1) == "and":
            self._say_adjective()
            self.adjective = self._phrase(at)
        elif self.adjective is None and (self.verb.copula or self.verb.head in kinds.SEEMS):
            self.adjective = self._phrase(at)

    def _link(self, at: int) -> None:
        word = self._word(at)
        if word in kinds.CLAUSE_LINKS and self._kind(at + 1) == "NP" and self._kind(at + 2) == "VP":
            after = self._verb(at + 2)
            if after.finite and not (self.main_waits or (self.verb is None and self.held)):
                self._boundary(at)
                return
        joined = self._kind(at - 1) == "IN" and self.preposition
        self.preposition = f"{self.preposition} {word}" if joined else word

    def _pass(self, _at: int) -> None:
        self.preposition = ""

    def _parenthesis(self, at: int) -> int:
        """Read what stands in brackets by itself; return where to go on."""
        inner, end = self._aside(at)
        if self.last is not None and inner:
            self.writer.lived(self.last, inner)
        return end + 1

    def _relative(self, at: int) -> None:
        comma = self._kind(at - 1) == ","
        before = self._kind(at - 2 if comma else at - 1)
        if before != "NP" or self.last is None or (self._kind(at) == "THAT" and comma):
            self._boundary(at)
            return
        if self.held:
            self.main, self.main_waits = self.held, True
            antecedent, self.held = self.held, []
        else:
            last = self.objects[-1] if self.objects and self._is_time(self.last) else self.last
            antecedent = [self._pointed_at(last, self._word(at))]
            said = self.verb is not None and self.verb.copula and self.objects[-1:] == [last]
            if said and antecedent == [last]:
                antecedent = self.subject  # "is a judge who served": who is the subject
        self._close()
        self.verb, self.antecedent = None, antecedent

    def _boundary(self, _at: int) -> None:
        self._close()
        self.held, self.verb, self.antecedent, self.main_waits = [], None, [], False

    # Looking around

    def _starts_clause(self, at: int) -> bool:
        """Say whether a noun phrase is the subject of a finite verb that follows it."""
        if self.main_waits and self._kind(at - 1) != "CC":
            return False
        if self._is_time(self._phrase(at)):
            return False
        ahead = at + 1
        while self._kind(ahead) == "IN" and self._kind(ahead + 1) == "NP":
            ahead += 2
            if ahead - at > REACH or (self.verb is not None and self.verb.head not in SAID):
                return False
        if self._kind(ahead) != "VP":
            return False
        verb = self._verb(ahead)
        if verb.finite and not verb.past_form:
            return True
        expected = self.verb is None or self.verb.head in SAID or self._kind(at - 1) in {",", "CC"}
        return verb.past_form and (expected or self._tag(self._phrase(ahead).first) == "VBD")
