"""Who holds an office, made or owns a thing, and where it is: what only one can, as a rule."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.names import folded
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.statements.nouns import noun
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.evidence import Sentence, Texts
    from groundgraph.text.statements.model import Argument, Event

_BY_VERB = {
    "coach": "coach",
    "train": "coach",
    "found": "found",
    "establish": "found",
    "discover": "discover",
    "invent": "invent",
    "write": "write",
    "author": "write",
    "compose": "compose",
    "paint": "paint",
    "direct": "direct",
    "design": "design",
    "own": "own",
    "lead": "lead",
    "head": "lead",
    "chair": "chair",
    "manage": "manage",
    "run": "lead",
    "maintain": "maintain",
    "captain": "captain",
    "host": "host",
}
_BY_NOUN = {
    "coach": "coach",
    "trainer": "coach",
    "founder": "found",
    "discoverer": "discover",
    "inventor": "invent",
    "author": "write",
    "writer": "write",
    "composer": "compose",
    "painter": "paint",
    "director": "direct",
    "designer": "design",
    "owner": "own",
    "leader": "lead",
    "head": "lead",
    "chair": "chair",
    "chairman": "chair",
    "chairwoman": "chair",
    "manager": "manage",
    "maintainer": "maintain",
    "captain": "captain",
    "host": "host",
    "president": "president",
    "mayor": "mayor",
    "executive": "executive",
    "ceo": "executive",
    "minister": "minister",
    "governor": "governor",
    "king": "king",
    "queen": "queen",
    "editor": "editor",
    "principal": "principal",
    "chancellor": "chancellor",
    "treasurer": "treasurer",
    "secretary": "secretary",
    "architect": "design",
    "capital": "capital",
    "supplier": "supply",
    "winner": "win",
}
_BY_HEAD = {noun(word): relation for word, relation in _BY_NOUN.items()}
_PLACED = {
    **dict.fromkeys(("make", "manufacture", "produce"), "made in"),
    **dict.fromkeys(("base", "headquarter", "locate", "situate"), "placed in"),
    "bear": "born in",
    "bury": "buried in",
    "sign": "signed in",
}
_PLACES = ("in", "at")
RELATIONS = frozenset({*_BY_VERB, *_BY_NOUN, *_BY_HEAD, *_PLACED, "report"})
"""Base forms, one of which a sentence must have to say who or where something is."""
_OFFICE = re.compile(
    r"\b(chief executive(?: officer)?|CEO|president|mayor|director|chairman|chairwoman|chair|"
    r"manager|coach|captain|founder|owner|governor|chancellor|principal|editor)\s+"
    r"((?:[A-Z][^\W\d_]+[ -]){0,2}[A-Z][^\W\d_]+)"
)
_TITLE = re.compile(r"\b(?:deputy|vice|former|acting|assistant|ex)[ -]?$", re.IGNORECASE)


@dataclass(frozen=True)
class Holder:
    """Who or what stands in a relation to a thing.

    Attributes:
        relation: Which; the same for "founded" and "the founder of".
        names: The holder's names.
        span: Where the holder stands in its text.
        stems: Stems of the holder's words.
        things: The words of what it may be the holder of.
        thing_names: The names among them.
    """

    relation: str
    names: frozenset[str]
    span: Span
    stems: frozenset[str]
    things: frozenset[str]
    thing_names: frozenset[str]

    def of(self, other: Holder) -> bool:
        """Say whether both are of one thing."""
        if self.thing_names and other.thing_names:
            return not self.thing_names.isdisjoint(other.thing_names)
        return not self.things.isdisjoint(other.things)


def holders(texts: Texts, sentence: Sentence) -> list[Holder]:
    """Return what a sentence says of who or where something is."""
    found = [h for event in texts.events(sentence.number) for h in _of_event(event, sentence.text)]
    return [*found, *_of_offices(sentence)]


def _of_event(event: Event, text: str) -> Iterator[Holder]:
    if event.negated or event.conditional or event.modal:
        return
    roles = event.roles
    lemma, subject, target = event.lemma, roles.get("subject", ()), roles.get("object", ())
    if relation := _BY_VERB.get(lemma):
        yield from _held(relation, subject, target, text)
    for place in _PLACES:
        if lemma in _PLACED and place in roles:
            yield from _held(_PLACED[lemma], roles[place], target or subject, text)
    if lemma == "report" and "to" in roles:
        yield from _held("report_to", roles["to"], subject, text)
    if lemma.startswith("be_") and (relation := _BY_NOUN.get(lemma[3:])):
        yield from _held(relation, subject, roles.get("of", ()), text)
    for office in subject if lemma == "be" else ():
        if relation := _BY_HEAD.get(office.head):
            yield from _held(relation, roles.get("is", ()), (office,), text)


def _held(
    relation: str, who: Sequence[Argument], things: Sequence[Argument], text: str
) -> Iterator[Holder]:
    """Put together who is named and of what; a pronoun stands for what it most likely does."""
    named = [argument for argument in who if argument.names and not argument.pronoun]
    of = [argument.also[0] if argument.also else argument for argument in things]
    if not named or not of:
        return
    span = Span(named[0].span.start, named[-1].span.end)
    names = frozenset(name for argument in named for name in argument.names)
    words = frozenset(word for argument in of for word in argument.words) - _BY_HEAD.keys()
    yield Holder(
        relation,
        names,
        span,
        _stems(span.of(text)),
        words,
        frozenset(name for argument in of for name in argument.names) or _capitals(of, text),
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(
        stem(word.lower()) for word in re.findall(r"[^\W\d_]+", text) if word[0].isupper()
    )


def _capitals(arguments: Sequence[Argument], text: str) -> frozenset[str]:
    """Return the capitalised words behind "of": those of "the capital of Norland"."""
    written = [argument.span.of(text).partition(" of ")[2] for argument in arguments]
    return frozenset(folded(w) for part in written for w in re.findall(r"\b[A-Z][^\W\d_]+", part))


def _of_offices(sentence: Sentence) -> Iterator[Holder]:
    """Read "chief executive Per Grindal" as the holder of an office of what else is named."""
    for match in _OFFICE.finditer(sentence.text, *sentence.span):
        if _TITLE.search(sentence.text, sentence.span.start, match.start()):
            continue
        word = match[1].lower().split()
        relation = _BY_NOUN["executive" if "executive" in word else word[0]]
        span = Span(*match.span(2))
        names = frozenset(map(folded, match[2].split()))
        rest = (
            frozenset(folded(w) for w in re.findall(r"\b[A-Z][^\W\d_]+", sentence.written)) - names
        )
        yield Holder(relation, names, span, _stems(match[2]), rest, rest)
