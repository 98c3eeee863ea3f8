"""Who said it: what a claim has one speaker say and the evidence another.

"The manager said that they would reopen" against "“We'll reopen,” said the chef; the manager
called the fire a disaster". Both must speak in the evidence, each of something else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.names import names
from groundgraph.text.statements.arguments import form
from groundgraph.text.statements.coreference import (
    COMPANIES,
    gender,
    gender_in,
    gender_of,
    of_name,
)
from groundgraph.text.statements.nouns import noun, of_stem
from groundgraph.text.vocabulary.small_words import OWNERS
from groundgraph.text.words import content_forms
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.statements.evidence import Evidence, Sentence, Texts
    from groundgraph.text.statements.model import Argument, Event

_SAYING = frozenset(
    """say tell write note call describe find think believe claim argue insist state report add
    explain remark reply answer complain warn consider praise welcome dismiss blame attribute
    criticise criticize expect predict fear doubt recall stress maintain declare announce suggest
    observe object testify recount counter respond admit promise comment conclude mention rave
    lament speak""".split()
)
_ALIKE = frozenset(
    """agree echo concur share second endorse repeat confirm join quote cite both also too likewise
    similarly everyone all""".split()
)
"""Words by which somebody may say what another does."""
_OPINION = r"(?:view|opinion|eyes|words|account|judgement|judgment|mind)"
_PHRASES = re.compile(
    rf"\b(?:[Aa]ccording to|[Ii]n the {_OPINION} of) ([^,.;:\"“]{{2,60}})"
    rf"|\b[Ii]n ([^,.;:\"“]{{2,60}}?)['’]s? {_OPINION}\b"
    rf"|\b[Ii]n (his|her|their|its) {_OPINION}\b"
)
_QUOTES = re.compile('["“”«»]')
_OPENED = re.compile(r":\s{0,3}[\"“«]")
_EMPTY = frozenset(map(noun, "view opinion eye word account judgement judgment mind".split()))
_PRONOUNS = frozenset({"he", "she", "they", "it"})
_GROUPS = frozenset(
    map(
        noun,
        """company firm bank fund government ministry police department council agency club union
        university party team court office group board commission association committee study
        report paper survey article family""".split(),
    )
)
_CAPITAL = re.compile(r"\b[^\W\d_a-z]\w*")
_MARKS = ".,;:!?()\"“”’'"
_TURN = re.compile(
    r"(?:[-*•]\s)?(?:\[[^\]\n]{1,30}\]\s?|\d\d?:\d\d\s)?"
    r"(?P<who>[A-Z][\w'’-]{1,30}(?: [A-Z][\w'’-]{1,30}){0,2}):\s"
)
"""How a line of a conversation begins: "[10:02] Ana: "."""
_FEWEST = 2
_VERB = 3
"""Words behind a speaker among which the verb of saying stands."""
_TOLD, _KNOWN, _OWN = 0.75, 0.4, 0.34
_SURE_WORDS, _SURE, _LIKELY = 3, 0.85, 0.75


class Speaker(NamedTuple):
    """Who speaks.

    Attributes:
        words: The words for it.
        names: Those that are names.
        pronoun: Its pronoun, where nothing else is known, or "".
        is_person: Whether it is surely one person.
    """

    words: frozenset[str]
    names: frozenset[str] = frozenset()
    pronoun: str = ""
    is_person: bool = False

    @property
    def key(self) -> frozenset[str]:
        """What tells it from others: its names, else its words."""
        return self.names or self.words


class Utterance(NamedTuple):
    """What somebody says.

    Attributes:
        speaker: Who.
        content: The content words of what is said.
        sentence: Number of the sentence.
    """

    speaker: Speaker
    content: frozenset[str]
    sentence: int


class Missaid(NamedTuple):
    """The sentence in which another says what a claim has somebody say, and how sure that is."""

    sentence: int
    fit: float


def missaid(claim: Sentence, answer: Texts, evidence: Evidence) -> Missaid | None:
    """Find the sentence in which another than a claim's speaker says what it has that one say.

    Args:
        claim: A sentence of an answer.
        answer: The answer, its question first.
        evidence: What it is held against.
    """
    if not _ALIKE.isdisjoint(claim.lemmas):
        return None
    for speaker, place in _speakers(claim, answer):
        if not _may_be_told(claim, speaker, place, evidence):
            continue
        told = evidence.utterances
        own = _known(speaker, told, _asked(answer))
        if not own or not all(each.speaker.is_person for each in own):
            continue
        words = frozenset().union(*(each.speaker.key for each in own))
        others = [each for each in told if each.speaker.key.isdisjoint(words)]
        names = frozenset().union(*(each.speaker.names for each in others))
        said = _said(claim, place, names) - words - speaker.words
        found = _told_by_other(said, own, others, evidence)
        if found is not None and not _may_agree(words, found, said, evidence):
            return found
    return None


def _may_be_told(claim: Sentence, speaker: Speaker, place: Span, evidence: Evidence) -> bool:
    """Say whether some sentence may say what a claim has somebody say, before any is read."""
    if not speaker.words <= evidence.vocabulary:
        return False
    behind = _CAPITAL.findall(claim.text, place.end, claim.span.end)
    for others in (frozenset(), *({form(word.lower())} for word in behind)):
        known = (_said(claim, place, others) - speaker.words) & evidence.vocabulary
        if len(known) >= _FEWEST and any(
            _share(known, sentence.stems, evidence) >= _TOLD for sentence in evidence.sentences
        ):
            return True
    return False


def _told_by_other(
    said: frozenset[str], own: Sequence[Utterance], others: Sequence[Utterance], evidence: Evidence
) -> Missaid | None:
    known = said & evidence.vocabulary
    if len(known) < _FEWEST or len(known) < _KNOWN * len(said):
        return None
    mine = max(_share(known, each.content, evidence) for each in own)
    best = max(others, key=lambda each: _share(known, each.content, evidence), default=None)
    if best is None or mine > _OWN or _share(known, best.content, evidence) < _TOLD:
        return None
    if not best.speaker.is_person:
        return None
    sure = not mine and known == said and len(known) >= _SURE_WORDS
    return Missaid(best.sentence, _SURE if sure else _LIKELY)


def _share(said: AbstractSet[str], held: AbstractSet[str], evidence: Evidence) -> float:
    total = fsum(map(evidence.weight, sorted(said)))
    return fsum(map(evidence.weight, sorted(said & held))) / total if total else 0.0


def _may_agree(
    words: frozenset[str], found: Missaid, said: frozenset[str], evidence: Evidence
) -> bool:
    """Say whether the evidence may have a claim's speaker agree, or do what is said."""
    told = evidence.sentences[found.sentence]
    for sentence in evidence.sentences:
        if sentence.number == found.sentence or words.isdisjoint(sentence.stems):
            continue
        if len(said & sentence.stems) > 1 or not _ALIKE.isdisjoint(sentence.lemmas):
            return True
    return not _ALIKE.isdisjoint(told.lemmas)


