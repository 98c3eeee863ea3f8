"""Sentences with names in place of words that point back to them.

A reader is shown single sentences, those nearest to a claim first, and not the ones before them: of
"She left in 2019" it cannot know who left. Where it is sure what a word stands for, the sentence
is shown with that: "Anna Berg left in 2019".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.english.tagged import tagged_in
from groundgraph.text.once import kept
from groundgraph.text.statements.coreference import (
    PERSONAL,
    gender_in,
    gender_of,
    leads_with_name,
    resolved,
)
from groundgraph.text.statements.evidence import Evidence
from groundgraph.text.statements.model import Argument, Event
from groundgraph.text.statements.nouns import nouns_of
from groundgraph.text.vocabulary.small_words import OWNERS
from groundgraph.text.words import words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundgraph.text.statements.evidence import Sentence

_POINTS = PERSONAL - {"himself", "herself"}
_LONGEST = 60
"""Characters of what a word is replaced by at most."""
_PERSON = re.compile(r"\b(?:he|him|his|she|her)\b", re.IGNORECASE)
_OWNER = re.compile(r"\b(?:his|her)\b", re.IGNORECASE)
_OF_TWO = re.compile(
    r"\bthe (former|latter|first|second|other)(?: one| of (?:them|these|the two))?\b",
    re.IGNORECASE,
)
"""One of two things that were named."""
_EITHER = frozenset({"former", "latter"})
_BOTH = re.compile(r"\bboth ", re.IGNORECASE)
_PARTNER = frozenset(
    """neighbour neighbor rival partner colleague opponent counterpart companion co-founder
    cofounder co-author coauthor""".split()
)
"""What the one of two is to the other."""
_SIBLINGS = re.compile(r"\b(?:sisters|brothers|siblings|twins)\b", re.IGNORECASE)
_COUPLE = re.compile(r"\b(?:couple|married|spouses|newly-weds)\b", re.IGNORECASE)
_KIN = {
    "sister": ("f", _SIBLINGS),
    "brother": ("m", _SIBLINGS),
    "twin": ("", _SIBLINGS),
    "wife": ("f", _COUPLE),
    "husband": ("m", _COUPLE),
    "spouse": ("", _COUPLE),
}
"""The same of kin: whom it is said of, and what says that the two are such."""
_WORD = re.compile(r" ([\w-]+)(?![\w’',-])")
_JOINED = re.compile(r"(?:,|,? and|,? or)(?: [\w’'-]+,?){0,3} ?")
"""What stands between two things that are named side by side."""
_QUALIFIED = frozenset({"NN", "NNS", "NNP", "JJ", "CD"})
"""Tags of words that "the first" belongs to."""
_LEAD = re.compile(r"(?:his|her|its|their|your|our|my) ", re.IGNORECASE)
_BACK = 2
"""Sentences in which two things are looked for."""
_TWO = 2


class Naming(NamedTuple):
    """A word that points back, and what it stands for.

    Attributes:
        span: Where in the text.
        name: What stands there instead.
    """

    span: Span
    name: str


@kept
def namings_of(text: str) -> tuple[Naming, ...]:
    """Return the words of a text that surely stand for what a sentence before names, in order.

    >>> [each.name for each in namings_of("Ann Lee met Bob Ray. He left; her sister stayed.")]
    ['Bob Ray', 'Ann Lee’s']
    """
    evidence = Evidence((text,))
    found = [each for s in evidence.sentences for each in _of_sentence(evidence, s)]
    return tuple(sorted(found, key=lambda each: each.span.start))


def named(text: str, span: Span) -> str:
    """Return a sentence of a text with names in place of what points back to them.

    Args:
        text: The passage.
        span: Where the sentence stands in it.

    >>> told = "Anna Berg joined in 2015. She left in 2019."
    >>> named(told, Span(26, 43))
    'Anna Berg left in 2019.'
    """
    pieces, done = [], span.start
    for each in namings_of(text):
        if done <= each.span.start and each.span.end <= span.end:
            pieces += [text[done : each.span.start], each.name]
            done = each.span.end
    return "".join([*pieces, text[done : span.end]])


def _of_sentence(evidence: Evidence, sentence: Sentence) -> Iterator[Naming]:
    yield from _of_two(evidence, sentence)
    if not _PERSON.search(sentence.written):
        return
    told: set[frozenset[str]] = set()
    for pointing, owns in sorted(_pointing(evidence, sentence), key=lambda p: p[0].span.start):
        meant = pointing.also[0] if len(pointing.also) == 1 else None
        if meant is None or not _is_person(meant, pointing.pronoun) or meant.names in told:
            continue
        name = _LEAD.sub("", meant.span.of(sentence.text))
        inside = sentence.span.start <= meant.span.start < sentence.span.end
        if inside or len(name) > _LONGEST:
            continue
        told.add(meant.names)
        span = pointing.span
        partner = _partner(evidence, sentence, meant, span) if owns else None
        name = f"{name}’s" if owns else name
        yield partner or Naming(span, _at(span, sentence, name))


def _is_person(meant: Argument, pronoun: str) -> bool:
    """Say whether a phrase surely names a person for whom a pronoun stands."""
    kind = gender_in(meant)
    if kind:
        return kind == gender_of(pronoun)
    return len(meant.names) > 1 and leads_with_name(meant)


def _of_two(evidence: Evidence, sentence: Sentence) -> Iterator[Naming]:
    """Yield what "the former", "the second" and "the other" stand for."""
    for found in _OF_TWO.finditer(sentence.written):
        start, end = (sentence.span.start + at for at in found.span())
        which = found[1].lower()
        if _is_qualified(sentence, end):
            continue
        if which == "other":
            [*named] = _other(evidence, sentence, start)
        else:
            two = _two_before(evidence, sentence)
            if not two and which in _EITHER:
                two = _only_two(evidence, sentence)
            named = two[which in {"latter", "second"} :][:1]
        if named:
            span = Span(start, end)
            name = _LEAD.sub("the ", _BOTH.sub("", named[0].span.of(sentence.text)))
            yield Naming(span, _at(span, sentence, name))


def _is_qualified(sentence: Sentence, end: int) -> bool:
    """Say whether a noun, which says what is meant, follows: "the first year"."""
    tokens, tags = tagged_in(sentence.text, sentence.span)
    after = next((at for at, token in enumerate(tokens) if token.start >= end), None)
    if after is None or tokens[after].lower.endswith("ed"):
        return False
    return tags[after] in _QUALIFIED


def _before(evidence: Evidence, sentence: Sentence) -> Iterator[list[Event]]:
    """Yield the events of the few sentences before one in its passage, the nearest first."""
    for number in range(sentence.number - 1, max(-1, sentence.number - 1 - _BACK), -1):
        if evidence.sentences[number].passage != sentence.passage:
            return
        yield evidence.events(number)


def _two_before(evidence: Evidence, sentence: Sentence) -> list[Argument]:
    """Return the two things that are named side by side shortly before a sentence."""
    for events in _before(evidence, sentence):
        for event in events:
            for filled in event.roles.values():
                own = _things(filled)
                if len(own) == _TWO and _are_joined(sentence.text, own):
                    return own
    return []


def _are_joined(text: str, two: Sequence[Argument]) -> bool:
    one, other = two
    return _JOINED.fullmatch(text[one.span.end : other.span.start]) is not None


def _only_two(evidence: Evidence, sentence: Sentence) -> list[Argument]:
    """Return all that the sentence before names, where that are two things."""
    events = next(_before(evidence, sentence), [])
    if _BOTH.search(evidence.sentences[sentence.number - 1].written):
        return []  # which are not read side by side
    own = _things(a for event in events for filled in event.roles.values() for a in filled)
    return own if len(own) == _TWO else []


def _things(filled: Iterable[Argument]) -> list[Argument]:
    """Return what is named, each once, in the order of the text."""
    own = {a.span: a for a in filled if a.head and not (a.pronoun or a.timed or a.plural)}
    return sorted(own.values(), key=lambda a: a.span.start)


def _other(evidence: Evidence, sentence: Sentence, before: int) -> list[Argument]:
    """Return the one of two things that is not spoken of just before a place."""
    two = _two_before(evidence, sentence)
    if not two:
        return []
    start = max(two[1].span.end, evidence.sentences[sentence.number - 1].span.start)
    told = nouns_of(words(sentence.text[start:before]))
    rest = [one for one in two if not one.words <= told]
    return rest if len(rest) == 1 else []


def _partner(evidence: Evidence, sentence: Sentence, owner: Argument, span: Span) -> Naming | None:
    """Return the other one of two, where it is told as the sister or the rival of the one.

    Args:
        evidence: The text.
        sentence: One of its sentences.
        owner: Whose sister it is.
        span: Where "her" stands.
    """
    found = _WORD.match(sentence.text, span.end, sentence.span.end)
    if found is None or _is_qualified(sentence, found.end()):
        return None
    word = found[1].lower()
    kind, told = _KIN.get(word, ("", None))
    if told is None and word not in _PARTNER:
        return None
    if told is not None and not told.search(sentence.text, 0, sentence.span.start):
        return None
    rest = [one for one in _two_before(evidence, sentence) if not owner.names & one.names]
    if len(rest) != 1 or (kind and gender_in(rest[0]) not in {"", kind}):
        return None
    whole = Span(span.start, found.end())
    return Naming(whole, _at(whole, sentence, rest[0].span.of(sentence.text)))


def _at(span: Span, sentence: Sentence, name: str) -> str:
    """Return a name as it is written at a place: with a capital where a sentence begins."""
    return name[:1].upper() + name[1:] if span.start == sentence.span.start else name


def _pointing(evidence: Evidence, sentence: Sentence) -> Iterator[tuple[Argument, bool]]:
    """Yield the pronouns of a sentence with what they may stand for, and whether they own."""
    events = evidence.events(sentence.number)
    for event in events:
        for filled in event.roles.values():
            for argument in filled:
                if argument.pronoun in _POINTS and _stands_alone(argument, sentence):
                    yield argument, False
    earlier = next(_before(evidence, sentence), [])
    names = evidence.names_around(sentence.number)
    for found in _OWNER.finditer(sentence.written):
        start = sentence.span.start + found.start()
        pronoun = OWNERS[found[0].lower()]
        span = Span(start, start + len(found[0]))
        if pronoun == "she" and not _owns(sentence, span):
            continue
        owner = Argument(frozenset(), "", frozenset(), span, pronoun=pronoun)
        own = [event for event in events if event.span.start < start]
        [event] = resolved(
            [Event("own", {"subject": (owner,)}, False, span)], [*earlier, *own], names
        )
        [owner] = event.roles["subject"]
        yield owner, True


def _stands_alone(argument: Argument, sentence: Sentence) -> bool:
    """Say whether a pronoun is written as it is read, and "her" belongs to no noun."""
    if argument.span.of(sentence.text).lower() != argument.pronoun:
        return False
    return argument.pronoun != "her" or not _owns(sentence, argument.span)


def _owns(sentence: Sentence, her: Span) -> bool:
    """Say whether "her" is whose a thing is: before a noun, and where a sentence begins."""
    return her.start == sentence.span.start or _is_qualified(sentence, her.end)
