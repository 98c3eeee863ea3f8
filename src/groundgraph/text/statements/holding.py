"""Claims held against their evidence: every pattern between their statements, and leanings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.bounds import same_limits
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.statements.aligning import OF_MATCHES, aligned, giving
from groundgraph.text.statements.arguments import joined
from groundgraph.text.statements.binding import polarity_differs, together, turned
from groundgraph.text.statements.entries import misplaced
from groundgraph.text.statements.findings import AGAINST, Found
from groundgraph.text.statements.guards import is_participle, is_past, unguarded
from groundgraph.text.statements.lexicon import reach, synonyms
from groundgraph.text.statements.matching import OTHER_KIND, SAME, best
from groundgraph.text.statements.nouns import of_stem
from groundgraph.text.statements.other_passages import told_of_another
from groundgraph.text.statements.parallels import crossed, joins_clauses
from groundgraph.text.statements.patterns import compare, holds_several, seen
from groundgraph.text.statements.portions import leave_room
from groundgraph.text.statements.settling import PAIRED, settled
from groundgraph.text.words import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.aligning import Aligned
    from groundgraph.text.statements.evidence import Evidence, Sentence, Texts
    from groundgraph.text.statements.model import Argument, Event
    from groundgraph.text.statements.patterns import Seen

_SURE = 0.7
_FEWEST = 2
_READ = 0.4
"""Share of a claim's words that a sentence must hold for the claim to be read."""
_UNSURE, _ENDED = 0.5, 0.95
_MIDDLE = 0.6
"""What `together` is where no sentence has enough of a claim."""
_SAYS = frozenset({"same", "broader"})
_HEDGING = frozenset(
    """if unless whether lest supposedly probably maybe perhaps possibly allegedly reportedly
    apparently or case supposing believe think claim hope suspect doubt allege expect""".split()
)
_CLOSED = _HEDGING | frozenset(
    """more less than over under most least all every each always no not never none only almost
    nearly up at before after until since""".split()
)
"""Words that a sentence which says a claim must share with it."""
_RESTRICTING = frozenset({"only", "except", "unless", "until", "solely", "merely", "alone", "else"})
_MATCHED = frozenset({"roles_exchanged", "opposite"})
_OUTCOMES = frozenset(
    "win winner victory victorious triumph lose loser loss defeat beat draw drew champion".split()
)
"""Words by which another sentence may tell how another match ended."""
_CONTEXT = 0.45
"""Share of a claim's words that the sentence which denies it must hold."""


class Held(NamedTuple):
    """What was found of one claim.

    Attributes:
        found: The patterns, in the order of the claim.
        is_supported: Whether the evidence says all of it in one place.
        together: See `binding.together`.
        turned: Share of words that have an opposite whose opposite is said.
        negation: See `binding.polarity_differs`.
    """

    found: list[Found]
    is_supported: bool = False
    together: float = _MIDDLE
    turned: float = 0.0
    negation: float = 0.0