def _asked(answer: Texts) -> frozenset[str]:
    return frozenset(stem for s in answer.sentences if not s.passage for stem in s.stems)


def _known(speaker: Speaker, told: Sequence[Utterance], asked: frozenset[str]) -> list[Utterance]:
    """Return what a claim's speaker says in the evidence; "she" may be whom the question names."""
    if speaker.words:
        found = [u for u in told if speaker.words <= u.speaker.words]
        return found or [u for u in told if len(speaker.words & u.speaker.words) > 1]
    kind = gender_of(speaker.pronoun)
    shared = [len(asked & u.speaker.words) for u in told]
    most = max(shared, default=0)
    found = [u for u, many in zip(told, shared, strict=True) if most and many == most]
    if len({u.speaker.words for u in found}) != 1:
        return []
    return found if gender(found[0].speaker.words) in {"", kind} or not kind else []


def _said(claim: Sentence, place: Span, others: AbstractSet[str]) -> frozenset[str]:
    """Return the content words of a claim, up to the name of another who speaks."""
    kept: list[str] = []
    for at, word in enumerate(claim.text[place.end : claim.span.end].split()):
        bare = word.strip(_MARKS).lower()
        if word[:1].isupper() and form(bare) in others:
            break
        if at >= _VERB or lemma(bare) not in _SAYING:
            kept.append(word)
    return frozenset(map(of_stem, content_forms(" ".join(kept)))) - _EMPTY


