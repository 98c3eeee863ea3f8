"""Events off one sentence: the clause reader's facts, gathered by verb, voice undone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph.text.english.clauses import ClauseReader
from groundgraph.text.english.facts import FactWriter
from groundgraph.text.english.lemmas import is_inflected, lemma, unprefixed
from groundgraph.text.english.mentions import UNNAMED, Mentions
from groundgraph.text.english.phrases import Phrase, Sentence, phrases
from groundgraph.text.english.tagged import tagged_in
from groundgraph.text.english.verbs import is_conditional
from groundgraph.text.statements.arguments import argument, form
from groundgraph.text.statements.drafts import Draft, finished
from groundgraph.text.statements.lexicon import relations
from groundgraph.text.statements.moods import lemma_of, mood_of, stage_of
from groundgraph.text.statements.retagging import BEARINGS, with_verbs
from groundgraph.text.vocabulary.irregular import PRETERITES
from groundgraph.text.vocabulary.small_words import OWNERS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.english.verbs import Verb
    from groundgraph.text.statements.model import Argument, Event
    from groundgraph.types import Span

_OF_WHAT = frozenset(
    """accuse convict inform remind rob warn acquit deprive suspect convince notify relieve cure
    assure advise rid strip absolve""".split()
)
"""Verbs of someone "of" something, which says nothing of who it is: "accused the governor of"."""
_POSSESSIVE = {"his": "he", "her": "she", "its": "it", "their": "they"}
_MOST_TOKENS = 120  # of a sentence; longer ones are no prose
_PLACING = frozenset("in on at of for from near with under over behind between against".split())
_FIRMS = frozenset("company firm corporation organization organisation group".split())


def read_events(text: str, span: Span, number: int = 0) -> list[Event]:
    """Return the events of one sentence; none of one that is too long to be prose.

    >>> from groundgraph.types import Span
    >>> text = "The port sued Brenko."
    >>> [event] = read_events(text, Span(0, len(text)))
    >>> event.lemma, [(role, found[0].head) for role, found in event.roles.items()]
    ('sue', [('subject', 'port'), ('object', 'brenko')])
    """
    words, kinds = tagged_in(text, span)
    if not words or len(words) > _MOST_TOKENS:
        return []
    tagged = with_verbs(words, kinds)
    sentence = Sentence(text, words, tagged, phrases(words, tagged))
    writer = _EventWriter(sentence, Mentions())
    reader = _EventReader(writer)
    writer.reader = reader
    reader.read()
    writer.reader = None  # else each would keep the other, until the garbage collector looks
    return [finished(sentence, draft, number) for draft in writer.drafts.values() if draft.roles]


@dataclass
class _EventWriter(FactWriter):
    """Gathers what the reader finds of each verb.

    Attributes:
        reader: Who calls.
        drafts: Events by the first token of their verb; those without one by what they name.
        known: Phrases already read.
        cleft: Whom "It was Ann who …" is about.
        cleft_key: Under which that is among ``drafts``; nothing more is said by it.
    """

    reader: _EventReader | None = None
    cleft: Argument | None = None
    cleft_key: tuple[int, int] = (-1, -1)
    drafts: dict[tuple[int, int], Draft] = field(default_factory=dict)
    known: dict[Phrase, Argument] = field(default_factory=dict)

    def read(self, phrase: Phrase) -> Argument:
        """Read a phrase once."""
        if phrase not in self.known:
            self.known[phrase] = argument(self.sentence, phrase)
        return self.known[phrase]

    def name(self, phrase: Phrase) -> str:
        """Return whether a phrase can be named, as a word of it or ""; events need no labels."""
        first = self.sentence.tokens[phrase.first].lower
        return "" if phrase.last - phrase.first == 1 and first in UNNAMED else first

    def head(self, _phrase: Phrase) -> str:
        """Leave out the label of a noun."""
        return ""

    def note(self, _subject: Phrase) -> None:
        """Remember nothing: pronouns are resolved in events."""

    def modify(self, noun: Phrase, phrase: Phrase) -> None:
        """Add what a preposition says of a noun before its verb: "the factory in Ghent"."""
        told, more = self.read(noun), self.read(phrase)
        self.known[noun] = told._replace(words=told.words | more.words)

    def write(self, subject: Phrase, predicate: str, verb: Phrase | None, target: Phrase) -> None:
        """Take one fact about two noun phrases."""
        current = self.reader.verb if self.reader else None
        if verb is None or current is None:
            return
        draft = self._turned(verb, target) or self.draft(verb)
        link = _link(predicate, current)
        if not link and current.passive and predicate in {current.head, f"did not {current.head}"}:
            self.fill(draft, "subject", subject)
            self.fill(draft, "object", target)
            return
        if not link and not self._is_apt(subject, target, current):
            return
        self.fill(draft, "object" if current.passive else "subject", subject)
        if link == "by" and current.passive and not self.read(target).timed:
            self.fill(draft, "subject", target)
        elif link:
            self.fill(draft, link, target)
        else:
            self._object(draft, target, passive=current.passive)

    def _turned(self, verb: Phrase, target: Phrase) -> Draft | None:
        """Return the event that "not to A but to B" affirms of B."""
        if not self.draft(verb).negated:
            return None
        before = self.sentence.tokens[max(0, target.first - 2) : target.first]
        if "but" not in [token.lower for token in before]:
            return None
        draft = self.draft(
            verb, "be" if self.draft(verb).lemma == "be" else "", relation=target.first
        )
        draft.negated = False
        return draft

    def _is_apt(self, subject: Phrase, target: Phrase, verb: Verb) -> bool:
        """Say whether an object stands behind its verb, and is no gap of a clause in between."""
        return target.first > subject.first or verb.past_form

    def _object(self, draft: Draft, target: Phrase, *, passive: bool) -> None:
        if target.of > 0 and draft.lemma in _OF_WHAT:
            self.fill(draft, "of", Phrase("NP", target.of + 1, target.last))
            target = Phrase("NP", target.first, target.of)
        second = passive or (draft.roles.get("object") and not self._joins(target))
        self.fill(draft, "second" if second else "object", target)

    def _joins(self, phrase: Phrase) -> bool:
        """Say whether a comma or "and" stands before a phrase."""
        return phrase.first > 0 and self.sentence.tags[phrase.first - 1] in {"CC", ","}

    def describe(
        self,
        subject: Phrase,
        _predicate: str,
        verb: Phrase | None,
        what: Phrase,
        _before: Sequence[Phrase] = (),
    ) -> None:
        """Take what "is", or an apposition, says of a subject."""
        key = (verb or what).first
        relation = self._relation(what)
        if verb is not None and not relation and self._is_name(what) and self._relation(subject):
            subject, what = what, subject  # "The founder of Isenhart is Ada Roelants"
            relation = self._relation(what)
        turned = self._turned(verb, what) if verb is not None else None
        number = what.first if relation else -1
        draft = turned or self.draft(verb, "be", at=key, relation=number)
        self.fill(draft, "subject", subject)
        if verb is not None and self.read(subject).pronoun == "it" and not self.read(what).pronoun:
            self.cleft, self.cleft_key = self.read(what), (key, number)
        if relation:
            draft.lemma, owner = f"be_{relation[0]}", relation[1]
            self.fill(draft, "of", owner)
        else:
            self.fill(draft, "is", what)

    def _relation(self, what: Phrase) -> tuple[str, Phrase] | None:
        """Split "the wife of Bob" and "Bob's wife" into the relation and whose it is."""
        tagged = self.sentence.tags
        if what.of > 0:
            head = Phrase("NP", what.first, what.of)
            return (self._noun(head), Phrase("NP", what.of + 1, what.last))
        if tagged[what.first] == "PRP$" and self._noun(what) in relations():
            return self._noun(what), self._owner(what)
        marks = [at for at in range(what.first + 1, what.last - 1) if tagged[at] == "POS"]
        if len(marks) != 1:
            return None
        return self._noun(what), Phrase("NP", what.first, marks[0])

    def _owner(self, what: Phrase) -> Phrase:
        """Return "her" of "her coach", read as "she"."""
        owner = Phrase("NP", what.first, what.first + 1)
        pronoun = OWNERS.get(self.sentence.tokens[what.first].lower, "")
        self.known[owner] = self.read(owner)._replace(words=frozenset(), pronoun=pronoun)
        return owner

    def _is_name(self, phrase: Phrase) -> bool:
        told = self.read(phrase)
        return bool(told.names) and len(told.names) == len(told.words)

    def _noun(self, phrase: Phrase) -> str:
        first = max(phrase.first, phrase.last - 2)
        words = [token.lower for token in self.sentence.tokens[first : phrase.last]]
        return form("parent" if words[0] == "parent" and words[-1] in _FIRMS else words[-1])

    def say(self, subject: Phrase, _predicate: str, _words: str, used: list[Phrase | None]) -> None:
        """Take a passive without an agent, or an adjective."""
        verb, adjective = used[0], used[1] if len(used) > 1 else None
        if verb is None:
            return
        if adjective is None:
            self.fill(self.draft(verb), "object", subject)
            return
        self.adjective(subject, verb, adjective)

    def adjective(self, subject: Phrase, verb: Phrase, adjective: Phrase) -> None:
        """Take an adjective for what its subject is; a participle for what is done to it."""
        word = self.sentence.tokens[adjective.last - 1].lower
        positive = unprefixed(word)
        draft = self.draft(verb, word)
        if draft.is_quality and draft.lemma != word:
            draft = self.draft(verb, word, relation=adjective.first)  # "is clean and dry"
        participle = positive or (
            word if is_inflected(word) and word.endswith(("ed", "en")) else ""
        )
        draft.is_quality = not participle
        if participle:
            draft.lemma = lemma(participle)
            draft.negated = draft.negated != bool(positive)
        self.fill(draft, "object" if participle else "subject", subject)
        draft.last = max(draft.last, adjective.last)

    def lived(self, subject: Phrase, inner: list[Phrase]) -> None:
        """Leave out dates in brackets."""

    def aged(self, _subject: Phrase, age: Phrase) -> bool:
        """Leave out ages; say whether it was one."""
        return age.last - age.first == 1 and self.read(age).timed

    def bare(self, subjects: Sequence[Phrase], verb: Phrase) -> None:
        """Take a verb of which nothing else was said."""
        if (verb.first, -1) not in self.drafts:
            for subject in subjects:
                self.fill(self.draft(verb), "subject", subject)

    def fill(self, draft: Draft, role: str, phrase: Phrase) -> None:
        """Put a phrase into a role."""
        found = self.read(phrase)
        if self.cleft is not None and found.pronoun == "it" and not draft.lemma.startswith("be"):
            found = self.cleft  # "It was Ann who won"
            cleft = self.drafts.pop(self.cleft_key, None)
            draft.negated = draft.negated != (cleft is not None and cleft.negated)
        if not found.words and not found.pronoun:
            return
        if not found.timed or phrase.first > draft.first:
            draft.first, draft.last = min(draft.first, phrase.first), max(draft.last, phrase.last)
        kept = draft.roles.setdefault(role, [])
        if found not in kept:
            kept.append(found)

    def draft(
        self, verb: Phrase | None, name: str = "", *, at: int = -1, relation: int = -1
    ) -> Draft:
        """Return the event of a verb, begun where there is none."""
        key = (verb.first if verb else at, relation)
        if key not in self.drafts:
            first, last = (verb.first, verb.last) if verb else (at, at + 1)
            negated, modal = mood_of(self.sentence, verb)
            lemma_ = name or (lemma_of(self.sentence, verb) if verb else "be")
            self.drafts[key] = Draft(
                lemma_, negated, modal, is_conditional(self.sentence, first), first, last,
                stage=stage_of(self.sentence, verb),
            )  # fmt: skip
        return self.drafts[key]


def _link(predicate: str, verb: Verb) -> str:
    """Return the preposition that a predicate ends in, "" where it is the verb alone."""
    if predicate in {verb.predicate, verb.head, f"did not {verb.head}"}:
        return ""
    before, last = ["", *predicate.split()][-2:]
    if last == "of" and before in BEARINGS:
        return f"{before}_of"
    return last if predicate != verb.predicate else ""


class _EventReader(ClauseReader):
    """The clause reader, less what it reads on suspicion, with verbs that stand alone."""

    writer: _EventWriter

    def _close(self) -> None:
        verb, phrase, subject = self.verb, self.verb_phrase, self.subject
        gap, adjective = self.gap, self.adjective
        if verb is not None and (verb.passive or verb.copula or self.objects):
            self.gap = []
        if gap and self.gap and phrase is not None and verb is not None:
            draft = self.writer.draft(phrase)
            for noun in gap[:1]:
                self.writer.fill(draft, "object", noun)
            self.gap = []
        super()._close()
        if verb is not None and phrase is not None and not verb.copula and not adjective:
            self.writer.bare(subject[:2], phrase)

    def _object(self, phrase: Phrase) -> None:
        super()._object(phrase)
        asks = self.writer.sentence.tokens[0].lower == "who"
        if asks and not self.subject and self.verb is not None and not self.verb.copula:
            self.writer.fill(self.writer.draft(self.verb_phrase), "object", phrase)

    def _reach(self) -> str:
        """Return the verb alone: of what an event's preposition follows, nothing is kept."""
        assert self.verb is not None
        return self.verb.predicate

    def _complete(self, link: str, phrase: Phrase) -> None:
        verb, told = self.verb_phrase, self.adjective
        if verb is not None and told is not None:
            for subject in self.subject[:1]:
                self.writer.adjective(subject, verb, told)
        super()._complete(link, phrase)

    def _prepositional(self, phrase: Phrase) -> None:
        if self.verb is None and self.held and self.preposition in _PLACING:
            self.writer.modify(self.held[-1], phrase)
        super()._prepositional(phrase)

    def _is_finite(self, at: int, verb: Verb, before: str) -> bool:
        if self.held and (verb.head in PRETERITES or self._is_by_amount(at + 1)):
            return True
        return super()._is_finite(at, verb, before)

    def _is_by_amount(self, at: int) -> bool:
        """Say whether "by 3%" stands at a place."""
        if self._word(at) != "by" or self._kind(at + 1) != "NP":
            return False
        return self.writer.read(self._phrase(at + 1)).timed

    def _relative(self, at: int) -> None:
        if self._kind(at) == "THAT" and self._kind(at + 1) == "IN":  # "that of cuckoos"
            self._boundary(at)
            self.main = []
            return
        super()._relative(at)