class Holding:
    """The claims of an answer beside its evidence."""

    def __init__(self, evidence: Evidence, answer: Texts) -> None:
        self._evidence = evidence
        self._answer = answer
        asked = [sentence for sentence in answer.sentences if not sentence.passage]
        self._question = frozenset(word for sentence in asked for word in sentence.lemmas)
        self._asked = asked[0].text if asked else ""

    def of_claim(self, number: int) -> Held:
        """Return what is found of one text of the answer, from 0."""
        parts = [self._of_sentence(s) for s in self._answer.sentences if s.passage == number]
        held = [part for part in parts if part is not None]
        if not held:
            return Held([])
        return Held(
            [found for part in held for found in part.found],
            len(held) == len(parts) and all(part.is_supported for part in held),
            min(part.together for part in held),
            *(max(getattr(part, name) for part in held) for name in _LEANINGS),
        )

    def patterns(self, claim: Sentence) -> list[Found]:
        """Return every pattern of one sentence, those too that other sentences make up for."""
        near = self._evidence.nearest(claim.stems)
        if len(claim.stems) < _FEWEST or not near or near[0][1] < _READ:
            return []
        events = enumerate(self._read(claim))
        return [f for at, event in events for f in self._of_event(claim, event, near, at)]

    def _read(self, claim: Sentence) -> list[Event]:
        """Return the events of a sentence of the answer."""
        return list(map(giving, self._answer.events(claim.number)))

    def _of_sentence(self, claim: Sentence) -> Held | None:
        near = self._evidence.nearest(claim.stems)
        if len(claim.stems) < _FEWEST or not near:
            return None
        events = self._read(claim) if near[0][1] >= _READ else []
        told = self._evidence.told_by(near, claim.stems) if events else near
        found = [
            f for at, event in enumerate(events) for f in self._of_event(claim, event, told, at)
        ]
        found = settled(found)
        parallel = self._of_parallels(claim, near, _topics_meant(events))
        told_whole = self._told_whole(claim, found, len(events))
        found += [f for f in parallel if f.sentence in told_whole or not told_whole]
        found = unguarded(found, claim, self._evidence, self._question)
        written = [self._evidence.sentences[number].written for number, _ in near]
        return Held(
            found,
            self._is_supported(claim, found, events),
            together(claim.stems, written, self._evidence.weight),
            turned(claim.written, written, self._evidence.weight),
            polarity_differs(claim.written, written[0]),
        )

    def _told_whole(self, claim: Sentence, found: Sequence[Found], count: int) -> set[int]:
        """Return the sentences that say some of a claim's events and have all of its words."""
        said = [f for f in found if f.pattern in _SAYS and f.fit >= _SURE]
        numbers = {
            f.sentence for f in said if claim.stems <= self._evidence.sentences[f.sentence].stems
        }
        return numbers if len({f.about for f in said}) == count else set()

    def _is_supported(
        self, claim: Sentence, found: Sequence[Found], events: Sequence[Event]
    ) -> bool:
        """Say whether one sentence says all of a claim, and is not more careful than it."""
        if not events or any(f.pattern in AGAINST for f in found):
            return False
        kept = [f for f in found if f.pattern in {"same", "broader"} and f.fit >= _SURE]
        forms = {form for event in events for form in event.lemma.split("_")}
        verbs = forms | {of_stem(stem(form)) for form in forms}
        return any(
            {f.about for f in kept if f.sentence == number} == set(range(len(events)))
            and self._says_all(claim, number, verbs)
            for number in {f.sentence for f in kept}
        )

    def _says_all(self, claim: Sentence, number: int, verbs: set[str]) -> bool:
        told = self._evidence.sentences[number]
        if not same_limits(claim.written, told.written) or "than" in claim.lemmas ^ told.lemmas:
            return False  # how the two amounts lie is not told by their words
        if joins_clauses(claim, told):
            return False
        every = (
            a for e in self._evidence.events(number) for found in e.roles.values() for a in found
        )
        meant = joined(a.also[0] for a in every if len(a.also) == 1)
        left = claim.stems - told.stems - verbs - meant
        if any(lemma(word) not in verbs for word in left):
            return False
        closed = _CLOSED & (claim.lemmas ^ told.lemmas)
        return closed.isdisjoint(_HEDGING | claim.lemmas)

    def _of_event(
        self, claim: Sentence, event: Event, near: Sequence[tuple[int, float]], at: int
    ) -> Iterator[Found]:
        said, wanted = event.span.of(claim.text), reach(event.lemma)
        for number, share in near:
            sentence = self._evidence.sentences[number]
            if wanted.isdisjoint(sentence.lemmas):
                continue
            around = sentence.stems | self._context(number)
            passage = self._evidence.stems_of(sentence.passage)
            restricted = not _RESTRICTING.isdisjoint(claim.lemmas | sentence.lemmas)
            for other in map(giving, self._evidence.events(number)):
                for way in aligned(event, other):
                    pattern = seen(compare(event, way, around, passage, restricted=restricted))
                    if pattern is not None:
                        pattern = self._weighed(claim, event, way, pattern, share)
                    if pattern is None:
                        continue
                    span = _opened(other.span, sentence)
                    told, place = span.of(sentence.text), (sentence.passage, span)
                    yield Found(pattern.pattern, pattern.fit, said, told, *place, at, number)

    def _weighed(
        self, claim: Sentence, event: Event, way: Aligned, pattern: Seen, share: float
    ) -> Seen | None:
        """Return a pattern with how sure it is beside what else the evidence says."""
        if pattern.pattern in PAIRED:
            return self._contrasted(claim, event, way, pattern, share)
        other = way.event
        if pattern.pattern in AGAINST and share < _CONTEXT:
            return None
        told = self._evidence.sentences[other.sentence]
        if pattern.pattern == "opposite" and (
            leave_room(claim, event, told, other) or self._is_said(event, other.sentence)
        ):
            return None
        if pattern.pattern in _MATCHED and self._tells_of_another_match(event, other):
            return None
        if pattern.pattern in _SAYS and is_past(claim, event, told, other):
            return pattern._replace(pattern="ended", fit=_ENDED * pattern.fit)
        return pattern

    def _tells_of_another_match(self, event: Event, other: Event) -> bool:
        """Say whether "they won" may be of another match than "United beat them"."""
        if event.lemma not in OF_MATCHES or event.core.keys() != {"subject"}:
            return False
        beside = self._evidence.holding(joined(event.core["subject"]))
        lemmas = (self._evidence.sentences[n].lemmas for n in beside if n != other.sentence)
        return any(not _OUTCOMES.isdisjoint(each) for each in lemmas)

    def _contrasted(
        self, claim: Sentence, event: Event, way: Aligned, pattern: Seen, share: float
    ) -> Seen | None:
        """Return how sure it is that something else stands in the place of what a claim says."""
        other = way.event
        told = self._evidence.sentences[other.sentence]
        if self._share_beside(claim, event, way, share) < _CONTEXT:
            return None
        if holds_several(event, other, told.lemmas) or is_past(claim, event, told, other):
            return None
        if is_participle(other, told.text) or _names_doer(claim, other):
            return pattern._replace(fit=min(pattern.fit, _UNSURE))
        return pattern

    def _share_beside(self, claim: Sentence, event: Event, way: Aligned, share: float) -> float:
        """Return the share of a claim's words that a sentence holds, but for what differs."""
        if share >= _CONTEXT:
            return share
        differ = joined(
            a for role, found in event.core.items()
            if best(found, way.roles.get(role, ())) < SAME for a in found
        )  # fmt: skip
        return self._evidence.share(claim.stems - differ, way.event.sentence)

    def _of_parallels(
        self, claim: Sentence, near: Sequence[tuple[int, float]], meant: frozenset[str]
    ) -> Iterator[Found]:
        told = crossed(claim, self._evidence, [number for number, _ in near], meant)
        if told is not None:
            sentence = self._evidence.sentences[told.number]
            start, end = (sentence.span.start + at for at in told.clause.span)
            span = Span(start, end)
            words = span.of(sentence.text), sentence.passage, span
            yield Found("belongs_to_other", told.fit, claim.written, *words, -1, told.number)
            return
        other = misplaced(claim, self._evidence, [number for number, _ in near])
        if other is not None:
            sentence = self._evidence.sentences[other.number]
            words = other.span.of(sentence.text), sentence.passage, other.span
            yield Found("belongs_to_other", other.fit, claim.written, *words, -1, other.number)
            return
        away = told_of_another(claim.written, self._asked, self._evidence.texts)
        if away is not None:
            place = away.span.of(self._evidence.texts[away.passage]), away.passage, away.span
            yield Found("belongs_to_other", away.fit, claim.written, *place, -1, near[0][0])

    def _is_said(self, event: Event, number: int) -> bool:
        """Say whether sentences around one say of something much alike what a claim does."""
        every = self._evidence.sentences
        beside = range(max(0, number - 1), min(number + 2, len(every)))
        around = [n for n in beside if every[n].passage == every[number].passage]
        alike = synonyms(event.lemma)
        return any(
            other.lemma in alike
            and other.negated == event.negated
            and all(
                _may_agree(found, other.roles[r])
                for r, found in event.core.items()
                if r in other.roles
            )
            for n in around
            if not reach(event.lemma).isdisjoint(self._evidence.sentences[n].lemmas)
            for other in self._evidence.events(n)
        )

    def _context(self, number: int) -> frozenset[str]:
        """Return the words of the sentence before, which pronouns may stand for."""
        sentence = self._evidence.sentences[number]
        before = self._evidence.sentences[number - 1] if number else sentence
        return before.stems if before.passage == sentence.passage else frozenset()


_LEANINGS = ("turned", "negation")


def _names_doer(claim: Sentence, other: Event) -> bool:
    """Say whether a claim names whom the evidence has in the first place, somewhere else."""
    doers = [b for a in other.roles.get("subject", ()) for b in (a, *a.also)]
    return any(a.names and a.words <= claim.stems for a in doers)


def _opened(span: Span, sentence: Sentence) -> Span:
    """Return where a clause is told, its subject with the noun before "of": "The mother of Tom"."""
    start = sentence.span.start
    within = sentence.text[start : span.start].endswith(" of ")
    return Span(start, span.end) if within else span


def _may_agree(mine: Sequence[Argument], theirs: Sequence[Argument]) -> bool:
    return best(mine, theirs) not in {0.0, OTHER_KIND} or not theirs


def _topics_meant(events: Sequence[Event]) -> frozenset[str]:
    """Return the words of what the pronouns stand for that clauses of a claim begin with."""
    topics = [event.topic for event in events]
    return joined(a.also[0] for a in topics if a is not None and a.pronoun and len(a.also) == 1)