def by_turns(events: Sequence[Event], sentence: Sentence) -> list[Event]:
    """Return events with who speaks in place of "I", where a line of a conversation names it."""
    if not any(a.pronoun == "i" for e in events for filled in e.roles.values() for a in filled):
        return [*events]
    start = sentence.text.rfind("\n", 0, sentence.span.start) + 1
    turn = _TURN.match(sentence.text, start)
    if turn is None or _QUOTES.search(sentence.text, start, sentence.span.end):
        return [*events]
    who = names(f"by {turn['who']}")  # a word alone may be any that begins a sentence
    if len(who) != 1:
        return [*events]
    speaker = of_name(who[0])._replace(span=Span(*turn.span("who")))
    return [
        replace(
            event,
            roles={
                role: tuple(speaker if a.pronoun == "i" else a for a in filled)
                for role, filled in event.roles.items()
            },
        )
        for event in events
    ]


def utterances(texts: Texts) -> list[Utterance]:
    """Return what is said in some passages, and by whom."""
    found: list[Utterance] = []
    speaking: Speaker | None = None  # whose quotation goes on from the sentence before
    for sentence in texts.sentences:
        if sentence.number and texts.sentences[sentence.number - 1].passage != sentence.passage:
            speaking = None
        marks = len(_QUOTES.findall(sentence.written))
        if speaking is not None:
            found.append(Utterance(speaking, sentence.stems, sentence.number))
            speaking = None if marks % 2 else speaking
            continue
        told = [*_speakers(sentence, texts)]
        if len({who for who, _ in told}) == 1:
            who = told[0][0]
            found.append(Utterance(who, sentence.stems - who.words, sentence.number))
            speaking = who if marks % 2 else None
        elif told and not marks:
            found += _in_turn(sentence, told)
    return found


def _in_turn(sentence: Sentence, told: Sequence[tuple[Speaker, Span]]) -> Iterator[Utterance]:
    """Yield what several say in one sentence, each up to the next."""
    ordered = sorted(told, key=lambda pair: pair[1])
    ends = [*(span.start for _, span in ordered[1:]), sentence.span.end]
    for (who, span), end in zip(ordered, ends, strict=True):
        content = frozenset(map(of_stem, content_forms(sentence.text[span.end : end])))
        yield Utterance(who, content - who.words, sentence.number)


def _speakers(sentence: Sentence, texts: Texts) -> Iterator[tuple[Speaker, Span]]:
    """Yield who speaks in a sentence, with where it is named."""
    yield from _opinions(sentence)
    opened = _OPENED.search(sentence.written) is not None
    if not opened and _SAYING.isdisjoint(sentence.lemmas):
        return
    events = texts.events(sentence.number)
    saying = [e for e in events if e.lemma in _SAYING and not (e.negated or e.is_named)]
    for event in saying or (events[:1] if opened else ()):
        for told in event.roles.get("subject", ())[:1]:
            if not _is_quoted(told.span, sentence):
                yield from _speaker(told, events)


def _opinions(sentence: Sentence) -> Iterator[tuple[Speaker, Span]]:
    """Yield who thinks so, "in Ann's view" or "according to the cook"."""
    for match in _PHRASES.finditer(sentence.text, sentence.span.start, sentence.span.end):
        words = frozenset(map(of_stem, content_forms(match[1] or match[2] or "")))
        pronoun = OWNERS.get(match[3] or "", "")
        if words or pronoun:
            yield Speaker(words, pronoun=pronoun), Span(*match.span())


def _is_quoted(span: Span, sentence: Sentence) -> bool:
    before = sentence.text[sentence.span.start : span.end]
    return len(_QUOTES.findall(before)) % 2 == 1


def _speaker(told: Argument, events: Sequence[Event]) -> Iterator[tuple[Speaker, Span]]:
    """Yield a subject as who speaks; not "we" and "I" of a quotation."""
    if told.pronoun and told.pronoun not in _PRONOUNS:
        return
    meant = told.also[0] if told.pronoun and len(told.also) == 1 else told
    called = [
        a
        for event in events
        if event.lemma == "be" and meant in event.roles.get("subject", ())
        for a in event.roles.get("is", ())
    ]
    words = frozenset().union(meant.words, *(a.words for a in called))
    names = frozenset(map(noun, meant.names)) & words
    pronoun = "" if words else told.pronoun
    yield Speaker(words, names, pronoun, _is_person(meant, words - names)), told.span


def _is_person(told: Argument, roles: frozenset[str]) -> bool:
    """Say whether a phrase is surely of one person: no firm, which speaks through its people."""
    if told.plural or told.head in _GROUPS or not roles.isdisjoint(COMPANIES):
        return False
    return bool(gender_in(told) or roles)
